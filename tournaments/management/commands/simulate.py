"""`manage.py simulate`: play a regulation through by chance, and say what an organizer asks first."""

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.rules.errors import InvalidRegulation
from tournaments.rules.presets import PRESETS, SEASONS, preset
from tournaments.rules.season_document import FINAL, complete_season, is_season, regulation_of
from tournaments.rules.simulation import Simulated, simulate
from tournaments.rules.simulation_answer import as_json
from truco_api.errors import DomainError


class Command(BaseCommand):
    """Try a regulation out; exit 1 if something can go wrong with it."""

    help = "Play a regulation through by chance: matches, the way to the final, how long it takes."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "regulation", metavar="REGULATION", help="a file, or a preset: " + ", ".join(PRESETS | SEASONS)
        )
        parser.add_argument("--entries", type=int, required=True, metavar="N")
        parser.add_argument(
            "--tables",
            type=int,
            default=0,
            metavar="T",
            help="for teams: places for a whole match; 0, the default: enough",
        )
        parser.add_argument("--minutes-per-leg", type=int, help="instead of the regulation's")
        parser.add_argument("--clubs", type=int, default=0, help="spread the entries over so many clubs")
        parser.add_argument("--trials", type=int, default=0, help="as many as the size allows unless said")
        parser.add_argument("--seed", default="", help="hexadecimal, to have the same answer again")
        parser.add_argument("--json", action="store_true", help="one JSON object instead of words")

    def handle(self, *_args: Any, regulation: str, **options: Any) -> None:
        """Read, simulate, tell."""
        document = _document(regulation)
        if options["entries"] < 1 or options["tables"] < 0:
            raise CommandError("--entries is a number from 1 on, --tables one from 0 on.")
        seed = options["seed"] or secrets.token_hex(16)
        try:
            found = [
                (title, _simulated(whole, entries, seed, options))
                for title, whole, entries in _championships(document, options["entries"])
            ]
        except InvalidRegulation as error:
            lines = [f"{fault.path}: {fault.text}" for fault in error.faults]
            raise CommandError("\n".join(lines), returncode=2) from error
        except DomainError as error:
            raise CommandError(error.detail, returncode=2) from error
        if options["json"]:
            told = [({"stage": title} if title else {}) | as_json(each, seed) for title, each in found]
            self.stdout.write(json.dumps(told if is_season(document) else told[0]))
        else:
            for title, each in found:
                for line in (*([f"== {title}"] if title else []), *_lines(each, seed)):
                    self.stdout.write(line)
        if any(each.problems for _title, each in found):
            raise SystemExit(1)


def _championships(document: dict[str, Any], entries: int) -> list[tuple[str, dict[str, Any], int]]:
    """What is played by a document, with a title and its number of entries: of a season, every stage."""
    if not is_season(document):
        return [("", document, entries)]
    whole = complete_season(document)
    found = [(stage["id"], dict(regulation_of(whole, stage["id"])), entries) for stage in whole["stages"]]
    if whole[FINAL]:
        found.append((FINAL, dict(regulation_of(whole, FINAL)), min(entries, whole[FINAL]["size"])))
    return found


def _simulated(document: dict[str, Any], entries: int, seed: str, options: dict[str, Any]) -> Simulated:
    if options["minutes_per_leg"] is not None:
        document["minutes_per_leg"] = options["minutes_per_leg"]
    return simulate(
        document,
        entries=entries,
        tables=options["tables"],
        seed=seed,
        trials=options["trials"],
        clubs=options["clubs"],
    )


def _document(name: str) -> dict[str, Any]:
    if name in PRESETS or name in SEASONS:
        return dict(preset(name))
    try:
        found = json.loads(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}", returncode=2) from error
    except ValueError as error:
        raise CommandError(f"{name}: {error}", returncode=2) from error
    if not isinstance(found, dict):
        raise CommandError(f"{name}: a regulation is one JSON object", returncode=2)
    return found


def _lines(found: Simulated, seed: str) -> Iterator[str]:
    yield f"{found.entries} entries, {_room(found)}, {found.trials} trials (seed {seed})"
    for stage in found.stages:
        yield (
            f"  {stage.id:<16} {stage.format:<20} {stage.entries:>5} entries"
            f" {stage.rounds:>4} rounds {stage.matches:>6} matches"
        )
    yield f"rounds              {found.rounds}"
    yield f"matches             {found.matches.text}"
    yield f"matches per entry   {found.matches_per_entry.text}"
    if found.way_to_final:
        short, long = found.way_to_final
        yield f"before the final    {short} matches on the shortest way, {long} on the longest"
    least, mean, most = (_clock(n) for n in (found.minutes.least, _mean(found), found.minutes.most))
    yield f"duration            {mean} expected, {least} to {most}"
    if found.finished < found.trials or not found.trials:
        yield f"NOT FINISHED        {found.trials - found.finished} of {found.trials} trials"
    for problem in found.problems:
        yield f"PROBLEM             {problem.path}: {problem.text}"


def _room(found: Simulated) -> str:
    """Where is played; a match of teams takes several tables at once."""
    many = found.tables or "enough"
    return f"{many} tables" if found.boards == 1 else f"{many} places of {found.boards} tables"


def _mean(found: Simulated) -> int:
    return found.minutes.mean_x100 // 100


def _clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02} h"

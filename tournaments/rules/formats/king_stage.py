"""King of the table as a stage: bout after bout at one table, until there were enough or nobody is left."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.rules.faults import Fault
from tournaments.rules.formats.group_stage import whole
from tournaments.rules.formats.king_of_the_table import KingRules, Table, play, ranking, sit_down
from tournaments.rules.formats.protocol import Drawn, Pairing, Place, Progress, Slot
from tournaments.rules.regulation import JSON
from truco_api.errors import gettext_noop as _

MOST = {"bouts": 1000, "longest_reign": 100, "lives": 20}


class KingOfTheTable:
    """King of the table; its own keys are `bouts` (N − 1 unless said, so that everybody has sat down once),
    `longest_reign` and `lives` (0: without; with lives, the bouts end when one is left)."""

    name = "king_of_the_table"
    limits = (2, 128)
    labels = r"(?!)"

    def check(self, config: Mapping[str, JSON], /) -> Sequence[Fault]:
        """Each key is a whole number in its range."""
        faults = [Fault(key, _("is not known here")) for key in config if key not in MOST]
        for key, most in MOST.items():
            least = 1 if key == "bouts" else 0
            if not least <= whole(config, key, least) <= most:
                faults.append(
                    Fault(
                        key,
                        _("must be a whole number from {least} to {most}"),
                        {"least": least, "most": most},
                    )
                )
        return faults

    def plan(self, drawn: Drawn, /) -> Sequence[Pairing]:
        """The first bout; the one named first deals first."""
        return [_bout(1, *drawn.entries[:2])]

    def further(self, drawn: Drawn, progress: Progress, /) -> Sequence[Pairing]:
        """The next bout: whoever won stays, against the first in the queue that is still here."""
        number = len(progress.planned) + 1
        table = _after(drawn, progress)
        here = [entry for entry in (*table.seated, *table.queue) if entry not in progress.out]
        if number > _bouts(drawn) or len(here) < 2:
            return ()
        return [_bout(number, here[0], here[1])]

    def placings(self, drawn: Drawn, progress: Progress, /) -> Sequence[Place]:
        """By bouts won, the longest reign, then fewer bouts lost."""
        places, before = [], 0
        for block in ranking(_after(drawn, progress), drawn.entries):
            places.append(Place(before + 1, block))
            before += len(block)
        return places


def _bout(number: int, home: str, away: str) -> Pairing:
    return Pairing(f"R{number}M1", number, Slot("entry", home), Slot("entry", away))


def _after(drawn: Drawn, progress: Progress) -> Table:
    """The table after all bouts; where nobody won, both get up."""
    rules = KingRules(whole(drawn.config, "longest_reign", 0), whole(drawn.config, "lives", 0))
    table = sit_down(drawn.entries)
    for bout in sorted(progress.played, key=lambda played: played.round):
        sides = (bout.home, bout.away)
        waiting = tuple(entry for entry in (*table.seated, *table.queue) if entry not in sides)
        table = replace(table, seated=sides, queue=waiting)
        if bout.winner:
            table = play(table, bout.winner, rules)
        else:
            order = (*waiting, *sides)
            table = replace(table, seated=order[:2], queue=order[2:], reign=0)
    return table


def _bouts(drawn: Drawn) -> int:
    lives = whole(drawn.config, "lives", 0)
    default = lives * len(drawn.entries) if lives else len(drawn.entries) - 1
    return whole(drawn.config, "bouts", default)

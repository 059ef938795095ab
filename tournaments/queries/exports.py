"""Everything about a championship to take away: as rows for a spreadsheet, or whole as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from games.states import milliseconds
from tournaments import documents, states
from tournaments.documents import Document, dated
from tournaments.models import ChampionshipRow, EntryRow
from tournaments.queries import history
from tournaments.queries.championships import entries as entry_rows
from tournaments.queries.championships import names_of, stages
from tournaments.rules import public
from tournaments.rules.state import Championship
from truco_api.problems import localized

Row = tuple[object, ...]
FORMAT = "truco-championship/1"
EVERYTHING = 10**9


def entries(row: ChampionshipRow, fee: Callable[[EntryRow], bool]) -> Iterator[Row]:
    """Entries with their players, as an import reads them; `paid` is told to whom `fee` allows."""
    rows = list(entry_rows(row.id))
    names = names_of(person for entry in rows for person in (*entry.members, *entry.reserves))
    players = max((len(entry.members) for entry in rows), default=0)
    more = ("number", "confirmed", "checked_in", "out", "reserves", "id")
    yield ("name", *(f"player {number}" for number in range(1, players + 1)), "club", "rank", "paid", *more)
    for entry in rows:
        members = [names.get(str(member), "") for member in entry.members]
        yield (
            entry.name,
            *members,
            *[""] * (players - len(members)),
            entry.club,
            entry.rank,
            _yes(entry.paid) if fee(entry) else "",
            entry.number,
            _yes(entry.confirmed),
            _yes(entry.checked_in),
            entry.out,
            " / ".join(names.get(str(reserve), "") for reserve in entry.reserves),
            entry.id,
        )


def results(row: ChampionshipRow) -> Iterator[Row]:
    """Decided matches, one a row, the tentos of each leg in one cell."""
    yield ("match", "stage", "round", "label", "home", "away", "legs home", "legs away", "tentos", "winner",
           "how", "corrected", "table", "decided at")  # fmt: skip
    for match in _state_view(row, public.results)["matches"]:
        home, away = match["sides"]
        winner = next((side["name"] for side in match["sides"] if side["entry"] == match["winner"]), "")
        yield (
            *(match[key] for key in ("id", "stage", "round", "label")),
            home["name"],
            away["name"],
            *match["score"],
            " ".join("{}-{}".format(*leg["score"]) for leg in match["legs"]),
            winner if match["winner"] else "",
            match["how"],
            _yes(match["corrected"]),
            match["table"],
            match["decided_at"],
        )


def standings(row: ChampionshipRow) -> Iterator[Row]:
    """The rows of all tables, and then the places of stages that are over."""
    found = stages(row.id, row.version)["stages"]
    codes = list(dict.fromkeys(criterion["code"] for stage in found for criterion in stage["criteria"]))
    yield ("stage", "group", "rank", "entry", "club", "played", *codes, "decided by", "id")
    for stage in found:
        for table in stage["tables"]:
            for each in table["rows"]:
                yield (
                    stage["id"],
                    table["group"],
                    each["rank"],
                    each["name"],
                    each["club"],
                    each["played"],
                    *(each["values"].get(code) for code in codes),
                    each["decided_by"],
                    each["entry"],
                )
        if not stage["tabled"]:
            for place in stage["places"]:
                for each in place["entries"]:
                    blanks = [""] * len(codes)
                    yield (stage["id"], "", place["place"], each["name"], "", "", *blanks, "", each["entry"])


def schedule(row: ChampionshipRow, now: datetime) -> Iterator[Row]:
    """What is being played and what is to come."""
    yield ("match", "stage", "round", "label", "status", "table", "time", "estimated", "home", "away")
    for match in _state_view(row, lambda state: public.schedule(state, milliseconds(now)))["matches"]:
        fixed = match["called_at"] or match["due_at"]
        home, away = match["sides"]
        yield (
            *(match[key] for key in ("id", "stage", "round", "label", "status", "table")),
            fixed or match["expected_at"],
            _yes(not fixed and match["expected_at"] is not None),
            home["name"],
            away["name"],
        )


def whole(row: ChampionshipRow, fee: Callable[[EntryRow], bool], now: datetime) -> Document:
    """The championship as one document, from its regulation to its last event."""
    rows = list(entry_rows(row.id))
    names = names_of(person for entry in rows for person in (*entry.members, *entry.reserves))
    state = states.at_version(row.id, row.version)
    found = [documents.entry_row(entry, fee=fee(entry)) for entry in rows]
    for entry in found:
        for role in ("members", "reserves"):
            entry[role] = [{"person": person, "name": names.get(person)} for person in entry[role]]
    return {
        "format": FORMAT,
        "exported_at": now.isoformat(timespec="milliseconds"),
        "version": row.version,
        "championship": {key: value for key, value in row.body.items() if key != "entries"},
        "entries": found,
        "stages": localized(stages(row.id, row.version)["stages"]),
        "matches": documents.matches(state, state.matches.values()),
        "places": dated(public.results(state)["places"]),
        "events": [
            event
            for event in history.events(row.id, after=0, limit=EVERYTHING)
            if event["version"] <= row.version
        ],
    }


def _state_view(row: ChampionshipRow, view: Callable[[Championship], Any]) -> Any:
    return dated(view(states.at_version(row.id, row.version)))


def _yes(value: object) -> str:
    return "yes" if value else "no"

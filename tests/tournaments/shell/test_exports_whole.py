"""Every export of a championship of several stages, opened and compared with the state."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from tests.tournaments.shell.cups import SINGLES, Cup
from tests.tournaments.shell.test_exports import exported
from tests.tournaments.shell.world import API, World
from tournaments import states
from tournaments.rules.reasons import plain
from tournaments.rules.stages import places_of, tables_of
from tournaments.rules.state import Championship

GROUPS = {
    "id": "groups",
    "format": "groups",
    "groups": 2,
    "criteria": ["points", "tentos_difference", "seed"],
}
CUP = {
    "id": "cup",
    "ties": {"default": {"matches": 2, "level": "seed"}, "rounds": {"final": None}},
    "from": [{"stage": "groups", "per_group": 2}],
}


@pytest.fixture
def cup(world: World) -> Cup:
    """Six in two groups, with a correction and a forfeit; then ties, of which two are on."""
    cup = Cup(world, SINGLES | {"stages": [GROUPS, CUP], "presence": "marked"}).started(6)
    cup.boss.put(f"{cup.path}/entries/{cup.entries['E2']}/fee/", {"paid": True})
    cup.play(3)
    (first, *_) = cup.boss.get(f"{cup.path}/results/")["matches"]
    body = {"legs": [[0, 12]], "reason": "Written down the wrong way round."}
    cup.world["arbiter"].post(f"{cup.path}/matches/{first['id']}/correction/", body)
    cup.advance()
    called = next(match for match in cup.open_matches())
    loser = called["sides"][0]["entry"]
    cup.world["arbiter"].post(
        f"{cup.path}/matches/{called['id']}/forfeit/", {"entry": loser, "reason": "Left the hall."}
    )
    while any(match["stage"] == "groups" for match in cup.open_matches()) or cup.advance():
        groups = [match for match in cup.open_matches() if match["stage"] == "groups"]
        if not groups:
            break
        for match in groups:
            cup.decide(match["id"], [[12, 7]])
    cup.advance()
    (tie, *_) = cup.open_matches()
    cup.decide(tie["id"], [[12, 11]])
    cup.advance()
    return cup


def state_of(cup: Cup) -> Championship:
    """Folded from the events alone."""
    states.KEPT.forget()
    return states.latest(UUID(cup.id))[1]


def name(state: Championship, entry: str | None) -> str:
    return state.entries[entry].name if entry else ""


def text(value: Any) -> str:
    """A value as a cell has it; a number below nothing is marked, so that it is no formula."""
    return "" if value is None else str(value)


def bare(cell: str) -> str:
    return cell.removeprefix("'")


def test_results_are_those_of_the_state(cup: Cup) -> None:
    state = state_of(cup)
    decided = {match.id: match for match in state.matches.values() if match.result}
    rows = exported(cup, "results", "organizer")
    assert sorted(row["match"] for row in rows) == sorted(decided)
    assert {row["how"] for row in rows} >= {"played", "adjudicated", "forfeit"}
    for row in rows:
        match = decided[row["match"]]
        assert match.result
        assert (row["stage"], row["round"], row["label"]) == (match.stage, str(match.round), match.label)
        assert (row["home"], row["away"]) == tuple(name(state, side) for side in match.sides)
        assert row["winner"] == name(state, match.result.winner)
        assert row["tentos"] == " ".join(f"{home}-{away}" for home, away in match.result.legs)
        won = [sum(leg[side] > leg[1 - side] for leg in match.result.legs) for side in (0, 1)]
        assert (row["legs home"], row["legs away"]) == (str(won[0]), str(won[1]))
        assert (row["how"], row["corrected"] == "yes") == (match.result.how, match.result.corrected)


def test_the_schedule_has_everything_that_is_not_decided(cup: Cup) -> None:
    state = state_of(cup)
    open_ones = {match.id: match for match in state.matches.values() if not match.result}
    rows = exported(cup, "schedule")
    assert open_ones
    assert sorted(row["match"] for row in rows) == sorted(open_ones)
    for row in rows:
        match = open_ones[row["match"]]
        assert (row["status"], row["home"], row["away"]) == (
            match.status,
            *(name(state, side) for side in match.sides),
        )
        table = match.call.table if match.call else None
        assert (row["table"], row["estimated"] == "yes") == (text(table), match.call is None)


def test_standings_are_the_tables_and_places_of_every_stage(cup: Cup) -> None:
    cup.play()
    state = state_of(cup)
    assert state.phase == "finished"
    rows = exported(cup, "standings")
    groups = [row for row in rows if row["stage"] == "groups"]
    expected = [
        (str(number), str(row.rank), row.entry, {code: text(plain(v)) for code, v in row.values.items()})
        for number, group in enumerate(tables_of(state, state.stages["groups"]), start=1)
        for row in group.table.rows
    ]
    told = [
        (row["group"], row["rank"], row["id"], {code: bare(row[code]) for code in expected[0][3]})
        for row in groups
    ]
    assert told == expected
    places = [
        (str(place.place), entry)
        for place in places_of(state, state.stages["cup"])
        for entry in place.entries
    ]
    assert [(row["rank"], row["id"]) for row in rows if row["stage"] == "cup"] == places


def test_entries_are_those_of_the_state_with_what_is_only_for_organizers(cup: Cup) -> None:
    state = state_of(cup)
    rows = exported(cup, "entries", "organizer")
    assert [row["id"] for row in rows] == list(state.entries)
    for row in rows:
        entry = state.entries[row["id"]]
        assert (row["name"], row["club"], row["rank"]) == (entry.name, text(entry.club), text(entry.rank))
        assert (row["paid"] == "yes", row["confirmed"] == "yes") == (entry.paid, entry.confirmed)
        assert row["out"] == entry.out


def test_the_document_has_the_regulation_every_match_and_every_event(cup: Cup) -> None:
    state = state_of(cup)
    document = cup.world["organizer"].client.get(f"{API}{cup.path}/export/championship.json").json()
    assert document["format"] == "truco-championship/1"
    whole = cup.boss.get(cup.path + "/")
    assert document["championship"]["regulation"] == whole["regulation"]
    assert {match["id"] for match in document["matches"]} == set(state.matches)
    assert [event["version"] for event in document["events"]] == list(range(1, whole["version"] + 1))
    assert [stage["id"] for stage in document["stages"]] == ["groups", "cup"]
    assert len(document["stages"][1]["ties"]) == 3

"""What a record may not say: it is refused, and the field is named."""

from typing import Any

import pytest

from tests.tournaments.standings.records import played, record, table
from tournaments.rules.record_fields import UnreadableRecord
from tournaments.rules.standings_record import read_record

MATCH = played("D1", "D2", (12, 3))


def _match(**fields: Any) -> dict[str, Any]:
    return record(matches=[MATCH, {**MATCH, **fields}])


def _without(name: str) -> dict[str, Any]:
    return {key: value for key, value in record().items() if key != name}


def _match_without(name: str, **fields: Any) -> dict[str, Any]:
    return record(matches=[{key: value for key, value in {**MATCH, **fields}.items() if key != name}])


def _totals(totals: Any, **fields: Any) -> dict[str, Any]:
    return {**_without("matches"), "totals": totals, "criteria": ["points"], **fields}


FULL = {name: {"points": 1} for name in ("D1", "D2", "D3")}

FAULTS: list[tuple[str, Any]] = [
    ("record", []),
    ("record", None),
    ("format", _without("format")),
    ("format", record(format="truco-standings/2")),
    ("entries", _without("entries")),
    ("entries", record(entries="D1")),
    ("entries.1", record(entries=["D1", 2])),
    ("entries.1", record(entries=["D1", ""])),
    ("entries.2", record(entries=["D1", "D2", "D1"])),
    ("entries.0", record(entries=["\ud800"])),
    ("criteria", _without("criteria")),
    ("criteria", record(criteria=[])),
    ("criteria", record(criteria="points")),
    ("criteria.1", record(criteria=["points", "beauty"])),
    ("criteria.1", record(criteria=["points", "points"])),
    ("criteria.0", record(criteria=[["points"]])),
    ("after_head_to_head", record(after_head_to_head="stop")),
    ("after_head_to_head", record(after_head_to_head=None)),
    ("ranks", record(ranks="olympic")),
    ("lots", record(lots="D1")),
    ("lots.0", record(lots=["D9"])),
    ("lots.1", record(lots=["D1", "D1"])),
    ("lot", record(lot=[])),
    ("points", record(points=3)),
    ("points.win", record(points={"win": "3"})),
    ("points.win", record(points={"win": True})),
    ("points.win", record(points={"win": 1.5})),
    ("points.win", record(points={"win": 10**12})),
    ("points.victory", record(points={"victory": 3})),
    ("points.by_legs", record(points={"by_legs": []})),
    ("points.by_legs.2:1", record(points={"by_legs": {"2:1": [3, 1]}})),
    ("points.by_legs.2-", record(points={"by_legs": {"2-": [3, 1]}})),
    ("points.by_legs.02-1", record(points={"by_legs": {"02-1": [3, 1]}})),
    ("points.by_legs.2-1", record(points={"by_legs": {"2-1": [3]}})),
    ("points.by_legs.2-1.1", record(points={"by_legs": {"2-1": [3, "1"]}})),
    ("points.by_legs.1-1", record(points={"by_legs": {"1-1": [2, 1]}})),
    ("matches", _without("matches")),
    ("matches", record(totals=FULL)),
    ("matches", record(matches={})),
    ("matches.0", record(matches=["D1"])),
    ("matches.1.home", _match(home="D9")),
    ("matches.0.home", _match_without("home")),
    ("matches.0.away", _match_without("away")),
    ("matches.1.away", _match(away="D1")),
    ("matches.1.away", _match(away=3)),
    ("matches.1.away", _match(away=None)),
    ("matches.1.away", _match(away=None, winner="D1")),
    ("matches.1.away", _match(away=None, outcome="walkover", legs=None)),
    ("matches.0.outcome", _match_without("outcome")),
    ("matches.1.outcome", _match(outcome="won")),
    ("matches.1.score", _match(score=[2, 0])),
    ("matches.1.legs", _match(legs=2)),
    ("matches.1.legs", _match(legs=[])),
    ("matches.0.legs", _match_without("legs")),
    ("matches.1.legs.0", _match(legs=[12, 9])),
    ("matches.1.legs.1", _match(legs=[[12, 9], [12]])),
    ("matches.1.legs.0", _match(legs=[[12, 9, 1]])),
    ("matches.1.legs.0.1", _match(legs=[[12, -1]])),
    ("matches.1.legs.0.0", _match(legs=[[True, 9]])),
    ("matches.1.legs.0.0", _match(legs=[[12.0, 9]])),
    ("matches.1.winner", _match(winner="D3")),
    ("matches.1.winner", _match(winner=0)),
    ("matches.0.winner", record(matches=[{"home": "D1", "away": "D2", "outcome": "walkover"}])),
    ("matches.1.winner", _match(outcome="abandoned", legs=[[12, 9], [3, 12]])),
    ("matches.1.winner", _match(outcome="double_walkover", legs=[], winner="D1")),
    ("matches.1.winner", _match(outcome="not_played", legs=[], winner="D1")),
    ("matches.1.legs", _match(outcome="double_walkover")),
    ("matches.1.legs", _match(outcome="not_played")),
    ("matches.1.legs", _match(outcome="adjudicated", legs=None)),
    ("matches.1.counts", _match(counts=[2, 0])),
    ("matches.1.counts.leg", _match(counts={"leg": [2, 0]})),
    ("matches.1.counts.legs", _match(counts={"legs": 2})),
    ("matches.1.counts.tentos.1", _match(counts={"tentos": [24, -1]})),
    ("matches.1.counts.points.0", _match(counts={"points": ["3", 0]})),
    ("matches.1.flores", _match(flores=2)),
    ("matches.1.flores.0", _match(flores=[-1, 0])),
    ("matches.1.extra", _match(extra=1)),
    ("matches.1.id", record(matches=[{**MATCH, "id": "m1"}, {**MATCH, "id": "m1"}])),
    ("totals", _totals([])),
    ("totals.D3", _totals({"D1": {"points": 1}, "D2": {"points": 1}})),
    ("totals.D9", _totals({**FULL, "D9": {"points": 1}})),
    ("totals.D2.points", _totals({**FULL, "D2": {}})),
    ("totals.D2.points", _totals({**FULL, "D2": {"points": None}})),
    ("totals.D1.beauty", _totals({**FULL, "D1": {"points": 1, "beauty": 1}})),
    ("totals.D1.lots", _totals({**FULL, "D1": {"points": 1, "lots": 1}})),
    ("totals.D1.wins", _totals(FULL, criteria=["points", "wins"])),
    ("totals.D2.seed", _totals({**FULL, "D1": {"points": 1, "seed": 1}}, criteria=["seed"])),
    ("totals.D1.tentos_ratio", _totals({**FULL, "D1": {"points": 1, "tentos_ratio": "1.2"}})),
    ("totals.D1.tentos_ratio", _totals({**FULL, "D1": {"points": 1, "tentos_ratio": float("nan")}})),
]


@pytest.mark.parametrize(("field", "data"), FAULTS, ids=[f"{n}:{f}" for n, (f, _) in enumerate(FAULTS)])
def test_a_faulty_record_is_refused_and_names_the_field(field: str, data: Any) -> None:
    with pytest.raises(UnreadableRecord) as refusal:
        read_record(data)
    assert refusal.value.params["field"] == field
    assert field in refusal.value.detail
    assert refusal.value.code == "unreadable_record"


def test_notes_and_private_keys_are_kept_out_of_the_table() -> None:
    plain = record(matches=[MATCH])
    noted = record(
        matches=[{**MATCH, "id": "m1", "note": "late", "round": 2, "x-court": 4}], note="a", **{"x-b": 1}
    )
    assert table(plain) == table(noted)


def test_a_ratio_in_totals_is_taken_at_its_written_value() -> None:
    totals = {"D1": {"tentos_ratio": 1.1}, "D2": {"tentos_ratio": 2}, "D3": {"tentos_ratio": 1.2}}
    rows = table(_totals(totals, criteria=["tentos_ratio"]))["rows"]
    assert [row["values"]["tentos_ratio"] for row in rows] == [2, 1.2, 1.1]

"""Read models say what the events say: live, rebuilt, and in the audit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.shell.cups import ONLINE, SINGLES, Cup
from tests.tournaments.shell.test_online import deliver, finish, game_of
from tests.tournaments.shell.world import World
from tournaments.checks import check_replay
from tournaments.models import ChampionshipRow, EntryRow, LegRow, MatchRow, Wake
from truco_api.eventstore.audit import Report
from truco_api.eventstore.projections import rebuild

MODELS = (ChampionshipRow, EntryRow, MatchRow, LegRow, Wake)


def rows() -> dict[str, list[dict[str, Any]]]:
    """Everything in the read models but what the sweep keeps for itself."""
    found = {}
    for model in MODELS:
        values = list(model._default_manager.order_by("pk").values())
        found[model.__name__] = [
            {key: value for key, value in row.items() if key != "claimed_until"} for row in values
        ]
    return found


@pytest.fixture
def busy(world: World) -> Cup:
    """Championships in many states, one of them returned."""
    Cup(world)
    Cup(world).started(3)
    online = Cup(world, ONLINE).playing(4)
    finish(game_of(online, "R1M1"), winner=1)
    deliver()
    cup = Cup(world, SINGLES | {"stages": [{"third_place": True}]}).playing(7)
    cup.do(f"entries/{cup.entries['E7']}/withdraw", {"reason": "ill"})
    for match in cup.open_matches()[:1]:
        cup.decide(match["id"], [[12, 2]])
    cup.hand_in(cup.open_matches()[0]["id"], [[3, 12]])
    cup.advance()
    return cup


def test_rebuilt_is_what_was_written_live(busy: Cup) -> None:
    live = rows()
    assert all(live.values())
    rebuild("championships")
    assert rows() == live


def test_the_audit_finds_nothing_where_nothing_is_wrong(busy: Cup) -> None:
    report = Report()
    check_replay(report)
    assert report.findings == []
    assert report.counts["championships"] == 4
    assert report.counts["events"] > 50


def test_the_audit_names_a_read_model_that_says_something_else(busy: Cup) -> None:
    MatchRow.objects.filter(championship=busy.id, match="R1M2").update(status="waiting")
    EntryRow.objects.filter(id=busy.entries["E1"]).delete()
    report = Report()
    check_replay(report)
    assert [finding.stream for finding in report.findings] == [f"championship-{busy.id}"] * 2
    assert f"matchrow {busy.id}/R1M2" in str(report.findings[1])


def test_the_audit_names_a_draw_that_its_seed_does_not_give(
    busy: Cup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.checks.seeding", lambda entries, **_: tuple(entries))
    report = Report()
    check_replay(report)
    assert any("its seed does not give" in finding.problem for finding in report.findings)

"""The bundles of championships and matches: whole for officials, without what is private for all others."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.bundles.conftest import CHECKER, Bundle, bundle_of, findings, words
from tests.checkpoints.conftest import as_superuser
from tests.games.players import refused
from tests.tournaments.shell.cups import Cup
from tests.tournaments.shell.world import World
from tournaments.codec import codec
from tournaments.queries.history import HIDDEN
from tournaments.rejudging import rejudged
from tournaments.rules.events import ALL

pytestmark = pytest.mark.django_db


def own_events(bundle: Bundle) -> list[dict[str, Any]]:
    """The events of the championship itself."""
    events: list[dict[str, Any]] = bundle["streams"][0]["events"]
    return events


def fee(bundle: Bundle) -> dict[str, Any]:
    """The event in which a fee was marked."""
    return next(event for event in own_events(bundle) if event.get("type") == "fee_marked/1")


def test_everything_of_a_championship_is_checked(cup: Cup) -> None:
    bundle = bundle_of(f"{cup.path[1:]}/", cup.boss.client)
    checked = {"bundle", "checkpoint", "chain", "sealed", "opened", "regulation", "legs", "deals"}
    assert words(bundle) == (checked, set())
    counts, wrong = rejudged(bundle)
    assert (wrong, "1 championships" in counts, "1 games" in counts) == ([], True, True)


def test_what_is_private_is_sealed_for_the_public_and_open_to_officials(cup: Cup) -> None:
    public, official = (bundle_of(f"{cup.path[1:]}/", client) for client in (None, cup.boss.client))
    assert "paid" not in json.dumps(public)
    assert set(fee(public)["data"]) == {"at_ms", "entry_id", "sealed"}
    assert fee(official)["hidden"]["paid"] is True
    assert (public["streams"][0]["closed"], official["streams"][0]["closed"]) == (1, 0)
    assert findings(public) == findings(official) == []


def test_what_was_stored_open_before_it_was_private_is_withheld(cup: Cup) -> None:
    """As an event of an older version would be: its hash alone stands for it."""
    note = "ana forgot her glasses"
    facts: dict[str, Any] = {
        "at_ms": 1,
        "by": None,
        "deadline_ms": None,
        "legs": [],
        "match": "R1M1",
        "note": note,
    }
    sheet = json.dumps(facts)
    old = public_with_a_note(cup, sheet)
    assert "glasses" not in json.dumps(old)
    [withheld] = [event for event in own_events(old) if "withheld" in event]
    assert set(withheld) == {"version", "withheld"}
    assert "withheld" in words(old)[1]


def public_with_a_note(cup: Cup, sheet: str) -> Bundle:
    """The public bundle, after an event of the championship was made one with an open note."""
    stream = f"championship-{cup.id}"
    as_superuser(
        f"UPDATE eventstore_event SET type = 'sheet_handed_in/1', data = '{sheet}' "
        f"WHERE stream = '{stream}' AND type = 'fee_marked/1'"
    )
    return bundle_of(f"{cup.path[1:]}/")


def test_a_match_comes_with_its_own_games_alone(cup: Cup, world: World) -> None:
    bundle = bundle_of(f"{cup.path[1:]}/matches/R1M1/")
    assert bundle["subject"]["match"] == "R1M1"
    assert findings(bundle) == []
    del bundle["streams"][1], bundle["subject"]["streams"][1]
    assert any("not those that were opened" in line for line in findings(bundle))
    refused(Client().get(f"/api/v1{cup.path}/matches/R9M9/audit/"), 404, "unknown_match")  # type: ignore[arg-type]


def test_a_draft_is_there_for_its_staff_alone(world: World) -> None:
    cup = Cup(world)
    assert Client().get(f"/api/v1{cup.path}/audit/").status_code == 404
    assert findings(bundle_of(f"{cup.path[1:]}/", cup.boss.client)) == []


def test_a_result_that_is_not_its_games_is_found(cup: Cup) -> None:
    bundle = bundle_of(f"{cup.path[1:]}/")
    report = CHECKER.Report()
    told = {stream["stream"]: CHECKER.check_chain(report, stream)[1] for stream in bundle["streams"]}
    played = next(line for line in told[f"championship-{cup.id}"] if line[1] == "leg_played")
    played[2]["winner"] = 1 - played[2]["winner"]
    CHECKER.check_meaning(report, bundle, bundle["subject"], told)
    assert any("says something else than the game" in line for line in report.wrong)


def test_whatever_the_public_is_not_told_is_sealed() -> None:
    sealed = {name: set(codec.hidden_fields(kind)) for name, kind in ALL.items()}
    assert {name: fields for name, fields in sealed.items() if fields} == HIDDEN

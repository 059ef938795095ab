"""Whom a championship tells what: whoever it concerns, once, and nobody else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from tests.tournaments.shell.cups import ONLINE, SINGLES, Cup
from tests.tournaments.shell.world import World
from tournaments import notices
from tournaments.codec import stream_of
from tournaments.models import MatchRow
from truco_api.accounts.models import User
from truco_api.eventstore import load
from truco_api.notices import sweeping
from truco_api.notices.models import Notice
from truco_api.webhooks.models import Endpoint
from truco_api.webhooks.services import give_up

TOLERANT = SINGLES | {"tolerance_minutes": {"default": 20}}


def tell(cup: Cup, times: int = 1) -> None:
    """Tell the subscriber all that happened, so many times."""
    for _ in range(times):
        for event in load(stream_of(cup.id)):
            if event.type in notices.TYPES:
                notices.told(event)


def told(kind: str) -> dict[str, dict[str, Any]]:
    """Whom it was told, with the params."""
    names = dict(User.objects.values_list("id", "username"))
    return {names[one.user_id]: one.params for one in Notice.objects.filter(kind=kind)}


def sides(cup: Cup, match: str) -> list[str]:
    """The accounts of both sides, home first."""
    return [cup.players(side["name"])[0] for side in cup.match(match)["sides"]]


def test_players_are_told_of_the_draw_their_round_and_their_call(world: World) -> None:
    cup = Cup(world).playing(4)
    tell(cup)
    players = {player for name in cup.entries for player in cup.players(name)}
    assert (
        told("stage_drawn").keys() == told("round_opened").keys() == told("called_to_table").keys() == players
    )
    home, away = sides(cup, "R1M1")
    match = cup.match("R1M1")
    assert told("called_to_table")[home] == {
        "championship": "Copa do Zap",
        "match": "R1M1",
        "opponent": match["sides"][1]["name"],
        "table": match["table"],
    }
    assert told("round_opened")[away]["opponent"] == match["sides"][0]["name"]


def test_an_online_match_has_no_table(world: World) -> None:
    cup = Cup(world, ONLINE).playing(2)
    tell(cup)
    assert told("called_online").keys() == {"e1a", "e2a"}
    assert told("called_to_table") == {}


def test_a_sheet_is_for_the_other_side_to_confirm_and_an_officials_for_both(world: World) -> None:
    cup = Cup(world).playing(4)
    home, away = sides(cup, "R1M1")
    cup.hand_in("R1M1", [[12, 5]], by=world[home])
    cup.hand_in("R1M2", [[12, 5]])
    tell(cup)
    others = sides(cup, "R1M2")
    assert told("result_to_confirm").keys() == {away, *others}


def test_arbiters_hear_of_a_dispute_and_both_sides_of_the_ruling(world: World) -> None:
    cup = Cup(world).playing(4)
    home, away = sides(cup, "R1M1")
    cup.hand_in("R1M1", [[12, 5]], by=world[home])
    world[away].post(f"{cup.path}/matches/R1M1/dispute/", {"reason": "12-9 it was"})
    ruling = {"ruling": "uphold", "reason": "seen by all"}
    world["arbiter"].post(f"{cup.path}/matches/R1M1/ruling/", ruling)
    world["arbiter"].post(f"{cup.path}/matches/R1M1/correction/", {"legs": [[12, 9]], "reason": "misread"})
    world["arbiter"].post(f"{cup.path}/matches/R1M1/reopening/", {"reason": "marked cards"})
    tell(cup, times=3)
    assert told("dispute_opened").keys() == {"arbiter", home}
    assert told("dispute_ruled").keys() == {home, away}
    assert told("result_corrected").keys() == told("match_reopened").keys() == {home, away}
    assert "12-9" not in str(list(Notice.objects.values_list("params", flat=True)))


def test_organizers_hear_of_an_appeal(world: World) -> None:
    cup = Cup(world).playing(4)
    home, away = sides(cup, "R1M1")
    cup.decide("R1M1", [[12, 5]])
    world[away].post(f"{cup.path}/matches/R1M1/disputes/", {"reason": "a hidden card", "leg": 1}, 201)
    ruling = {"ruling": "uphold", "reason": "seen by all"}
    world["arbiter"].post(f"{cup.path}/disputes/D1/ruling/", ruling)
    world[away].post(f"{cup.path}/disputes/D1/appeal/", {"reason": "nobody looked"})
    tell(cup)
    assert told("dispute_opened").keys() == {"arbiter", home}
    assert told("ruling_appealed").keys() == {"owner", "organizer", home}


def test_the_same_events_told_again_and_again_are_told_once(world: World) -> None:
    cup = Cup(world).playing(4)
    tell(cup)
    before = set(Notice.objects.values_list("id", flat=True))
    tell(cup, times=3)
    assert set(Notice.objects.values_list("id", flat=True)) == before


def test_everybody_entered_hears_that_it_is_called_off(world: World) -> None:
    cup = Cup(world)
    cup.register("E1", "E2")
    cup.do("cancel", {"reason": "rain"})
    tell(cup)
    assert told("championship_cancelled").keys() == {"e1a", "e2a"}


def _come(minutes: float) -> None:
    for row in Notice.objects.filter(due_at__isnull=False):
        assert row.due_at
        Notice.objects.filter(pk=row.pk).update(due_at=row.due_at - timedelta(minutes=minutes))
    sweeping.appear()


def test_who_is_missing_is_warned_five_minutes_before_the_walkover(world: World) -> None:
    cup = Cup(world, TOLERANT).playing(2)
    tell(cup)
    home, away = sides(cup, "R1M1")
    _come(14)
    assert not Notice.objects.filter(kind="walkover_warning", appeared_at__isnull=False).exists()
    world[home].post(f"{cup.path}/matches/R1M1/presence/")
    _come(1.1)
    assert told("walkover_warning").keys() == {away}
    assert Notice.objects.get(kind="walkover_warning").wake_at is not None


def test_nobody_is_warned_of_a_walkover_that_cannot_be_any_more(world: World) -> None:
    cup = Cup(world, TOLERANT).playing(2)
    tell(cup)
    cup.decide("R1M1", [[12, 0]])
    _come(16)
    assert told("walkover_warning") == {}


def test_an_invitation_is_told_and_points_to_where_it_is_answered(world: World) -> None:
    path = f"/clubs/{world.club.id}/invitations/"
    world["owner"].post(path, {"username": "outsider", "roles": ["player"]}, 201)
    notice = Notice.objects.get()
    assert (notice.kind, notice.params) == ("club_invitation", {"club": "Clube do Zap"})
    link = notice.link.removeprefix("/api/v1")
    assert len(world["outsider"].get(link)["results"]) == 1


def test_owners_hear_that_their_webhook_was_switched_off(world: World) -> None:
    endpoint = Endpoint.objects.create(
        club=world.club.id, url="https://club.example/", created_at=timezone.now()
    )
    give_up(endpoint, Endpoint.Why.FAILING)
    assert told("webhook_disabled") == {"owner": {"club": "Clube do Zap", "url": "https://club.example/"}}
    link = Notice.objects.get().link.removeprefix("/api/v1")
    assert world["owner"].get(link)["disabled"] == "failing"


@pytest.mark.parametrize("name", ["called_to_table", "round_opened"])
def test_what_a_notice_points_to_is_there(world: World, name: str) -> None:
    cup = Cup(world).playing(2)
    tell(cup)
    for notice in Notice.objects.filter(kind=name):
        assert world["anonymous"].get(notice.link.removeprefix("/api/v1"))["id"] == "R1M1"
    assert MatchRow.objects.filter(championship=UUID(cup.id)).exists()

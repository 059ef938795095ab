"""Reports of conduct: for those who look after the play, and for nobody else."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from games.errors import TooManyReports
from games.models import ConductReport
from games.services import report_conduct
from games.services.conduct import MOST_A_DAY
from tests.games.conftest import Seating
from tests.games.players import Person, good, refused
from tournaments.models import ChampionshipRow, Club, Membership
from tournaments.models import Person as Player

WISH = {"seat": 1, "kind": "insult", "text": "Não se fala assim."}


def test_a_player_reports_another_once_and_the_staff_reads_it(seated: Seating, bia: Person) -> None:
    game, people = seated()
    path = f"/api/v1/games/{game}/reports/"
    told = good(people[0].client.post(path, WISH), 201)
    assert (told["kind"], told["seat"], told["version"]) == ("insult", 1, people[0].see(game)["version"])
    refused(people[0].client.post(path, WISH), 409, "already_reported")
    refused(people[1].client.get("/api/v1/conduct-reports/"), 403, "forbidden")
    bia.user.is_staff = True
    bia.user.save()
    (report,) = good(bia.client.get("/api/v1/conduct-reports/"))["results"]
    assert (report["reporter"], report["reported"]) == ("Player-1", "Player-2")


def test_who_is_reported_reads_of_it_nowhere(seated: Seating) -> None:
    game, people = seated()
    before = people[1].see(game)["version"]
    good(people[0].client.post(f"/api/v1/games/{game}/reports/", WISH), 201)
    assert people[1].see(game)["version"] == before
    for path in ("", "events/", "hands/", "signals/", "reports/"):
        assert b"assim" not in people[1].client.get(f"/api/v1/games/{game}/{path}").content


def test_one_reports_who_plays_in_ones_own_game(seated: Seating, bia: Person) -> None:
    game, people = seated()
    path = f"/api/v1/games/{game}/reports/"
    refused(bia.client.post(path, WISH), 403, "not_seated")
    refused(people[0].client.post(path, WISH | {"seat": 0}), 422, "seat_not_held")
    refused(people[0].client.post(path, WISH | {"seat": 5}), 422, "no_such_seat")
    refused(people[0].client.post(path, WISH | {"kind": "ugly"}), 422, "invalid")
    assert not ConductReport.objects.exists()


def test_who_left_their_place_to_a_bot_can_still_be_reported(seated: Seating) -> None:
    game, people = seated(on_leave="bot")
    good(people[1].leave(game, 1))
    good(people[0].client.post(f"/api/v1/games/{game}/reports/", WISH), 201)
    assert ConductReport.objects.get().reported == people[1].user


def test_nobody_reports_all_the_time(seated: Seating) -> None:
    games = [seated() for _ in range(2)]
    (first, people), (_, others) = games
    reporter, now = people[0].user, timezone.now()
    ConductReport.objects.bulk_create(
        ConductReport(
            game=reporter.pk,
            version=1,
            reporter=reporter,
            reported=others[0].user,
            seat=number,
            kind="other",
            created_at=now - timedelta(hours=number),
        )
        for number in range(MOST_A_DAY)
    )
    told = people[0].client.post(f"/api/v1/games/{first}/reports/", WISH)
    refused(told, 429, "too_many_reports")
    assert int(told["Retry-After"]) > 0
    tomorrow = now + timedelta(hours=16)
    args: Any = {"reporter": reporter, "seat": 1, "kind": "other", "text": ""}
    game_id = people[0].see(first)["id"]
    assert report_conduct(game_id=UUID(game_id), now=tomorrow, **args)
    with pytest.raises(TooManyReports):
        report_conduct(game_id=UUID(game_id), now=now, **args)


def test_in_a_championship_its_clubs_arbiters_read_it_too(seated: Seating, ana: Person, bia: Person) -> None:
    _, people = seated()
    club = Club.objects.create(name="Clube")
    championship = ChampionshipRow.objects.create(
        id=uuid4(), club=club, name="Copa", phase="running", version=0, variant="paulista", online=True,
        body={}, created_at=timezone.now(),
    )  # fmt: skip
    arbiter = Player.objects.create(name="Ana", account=ana.user)
    Membership.objects.create(club=club, person=arbiter, roles=["arbiter"])
    for origin in (f"championship:{championship.id}/A1/1", f"championship:{uuid4()}/A1/1", ""):
        ConductReport.objects.create(
            game=uuid4(), origin=origin, version=9, reporter=people[0].user, reported=people[1].user, seat=1,
            kind="stalling", created_at=timezone.now(),
        )  # fmt: skip
    path = f"/api/v1/championships/{championship.id}/conduct-reports/"
    (report,) = good(ana.client.get(path))["reports"]
    assert (report["kind"], report["reporter"]) == ("stalling", "Player-1")
    refused(bia.client.get(path), 403, "role_required")
    refused(people[1].client.get(path), 403, "role_required")

"""What people are told of championships: whom an event concerns, and in which words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.dispatch import receiver
from django.utils import timezone

from games.states import moment
from tournaments.codec import codec
from tournaments.models import ChampionshipRow, Club, EntryRow, MatchRow, Membership, Person, Role
from tournaments.rules import events as ev
from truco_api.errors import gettext_noop
from truco_api.eventstore import Recorded, subscriber
from truco_api.notices import kinds
from truco_api.notices.services import Told, notify
from truco_api.webhooks.models import Endpoint
from truco_api.webhooks.services import given_up

ORGANIZERS: Final = (Role.OWNER, Role.ORGANIZER)
WARNING: Final = timedelta(minutes=5)
"""So long before a walkover it is warned of; halfway, where the time is shorter than twice that."""


def _still_missing(user: UUID, params: Mapping[str, Any]) -> bool:
    """Whether the side is still not there, and loses at that very time."""
    row = MatchRow.objects.filter(id=f"{params['championship_id']}/{params['match']}").first()
    if row is None or row.status != "called" or row.body.get("deadline_at") != params["deadline_at"]:
        return False
    absent = {side["entry"] for side in row.body["sides"] if not side["present"]}
    persons = list(Person.objects.filter(account_id=user).values_list("id", flat=True))
    return EntryRow.objects.filter(id__in=absent, members__overlap=persons).exists()


TO_TABLE: Final = kinds.register(
    "called_to_table",
    gettext_noop("{championship}: your match against {opponent} is called to table {table}."),
)
CALLED: Final = kinds.register(
    "called_online", gettext_noop("{championship}: your match against {opponent} is called.")
)
WALKOVER: Final = kinds.register(
    "walkover_warning",
    gettext_noop("{championship}: you are not at your match against {opponent} yet, and will lose it soon."),
    _still_missing,
)
CONFIRM: Final = kinds.register(
    "result_to_confirm",
    gettext_noop("{championship}: a score sheet of your match against {opponent} waits for your answer."),
)
DISPUTED: Final = kinds.register(
    "dispute_opened", gettext_noop("{championship}, match {match}: what happened there is disputed.")
)
APPEALED: Final = kinds.register(
    "ruling_appealed", gettext_noop("{championship}, match {match}: the ruling is taken to the organizer.")
)
LAPSED: Final = kinds.register(
    "dispute_lapsed",
    gettext_noop("{championship}, match {match}: no arbiter has ruled in time, so an organizer is to rule."),
)
RULED: Final = kinds.register(
    "dispute_ruled", gettext_noop("{championship}, match {match}: the dispute was ruled on.")
)
CORRECTED: Final = kinds.register(
    "result_corrected", gettext_noop("{championship}, match {match}: the result was corrected.")
)
REOPENED: Final = kinds.register(
    "match_reopened", gettext_noop("{championship}, match {match}: the result was annulled.")
)
DRAWN: Final = kinds.register("stage_drawn", gettext_noop("{championship}: the draw is made."))
ROUND: Final = kinds.register(
    "round_opened", gettext_noop("{championship}: in round {round} you play against {opponent}.")
)
CANCELLED: Final = kinds.register("championship_cancelled", gettext_noop("{championship} was called off."))
INVITED: Final = kinds.register("club_invitation", gettext_noop("{club} invites you to become a member."))
WEBHOOK: Final = kinds.register(
    "webhook_disabled", gettext_noop("{club}: nothing is sent to {url} any more, since it does not answer.")
)

TYPES: Final = frozenset(
    {
        "match_called/1",
        "sheet_handed_in/1",
        "dispute_opened/1",
        "dispute_lapsed/1",
        "dispute_ruled/1",
        "dispute_ruled/2",
        "ruling_appealed/1",
        "result_corrected/1",
        "match_reopened/1",
        "draw_made/2",
        "round_opened/1",
        "championship_cancelled/1",
    }
)


@subscriber("tournaments.notices", stream_kind="championship", types=TYPES)
def told(event: Recorded) -> None:
    """Tell whom it concerns; once, however often it comes."""
    championship = ChampionshipRow.objects.filter(id=UUID(event.stream.partition("-")[2])).first()
    if championship is None:
        return
    what = codec.decode(event)
    match what:
        case ev.MatchCalled():
            _called(championship, event, what)
        case ev.RoundOpened():
            _round(championship, event, what)
        case ev.DrawMade():
            _to_entries(championship, event, DRAWN, what.entries)
        case ev.ChampionshipCancelled():
            entries = EntryRow.objects.filter(championship=championship, out="")
            _to_entries(championship, event, CANCELLED, entries.values_list("id", flat=True))
        case _:
            _result(championship, event, what)


def _result(championship: ChampionshipRow, event: Recorded, what: Any) -> None:
    """From the sheet to the last word on it."""
    match what:
        case ev.SheetHandedIn():
            _each_side(championship, event, what.match, CONFIRM, but=what.by)
        case ev.DisputeOpened():
            _each_side(championship, event, what.match, DISPUTED, but=what.by)
            _to_staff(championship, event, what.match, DISPUTED, Role.ARBITER)
        case ev.RulingAppealed():
            _each_side(championship, event, what.match, APPEALED, but=what.by)
            _to_staff(championship, event, what.match, APPEALED, *ORGANIZERS)
        case ev.DisputeLapsed():
            _to_staff(championship, event, what.match, LAPSED, *ORGANIZERS)
        case ev.DisputeRuled():
            _each_side(championship, event, what.match, RULED)
        case ev.ResultCorrected():
            _each_side(championship, event, what.match, CORRECTED)
        case _:
            _each_side(championship, event, what.match, REOPENED)


def invited(*, invitation: UUID, club: Club, user: UUID, at: datetime) -> None:
    """Tell an account that a club invites it."""
    notify(
        [user],
        Told(INVITED, f"invitation:{invitation}", "/api/v1/invitations/", {"club": club.name}),
        at=at,
    )


@receiver(given_up, dispatch_uid="tournaments.notices")
def _given_up(endpoint: Endpoint, **_more: Any) -> None:
    """Tell the owners of a club that its webhook was switched off."""
    club = Club.objects.filter(id=endpoint.club).first()
    if club is None:
        return
    at = endpoint.disabled_at or timezone.now()
    notify(
        _holding(club.id, Role.OWNER),
        Told(
            WEBHOOK,
            f"webhook:{endpoint.id}:{at.isoformat()}",
            f"/api/v1/clubs/{club.id}/webhooks/{endpoint.id}/",
            {"club": club.name, "url": endpoint.url},
        ),
        at=at,
    )


def _called(championship: ChampionshipRow, event: Recorded, what: ev.MatchCalled) -> None:
    """Both sides, and a warning for later where somebody could come too late."""
    kind = CALLED if what.table is None else TO_TABLE
    _each_side(championship, event, what.match, kind, {"table": what.table})
    if what.deadline_ms is None:
        return
    deadline = moment(what.deadline_ms)
    later = deadline - min(WARNING, (deadline - event.at) / 2)
    more = {
        "deadline_at": deadline.isoformat(timespec="milliseconds"),
        "championship_id": str(championship.id),
    }
    _each_side(championship, event, what.match, WALKOVER, more, later=later)


def _round(championship: ChampionshipRow, event: Recorded, what: ev.RoundOpened) -> None:
    rows = MatchRow.objects.filter(championship=championship, home__isnull=False, away__isnull=False)
    for row in rows:
        if (row.body["stage"], row.body["round"]) == (what.stage, what.round):
            _each_side(championship, event, row.match, ROUND, {"round": what.round})


def _each_side(
    championship: ChampionshipRow,
    event: Recorded,
    match: str,
    kind: str,
    more: Mapping[str, Any] | None = None,
    *,
    but: str | None = None,
    later: datetime | None = None,
) -> None:
    """The players of both sides (of one of them `but` not), each with the other's name."""
    row = MatchRow.objects.filter(championship=championship, match=match).first()
    if row is None:
        return
    names = {str(entry): name for entry, name in _entries(row).values_list("id", "name")}
    for side, other in ((row.home, row.away), (row.away, row.home)):
        if side is None or str(side) == but:
            continue
        params = {
            "championship": championship.name,
            "match": match,
            "opponent": names.get(str(other)),
            **(more or {}),
        }
        cause = f"{event.stream}:{event.version}:{match}"
        notify(_players([side]), Told(kind, cause, _link(championship, match), params, later), at=event.at)


def _to_staff(championship: ChampionshipRow, event: Recorded, match: str, kind: str, *roles: Role) -> None:
    """Those of the club who hold one of these roles and do not play in the match."""
    row = MatchRow.objects.filter(championship=championship, match=match).first()
    sides = [side for side in (row.home, row.away) if side] if row else []
    holders = set(_holding(championship.club_id, *roles)) - set(_players(sides))
    params = {"championship": championship.name, "match": match}
    cause = f"{event.stream}:{event.version}:{match}"
    notify(holders, Told(kind, cause, _link(championship, match), params), at=event.at)


def _to_entries(
    championship: ChampionshipRow, event: Recorded, kind: str, entries: Iterable[UUID | str]
) -> None:
    params = {"championship": championship.name}
    link = f"/api/v1/championships/{championship.id}/"
    cause = f"{event.stream}:{event.version}"
    notify(_players(entries), Told(kind, cause, link, params), at=event.at)


def _players(entries: Iterable[UUID | str]) -> list[UUID]:
    """The accounts of those who play in these entries."""
    members = EntryRow.objects.filter(id__in=list(entries)).values_list("members", flat=True)
    persons = {person for group in members for person in group}
    found = Person.objects.filter(id__in=persons, account__isnull=False)
    return [account for account in found.values_list("account_id", flat=True) if account]


def _holding(club_id: UUID, *roles: Role) -> list[UUID]:
    """The accounts that hold one of these roles in a club."""
    rows = Membership.objects.filter(
        club_id=club_id, roles__overlap=list(roles), person__account__isnull=False
    )
    return [account for account in rows.values_list("person__account_id", flat=True) if account]


def _entries(row: MatchRow) -> Any:
    return EntryRow.objects.filter(id__in=[side for side in (row.home, row.away) if side])


def _link(championship: ChampionshipRow, match: str) -> str:
    return f"/api/v1/championships/{championship.id}/matches/{match}/"

"""Reading games: for one viewer, who sees what their seat may see and nothing else."""

from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from games.codec import CODEC
from games.errors import GameNotFound, NoSuchVersion, NotSeated, StaleGame
from games.fairness import deal_json
from games.models import Game, Place
from games.projections import listed as as_listed
from games.projections import user_of
from games.rules.clocks import deadline_ms, reserves_ms, turn_left_ms
from games.rules.table import BOT, Event, Phase, Table, is_bot
from games.rules.table.sight import past_view, see, view
from games.spectating import sight
from games.states import State, as_of, latest, milliseconds, moment, stream_of
from truco_api.accounts.models import User
from truco_api.accounts.names import deleted_player
from truco_api.eventstore import Recorded, head_version, load
from truco_api.eventstore.codec import SIGNED
from truco_api.eventstore.hot import hot
from truco_api.presence import queries as presence

Data = dict[str, Any]
MISSED_AT_MOST: Final = 200
# `User.shown_name`, asked for with every look at a game: built by the ORM it was a third of that look's cost.
NAMES: Final = """
SELECT id, coalesce(nullif(display_name, ''), username) FROM accounts_user
WHERE id = ANY(CAST(%(ids)s AS uuid[]))
"""


def game_json(state: State, actor: str | None, now: datetime) -> Data:
    """The whole of a game as one viewer sees it: table, places with names, clocks, cards."""
    table = state.table
    seat = table.place_of(actor) if actor else None
    return {
        **_heading(state),
        "variant": table.rules.variant.id,
        "options": table.rules.settled(),
        "players": table.rules.players,
        "public": table.public,
        "auto_start": table.auto_start,
        "owner": table.owner,
        "origin": table.origin,
        "opened_at": state.opened_at.isoformat(),
        "you": seat,
        "house": house_json(table),
        "rematch": {"agreed": list(table.rematch.agreed), "game": table.rematch.game},
        "seats": _seats(table, milliseconds(now)),
        "clock": clock_json(table, now),
        "deal": deal_json(table, seat),
        "view": view(table, seat),
        "stream_url": f"{settings.STREAM_URL}/api/v1/games/{state.game_id}/stream/",
        "events_url": f"{settings.STREAM_URL}/api/v1/games/{state.game_id}/events/",
    }


def action_json(state: State, seat: int, events: list[Data], now: datetime) -> Data:
    """The answer to an action: what happened by it, and the cards and clocks after it."""
    return {
        **_heading(state),
        "you": seat,
        "events": events,
        "clock": clock_json(state.table, now),
        "deal": deal_json(state.table, seat),
        "view": view(state.table, seat),
    }


def house_json(table: Table) -> Data:
    """The house rules of a table."""
    house = table.house
    return {**house._asdict(), "on_leave": house.on_leave.value}


def clock_json(table: Table, now: datetime) -> Data:
    """Every clock is the server's: who is awaited, until when, and what is left (milliseconds)."""
    now_ms = milliseconds(now)
    due = deadline_ms(table.clocks, table.clock)
    return {
        "server_now": moment(now_ms).isoformat(timespec="milliseconds"),
        "awaited": list(table.awaited),
        "deadline_at": None if due is None else moment(due).isoformat(timespec="milliseconds"),
        "left_ms": None if due is None else max(0, due - now_ms),
        "turn_left_ms": None if due is None else turn_left_ms(table.clocks, table.clock, now_ms),
        "reserve_ms": list(reserves_ms(table.clocks, table.clock, now_ms)),
        "turn_seconds": table.clock.turn_seconds,
        "reserve_seconds": table.clock.reserve_seconds,
        "on_timeout": table.clock.on_timeout.value,
        "abandon_after": table.clock.abandon_after,
    }


def event_json(recorded: Recorded, event: Event, seat: int | None, *, open_cards: bool) -> Data:
    """An event as a seat may see it. Every seat is given the same versions, types and times."""
    told = {
        "version": recorded.version,
        "type": recorded.type,
        "at": recorded.at.isoformat(timespec="milliseconds"),
        "data": see(event, seat, open_cards=open_cards),
    }
    if SIGNED in recorded.data and (open_cards or not _is_anothers_secret(event, seat)):
        told["signed"] = recorded.data[SIGNED]
    return told


def _is_anothers_secret(event: Event, seat: int | None) -> bool:
    """Whether what was signed would tell a card that this seat may not see."""
    return CODEC.hides(event) and getattr(event, "seat", None) != seat


def events_after(state: State, actor: str | None, after: int, limit: int) -> list[Data]:
    """Up to `limit` events after a version, as this viewer may see them now."""
    if after >= state.version:
        return []
    seat = state.table.place_of(actor) if actor else None
    until = min(state.version, after + limit)
    return [
        event_json(recorded, CODEC.decode(recorded), seat, open_cards=state.table.over)
        for recorded in load(stream_of(state.game_id), after=after, until=until)
    ]


def events_for(*, game_id: UUID, user: User | None, after: int, limit: int) -> list[Data]:
    """The same for a user, as far as the game is shown to them; GameNotFound without a game."""
    actor = user.actor if user else None
    return events_after(sight(game_id, actor).state, actor, after, limit)


def stale(game_id: UUID, actor: str, expected: int) -> Exception:
    """Why a command came too late: the events since then, as the caller may see them, so that nothing more
    need be asked. GameNotFound when there is no such game at all."""
    try:
        state = latest(game_id)
    except GameNotFound as error:
        return error
    if state.table.house.delayed and state.table.place_of(actor) is None:
        return NotSeated()  # what has happened since is not for them yet
    missed = events_after(state, actor, expected, MISSED_AT_MOST)
    return StaleGame(current_version=state.version, events=missed)


def state_json(game_id: UUID, actor: str | None, version: int) -> Data:
    """The game as it stood at a version, as the caller may see it today."""
    now = sight(game_id, actor).state
    if not 1 <= version <= now.version:
        raise NoSuchVersion
    then = now if version == now.version else as_of(game_id, version)
    seat = now.table.place_of(actor) if actor else None
    seen = view(now.table, seat) if then is now else past_view(then.table, seat, open_cards=now.table.over)
    return {
        **_heading(then),
        "you": seat,
        "seats": _seats(then.table, milliseconds(then.changed_at)),
        "clock": clock_json(then.table, then.changed_at),
        "view": seen,
    }


def with_names(body: Data) -> Data:
    """Fill in what the players are called, and whether they are connected, in one round trip."""
    ids = {seat["holder"]: user_of(seat["holder"]) for seat in body["seats"] if seat["holder"]}
    people, names, seen = _people(body["seats"]), {}, {}
    if people:
        wanted = [str(user_id) for user_id in ids.values() if user_id]
        named, present = hot().ask((NAMES, {"ids": wanted}), presence.asking(people.values()))
        found: dict[UUID, str] = dict(named)
        names = {holder: found[user_id] for holder, user_id in ids.items() if user_id in found}
        seen = _presence_json(people, presence.present(present))
    for seat in body["seats"]:
        seat["presence"] = seen.get(seat["seat"])
        seat["name"] = names.get(seat["holder"]) or (deleted_player() if ids.get(seat["holder"]) else None)
    return body


def names_at(table: Table) -> list[str | None]:
    """What the players are called, by seat, in one statement; None for a free place, and for a bot."""
    ids = [user_of(holder) if holder else None for holder in table.seats]
    users = User.objects.in_bulk([user_id for user_id in ids if user_id])
    return [
        users[user_id].shown_name if user_id in users else deleted_player() if user_id else None
        for user_id in ids
    ]


def presence_json(seats: list[Data]) -> dict[int, Data]:
    """By seat, whether its player is connected, and since when that is so; in one statement."""
    people = _people(seats)
    return _presence_json(people, presence.presence_of(people.values()))


def _people(seats: list[Data]) -> dict[int, UUID]:
    """By seat, whose it is: also where a bot plays for somebody."""
    people = {seat["seat"]: user_of(seat["away"] or seat["holder"] or "") for seat in seats}
    return {seat: account for seat, account in people.items() if account}


def _presence_json(people: dict[int, UUID], found: dict[UUID, presence.Presence]) -> dict[int, Data]:
    return {
        seat: {"connected": found[account].connected, "since": _iso(found[account].since)}
        for seat, account in people.items()
        if account in found
    }


class Around(NamedTuple):
    """What is told beside the events of a game: how it stands now, and which presences it shows."""

    version: int
    clock: Data
    presence: list[Data]
    people: tuple[UUID, ...]
    delayed: bool


def around(game_id: UUID, user: User | None) -> Around:
    """The clocks of a game and the presence of its players, as one viewer may see them."""
    seen = sight(game_id, user.actor if user else None)
    seats = _seats(seen.table, milliseconds(seen.at))
    present = presence_json(seats)
    return Around(
        seen.state.version,
        clock_json(seen.table, seen.at),
        [{"seat": seat, **told} for seat, told in present.items()],
        tuple(_people(seats).values()),
        seen.seat is None and seen.table.house.delayed,
    )


def open_tables(
    *, free_seats: int = 1, bots: bool | None = None, options: Data | None = None
) -> QuerySet[Game]:
    """The tables that anybody may join: with so many free places, with or without bots, and these options."""
    found = Game.objects.filter(phase=Phase.OPEN, public=True, origin=None, free_seats__gte=free_seats)
    if bots is not None:
        with_bots = Place.objects.filter(holder__startswith=BOT).values("game_id")
        found = found.filter(pk__in=with_bots) if bots else found.exclude(pk__in=with_bots)
    if options:
        found = found.filter(options__contains=options)
    return found.prefetch_related("places")


def listed(game_id: UUID, actor: str | None) -> Game:
    """A game as it stands in lists, as far as this viewer may see it; GameNotFound without one."""
    seen = sight(game_id, actor).state
    row = Game.objects.filter(pk=game_id).prefetch_related("places").first()
    if row is None:
        raise GameNotFound
    return as_listed(row, seen)


def games_of(user: User) -> QuerySet[Game]:
    """Every game in which this account holds a place."""
    own = Place.objects.filter(user=user).values("game_id")
    return Game.objects.filter(pk__in=own).prefetch_related("places")


def newer_than(game_id: UUID, version: int) -> bool:
    """Whether anything has happened since, in one small statement."""
    return head_version(stream_of(game_id)) > version


def now() -> datetime:
    """The server's time."""
    return timezone.now()


def _iso(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="milliseconds")


def _heading(state: State) -> Data:
    result = state.table.result
    return {
        "id": str(state.game_id),
        "version": state.version,
        "phase": state.table.phase.value,
        "changed_at": state.changed_at.isoformat(),
        "result": None if result is None else {**result._asdict(), "score": list(result.score)},
    }


def _seats(table: Table, now_ms: int) -> list[Data]:
    reserves = reserves_ms(table.clocks, table.clock, now_ms)
    return [
        {
            "seat": seat,
            "team": table.team_of(seat),
            "holder": holder,
            "bot": is_bot(holder),
            "away": next((lent.holder for lent in table.lent if lent.seat == seat), None),
            "reserve_ms": reserves[seat],
            "missed": table.missed[seat],
        }
        for seat, holder in enumerate(table.seats)
    ]

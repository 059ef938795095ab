"""The hands of a game, and the replay of one: what the API tells of them, to be read and looked at."""

from dataclasses import dataclass
from itertools import count
from typing import NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games import queries
from games.explain import Explanation, Following
from games.hands import Seen, Step, look_back, seen_hand
from games.pages.drawing import symbols
from games.pages.naming import Names, is_spanish
from games.pages.scene import Scene, scene_of
from games.pages.telling import description, facts
from games.rules.table import Table, is_bot
from games.spectating import sight
from truco_api.http.web import page, reader, shown


class Line(NamedTuple):
    """A hand in the list: `ended` says how, in a sentence; empty while it is played."""

    number: int
    dealer: str
    before: tuple[int, ...]
    after: tuple[int, ...] | None
    ended: SafeString | str


@dataclass(frozen=True, slots=True)
class Told:
    """A step as it is shown: its number, the sentence, the reasons, what may follow, and the table."""

    number: int
    says: SafeString
    why: list[SafeString]
    to_act: list[str]
    following: list[SafeString]
    scene: Scene
    description: str
    facts: list[tuple[str, str]]


class Look(NamedTuple):
    """A way to look at the hand that the reader may choose."""

    query: str
    label: str
    current: bool


@page
@require_safe
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Every hand of a game with its score, each leading to its replay."""
    actor = _actor(request)
    table = sight(game_id, actor).table
    names = _names(table)
    context = {
        "game_id": game_id,
        "variant": table.rules.variant.name,
        "target": table.rules.target,
        "sides": _sides(table, names),
        "score": table.game.score if table.game else None,
        "won": names.team(table.result.winner) if table.result and table.result.winner is not None else "",
        "phase": table.phase.value,
        "lines": [_line(hand, names) for hand in look_back(game_id, actor)],
    }
    return shown(request, "games/game.html", context, lively=not table.over)


@page
@require_safe
def hand(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """One hand, step by step, as the reader may see it; `?seat=` looks with the eyes of one place."""
    seat = request.GET.get("seat", "")
    wish = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 else None
    hands = look_back(game_id, _actor(request), as_seat=wish)
    seen = seen_hand(hands, number)
    names = _names(seen.now)
    told = _told(seen, names)
    codes = {code for step in told for code in step.scene.codes()}
    numbers = {other.hand.number for other in hands}
    context = {
        "game_id": game_id,
        "number": number,
        "previous": number - 1 if number - 1 in numbers else None,
        "following": number + 1 if number + 1 in numbers else None,
        "variant": seen.now.rules.variant.name,
        "names": [names.player(seat) for seat in range(seen.now.rules.players)],
        "steps": told,
        "looks": _looks(seen, names),
        "open_cards": seen.open_cards,
        "playing": not seen.now.over,
        "symbols": symbols(codes, spanish=is_spanish(seen.now.rules)),
    }
    return shown(request, "games/hand.html", context)


def _actor(request: HttpRequest) -> str | None:
    user = reader(request)
    return user.actor if user else None


def _names(table: Table) -> Names:
    bot = gettext("Bot {seat}")
    people = [
        name or (bot.format(seat=seat) if is_bot(table.seats[seat]) else None)
        for seat, name in enumerate(queries.names_at(table))
    ]
    return Names(people, table.rules)


def _sides(table: Table, names: Names) -> list[str]:
    return [names.team(number) for number in range(table.rules.scores)]


def _line(seen: Seen, names: Names) -> Line:
    hand, scored = seen.hand, seen.hand.scored
    if scored is None:
        return Line(hand.number, names.player(hand.dealer), hand.score, None, "")
    last = next(step for step in reversed(hand.steps) if step.event is scored)
    ended = names.sentence(seen.explained(last).says)
    return Line(hand.number, names.player(hand.dealer), hand.score, scored.score, ended)


def _told(seen: Seen, names: Names) -> list[Told]:
    numbers = count(1)
    return [_step(next(numbers), seen, names, *told) for told in seen.steps()]


def _step(
    number: int, seen: Seen, names: Names, step: Step, explained: Explanation, after: Following
) -> Told:
    scene = scene_of(seen, step, after.to_act)
    return Told(
        number=number,
        says=names.sentence(explained.says),
        why=[names.sentence(why) for why in explained.why],
        to_act=[names.player(seat) for seat in after.to_act],
        following=[names.sentence(why) for why in after.why],
        scene=scene,
        description=description(scene, names),
        facts=facts(scene, names),
    )


def _looks(seen: Seen, names: Names) -> list[Look]:
    """All cards or any place's view once the game is over; before that there is nothing to choose."""
    if not seen.now.over:
        return []
    places = [
        Look(
            f"?seat={seat}",
            gettext("As {name} saw it").format(name=names.player(seat)),
            not seen.open_cards and seen.seat == seat,
        )
        for seat in range(seen.now.rules.players)
    ]
    return [Look("?", gettext("All cards open"), seen.open_cards), *places]

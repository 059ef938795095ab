"""A disputed hand in words: online from its stream, as the reader may see it; at a table from its record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.safestring import SafeString

from games import queries as game_queries
from games.errors import NoSuchHand
from games.explain import explain
from games.hands import look_back, seen_hand
from games.pages.drawing import symbols
from games.pages.naming import Names, is_spanish
from games.rules.commands import Act
from games.rules.decide import step
from games.rules.evolve import evolve
from games.rules.options import rules_for
from games.rules.record import Record, read_record
from games.rules.signals import SIGNAL_TYPES
from games.rules.table import Table
from games.rules.table.events import TableOpened
from games.rules.table.evolve import evolve as evolve_table
from tournaments.rules.state import Championship, Match
from truco_api import problems
from truco_api.errors import DomainError, IllegalMove


@dataclass(frozen=True, slots=True)
class Told:
    """A step: its number, the sentence, the reasons; whether it is the one that is disputed, or a fault."""

    number: int
    says: SafeString | str
    why: tuple[SafeString | str, ...] = ()
    named: bool = False
    fault: bool = False


def suits_of(state: Championship, match: Match) -> SafeString:
    """The drawn suits of the pack that is played with, to which cards in sentences refer."""
    variant, options = state.regulation.game_of(match.stage)
    rules = rules_for(variant, state.regulation.players, options)
    return symbols((), spanish=is_spanish(rules))


def online(game_id: UUID, hand: int, action: int | None, actor: str | None) -> list[Told]:
    """The steps of a hand, as this reader may see them; none while nothing of it may be seen."""
    try:
        seen = seen_hand(look_back(game_id, actor), hand)
    except NoSuchHand:
        return []
    names = Names(game_queries.names_at(seen.now), seen.now.rules)
    return [
        Told(
            number,
            names.sentence(explained.says),
            tuple(names.sentence(why) for why in explained.why),
            named=number == action,
        )
        for number, (_step, explained, _after) in enumerate(seen.steps(), 1)
    ]


def of_record(body: Mapping[str, Any], action: int | None) -> list[Told]:
    """The actions of a record, each with all that came of it, up to the first that the rules refuse."""
    record = read_record(body)
    names = Names((None,) * record.game.rules.players, record.game.rules)
    return list(_actions(record, names, action))


def cards_of(body: Mapping[str, Any]) -> dict[str, Any]:
    """What was dealt by a record: the cards of each seat, and the turned one, as pages show cards."""
    rules = read_record(body).game.rules
    names = Names((None,) * rules.players, rules)
    turned = body.get("vira")
    return {
        "cards": [(seat, [names.word(card) for card in hand]) for seat, hand in enumerate(body["cards"])],
        "vira": names.word(turned) if turned else None,
    }


def _actions(record: Record, names: Names, action: int | None) -> list[Told]:
    told: list[Told] = []
    game = record.game
    for number, (seat, move) in enumerate(record.actions, 1):
        if move.type in SIGNAL_TYPES:
            continue
        try:
            events, _after = step(game, Act(seat, move))
        except IllegalMove as error:
            told.append(_refused(number, names, seat, error, named=number == action))
            break
        says: list[SafeString | str] = []
        why: list[SafeString | str] = []
        for event in events:
            after = evolve(game, event)
            found = explain(_table(game), event, _table(after), None, open_cards=True)
            says.append(names.sentence(found.says))
            why += [names.sentence(each) for each in found.why]
            game = after
        first, *rest = says
        told.append(Told(number, first, (*rest, *why), named=number == action))
    return told


def _refused(number: int, names: Names, seat: int, error: DomainError, *, named: bool) -> Told:
    who = names.player(seat)
    return Told(number, f"{who[:1].upper()}{who[1:]}: {problems.detail(error)}", named=named, fault=True)


def _table(game: Any) -> Table:
    """A table that holds the game, as explanations want it."""
    rules = game.rules
    opened = TableOpened(
        variant=rules.variant.id,
        options=dict(rules.given),
        players=rules.players,
        rules_version=1,
        turn_seconds=60,
        reserve_seconds=0,
        on_timeout="play",
        abandon_after=0,
        auto_start=False,
        public=False,
        owner="",
        origin=None,
    )
    return evolve_table(None, opened, 0)._replace(game=game)

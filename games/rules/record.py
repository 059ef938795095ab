"""The hand record `truco-hand/1`: one hand as data, read and judged. `docs/hand-record.md` describes it."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from games.rules.cards import CORINGA
from games.rules.commands import Act
from games.rules.dealing import hand_size
from games.rules.decide import step
from games.rules.errors import InvalidMove, UnreadableRecord
from games.rules.events import HandDealt, PackReady
from games.rules.evolve import evolve, kind_of_hand
from games.rules.moves import Move, from_json
from games.rules.options import Rules, rules_for
from games.rules.signals import SIGNAL_TYPES, check
from games.rules.state import Game
from games.rules.verdicts import state_of
from truco_api.errors import IllegalMove, Invalid
from truco_api.errors import gettext_noop as _

FORMAT: Final = "truco-hand/1"

_FIELDS: Final = frozenset(
    {
        "format",
        "variant",
        "options",
        "players",
        "score",
        "dealer",
        "vira",
        "cards",
        "stock",
        "duel",
        "actions",
    }
)
_KEPT: Final = frozenset({"id", "note", "at"})

UNKNOWN: Final = "?"
"""A card of the pack that the record does not name; `stock` need hold no more than is drawn."""


class Action(NamedTuple):
    """One recorded action."""

    seat: int
    move: Move


class Record(NamedTuple):
    """A record that could have been dealt: the game at its first action, and the actions."""

    game: Game
    actions: tuple[Action, ...]


def read_record(body: Any) -> Record:
    """Read one record; raises UnreadableRecord naming the field that could not be."""
    if not isinstance(body, Mapping):
        raise UnreadableRecord("", _("an object is needed"))
    for name in body:
        if name not in _FIELDS | _KEPT and not str(name).startswith("x-"):
            raise UnreadableRecord(str(name), _("a record has no such field"))
    if body.get("format") != FORMAT:
        raise UnreadableRecord("format", _("“truco-hand/1” is needed"))
    rules = _rules(body)
    dealer = _whole_number(body, "dealer", rules.players - 1)
    score = _score(body, rules)
    actions = _actions(body, rules)
    duel = _duel(body, rules)
    hands = _hands(body, rules, _sizes(rules, dealer, duel))
    stock = _cards(body.get("stock", []), "stock")
    vira = _vira(body, rules)
    _check_pack(rules, hands, vira, stock)
    return Record(_open(rules, score, dealer, duel, hands, vira, stock), actions)


def _rules(body: Mapping[str, Any]) -> Rules:
    options = body.get("options", {})
    if not isinstance(options, Mapping):
        raise UnreadableRecord("options", _("an object is needed"))
    if not isinstance(body.get("variant"), str):
        raise UnreadableRecord("variant", _("the name of a variant is needed"))
    players = body.get("players")
    if type(players) is not int:
        raise UnreadableRecord("players", _("a whole number is needed"))
    try:
        return rules_for(body["variant"], players, options)
    except Invalid as error:
        field = str(error.params.get("field", "options"))
        reason = error.params.get("reason", error.detail)
        raise UnreadableRecord("players" if field == "options.players" else field, reason) from error


def _whole_number(body: Mapping[str, Any], name: str, highest: int) -> int:
    value = body.get(name)
    if type(value) is not int or not 0 <= value <= highest:
        raise UnreadableRecord(
            name, _("a whole number from 0 to {highest} is needed").format(highest=highest)
        )
    return value


def _score(body: Mapping[str, Any], rules: Rules) -> tuple[int, ...]:
    score = body.get("score")
    if not isinstance(score, list) or len(score) != rules.scores:
        raise UnreadableRecord("score", _("a list of {scores} numbers is needed").format(scores=rules.scores))
    for place, points in enumerate(score):
        if type(points) is not int or not 0 <= points < rules.target:
            raise UnreadableRecord(f"score.{place}", _("it must be below the target"))
    return tuple(score)


def _cards(value: Any, field: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
        raise UnreadableRecord(field, _("a list of cards is needed"))
    return tuple(value)


def _hands(
    body: Mapping[str, Any], rules: Rules, sizes: tuple[tuple[int, int], ...]
) -> tuple[tuple[str, ...], ...]:
    hands = body.get("cards")
    if not isinstance(hands, list) or len(hands) != rules.players:
        raise UnreadableRecord("cards", _("a list of cards for each seat is needed"))
    read = tuple(_cards(hand, f"cards.{seat}") for seat, hand in enumerate(hands))
    for seat, (hand, (least, most)) in enumerate(zip(read, sizes, strict=True)):
        if not least <= len(hand) <= most:
            raise UnreadableRecord(f"cards.{seat}", _("{size} cards are needed").format(size=most))
    return read


def _sizes(rules: Rules, dealer: int, duel: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """How many cards, at least and at most, the dealer deals to each seat: three, to the lone dealer of three
    players four; one less to whoever may have got one taken from the cut pack before."""
    seats = range(rules.players)
    sizes = [0 if duel and seat not in duel else hand_size(rules, seat, dealer) for seat in seats]
    taker = (dealer - 1) % rules.players
    takers = (taker, (taker + 2) % rules.players) if rules.cut == "take" else ()
    return tuple((size - (size > 0 and seat in takers), size) for seat, size in enumerate(sizes))


def _vira(body: Mapping[str, Any], rules: Rules) -> str | None:
    vira = body.get("vira")
    if rules.turns_vira and not isinstance(vira, str):
        raise UnreadableRecord("vira", _("this variant turns a card"))
    if not rules.turns_vira and vira is not None:
        raise UnreadableRecord("vira", _("this variant turns no card"))
    if vira == CORINGA:
        raise UnreadableRecord("vira", _("a joker cannot be the turned card"))
    return vira


def _duel(body: Mapping[str, Any], rules: Rules) -> tuple[int, ...]:
    duel = body.get("duel")
    if duel is None:
        return ()
    if not rules.testa:
        raise UnreadableRecord("duel", _("this table plays no duels"))
    fits = (
        isinstance(duel, list)
        and len(duel) == 2
        and all(type(seat) is int and 0 <= seat < 6 for seat in duel)
    )
    if not fits or abs(duel[0] - duel[1]) != 3:
        raise UnreadableRecord("duel", _("two seats that sit opposite each other are needed"))
    return (min(duel), max(duel))


def _check_pack(
    rules: Rules, hands: tuple[tuple[str, ...], ...], vira: str | None, stock: tuple[str, ...]
) -> None:
    """Every card is in the pack, and none is there twice."""
    seen: set[str] = set()
    pack = set(rules.pack)
    named = [(f"cards.{seat}", card) for seat, hand in enumerate(hands) for card in hand]
    named += [] if vira is None else [("vira", vira)]
    named += [("stock", card) for card in stock]
    for field, card in named:
        if card not in pack:
            raise UnreadableRecord(field, _("{card} is not in the pack").format(card=card))
        if card in seen:
            raise UnreadableRecord(field, _("{card} is there twice").format(card=card))
        seen.add(card)


def _actions(body: Mapping[str, Any], rules: Rules) -> tuple[Action, ...]:
    actions = body.get("actions")
    if not isinstance(actions, list):
        raise UnreadableRecord("actions", _("a list is needed"))
    return tuple(_action(action, f"actions.{place}", rules) for place, action in enumerate(actions))


def _action(body: Any, field: str, rules: Rules) -> Action:
    if not isinstance(body, Mapping):
        raise UnreadableRecord(field, _("an object is needed"))
    seat = body.get("seat")
    if type(seat) is not int or not 0 <= seat < rules.players:
        raise UnreadableRecord(f"{field}.seat", _("a seat of the table is needed"))
    try:
        return Action(seat, from_json({name: value for name, value in body.items() if name != "seat"}))
    except InvalidMove as error:
        raise UnreadableRecord(f"{field}.{error.params['field']}", error.params["reason"]) from error


def _open(
    rules: Rules,
    score: tuple[int, ...],
    dealer: int,
    duel: tuple[int, ...],
    hands: tuple[tuple[str, ...], ...],
    vira: str | None,
    stock: tuple[str, ...],
) -> Game:
    """The game as the record finds it: dealt, or with the pack lying ready to be cut."""
    game = Game(rules, score, dealer)
    named = sum(map(len, hands)) + (vira is not None) + len(stock)
    stock += (UNKNOWN,) * (len(rules.pack) - named)
    if rules.cut == "none":
        blind = rules.iron_hand == "blind" and kind_of_hand(rules, score) == "iron"
        return evolve(game, HandDealt(1, dealer, hands, vira, stock, duel, blind))
    ready = evolve(game, PackReady(1, dealer, stock, duel))
    hand = ready.hand
    if hand is None or hand.extras.cut is None:
        return ready
    cut = hand.extras.cut._replace(cards=hands, vira=vira)
    return ready._replace(hand=hand._replace(extras=hand.extras._replace(cut=cut)))


def verdict(record: Record) -> dict[str, Any]:
    """What the hand is worth, or the first illegal action and the state before it. JSON-ready; raises
    UnreadableRecord if the hand draws cards that the record does not name."""
    game = record.game
    for place, action in enumerate(record.actions):
        try:
            if action.move.type in SIGNAL_TYPES:
                check(game.rules, action.seat, action.move)
                continue
            game = step(game, Act(action.seat, action.move))[1]
        except IllegalMove as error:
            wrong = {"action": place, "code": error.code, "detail": error.detail}
            return state_of(game) | {"status": "illegal", "error": wrong}
        if action.move.type in _DRAWING:
            _check_drawn(game)
    return state_of(game)


_DRAWING: Final = frozenset({"swap", "accept", "take", "keep", "pass", "burn", "refuse"})
"""Actions that may bring cards which `cards` does not list, or end the taking of them."""


def _check_drawn(game: Game) -> None:
    """Every card that was drawn is named, and the dealer dealt enough to fill every hand."""
    hand = game.hand
    if hand is None:
        return
    cut = hand.extras.cut
    if UNKNOWN in (cut.taken if cut else ()) or any(UNKNOWN in cards for cards in hand.dealt):
        raise UnreadableRecord("stock", _("it does not hold the cards that are drawn"))
    if cut and not cut.settled:
        return
    for seat in hand.deal.order:
        size = hand_size(game.rules, seat, hand.deal.dealer)
        if len(hand.dealt[seat]) < size:
            raise UnreadableRecord(f"cards.{seat}", _("{size} cards are needed").format(size=size))

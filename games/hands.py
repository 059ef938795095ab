"""The hands of a game, cut out of its stream: listed, as records, and step by step."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, NamedTuple
from uuid import UUID

from games import signals
from games.codec import CODEC
from games.errors import NoSuchHand, NotYourSeat, RecordSealed
from games.explain import Explanation, Following, explain, following, next_json, reason_json
from games.fairness import sources
from games.queries import event_json
from games.rules import events as cards
from games.rules.export import actions_of, export_record
from games.rules.moves import to_json
from games.rules.table import Event, Table, evolve
from games.rules.table.events import DealEvent, GameFinished, PackShuffled, RematchEvent
from games.rules.table.evolve import JUDGEMENTS
from games.rules.table.sight import past_view, see
from games.rules.table.signals import move_of
from games.spectating import sight
from games.states import latest, milliseconds, stream_of
from truco_api.eventstore import Recorded, load

Data = dict[str, Any]


class Step(NamedTuple):
    """An event with the table before and after it."""

    recorded: Recorded
    event: Event
    before: Table
    after: Table


@dataclass(slots=True)
class Hand:
    """One hand: its number, its dealer, the score before it, and all that happened in it."""

    number: int
    dealer: int
    score: tuple[int, ...]
    steps: list[Step] = field(default_factory=list)

    @property
    def played(self) -> list[Step]:
        """What was played. What makes the deal fair is told apart (`games.fairness`), and what becomes of the
        table after the game is no step of its last hand."""
        return [step for step in self.steps if not isinstance(step.event, DealEvent | RematchEvent)]

    def deal(self) -> Data:
        """By which protocol it was dealt, upon which commitment, and whose the seeds were, seat by seat."""
        for step in self.steps:
            if isinstance(step.event, PackShuffled):
                told = step.event
                return {
                    "x-deal": {
                        "protocol": told.protocol,
                        "commitment": told.commitment,
                        "seeds": sources(told.seeds),
                    }
                }
        return {}

    @property
    def scored(self) -> cards.HandScored | None:
        """How it ended; None while it is played, or when the game was abandoned in it."""
        return next((s.event for s in reversed(self.steps) if isinstance(s.event, cards.HandScored)), None)


def hands_of(game_id: UUID, until: int | None = None) -> list[Hand]:
    """Every hand from the first to the last, perhaps as far as it had come at a version; GameNotFound."""
    latest(game_id)
    hands: list[Hand] = []
    for step in _steps(game_id, until):
        number, game = _opened_by(step), step.after.game
        if number is not None and game is not None and (not hands or hands[-1].number != number):
            hands.append(Hand(number, game.dealer, game.score))
        if hands:
            hands[-1].steps.append(step)
    return hands


def hands_json(game_id: UUID, actor: str | None) -> list[Data]:
    """The hands of a game in short; all of this is public, sooner or later."""
    return [_entry(hand) for hand in hands_of(game_id, sight(game_id, actor).state.version)]


def record_json(game_id: UUID, number: int, actor: str | None, *, with_signals: bool = False) -> Data:
    """The record of one hand. It shows every card, so RecordSealed before the game has ended; NoSuchHand
    when the game was given up before the hand was dealt.

    With its signals they stand among the actions in the order in which all of it happened.
    """
    seen = sight(game_id, actor).state
    over, hand = seen.table.over, _hand(game_id, number, seen.version)
    if not over:
        raise RecordSealed
    played = [step.event for step in hand.steps if isinstance(step.event, cards.Event)]
    if not any(isinstance(event, cards.HandDealt) for event in played):
        raise NoSuchHand
    rules = hand.steps[0].before.rules
    record = export_record(rules, hand.score, played) | {"id": f"{game_id}/{number}", **hand.deal()}
    return record | {"actions": _all_actions(game_id, hand)} if with_signals else record


@dataclass(frozen=True, slots=True)
class Seen:
    """A hand for one viewer: the table as it stands now, the viewer's `own` place, and with whose eyes the
    hand is looked at (`seat`, None: an outsider's) unless all its cards lie open."""

    now: Table
    hand: Hand
    own: int | None
    seat: int | None
    open_cards: bool

    def steps(self) -> list[tuple[Step, Explanation, Following]]:
        """Each step, why it came so, and what follows from it: who is to act, and who may raise."""
        return [
            (step, self.explained(step), _following(step, after))
            for step, after in zip_longest(self.hand.played, self.hand.played[1:])
        ]

    def table_after(self, step: Step) -> Data:
        """The cards as they lay after a step, as far as this viewer may see them."""
        seen = past_view(step.after, self.seat, open_cards=self.open_cards)
        assert seen is not None, "a hand belongs to a game"
        return seen

    def data(self, step: Step) -> Data:
        """The data of a step's event, as far as this viewer may see it."""
        return see(step.event, self.seat, open_cards=self.open_cards)

    def explained(self, step: Step) -> Explanation:
        """A step in words, as far as this viewer may know of it."""
        return explain(step.before, step.event, step.after, self.seat, open_cards=self.open_cards)


def look_back(game_id: UUID, actor: str | None, *, as_seat: int | None = None) -> list[Seen]:
    """Every hand as the viewer may see it: while the game lasts from the own place, afterwards with all cards
    open; or `as_seat` saw it, which is the own place or, afterwards, any. GameNotFound, NotYourSeat."""
    seen = sight(game_id, actor)
    now, own = seen.table, seen.seat
    if as_seat is not None and as_seat != own and not (now.over and 0 <= as_seat < len(now.seats)):
        raise NotYourSeat
    all_hands = hands_of(game_id, seen.state.version)
    if as_seat is None:
        return [Seen(now, hand, own, own, open_cards=now.over) for hand in all_hands]
    return [Seen(now, hand, own, as_seat, open_cards=False) for hand in all_hands]


def seen_hand(seen: list[Seen], number: int) -> Seen:
    """The hand of this number; NoSuchHand."""
    found = next((one for one in seen if one.hand.number == number), None)
    if found is None:
        raise NoSuchHand
    return found


def replay_json(game_id: UUID, number: int, actor: str | None) -> Data:
    """One hand step by step, in the active language: what happened and why, as the viewer may see it."""
    seen = seen_hand(look_back(game_id, actor), number)
    return {
        "hand": _entry(seen.hand),
        "variant": seen.now.rules.variant.id,
        "open_cards": seen.open_cards,
        "steps": [_step_json(seen, *step) for step in seen.steps()],
    }


def _all_actions(game_id: UUID, hand: Hand) -> list[Data]:
    """What was done in a hand, signals included: each stands behind the event it was given after."""
    given: dict[int, list[Data]] = {}
    for _, event in signals.all_of(game_id):
        given.setdefault(event.game_version, []).append({"seat": event.seat, **to_json(move_of(event))})
    rules = hand.steps[0].before.rules
    dealt = next(step.event for step in hand.steps if isinstance(step.event, cards.HandDealt))
    actions: list[Data] = []
    for step in hand.steps:
        if isinstance(step.event, cards.Event):
            actions += [
                {"seat": seat, **to_json(move)} for seat, move in actions_of(rules, dealt, [step.event])
            ]
        actions += given.get(step.recorded.version, [])
    return actions


def _step_json(seen: Seen, step: Step, explanation: Explanation, after: Following) -> Data:
    game = step.after.game
    assert game is not None, "a hand belongs to a game"
    return {
        **event_json(step.recorded, step.event, seen.seat, open_cards=seen.open_cards),
        "says": reason_json(explanation.says),
        "why": [reason_json(reason) for reason in explanation.why],
        "score": list(game.score),
        "stake": game.hand.stake if game.hand else None,
        "next": next_json(after),
    }


def _following(step: Step, then: Step | None) -> Following:
    # Between a card and the judgement on it nobody is asked anything.
    return following(None if then and _follows_at_once(then.event) else step.after)


def _follows_at_once(event: Event) -> bool:
    """Whether the event came by itself of the one before."""
    return type(event) in JUDGEMENTS or isinstance(event, GameFinished)


def _steps(game_id: UUID, until: int | None) -> Iterator[Step]:
    table: Table | None = None
    for recorded in load(stream_of(game_id), until=until):
        event = CODEC.decode(recorded)
        after = evolve(table, event, milliseconds(recorded.at))
        if table is not None:
            yield Step(recorded, event, table, after)
        table = after


def _opened_by(step: Step) -> int | None:
    """The number of the hand that this may be the first of: it begins with its pack, to be dealt or cut."""
    match step.event:
        case PackShuffled(number) | cards.PackReady(number) | cards.HandDealt(number):
            return number
        case _:
            return None


def hand_of(game_id: UUID, number: int) -> Hand:
    """One hand as far as it has come; NoSuchHand where the game has none of this number."""
    return _hand(game_id, number, latest(game_id).version)


def _hand(game_id: UUID, number: int, until: int) -> Hand:
    hand = next((hand for hand in hands_of(game_id, until) if hand.number == number), None)
    if hand is None:
        raise NoSuchHand
    return hand


def _entry(hand: Hand) -> Data:
    scored = hand.scored
    return {
        "number": hand.number,
        "dealer": hand.dealer,
        "score_before": list(hand.score),
        "score": list(scored.score) if scored else None,
        "winner": scored.winner if scored else None,
        "points": list(scored.points) if scored else None,
        "reason": scored.reason if scored else None,
        "finished": scored is not None,
        "first_version": hand.steps[0].recorded.version,
        "last_version": hand.steps[-1].recorded.version,
    }

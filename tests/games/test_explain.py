"""Why: every rule that decides something is named, in every variant and every language."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.utils import translation

from games.explain import explain, following, next_json, reason_json
from games.rules.legal import legal_moves
from games.rules.moves import Move, play, play_place
from games.rules.state import Game
from games.rules.table import Event, Table, decide, evolve
from games.rules.table.commands import Command, DealHand, OpenTable, PlayMove, StartGame
from games.rules.table.events import DealEvent
from games.rules.variants import VARIANTS
from tests.games.packs import dealing

Step = tuple[Table, Event, Table]
RAISE, ACCEPT, REFUSE, CONCEDE = (Move(kind) for kind in ("raise", "accept", "refuse", "concede"))


def table(variant: str = "paulista", players: int = 2, **options: Any) -> Table:
    """A table whose game has begun; seat 0 deals."""
    told: Table | None = None
    seats = dict.fromkeys(range(players), "bot:random")
    commands = (OpenTable(variant, players, "user:0", options=options, seats=seats), StartGame(0))
    for command in commands:
        for event in decide(told, command):
            told = evolve(told, event, 0)
    assert told is not None
    return told


def steps(before: Table, *commands: Command) -> Iterator[Step]:
    """Each step of the play that these commands lead to, with the table before and after it."""
    for command in commands:
        for event in decide(before, command):
            after = evolve(before, event, 0)
            if not isinstance(event, DealEvent):
                yield before, event, after
            before = after


def hand(at: Table, cards: str, *moves: tuple[int, Move | str], vira: str = "") -> list[Step]:
    """A hand from cards (seat 1's first) and actions; a text is a card that is played."""
    top = [*cards.split(), *vira.split()]
    pack = (*top, *(card for card in at.rules.pack if card not in top))
    acts = (PlayMove(seat, play(move) if isinstance(move, str) else move) for seat, move in moves)
    return list(steps(at, *dealing(at, pack), *acts))


def codes(step: Step, seat: int | None = None) -> list[str]:
    """What is said of a step and why, as codes."""
    told = explain(*step, seat, open_cards=False)
    return [told.says.code, *(why.code for why in told.why)]


def last(told: list[Step], kind: str) -> list[str]:
    """The codes of the last step of a kind."""
    return codes(next(step for step in reversed(told) if type(step[1]).__name__ == kind))


def with_score(at: Table, *score: int) -> Table:
    """The same table at another score."""
    assert at.game is not None
    return at._replace(game=at.game._replace(score=score))


CARDS = "3C 7P 4E 2O KC 5P"


def test_among_manilhas_the_suits_decide() -> None:
    told = hand(table(), "5C 7P 4E 5P KC 2O", (1, "5C"), (0, "5P"), vira="4C")
    assert last(told, "TrickWon") == ["trick_won", "manilha", "higher_manilha"]


def test_fixed_manilhas_are_always_the_highest() -> None:
    told = hand(table("mineiro"), "3C 7P 4E 4P KC 5P", (1, "3C"), (0, "4P"))
    assert codes(told[0])[1] == "fixed"
    assert last(told, "TrickWon") == ["trick_won", "always_high", "beats"]


def test_a_covered_card_loses_to_every_open_one() -> None:
    covered = Move("play", card="3C", covered=True)
    told = hand(table(covered="always"), CARDS, (1, covered), (0, "2O"), vira="4C")
    assert codes(told[1], seat=0) == ["play_hidden", "no_value"]
    assert codes(told[1], seat=1) == ["play_covered", "no_value"]
    assert last(told, "TrickWon") == ["trick_won", "plain", "covered_loses"]


@pytest.mark.parametrize(("rule", "code"), [("same", "leads_again"), ("first_tied", "first_tied_leads")])
def test_level_cards_tie_and_the_table_says_who_leads(rule: str, code: str) -> None:
    told = hand(table(lead_after_tie=rule), "3C 7P 4E 3O KC 5P", (1, "3C"), (0, "3O"), vira="4C")
    assert last(told, "TrickTied") == ["trick_tied", "level", code]


def test_partners_who_are_level_win_together() -> None:
    cards = "3C 7P 4E 2O KC 5P 3O 7C 4P 2E KE 6P"
    told = hand(table(players=4), cards, (1, "3C"), (2, "2O"), (3, "3O"), (0, "2E"), vira="QC")
    assert last(told, "TrickWon") == ["trick_won", "plain", "level_partners", "beats"]


@pytest.mark.parametrize(
    ("plays", "code"),
    [
        ([(1, "3C"), (0, "2O"), (1, "7P"), (0, "4O")], "two_tricks"),
        ([(1, "3C"), (0, "3O"), (1, "7P"), (0, "4O")], "second_decides"),
        ([(1, "3C"), (0, "2O"), (1, "7P"), (0, "7O")], "first_decides"),
        ([(1, "3C"), (0, "3O"), (1, "7P"), (0, "7O"), (1, "KE"), (0, "6P")], "third_decides"),
        ([(1, "7P"), (0, "2O"), (0, "4O"), (1, "KE"), (1, "3C"), (0, "3O")], "first_decides"),
    ],
)
def test_the_tricks_that_decided_are_named(plays: list[tuple[int, Move | str]], code: str) -> None:
    own = [card for seat, card in plays if seat == 1] + ["KE", "6C"]
    other = [card for seat, card in plays if seat == 0] + ["6P", "4P"]
    cards = " ".join(map(str, [*dict.fromkeys(own)][:3] + [*dict.fromkeys(other)][:3]))
    told = hand(table(), cards, *plays, vira="QC")
    assert last(told, "HandScored") == ["hand_won", code, "worth"]


TIES: list[tuple[int, Move | str]] = [
    (1, "3C"), (0, "3O"), (1, "7C"), (0, "7O"), (1, "KE"), (0, "KO"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("redeal", ["hand_nobody", "three_ties", "same_dealer"]),
        ("mao", ["hand_won", "three_ties", "mao_wins", "worth"]),
        ("by_suit", ["hand_won", "three_ties", "suit_wins", "worth"]),
    ],
)
def test_three_ties_end_as_the_table_plays_them(rule: str, expected: list[str]) -> None:
    told = hand(table(all_tied=rule), "3C 7C KE 3O 7O KO", *TIES, vira="QC")
    assert last(told, "HandScored") == expected


def test_whoever_raised_must_win_when_the_table_says_so() -> None:
    at = table(raiser_must_win_canga=True)
    told = hand(at, "3C 7C KE 3O 7O KO", (1, RAISE), (0, ACCEPT), *TIES[:4], vira="QC")
    assert last(told, "HandScored") == ["hand_won", "canga_lost", "worth"]


def test_running_pays_the_stake_before() -> None:
    told = hand(table(), CARDS, (1, RAISE), (0, RAISE), (1, REFUSE), vira="4C")
    assert last(told, "StakeRaised") == ["raise", "accepted_before"]
    assert last(told, "HandScored") == ["hand_won", "refused"]
    refused = explain(*told[-1], None, open_cards=False).why[0]
    assert refused.params == {"stake": 3}


def test_the_hand_at_match_point_is_told() -> None:
    at = with_score(table(), 11, 4)
    told = hand(at, CARDS, (0, ACCEPT), vira="4C")
    assert codes(told[0])[1:] == ["vira", "match_point", "plays_first"]
    assert codes(told[1]) == ["go", "worth_now", "hidden_again"]
    assert [why["code"] for why in next_json(following(told[0][2]))["why"]] == ["decides"]
    assert [why["code"] for why in next_json(following(told[1][2]))["why"]] == ["no_raise"]
    ran = hand(at, CARDS, (0, REFUSE), vira="4C")
    assert last(ran, "HandScored") == ["hand_won", "ran_at_match_point"]


def test_raising_at_match_point_may_lose_the_hand() -> None:
    at = with_score(table("goiano"), 11, 4)
    told = hand(at, "3C 7P 4E 2O KC 5P", (0, ACCEPT), (1, RAISE))
    assert last(told, "RaisedAtMatchPoint") == ["raise_in_vain", "raise_loses"]
    assert last(told, "HandScored") == ["hand_won", "raised_at_match_point"]


def test_the_iron_hand_wins_the_game() -> None:
    at = with_score(table(iron_hand="blind"), 11, 11)
    told = hand(at, CARDS, (1, play_place(0)), (0, CONCEDE), vira="4C")
    assert codes(told[0])[1:] == ["vira", "iron_hand", "blind", "plays_first"]
    assert codes(told[1])[:2] == ["play", "by_place"]
    assert last(told, "HandScored") == ["hand_won", "conceded", "worth", "iron"]
    assert last(told, "GameWon") == ["game_won", "target"]
    assert last(told, "GameFinished") == ["game_over"]


def raising(told: list[Step]) -> list[str]:
    """Who may raise after the last step, as codes."""
    return [why["code"] for why in next_json(following(told[-1][2]))["why"]]


def test_who_may_raise_next_is_told() -> None:
    assert raising(hand(table(), CARDS, vira="4C")) == ["either_may_raise"]
    assert raising(hand(table(), CARDS, (1, RAISE), vira="4C")) == ["answers"]
    once = [(1, RAISE), (0, ACCEPT)]
    assert raising(hand(table(), CARDS, *once, vira="4C")) == ["other_may_raise"]
    top = [(1, RAISE), (0, RAISE), (1, RAISE), (0, RAISE), (1, ACCEPT)]
    assert raising(hand(table(), CARDS, *top, vira="4C")) == ["top_stake"]
    needed = with_score(table(raise_ceiling="needed"), 9, 9)
    assert raising(hand(needed, CARDS, *once, vira="4C")) == ["no_use"]


def test_a_cup_kills_the_zap() -> None:
    told = hand(table("italiano"), "4P 7P 4E TACA1 KE 5P", (1, "4P"), (0, "TACA1"))
    assert last(told, "TrickWon")[1] == "killer"


def test_a_piece_is_told_from_the_muestra() -> None:
    told = hand(table("uruguaio"), "2C 7B 4E 3O 1C 5B", (1, "2C"), (0, "3O"), vira="6C")
    assert codes(told[0])[1] == "pieces"
    assert last(told, "TrickWon")[:2] == ["trick_won", "piece"]


def _random_game(variant: str, players: int, rng: Random, **options: Any) -> Iterator[Step]:
    before = table(variant, players, **options)
    while not before.over:
        assert before.game is not None
        if before.game.needs_deal:
            pack = rng.sample(before.rules.pack, len(before.rules.pack))
            told = list(steps(before, *dealing(before, pack)))
        elif before.game.needs_mix:
            told = list(steps(before, DealHand(0)))
        else:
            seat = rng.choice(before.awaited)
            moves = legal_moves(before.game)[seat]
            told = list(steps(before, PlayMove(seat, rng.choice(moves))))
        yield from told
        before = told[-1][2]


EVERY = [(variant.id, players) for variant in VARIANTS.values() for players in variant.players]


@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_every_step_of_every_variant_is_said_in_every_language(variant: str, players: int) -> None:
    rng = Random(f"{variant} {players}")
    for step in _random_game(variant, players, rng):
        if step[0].game is None or not isinstance(step[2].game, Game) or step[2].game.hand is None:
            continue
        told = explain(*step, None, open_cards=False)
        for reason in (told.says, *told.why):
            texts = []
            for language in ("en", "pt-br", "es"):
                with translation.override(language):
                    texts.append(reason_json(reason)["text"])
            assert all("{" not in text and text[0] == text[0].upper() for text in texts)
            assert texts[0] != texts[1]
        next_json(following(step[2]))


@pytest.mark.parametrize("options", [{"cut": "take"}, {"three_clowns": True}, {"declaration": "manual"}])
def test_what_only_some_tables_play_is_said_too(options: dict[str, Any]) -> None:
    variant = "gauderio" if "declaration" in options else "paulista"
    said = {codes(step)[0] for seed in range(8) for step in _random_game(variant, 4, Random(seed), **options)}
    assert "game_over" in said


def test_a_reason_gives_programs_numbers_and_people_words() -> None:
    told = hand(table(), CARDS, (1, RAISE), vira="4C")
    with translation.override("en"):
        said = reason_json(explain(*told[-1], None, open_cards=False).says)
    assert said == {"code": "raise", "params": {"who": 1, "to": 3}, "text": "Player 1 raises to 3."}

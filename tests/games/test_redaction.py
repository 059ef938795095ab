"""No answer holds a card that its reader may not know: random games, every seat, every address."""

from random import Random
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.games.conftest import Seating
from tests.games.leaks import HandFacts, cards_in, hands_of
from tests.games.players import Person, good, person, play_on

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("paulista", 2, {"target": 3, "covered": "always"}),
    ("paulista", 4, {"target": 3}),
    ("paulista", 4, {"target": 2, "iron_hand": "blind", "raise_timing": "any"}),
    ("paulista", 6, {"target": 2, "lead_after_tie": "first_tied"}),
    ("paulista", 4, {"target": 3, "three_clowns": True, "under_seven": True, "royal_family": "swap"}),
    ("inteligente", 2, {"target": 3, "deck": "dirty"}),
    ("mineiro", 4, {"target": 6, "match_point": {"at": 4, "stake": 4, "run_cost": 2}}),
    ("goiano", 4, {"target": 3, "deck": "short"}),
    ("catarinense", 2, {"target": 3}),
    ("cearense", 4, {"target": 3}),
    ("gauderio", 4, {"target": 15}),
    ("uruguaio", 2, {"target": 15}),
]


@pytest.mark.parametrize(("variant", "players", "options"), GAMES)
def test_no_answer_holds_a_card_that_its_reader_may_not_know(
    seated: Seating, chance: Random, variant: str, players: int, options: dict[str, Any]
) -> None:
    chance.seed(f"{variant} {players} {options}")
    outsider = person("outsider")
    checks = 0
    while checks < 5:  # a game may be over in a hand or two
        game, people = seated(players, variant=variant, options=options)
        while play_on(game, people, chance, steps=1)["phase"] == "playing":
            if chance.random() < 0.4:
                checks += 1
                some = chance.sample(list(enumerate(people)), min(3, players))
                for seat, reader in [*some, (None, outsider)]:
                    _search_everything(game, reader, seat, chance)
        _check_that_all_is_open(game, outsider)


def _search_everything(game: str, reader: Person, seat: int | None, chance: Random) -> None:
    hands = hands_of(game)
    _check_now(game, reader, seat, hands[-1])
    _check_events(good(reader.get(game, "events/"))["events"], seat, hands)
    stale = reader.act(game, {"type": "raise"}, chance.randrange(3), key=None).json()
    _check_events(stale["events"], seat, hands)
    number = chance.randrange(len(hands))
    facts, replay = hands[number], good(reader.get(game, f"hands/{number + 1}/replay/"))
    assert cards_in(replay) <= facts.known(seat)
    sealed = reader.get(game, f"hands/{number + 1}/record/")
    assert sealed.status_code == 409
    version = chance.choice(sorted(facts.versions - {max(hands[-1].versions)}) or [1])
    then = good(reader.get(game, f"states/{version}/"))
    assert cards_in(then) <= facts.known(seat)
    lists = [reader.client.get("/api/v1/me/games/"), reader.client.get("/api/v1/games/")]
    for answer in (sealed, reader.get(game, "hands/"), *lists):
        assert cards_in(answer.json()) == set()


def _check_now(game: str, reader: Person, seat: int | None, facts: HandFacts) -> None:
    seen = reader.see(game)
    known = facts.known(seat)
    deciding = seen["view"]["hand"]["deciding"]
    if deciding is not None and seat is not None and seat % 2 == deciding:
        known = known.union(*(cards for own, cards in facts.own.items() if own % 2 == deciding))
    assert cards_in(seen) <= known


def _check_events(events: list[dict[str, Any]], seat: int | None, hands: list[HandFacts]) -> None:
    for event in events:
        facts = next((hand for hand in hands if event["version"] in hand.versions), None)
        assert cards_in(event) <= (facts.known(seat) if facts else set())


def _check_that_all_is_open(game: str, reader: Person) -> None:
    """Once the game is over every covered and unplayed card may be seen, by anybody."""
    dealt = [
        event for event in good(reader.get(game, "events/"))["events"] if event["type"] == "hand_dealt/1"
    ]
    assert all(card for event in dealt for hand in event["data"]["cards"] for card in hand)
    assert (
        good(APIClient().get(f"/api/v1/games/{game}/hands/1/record/"))["cards"] == dealt[0]["data"]["cards"]
    )


def test_the_search_finds_cards_in_values_and_in_words() -> None:
    step = {"code": "play", "params": {"card": "4P"}, "text": "Player 0 plays 4P."}
    assert cards_in({"a": [{"b": "10O"}], "says": step}) == {"10O", "4P"}
    assert cards_in({"code": "vira", "params": {"vira": "3O"}, "text": "The manilhas are 4P > 4C."}) == set()


@pytest.mark.parametrize("leak", ["games.rules.seats._played", "games.rules.seats._dealt"])
def test_the_search_notices_a_leak(
    monkeypatch: pytest.MonkeyPatch, seated: Seating, chance: Random, leak: str
) -> None:
    from games.rules import events, seats

    kind = events.CardPlayed if leak.endswith("_played") else events.HandDealt
    monkeypatch.setitem(seats._SEEN, kind, lambda event, _seat, _open: seats._whole(event))
    game, people = seated(options={"covered": "always", "target": 3})

    def play_and_check() -> None:
        for _ in range(100):
            play_on(game, people, chance, steps=1)
            _check_events(good(people[0].get(game, "events/"))["events"], 0, hands_of(game))

    with pytest.raises(AssertionError):
        play_and_check()


def test_a_partners_cards_are_seen_while_deciding_and_never_by_looking_back(
    seated: Seating, chance: Random
) -> None:
    options = {"match_point": {"at": 1, "stake": 3, "run_cost": 1}, "target": 12}
    game, people = seated(4, options=options)
    while (seen := people[0].see(game))["view"]["hand"]["deciding"] is None:
        play_on(game, people, chance, steps=1)
    team = seen["view"]["hand"]["deciding"]
    decided_at = seen["version"]
    decider, partner, other = people[team], people[team + 2], people[1 - team]
    cards = decider.see(game)["view"]["hand"]["cards"]
    assert cards[team + 2] == partner.see(game)["view"]["hand"]["cards"][team + 2]
    assert None not in cards[team + 2]
    assert other.see(game)["view"]["hand"]["cards"][team] == [None] * 3
    good(decider.act(game, {"type": "accept"}, decided_at))
    assert decider.see(game)["view"]["hand"]["cards"][team + 2] == [None] * 3
    back = good(decider.get(game, f"states/{decided_at}/"))
    assert back["view"]["hand"]["cards"][team + 2] == [None] * 3


def test_in_a_blind_hand_nobody_sees_even_their_own_cards(seated: Seating, chance: Random) -> None:
    options = {"match_point": {"at": 1, "stake": 3, "run_cost": 1}, "iron_hand": "blind", "target": 2}
    game, people = seated(2, options=options)
    for kind in ("concede", "refuse"):  # one to nil; then who leads runs from the hand at match point
        seen = people[0].see(game)
        good(people[seen["clock"]["awaited"][0]].act(game, {"type": kind}, seen["version"]))
    own = people[0].see(game)
    assert own["view"]["hand"]["kind"] == "iron"
    assert own["view"]["hand"]["cards"] == [[None] * 3, [None] * 3]
    leader = people[own["clock"]["awaited"][0]]
    assert {"type": "play", "place": 0} in leader.see(game)["view"]["legal"]
    played = good(leader.act(game, {"type": "play", "place": 2}, own["version"]))
    assert played["view"]["hand"]["table"][0]["card"]

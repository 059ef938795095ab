"""The order of strength of a pack, found out by playing every pair of cards against each other."""

from functools import cmp_to_key
from itertools import combinations, groupby
from typing import Any

from games.rules.options import rules_for
from games.rules.record import read_record, verdict


def order_of(
    variant: str,
    players: int,
    vira: str | None = None,
    *,
    leaving_out: tuple[str, ...] = (),
    **options: Any,
) -> list[frozenset[str]]:
    """The cards in groups that tie, strongest first; every pair is played."""
    pack = [card for card in rules_for(variant, players, options).pack if card not in (vira, *leaving_out)]

    def against(one: str, other: str) -> int:
        return _winner(variant, players, vira, options, one, other)

    ranked = sorted(pack, key=cmp_to_key(against))
    groups = [frozenset(group) for _power, group in groupby(ranked, key=cmp_to_key(against))]
    place = {card: index for index, group in enumerate(groups) for card in group}
    for one, other in combinations(pack, 2):
        expected = (place[one] > place[other]) - (place[one] < place[other])
        assert against(one, other) == expected, (one, other)
    return groups


def _winner(
    variant: str, players: int, vira: str | None, options: dict[str, Any], one: str, other: str
) -> int:
    """-1 if the first card beats the second, 1 if it is beaten, 0 if they tie; the others play face down."""
    rules = rules_for(variant, players, options)
    rest = [card for card in rules.pack if card not in (one, other, vira)]
    fill = [rest[2 * seat : 2 * seat + 2] for seat in range(players)]
    firsts = [one, other, *rest[2 * players :]]
    hands = [[firsts[seat], *fill[seat]] for seat in range(players)]
    plays = [{"seat": 0, "type": "play", "card": one}, {"seat": 1, "type": "play", "card": other}]
    plays += [
        {"seat": seat, "type": "play", "card": hands[seat][0], "covered": True} for seat in range(2, players)
    ]
    record = {
        "format": "truco-hand/1",
        "variant": variant,
        "options": {**options, "covered": "always"},
        "players": players,
        "score": [0, 0],
        "dealer": players - 1,
        "vira": vira,
        "cards": hands,
        "actions": plays,
    }
    team = verdict(read_record(record))["tricks"][0]["winner_team"]
    return 0 if team is None else (-1, 1)[team]

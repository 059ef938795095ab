"""The games under the streams: their players act at about even distances, until the time is over.

python -m tests.benchmarks.streams_player ACTIONS_A_SECOND SECONDS, fed with ids of games. Prints how many
actions it came to.
"""

import sys
import time
from random import Random
from uuid import UUID

import django


def main(rate: float, seconds: float, games: list[UUID]) -> int:
    """Act in one game after the other; how many actions were taken."""
    from games.bots.driver import PLAYERS
    from games.rules.moves import from_json
    from games.rules.table.sight import view
    from games.services import Asked, act
    from games.states import latest

    choose, rng, done = PLAYERS["bot:random"], Random(7), 0
    begun = time.monotonic()
    while (now := time.monotonic() - begun) < seconds:
        if done > now * rate:
            time.sleep(0.005)
            continue
        state = latest(games[done % len(games)])
        done += 1
        if state.table.over:
            continue
        seat = state.table.able[0]
        seen = view(state.table, seat)
        assert seen is not None, "the game has begun"
        lively = [move for move in seen["legal"] if move["type"] not in ("concede", "refuse")]
        move = from_json(choose(seen | {"legal": lively or seen["legal"]}, rng))
        by = Asked(state.table.seats[seat] or "", expected_version=state.version)
        act(game_id=state.game_id, move=move, seat_for=lambda _table, seat=seat: seat, by=by)  # type: ignore[misc]
    return done


if __name__ == "__main__":
    django.setup()
    print(main(float(sys.argv[1]), float(sys.argv[2]), [UUID(line.strip()) for line in sys.stdin]))

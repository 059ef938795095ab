"""When the streams of games may be collected into checkpoints.

That signals were given shows only when the game has ended: until then nobody who did not see them learns that
there was one, not even by a leaf more in a public tree.
"""

from collections.abc import Collection
from uuid import UUID

from games.models import Game
from games.rules.table import Phase
from games.signals import stream_of
from truco_api.checkpoints.collecting import hold_back


def signals_that_lie_open(streams: Collection[str]) -> set[str]:
    """Of streams of signals, those whose games have ended."""
    games = [UUID(stream.partition("-")[2]) for stream in streams]
    over = Game.objects.filter(pk__in=games, phase__in=(Phase.FINISHED, Phase.ABANDONED))
    return {stream_of(game) for game in over.values_list("pk", flat=True)}


hold_back("signals", signals_that_lie_open)

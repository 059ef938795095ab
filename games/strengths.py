"""Strengths for quick matches: from every free game between people that was played to its end.

Championships keep ratings of their own, of persons and over what really counted; this only finds somebody
about as strong to play with.
"""

from typing import Final
from uuid import UUID

from openskill.models import PlackettLuce

from games.models import Strength
from games.projections import user_of
from games.rules.table import Table, is_bot
from games.states import as_of
from truco_api.eventstore import Recorded, subscriber

MODEL: Final = PlackettLuce()
BASE: Final = 1000
SCALE: Final = 40
"""Nobody known has 1000, and a point of the model's own scale is 40 of ours."""


def strength_of(user_id: UUID, variant: str) -> int:
    """How strong an account is taken to be."""
    found = Strength.objects.filter(user_id=user_id, variant=variant).first()
    return BASE if found is None else round(BASE + SCALE * (found.mu - MODEL.mu))


@subscriber("strengths of players", stream_kind="game", types={"game_finished/1"})
def learn(event: Recorded) -> None:
    """A game has ended."""
    table = as_of(UUID(event.stream.removeprefix("game-")), event.version).table
    result = table.result
    if result is None or result.winner is None or result.reason != "target" or not _counts(table):
        return
    learn_from(table, result.winner)


def learn_from(table: Table, winner: int) -> None:
    """Move the strengths of all who played by who has won."""
    sides = sorted({table.team_of(seat) for seat in range(len(table.seats))}, key=lambda side: side != winner)
    players = [[one for seat, one in _accounts(table) if table.team_of(seat) == side] for side in sides]
    variant = table.rules.variant.id
    known = {
        row.user_id: row
        for row in Strength.objects.select_for_update().filter(
            variant=variant, user_id__in=[one for side in players for one in side]
        )
    }
    rows = [[known.get(one) or _newcomer(one, variant) for one in side] for side in players]
    ranks = [0.0] + [1.0] * (len(sides) - 1)
    before = [[MODEL.rating(mu=row.mu, sigma=row.sigma) for row in side] for side in rows]
    for side, rated in zip(rows, MODEL.rate(before, ranks=ranks), strict=True):
        for row, rating in zip(side, rated, strict=True):
            row.mu, row.sigma, row.games = rating.mu, rating.sigma, row.games + 1
            row.save()


def _counts(table: Table) -> bool:
    return table.origin is None and not any(map(is_bot, table.seats)) and not table.lent


def _accounts(table: Table) -> list[tuple[int, UUID]]:
    found = ((seat, user_of(holder or "")) for seat, holder in enumerate(table.seats))
    return [(seat, account) for seat, account in found if account is not None]


def _newcomer(account: UUID, variant: str) -> Strength:
    return Strength(user_id=account, variant=variant, mu=MODEL.mu, sigma=MODEL.sigma)

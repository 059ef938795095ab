"""Drawing lots among entries that nothing else separates: recorded with its seed, like every draw.

The algorithm "lots/1": the entries to be drawn are taken in the order of their ids; each is put into the
order of all lots so far, at a place that is the next number of the seed's source of chance (see `draw`)
modulo one more than there are in it, skipping numbers as there. So every order is as likely as any
other, and lots drawn before keep theirs.
"""

from collections.abc import Sequence

from tournaments.rules.draw import below, numbers, seed_bytes


def with_lots(drawn: Sequence[str], entries: Sequence[str], seed: str) -> tuple[str, ...]:
    """The order of all lots once `entries` are drawn into those `drawn` before; InvalidSeed if it is bad."""
    order = list(drawn)
    source = numbers(seed_bytes(seed))
    for entry in sorted(entries):
        order.insert(below(len(order) + 1, source), entry)
    return tuple(order)

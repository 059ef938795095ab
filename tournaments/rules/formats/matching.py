"""Perfect matchings of least cost, and those that leave enough for the rounds to come.

The matching itself is Edmonds' blossom algorithm as `rustworkx` has it: exact, in whole numbers.
"""

import heapq
from collections.abc import Iterator, Sequence
from itertools import count, islice

import rustworkx

Edge = tuple[int, int, int]
"""Two nodes, the lower first, and what it costs to pair them."""
Pairs = list[tuple[int, int]]

LOOK_AHEAD = 16
"""The largest field in which the future is searched: beyond it no championship plays that many rounds."""
CANDIDATES = 64
"""How many pairings, from the cheapest up, are tried for one that leaves a future."""
STEPS = 2_000
"""How long the future of one of them is searched."""


def best(edges: Sequence[Edge], size: int) -> Pairs:
    """The matching of most pairs that costs least, sorted; perfect if there is a perfect one."""
    dearest = max((cost for _, _, cost in edges), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(one, other, dearest - cost) for one, other, cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)


def best_with_future(edges: Sequence[Edge], size: int, rounds: int, again: int) -> Pairs:
    """The cheapest perfect matching after which `rounds` more can be played without a repetition.

    A pair that costs `again` or more has met. Where there is no such future, or none is found in reasonable
    time, the future is left to itself.
    """
    fresh = [edge for edge in edges if edge[2] < again]
    if rounds == 0 or size > LOOK_AHEAD or _is_safe(fresh, size, rounds):
        return best(edges, size)
    graph = _Fresh(fresh, size)
    for candidate in islice(_by_cost(edges, size), CANDIDATES):
        if graph.without(candidate, STEPS).rounds(rounds) is not None:
            return candidate
    witness = graph.without([], 10 * STEPS).rounds(rounds + 1)
    return witness[0] if witness else best(edges, size)


def _is_safe(fresh: Sequence[Edge], size: int, rounds: int) -> bool:
    """Whether so many have not met that no pairing can spoil the rounds after it.

    A graph in which every node keeps half of the others as neighbours has a perfect matching (Dirac).
    """
    degree = [0] * size
    for one, other, _ in fresh:
        degree[one] += 1
        degree[other] += 1
    return min(degree) - rounds >= size / 2


def _by_cost(edges: Sequence[Edge], size: int) -> Iterator[Pairs]:
    """All perfect matchings from the cheapest up, each once (Lawler's partition of what is left)."""
    costs = {(one, other): cost for one, other, cost in edges}
    number = count()
    waiting: list[tuple[int, int, Pairs, Pairs, frozenset[tuple[int, int]]]] = []

    def propose(kept: Pairs, banned: frozenset[tuple[int, int]]) -> None:
        held = {node for pair in kept for node in pair}
        left = [
            edge for edge in edges if edge[:2] not in banned and edge[0] not in held and edge[1] not in held
        ]
        found = kept + best(left, size)
        if 2 * len(found) == size:
            cost = sum(costs[pair] for pair in found)
            heapq.heappush(waiting, (cost, next(number), sorted(found), kept, banned))

    propose([], frozenset())
    while waiting:
        _, _, found, kept, banned = heapq.heappop(waiting)
        yield found
        free = [pair for pair in found if pair not in kept]
        for place, pair in enumerate(free):
            propose(kept + free[:place], banned | {pair})


class _Fresh:
    """Who has not met whom: for each node the set of its possible opponents."""

    def __init__(self, fresh: Sequence[Edge], size: int) -> None:
        self.opponents: list[set[int]] = [set() for _ in range(size)]
        for one, other, _ in fresh:
            self.opponents[one].add(other)
            self.opponents[other].add(one)
        self.steps = 0

    def without(self, pairs: Pairs, steps: int) -> "_Fresh":
        """What is left after a round, to be searched for so many steps."""
        left = _Fresh((), len(self.opponents))
        left.opponents = [set(others) for others in self.opponents]
        for one, other in pairs:
            left.opponents[one].discard(other)
            left.opponents[other].discard(one)
        left.steps = steps
        return left

    def rounds(self, number: int) -> list[Pairs] | None:
        """So many rounds without a repetition; None if there are none, or none is found in time."""
        if number == 0:
            return []
        if min(map(len, self.opponents)) < number:
            return None
        for pairs in self.perfect(set(range(len(self.opponents)))):
            left = self.without(pairs, self.steps)
            rest = left.rounds(number - 1)
            self.steps = left.steps
            if rest is not None:
                return [sorted(pairs), *rest]
        return None

    def perfect(self, nodes: set[int]) -> Iterator[Pairs]:
        """The perfect matchings among some nodes, those with the fewest opponents first."""
        if not nodes:
            yield []
            return
        self.steps -= 1
        if self.steps < 0:
            return
        one = min(nodes, key=lambda node: (len(self.opponents[node] & nodes), node))
        for other in sorted(self.opponents[one] & nodes):
            for rest in self.perfect(nodes - {one, other}):
                yield [(min(one, other), max(one, other)), *rest]

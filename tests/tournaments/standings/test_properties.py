"""What must be so of every table, whatever was played."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.outcomes import Counts, MatchResult, Outcome
from tournaments.rules.points import PointsTable
from tournaments.rules.reasons import explain
from tournaments.rules.standings import Chain, Row, Standings, measure, order
from tournaments.rules.tiebreaks import CRITERIA

NAMES = [f"D{number}" for number in range(1, 8)]
POINTS = PointsTable(win=3, draw=1, loss=0, walkover_loss=-3, by_legs={(2, 1): (2, 1)})
OPEN = [code for code in CRITERIA if code not in ("seed", "lots")]
pairs = st.tuples(st.integers(0, 3), st.integers(0, 3))


@st.composite
def results(draw: st.DrawFn, names: Sequence[str] = NAMES) -> MatchResult:
    home, away = draw(st.permutations(names))[:2]
    outcome = draw(st.sampled_from(Outcome))
    won = outcome in (Outcome.WALKOVER, Outcome.ABANDONED)
    played = outcome in (Outcome.PLAYED, Outcome.ABANDONED, Outcome.ADJUDICATED)
    return MatchResult(
        home=home,
        away=away,
        outcome=outcome,
        legs=tuple(draw(st.lists(pairs, min_size=1, max_size=3))) if played else (),
        winner=draw(st.sampled_from([home, away])) if won else None,
        counts=Counts(legs=draw(st.none() | pairs), tentos=draw(st.none() | pairs)),
        extra=draw(st.integers(0, 9)) == 0,
    )


matches = st.lists(results(), max_size=14)
chains = st.builds(
    Chain,
    criteria=st.lists(st.sampled_from(OPEN), unique=True, min_size=1, max_size=5).map(tuple),
    after_head_to_head=st.sampled_from(["restart", "continue"]),
    ranks=st.sampled_from(["standard", "dense"]),
)


def _table(played: Sequence[MatchResult], chain: Chain, names: Sequence[str] = NAMES) -> Standings:
    return order(names, measure(names, played, POINTS, chain.criteria), chain)


def _with(chain: Chain, last: str) -> Chain:
    return replace(chain, criteria=(*chain.criteria, last))


def _told(row: Row) -> tuple[object, ...]:
    return row.rank, row.entry, row.values, row.decided_by


@given(matches, chains)
def test_every_entry_stands_in_the_table_once(played: list[MatchResult], chain: Chain) -> None:
    assert sorted(row.entry for row in _table(played, chain).rows) == sorted(NAMES)


@given(matches, chains)
def test_an_order_is_total_or_says_what_is_pending(played: list[MatchResult], chain: Chain) -> None:
    table = _table(played, _with(chain, "lots"))
    shared = [
        tuple(row.entry for row in table.rows if row.rank == rank)
        for rank in dict.fromkeys(row.rank for row in table.rows)
    ]
    assert [block for block in shared if len(block) > 1] == list(table.pending)


@given(matches, chains, st.permutations(NAMES))
def test_once_lots_are_drawn_nothing_is_pending(
    played: list[MatchResult], chain: Chain, lots: list[str]
) -> None:
    table = _table(played, replace(_with(chain, "lots"), lots=tuple(lots)))
    assert table.pending == ()
    assert [row.rank for row in table.rows] == list(range(1, len(NAMES) + 1))


@given(matches, chains)
def test_seeds_leave_nobody_level(played: list[MatchResult], chain: Chain) -> None:
    ranks = [row.rank for row in _table(played, _with(chain, "seed")).rows]
    assert ranks == list(range(1, len(NAMES) + 1))


@given(matches, chains, st.randoms(use_true_random=False))
def test_the_order_in_which_results_come_does_not_matter(
    played: list[MatchResult], chain: Chain, chance: "object"
) -> None:
    shuffled = list(played)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # a random.Random, which hypothesis does not export
    assert _table(shuffled, chain) == _table(played, chain)


@given(matches, chains, st.permutations(NAMES))
def test_the_order_of_entries_changes_no_rank(
    played: list[MatchResult], chain: Chain, names: list[str]
) -> None:
    one, other = _table(played, chain), _table(played, chain, names)
    assert {row.entry: row.rank for row in one.rows} == {row.entry: row.rank for row in other.rows}


@given(matches, chains)
def test_home_and_away_do_not_matter(played: list[MatchResult], chain: Chain) -> None:
    def turned(match: MatchResult) -> MatchResult:
        assert match.away is not None
        counts = Counts(
            legs=match.counts.legs and match.counts.legs[::-1],
            tentos=match.counts.tentos and match.counts.tentos[::-1],
        )
        legs = tuple((away, home) for home, away in match.legs)
        return replace(match, home=match.away, away=match.home, legs=legs, counts=counts)

    assert _table([turned(match) for match in played], chain) == _table(played, chain)


@given(st.lists(results(), min_size=1, max_size=14), results(), chains, st.data())
def test_a_correction_gives_the_table_that_would_have_been(
    played: list[MatchResult], right: MatchResult, chain: Chain, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(played) - 1))
    before = _table(played, chain)
    corrected = [*played[:at], right, *played[at + 1 :]]
    would_have_been = [*played[:at], *played[at + 1 :], right]
    assert _table(corrected, chain) == _table(would_have_been, chain)
    assert _table(played, chain) == before


@given(matches, chains)
def test_ranks_fall_only_where_a_criterion_decides(played: list[MatchResult], chain: Chain) -> None:
    table = _table(played, chain)
    assert table.rows[0].rank == 1
    assert table.rows[0].decided_by is None
    for number, (above, row) in enumerate(pairwise(table.rows), start=2):
        if row.decided_by is None:
            assert row.rank == above.rank
        else:
            assert row.rank == (above.rank + 1 if chain.ranks == "dense" else number)


@given(matches, chains)
def test_the_criterion_that_decides_is_the_first_on_which_two_rows_differ(
    played: list[MatchResult], chain: Chain
) -> None:
    whole = [code for code in chain.criteria if code not in ("head_to_head", "extra_leg")]
    chain = replace(chain, criteria=tuple(whole))
    for above, row in pairwise(_table(played, chain).rows):
        differing = [code for code in whole if above.values[code] != row.values[code]]
        assert row.decided_by == (differing[0] if differing else None)


@given(matches)
def test_head_to_head_is_the_table_of_those_level_alone(played: list[MatchResult]) -> None:
    """Those level on points stand among themselves as in a table of only their own matches."""
    played = [match for match in played if not match.extra]
    table = _table(played, Chain(("points", "head_to_head"), after_head_to_head="continue"))
    points = {row.entry: row.values["points"] for row in table.rows}
    for level in ({name for name in NAMES if points[name] == each} for each in points.values()):
        inside = [match for match in played if match.home in level and match.away in level]
        names = [name for name in NAMES if name in level]
        alone = _table(inside, Chain(("points",)), names)
        assert [row.entry for row in table.rows if row.entry in level] == [row.entry for row in alone.rows]


@given(matches)
def test_of_two_level_the_one_that_took_more_from_the_other_stands_above(played: list[MatchResult]) -> None:
    played = [match for match in played if not match.extra]
    for above, row in pairwise(_table(played, Chain(("points", "head_to_head"))).rows):
        level = above.values["points"] == row.values["points"]
        others = [each for each in (above, row) if each.values["head_to_head"] is not None]
        if level and len(others) == 2 and row.decided_by is None:
            assert above.values["head_to_head"] == row.values["head_to_head"]


@given(matches, chains)
@settings(max_examples=50)
def test_every_row_can_say_why_it_stands_there(played: list[MatchResult], chain: Chain) -> None:
    table = _table(played, _with(chain, "lots"))
    for above, row in pairwise(table.rows):
        reasons = explain(table, row)
        assert all(reason.sentence for reason in reasons)
        if row.decided_by is not None:
            behind = [reason for reason in reasons if reason.code == "behind"]
            assert any(r.criterion == row.decided_by and above.entry in r.others for r in behind)
        else:
            assert reasons[-1].code == "awaits_lots"
            assert above.entry in reasons[-1].others

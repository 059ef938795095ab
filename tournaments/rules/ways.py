"""How many matches lie before the final: the shortest and the longest way there."""

from tournaments.rules.events import SlotSource
from tournaments.rules.formats.ties import Tied
from tournaments.rules.stages import games_of, ties_in
from tournaments.rules.state import NOBODY, Championship, Match, Stage

Way = tuple[int, int]
"""The fewest and the most matches."""
NOT_FINALS = frozenset({"third_place", "final_reset", "consolation"})
BRACKETS = frozenset({"single_elimination", "double_elimination", "consolation"})


def ways_to_final(state: Championship) -> Way | None:
    """The shortest and longest way to the last match of the last stage; None where there is no such match.

    Within that stage both follow from the plan, whoever wins; before it they are what those who came played.
    """
    stage = state.last_stage
    if stage is None or not state.all_drawn or not stage.matches:
        return None
    if state.regulation.stage(stage.id).format not in BRACKETS:
        return None
    ties = [tie for tie in ties_in(state, stage) if tie.pairing.label not in NOT_FINALS]
    if ties:
        return _way_of_ties(state, stage, ties[-1])
    finals = [match for match in stage.matches if state.matches[match].label not in NOT_FINALS]
    final = state.matches[finals[-1]]
    before = played_before(state, stage)
    ways: dict[str, Way] = {}
    for name in stage.matches:
        match = state.matches[name]
        sides = [_way(source, before, ways) for source in match.sources]
        known = [side for side in sides if side is not None]
        if known:
            extra = int(len(known) == 2)
            ways[name] = (min(s for s, _ in known) + extra, max(m for _, m in known) + extra)
    found = ways.get(final.id)
    return None if found is None else (found[0] - 1, found[1] - 1)


def _way_of_ties(state: Championship, stage: Stage, final: Tied) -> Way | None:
    """What those played who came to the last tie: how many games a tie takes is not known beforehand."""
    games = frozenset(games_of(state, stage.id, final))
    own = [match for match in state.matches.values() if match.id not in games and _counts(match)]
    counts = [sum(side in match.sides for match in own) for side in final.sides if side]
    return (min(counts), max(counts)) if len(counts) == 2 else None


def _way(source: SlotSource, before: dict[str, int], ways: dict[str, Way]) -> Way | None:
    if source.kind == "entry":
        return before[source.of], before[source.of]
    return ways.get(source.of) if source.kind != "nobody" else None


def played_before(state: Championship, stage: Stage) -> dict[str, int]:
    """How many matches each entry of a stage has played outside of it."""
    counts = dict.fromkeys(stage.order, 0)
    own = frozenset(stage.matches)
    for match in state.matches.values():
        if match.id not in own and _counts(match):
            for side in match.sides:
                if side in counts and side != NOBODY:
                    counts[side] += 1
    return counts


def _counts(match: Match) -> bool:
    return match.result is not None and match.result.how == "played"

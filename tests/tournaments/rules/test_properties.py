"""What holds whatever happens: championships of any size, played at random, with every kind of mishap."""

import json
from dataclasses import fields
from typing import Any, get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.rules.play import SEED, Play, started
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.decide import decide
from tournaments.rules.evolve import evolve, replay
from tournaments.rules.public import bracket, results, schedule
from tournaments.rules.schedule import next_actions
from tournaments.rules.state import Match
from truco_api.errors import DomainError

MISHAPS = ("win", "win", "win", "win", "win", "walkover", "nobody", "dispute", "leave", "forfeit", "correct")


def regulation(draw: st.DrawFn) -> dict[str, Any]:
    stage = {
        "seeding": draw(st.sampled_from(["rank", "draw"])),
        "third_place": draw(st.booleans()),
        "best_of": {
            "default": draw(st.sampled_from([1, 3])),
            "rounds": {"final": draw(st.sampled_from([1, 5]))},
        },
        "rounds_together": draw(st.booleans()),
        "mode": draw(st.sampled_from(["table", "online"])),
    }
    return {"tables": draw(st.sampled_from([0, 1, 3])), "tolerance_minutes": 5, "stages": [stage]}


def legs_for(match: Match, winner: int, lost: int) -> tuple[tuple[int, int], ...]:
    """Legs by which a side wins, having lost as many as it can and `lost`."""
    leg = ((12, 4), (4, 12))
    needed = match.best_of // 2 + 1
    return (*[leg[1 - winner]] * min(lost, needed - 1), *[leg[winner]] * needed)


def play_match(play: Play, match: Match, winner: int, lost: int) -> None:
    """Play one called match to its end, online or at a table."""
    if match.mode == "table":
        play.sheet(match.id, legs_for(match, winner, lost))
        play.confirm(match.id)
        return
    for side in (0, 1):
        play.do(cmd.MarkPresent, match=match.id, side=side)
    for index, score in enumerate(legs_for(match, winner, lost), 1):
        game = f"{match.id}-{index}-{len(play.events)}"
        play.do(cmd.OpenLeg, match=match.id, leg=index, game_id=game)
        side = 0 if score[0] > score[1] else 1
        play.do(cmd.ReportLeg, match=match.id, game_id=game, winner=side, score=score)


def dispute(play: Play, match: Match, winner: int) -> None:
    if match.mode == "online":
        return
    play.sheet(match.id, legs_for(match, winner, 0))
    play.dispute(match.id)
    fields: dict[str, Any] = (
        {"ruling": "adjust", "legs": legs_for(match, 1 - winner, 1)} if winner else {"ruling": "replay"}
    )
    play.do(cmd.RuleDispute, match=match.id, reason="because", **fields)


def correct(play: Play, match_id: str) -> None:
    """Turn a result round, if it can be."""
    match = play.match(match_id)
    if match.result is None or not match.ready:
        return
    loser = match.result.winner or match.sides[0]
    before = play.state
    try:
        play.do(cmd.CorrectResult, match=match.id, entry=loser, reason="because")
    except DomainError:
        assert play.state == before


def mishap(play: Play, match: Match, kind: str, winner: int) -> None:
    """Let one thing happen to a called match."""
    if kind == "win":
        play_match(play, match, winner, winner)
    elif kind == "walkover":
        play.do(cmd.MarkPresent, match=match.id, side=winner)
        play.wait(5)
    elif kind == "nobody":
        play.wait(5)
    elif kind == "dispute":
        dispute(play, match, winner)
    elif kind == "leave":
        play.do(cmd.WithdrawEntry, entry_id=play.side(match.id, winner))
    elif kind == "forfeit":
        play.do(cmd.ForfeitMatch, match=match.id, entry=play.side(match.id, winner), reason="because")
    else:
        correct(play, "R1M1" if "R1M1" in play.state.matches else match.id)


def play_out(play: Play, data: st.DataObject) -> None:
    """Play to the end at random; a hundred mishaps at most, so that replays cannot go on for ever.

    Where nothing is called, somebody may still appeal against a ruling: that time passes.
    """
    left, idle = 100, 0
    while play.state.phase == "running":
        play.move()
        called = [match for match in play.state.matches.values() if match.status == "called"]
        if not called:
            idle += 1
            assert idle < 200, "nothing moves any more"
            play.wait(5)
            continue
        match = called[data.draw(st.integers(0, len(called) - 1))]
        left -= 1
        kind = data.draw(st.sampled_from(MISHAPS)) if left > 0 else "win"
        mishap(play, match, kind, data.draw(st.integers(0, 1)))


def begun(count: int, rules: dict[str, Any]) -> Play:
    play = Play(**rules)
    play.enter(count)
    play.start()
    return play


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_championship_played_at_random_always_ends_and_every_match_has_one_result(
    data: st.DataObject,
) -> None:
    count = data.draw(st.integers(2, 40))
    rules = data.draw(st.composite(regulation)())
    play = begun(count, rules)
    play_out(play, data)
    state = play.state
    third = rules["stages"][0]["third_place"] and count >= 4
    assert len(state.matches) == count - 1 + third
    assert all(match.result for match in state.matches.values())
    assert isinstance(play.events[-1], ev.ChampionshipFinished)
    final = list(state.matches.values())[-1]
    assert final.result
    assert state.podium
    assert state.podium.champion == (final.result.winner or None)
    fought = {"played", "adjudicated", "forfeit", "walkover"}
    if all(match.result and match.result.how in fought for match in state.matches.values()):
        assert state.podium.champion in state.entries


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_replaying_the_events_gives_the_state_and_every_view_is_json(data: st.DataObject) -> None:
    play = begun(data.draw(st.integers(2, 20)), data.draw(st.composite(regulation)()))
    play_out(play, data)
    assert replay(play.events) == play.state
    cut = data.draw(st.integers(0, len(play.events)))
    assert replay(play.events[cut:], start=replay(play.events[:cut])) == play.state
    middle = replay(play.events[:cut])
    for view in (bracket(middle), schedule(middle, play.now_ms), results(middle)):
        assert json.loads(json.dumps(view)) == view


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_where_nobody_is_missing_there_is_exactly_one_champion(data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 64))
    play = begun(count, data.draw(st.composite(regulation)()))
    lost: list[str] = []
    while play.state.phase == "running":
        play.move()
        called = [match for match in play.state.matches.values() if match.status == "called"]
        match = called[data.draw(st.integers(0, len(called) - 1))]
        play_match(play, match, data.draw(st.integers(0, 1)), data.draw(st.integers(0, 1)))
        result = play.match(match.id).result
        assert result
        if match.label != "third_place":
            lost.append(result.loser)
    assert play.state.podium
    assert sorted([*lost, play.state.podium.champion or ""]) == sorted(play.state.entries)


def outcome(play: Play) -> dict[str, Any]:
    """Who met and who won, match by match."""
    return {
        match.id: (match.sides, match.result and match.result.winner) for match in play.state.matches.values()
    }


def played(count: int, stage: dict[str, Any], winners: dict[str, int], pick: Any) -> Play:
    """Played to the end with these winning sides, taking called matches in the order of `pick`."""
    play = started(count, stage=stage)
    while play.state.phase == "running":
        play.move()
        match = pick([match for match in play.state.matches.values() if match.status == "called"])
        play_match(play, match, winners[match.id], 0)
    return play


@settings(max_examples=60, deadline=None)
@given(count=st.integers(2, 33), chance=st.randoms(use_true_random=False), third=st.booleans())
def test_the_order_of_independent_results_does_not_matter(count: int, chance: Any, third: bool) -> None:
    stage = {"third_place": third}
    winners = {match: chance.randrange(2) for match in started(count, stage=stage).state.matches}
    in_order = outcome(played(count, stage, winners, lambda called: called[0]))
    assert outcome(played(count, stage, winners, lambda called: called[-1])) == in_order
    assert outcome(played(count, stage, winners, chance.choice)) == in_order


@settings(max_examples=60, deadline=None)
@given(count=st.integers(2, 33), chance=st.randoms(use_true_random=False), third=st.booleans())
def test_a_correction_gives_the_bracket_that_would_have_been(count: int, chance: Any, third: bool) -> None:
    """Every result is reported wrong and then corrected, some with entries that have left in the way."""
    stage = {"third_place": third}
    winners = {match: chance.randrange(2) for match in started(count, stage=stage).state.matches}
    left = [f"e{number:03}" for number in range(1, count + 1) if chance.random() < 0.1]
    right, wrong = started(count, stage=stage), started(count, stage=stage)
    for play in (right, wrong):
        for entry in left:
            if play.state.phase == "running":
                play.do(cmd.WithdrawEntry, entry_id=entry)
    while right.state.phase == "running":
        right.move()
        wrong.move()
        called = [match for match in right.state.matches.values() if match.status == "called"]
        match = chance.choice(called)
        winner = winners[match.id]
        play_match(right, match, winner, 0)
        play_match(wrong, match, 1 - winner, 0)
        wrong.do(cmd.CorrectResult, match=match.id, legs=legs_for(match, winner, 0), reason="mixed up")
        assert outcome(wrong) == outcome(right)
    assert wrong.state.podium == right.state.podium


def commands(entries: list[str], matches: list[str]) -> st.SearchStrategy[cmd.Command]:
    """Any command about a match or an entry, sensible or not."""
    common: dict[str, st.SearchStrategy[Any]] = {
        "actor": st.just("user:somebody"),
        "now_ms": st.integers(1_760_000_000_000, 1_760_010_000_000),
        "match": st.sampled_from([*matches, "R9M9"]),
        "entry": st.sampled_from([*entries, "nobody", "", None]),
        "entry_id": st.sampled_from([*entries, "nobody"]),
        "legs": st.lists(st.tuples(st.integers(0, 12), st.just(12)), max_size=3).map(tuple),
        "reason": st.sampled_from(["", "because"]),
        "side": st.sampled_from([0, 1, 2, None]),
        "table": st.sampled_from([0, 1, 2, 9, None]),
        "leg": st.integers(0, 3),
        "game_id": st.sampled_from(["", "g1", "g2"]),
        "winner": st.integers(0, 2),
        "score": st.just((12, 3)),
        "ruling": st.sampled_from(["uphold", "adjust", "forfeit", "replay", "shrug"]),
        "stage": st.sampled_from(["main", "other"]),
        "round": st.integers(0, 5),
        "due_ms": st.sampled_from([None, 1_760_005_000_000]),
        "rank": st.sampled_from([None, 0, 1]),
        "seed": st.sampled_from(["", SEED]),
    }
    kinds: list[type[Any]] = [*get_args(cmd.ScheduleCommand), *get_args(cmd.ResultCommand)]
    kinds += [kind for kind in get_args(cmd.EntryCommand) if kind is not cmd.RegisterEntry]
    kinds += [cmd.OpenEntries, cmd.CloseEntries, cmd.OpenCheckIn, cmd.Start, cmd.Draw]
    return st.one_of(
        [
            st.builds(
                kind, **{field.name: common[field.name] for field in fields(kind) if field.name in common}
            )
            for kind in kinds
        ]
    )


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_is_asked_is_refused_by_a_code_or_happens_whole(data: st.DataObject) -> None:
    """No command breaks anything: it is refused, or gives events that replay to the state."""
    count = data.draw(st.integers(2, 6))
    play = begun(count, data.draw(st.composite(regulation)()))
    play.move()
    strategy = commands(list(play.state.entries), list(play.state.matches))
    for command in data.draw(st.lists(strategy, min_size=5, max_size=40)):
        before, copy = play.state, replay(play.events)
        try:
            play.give(command)
        except DomainError:
            assert play.state is before
        assert before == copy
    assert replay(play.events) == play.state
    assert all(match.result or match.status != "waiting" or feeds(play, match) for match in matches_of(play))


def matches_of(play: Play) -> list[Match]:
    return list(play.state.matches.values())


def feeds(play: Play, match: Match) -> bool:
    """A match waits only as long as one that it follows from has no result."""
    return any(
        play.match(source.of).result is None for source in match.sources if source.kind in ("winner", "loser")
    )


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_two_workers_with_old_plans_and_repeated_deliveries_converge(data: st.DataObject) -> None:
    """Plans of any age, delivered in any order and more than once, end where one worker would have ended."""
    count, tables = data.draw(st.integers(2, 16)), data.draw(st.sampled_from([0, 2]))
    alone, many = (Play(tables=tables, tolerance_minutes=5) for _ in range(2))
    for play in (alone, many):
        play.enter(count)
        play.start()
    plans: list[cmd.Command] = []
    while alone.state.phase == "running":
        alone.wait(5)
        many.now_ms = alone.now_ms
        while actions := next_actions(many.state, many.now_ms):
            plans += actions
            old = data.draw(st.lists(st.sampled_from(plans), max_size=6))
            for action in [*old, *actions, *actions]:
                deliver(many, action)
    assert outcome(many) == outcome(alone)
    assert many.state.podium == alone.state.podium


def deliver(play: Play, action: cmd.Command) -> None:
    """As a worker does: a refusal means that somebody else was faster."""
    try:
        play.give(action)
    except DomainError:
        assert play.state == replay(play.events)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_judging_leaves_the_state_as_it_is_and_remembering_is_pure(data: st.DataObject) -> None:
    play = begun(data.draw(st.integers(2, 12)), data.draw(st.composite(regulation)()))
    for action in next_actions(play.state, play.now_ms):
        before = replay(play.events)
        happened = decide(play.state, action)
        assert play.state == before
        for event in happened:
            assert evolve(play.state, event) == evolve(before, event)
        play.give(action)

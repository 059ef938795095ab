"""The life of a championship, from its founding to its end."""

from typing import Any

import pytest

from tests.tournaments.rules.play import SEED, Play, started
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.decide import decide
from tournaments.rules.errors import (
    AlreadyDrawn,
    AlreadyEntered,
    CheckInClosed,
    EntriesClosed,
    EntriesFull,
    EntriesOpen,
    EntryNotConfirmed,
    EntryOut,
    InvalidName,
    InvalidRank,
    InvalidSeed,
    NotDrawn,
    NotRunning,
    ReasonRequired,
    TooFewEntries,
    UnknownEntry,
    UnknownMatch,
    WrongMembers,
    WrongPhase,
)
from tournaments.rules.evolve import replay
from tournaments.rules.state import empty
from tournaments.rules.upcasts import UPCASTS


def entry(number: int = 1, **changes: Any) -> dict[str, Any]:
    members = (f"p{number}.0", f"p{number}.1")
    return {"entry_id": f"e{number:03}", "name": f"Entry {number}", "members": members, **changes}


def drawn(count: int = 4) -> Play:
    play = Play()
    play.enter(count)
    play.do(cmd.CloseEntries)
    play.do(cmd.Draw, seed=SEED)
    return play


def test_a_championship_goes_through_its_phases() -> None:
    play = Play()
    assert play.state.phase == "created"
    play.enter(2)
    assert play.state.phase == "open"
    play.do(cmd.CloseEntries)
    assert play.state.phase == "closed"
    play.do(cmd.Draw, seed=SEED)
    assert play.state.phase == "drawn"
    play.do(cmd.Start)
    assert play.state.phase == "running"
    play.finish()
    assert play.state.phase == "finished"
    assert replay(play.events) == play.state


def test_a_championship_is_founded_once() -> None:
    play = Play()
    again = {
        "championship_id": "copa",
        "club_id": "clube",
        "name": "Copa",
        "regulation": {"variant": "paulista"},
    }
    with pytest.raises(WrongPhase):
        play.do(cmd.CreateChampionship, **again)
    nameless = cmd.CreateChampionship(
        championship_id="copa", club_id="clube", name=" ", regulation={}, actor="a", now_ms=1
    )
    with pytest.raises(InvalidName):
        decide(empty(), nameless)


def test_nothing_can_be_asked_of_a_championship_that_does_not_exist() -> None:
    for command in (cmd.OpenEntries(actor="a", now_ms=1), cmd.Start(actor="a", now_ms=1)):
        with pytest.raises(WrongPhase):
            decide(empty(), command)


def test_entries_are_taken_only_while_they_are_open() -> None:
    play = Play()
    with pytest.raises(EntriesClosed):
        play.do(cmd.RegisterEntry, **entry())
    play.do(cmd.OpenEntries)
    play.do(cmd.RegisterEntry, **entry())
    play.do(cmd.CloseEntries)
    with pytest.raises(EntriesClosed):
        play.do(cmd.RegisterEntry, **entry(2))
    play.do(cmd.OpenEntries)
    play.do(cmd.RegisterEntry, **entry(2))


def test_opening_and_closing_twice_does_nothing() -> None:
    play = Play()
    play.do(cmd.OpenEntries)
    assert play.do(cmd.OpenEntries) == ()
    play.do(cmd.CloseEntries)
    assert play.do(cmd.CloseEntries) == ()
    play.do(cmd.OpenCheckIn)
    assert play.do(cmd.OpenCheckIn) == ()


def test_entries_and_check_in_belong_before_the_draw() -> None:
    play = drawn()
    for command in (cmd.OpenEntries, cmd.CloseEntries, cmd.OpenCheckIn):
        with pytest.raises(AlreadyDrawn):
            play.do(command)
    with pytest.raises(AlreadyDrawn):
        play.do(cmd.RankEntry, entry_id="e001", rank=1)
    fresh = Play()
    for command in (cmd.CloseEntries, cmd.OpenCheckIn):
        with pytest.raises(WrongPhase):
            fresh.do(command)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"members": ("p1",)}, WrongMembers),
        ({"members": ("p1", "p1")}, WrongMembers),
        ({"members": ("p1", "p2", "p3")}, WrongMembers),
        ({"name": ""}, InvalidName),
        ({"name": "x" * 81}, InvalidName),
        ({"rank": 0}, InvalidRank),
        ({"entry_id": "e002"}, AlreadyEntered),
        ({"members": ("p1.0", "p2.1")}, AlreadyEntered),
    ],
)
def test_an_entry_that_is_not_right_is_refused(changes: dict[str, Any], error: type[Exception]) -> None:
    play = Play()
    play.do(cmd.OpenEntries)
    play.do(cmd.RegisterEntry, **entry(2))
    with pytest.raises(error):
        play.do(cmd.RegisterEntry, **entry(1, **changes))


def test_a_person_can_enter_again_after_withdrawing() -> None:
    play = Play()
    play.do(cmd.OpenEntries)
    play.do(cmd.RegisterEntry, **entry())
    play.do(cmd.WithdrawEntry, entry_id="e001")
    play.do(cmd.RegisterEntry, **entry(entry_id="e002"))
    assert play.state.entries["e001"].out == "withdrawn"


def test_there_are_no_more_entries_than_places_and_a_withdrawal_frees_one() -> None:
    play = Play(max_entries=2)
    play.enter(2)
    with pytest.raises(EntriesFull):
        play.do(cmd.RegisterEntry, **entry(3))
    play.do(cmd.WithdrawEntry, entry_id="e001")
    play.do(cmd.RegisterEntry, **entry(3))


def test_an_entry_waits_for_the_organizer_unless_the_regulation_says_otherwise() -> None:
    play = Play()
    play.do(cmd.OpenEntries)
    play.do(cmd.RegisterEntry, **entry())
    assert not play.state.entries["e001"].confirmed
    assert play.do(cmd.ConfirmEntry, entry_id="e001")
    assert play.do(cmd.ConfirmEntry, entry_id="e001") == ()
    free = Play(confirm_entries=False)
    free.do(cmd.OpenEntries)
    free.do(cmd.RegisterEntry, **entry())
    assert free.state.entries["e001"].confirmed


def test_a_fee_is_marked_as_paid_and_can_be_unmarked_in_any_phase() -> None:
    play = drawn()
    assert play.do(cmd.MarkFeePaid, entry_id="e001")
    assert play.do(cmd.MarkFeePaid, entry_id="e001") == ()
    assert play.state.entries["e001"].paid
    play.do(cmd.MarkFeePaid, entry_id="e001", paid=False)
    assert not play.state.entries["e001"].paid


def test_an_entry_that_is_out_can_neither_be_confirmed_nor_check_in() -> None:
    play = Play()
    play.enter(2)
    play.do(cmd.OpenCheckIn)
    play.do(cmd.WithdrawEntry, entry_id="e001")
    for command in (cmd.ConfirmEntry, cmd.CheckIn):
        with pytest.raises(EntryOut):
            play.do(command, entry_id="e001")


def test_check_in_must_be_open_and_the_entry_confirmed() -> None:
    play = Play()
    play.enter(1)
    play.do(cmd.RegisterEntry, **entry(2))
    with pytest.raises(CheckInClosed):
        play.do(cmd.CheckIn, entry_id="e001")
    play.do(cmd.OpenCheckIn)
    assert play.do(cmd.CheckIn, entry_id="e001")
    assert play.do(cmd.CheckIn, entry_id="e001") == ()
    with pytest.raises(EntryNotConfirmed):
        play.do(cmd.CheckIn, entry_id="e002")


def test_the_draw_takes_confirmed_entries_only_and_those_checked_in_if_check_in_is_used() -> None:
    play = Play()
    play.enter(5)
    play.do(cmd.RegisterEntry, **entry(6))
    play.do(cmd.WithdrawEntry, entry_id="e005")
    play.do(cmd.OpenCheckIn)
    for number in (1, 2, 4):
        play.do(cmd.CheckIn, entry_id=f"e00{number}")
    play.do(cmd.CloseEntries)
    play.do(cmd.Draw, seed=SEED)
    assert sorted(play.state.stages["main"].order) == ["e001", "e002", "e004"]


def test_a_draw_needs_two_entries_and_closed_entries() -> None:
    play = Play()
    with pytest.raises(WrongPhase):
        play.do(cmd.Draw, seed=SEED)
    play.enter(1)
    with pytest.raises(EntriesOpen):
        play.do(cmd.Draw, seed=SEED)
    play.do(cmd.CloseEntries)
    with pytest.raises(TooFewEntries) as caught:
        play.do(cmd.Draw, seed=SEED)
    assert caught.value.code == "too_few_entries"
    play.do(cmd.OpenEntries)
    play.register(2)
    play.do(cmd.CloseEntries)
    with pytest.raises(InvalidSeed):
        play.do(cmd.Draw, seed="1234")
    play.do(cmd.Draw, seed=SEED)


def test_the_draw_is_made_once() -> None:
    play = drawn()
    with pytest.raises(AlreadyDrawn):
        play.do(cmd.Draw, seed=SEED)


def test_play_starts_after_the_draw_and_only_once() -> None:
    play = Play()
    play.enter(2)
    with pytest.raises(NotDrawn):
        play.do(cmd.Start)
    play.do(cmd.CloseEntries)
    play.do(cmd.Draw, seed=SEED)
    with pytest.raises(NotRunning):
        play.do(cmd.CallMatch, match="R1M1")
    play.do(cmd.Start)
    assert play.do(cmd.Start) == ()


def test_an_entry_that_left_between_draw_and_start_gives_its_match_away_at_the_start() -> None:
    play = drawn(2)
    play.do(cmd.WithdrawEntry, entry_id="e001")
    play.do(cmd.Start)
    assert play.state.phase == "finished"
    assert play.state.podium
    assert play.state.podium.champion == "e002"


def test_a_championship_can_be_cancelled_for_a_reason_until_it_is_over() -> None:
    play = started(4)
    with pytest.raises(ReasonRequired):
        play.do(cmd.Cancel, reason="  ")
    assert play.do(cmd.Cancel, reason="rain") == (ev.ChampionshipCancelled(reason="rain", at_ms=play.now_ms),)
    for command in (cmd.OpenEntries, cmd.Start):
        with pytest.raises(WrongPhase):
            play.do(command)
    with pytest.raises(NotRunning):
        play.sheet("R1M1")
    over = started(2)
    over.finish()
    with pytest.raises(WrongPhase):
        over.do(cmd.Cancel, reason="rain")


def test_unknown_entries_and_matches_are_named_in_the_refusal() -> None:
    play = started(4)
    with pytest.raises(UnknownEntry, match="nobody"):
        play.do(cmd.WithdrawEntry, entry_id="nobody")
    with pytest.raises(UnknownMatch, match="R9M9"):
        play.do(cmd.CallMatch, match="R9M9")


def test_every_event_has_one_versioned_name() -> None:
    assert len(set(ev.ALL.values())) == len(ev.ALL)
    assert all(name.islower() for name in ev.ALL)


def test_every_number_that_is_stored_no_more_has_an_upcaster() -> None:
    for name in ev.ALL:
        event, number = name.split("/")
        for older in range(1, int(number)):
            assert f"{event}/{older}" in UPCASTS
    assert UPCASTS.keys().isdisjoint(ev.ALL)


def test_a_plan_stored_before_matches_could_be_won_otherwise_is_won_by_more_than_half_of_the_legs() -> None:
    source = {"kind": "entry", "of": "e001"}
    match = {"match": "R1M1", "round": 1, "label": "final", "home": source, "away": source, "best_of": 3}
    stored = {"stage": "main", "matches": [match], "at_ms": 1}
    (upcast,) = UPCASTS["matches_planned/1"](stored)["matches"]
    assert (upcast["first_to"], upcast["level"]) == (2, "leg")
    assert UPCASTS["draw_made/1"]({"stage": "main"})["rows"] == []


@pytest.mark.parametrize("count", [*range(2, 34), 63, 64, 65, 127, 128, 129, 255, 256, 257, 512])
def test_a_championship_of_any_size_is_played_to_its_end_by_the_scheduler(count: int) -> None:
    play = started(count, tables=50, stage={"third_place": True})
    play.finish()
    assert play.state.podium
    assert (play.state.podium.champion, play.state.podium.runner_up) == ("e001", "e002")
    decided = [event for event in play.events if isinstance(event, ev.MatchDecided)]
    assert len(decided) == len(play.state.matches) == count - 1 + (count >= 4)
    assert {event.how for event in decided} == {"played"}

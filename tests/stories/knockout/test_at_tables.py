"""Six pairs at two tables: a dispute and its ruling, a walkover, a correction in time and one too late."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.management import call_command

from tests.stories.knockout.people import Club, sign_up
from tests.tournaments.shell.world import Somebody
from tournaments.rules.draw import seeding

REGULATION = {
    "variant": "paulista",
    "entry_kind": "pair",
    "tables": 2,
    "tolerance_minutes": {"default": 5, "rounds": {"1": 15}},
    "stages": [{"third_place": True, "best_of": {"default": 1, "rounds": {"final": 3}}}],
}


class Story:
    """The championship, and who is who in it."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.path = club.championship(REGULATION)
        self.players: dict[str, Somebody] = {}
        for number in range(1, 6):
            self.enter_themselves(f"Dupla {number}", f"ana{number}", f"bia{number}")
        self.enter_at_the_door("Dupla 6")

    def enter_themselves(self, pair: str, one: str, other: str) -> None:
        """A player registers the pair; the organizer confirms it and notes the fee."""
        self.players[pair] = sign_up(one)
        sign_up(other)
        body = {"name": pair, "members": [{"username": one}, {"username": other}]}
        self.accept(self.players[pair].post(f"{self.path}/entries/", body, 201))

    def enter_at_the_door(self, pair: str) -> None:
        """Two people without accounts, one of whom claims their name later."""
        body = {"name": pair, "members": [{"name": "Seu Zé"}, {"name": "Dona Lia"}]}
        entry = self.club.boss.post(f"{self.path}/entries/", body, 201)
        self.accept(entry)
        person = entry["members"][0]["person"]
        code = self.club.boss.post(f"/clubs/{self.club.id}/persons/{person}/claim-code/")["claim_code"]
        self.players[pair] = sign_up("ze")
        self.players[pair].post("/persons/claim/", {"code": code})

    def accept(self, entry: dict[str, Any]) -> None:
        """Confirmed and paid."""
        self.club.boss.post(f"{self.path}/entries/{entry['id']}/confirm/")
        self.club.boss.put(f"{self.path}/entries/{entry['id']}/fee/", {"paid": True})

    def match(self, match: str) -> Any:
        """What everybody sees of a match."""
        return self.club.public.get(f"{self.path}/matches/{match}/")

    def side(self, match: str, side: int) -> Somebody:
        """A player of one side."""
        return self.players[self.match(match)["sides"][side]["name"]]

    def called(self) -> list[str]:
        """Matches at a table now."""
        found = self.club.public.get(f"{self.path}/schedule/")["tables_taken"]
        return [table["match"] for table in found]

    def play(self, match: str, *legs: list[int]) -> None:
        """Both come, home hands the sheet in, away agrees."""
        path = f"{self.path}/matches/{match}"
        self.side(match, 0).post(f"{path}/presence/")
        self.side(match, 1).post(f"{path}/presence/")
        self.side(match, 0).post(f"{path}/sheet/", {"legs": list(legs)})
        self.side(match, 1).post(f"{path}/confirm/")


def test_six_pairs_play_an_afternoon_at_two_tables(
    club: Club, beat: Callable[[], None], later: Callable[[int], None]
) -> None:
    story = Story(club)
    path, public = story.path, club.public
    check_in_and_draw(story)
    beat()
    first, second = story.called()

    dispute_and_ruling(story, first)
    walkover(story, second, beat, later)

    beat()
    semifinals = story.called()
    assert {story.match(match)["label"] for match in semifinals} == {"semifinal"}
    correction_in_time(story, semifinals)
    beat()
    last_two = story.called()
    assert {story.match(match)["label"] for match in last_two} == {"final", "third_place"}
    correction_too_late(story, semifinals[0], last_two)

    final = next(match for match in last_two if story.match(match)["label"] == "final")
    third = next(match for match in last_two if match != final)
    finish_sheet(story, third, [[12, 11]])
    finish_sheet(story, final, [[12, 9], [3, 12], [12, 10]])
    whole = public.get(f"{path}/")
    assert whole["phase"] == "finished"
    champion = story.match(final)["sides"][0]
    assert whole["podium"]["champion"]["name"] == champion["name"]
    assert public.get(f"{path}/results/")["places"][0]["entries"][0]["name"] == champion["name"]
    what_remains(story)


def check_in_and_draw(story: Story) -> None:
    """Everybody checks in; the draw can be repeated by anybody from what is published."""
    club, path = story.club, story.path
    club.boss.post(f"{path}/close/")
    club.boss.post(f"{path}/check-in/")
    for entry in club.public.get(f"{path}/entries/")["results"]:
        story.players[entry["name"]].post(f"{path}/entries/{entry['id']}/check-in/")
    club.boss.post(f"{path}/draw/")
    draw = club.public.get(f"{path}/draw/")
    entries = [entry["entry"] for entry in draw["entries"]]
    again = seeding(entries, method="draw", seed=draw["seed"], ranks={}, order=None)
    assert [entry["entry"] for entry in draw["order"]] == list(again)
    assert club.boss.put(f"{path}/regulation/", {"regulation": REGULATION}, 409)["code"] == "already_drawn"
    club.boss.post(f"{path}/start/")


def dispute_and_ruling(story: Story, match: str) -> None:
    """Home hands in what away does not agree to; the arbiter looks into it and puts it right."""
    path = f"{story.path}/matches/{match}"
    home, away = story.side(match, 0), story.side(match, 1)
    home.post(f"{path}/presence/")
    away.post(f"{path}/presence/")
    home.post(f"{path}/sheet/", {"legs": [[12, 8]], "note": "tight"})
    away.post(f"{path}/dispute/", {"reason": "The sheet was read upside down."})
    assert story.match(match)["status"] == "disputed"
    assert home.post(f"{path}/confirm/", expect=409)["code"] == "dispute_open"
    ruling = {"ruling": "adjust", "legs": [[8, 12]], "reason": "Two witnesses."}
    assert story.club.scorer.post(f"{path}/ruling/", ruling, 403)["code"] == "role_required"
    assert away.post(f"{path}/ruling/", ruling, 403)["code"] == "role_required"
    story.club.arbiter.post(f"{path}/ruling/", ruling)
    decided = story.match(match)
    assert (decided["how"], decided["winner"]) == ("adjudicated", decided["sides"][1]["entry"])


def walkover(story: Story, match: str, beat: Callable[[], None], later: Callable[[int], None]) -> None:
    """Only away comes; when the tolerance is over, the sweep gives them the match."""
    story.side(match, 1).post(f"{story.path}/matches/{match}/presence/")
    later(14)
    beat()
    assert story.match(match)["status"] == "called"
    later(16)
    beat()
    decided = story.match(match)
    assert (decided["how"], decided["winner"]) == ("walkover", decided["sides"][1]["entry"])


def correction_in_time(story: Story, semifinals: list[str]) -> None:
    """A misread sheet is put right while the final has not begun, and the other pair goes to the final."""
    for match in semifinals:
        story.play(match, [12, 4])
    match = semifinals[0]
    path = f"{story.path}/matches/{match}/correction/"
    body = {"legs": [[4, 12]], "reason": "The columns were swapped."}
    assert story.side(match, 1).post(path, body, 403)["code"] == "role_required"
    story.club.boss.post(path, body)
    corrected = story.match(match)
    assert (corrected["corrected"], corrected["winner"]) == (True, corrected["sides"][1]["entry"])


def correction_too_late(story: Story, semifinal: str, last_two: list[str]) -> None:
    """Once a match that rests on the result has begun, nothing is overwritten."""
    for match in last_two:
        for side in (0, 1):
            story.side(match, side).post(f"{story.path}/matches/{match}/presence/")
    before = story.match(semifinal)
    body = {"legs": [[12, 4]], "reason": "No, they were right."}
    problem = story.club.boss.post(f"{story.path}/matches/{semifinal}/correction/", body, 409)
    assert problem["code"] == "later_match_begun"
    assert story.match(semifinal) == before


def finish_sheet(story: Story, match: str, legs: list[list[int]]) -> None:
    """The scorer hands the sheet in and both sides agree."""
    path = f"{story.path}/matches/{match}"
    story.club.scorer.post(f"{path}/sheet/", {"legs": legs})
    for side in (0, 1):
        story.side(match, side).post(f"{path}/confirm/")


def what_remains(story: Story) -> None:
    """The history tells everything in order, by name; the audit finds nothing."""
    events = story.club.public.get(f"{story.path}/events/", limit=500)["events"]
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    told = [event["type"] for event in events]
    for what in ("draw_made/2", "dispute_ruled/2", "result_corrected/1", "championship_finished/1"):
        assert what in told
    ruled = next(event for event in events if event["type"] == "dispute_ruled/2")
    assert (ruled["by"], ruled["data"]["reason"]) == ("arbiter", "Two witnesses.")
    call_command("audit")

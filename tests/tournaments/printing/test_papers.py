"""What is on the papers, read back from the PDF."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from tests.tournaments.shell.cups import PAIRS, SINGLES, Cup
from tests.tournaments.shell.world import API, World
from tournaments.models import Person

A4 = (595, 842)
THREE_LEGS = {"default": 1, "rounds": {"final": 3}}


def printed(cup: Cup, path: str, language: str = "en", **query: Any) -> PdfReader:
    """The PDF at an address of the championship, for anybody."""
    response = cup.world["anonymous"].client.get(
        f"{API}{cup.path}/{path}", query, headers={"Accept-Language": language}
    )
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    assert "inline" in response["Content-Disposition"]
    return PdfReader(BytesIO(response.content))


def text(pdf: PdfReader) -> str:
    """All words on all pages."""
    return "\n".join(page.extract_text() for page in pdf.pages)


def refused(cup: Cup, path: str, expect: int) -> Any:
    """The problem that is answered in the place of a paper."""
    response = cup.world["anonymous"].client.get(f"{API}{cup.path}/{path}")
    assert (response.status_code, response["Content-Type"]) == (expect, "application/problem+json")
    return response.json()


def test_a_sheet_has_the_match_its_entries_and_players_and_the_address_that_the_code_opens(
    world: World,
) -> None:
    cup = Cup(world, PAIRS).playing(2)
    pdf = printed(cup, "matches/R1M1/sheet.pdf")
    words = text(pdf)
    assert len(pdf.pages) == 1
    assert tuple(round(float(side)) for side in pdf.pages[0].mediabox[2:]) == A4
    for word in ("Copa do Zap", "Clube do Zap", "R1M1", "E1", "E2", "e1a", "e1b", "e2a", "e2b", "12 tentos"):
        assert word in words
    assert f"http://testserver/championships/{cup.id}/matches/R1M1/" in words


@pytest.mark.parametrize(
    ("language", "some"), [("pt-BR", "Súmula"), ("es", "Planilla"), ("en", "Score sheet")]
)
def test_papers_are_in_the_readers_language(world: World, language: str, some: str) -> None:
    pdf = printed(Cup(world).playing(2), "matches/R1M1/sheet.pdf", language)
    assert some in text(pdf)
    assert pdf.metadata is not None
    assert some in str(pdf.metadata.title)


def test_a_sheet_has_a_row_for_every_leg_and_flores_only_where_they_are_played(world: World) -> None:
    legs = {"stages": [{"best_of": THREE_LEGS, "third_place": False}]}
    plain = text(printed(Cup(world, SINGLES | legs).playing(2), "matches/R1M1/sheet.pdf"))
    assert "Best of 3 legs" in plain
    assert "Flores" not in plain
    flor = text(printed(Cup(world, SINGLES | {"variant": "gauderio"}).playing(2), "matches/R1M1/sheet.pdf"))
    assert "Flores" in flor


def test_a_sheet_of_two_legs_that_are_both_played_says_so(world: World) -> None:
    league = {"format": "round_robin", "match": {"legs": 2, "level": "draw"}}
    words = text(printed(Cup(world, SINGLES | {"stages": [league]}).started(3), "matches/R1M1/sheet.pdf"))
    assert "All of 2 legs are played" in words
    assert "First to" not in words


def test_names_in_other_alphabets_are_printed(world: World) -> None:
    cup = Cup(world).playing(2)
    Person.objects.filter(name="e1a").update(name="Łukasz Őrsi Пётр Çelik")
    assert "Łukasz Őrsi Пётр Çelik" in text(printed(cup, "matches/R1M1/sheet.pdf"))


def test_the_sheets_of_a_round_come_in_one_file_and_those_decided_no_more(world: World) -> None:
    cup = Cup(world).playing(8)
    assert len(printed(cup, "print/sheets.pdf", round=1).pages) == 4
    cup.decide("R1M1", [[12, 0]])
    cup.decide("R1M2", [[12, 0]])
    assert len(printed(cup, "print/sheets.pdf", round=1).pages) == 2
    assert len(printed(cup, "print/sheets.pdf").pages) == 3
    assert len(printed(cup, "print/sheets.pdf", stage="main", round=2).pages) == 1


def test_where_nothing_can_be_printed_it_is_said(world: World) -> None:
    cup = Cup(world)
    cup.do("open")
    for path in ("print/sheets.pdf", "print/bracket.pdf", "print/schedule.pdf"):
        assert refused(cup, path, 409)["code"] == "nothing_to_print"
    assert refused(cup.started(4), "matches/R2M1/sheet.pdf", 409)["code"] == "nothing_to_print"
    assert refused(cup, "matches/R9M9/sheet.pdf", 404)["code"] == "unknown_match"


def test_drafts_are_printed_for_nobody_outside(world: World) -> None:
    refused(Cup(world), "print/schedule.pdf", 404)


def test_the_bracket_has_every_entry_the_rounds_and_the_results(world: World) -> None:
    cup = Cup(world).playing(5)
    first = cup.open_matches()[0]
    cup.decide(first["id"], [[12, 5]])
    words = text(printed(cup, "print/bracket.pdf"))
    for word in ("E1", "E2", "E3", "E4", "E5", "Semifinal", "Final", "12", "Winner of R2M1"):
        assert word in words


def test_upper_and_lower_rounds_that_share_a_column_are_both_named_whole(world: World) -> None:
    cup = Cup(world, SINGLES | {"stages": [{"format": "double_elimination"}]}).started(11)
    words = text(printed(cup, "print/bracket.pdf", "pt-BR")).splitlines()
    for heading in ("Chave superior, fase de 16", "Chave inferior, rodada 3", "Final da chave inferior"):
        assert heading in words


def test_a_bracket_of_forty_takes_two_pages_that_refer_to_each_other(world: World) -> None:
    pdf = printed(Cup(world).started(40), "print/bracket.pdf")
    assert len(pdf.pages) == 2
    assert "(page 2)" in pdf.pages[0].extract_text()
    assert pdf.pages[0].mediabox.width > pdf.pages[0].mediabox.height


def test_tables_are_printed_with_their_matches_and_results(world: World) -> None:
    groups = {"id": "groups", "name": "Fase de grupos", "format": "groups", "groups": 2}
    final = {"id": "final", "from": [{"stage": "groups", "per_group": 1}]}
    cup = Cup(world, SINGLES | {"stages": [groups, final]}).started(6).play(1)
    words = text(printed(cup, "print/groups.pdf"))
    for word in ("Fase de grupos · Group 1", "Group 2", "E6", "12 – 7", "PG: points", "Standings"):
        assert word in words
    assert refused(Cup(world).started(2), "print/groups.pdf", 409)["code"] == "nothing_to_print"
    assert refused(cup, "print/bracket.pdf", 409)["code"] == "nothing_to_print"


def test_the_sheet_of_a_team_has_room_for_all_its_players_tables_and_legs(world: World) -> None:
    team = {"variant": "paulista", "entry_kind": "team", "team": {"boards": 4, "of": "pair"}}
    stage = {"match": {"per_board": 3, "first_to": 7}}
    cup = Cup(world, team | {"stages": [stage], "presence": "assumed"})
    cup.do("open")
    for name in ("Bairro Alto", "Vila Velha"):
        members = [{"name": f"{name} {number}"} for number in range(1, 9)]
        answer = cup.do("entries", {"name": name, "members": members}, 201)
        cup.do(f"entries/{answer['id']}/confirm")
    for verb in ("close", "draw", "start"):
        cup.do(verb)
    pdf = printed(cup, "matches/R1M1/sheet.pdf")
    words = text(pdf)
    assert all(f"Vila Velha {number}" in words for number in range(1, 9))
    assert "First to 7 legs" in words
    assert "12" in words.split()


def test_the_schedule_tells_times_by_the_clubs_clock(world: World) -> None:
    world["owner"].patch(f"/clubs/{world.club.id}/", {"time_zone": "Pacific/Kiritimati"})
    cup = Cup(world).started(4)
    at = {"due_at": "2031-05-03T20:30:00Z"}
    world["organizer"].client.put(f"{API}{cup.path}/matches/R1M1/time/", at, format="json")
    words = text(printed(cup, "print/schedule.pdf"))
    assert "May 4, 10:30" in words
    assert "Pacific/Kiritimati" in words
    assert "~" in words


def test_a_club_has_a_clock_that_exists(world: World) -> None:
    club = f"/clubs/{world.club.id}/"
    assert world["owner"].get(club)["time_zone"] == "America/Sao_Paulo"
    problem = world["owner"].patch(club, {"time_zone": "America/Sao Paulo"}, 422)
    assert problem["errors"][0]["field"] == "time_zone"

"""Entries from a spreadsheet: tried out, and taken as a whole or not at all."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.shell.cups import PAIRS, Cup
from tests.tournaments.shell.world import API, EVERYBODY, Somebody, World, allowed
from tournaments.models import Person

TWO = "dupla;jogador 1;jogador 2;clube;pago\nOs Zés;José;João;Copas;sim\nAs Marias;Maria;@rita;;não\n"


@pytest.fixture
def cup(world: World) -> Cup:
    """A championship of pairs that takes entries."""
    world.add("rita")
    cup = Cup(world, PAIRS)
    cup.do("open")
    return cup


def send(
    cup: Cup,
    text: str | bytes,
    path: str = "",
    expect: int = 201,
    who: Somebody | None = None,
    headers: dict[str, str] | None = None,
) -> Any:
    """Send a list, as the organizer unless somebody else does."""
    data = text.encode() if isinstance(text, str) else text
    client = (who or cup.boss).client
    response = client.post(
        f"{API}{cup.path}/entries/import/{path}", data, content_type="text/csv", headers=headers
    )
    body = response.json()
    assert response.status_code == expect, body
    return body


def preview(cup: Cup, text: str | bytes) -> Any:
    """What an import would do."""
    return send(cup, text, "preview/", 200)


def faults(cup: Cup, text: str) -> dict[str, str]:
    """What is wrong with a list, by line and column."""
    return {fault["field"]: fault["detail"] for fault in preview(cup, text)["faults"]}


def entered(cup: Cup) -> Any:
    """All entries as the organizer sees them."""
    return cup.boss.get(f"{cup.path}/entries/")["results"]


def test_a_list_is_tried_out_and_nothing_of_it_stays(cup: Cup) -> None:
    before = Person.objects.count()
    found = preview(cup, TWO)
    assert (found["separator"], found["faults"], found["ignored"]) == (";", [], [])
    assert [entry["name"] for entry in found["entries"]] == ["Os Zés", "As Marias"]
    assert entered(cup) == []
    assert Person.objects.count() == before


def test_every_line_becomes_a_confirmed_entry(cup: Cup) -> None:
    answer = send(cup, TWO)
    assert len(answer["entries"]) == 2
    first, second = entered(cup)
    assert [member["name"] for member in first["members"]] == ["José", "João"]
    assert (first["club"], first["paid"], first["confirmed"]) == ("Copas", True, True)
    assert [member["name"] for member in second["members"]] == ["Maria", "rita"]
    assert (second["club"], second["paid"]) == (None, False)
    assert [entry["number"] for entry in (first, second)] == [1, 2]


def test_entries_may_be_left_for_the_organizer_to_confirm(cup: Cup) -> None:
    send(cup, TWO, "?confirm=false")
    assert [entry["confirmed"] for entry in entered(cup)] == [False, False]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_a_list_comes_as_a_spreadsheet_saves_it(cup: Cup, encoding: str, separator: str) -> None:
    text = "Inscrição;Jogador 1;Jogadora 2\r\nÑandú;João;Conceição\r\n".replace(";", separator)
    (entry,) = preview(cup, text.encode(encoding))["entries"]
    assert entry["name"] == "Ñandú"
    assert [member["name"] for member in entry["members"]] == ["João", "Conceição"]


def test_an_entry_without_a_name_is_called_by_its_players(cup: Cup) -> None:
    (entry,) = preview(cup, "jogador 1;jogador 2\nJosé;João\n")["entries"]
    assert entry["name"] == "José / João"


def test_each_faulty_line_is_named_with_its_column_and_what_is_wrong(cup: Cup) -> None:
    text = (
        "name,player 1,player 2,rank,paid\n"
        "Good,A,B,1,yes\n"
        "Alone,C,,2,\n"
        ",,,3,\n"
        "Ranked,D,E,first,maybe\n"
        "Unknown,F,@nobody-at-all,,\n"
        f"{'x' * 81},G,H,,\n"
        "Twice,A,I,,\n"
    )
    found = faults(cup, text)
    assert list(found) == [
        "lines.3.player",
        "lines.4.name",
        "lines.5.rank",
        "lines.5.paid",
        "lines.6.player2",
        "lines.7.name",
        "lines.8.name",
    ]
    assert "nobody-at-all" in found["lines.6.player2"]
    assert "2" in found["lines.3.player"]
    refused = send(cup, text, expect=422)
    assert refused["code"] == "import_refused"
    assert {error["field"] for error in refused["errors"]} == set(found)
    assert entered(cup) == []


def test_faults_are_told_in_the_readers_language(cup: Cup) -> None:
    said = send(cup, "name\nAlone\n", "preview/", 200, headers={"Accept-Language": "pt-BR"})
    assert "participantes" in said["faults"][0]["detail"] or "integrantes" in said["faults"][0]["detail"]


def test_what_is_no_list_is_refused(cup: Cup) -> None:
    assert send(cup, "", "preview/", 422)["code"] == "unreadable_list"
    assert send(cup, "1;2;3\n4;5;6\n", "preview/", 422)["code"] == "unreadable_list"
    twice = send(cup, "name;nome\nA;B\n", "preview/", 422)
    assert twice["code"] == "unreadable_list"
    response = cup.boss.client.post(f"{API}{cup.path}/entries/import/", {"list": TWO}, format="json")
    assert response.status_code == 415


def test_a_name_that_the_club_knows_is_that_person_again(cup: Cup, world: World) -> None:
    send(cup, TWO)
    other = Cup(world, PAIRS)
    other.do("open")
    send(other, TWO)
    persons = [[member["person"] for member in entry["members"]] for entry in entered(cup)]
    assert persons == [[member["person"] for member in entry["members"]] for entry in entered(other)]


def test_of_two_persons_with_one_name_nobody_guesses(cup: Cup, world: World) -> None:
    for _person in range(2):
        world["organizer"].post(f"/clubs/{world.club.id}/persons/", {"name": "José"}, 201)
    assert list(faults(cup, TWO)) == ["lines.2.player1"]


def test_an_account_plays_once_whichever_of_its_persons_is_named(cup: Cup, world: World) -> None:
    person = world["organizer"].post(f"/clubs/{world.club.id}/persons/", {"name": "Rita de Cássia"}, 201)
    world["rita"].post("/persons/claim/", {"code": person["claim_code"]})
    text = "name;player 1;player 2\nA;@rita;B\nC;Rita de Cássia;D\n"
    assert list(faults(cup, text)) == ["lines.3.player"]


def test_the_same_request_twice_enters_once(cup: Cup) -> None:
    key = {"Idempotency-Key": "the-list-of-may"}
    first = send(cup, TWO, headers=key)
    assert send(cup, TWO, headers=key) == first
    assert len(entered(cup)) == 2


def test_when_entries_are_closed_no_list_is_taken(cup: Cup) -> None:
    cup.do("close")
    assert send(cup, TWO, expect=409)["code"] == "entries_closed"


@pytest.mark.parametrize("who", EVERYBODY)
def test_lists_are_for_organizers(cup: Cup, world: World, who: str) -> None:
    expect = allowed(who, "owner", "organizer", success=201)
    send(cup, TWO, expect=expect, who=world[who])
    send(cup, TWO, "preview/", allowed(who, "owner", "organizer"), world[who])


def test_five_hundred_entries_are_taken_in_one_go(cup: Cup) -> None:
    lines = "".join(f"Dupla {n},Ana {n},Bia {n}\n" for n in range(1, 501))
    assert len(send(cup, "name,player 1,player 2\n" + lines)["entries"]) == 500

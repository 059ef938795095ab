"""Everybody asks for everything while a hand is played: each kind of person, each address of the project; and
what the search is worth."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.http import HttpResponse
from django.urls import path

from games import queries
from games.pages import telling
from games.rules import events, seats
from tests.games.players import play_on
from tests.leaks.conftest import Begin
from tests.leaks.games import Hunt, Packs, latest_of
from tests.leaks.look import look, look_everywhere, provoke
from tests.leaks.people import Reader, staff
from tests.leaks.routes import Address, UnknownParameterError, addresses, admin_paths
from tests.leaks.search import Search, UnreadableAnswerError, readable
from tests.leaks.streams import paths as stream_paths
from tests.leaks.streams import streamed
from tests.leaks.world import KINDS, filled, values
from tests.tournaments.shell.cups import ONLINE, Cup
from tests.tournaments.shell.world import World
from truco_api.accounts.models import User

ABOUT_NO_GAME = ("variants/", "schema", "docs", "openapi", "problems/", "regulations/")
"""Addresses that tell of the rules, the same for everybody whatever is played."""


@pytest.fixture
def cup(db: None, packs: Packs) -> Cup:
    """A championship of pairs, its first match being played here."""
    cup = Cup(World(), ONLINE | {"entry_kind": "pair"}).playing(2)
    disputed = {"reason": "He looked at my cards.", "leg": 1, "hand": 1, "action": 1}
    cup.side("R1M1", 1).post(f"{cup.path}/matches/R1M1/disputes/", disputed, 201)
    return cup


def everybody(cup: Cup, game: str) -> list[Reader]:
    """Every kind of person, with their seat if they have one."""
    holders = latest_of(game).seats
    people = [staff(), Reader("nobody", None)]
    people += [Reader(kind, cup.world[kind].user) for kind in KINDS]
    players = {user.actor: user for user in User.objects.all()}
    return people + [
        Reader(f"seat {seat}", players[holder or ""], seat) for seat, holder in enumerate(holders)
    ]


def test_nobody_is_told_a_hidden_card_at_any_address(cup: Cup, chance: Random, log: list[str]) -> None:
    game = cup.match("R1M1")["game_id"]
    hunt = Hunt(game, latest_of(game).rules, log, everybody(cup, game))
    first = Reader("nobody", None)
    put = values(cup, game)
    for address in addresses():
        for number, where in enumerate(address.paths(put)):
            told_of_rules = any(part in address.route for part in ABOUT_NO_GAME)
            if told_of_rules:
                assert not {"game_id", "championship_id"} & set(address.parameters)
                continue
            for reader in hunt.readers if number == 0 else hunt.readers[-1:]:
                if look(hunt, reader, where) == 405:
                    break  # nobody can read here
            # A body that cannot be read does nothing, and the refusal may tell nothing.
            hunt.judge(first.send(where, "{")[1], f"POST {where}", first)
    for where in admin_paths():
        look(hunt, hunt.readers[0], where)
    for reader in hunt.readers:
        provoke(hunt, reader, chance)
    hunt.judge_log()
    assert hunt.found == []
    assert hunt.answers > 1000


def test_what_tells_of_the_rules_is_the_same_whatever_is_played(cup: Cup) -> None:
    game = cup.match("R1M1")["game_id"]
    holder = User.objects.get(pk=(latest_of(game).seats[0] or "").partition(":")[2])
    put = values(cup, game)
    for address in addresses():
        if any(part in address.route for part in ABOUT_NO_GAME):
            for where in address.paths(put):
                nobody, player = (
                    Reader(kind, user).get(where) for kind, user in (("n", None), ("p", holder))
                )
                assert nobody[0] == player[0]
                assert _body(nobody[1]) == _body(player[1]), where


def _body(told: str) -> str:
    """Without its headers, the ids that an example draws anew, and tokens against forgery."""
    return re.sub(r"[0-9a-f-]{36}|[A-Za-z0-9]{64}", "", told.partition("\n")[2])


@pytest.mark.django_db(transaction=True)
def test_no_stream_tells_a_hidden_card(begin: Begin, chance: Random) -> None:
    hunt, people = begin(4, variant="gauderio")
    play_on(hunt.game, people, chance, steps=3)
    found = [where for where in stream_paths({"ident": hunt.game}) if "/championships/" not in where]
    for reader in hunt.readers:
        for where, told in streamed(reader, found).items():
            hunt.judge(told, where, reader)
            if where.endswith(("/events/", "/stream/")) and "/games/" in where:
                assert "hand_dealt/1" in told, "there was something to search"
    assert hunt.found == []


def _with_pack(told: Callable[..., Any]) -> Callable[..., Any]:
    def leaky(*args: Any, **kwargs: Any) -> Any:
        return told(*args, **kwargs) | {"debug": list(args[0].table.game.hand.stock)}

    return leaky


PLANTS: dict[str, tuple[Any, str, Any]] = {
    "events": (seats._SEEN, events.HandDealt, lambda event, _seat, _open: seats._whole(event)),  # type: ignore[dict-item]  # a key of the table of what is seen
    "a view": (queries, "game_json", _with_pack(queries.game_json)),
    "a page": (
        telling,
        "_place",
        lambda _place, names: f"{names.card('4P')}, {names.card('KC')}, {names.card('7O')}",
    ),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_leak_that_is_planted_is_found(
    begin: Begin, chance: Random, monkeypatch: pytest.MonkeyPatch, plant: str
) -> None:
    hunt, _ = begin(2)
    where, name, leaky = PLANTS[plant]
    look_everywhere(hunt, hunt.readers[1], chance)
    assert hunt.found == []
    if isinstance(where, dict):
        monkeypatch.setitem(where, name, leaky)
    else:
        monkeypatch.setattr(where, name, leaky)
    look_everywhere(hunt, hunt.readers[1], chance)
    assert hunt.found


def test_a_card_in_a_log_line_or_an_error_is_found(begin: Begin, chance: Random) -> None:
    hunt, _ = begin(2)
    hidden = min(hunt.known(0) - hunt.known(None))
    logging.getLogger("truco").warning("dealt %s", [hidden])
    hunt.judge_log()
    assert any("a line" in found for found in hunt.found)
    hunt.found.clear()
    with patch("truco_api.problems.detail", return_value=f"It is the turn of who holds {hidden}."):
        provoke(hunt, next(reader for reader in hunt.readers if reader.seat == 1), chance)
    assert any("/actions/" in found for found in hunt.found)


def test_refusals_that_tell_hidden_cards_apart_are_found(begin: Begin, chance: Random) -> None:
    hunt, _ = begin(2)
    seat = latest_of(hunt.game).able[0]
    reader = next(reader for reader in hunt.readers if reader.seat == seat)
    provoke(hunt, reader, chance)
    assert hunt.found == []
    told = iter(range(100))
    with patch.object(Reader, "_told", staticmethod(lambda response: (404, f"x\n{next(told)}"))):
        provoke(hunt, reader, chance)
    assert any("apart" in found for found in hunt.found)


def test_every_form_of_a_card_is_read(begin: Begin) -> None:
    search = Search(begin(2)[0].rules)
    assert search.cards('{"card":"4P","cards":["10O","KC"]} and 7O.') == {"4P", "KC", "7O"}
    assert search.cards('<use href="#card-AE"/> aria-label="5 of clubs"') == {"AE", "5P"}
    assert search.cards("The manilhas are 5P > 5C > 5E > 5O.") == set()
    assert search.cards("4P5C7OKE") == {"4P", "5C", "7O", "KE"}
    assert search.cards("a0b14P7c9e4f4C6d8e5E7f0a1b2c3d") == set(), "a hash holds no cards"


def test_an_answer_of_an_unknown_kind_is_not_passed_by() -> None:
    with pytest.raises(UnreadableAnswerError):
        readable("application/x-unheard-of", b"x")


def test_an_address_with_an_unknown_parameter_is_not_passed_by() -> None:
    def view(_request: object, surprise: str) -> HttpResponse:
        return HttpResponse(surprise)

    new = Address("secret/<slug:surprise>/", path("secret/<slug:surprise>/", view))
    with pytest.raises(UnknownParameterError):
        list(new.paths({"game_id": ["1"]}))
    with pytest.raises(UnknownParameterError):
        filled({}, [new])

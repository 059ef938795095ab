"""What an app asks first, told over the real API: the examples of the description are recorded from it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from rest_framework.test import APIClient

from tests.api.recorder import Json, Recorder
from tests.games.players import Person
from tournaments.services import legs

PASSWORD = "uma senha boa 123"
CLOCK = {"turn_seconds": 60, "reserve_seconds": 120}
STAGES = [{"id": "main", "format": "single_elimination", "third_place": False}]
REGULATION = {
    "format": "truco-regulation/1",
    "variant": "paulista",
    "entry_kind": "single",
    "presence": "assumed",
    "stages": STAGES,
}
PLAYERS = ("ana", "bia", "caio", "davi")
Stack = Callable[..., None]


def accounts(recorder: Recorder) -> None:
    """Signing up and in, tokens, a guest."""
    ask, anybody, own = recorder.ask, APIClient(), APIClient()
    wish = {
        "name": "rita",
        "password": PASSWORD,
        "display_name": "Rita",
        "language": "pt-br",
        "device": "phone",
    }
    token = ask(anybody, "accounts_sign_up", wish, name="sign up")["token"]
    own.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    signed = ask(
        anybody,
        "accounts_sign_in",
        {"name": "rita", "password": PASSWORD, "device": "tablet"},
        name="another device",
    )
    assert signed["token"] != token
    ask(own, "accounts_me", name="own account")
    ask(own, "accounts_access", name="access token")
    pair = ask(anybody, "accounts_welcome_guest", {"name": "Zeca", "device": "phone"}, name="guest")
    ask(anybody, "accounts_refresh", {"refresh_token": pair["refresh_token"]}, name="next pair")
    ask(anybody, "accounts_me", name="problem")
    ask(anybody, "accounts_sign_up", {"name": "rita"}, name="problem")


class Play:
    """Two at a table, who do what is listed as legal."""

    def __init__(self, recorder: Recorder, ana: Person, bia: Person) -> None:
        self.recorder, self.ana, self.bia, self.game = recorder, ana, bia, ""

    def sit(self, variant: str, *, name: str = "", seat: str = "", **more: Any) -> None:
        """Open a table, and sit down at it."""
        wish = {"variant": variant, "players": 2, "auto_start": True, "reveal": "hand", "clock": CLOCK} | more
        game = self.recorder.ask(self.ana.client, "games_open_table", wish, name=name)
        self.game = game["id"]
        self.recorder.ask(self.bia.client, "games_take_seat", {"seat": 1}, name=seat, game_id=self.game)

    def act(self, who: Person, kind: str, *, name: str = "", **wanted: Any) -> Json:
        """Do the listed action of this kind; the first action of each named kind is an example."""
        seen = who.see(self.game)
        fits = [
            move for move in seen["view"]["legal"] if move["type"] == kind and wanted.items() <= move.items()
        ]
        assert fits, (kind, wanted, seen["view"]["legal"])
        at = {"game_id": self.game, "version": seen["version"]}
        acted: Json = self.recorder.ask(who.client, "games_act", fits[0], name=name, **at)
        return acted

    def look(self, who: Person, operation: str, *, name: str, **at: Any) -> None:
        """Read something of the game."""
        self.recorder.ask(who.client, operation, name=name, game_id=self.game, **at)


def games(recorder: Recorder, stack: Stack, ana: Person, bia: Person) -> None:
    """A hand of paulista from the table to its replay, then calls of a game with points."""
    stack(["4P 7C AE", "3C KO 6P"], "7O")
    play = Play(recorder, ana, bia)
    play.sit("paulista", name="paulista for two", seat="second place")
    play.look(bia, "games_game", name="in turn")
    _refusals(recorder, play)
    play.act(bia, "play", name="play a card", card="7C")
    play.act(ana, "raise", name="truco")
    play.act(bia, "accept", name="accept")
    play.act(ana, "play", card="3C")
    play.act(ana, "play", card="KO")
    play.act(bia, "play", card="AE")
    play.act(bia, "raise")
    play.act(ana, "refuse", name="refuse")
    play.look(ana, "games_events", name="from the beginning")
    play.look(ana, "games_hands", name="one hand")
    play.look(ana, "games_hand_record", name="problem", number=1)
    play.look(bia, "games_resign", name="give the game up")
    play.look(ana, "games_hand_record", name="hand record", number=1)
    play.look(ana, "games_hand_replay", name="replay", number=1)
    record = ana.get(play.game, "hands/1/record/").json()
    recorder.ask(ana.client, "verdicts_judge", record, name="hand record")
    _points(recorder, stack, ana, bia)


def _refusals(recorder: Recorder, play: Play) -> None:
    card = {"type": "play", "card": "7C"}
    now = play.bia.see(play.game)["version"]
    ask, at = recorder.ask, Json(game_id=play.game)
    ask(play.bia.client, "games_act", card, name="problem", version=now - 1, **at)
    ask(play.ana.client, "games_act", {"type": "play", "card": "3C"}, name="problem", version=now, **at)
    ask(play.bia.client, "games_act", {"type": "play"}, name="problem", version=now, **at)
    ask(play.bia.client, "games_act", card, name="problem", **at)
    ask(play.bia.client, "games_hand_record", name="problem", number=9, **at)


def _points(recorder: Recorder, stack: Stack, ana: Person, bia: Person) -> None:
    stack(["7E 6E 1B", "5O 4O 2C"])
    play = Play(recorder, ana, bia)
    play.sit("argentino", name="points said aloud", options={"declaration": "manual"})
    play.act(bia, "envido", name="envido")
    play.act(ana, "accept")
    play.act(bia, "declare", name="declare points", points=33)
    play.act(ana, "declare", name="say that it is good", good=True)
    play.act(bia, "concede", name="give the hand up")
    stack(["5O 4O 2O", "7E 6E 1B"])
    flor = Play(recorder, ana, bia)
    flor.sit("gauderio")
    flor.act(bia, "flor", name="flor")


def championships(recorder: Recorder, ana: Person, others: dict[str, Person]) -> None:
    """A cup of four from the club to a disputed result."""
    ask, olga = recorder.ask, others["olga"].client
    club = ask(olga, "clubs_create", {"name": "Clube do Zap", "city": "Campinas"}, name="club")["id"]
    ask(ana.client, "clubs_edit", {"city": "Sorocaba"}, name="problem", club_id=club)
    _arbiter(recorder, olga, others["nina"].client, club)
    ask(olga, "regulations_check", REGULATION, name="fits")
    ask(olga, "regulations_check", REGULATION | {"legs": 4}, name="faults")
    wish = {"club": club, "name": "Copa do Zap", "regulation": REGULATION}
    at = {"championship_id": ask(olga, "championships_create", wish, name="cup")["id"]}
    ask(olga, "championships_open", name="open", **at)
    for name in PLAYERS:
        entry = {"name": name.title(), "members": [{"username": name}]}
        named = "single" if name == "ana" else ""
        made = ask(olga, "entries_register", entry, name=named, **at)
        ask(olga, "entries_confirm", name=named, entry_id=made["id"], **at)
    ask(olga, "championships_close", **at)
    ask(olga, "championships_draw", name="drawn", **at)
    ask(olga, "championships_start", name="running", **at)
    legs.advance(championship_id=UUID(at["championship_id"]))
    _results(recorder, olga, others, at)


def _arbiter(recorder: Recorder, olga: APIClient, nina: APIClient, club: str) -> None:
    invited = {"username": "nina", "roles": ["arbiter"]}
    made = recorder.ask(olga, "club_invitations_create", invited, name="arbiter", club_id=club)
    recorder.ask(nina, "my_invitations_accept", name="arbiter", invitation_id=made["id"])


def _results(recorder: Recorder, olga: APIClient, others: dict[str, Person], at: Json) -> None:
    ask, match = recorder.ask, at | {"match_id": "R1M1"}
    first = ask(olga, "matches_retrieve", name="called", **match)
    sheet = {"legs": [[12, 7]] * (first["first_to"] or 1)}
    ask(olga, "matches_hand_in_sheet", sheet, name="sheet", **match)
    ask(olga, "matches_confirm_sheet", name="settled", **match)
    loser = others[first["sides"][1]["name"].lower()]
    about = {"reason": "Two cards at once.", "leg": 1, "hand": 7, "action": 2}
    ask(loser.client, "matches_open_dispute", about, name="about a hand", **match)
    ruling = {"ruling": "uphold", "reason": "Seen by all at the table."}
    ask(others["nina"].client, "disputes_rule", ruling, name="uphold", dispute_id="D1", **at)
    ask(olga, "matches_list", name="first round", **at)
    ask(olga, "stages_standings", name="after one match", stage_id="main", **at)
    ask(olga, "championships_events", name="all", **at)


def club_and_inbox(recorder: Recorder, owner: Person, ana: Person) -> None:
    """A webhook of a club's, an invitation, and the notice of it."""
    ask = recorder.ask
    club = ask(owner.client, "clubs_create", {"name": "Clube do Truco", "city": "Lages"})["id"]
    hook = {"url": "https://club.example/truco/", "event_types": ["match.decided"]}
    made = ask(owner.client, "webhooks_create", hook, name="decided matches", club_id=club)["webhook"]
    ask(owner.client, "webhooks_retrieve", name="decided matches", club_id=club, webhook_id=made["id"])
    invited = {"username": ana.user.username, "roles": ["scorer"]}
    ask(owner.client, "club_invitations_create", invited, name="scorer", club_id=club)
    (notice,) = ask(ana.client, "notices_list", name="invited to a club")["results"]
    ask(ana.client, "notices_read", name="read", notice_id=notice["id"])
    ask(ana.client, "notices_unread", name="none")


def standings(recorder: Recorder) -> None:
    """A table of a league, judged for anybody."""
    matches = [
        {"home": "Zap", "away": "Copas", "outcome": "played", "legs": [[12, 7], [12, 9]]},
        {"home": "Copas", "away": "Espadas", "outcome": "played", "legs": [[12, 3], [5, 12], [12, 11]]},
        {"home": "Espadas", "away": "Zap", "outcome": "played", "legs": [[8, 12], [10, 12]]},
    ]
    record = {
        "format": "truco-standings/1",
        "entries": ["Zap", "Copas", "Espadas"],
        "criteria": ["wins", "leg_difference", "lots"],
        "lots": ["Zap", "Copas", "Espadas"],
        "matches": matches,
    }
    recorder.ask(APIClient(), "standings_judge", record, name="league of three")

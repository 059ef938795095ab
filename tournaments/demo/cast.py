"""Who plays in the demonstration: sixteen pairs, and the officials of their club."""

from dataclasses import dataclass
from secrets import token_hex

from tournaments.demo.api import Api

PAIRS = (
    ("Ana & Bento", "Ana", "Bento"),
    ("Cida & Dimas", "Cida", "Dimas"),
    ("Elza & Fausto", "Elza", "Fausto"),
    ("Gil & Hélio", "Gil", "Helio"),
    ("Iara & Jonas", "Iara", "Jonas"),
    ("Kátia & Léo", "Katia", "Leo"),
    ("Mara & Nilo", "Mara", "Nilo"),
    ("Olga & Paulo", "Olga", "Paulo"),
    ("Quirino & Rosa", "Quirino", "Rosa"),
    ("Sônia & Tadeu", "Sonia", "Tadeu"),
    ("Ugo & Vera", "Ugo", "Vera"),
    ("Wanda & Xisto", "Wanda", "Xisto"),
    ("Yara & Zeca", "Yara", "Zeca"),
    ("Alba & Breno", "Alba", "Breno"),
    ("Célia & Davi", "Celia", "Davi"),
    ("Edu & Flora", "Edu", "Flora"),
)


@dataclass(frozen=True, slots=True)
class Player:
    """A person with an account, and their calls."""

    name: str
    api: Api


@dataclass(slots=True)
class Pair:
    """Two players; `entry` is their entry's id once they are in."""

    name: str
    players: tuple[Player, Player]
    entry: str = ""


@dataclass(frozen=True, slots=True)
class Cast:
    """Everybody."""

    organizer: Player
    arbiter: Player
    pairs: tuple[Pair, ...]


def sign_up(url: str) -> Cast:
    """Accounts for all, fresh at every run: names carry a random ending."""
    ending = token_hex(3)

    def player(name: str) -> Player:
        body = {
            "name": f"{name.lower()}-{ending}",
            "password": token_hex(12),
            "display_name": name,
            "device": "demo",
        }
        account = Api(url).post("accounts/", body)
        return Player(account["name"], Api(url, account["token"]))

    pairs = tuple(Pair(name, (player(first), player(second))) for name, first, second in PAIRS)
    return Cast(player("Secretaria"), player("Juiza"), pairs)

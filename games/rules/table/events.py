"""What can happen at a table apart from the cards (`games.rules.events`). All of it is public, except for
the secret behind a commitment."""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from games.rules.fair import Chain


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table stands: what is played, by which version of the rules, on what terms, and for whom.

    `options` are those that were set, as a hand record carries them; `origin` names what the game belongs
    to ("championship:<id>/<match>/<leg>"), None for a free table. `game` is the id to which the deals are
    bound; `seed_seconds` and `reveal` are their terms (`games.rules.table.deals`).
    """

    variant: str
    options: dict[str, Any]
    players: int
    rules_version: int
    turn_seconds: int
    reserve_seconds: int
    on_timeout: str
    abandon_after: int
    auto_start: bool
    public: bool
    owner: str
    origin: str | None
    game: str = ""
    seed_seconds: int = 0
    reveal: str = "game"


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """`holder` ("user:<uuid>" or "bot:<kind>") sits down."""

    seat: int
    holder: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """`holder` gets up before the game has begun."""

    seat: int
    holder: str


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Every place is taken and the cards may be dealt; `dealer` was drawn."""

    dealer: int


@dataclass(frozen=True, slots=True)
class ScoreCarried:
    """The game goes on from this `score`, by team, as another one stood when it was broken off."""

    score: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeedPromised:
    """The device at `seat` promises the seeds of a chain ending in `anchor`, from the next commitment on."""

    seat: int
    anchor: str


@dataclass(frozen=True, slots=True)
class HandCommitted:
    """The server is bound for hand `number`: `commitment` is to `salt` and `pack`, which nobody sees before
    they are revealed. `promises` are those of the devices, by seat, that count in this hand."""

    number: int
    protocol: str
    commitment: str
    promises: tuple[Chain | None, ...]
    salt: str
    pack: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeedGiven:
    """The device at `seat` gives the seed that it has promised for hand `number`."""

    seat: int
    number: int
    seed: str


@dataclass(frozen=True, slots=True)
class PackShuffled:
    """The pack of hand `number` follows from its commitment and these `seeds`, by seat; None where the device
    gave none, so that the server's own stands in."""

    number: int
    protocol: str
    commitment: str
    seeds: tuple[str | None, ...]


class RevealedSecret(NamedTuple):
    """What was committed to for a hand."""

    number: int
    salt: str
    pack: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandsRevealed:
    """The secrets of these hands are open: everybody can check them now."""

    hands: tuple[RevealedSecret, ...]


@dataclass(frozen=True, slots=True)
class TurnTimedOut:
    """The awaited `seats` let turn and reserve run out; the game acts for `acting_for`."""

    seats: tuple[int, ...]
    acting_for: int


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The game ends before its target. `team` gave it up; None when nobody loses by it.

    `reason`: "left", "timeouts", "closed" (before it began), or what whoever ended it gives.
    """

    team: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The result, once for every game that began: `score` by team (by seat with three players).

    `reason`: "target" or "abandoned"; `hands` counts those dealt.
    """

    winner: int | None
    score: tuple[int, ...]
    reason: str
    hands: int


@dataclass(frozen=True, slots=True)
class HouseTermsSet:
    """The house rules of the table, if they are not the usual ones (`games.rules.table.house`)."""

    on_leave: str
    spectator_seconds: int
    spectator_hands: int
    by_invitation: bool


@dataclass(frozen=True, slots=True)
class SeatLent:
    """`holder` has left the running game and `bot` plays for them. `reason`: "left", or "timeouts" for who
    missed too many decisions in a row."""

    seat: int
    holder: str
    bot: str
    reason: str


@dataclass(frozen=True, slots=True)
class SeatReturned:
    """`holder` is back at the place where a bot played for them."""

    seat: int
    holder: str


@dataclass(frozen=True, slots=True)
class RematchAgreed:
    """The player at `seat` wants to play once more."""

    seat: int
    holder: str


@dataclass(frozen=True, slots=True)
class RematchWithdrawn:
    """The player at `seat` does not want to play once more after all."""

    seat: int
    holder: str


@dataclass(frozen=True, slots=True)
class RematchOpened:
    """All have agreed: they play once more as `game`."""

    game: str


@dataclass(frozen=True, slots=True)
class ScoreGiven:
    """The score is this from here on, in the middle of the game. `reason`: what whoever gave it says, such as
    "penalty"."""

    score: tuple[int, ...]
    reason: str


RematchEvent = RematchAgreed | RematchWithdrawn | RematchOpened
HouseEvent = HouseTermsSet | SeatLent | SeatReturned | RematchEvent | ScoreGiven
"""What the house rules are, and what comes of them."""
DealEvent = SeedPromised | HandCommitted | SeedGiven | PackShuffled | HandsRevealed
"""What makes the deals fair: beside the play, and never a step of it."""
TableEvent = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | GameStarted
    | ScoreCarried
    | TurnTimedOut
    | GameAbandoned
    | GameFinished
    | DealEvent
    | HouseEvent
)

ALL: Final[dict[str, type[TableEvent]]] = {
    "table_opened/1": TableOpened,
    "seat_taken/1": SeatTaken,
    "seat_left/1": SeatLeft,
    "game_started/1": GameStarted,
    "score_carried/1": ScoreCarried,
    "seed_promised/1": SeedPromised,
    "hand_committed/1": HandCommitted,
    "seed_given/1": SeedGiven,
    "pack_shuffled/1": PackShuffled,
    "hands_revealed/1": HandsRevealed,
    "turn_timed_out/1": TurnTimedOut,
    "game_abandoned/1": GameAbandoned,
    "game_finished/1": GameFinished,
    "house_terms_set/1": HouseTermsSet,
    "seat_lent/1": SeatLent,
    "seat_returned/1": SeatReturned,
    "rematch_agreed/1": RematchAgreed,
    "rematch_withdrawn/1": RematchWithdrawn,
    "rematch_opened/1": RematchOpened,
    "score_given/1": ScoreGiven,
}

"""What a table refuses, apart from the cards themselves (`games.rules.errors`).

Conflict
├── TableNotOpen       places cannot be taken, left or played any more   409
├── SeatTaken          somebody sits there                               409
├── AlreadySeated      this player sits at this table                    409
├── TableFull          no place is left                                  409
├── TableNotFull       a game needs every place taken                    409
├── GameNotRunning     the game has not begun                            409
├── GameOver           the game is over                                  409
├── NotDue             the time of the awaited player is not out         409
├── GameStillOn        that can be done when the game has ended          409
├── RematchClosed      there is no rematch to agree on (any more)        409
├── PromiseStands      the seeds of this seat are promised already       409
├── SeedNotPromised    no promise of this seat counts in this hand       409
└── SeedNotAwaited     this hand takes no seeds now                      409
Invalid
├── NoSuchSeat         the table has no such place                       422
├── SeatNotHeld        nobody sits there, or somebody else               422
├── UnknownHolder      neither an account nor one of the bots            422
├── SeedUnfit          it is not the seed that was promised              422
└── InvalidTerms       a wait nobody would keep                          422
"""

from truco_api.errors import Conflict, Invalid, gettext_noop


class TableNotOpen(Conflict):
    """Places change hands only before the game begins."""

    code = "table_not_open"
    message = gettext_noop("The game at this table has begun, or the table was closed.")


class SeatTaken(Conflict):
    """Another player sits at this place."""

    code = "seat_taken"
    message = gettext_noop("Place {seat} is taken.")


class AlreadySeated(Conflict):
    """A person plays one place of a table."""

    code = "already_seated"
    message = gettext_noop("You already sit at this table, at place {seat}.")


class TableFull(Conflict):
    """Every place is taken."""

    code = "table_full"
    message = gettext_noop("No place is free at this table.")


class TableNotFull(Conflict):
    """A game begins with every place taken."""

    code = "table_not_full"
    message = gettext_noop("The game can begin when every place is taken.")


class GameNotRunning(Conflict):
    """The game has not begun."""

    code = "game_not_started"
    message = gettext_noop("The game has not begun.")


class GameOver(Conflict):
    """The game has ended, and nothing more can happen in it."""

    code = "game_over"
    message = gettext_noop("The game is over.")


class NotDue(Conflict):
    """The player who is awaited still has time."""

    code = "not_due"
    message = gettext_noop("The time of the awaited player is not out.")


class GameStillOn(Conflict):
    """It waits for the end of the game."""

    code = "game_still_on"
    message = gettext_noop("The game is still being played.")


class RematchClosed(Conflict):
    """Once, within an hour after a free game that was played, its players may agree to play again."""

    code = "rematch_closed"
    message = gettext_noop("There is no rematch of this game, or it is too late for one.")


class NoSuchSeat(Invalid):
    """The table has no place of this number."""

    code = "no_such_seat"
    message = gettext_noop("Places at this table are numbered 0 to {last}.")


class SeatNotHeld(Invalid):
    """The place is empty, or somebody else's."""

    code = "seat_not_held"
    message = gettext_noop("Nobody sits at place {seat}.")


class UnknownHolder(Invalid):
    """A place is held by an account or by one of the bots."""

    code = "unknown_holder"
    message = gettext_noop("A place is held by an account (user:<id>) or by a bot (bot:{bots}).")


class PromiseStands(Conflict):
    """A promise that counts in no hand yet cannot be taken back for another."""

    code = "promise_stands"
    message = gettext_noop("The seeds of this place are promised already for the next hand.")


class SeedNotPromised(Conflict):
    """A seed counts only if it was promised before the hand was committed to."""

    code = "seed_not_promised"
    message = gettext_noop("This place has promised no seed for hand {hand}.")


class SeedNotAwaited(Conflict):
    """Seeds are given between the commitment to a hand (or its cut) and its deal."""

    code = "seed_not_awaited"
    message = gettext_noop("Hand {hand} takes no seeds now.")


class SeedUnfit(Invalid):
    """The seed does not lead to what was promised, or is none at all."""

    code = "seed_unfit"
    message = gettext_noop("This is not the seed that was promised.")


class InvalidTerms(Invalid):
    """The seconds that a deal waits for seeds are out of range."""

    code = "invalid_terms"
    message = gettext_noop("{field} must be a whole number from {least} to {most}.")

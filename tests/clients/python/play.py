"""Plays one whole game of each variant named, both seats, with the generated client and nothing else.

    python play.py http://127.0.0.1:8000 paulista gauderio

Prints one line of JSON for each game. Anything unexpected ends it with an error.
"""

import json
import sys
from dataclasses import dataclass
from uuid import UUID, uuid4

from truco_client import AuthenticatedClient, Client
from truco_client.api.accounts import accounts_sign_up
from truco_client.api.games import (
    games_act,
    games_events,
    games_game,
    games_hand_record,
    games_hands,
    games_open_table,
    games_take_seat,
)
from truco_client.api.verdicts import verdicts_judge
from truco_client.models import (
    AcceptAction,
    Acted,
    CardPlayedEvent,
    ConcedeAction,
    Game,
    GameEvents,
    GamePhaseEnum,
    HandList,
    HandScoredEvent,
    NewAccount,
    NewTableRequest,
    OtherAction,
    OtherEvent,
    PlayAction,
    ProblemCode,
    Record,
    RefuseAction,
    SignUpRequest,
    StaleVersionProblem,
    TakeSeatRequest,
    Verdict,
)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody with a token."""

    name: str
    client: AuthenticatedClient

    def see(self, game: UUID) -> Game:
        """The game as this player sees it."""
        seen = games_game.sync(game, client=self.client)
        assert isinstance(seen, Game), seen
        return seen


def sign_up(api: str) -> Player:
    """A new account."""
    name = f"py-{uuid4().hex[:8]}"
    wish = SignUpRequest(name=name, password=uuid4().hex)
    account = accounts_sign_up.sync(client=Client(api), body=wish)
    assert isinstance(account, NewAccount), account
    return Player(name, AuthenticatedClient(api, account.token))


def refuse_stale(player: Player, game: UUID, action: PlayAction | AcceptAction) -> None:
    """An action upon a version that has passed is told where the game is now."""
    refused = games_act.sync(game, client=player.client, body=action, if_match='"1"')
    assert isinstance(refused, StaleVersionProblem), refused
    assert refused.code == ProblemCode.STALE_VERSION
    assert refused.current_version > 1


def play(api: str, variant: str) -> dict[str, object]:
    """A game from the opening of the table to the verdict on its last hand."""
    ana, bia = players = (sign_up(api), sign_up(api))
    wish = NewTableRequest(variant=variant, players=2, auto_start=True)
    opened = games_open_table.sync(client=ana.client, body=wish, idempotency_key=uuid4().hex)
    assert isinstance(opened, Game), opened
    seated = games_take_seat.sync(opened.id, client=bia.client, body=TakeSeatRequest())
    assert isinstance(seated, Game), seated
    actions, kinds = 0, set[str]()
    while (game := ana.see(opened.id)).phase == GamePhaseEnum.PLAYING:
        player = players[game.clock.awaited[0]]
        own = player.see(opened.id)
        assert own.view is not None
        legal = own.view.legal
        assert not any(isinstance(action, OtherAction) for action in legal)
        cards = [action for action in legal if isinstance(action, PlayAction) and not action.covered]
        calm = [action for action in legal if not isinstance(action, RefuseAction | ConcedeAction)]
        accepts = [action for action in calm if isinstance(action, AcceptAction)]
        action = (cards or accepts or calm or legal)[0]
        if actions == 0 and isinstance(action, PlayAction | AcceptAction):
            refuse_stale(player, opened.id, action)
        done = games_act.sync(
            opened.id,
            client=player.client,
            body=action,
            if_match=f'"{own.version}"',
            idempotency_key=uuid4().hex,
        )
        assert isinstance(done, Acted), done
        assert done.version > own.version
        for event in done.events:
            assert not isinstance(event, OtherEvent), event
            if isinstance(event, CardPlayedEvent | HandScoredEvent):
                kinds.add(event.type_)
        actions += 1
    return {"variant": variant, "actions": actions, "kinds": sorted(kinds), **ending(bia, opened.id)}


def ending(player: Player, game: UUID) -> dict[str, object]:
    """What the game left behind."""
    end = player.see(game)
    assert end.phase == GamePhaseEnum.FINISHED
    assert end.result is not None
    versions: list[int] = []
    while True:
        page = games_events.sync(game, client=player.client, after=versions[-1] if versions else 0)
        assert isinstance(page, GameEvents), page
        if not page.events:
            break
        versions += [event.version for event in page.events]
    hands = games_hands.sync(game, client=player.client)
    assert isinstance(hands, HandList), hands
    last = [hand for hand in hands.hands if hand.finished][-1]
    record = games_hand_record.sync(game, last.number, client=player.client)
    assert isinstance(record, Record), record
    verdict = verdicts_judge.sync(client=player.client, body=record)
    assert isinstance(verdict, Verdict), verdict
    return {
        "id": str(game),
        "winner": end.result.winner,
        "score": end.result.score,
        "hands": len(hands.hands),
        "version": end.version,
        "events": versions,
        "verdict": verdict.status,
    }


if __name__ == "__main__":
    for name in sys.argv[2:]:
        print(json.dumps(play(sys.argv[1], name)))

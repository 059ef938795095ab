"""What a player asks for at every move, by the short way: to act, and to see one's cards."""

from typing import Any, Final
from uuid import UUID

from games import policies, queries, services
from games.rules.moves import from_json
from games.rules.signals import SIGNAL_TYPES
from games.services import Asked
from games.spectating import sight
from truco_api.accounts.access import Claims
from truco_api.http.conditional import etag, required_version
from truco_api.http.express import Told, express
from truco_api.http.idempotency import body_digest, key_of, stated_key
from truco_api.http.parsers import loads
from truco_api.http.plain import Plain
from truco_api.http.written import written

_MORE: Final = ("seed", "signature")


@express("POST", "/api/v1/games/{id}/actions/")
def act(request: Plain, claims: Claims, game_id: UUID) -> Told | None:
    """A plain move, with key and version: see `ActionsView`."""
    key, version, body = stated_key(request), required_version(request), loads(request.body)
    if key is None or not _is_plain(body):
        return None
    digest = body_digest("POST", request.path, body)
    by = Asked(claims.actor, key_of(claims.account, key), digest, version)
    move, seat_for = from_json(body), policies.own_seat(claims.actor, body.get("seat"))
    told = services.act(game_id=game_id, move=move, seat_for=seat_for, by=by)
    return Told(written(told.body), etag(told.body["version"]))


@express("GET", "/api/v1/games/{id}/")
def see(_request: Plain, claims: Claims, game_id: UUID) -> Told:
    """The game as the caller may see it: see `GameView`."""
    seen = sight(game_id, claims.actor)
    told = queries.with_names(queries.game_json(seen.state, claims.actor, seen.at))
    return Told(written(told), etag(seen.state.version))


def _is_plain(body: Any) -> bool:
    if type(body) is not dict or body.get("type") in SIGNAL_TYPES or any(more in body for more in _MORE):
        return False
    return type(body.get("seat")) in (int, type(None))

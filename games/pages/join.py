"""The page that an invitation's link leads to."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games import queries, services
from games.rules.table import Phase
from games.spectating import sight
from truco_api.http import web


@web.page
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Who invites to which table, the code to sit down by, and a QR code of this very page."""
    invitation = services.find_invitation(code, user=web.reader(request), now=queries.now())
    table = sight(invitation.game, None).table
    context = {
        "by": invitation.by.shown_name,
        "variant": table.rules.variant.name,
        "players": table.rules.players,
        "seated": [name for name in queries.names_at(table) if name],
        "open": table.phase is Phase.OPEN,
        "code": invitation.code,
        "expires": invitation.expires_at,
        "qr": reverse("invitation-qr", kwargs={"code": invitation.code}),
    }
    return web.shown(request, "games/join.html", context)

"""Views that cost no look-up of who asks."""

from rest_framework.authentication import BaseAuthentication
from rest_framework.views import APIView
from typing_extensions import override

from truco_api.accounts.authentication import TokenAuthentication


class StatelessView(APIView):
    """A view that asks no database who sends an access token: for what is asked at every move.

    A device that was signed out may go on here until its access token expires, a quarter of an hour at most:
    it can play a card of its own seat and see its own cards, and nothing else.
    """

    @override
    def get_authenticators(self) -> list[BaseAuthentication]:
        """By access tokens as they are, by others as everywhere."""
        return [TokenAuthentication(stateless=True)]

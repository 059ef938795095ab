"""Two uses of one refresh token at the same moment: one gets the next pair, the other ends the sign-in."""

import threading

import pytest
from django.db import connection
from django.utils import timezone

from truco_api.accounts import refreshing
from truco_api.accounts.errors import RefreshTokenInvalid, RefreshTokenReused
from truco_api.accounts.models import Token, User


@pytest.mark.django_db(transaction=True)
def test_of_two_uses_at_once_one_is_the_second() -> None:
    user = User.objects.create_user("ana")
    first, _ = refreshing.sign_in(user=user, device="", now=timezone.now())
    start, results = threading.Barrier(4), []

    def use() -> None:
        start.wait()
        try:
            refreshing.refresh(refresh_token=first.refresh_token, key=None, now=timezone.now())
            results.append("next")
        except (RefreshTokenReused, RefreshTokenInvalid) as error:
            results.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results.count("next") == 1
    assert results.count("refresh_token_reused") == 1
    assert not Token.objects.exists()

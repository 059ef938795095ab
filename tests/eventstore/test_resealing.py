"""Keys are replaced while hands are in play, and the old ones retired: nothing is lost, the audit clean."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import states
from tests.checkpoints.conftest import as_superuser
from tests.games.conftest import Seating, _nothing_remembered, chance, seated  # noqa: F401 - fixtures
from tests.games.players import good, play_on
from truco_api.accounts.adapters import MFAAdapter
from truco_api.eventstore import resealing, sealing
from truco_api.eventstore.models import Event, Receipt, Resealed
from truco_api.eventstore.sealing import SealBrokenError, ring
from truco_api.webhooks import signing
from truco_api.webhooks.models import Endpoint, Secret

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_ring(tmp_path: Path, settings: Any) -> None:
    """A ring of this test's own."""
    settings.TRUCO_KEYS = ""
    settings.TRUCO_KEYS_FILE = tmp_path / "keys"


def rotate(*arguments: str) -> str:
    """Rotate; the id of the newest key."""
    call_command("rotate_keys", *arguments)
    return ring().all()[0].ident


def test_hands_in_play_go_on_and_old_keys_go_while_they_do(seated: Seating) -> None:  # noqa: F811
    game, people = seated()
    key = "an-answer-to-repeat"
    view = people[1].see(game)
    move = next(move for move in view["view"]["legal"] if move["type"] == "play")
    first = good(people[1].act(game, move, view["version"], key=key))
    old = ring().all()[0].ident
    rotate()
    play_on(game, people, Random(3), steps=2)
    newest = rotate("--retire")
    assert [one.ident for one in ring().all()] == [newest] != [old]
    states.forget()
    assert good(people[1].act(game, move, view["version"], key=key)) == first, "the stored answer is there"
    play_on(game, people, Random(3), steps=6)
    call_command("audit")
    states.forget()
    good(people[0].client.post(f"/api/v1/games/{game}/resign/"))
    assert good(people[0].get(game, "hands/1/fairness/"))["pack"], "everything can be revealed and checked"
    call_command("audit")
    assert Event.objects.filter(data__contains=f'"box":"{old}.').exists(), "no event was changed"
    assert not Resealed.objects.exclude(box__startswith=f"{newest}.").exists()


def test_keys_are_retired_again_and_again(seated: Seating) -> None:  # noqa: F811
    game, people = seated()
    for _ in range(3):
        play_on(game, people, Random(3), steps=1)
        rotate()
        newest = rotate("--retire")
        states.forget()
    assert set(Resealed.objects.values_list("box", flat=True)) == {
        box for box in Resealed.objects.values_list("box", flat=True) if box.startswith(f"{newest}.")
    }
    call_command("audit")


def test_retiring_twice_does_nothing_the_second_time(seated: Seating, capsys: Any) -> None:  # noqa: F811
    seated()
    rotate()
    rotate("--retire")
    capsys.readouterr()
    rotate("--retire")
    assert "Sealed anew: 0 events, 0 receipts" in capsys.readouterr().out


def test_a_key_that_is_needed_is_not_dropped(seated: Seating, settings: Any) -> None:  # noqa: F811
    seated()
    kept = settings.TRUCO_KEYS_FILE.read_text()
    settings.TRUCO_KEYS_FILE.unlink()
    rotate()
    with pytest.raises(CommandError, match="no key was dropped"):
        rotate("--retire")
    assert not Resealed.objects.exists()
    settings.TRUCO_KEYS_FILE.write_text(settings.TRUCO_KEYS_FILE.read_text() + kept)
    rotate("--retire")
    call_command("audit")


def test_a_new_seal_that_was_tampered_with_shows(seated: Seating) -> None:  # noqa: F811
    seated()
    rotate()
    rotate("--retire")
    as_superuser(
        "UPDATE eventstore_resealed AS one SET box = other.box FROM eventstore_resealed AS other "
        "WHERE other.version <> one.version"
    )
    sealing.resealed_boxes.cache_clear()
    states.forget()
    with pytest.raises(CommandError):
        call_command("audit")


def test_the_ring_in_the_environment_is_printed(seated: Seating, settings: Any, capsys: Any) -> None:  # noqa: F811
    settings.TRUCO_KEYS = ",".join(["ab" * 32, "cd" * 32])
    call_command("rotate_keys", "--retire")
    assert f"TRUCO_KEYS={'ab' * 32}\n" in capsys.readouterr().out


def test_what_others_keep_sealed_goes_along(seated: Seating) -> None:  # noqa: F811
    _, people = seated()
    user, now = people[0].user, timezone.now()
    seals = MFAAdapter()
    factor = Authenticator.objects.create(
        user=user,
        type="totp",
        data={"secret": seals.encrypt("s3cret"), "codes": [seals.encrypt("a")], "n": 1},
    )
    endpoint = Endpoint.objects.create(
        club="11111111-1111-4111-8111-111111111111", url="https://x.example/", created_at=now
    )
    secret = Secret(endpoint=endpoint, created_at=now)
    secret.box = signing.sealed("whsec_x", endpoint.id, secret.id)
    secret.save()
    rotate()
    newest = rotate("--retire")
    factor.refresh_from_db()
    secret.refresh_from_db()
    assert seals.decrypt(factor.data["secret"]) == "s3cret"
    assert (factor.data["n"], seals.decrypt(factor.data["codes"][0])) == (1, "a")
    assert signing.opened(secret) == "whsec_x"
    assert secret.box.startswith(newest)
    assert Receipt.objects.exclude(answer__startswith=f"{newest}.").count() == 0
    with pytest.raises(SealBrokenError):
        seals.decrypt(f"00000000.{factor.data['secret'].partition('.')[2]}")


def test_everybody_who_seals_something_seals_it_anew() -> None:
    """Whoever uses the seals for a table of their own must register, or a retired key would lock it up."""
    root = Path(__file__).parents[2]
    users = {
        str(file.relative_to(root))
        for folder in ("truco_api", "games", "tournaments")
        for file in (root / folder).rglob("*.py")
        if "seal_text(" in file.read_text() and file.parent.name != "eventstore"
    }
    assert users == {"truco_api/accounts/adapters.py", "truco_api/webhooks/signing.py"}
    assert resealing._BOXES.keys() == {"events", "receipts", "second factors", "secrets of webhooks"}

"""People, games and tokens for the load on the streams, straight in the database; printed as JSON."""

import json
import sys
from typing import Any

import django


def main(idle: int, games: int) -> dict[str, Any]:
    """`idle` tokens of people who only listen, and `games` of two with the tokens of both."""
    from django.utils import timezone

    from games.services import open_table
    from truco_api.accounts import tokens
    from truco_api.accounts.models import Token, User

    now = timezone.now()
    people = [User(username=f"listener-{number}", is_active=True) for number in range(idle + 2 * games)]
    User.objects.bulk_create(people)
    keys = [f"load-test-key-of-nobody-{person.pk}" for person in people]
    Token.objects.bulk_create(
        Token(user=person, digest=tokens.digest(key), device="", created_at=now, seen_on=now.date())
        for person, key in zip(people, keys, strict=True)
    )
    opened = []
    for number in range(games):
        pair = idle + 2 * number
        seats = {0: people[pair].actor, 1: people[pair + 1].actor}
        game = open_table(
            variant="paulista", options={}, players=2, clock={"turn_seconds": 3600}, seats=seats,
            actor=seats[0], origin=None, start=True, now=now,
        )  # fmt: skip
        opened.append({"game": str(game), "keys": keys[pair : pair + 2]})
    return {"idle": keys[:idle], "games": opened}


if __name__ == "__main__":
    django.setup()
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))

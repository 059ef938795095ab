"""Counts the database statements of one action over HTTP, from the token to the commit."""

import json
from typing import Any

import django


def main() -> None:
    """Open a game for two, act three times, and count the last: nothing is looked up for the first time."""
    django.setup()
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    web = Client()

    def post(path: str, body: dict[str, Any], token: str = "", **headers: str) -> dict[str, Any]:
        if token:
            headers["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        headers["HTTP_HOST"] = "127.0.0.1"
        answer = web.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json", **headers)  # type: ignore[arg-type]  # the stubs know no WSGI variables
        assert answer.status_code < 300, answer.content
        return dict(answer.json())

    names = ("counted-one", "counted-two")
    devices = [post("accounts/", {"name": name, "password": "Zap-de-paus-40"})["token"] for name in names]
    tokens = [post("tokens/access/", {}, device)["access_token"] for device in devices]
    wish = {"variant": "paulista", "players": 2, "public": False, "auto_start": True}
    game = post("games/", wish, tokens[0])["id"]
    post(f"games/{game}/seats/", {}, tokens[1])
    counts: list[int] = []
    while len(counts) < 3:
        for token in tokens:
            seen = web.get(
                f"/api/v1/games/{game}/", HTTP_AUTHORIZATION=f"Bearer {token}", HTTP_HOST="127.0.0.1"
            ).json()
            if seen["view"]["legal"]:
                headers = {"HTTP_IF_MATCH": f'"{seen["version"]}"', "HTTP_IDEMPOTENCY_KEY": f"k{len(counts)}"}
                with CaptureQueriesContext(connection) as queries:
                    post(f"games/{game}/actions/", seen["view"]["legal"][0], token, **headers)
                counts.append(len(queries))
                break
    print(f"{counts[-1]} database statements an action, BEGIN and COMMIT among them (at most 10)")


if __name__ == "__main__":
    main()

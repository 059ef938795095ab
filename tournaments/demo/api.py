"""The REST API as a client has it: one account's calls, problems raised, limits waited for."""

import time
from http import HTTPStatus
from typing import Any

import httpx

Json = dict[str, Any]
PATIENCE = 30.0
"""Seconds a call may take in all, limits waited for included."""


class Refused(Exception):
    """The API answered with a problem; `code` is the stable one."""

    def __init__(self, status: int, problem: Json) -> None:
        self.status = status
        self.code = str(problem.get("code"))
        super().__init__(f"{status} {self.code}: {problem.get('detail')}")


class Api:
    """Calls in the name of one account (or of nobody, without a token)."""

    def __init__(self, url: str, token: str | None = None) -> None:
        headers = {"Accept-Language": "en"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._client = httpx.Client(base_url=f"{url}/api/v1/", headers=headers, timeout=PATIENCE)

    def get(self, path: str) -> Json:
        """Read."""
        return self.call("GET", path)

    def post(self, path: str, body: Json | None = None, **headers: str) -> Json:
        """Do."""
        return self.call("POST", path, body or {}, **headers)

    def call(self, method: str, path: str, body: Json | None = None, **headers: str) -> Json:
        """One call; raises Refused. A 429 is waited for as long as it says."""
        end = time.monotonic() + PATIENCE
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        while True:
            answer = self._client.request(method, path, json=body, headers=named)
            wait = float(answer.headers.get("Retry-After", "1"))
            if answer.status_code == HTTPStatus.TOO_MANY_REQUESTS and time.monotonic() + wait < end:
                time.sleep(wait)
                continue
            if answer.is_error:
                raise Refused(answer.status_code, answer.json())
            return answer.json() if answer.content else {}

    def every(self, path: str) -> list[Json]:
        """All rows of a list, page by page."""
        rows: list[Json] = []
        following: str | None = path
        while following:
            page = self.get(following)
            rows += page["results"]
            following = page.get("next")
        return rows

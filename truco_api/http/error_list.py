"""docs/errors.md: every code, what it means, and what to do. Written by `manage.py contract --errors`."""

from inspect import getdoc
from pathlib import Path
from typing import Final

from django.conf import settings

from truco_api.errors import DomainError
from truco_api.http.codes import advice, api_errors

HEAD: Final = """# What to do on every error

<!-- Written by `manage.py contract --errors`; a test sees to it that nothing is missing. -->

Every failure is `application/problem+json` with a stable `code` ([how it looks](api.md#what-goes-wrong)). A
program goes by `code`; by `status` where it does not know the code, since codes may be added. The page
`/problems/<code>` of a server says the same in pt-BR, es and en.

Three rules serve for all of them:

1. **No answer, or 5xx:** repeat the same request with the same `Idempotency-Key`, after 1, 2, 4, 8 seconds.
   It takes effect once, however often it arrives.
2. **412 and 409:** it did not happen. Look at what is now, and ask the person again; do not repeat.
3. **Any other 4xx:** the same request will fail again. Mend it, or tell the person.
"""


def path() -> Path:
    """Where the list stands."""
    return Path(settings.BASE_DIR) / "docs" / "errors.md"


def text() -> str:
    """The list as it has to be."""
    kinds = sorted(api_errors().values(), key=lambda kind: (kind.status, kind.code))
    statuses = dict.fromkeys(kind.status for kind in kinds)
    parts = (_section(status, [kind for kind in kinds if kind.status == status]) for status in statuses)
    return HEAD + "".join(parts)


def _section(status: int, kinds: list[type[DomainError]]) -> str:
    rows = "".join(
        f"| `{kind.code}` | {_line(getdoc(kind) or '')} | {_line(advice(kind))} |\n" for kind in kinds
    )
    return f"\n## {status}\n\n| code | what it means | what to do |\n| --- | --- | --- |\n{rows}"


def _line(words: str) -> str:
    return words.partition("\n\n")[0].replace("\n", " ").replace("|", "\\|")

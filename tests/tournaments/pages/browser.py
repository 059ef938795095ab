"""A browser without scripts: reads pages, fills in the forms it finds there, and follows where it is led."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client

from truco_api.accounts.models import User


@dataclass
class Form:
    """A form of a page with the values that it would send as it stands."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)


class _Reader(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.forms: list[Form] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(found.get("action") or self.path))
        elif tag == "a":
            self.links.append(found.get("href", ""))
        elif tag in ("input", "textarea", "select") and self.forms and "name" in found:
            unchecked = found.get("type") == "checkbox" and "checked" not in found
            if not unchecked:
                self.forms[-1].fields[found["name"]] = found.get("value", "")


class Page:
    """What was answered."""

    def __init__(self, response: Any) -> None:
        self.status: int = response.status_code
        self.html: str = response.content.decode()
        self.headers = response.headers
        reader = _Reader(response.request["PATH_INFO"])
        reader.feed(self.html)
        self.forms, self.links = reader.forms, reader.links

    @property
    def text(self) -> str:
        """The words of the page, without its tags."""
        return " ".join(re.sub(r"<[^>]+>", " ", self.html.split("<main", 1)[-1]).split())

    def form(self, part: str) -> Form | None:
        """The form whose address ends so."""
        return next((form for form in self.forms if form.action.endswith(part)), None)


class Browser:
    """Somebody who reads pages; forgery is checked as it is in a real browser."""

    def __init__(self, user: User | None = None, language: str = "en") -> None:
        self.client = Client(enforce_csrf_checks=True, headers={"Accept-Language": language})
        if user:
            self.client.force_login(user)

    def get(self, path: str, **headers: str) -> Page:
        """A page."""
        return Page(self.client.get(path, headers=headers))

    def send(self, page: Page, part: str, **filled: str) -> Page:
        """Fill in the form whose address ends with `part`, send it, and follow where it leads."""
        form = page.form(part)
        assert form is not None, f"no form {part} on this page"
        fields = form.fields | {name.replace("__", "-"): value for name, value in filled.items()}
        return Page(self.client.post(form.action, fields, follow=True))

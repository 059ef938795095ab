"""Every address of the project, filled in with what there is: a new one is searched by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from django.contrib import admin
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.resolvers import RegexPattern

_GROUP = re.compile(r"\(\?P<(\w+)>(?:\[[^\]]*\]|[^()\[\]])*\)")
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
Values = Mapping[str, Sequence[str]]


class UnknownParameterError(AssertionError):
    """A new kind of parameter: say in `tests/leaks` what to put in its place."""


class Address(NamedTuple):
    """An address as it is written in the list of addresses, and the pattern behind it."""

    route: str
    pattern: URLPattern

    @property
    def parameters(self) -> list[str]:
        """What is to be filled in."""
        return _PARAMETER.findall(self.route)

    def paths(self, values: Values) -> Iterator[str]:
        """Every path that these values make of it."""
        unknown = set(self.parameters) - set(values)
        if unknown:
            raise UnknownParameterError(f"{self.route}: nothing to put for {sorted(unknown)}")
        for chosen in product(*(values[name] for name in self.parameters)):
            left = iter(chosen)
            yield "/" + _PARAMETER.sub(lambda _: next(left), self.route)  # noqa: B023 - used up at once


def addresses() -> list[Address]:
    """Every address but those of the administration, which knows its own (`admin_paths`)."""
    return [address for address in _walk(get_resolver(), "") if not address.route.startswith("admin/")]


def _walk(resolver: URLResolver, before: str) -> Iterator[Address]:
    for pattern in resolver.url_patterns:
        route = before + _written(pattern)
        if isinstance(pattern, URLPattern):
            yield Address(route, pattern)
        else:
            yield from _walk(pattern, route)


def _written(pattern: URLPattern | URLResolver) -> str:
    """The pattern with its parameters as `<name>`, also when it is a regular expression."""
    text = str(pattern.pattern)
    if isinstance(pattern.pattern, RegexPattern):
        text = (
            _GROUP.sub(r"<\1>", text)
            .removeprefix("^")
            .removesuffix("$")
            .removesuffix("\\Z")
            .replace("\\", "")
        )
    return text


def admin_paths(each: int = 2) -> Iterator[str]:
    """The administration: every list, and the page and history of some of what is listed."""
    yield reverse("admin:index")
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        for row in model._default_manager.all()[:each]:
            yield reverse(f"{name}_change", args=[row.pk])
            yield reverse(f"{name}_history", args=[row.pk])

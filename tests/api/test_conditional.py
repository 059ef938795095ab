"""Versions travel as entity tags."""

import pytest
from django.test import RequestFactory

from truco_api.http.conditional import etag, is_fresh, required_version
from truco_api.http.errors import InvalidIfMatch, PreconditionRequired


@pytest.mark.parametrize(
    ("header", "version"), [('"17"', 17), ('"0"', 0), (' "17" ', 17), ('W/"17"', 17), (etag(3), 3)]
)
def test_if_match_names_the_version_that_was_seen(header: str, version: int) -> None:
    assert required_version(RequestFactory().post("/", headers={"If-Match": header})) == version


@pytest.mark.parametrize("headers", [{}, {"If-Match": ""}, {"If-Match": "  "}])
def test_without_if_match_the_version_is_asked_for(headers: dict[str, str]) -> None:
    with pytest.raises(PreconditionRequired):
        required_version(RequestFactory().post("/", headers=headers))


@pytest.mark.parametrize(
    "header",
    ["17", "*", '"x"', '"-1"', '"017"', '"17", "18"', '"1.5"', '"٣"', '"9999999999999999999"', '"17'],
)
def test_anything_but_one_version_in_quotation_marks_is_refused(header: str) -> None:
    with pytest.raises(InvalidIfMatch):
        required_version(RequestFactory().post("/", headers={"If-Match": header}))


def test_a_reader_who_has_the_version_already_is_fresh() -> None:
    request = RequestFactory().get("/", headers={"If-None-Match": '"16", W/"17"'})
    assert is_fresh(request, 17)
    assert not is_fresh(request, 18)
    assert not is_fresh(RequestFactory().get("/"), 17)

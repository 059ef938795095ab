"""`POST /api/v1/standings/`: the same answer as the command, for anybody."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.tournaments.standings.records import played, record, table

URL = "/api/v1/standings/"
pytestmark = pytest.mark.django_db


def _post(data: Any, **extra: Any) -> Any:
    return APIClient().post(extra.pop("url", URL), data, format="json", **extra)


def test_a_record_is_answered_with_its_table() -> None:
    data = record(matches=[played("D1", "D2", (12, 3)), played("D3", "D1", (12, 3))])
    answer = _post(data)
    assert answer.status_code == 200
    assert answer.json() == table(data)


def test_an_unreadable_record_is_a_problem_that_names_the_field() -> None:
    answer = _post(record(matches=[{"home": "D1", "away": "D2", "outcome": "walkover"}]))
    assert answer.status_code == 422
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "unreadable_record"
    assert answer.json()["errors"][0]["field"] == "matches.0.winner"


def test_what_is_not_an_object_is_a_problem_too() -> None:
    assert _post([]).status_code == 422
    broken = APIClient().post(URL, '{"format": 1', content_type="application/json")
    assert (broken.status_code, broken.json()["code"]) == (400, "malformed_json")


def test_a_table_of_512_after_nine_rounds_fits() -> None:
    names = [f"Dupla numero {number}" for number in range(512)]
    matches = [
        played(home, away, (12, 10), (10, 12), (12, 10))
        for _ in range(9)
        for home, away in zip(names[::2], names[1::2], strict=True)
    ]
    answer = _post(record(entries=names, matches=matches))
    assert answer.status_code == 200
    assert len(answer.json()["rows"]) == 512


def test_a_table_that_no_championship_could_have_is_refused() -> None:
    answer = _post(record(entries=[f"D{number}" for number in range(1025)]))
    assert answer.json()["errors"][0]["field"] == "entries"
    assert _post(record(note="x" * 600_000)).status_code == 413


def test_each_row_is_explained_on_request() -> None:
    answer = _post(record(entries=["A", "B"]), url=f"{URL}?explain=true")
    codes = [[reason["code"] for reason in row["reasons"]] for row in answer.json()["rows"]]
    assert codes == [["level", "awaits_lots"]] * 2

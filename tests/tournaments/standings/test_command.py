"""`manage.py standings`: every readable record gets its line, and what cannot be read is named."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.tournaments.standings.records import played, record, table

GOOD = record(matches=[played("D1", "D2", (12, 3))])
BAD = record(matches=[{"home": "D1", "away": "D2", "outcome": "walkover"}])


def _run(*arguments: str) -> tuple[int, list[Any], list[str]]:
    """Exit code, the objects written, and the lines of complaint."""
    out, err = io.StringIO(), io.StringIO()
    code: Any = 0
    try:
        call_command("standings", *arguments, stdout=out, stderr=err)
    except SystemExit as stop:
        code = stop.code
    return code, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue().splitlines()


@pytest.fixture
def written(tmp_path: Path) -> Any:
    def write(text: str | bytes) -> str:
        path = tmp_path / "records.json"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        json.dumps(GOOD, indent=2),
        json.dumps([GOOD]),
        json.dumps([GOOD], indent=2),
        json.dumps(GOOD) + "\n",
        "\ufeff" + json.dumps(GOOD),
    ],
)
def test_a_record_is_read_however_it_is_written(text: str, written: Any) -> None:
    assert _run(written(text)) == (0, [table(GOOD)], [])


def test_each_record_gets_one_line_in_order(written: Any) -> None:
    other = record(entries=["X"])
    code, found, complaints = _run(written(f"{json.dumps(other)}\n\n{json.dumps(GOOD)}\n"))
    assert (code, found, complaints) == (0, [table(other), table(GOOD)], [])


def test_several_files_are_read_one_after_another(written: Any, tmp_path: Path) -> None:
    second = tmp_path / "second.json"
    second.write_text(json.dumps([GOOD, GOOD]))
    assert _run(written(json.dumps(GOOD)), str(second))[:2] == (0, [table(GOOD)] * 3)


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(GOOD).encode())))
    assert _run("-")[:2] == (0, [table(GOOD)])


def test_an_unreadable_record_is_named_by_file_line_and_field_and_costs_no_other(
    written: Any,
) -> None:
    path = written("\n".join(json.dumps(each) for each in (GOOD, BAD, GOOD)))
    assert _run(path) == (2, [table(GOOD)] * 2, [f"{path}:2: matches.0.winner is missing"])


def test_a_record_in_an_array_is_named_by_the_line_on_which_it_begins(written: Any) -> None:
    path = written(f"[{json.dumps(GOOD)},\n{json.dumps(BAD)},\n {json.dumps(GOOD)}]")
    assert _run(path) == (2, [table(GOOD)] * 2, [f"{path}:2: matches.0.winner is missing"])


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        ('{"format": "truco-standings/1",', "not JSON"),
        ("rubbish", "not JSON"),
        ('{"format": 1, "format": 2}', "format is there twice"),
        ('{"format": NaN}', "NaN is no number"),
        ("[" * 3000, "nested too deep"),
        ('{"a": ' + "9" * 5000 + "}", "too long"),
        ("null", "record must be an object"),
    ],
)
def test_what_is_not_json_costs_only_its_own_line(broken: str, complaint: str, written: Any) -> None:
    path = written(f"{json.dumps(GOOD)}\n{broken}\n{json.dumps(GOOD)}\n")
    code, found, complaints = _run(path)
    assert (code, found) == (2, [table(GOOD)] * 2)
    assert len(complaints) == 1
    assert complaints[0].startswith(f"{path}:2: ")
    assert complaint in complaints[0]


def test_a_broken_element_costs_only_itself_where_elements_have_lines_of_their_own(written: Any) -> None:
    path = written(f'[\n  {json.dumps(GOOD)},\n  {{"format" 1}},\n  {json.dumps(GOOD)}\n]')
    code, found, complaints = _run(path)
    assert (code, found, len(complaints)) == (2, [table(GOOD)] * 2, 1)
    assert complaints[0].startswith(f"{path}:3: not JSON")


def test_an_array_that_is_not_closed_is_complained_of_and_its_records_written(written: Any) -> None:
    path = written(f"[{json.dumps(GOOD)},\n")
    code, found, complaints = _run(path)
    assert (code, found) == (2, [table(GOOD)])
    assert "not closed" in complaints[0]


def test_an_empty_array_is_no_fault_but_an_empty_file_is(written: Any) -> None:
    assert _run(written(" [ ] \n")) == (0, [], [])
    code, found, complaints = _run(written(" \n"))
    assert (code, found) == (2, [])
    assert "no record" in complaints[0]


def test_a_file_that_is_not_there_or_not_text_is_named(written: Any, tmp_path: Path) -> None:
    missing = str(tmp_path / "missing")
    binary = written(json.dumps(GOOD).encode() + b"\n\xff\n")
    code, found, complaints = _run(missing, binary)
    assert (code, found) == (2, [])
    assert complaints[0].startswith(f"{missing}:1: ")
    assert complaints[1] == f"{binary}:2: not UTF-8"


def test_rows_can_be_explained(written: Any) -> None:
    _, found, _ = _run("--explain", written(json.dumps(GOOD)))
    assert found[0]["rows"][0]["reasons"][0] == {
        "code": "ahead",
        "criterion": "points",
        "value": 3,
        "others": ["D2", "D3"],
        "text": "points: D1 has 3 and stands ahead of D2, D3.",
    }

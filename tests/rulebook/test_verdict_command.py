"""`manage.py verdict`: every readable record gets its line, and what cannot be read is named."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.rules.record import read_record, verdict
from tests.rulebook.table import record

GOOD = record("paulista", "3P 2C AE / QC 4E 4C", "0:3P 1:QC", vira="JO")
ILLEGAL = record("paulista", "3P 2C AE / QC 4E 4C", "1:QC", vira="JO")
BAD = record("paulista", "3P 2C AE / QC 4E 3P", vira="JO")
SHORT = record("paulista", "QP JC KE / 3C 5E 4C", "0:swap", vira="7O", royal_family="swap")
ROOT = Path(__file__).parents[2]


def judged(body: Any) -> dict[str, Any]:
    return verdict(read_record(body))


def run(*arguments: str) -> tuple[int, list[Any], list[str]]:
    """Exit code, the verdicts written, and the lines of complaint."""
    out, err = io.StringIO(), io.StringIO()
    code: Any = 0
    try:
        call_command("verdict", *arguments, stdout=out, stderr=err)
    except SystemExit as stop:
        code = stop.code
    return code, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue().splitlines()


@pytest.fixture
def written(tmp_path: Path) -> Any:
    def write(text: str) -> str:
        path = tmp_path / "hands.json"
        path.write_text(text)
        return str(path)

    return write


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        json.dumps(GOOD, indent=1),
        json.dumps([GOOD]),
        json.dumps([GOOD], indent=1),
        json.dumps(GOOD) + "\n\n",
    ],
)
def test_one_record_an_array_or_lines_are_read(text: str, written: Any) -> None:
    assert run(written(text)) == (0, [judged(GOOD)], [])


def test_each_record_gets_one_line_in_order_whatever_the_verdicts(written: Any, tmp_path: Path) -> None:
    second = tmp_path / "second.json"
    second.write_text(json.dumps([ILLEGAL, GOOD]))
    code, found, complaints = run(written(f"{json.dumps(ILLEGAL)}\n{json.dumps(GOOD)}\n"), str(second))
    assert (code, complaints) == (0, [])
    assert found == [judged(ILLEGAL), judged(GOOD)] * 2


def test_an_unreadable_record_is_named_by_file_line_and_field_and_the_others_are_written(
    written: Any,
) -> None:
    path = written("\n".join(json.dumps(each) for each in (GOOD, BAD, ILLEGAL, SHORT, GOOD)))
    code, found, complaints = run(path)
    assert (code, found) == (2, [judged(GOOD), judged(ILLEGAL), judged(GOOD)])
    assert [line.startswith(f"{path}:{at}: ") for line, at in zip(complaints, (2, 4), strict=True)] == [
        True
    ] * 2
    assert "cards.1" in complaints[0]
    assert "stock" in complaints[1]


def test_what_is_no_json_costs_only_its_own_line(written: Any) -> None:
    path = written(f"{json.dumps(GOOD)}\n{{nonsense\n{json.dumps(GOOD)}\n")
    code, found, complaints = run(path)
    assert (code, found, len(complaints)) == (2, [judged(GOOD)] * 2, 1)
    assert complaints[0].startswith(f"{path}:2: ")


def test_a_missing_file_is_named_and_the_others_judged(written: Any, tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.json")
    code, found, complaints = run(missing, written(json.dumps(GOOD)))
    assert (code, found) == (2, [judged(GOOD)])
    assert complaints[0].startswith(missing)


def test_a_dash_reads_standard_input_and_the_process_exits_with_the_code() -> None:
    text = f"{json.dumps(GOOD)}\n{json.dumps(BAD)}\n"
    done = subprocess.run(
        [sys.executable, "manage.py", "verdict", "-"],
        cwd=ROOT,
        input=text.encode(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert [json.loads(line) for line in done.stdout.splitlines()] == [judged(GOOD)]
    assert done.stderr.decode().startswith("-:2: ")
    assert "cards.1" in done.stderr.decode()


def test_the_cases_of_the_rulebook_are_judged_in_one_go() -> None:
    hands = Path(__file__).parent / "hands"
    lines = [json.loads(line)["record"] for line in (hands / "random.jsonl").read_text().splitlines()]
    done = subprocess.run(
        [sys.executable, "manage.py", "verdict", "-"],
        cwd=ROOT,
        input=json.dumps(lines).encode(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, len(done.stdout.splitlines())) == (0, len(lines))

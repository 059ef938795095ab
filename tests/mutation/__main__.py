"""`python -m tests.mutation`: mutate the rules in a copy, run the rulebook on each, name the survivors.

A survivor is a gap in the tests or a change that changes nothing (a faster way to the same answer, a guard
against what cannot happen). Exit 0 whatever survives; the figures are for reading."""

import argparse
import compileall
import os
import py_compile
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.mutation.mutate import Mutant, mutants

ROOT = Path(__file__).parents[2]
COPIED = ("games/__init__.py", "games/rules", "truco_api/__init__.py", "truco_api/errors.py")
TESTS = ("tests/__init__.py", "tests/rulebook", "tests/rules_properties")
LEFT_OUT = ("clocks.py", "table")
"""What the rulebook does not speak of: clocks and the seating of a table have tests of their own."""


def _copy(folder: Path) -> None:
    """The rules and their tests, without Django and the documents."""
    for name in (*COPIED, *TESTS):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, target)
    for outside in ("test_verdict_command.py", "test_docs.py"):
        (folder / "tests/rulebook" / outside).unlink()
    plugins = "-p no:cacheprovider -p no:django -p no:xdist"
    (folder / "pytest.ini").write_text(f"[pytest]\naddopts = -q -x --assert=plain {plugins}\n")
    compileall.compile_dir(
        folder, quiet=1, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH
    )  # so that a mutant is told from its original by what it says, not by when it was written


def _survives(folder: Path, tests: list[str], timeout: float) -> bool:
    """Whether the tests pass in the folder as it stands."""
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", *tests]
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _sample(folder: Path, files: list[str], size: int, seed: int) -> list[Mutant]:
    rules = folder / "games/rules"
    found = [
        mutant
        for path in sorted(rules.rglob("*.py"))
        if not set(LEFT_OUT) & set(path.relative_to(rules).parts)
        and (not files or str(path.relative_to(rules)) in files)
        for mutant in mutants(path)
    ]
    chosen = found if size <= 0 or size >= len(found) else random.Random(seed).sample(found, size)
    print(f"{len(chosen)} of {len(found)} mutants")
    return chosen


def _run(folder: Path, options: argparse.Namespace) -> None:
    tests = ["tests/rulebook", *(["tests/rules_properties"] if options.properties else [])]
    began = time.monotonic()
    if not _survives(folder, tests, 3600):
        sys.exit("the tests do not pass on the rules as they are")
    timeout = 60 + 5 * (time.monotonic() - began)
    survivors = 0
    chosen = _sample(folder, options.files, options.sample, options.seed)
    for mutant in chosen:
        original = mutant.path.read_text()
        line, what, source = mutant.made()
        mutant.path.write_text(source)
        if _survives(folder, tests, timeout):
            survivors += 1
            print(f"SURVIVED {mutant.path.relative_to(folder)}:{line}: {what}", flush=True)
        mutant.path.write_text(original)
    print(f"{len(chosen) - survivors} of {len(chosen)} were noticed, {survivors} survived")


def main() -> None:
    """Read the command line, and mutate in a temporary folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("files", nargs="*", help="files below games/rules; all of them unless named")
    parser.add_argument("--sample", type=int, default=100, help="how many mutants to try; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--properties", action="store_true", help="also run the property tests on each")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="truco-mutation-") as folder:
        _copy(Path(folder))
        _run(Path(folder), options)


if __name__ == "__main__":
    main()

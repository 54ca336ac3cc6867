"""The cases of the ISS repository, read through the ISS reader: recorded solutions are judged, and counted again.

The cases are not part of the project; without them the tests are skipped.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from nonet.base.errors import LimitReached, RulesError
from nonet.formats import format, parse_model
from nonet.puzzle.model import Model

CASES = Path(__file__).parents[2] / "shared" / "data" / "variant_cases_dev.jsonl.gz"
WRONG_IN_THE_FILE = ("0-indexed: Sums and indexing", "Zero solution: Renban")

pytestmark = pytest.mark.skipif(not CASES.exists(), reason=f"{CASES} is not there")


@cache
def cases() -> list[dict[str, Any]]:
    with gzip.open(CASES, "rt") as lines:
        return [json.loads(line) for line in lines]


def digits_of(solution: str | list[int]) -> list[int]:
    """Return the digits of a recorded solution: with a digit above 9, letters from A for 1."""
    if isinstance(solution, list):
        return solution
    return [int(c) if c.isdecimal() else ord(c) - 64 for c in solution]


@cache
def models() -> list[tuple[dict[str, Any], Model]]:
    return [(case, parse_model(case["constraint"], format="iss")) for case in cases()]


def test_every_recorded_solution_meets_every_constraint() -> None:
    judged = 0
    for case, model in models():
        if case["solution"]:
            board = dict(zip(model.space.names, digits_of(case["solution"]), strict=False))
            assert not list(model.violations(board)), case["id"]
            judged += 1
    assert judged > 150


@pytest.mark.slow
def test_nothing_is_lost_when_a_case_is_written() -> None:
    for case, model in models():
        assert parse_model(format(model, "iss"), format="iss") == model, case["id"]


@pytest.mark.slow
def test_easy_cases_have_the_recorded_number_of_solutions() -> None:
    counted = 0
    for case, model in models():
        if case["tier"] != "A" or case["name"] in WRONG_IN_THE_FILE or case["expected"] is None:
            continue
        try:
            number = model.count(budget=5000)
        except LimitReached:
            continue
        except RulesError as error:
            assert "too many cells or constraints" in str(error)
            continue
        counted += 1
        assert number == case["expected"], case["id"]
        if number == 1:
            assert list(model.solution().board) == digits_of(case["solution"]), case["id"]
    assert counted > 150

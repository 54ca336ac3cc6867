"""Totals that are not a single number: within bounds, or of a set."""

from __future__ import annotations

import json

import pytest

from nonet import Puzzle, formats
from nonet.base.errors import RulesError
from nonet.puzzle.errors import PuzzleError
from nonet.rules.constraints import Cage
from nonet.rules.constraints.marks import Outline
from nonet.rules.variants import parse_rules


@pytest.mark.parametrize(
    ("written", "kept", "drawn", "sums"),
    [
        ("5", "5", "5", {5}),
        ("4-5", "4-5", "4\u20135", {4, 5}),
        ("4..5", "4-5", "4\u20135", {4, 5}),
        ("<=4", "..4", "\u22644", {3, 4}),
        ("..4", "..4", "\u22644", {3, 4}),
        (">=6", "6..", "\u22656", {6, 7}),
        ("7,3", "3,7", "3,7", {3, 7}),
        ("..3,5-6,5", "..3,5-6", "\u22643,5\u20136", {3, 5, 6}),
        ("3,4,5", "3-5", "3\u20135", {3, 4, 5}),
    ],
)
def test_a_total_within_bounds_or_of_a_set(
    written: str, kept: str, drawn: str, sums: set[int]
) -> None:
    puzzle = Puzzle("." * 16, rules=f"2x2 killer:{written}=r1c1r1c2")
    (cage,) = puzzle.rules.constraints
    assert cage.notation == f"killer:{kept}=r1c1r1c2"
    (mark,) = cage.marks(puzzle.rules.space)
    assert isinstance(mark, Outline) and mark.label == drawn
    boards = list(puzzle.solutions())
    assert {board["r1c1"] + board["r1c2"] for board in boards} == sums
    assert puzzle.candidates()["r3c3"] == {1, 2, 3, 4}


@pytest.mark.parametrize("total", [5, "5", "4-5", "<=5", [3, 5], ["3", "5-6"]])
def test_totals_in_json(total: object) -> None:
    rules = ["2x2", {"killer": {"cells": "r1c1 r1c2", "sum": total}}]
    puzzle = formats.parse(json.dumps({"puzzle": "." * 16, "rules": rules}))
    (cage,) = puzzle.rules.constraints
    shown = ",".join(map(str, total)) if isinstance(total, list) else str(total)
    assert cage == Cage("r1c1 r1c2", sum=shown)
    assert formats.parse(formats.format(puzzle, "json")) == puzzle


def test_an_invalid_total_is_an_error() -> None:
    expected = "expected a number or numbers such as 10-12, ..12 and 8,10"
    for written in ("5-4", "..", "..5,3..", "4-", "x"):
        with pytest.raises(RulesError, match=f"killer: {expected} for SUM, got"):
            parse_rules(f"killer:{written}=r1c1r1c2")
        with pytest.raises(RulesError, match=f"killer: sum: {expected}, got"):
            Cage("r1c1 r1c2", sum=written)


def test_formats_without_such_totals_refuse_them() -> None:
    puzzle = Puzzle("." * 81, rules="killer:4-5=r1c1r1c2")
    with pytest.raises(PuzzleError, match="does not have the constraint killer:4-5"):
        formats.format(puzzle, "f-puzzles")
    with pytest.raises(PuzzleError, match="cages with one sum each"):
        formats.format(puzzle, "killer")


@pytest.mark.parametrize("written", ["10-12", "..12", "10..", "8,10"])
def test_sudokupad_shows_and_keeps_such_a_total_of_a_cage(written: str) -> None:
    puzzle = Puzzle("." * 81, rules=f"killer:{written}=r1c1r1c2")
    assert formats.parse(formats.format(puzzle, "sudokupad")).rules == puzzle.rules


@pytest.mark.parametrize("word", ["killer", "sum"])
def test_iss_strings_have_such_a_total_as_what_it_is_made_of(word: str) -> None:
    puzzle = Puzzle("." * 16, rules=f"2x2 {word}:..7=r1c1r1c2r2c1 {word}:3,7=r4c3r4c4")
    again = formats.parse(formats.format(puzzle, "iss"))
    assert again.count(limit=300) == puzzle.count(limit=300) > 0

"""What is wrong with a constraint, as a sentence in every language."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from console import EASY, run
from quick import some
from test_completeness import DOCUMENTED
from test_unsolvable import UNSOLVABLE, example

from nonet import Candidates, Check, Grid, Puzzle, formats, words
from nonet.cli.stream import rows
from nonet.puzzle.errors import Conflict, NoSolution
from nonet.puzzle.model import Model
from nonet.rules import Rules, variants
from nonet.rules.constraints import PillArrow, Sandwich, Thermo, Violation
from nonet.web.verbs import VERBS
from nonet.web.wire import board_object

CAGE = "killer:15=r1c1r1c2r2c1"


@cache
def found() -> tuple[Violation, ...]:
    """Return violations of every kind, on boards that are full or half full."""
    return tuple(_found())


def _found() -> Iterator[Violation]:
    rng = random.Random(7)
    for word in DOCUMENTED:
        if word == "regions":
            continue
        rules = variants.parse_rules(DOCUMENTED[word][2].strip("`"))
        for share in (1.0, 1.0, 0.9, 0.6):
            for _ in range(12):
                cells = [rng.randint(1, 9) if rng.random() < share else 0 for _ in range(81)]
                yield from list(rules.violations(cells))[:3]
    yield from variants.parse_rules("killer:30=r1c1r1c2").violations([0] * 81)
    yield from variants.parse_rules("connected:1234").violations([9] * 81)
    for impossible in (
        "sandwich:99=r1",
        "sandwich:1=r1",
        "xsum:0=r1=left",
        "pairs:1:1=r1c1r1c2",
        "antiknight windoku diagonals",
    ):
        yield Puzzle("." * 81, rules=impossible).check().violations[0]
    for words_of in ("killer:3=r1c2r1c3", "greater:r1c1r5c5 greater:r5c5r1c1"):
        yield Puzzle("1" + "." * 80, rules=words_of).check().violations[0]
    for key in UNSOLVABLE:
        yield example(key).check().violations[0]
    yield from Rules(size=4, constraints=[Thermo("r1c1 r1c2 r1c3 r1c4 r2c4")]).violations([0] * 16)
    wide = Rules(size=16, constraints=[PillArrow("r1c1 r1c2", "r2c1 r2c2")])
    yield from wide.violations([1, 12, *[0] * 254])
    yield from Model(2, 2).violations({"r1c1": 1, "r1c2": 1, "r2c1": 7})


def filled(cell: str, digit: int) -> Callable[[str], Check]:
    """Return the check of the solution of EASY with another digit in a cell."""
    board = Puzzle(EASY).solution().with_digits({cell: digit})
    return lambda language: Puzzle(EASY).check(board, language=language)


def played(removed: str) -> Callable[[str], Check]:
    """Return the check of EASY without these candidates, which are written as Hodoku does."""
    return lambda language: formats.parse(f":0000:x:{EASY}:{removed}::").check(language=language)


def marked(language: str) -> Check:
    marks = Candidates.full().without({"r1c1": [1]})
    return Puzzle("1" + "." * 80, marks=marks).check(language=language)


def several(language: str) -> Check:
    return Puzzle(Grid(EASY).with_digits({"r1c1": 0, "r1c2": 0})).check(language=language)


CHECKED: list[tuple[str, Callable[[str], Check], dict[str, Any]]] = [
    ("given", filled("r1c1", 9), {"cell": "r1c1", "digit": 9, "given": 5}),
    ("wrong", filled("r1c3", 6), {"cell": "r1c3", "digit": 6, "right": 4}),
    ("empty", filled("r1c3", 0), {"number": 1, "cells": ("r1c3",), "more": False}),
    ("unmarked", marked, {"cell": "r1c1", "digit": 1}),
    ("several", several, {"cell": "r1c1", "digit": 3, "other": 5}),
    ("removed", played("413"), {"cell": "r1c3", "digit": 4, "first": True}),
    ("bare", played("113 213 413"), {"cell": "r1c3", "first": True}),
]
"""The key of a sentence about a board, a check that says it, and what fills it."""


@pytest.mark.parametrize("language", some(words.languages(), 2))
def test_every_violation_is_a_sentence(language: str) -> None:
    seen = set()
    for violation in found():
        text = violation.text(language)
        seen.add(violation.key)
        assert text and not re.search(r"[{}]|Value\(|None", text), text
        if language == "fa" and not {"rule", "rules", "givens"} & set(violation.values):
            assert not re.search(r"[0-9]", text), text
        if language != "en":
            assert text != violation.sentence
    known = set(words.catalogue(language)._sections["violations"])
    assert seen <= known
    assert known - seen - {key for key, *_ in CHECKED} <= {"tied", "repeat.region"}, (
        "no message is unused"
    )


@pytest.mark.parametrize(("key", "check", "values"), CHECKED, ids=[key for key, *_ in CHECKED])
def test_what_is_wrong_with_a_board_is_said_in_every_language(
    key: str, check: Callable[[str], Check], values: dict[str, Any]
) -> None:
    for language in words.languages():
        assert Violation((), key, values).text(language) in check(language).problems


def test_a_violation_shows_the_digits_and_the_rule() -> None:
    rules = variants.parse_rules("whisper:r1c1r1c2 killer:15=r1c1r1c3")
    [cage, line] = rules.violations([5, 6, 9, *[0] * 78])
    assert line.sentence == (
        "r1c1 is 5 and r1c2 is 6. Neighbours on the whisper line r1c1, r1c2 differ by at least 5."
    )
    assert cage.sentence == "the digits in the cage r1c1, r1c3 sum to 14, expected 15"
    assert cage.text("fr") == "la somme des chiffres de la cage L1C1, L1C3 est 14 au lieu de 15"


def test_check_speaks_the_language() -> None:
    puzzle = Puzzle("98" + "." * 79, rules=CAGE)
    [sentence] = puzzle.check(language="vi").problems
    assert sentence == puzzle.check().violations[0].text("vi") != puzzle.check().problems[0]
    shown = run("check", "--rules", CAGE, "--language", "vi", "98" + "." * 79)
    assert sentence in shown.out + shown.err


def test_the_api_speaks_the_language() -> None:
    board = {"rules": CAGE, "givens": [0] * 81, "placed": [9, 8] + [0] * 79}
    texts = {
        language: VERBS["violations"].answer({"puzzle": board, "language": language})["violations"][
            0
        ]["sentence"]
        for language in words.languages()
    }
    assert len(set(texts.values())) == len(texts)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("sandwich:99=r1", "The largest possible number is 35. "),
        ("sandwich:1=c2", "The nearest possible numbers are 0 and 2. "),
        ("skyscraper:12=r1=left", "The largest possible number is 9. "),
        ("xsum:2=r1=left", "The nearest possible numbers are 1 and 3. "),
        ("arrow:r1c1=r1c2r1c3r1c4r1c5", "No board meets this rule. "),
        ("antiknight windoku diagonals", "No board with these extra houses meets this rule. "),
        ("sandwich:99=r1 windoku", "The largest possible number is 35. "),
        (
            f"thermo:{''.join(f'r1c{n}' for n in range(1, 10))}r2c9",
            "10 cells need different digits",
        ),
    ],
)
def test_an_impossible_constraint_is_named_when_there_is_no_solution(
    rule: str, sentence: str
) -> None:
    puzzle = Puzzle("." * 81, rules=f"{rule} thermo:r5c5r5c6")
    for language in words.languages():
        (problem,) = puzzle.check(language=language).problems
        [wrong] = variants.parse_rules(rule).constraints
        assert wrong.text(language).rstrip(".") in problem
    (problem,) = puzzle.check().problems
    assert problem.startswith(sentence)
    with pytest.raises((NoSolution, Conflict)) as caught:
        puzzle.solution()
    assert problem in str(caught.value)


@pytest.mark.parametrize("given", ".1")
@pytest.mark.parametrize(
    ("rules", "largest"),
    [("littlekiller:99=r1c1=down-right", 72), ("sum:99=r1c1r5c5", 18), ("sandwich:99=r1", 35)],
)
def test_a_given_does_not_hide_that_a_constraint_is_impossible(
    given: str, rules: str, largest: int
) -> None:
    puzzle = Puzzle(given + "." * 80, rules=rules)
    sentence = f"The largest possible number is {largest}. {puzzle.rules.constraints[0].text()}"
    assert puzzle.check().problems == (sentence,)
    with pytest.raises((NoSolution, Conflict), match=re.escape(sentence)):
        puzzle.solution()
    assert Puzzle(given + "." * 80, rules=rules.replace("99", "16")).check().problems != (sentence,)


AROUND = "thermo:r9c1r9c2 killer:20=r5c5r5c6r5c7 white:r8c8r8c9 even:r7c7"
"""Constraints that have nothing to do with a contradiction."""


@pytest.mark.parametrize(
    ("givens", "rules", "sentence"),
    [
        (
            "." * 81,
            ["greater:r1c1r1c2", "greater:r1c2r1c1"],
            "These rules contradict each other: {}; {}.",
        ),
        (
            "5" + "." * 80,
            ["killer:4=r1c2r1c3", "killer:3=r2c1r3c1"],
            "These rules contradict each other: {}; {}.",
        ),
        (
            "." * 8 + "1" + "." * 71 + "2",
            ["killer:3=r1c1r1c2"],
            "This rule contradicts the given r1c9=1: {}.",
        ),
        (
            "." * 6 + "9" + "." * 74,
            ["killer:14=r1c1r1c2r1c3", "sum:5=r1c1r1c2"],
            "These rules contradict the given r1c7=9: {}; {}.",
        ),
        (
            "." * 6 + "921" + "." * 72,
            ["killer:5=r1c1r1c2"],
            "This rule contradicts the givens r1c8=2, r1c9=1: {}.",
        ),
    ],
)
def test_few_rules_that_contradict_each_other_are_named(
    givens: str, rules: list[str], sentence: str
) -> None:
    puzzle = Puzzle(givens, rules=f"{AROUND} {' '.join(rules)} greater:r6c1r6c2")
    named = [c for c in puzzle.rules.constraints if c.notation in rules]
    expected = sentence.format(*(each.text().rstrip(".") for each in named))
    check = puzzle.check()
    assert check.problems == (expected,)
    assert {cell for each in named for cell in each.cells} <= set(check.violations[0].cells)
    with pytest.raises(NoSolution, match=re.escape(f"the puzzle has no solution: {expected}")):
        puzzle.solution()
    for language in words.languages():
        (problem,) = puzzle.check(language=language).problems
        assert all(each.text(language).rstrip(".") in problem for each in named)
    answer = VERBS["violations"].answer({"puzzle": board_object(puzzle), "impossible": True})[
        "violations"
    ]
    assert [each["sentence"] for each in answer] == [expected]
    with pytest.raises(NoSolution, match=re.escape(expected)):
        Model.of(puzzle).solution()


def test_files_are_explained_up_to_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "_EXPLAINED", 2)
    path = tmp_path / "a.txt"
    path.write_text(("." * 8 + "1" + "." * 72 + "\n") * 3, encoding="utf-8")
    done = run("check", "--rules", "killer:3=r1c1r1c2", path)
    said = "no solution: This rule contradicts the given r1c9=1: The digits in the cage r1c1, r1c2"
    assert [line.startswith(said) for line in done.lines] == [True, True, False]
    assert done.lines[2] == "no solution"


def test_rules_are_named_only_if_they_have_no_solution_together() -> None:
    # Without the dot, "all dots are given" would contradict the sum; with it, the two do not.
    rules = "strictkropki white:r1c1r1c2 killer:3=r1c1r1c2 greater:r5c5r6c5 greater:r6c5r5c5"
    (problem,) = Puzzle("." * 81, rules=rules).check().problems
    assert "r5c5" in problem
    assert "r1c1" not in problem


@pytest.mark.parametrize(("length", "is_said"), [(4, True), (5, False)])
def test_many_rules_that_contradict_each_other_are_no_explanation(
    length: int, is_said: bool
) -> None:
    cells = [f"r{n}c{n}" for n in range(1, length + 1)]
    ring = zip(cells, [*cells[1:], cells[0]], strict=True)
    puzzle = Puzzle("." * 81, rules=" ".join(f"greater:{a}{b}" for a, b in ring))
    (problem,) = puzzle.check().problems
    assert ("contradict" in problem) == is_said


def test_a_model_names_its_impossible_constraint() -> None:
    model = Model(4, 4, constraints=[Sandwich("r1", 9)])
    with pytest.raises(NoSolution, match="The largest possible number is 5") as caught:
        model.solution()
    assert model.impossible is not None and model.impossible.sentence in str(caught.value)


def broken(rules: str, digits: dict[str, int]) -> list[str]:
    """Return the sentences about a board that has these digits and no others."""
    puzzle = Puzzle("." * 81, rules=rules)
    return [each.sentence for each in puzzle.rules.violations(Grid([0] * 81).with_digits(digits))]


def test_a_loop_of_sums_may_begin_inside_a_piece() -> None:
    square = {"r1c1": 3, "r1c2": 5, "r2c2": 5, "r2c1": 7}  # 5 and 5, 7 and 3
    assert broken("sumline:loop=10=r1c1r1c2r2c2r2c1", square) == []
    assert broken("sumline:10=r1c1r1c2r2c2r2c1", square) != []
    assert broken("sumline:loop=10=r1c1r1c2r2c2r2c1", {**square, "r1c2": 6}) != []


def test_a_pill_may_end_in_a_nine() -> None:
    line = {"r2c1": 9, "r3c1": 8, "r4c1": 2}
    assert broken("pillarrow:r1c1r1c2=r2c1r3c1r4c1", {"r1c1": 1, "r1c2": 9, **line}) == []
    assert broken("pillarrow:r1c1r1c2=r2c1r3c1r4c1", {"r1c1": 1, "r1c2": 8, **line}) != []


@pytest.mark.parametrize(
    ("rules", "refused"),
    [
        ("strictkropki", {(1, 2): True, (3, 6): True, (1, 4): False}),
        ("strictkropki:white", {(1, 2): True, (3, 6): False, (1, 4): False}),
        # The dots on the board say what a dot means there.
        ("strictkropki:white white:3=r5c5r5c6", {(1, 2): False, (3, 6): True, (1, 4): True}),
        ("allgiven:white", {(1, 2): True, (3, 6): False, (1, 4): False}),
        ("allgiven:white white:3=r5c5r5c6", {(1, 2): False, (3, 6): True, (1, 4): True}),
        ("allgiven:3=white white:r1c1r1c2", {(1, 2): False, (6, 3): True, (1, 4): True}),
        ("allgiven:3=white white:3=r1c1r1c2", {(3, 6): False}),
        ("allgiven:3=black", {(1, 2): False, (2, 6): True, (6, 2): True}),
        ("allgiven:greater", {(1, 2): True, (2, 1): True}),
        ("not:greater:r1c1r1c2", {(1, 2): False, (2, 1): True}),
        ("not:x:r1c1r1c2/killer:5=r1c1r1c2", {(1, 9): True, (2, 3): True, (3, 4): False}),
    ],
)
def test_a_missing_dot_is_one_that_the_board_could_have(
    rules: str, refused: dict[tuple[int, int], bool]
) -> None:
    found = {(a, b): bool(broken(rules, {"r1c1": a, "r1c2": b})) for a, b in refused}
    assert found == refused

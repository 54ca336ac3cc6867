"""`nonet.solve`, and the shortcuts that one plain classic puzzle takes: they change no answer and no error."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
import strategies
from hypothesis import example, given
from hypothesis import strategies as st

import nonet
from nonet import engine
from nonet.base.digits import plain_cells
from nonet.base.errors import (
    LimitReached,
    NonetError,
    ParseError,
    RulesError,
    TimeLimitReached,
)
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import Conflict, MultipleSolutions, NoSolution

KNOWN, SOLUTION = strategies.KNOWN, strategies.KNOWN_SOLUTION
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
REGIONS = "".join(str(1 + cell // 27 * 3 + cell % 9 // 3) for cell in range(81))
ROWS = "".join(str(1 + cell // 9) for cell in range(81))
JUDGED = [board for board in strategies.judged_givens() if not board.is_marks]


@contextmanager
def the_general_way() -> Iterator[None]:
    """Decline every shortcut."""
    with (
        patch.object(engine, "read_board", return_value=None),
        patch.object(engine, "only_solution", return_value=None),
        patch.object(engine, "solve_text", return_value=None),
    ):
        yield


def outcome(call: Callable[[], object]) -> tuple[object, ...]:
    """Return what a call returns or raises, with everything that the error carries."""
    try:
        found = call()
    except NonetError as error:
        return type(error), str(error), {k: repr(v) for k, v in vars(error).items()}
    return type(found), found, getattr(found, "info", None)


def judged_text(board: strategies.Judged, blank: str) -> str:
    return "".join(str(digit or blank) for digit in board.cells)


@st.composite
def nearly_plain(draw: st.DrawFn) -> str:
    """Texts that are plain boards of 81 characters, or would be but for something small."""
    base = draw(st.sampled_from([KNOWN, SOLUTION, REGIONS, ROWS, "0" * 81]))
    if draw(st.booleans()):
        base = judged_text(draw(st.sampled_from(JUDGED)), "0")
    characters = list(base.replace("0", draw(st.sampled_from(".0.0*_- xX?a"))))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, 80))
        characters[place] = draw(
            st.sampled_from(".0123456789*_- xA\n\t\0é٣Ⅷ\ud800") | st.characters()
        )
    change = draw(
        st.sampled_from(["none"] * 4 + ["shorter", "longer", "comment", "rows", "spaces"])
    )
    text = "".join(characters)
    if change == "shorter":
        return text[: draw(st.integers(0, 81))]
    if change == "longer":
        return text + draw(st.text(".0123456789\n ", max_size=20))
    if change == "comment":
        return text + draw(st.sampled_from(["# easy", " ,27", "\r\n", "\n\n", ";"]))
    if change == "rows":
        return "\n".join(text[i : i + 9] for i in range(0, 81, 9))
    return f" {text} " if change == "spaces" else text


@given(nearly_plain() | st.text(max_size=90) | st.text(".0123456789", min_size=81, max_size=81))
@example(REGIONS)
@example(ROWS)
@example(REGIONS.replace("9", "."))
@example("123456789" + "." * 9 + SOLUTION[18:])
def test_the_reader_of_plain_boards_reads_exactly_the_plain_boards(text: str) -> None:
    assert engine.read_board(text) == (plain_cells(text) if len(text) == 81 else None)


@given(nearly_plain())
def test_a_text_is_the_same_puzzle_or_the_same_error_in_both_ways(text: str) -> None:
    quick = outcome(lambda: Puzzle(text))
    with the_general_way():
        assert outcome(lambda: Puzzle(text)) == quick


@given(nearly_plain())
def test_a_text_has_the_same_solution_or_the_same_error_in_both_ways(text: str) -> None:
    quick = outcome(lambda: nonet.solve(text))
    with the_general_way():
        assert outcome(lambda: nonet.solve(text)) == quick
        assert outcome(lambda: Puzzle(text).solution().text()) == quick


@pytest.mark.parametrize("board", JUDGED[::25])
def test_solve_agrees_with_the_oracle(board: strategies.Judged) -> None:
    for blank in ".0":
        text = judged_text(board, blank)
        if len(board.solutions) == 1:
            assert nonet.solve(text) == "".join(map(str, board.solutions[0]))
        else:
            with pytest.raises(MultipleSolutions if board.solutions else (NoSolution, Conflict)):
                nonet.solve(text)


def test_text_in_text_out() -> None:
    assert nonet.solve(KNOWN) == nonet.solve(KNOWN.replace("0", ".")) == SOLUTION
    assert nonet.solve(SOLUTION) == SOLUTION
    rows = "\n".join(KNOWN[i : i + 9] for i in range(0, 81, 9))
    assert (
        nonet.solve(rows)
        == nonet.solve(KNOWN + " # easy")
        == nonet.solve(Puzzle(KNOWN))
        == SOLUTION
    )
    assert nonet.solve("1... ..3. .4.. ...2") == "1324423124133142"


def test_rules_and_budget_are_those_of_a_puzzle() -> None:
    six = ".2...6 ...... ...... ...... ...... 5....1"
    with pytest.raises(MultipleSolutions):
        nonet.solve(six, rules="2x3")
    with pytest.raises(ParseError, match="a 6x6 board can have boxes of"):
        nonet.solve(six)
    with pytest.raises(Conflict):
        nonet.solve(SOLUTION, rules="antiknight")
    with pytest.raises(LimitReached, match="the budget of 1 guess is spent"):
        nonet.solve(HARD, budget=1)
    assert nonet.solve(KNOWN, budget=1) == SOLUTION
    with pytest.raises(RulesError, match="unknown rule 'killr'"):
        nonet.solve(KNOWN, rules="killr")


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("55" + "." * 79, Conflict, "r1c1 and r1c2 are both 5 in row 1 and box 1"),
        ("12345678.........9" + "." * 63, NoSolution, "the puzzle has no solution"),
        ("." * 81, MultipleSolutions, "the puzzle has several solutions; r"),
        (KNOWN[:80], ParseError, "expected 81 cells, found 80"),
        ("a" + KNOWN[1:], ParseError, "found 'a'"),
        ("." + KNOWN[1:], ParseError, "found two blank characters"),
        ("", ParseError, "the text is empty"),
    ],
)
def test_errors_are_those_of_a_puzzle(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        nonet.solve(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("thing", [5, None, object()])
def test_an_object_that_is_no_board(thing: Any) -> None:
    message = f"expected a Grid, Puzzle, string or nested list, got {type(thing).__name__}"
    with pytest.raises(TypeError, match=message):
        nonet.solve(thing)


@pytest.mark.parametrize(
    ("texts", "cells"),
    [
        ([KNOWN], 81),
        ((KNOWN,), 81),
        ([KNOWN.encode()], 81),
        ([KNOWN, SOLUTION], 81),
        ([KNOWN[:80]], 80),
        (["1.....3..4.....2"], 16),
        ([KNOWN] * 9, 81),
    ],
)
def test_a_list_of_boards_is_not_one_board(texts: Any, cells: int) -> None:
    message = (
        f"expected one board, found a list with a text of {cells} characters; "
        "pass the text alone, or a list of boards to nonet.batch.solve"
    )
    for function in (nonet.solve, Puzzle, nonet.Grid):
        with pytest.raises(ParseError) as caught:
            function(texts)
        assert str(caught.value) == message
    for nested, place in (
        ([texts], "a list in a list"),
        ([texts, texts], "a list in a list"),
        ([[texts]], "a list in a list in a list"),
    ):
        if cells > 36 and cells != 80:
            with pytest.raises(ParseError) as caught:
                nonet.solve(nested)
            assert str(caught.value) == message.replace("a list with", f"{place} with")
    rows = [KNOWN[at : at + 9] for at in range(0, 81, 9)]
    assert nonet.solve(rows) == SOLUTION
    with pytest.raises(ParseError, match="the board has 8 rows of 9 cells, expected 9 rows"):
        nonet.solve(rows[:8])


def test_a_text_that_has_no_utf8_is_read_by_the_general_reader() -> None:
    with pytest.raises(ParseError, match="two blank characters"):
        nonet.solve("\ud800" + KNOWN[1:])
    assert nonet.solve(KNOWN.replace("0", "\ud800")) == SOLUTION


def test_solve_obeys_the_engine_that_is_chosen_and_the_time_limit() -> None:
    with engine.using_general_engine():
        assert nonet.solve(KNOWN) == SOLUTION
        assert Puzzle(KNOWN).solution().text() == SOLUTION
    with engine.time_limit(0), pytest.raises(TimeLimitReached, match="the time limit is reached"):
        nonet.solve(KNOWN)


def test_every_instruction_set_solves_one_puzzle() -> None:
    rng = random.Random(3)
    texts = [judged_text(board, ".") for board in rng.sample(JUDGED, 30)]
    first = [outcome(lambda text=text: nonet.solve(text)) for text in texts]  # type: ignore[misc]
    for name in engine.instruction_sets():
        with engine.using_instruction_set(name):
            again = [outcome(lambda text=text: nonet.solve(text)) for text in texts]  # type: ignore[misc]
        assert [found[:1] for found in again] == [found[:1] for found in first]

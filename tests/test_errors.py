"""The tree of errors: who is what, what each carries, how it reads, and that it travels."""

from __future__ import annotations

import copy
import pickle

import pytest
import strategies

from nonet import errors
from nonet.base.errors import (
    LimitReached,
    MissingExtra,
    NonetError,
    ParseError,
    RulesError,
    TimeLimitReached,
    UnknownFormat,
)
from nonet.boards.grid import Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import (
    Conflict,
    MultipleSolutions,
    NoSolution,
    PuzzleError,
    Stuck,
    UnsoundStep,
)

TREE: dict[type[NonetError], tuple[type[BaseException], ...]] = {
    ParseError: (NonetError, ValueError),
    UnknownFormat: (ParseError, NonetError, ValueError),
    RulesError: (NonetError, ValueError),
    PuzzleError: (NonetError,),
    Conflict: (PuzzleError, NonetError, ValueError),
    NoSolution: (PuzzleError, NonetError),
    MultipleSolutions: (PuzzleError, NonetError),
    Stuck: (NonetError,),
    UnsoundStep: (NonetError,),
    LimitReached: (NonetError,),
    TimeLimitReached: (NonetError,),
    MissingExtra: (NonetError, ImportError),
}


@pytest.mark.parametrize("kind", TREE)
def test_tree(kind: type[NonetError]) -> None:
    assert all(issubclass(kind, parent) for parent in TREE[kind])
    also_value_error = issubclass(kind, ValueError)
    assert also_value_error == (ValueError in TREE[kind])


def test_tree_is_complete_and_drawn() -> None:
    found = {
        value
        for value in vars(errors).values()
        if isinstance(value, type) and issubclass(value, NonetError)
    }
    assert found == {NonetError, *TREE}
    assert {kind.__name__ for kind in found} == set(errors.__all__)
    assert errors.__doc__ is not None
    assert all(kind.__name__ in errors.__doc__ for kind in found)


PUZZLE = Puzzle(strategies.KNOWN)
GRID = Grid(strategies.KNOWN_SOLUTION)
SAMPLES: list[NonetError] = [
    ParseError("odd", text="abc", line=3, column=7, format="line", source="top.sdm"),
    UnknownFormat("what is it", text="abc", format="xyz"),
    RulesError("no"),
    PuzzleError("hm", puzzle=PUZZLE),
    Conflict("r1c1 and r1c5 are both 5 in row 1", puzzle=PUZZLE, cells=[0, 4]),
    NoSolution("none", puzzle=PUZZLE),
    MultipleSolutions("two", puzzle=PUZZLE, examples=[GRID, GRID]),
    LimitReached("spent", progress=17),
    TimeLimitReached(progress=17),
    MissingExtra("pdf", "Writing PDF"),
]


@pytest.mark.parametrize("error", SAMPLES, ids=lambda error: type(error).__name__)
def test_errors_travel_between_processes(error: NonetError) -> None:
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(other) is type(error)
        assert str(other) == str(error)
        assert vars(other) == vars(error)


@pytest.mark.parametrize("error", SAMPLES, ids=lambda error: type(error).__name__)
def test_dask_makes_errors_of_workers_again(error: NonetError) -> None:
    other = type(error).__new__(type(error), *error.args)
    for name, value in vars(error).items():
        setattr(other, name, value)
    assert vars(other) == vars(error)


@pytest.mark.parametrize("error", SAMPLES, ids=lambda error: type(error).__name__)
def test_errors_do_not_change(error: NonetError) -> None:
    before = dict(vars(error))
    for name in before:
        with pytest.raises(AttributeError, match=f"^{type(error).__name__} objects are immutable"):
            setattr(error, name, None)
        with pytest.raises(AttributeError, match="immutable"):
            delattr(error, name)
    assert vars(error) == before
    noted = copy.copy(error)
    noted.add_note("of a program")  # what Python keeps with an exception is not nonet's
    with pytest.raises(type(error)) as caught:
        raise noted.with_traceback(None)
    assert pickle.loads(pickle.dumps(caught.value)).__notes__ == ["of a program"]


def test_an_error_with_another_reason_or_progress_is_another_error() -> None:
    error = UnknownFormat("odd", text="abc", line=3, column=7, format="line", source="a.sdm")
    other = error.with_reason("even")
    assert (type(other), str(other), error.reason) == (UnknownFormat, "a.sdm:3:7: even", "odd")
    assert vars(other) == vars(error) | {"reason": "even"}
    late = TimeLimitReached(progress=1)
    assert late.with_progress((1, 2)).progress == (1, 2) and late.progress == 1
    assert str(late.with_progress(2)) == str(late)


def test_an_error_with_another_place_is_another_error() -> None:
    error = UnknownFormat("odd", text="abc", line=3, column=7, format="line")
    before = dict(vars(error))
    moved = error.moved(lines=10, columns=2)
    assert (moved.line, moved.column, moved.text, type(moved)) == (13, 9, "abc", UnknownFormat)
    assert vars(ParseError("odd").moved(lines=1, columns=1)) == vars(ParseError("odd"))
    known = error.at(text="x", line=9, column=9, format="x", source="a.sdm")
    assert vars(known) == before | {"source": "a.sdm"}
    assert vars(ParseError("odd").at(text="x", line=9)) == vars(ParseError("odd", text="x", line=9))
    assert vars(error.placed(column=None, text="x")) == before | {"column": None, "text": "x"}
    assert vars(error) == before


def test_attributes() -> None:
    conflict = Conflict("x", puzzle=PUZZLE, cells=[0, 4])
    assert conflict.cells == (0, 4) and conflict.puzzle is PUZZLE
    assert MultipleSolutions("x", examples=[GRID]).examples == (GRID,)
    assert LimitReached("x", progress=3).progress == 3
    assert PuzzleError("x").puzzle is None and Conflict("x").cells == ()
    missing = MissingExtra("pdf", "Writing PDF")
    assert missing.extra == "pdf"
    assert str(missing) == 'Writing PDF needs more packages: pip install "nonet[pdf]"'


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ({}, "odd"),
        ({"line": 12}, "line 12: odd"),
        ({"column": 82}, "column 82: odd"),
        ({"line": 12, "column": 82}, "line 12, column 82: odd"),
        ({"source": "top.sdm"}, "top.sdm: odd"),
        ({"source": "top.sdm", "line": 12}, "top.sdm:12: odd"),
        ({"source": "top.sdm", "line": 12, "column": 82}, "top.sdm:12:82: odd"),
        ({"source": "top.sdm", "column": 82}, "top.sdm: odd"),
    ],
)
def test_parse_error_says_where(place: dict[str, object], text: str) -> None:
    error = ParseError("odd", **place)  # type: ignore[arg-type]
    assert str(error) == text and error.reason == "odd"


def test_a_place_is_filled_in_once() -> None:
    error = UnknownFormat("odd", text="abc", line=3, format="line")
    placed = error.at(line=9, column=5, source="a.txt")
    assert type(placed) is UnknownFormat
    assert (placed.line, placed.column, placed.source) == (3, 5, "a.txt")
    assert (placed.text, placed.format, placed.reason) == ("abc", "line", "odd")
    assert placed.at(column=1, source="b.txt").column == 5
    assert error.column is None


def test_a_grid_says_in_which_column() -> None:
    with pytest.raises(ParseError) as caught:
        Grid(strategies.KNOWN[:40] + "?" + strategies.KNOWN[41:])
    assert caught.value.column == 41 and caught.value.text[40] == "?"

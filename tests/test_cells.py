"""Names of cells, and `CellSet` held against `frozenset`."""

from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable, Set
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cell_sets

from nonet.base.cells import CellSet, cell_index, cell_name

some_cells = st.frozensets(st.integers(0, 80), max_size=30)


@pytest.mark.parametrize("size", [1, 4, 6, 9, 10, 16, 25, 36])
def test_names_and_indices_are_inverse(size: int) -> None:
    names = [cell_name(cell, size) for cell in range(size * size)]
    assert [cell_index(name, size) for name in names] == list(range(size * size))
    assert [cell_index(cell, size) for cell in range(size * size)] == list(range(size * size))
    assert names[0] == "r1c1" and names[-1] == f"r{size}c{size}"
    if size > 1:
        assert names[1] == "r1c2" and names[size] == "r2c1"


@pytest.mark.parametrize("cell", [-1, 81, 1000])
def test_no_name_off_the_board(cell: int) -> None:
    with pytest.raises(IndexError, match=f"cell {cell} is outside a 9x9 board, which has cells 0"):
        cell_name(cell)
    with pytest.raises(IndexError, match=f"cell {cell} is outside a 9x9 board, which has cells 0"):
        cell_index(cell)


@pytest.mark.parametrize(
    "name", ["", "r", "r1", "c1", "r0c1", "r1c0", "r-1c1", "1,1", "r1c1x", "r01c1"]
)
def test_invalid_names(name: str) -> None:
    with pytest.raises(ValueError, match="expected a cell name such as 'r4c5', got"):
        cell_index(name)


def test_name_of_another_board() -> None:
    with pytest.raises(IndexError, match="r10c1 is outside a 9x9 board"):
        cell_index("r10c1")
    assert cell_index("r10c1", 10) == 90


def test_spellings() -> None:
    assert CellSet("r1c1 r9c9") == CellSet("R1C1, R9C9") == CellSet([0, 80])
    assert CellSet(["r1c1", 80]) == CellSet([0, 80])
    assert CellSet() == CellSet("") == CellSet([]) and not CellSet()
    assert CellSet(CellSet([3])) == CellSet(range(3, 4))
    with pytest.raises(ValueError, match="expected a cell name such as 'r4c5', got 'r1'"):
        CellSet("r1 c1")
    with pytest.raises(ValueError, match="expected cells of a 9x9 board, got 4x4"):
        CellSet(CellSet([1], size=4))


def test_membership() -> None:
    cells: Set[Any] = CellSet("r1c2")
    assert 1 in cells and "r1c2" in cells and "R1C2" in cells
    assert 0 not in cells and 81 not in cells and -80 not in cells
    assert "nothing" not in cells and None not in cells and 1.5 not in cells


def test_masks() -> None:
    assert CellSet.from_mask(0b101) == CellSet([0, 2])
    assert CellSet.from_mask(1 << 255, size=16).names == ("r16c16",)
    for mask in (-1, 1 << 81):
        with pytest.raises(ValueError, match="outside a 9x9 board"):
            CellSet.from_mask(mask)


def test_text() -> None:
    cells = CellSet([80, 0])
    assert repr(cells) == "CellSet('r1c1 r9c9')"
    assert str(cells) == "{r1c1, r9c9}"
    assert repr(CellSet([1], size=4)) == "CellSet('r1c2', size=4)"
    assert cells.names == ("r1c1", "r9c9")


@pytest.mark.parametrize("name", ["mask", "size", "other"])
def test_immutable(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(CellSet([1]), name, 3)


OPERATORS = [operator.and_, operator.or_, operator.sub, operator.xor]
QUESTIONS = [operator.eq, operator.ne, operator.le, operator.lt, operator.ge, operator.gt]


@pytest.mark.parametrize("operation", OPERATORS)
@given(one=some_cells, other=some_cells)
def test_algebra_is_that_of_sets(
    operation: Callable[[Any, Any], Any], one: frozenset[int], other: frozenset[int]
) -> None:
    expected = operation(one, other)
    for a, b in ((CellSet(one), CellSet(other)), (CellSet(one), other), (one, CellSet(other))):
        found = operation(a, b)
        assert isinstance(found, CellSet)
        assert found == expected and list(found) == sorted(expected)
        assert len(found) == len(expected) and bool(found) == bool(expected)
        assert hash(found) == hash(expected)


@pytest.mark.parametrize("question", QUESTIONS)
@given(one=some_cells, other=some_cells)
def test_questions_are_those_of_sets(
    question: Callable[[Any, Any], bool], one: frozenset[int], other: frozenset[int]
) -> None:
    for b in (other, one, one | other, one & other):
        assert question(CellSet(one), CellSet(b)) == question(one, b)
        assert question(CellSet(one), b) == question(one, b)
    assert CellSet(one).isdisjoint(CellSet(other)) == one.isdisjoint(other)


@pytest.mark.parametrize("operation", OPERATORS)
def test_algebra_keeps_the_board(operation: Callable[[Any, Any], Any]) -> None:
    one, other = {1, 20, 255}, {20, 254}
    for a, b in (
        (CellSet(one, size=16), CellSet(other, size=16)),
        (CellSet(one, size=16), other),
        (one, CellSet(other, size=16)),
    ):
        found = operation(a, b)
        assert found.size == 16 and found == operation(one, other)
    with pytest.raises(TypeError):
        operation(CellSet([1]), CellSet([1], size=4))
    with pytest.raises(TypeError):
        operation(CellSet([1]), 3)


def test_names_take_part_in_algebra() -> None:
    assert CellSet("r1c1") | "r1c2 r1c3" == CellSet([0, 1, 2])
    assert CellSet("r1c1 r1c2") & ["r1c2"] == CellSet([1])


@given(cell_sets())
def test_value(cells: CellSet) -> None:
    again = eval(repr(cells))
    copies = [again, pickle.loads(pickle.dumps(cells)), copy.copy(cells), copy.deepcopy(cells)]
    for other in copies:
        assert other == cells and hash(other) == hash(cells) and other.size == cells.size
    assert CellSet.from_mask(cells.mask, size=cells.size) == cells
    assert [cell_index(name, cells.size) for name in cells.names] == list(cells)

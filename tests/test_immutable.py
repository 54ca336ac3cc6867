"""Values are immutable, and pickle and copy make an equal one with all that it has."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from nonet import CLASSIC, Candidates, CellSet, Grid, House, Position, Puzzle, Rules
from nonet.base.immutable import Immutable
from nonet.constraints import Cage, Thermo
from nonet.model import Model

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLE = Puzzle(EASY, rules="antiknight killer:10=r1c1r1c2", info={"author": "A"})
HINT = Puzzle(EASY).hint()
assert HINT is not None
VALUES: list[Immutable] = [
    CellSet("r1c1 r9c9"),
    Grid("0..3 .... .... 2..1", digit_set="0-3"),
    Candidates.full(4).without({0: {1}}),
    House("mine", "r1c1 r5c5"),
    Cage("r1c1 r1c2", sum=10),
    CLASSIC,
    Rules(size=6, regions=(), constraints=[Thermo("r1c1 r2c1")]),
    PUZZLE,
    Position(EASY, placed={"r1c6": 8}, removed={"r1c3": 1}),
    Puzzle("1... ..3. .4.. ....").true_candidates(),
    Model(2, 2, digits=range(3), givens={"r1c1": {0, 1}}, info={"title": "T"}),
    HINT,
    Puzzle(EASY).rate(),
]
COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    lambda value: pickle.loads(pickle.dumps(value)),
    lambda value: pickle.loads(pickle.dumps(value, protocol=2)),
]
each_value = pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)


def own_fields(value: Immutable) -> dict[str, object]:
    return {name: getattr(value, name) for name in value._stored}


@each_value
def test_a_copy_is_equal_and_has_all_fields(value: Immutable) -> None:
    hash(value)  # a hash that is remembered is of this process, and no part of the value
    for made in (make(value) for make in COPIES):
        assert made is not value and type(made) is type(value)
        assert made == value and hash(made) == hash(value)
        assert repr(made) == repr(value) and str(made) == str(value)
        assert own_fields(made) == own_fields(value)


@each_value
def test_no_field_can_be_set_or_deleted(value: Immutable) -> None:
    before = own_fields(value)
    for name in value._stored:
        message = f"immutable|cannot (assign|delete) .*{name}"
        with pytest.raises(AttributeError, match=message):
            setattr(value, name, 1)
        with pytest.raises(AttributeError, match=message):
            delattr(value, name)
    assert own_fields(value) == before


@each_value
def test_a_mapping_in_a_value_is_read_only(value: Immutable) -> None:
    for made in (value, *(make(value) for make in COPIES)):
        for field in own_fields(made).values():
            assert not isinstance(field, (dict, list, set))


def test_the_error_says_how_a_changed_one_is_made() -> None:
    with pytest.raises(AttributeError) as caught:
        del PUZZLE.givens.size
    message = "Grid objects are immutable; with_digits() makes a changed copy"
    assert str(caught.value) == message
    with pytest.raises(AttributeError, match=r"^Thermo objects are immutable$"):
        Thermo("r1c1 r2c1").line = ()


@each_value
def test_values_of_two_classes_are_not_equal(value: Immutable) -> None:
    others = [other for other in VALUES if type(other) is not type(value)]
    assert value not in others and value not in [None, 1, "", ()]


def test_true_candidates_compare_as_candidates_and_know_their_puzzle() -> None:
    puzzle = Puzzle("1... ..3. .4.. ....")
    true = puzzle.true_candidates()
    plain = Candidates(true)
    assert true == plain and plain == true and hash(true) == hash(plain)
    for made in (make(true) for make in COPIES):
        assert str(made.why("r1c2", 2)) == str(true.why("r1c2", 2))

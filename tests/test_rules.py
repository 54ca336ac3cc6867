"""Houses and peers, for the classic board and for others."""

from __future__ import annotations

import pickle
from collections import Counter

import oracle
import pytest
import strategies
from hypothesis import given

from nonet.cells import CellSet
from nonet.errors import RulesError
from nonet.rules import CLASSIC, House, Rules

SHAPES = [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (1, 7), (7, 1), (5, 5), (6, 6)]


@pytest.mark.parametrize("shape", SHAPES)
def test_houses_are_those_of_the_oracle(shape: tuple[int, int]) -> None:
    rules = Rules(box_rows=shape[0], box_columns=shape[1])
    assert rules.size == shape[0] * shape[1]
    assert [sorted(house.cells) for house in rules.houses] == [
        sorted(cells) for cells in oracle.houses(*shape)
    ]
    kinds = Counter(house.name.split()[0] for house in rules.houses)
    assert kinds == {"row": rules.size, "column": rules.size, "box": rules.size}


def test_classic() -> None:
    assert Rules() == CLASSIC and CLASSIC.is_classic
    assert len(CLASSIC.houses) == 27
    assert [list(peers) for peers in CLASSIC.peers] == strategies.PEERS
    assert {len(peers) for peers in CLASSIC.peers} == {20}
    assert [h.name for h in CLASSIC.houses][::9] == ["row 1", "column 1", "box 1"]
    assert list(CLASSIC.houses[26].cells) == [60, 61, 62, 69, 70, 71, 78, 79, 80]


def test_boxes_of_a_six_by_six_board() -> None:
    rules = Rules(box_rows=2, box_columns=3)
    assert rules.houses[12].cells.names == ("r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3")
    assert rules.houses[13].cells.names[0] == "r1c4"
    assert rules.houses[14].cells.names[0] == "r3c1"
    assert not rules.is_classic


def test_peers_are_mutual_and_know_extra_houses() -> None:
    diagonal = House("diagonal", range(0, 81, 10))
    rules = Rules(extra=[diagonal])
    assert not rules.is_classic and rules != CLASSIC
    assert rules.houses == (*CLASSIC.houses, diagonal)
    assert 80 in rules.peers[0] and 80 not in CLASSIC.peers[0]
    for cell, peers in enumerate(rules.peers):
        assert cell not in peers
        assert all(cell in rules.peers[peer] for peer in peers)


def test_houses_of_cells() -> None:
    assert [h.name for h in CLASSIC.houses_of(0)] == ["row 1", "column 1", "box 1"]
    assert [h.name for h in CLASSIC.houses_of(0, 1)] == ["row 1", "box 1"]
    assert CLASSIC.houses_of(0, 80) == ()


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (-1, -9), (6, 7), (37, 1)])
def test_impossible_shapes(shape: tuple[int, int]) -> None:
    with pytest.raises(RulesError, match=f"{shape[0]} rows and {shape[1]} columns.*from 1 to 36"):
        Rules(box_rows=shape[0], box_columns=shape[1])


def test_houses_that_do_not_fit() -> None:
    with pytest.raises(RulesError, match="large: a house on this board has at most 9 cells"):
        Rules(extra=[House("large", range(10))])
    with pytest.raises(RulesError, match="of a 9x9 board"):
        Rules(extra=[House("small", [1], size=4)])


@pytest.mark.parametrize("name", ["box_rows", "extra", "houses", "peers", "size"])
def test_rules_are_immutable(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Rules(), name, 3)


@pytest.mark.parametrize("name", ["name", "cells", "other"])
def test_houses_are_immutable(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(House("a", [1]), name, 3)


def test_repr() -> None:
    assert repr(CLASSIC) == "Rules()"
    assert repr(Rules(box_rows=2, box_columns=3)) == "Rules(box_rows=2, box_columns=3)"
    assert repr(Rules(extra=[House("a", "r1c1")])) == "Rules(extra=(House('a', 'r1c1'),))"


@given(strategies.houses())
def test_house_is_a_value(house: House) -> None:
    scope = {"House": House}
    for other in (eval(repr(house), scope), pickle.loads(pickle.dumps(house))):
        assert other == house and hash(other) == hash(house)
        assert other.cells.size == house.cells.size
    assert house != House(house.name + "x", house.cells) and house != "house"


@given(strategies.rules())
def test_rules_are_a_value(rules: Rules) -> None:
    scope = {"House": House, "Rules": Rules, "CellSet": CellSet}
    for other in (eval(repr(rules), scope), pickle.loads(pickle.dumps(rules))):
        assert other == rules and hash(other) == hash(rules)
        assert other.houses == rules.houses and other.peers == rules.peers
    assert rules != "rules"

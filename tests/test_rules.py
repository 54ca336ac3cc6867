"""Houses and peers of every board, and what rules that cannot be say of themselves."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import oracle
import pytest
import strategies
from hypothesis import given

from nonet import Puzzle
from nonet.base.cells import CellSet, board_name
from nonet.base.errors import RulesError
from nonet.rules import CLASSIC, House, Rules, box_shapes
from nonet.rules.constraints import AntiKnight, Cage

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


# -- regions -------------------------------------------------------------------------------------

SQUIGGLY = "AAAB CADB CCDB CDDB"


@pytest.mark.parametrize("layout", [SQUIGGLY, "AAABB AACBB DCCCB DDCEE DDEEE"])
def test_regions_are_houses(layout: str) -> None:
    signs = layout.replace(" ", "")
    size = round(len(signs) ** 0.5)
    rules = Rules(regions=layout)
    assert rules.size == size and rules.is_jigsaw and not rules.is_classic
    assert (rules.box_rows, rules.box_columns) == (0, 0)
    assert [list(house.cells) for house in rules.houses] == oracle.lines(size) + oracle.regions(
        signs
    )
    assert [house.name for house in rules.houses][2 * size :] == [
        f"region {i}" for i in range(1, size + 1)
    ]
    cells = oracle.regions(signs)
    for other in (
        layout.replace(" ", "\n"),
        layout.translate(str.maketrans("ABCDE", "z#.0E")),
        cells,
        cells[::-1],
        [[f"r{c // size + 1}c{c % size + 1}" for c in inside] for inside in cells],
        [CellSet(inside, size=size) for inside in cells],
        rules.layout,
        rules.regions,
    ):
        assert Rules(regions=other) == rules and hash(Rules(regions=other)) == hash(rules)
        assert Rules(regions=other, size=size) == rules


def test_layout() -> None:
    assert Rules(regions=SQUIGGLY).layout == "1112314233423442"
    assert Rules(box_rows=2, box_columns=3).layout == "111222111222333444333444555666555666"
    assert Rules(size=3, regions=()).layout == "." * 9
    assert Rules(size=16).layout[:16] == "AAAABBBBCCCCDDDD"


@pytest.mark.parametrize("shape", SHAPES)
def test_regions_that_are_rectangles_are_boxes(shape: tuple[int, int]) -> None:
    boxes = Rules(box_rows=shape[0], box_columns=shape[1])
    for regions in (boxes.layout, oracle.houses(*shape)[2 * boxes.size :]):
        rules = Rules(regions=regions)
        assert rules == boxes and hash(rules) == hash(boxes) and repr(rules) == repr(boxes)
        assert (rules.box_rows, rules.box_columns) == shape
        assert not rules.is_jigsaw and rules.houses == boxes.houses


def test_regions_need_not_hang_together() -> None:
    groups = oracle.disjoint_groups(2, 2)
    rules = Rules(regions=groups)
    assert [list(region) for region in rules.regions] == groups and rules.is_jigsaw


def test_no_regions_at_all() -> None:
    latin = Rules(size=5, regions=())
    assert [list(house.cells) for house in latin.houses] == oracle.lines(5)
    assert latin.regions == () and not latin.is_jigsaw and not latin.is_classic
    assert latin == Rules(size=5, regions=[]) != Rules(box_rows=1, box_columns=5)
    assert {len(peers) for peers in latin.peers} == {8}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"regions": "AABB AABB CCDD CCCD"},
            "region 'C' has 5 cells (r3c1 r3c2 r4c1 r4c2 r4c3), expected",
        ),
        (
            {"regions": "AAAA AABB CCCC DDDD"},
            "region 'A' has 6 cells (r1c1 r1c2 r1c3 r1c4 r2c1 r2c2), expected",
        ),
        (
            {"regions": "AABB AABB CCDD CCDE"},
            "the layout has 5 regions: A (4), B (4), C (4), D (3), E (1); expected 4 of 4 cells",
        ),
        ({"regions": "AABB AABB CCCC CCCC"}, "3 regions: A (4), B (4), C (8); expected 4"),
        ({"regions": "A" * 81}, "the layout has 1 regions: A (81); expected 9 of 9 cells"),
        (
            {"regions": "A" * 25 + "BCDEFGHI" * 7},
            "region 'A' has 25 cells (r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9 r2c1 r2c2"
            " r2c3 …), expected",
        ),
        ({"regions": "AABB AABB CCDD CCD"}, "the layout has 15 characters, expected 81"),
        ({"regions": ""}, "the layout has 0 characters, expected 81"),
        ({"regions": SQUIGGLY, "size": 9}, "the layout is for a 4x4 board, size is 9"),
        ({"regions": SQUIGGLY, "box_rows": 2}, "expected boxes or regions, got both"),
        ({"regions": (), "box_rows": 2, "box_columns": 2}, "expected boxes or regions, got both"),
        ({"regions": ()}, "a board without regions needs its size, such as size=9, regions=()"),
        ({"regions": (), "size": 37}, "size must be 1 to 36, got 37"),
        ({"regions": (), "size": 0}, "size must be 1 to 36, got 0"),
        (
            {"regions": [[0, 1, 2], [3, 4], [5, 6, 7, 8]]},
            "region 2 has 2 cells (r2c1 r2c2), expected",
        ),
        ({"regions": [[0, 1, 2], [], [5, 6, 7]]}, "region 2 has 0 cells, expected"),
        (
            {"regions": [[0, 1, 2], [3, 4, 5], [8, 7, 2]]},
            "r1c3 is in region 1 and in region 3",
        ),
        ({"regions": [[0, 1, 2], [3, 4, 9], [6, 7, 8]]}, "region 2: cell 9 is outside a 3x3 board"),
        ({"regions": [[0, 1, 2], ["r4c1"], []]}, "region 2: r4c1 is outside a 3x3 board"),
        ({"regions": [["r1"], [], []]}, "region 1: expected a cell name such as 'r4c5', got 'r1'"),
        ({"regions": ["r1c1 r1c2 r1c1", "", ""]}, "region 1: r1c1 is named twice"),
        ({"regions": [[0, 0, 1], [], []]}, "region 1: r1c1 is named twice"),
        ({"regions": [CellSet([0])]}, "region 1 has cells of a 9x9 board, expected 1x1"),
        ({"regions": [[0]] * 3, "size": 4}, "got 3 regions, expected 4"),
        ({"regions": [[0]] * 37}, "got 37 regions, expected at most 36"),
    ],
)
def test_wrong_regions(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**arguments)
    assert message in str(caught.value)


# -- boxes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 4, 9, 16, 25, 36])
def test_a_size_with_square_boxes_is_enough(size: int) -> None:
    side = round(size**0.5)
    assert box_shapes(size) == [(side, side)]
    assert Rules(size=size) == Rules(box_rows=side, box_columns=side)


@pytest.mark.parametrize(
    ("size", "choices"),
    [
        (6, "2x3 or 3x2"),
        (8, "2x4 or 4x2"),
        (10, "2x5 or 5x2"),
        (12, "2x6 or 3x4 or 4x3 or 6x2"),
        (15, "3x5 or 5x3"),
        (30, "2x15 or 3x10 or 5x6 or 6x5 or 10x3 or 15x2"),
    ],
)
def test_a_size_with_several_boxes_lists_them(size: int, choices: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(size=size)
    assert str(caught.value) == (
        f"{board_name(size)} can have boxes of {choices} cells (rows x columns) or none; say which"
    )
    for rows, columns in box_shapes(size):
        assert Rules(size=size, box_rows=rows, box_columns=columns).size == size
    assert " or ".join(f"{r}x{c}" for r, c in box_shapes(size)) == choices


@pytest.mark.parametrize("size", [2, 3, 5, 7, 11, 13, 31])
def test_a_size_without_boxes_says_so(size: int) -> None:
    assert box_shapes(size) == []
    with pytest.raises(RulesError, match=f"{board_name(size)} has no boxes that are rectangles"):
        Rules(size=size)
    assert len(Rules(size=size, regions=()).houses) == 2 * size


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (-1, -9), (6, 7), (37, 1)])
def test_impossible_shapes(shape: tuple[int, int]) -> None:
    with pytest.raises(RulesError, match=f"{shape[0]} rows and {shape[1]} columns"):
        Rules(box_rows=shape[0], box_columns=shape[1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": 0}, "size must be 1 to 36, got 0"),
        ({"size": 49}, "size must be 1 to 36, got 49"),
        ({"size": 10**12}, "size must be 1 to 36, got"),
        ({"size": -4}, "size must be 1 to 36, got -4"),
        (
            {"box_rows": 3},
            "expected both box_rows and box_columns",
        ),
        ({"box_columns": 3, "size": 9}, "expected both box_rows and box_columns"),
        (
            {"size": 9, "box_rows": 2, "box_columns": 3},
            "boxes of 2 rows and 3 columns make a 6x6 board, expected 9x9",
        ),
    ],
)
def test_boxes_that_do_not_fit(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**arguments)
    assert message in str(caught.value)


# -- extra houses --------------------------------------------------------------------------------


def test_houses_that_do_not_fit() -> None:
    with pytest.raises(RulesError, match="large: expected at most 9 cells"):
        Rules(extra=[House("large", range(10))])
    with pytest.raises(RulesError, match="of a 9x9 board"):
        Rules(extra=[House("small", [1], size=4)])
    with pytest.raises(RulesError, match="long: expected at most 4 cells of a 4x4"):
        Rules(size=4).with_extra(House("long", range(5), size=4))


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ("r1c1 r5c5 r1c1", "mine: r1c1 is named twice"),
        ([3, 4, 4], "mine: r1c5 is named twice"),
        ("r1c1 r10c1", "mine: r10c1 is outside a 9x9 board"),
        ([81], "mine: cell 81 is outside a 9x9 board, which has cells 0 to 80"),
        ("r1c1 c2", "mine: expected a cell name such as 'r4c5', got 'c2'"),
        ("", "house 'mine' has no cells, expected at least one"),
        ([], "house 'mine' has no cells, expected at least one"),
    ],
)
def test_houses_of_wrong_cells(cells: Any, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        House("mine", cells)
    assert str(caught.value) == message


def test_house_is_made_of_names_or_cells() -> None:
    house = House("mine", "r1c1, r2c3")
    assert house == House("mine", [0, 11]) == House("mine", CellSet([11, 0]))
    assert House("mine", "r1c1 r2c3", size=4).cells == CellSet([0, 6], size=4)
    assert repr(House("mine", [6], size=4)) == "House('mine', 'r2c3', size=4)"


def test_more_houses() -> None:
    one, other = House("one", [0, 80]), House("other", [1, 40])
    rules = Rules(extra=[one])
    assert rules.with_extra(other) == Rules(extra=(one, other)) == CLASSIC.with_extra(one, other)
    assert rules.extra == (one,) and CLASSIC.extra == ()
    for shape in (Rules(regions=SQUIGGLY), Rules(size=4, regions=()), Rules(size=4)):
        more = shape.with_extra(House("short", [0, 15], size=4))
        assert more.regions == shape.regions and more.extra[0].name == "short"
        assert 15 in more.peers[0] and 15 not in shape.peers[0]
        assert more != shape and more.houses[:-1] == shape.houses


@pytest.mark.parametrize("size", [1, 9, 35, 36])
def test_rules_of_every_size_can_be_changed(size: int) -> None:
    rules = Rules(size=size, regions=())
    changed = (
        rules.with_extra(House("one", [0], size=size)).with_constraints().without_constraints()
    )
    assert changed.digits == rules.digits and len(changed.extra) == 1


@pytest.mark.parametrize("name", ["box_rows", "extra", "houses", "peers", "size"])
def test_rules_are_immutable(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Rules(), name, 3)


@pytest.mark.parametrize("name", ["name", "cells", "other"])
def test_houses_are_immutable(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(House("a", [1]), name, 3)


def test_what_is_no_list_of_constraints_is_an_error() -> None:
    for wrong in ("antiknight", AntiKnight(), 5):
        with pytest.raises(RulesError, match="expected a list of constraints such as"):
            Rules(constraints=wrong)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match=r"or as nonet\.Rules\(constraints="):
        Puzzle("." * 81, rules=[AntiKnight()])  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="expected cells such as r1c1r1c2, got 5"):
        Cage([5])  # type: ignore[list-item]


def test_repr() -> None:
    assert repr(CLASSIC) == "Rules()"
    assert repr(Rules(box_rows=2, box_columns=3)) == "Rules(box_rows=2, box_columns=3)"
    assert repr(Rules(extra=[House("a", "r1c1")])) == "Rules(extra=(House('a', 'r1c1'),))"
    assert repr(Rules(regions=SQUIGGLY)) == "Rules(regions='1112314233423442')"
    assert repr(Rules(size=7, regions=())) == "Rules(size=7, regions=())"
    assert repr(Rules(size=4)) == "Rules(box_rows=2, box_columns=2)"


@given(strategies.houses())
def test_house_is_a_value(house: House) -> None:
    scope = {"House": House}
    for other in (eval(repr(house), scope), pickle.loads(pickle.dumps(house))):
        assert other == house and hash(other) == hash(house)
        assert other.cells.size == house.cells.size
    named = House(house.name + "x", house.cells)
    assert house == named and hash(house) == hash(named) and house != "house"


@given(strategies.rules())
def test_rules_are_a_value(rules: Rules) -> None:
    scope = {"House": House, "Rules": Rules, "CellSet": CellSet}
    for other in (eval(repr(rules), scope), pickle.loads(pickle.dumps(rules))):
        assert other == rules and hash(other) == hash(rules)
        assert other.houses == rules.houses and other.peers == rules.peers
    assert rules != "rules"


def test_the_same_words_are_read_once() -> None:
    """A program has many boards with the same rules, and reading these takes longer than the board."""
    words = "antiknight killer:15=r1c1r1c2r2c1"
    assert Puzzle("." * 81, rules=words).rules is Puzzle("1" + "." * 80, rules=words).rules
    assert Puzzle("." * 16, rules="antiknight").rules.size == 4

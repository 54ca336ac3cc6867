"""Chains in Eureka notation say what the chain says: each line is read back and replayed on the board."""

import re
from functools import cache

import pytest

from nonet import Candidates, Puzzle
from nonet.rules import CLASSIC
from nonet.steps import Cause, Chain, Inference, Step, technique

CHAINS = (
    *("alternating_x_chain", "xy_chain"),
    *("continuous_nice_loop", "discontinuous_nice_loop", "alternating_chain"),
    *("grouped_continuous_nice_loop", "grouped_discontinuous_nice_loop"),
    "grouped_alternating_chain",
)
BOARDS = (
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "4.....3.....8.2......7........1...8734.......6........5...6........1.4...82......",
    "..3......4...8..36..8...1...4..6..73...9..........2..5..4.7..686........7..6..5..",
    "52...6.........7.13...........4..8..6......5...........418.........3..2...87.....",
    "6.....8.3.4.7.................5.4.7.3..2.....1.6.......2.....5.....8.6......1....",
)

Place = tuple[frozenset[int], int]


def read(line: str) -> tuple[list[Place], str]:
    """Return the places of a line, and a character for each link between them."""
    text, _, _ = line.partition(" => ")
    places: list[Place] = []
    links = ""
    digit = 0
    for link, inner, rows, columns in re.findall(
        r"([=-]?)(?:\((\d(?:[=-]\d)?)\))?r(\d+)c(\d+)", text
    ):
        cells = frozenset(9 * int(r) + int(c) - 10 for r in rows for c in columns)
        links += link
        digits = [int(each) for each in re.findall(r"\d", inner)] or [digit]
        links += "".join(re.findall(r"[=-]", inner))
        places += [(cells, each) for each in digits]
        digit = digits[-1]
    return places, links


def see_each_other(one: Place, other: Place) -> bool:
    """Whether not both places can be true."""
    if one[1] != other[1]:
        return one[0] == other[0] and len(one[0]) == 1
    return all(b in CLASSIC.peers[a] for a in one[0] for b in other[0])


def are_all_that_is_left(one: Place, other: Place, board: Candidates) -> bool:
    """Whether not both places can be false."""
    if one[1] != other[1]:
        (cell,) = one[0]
        return one[0] == other[0] and board[cell] == {one[1], other[1]}
    places = [
        {cell for cell in house.cells if not board.placed[cell] and one[1] in board[cell]}
        for house in CLASSIC.houses
    ]
    return one[0] | other[0] in places


@cache
def steps_of(text: str) -> tuple[Step, ...]:
    """Return the steps of a puzzle that are harder than a pair."""
    return tuple(each for each in Puzzle(text).steps(profile="se") if each.rating >= 2.6)


@pytest.mark.parametrize("every", [24, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", CHAINS)
def test_a_line_of_eureka_notation_can_be_replayed(name: str, every: int) -> None:
    seen = 0
    for text in BOARDS:
        puzzle = Puzzle(text)
        for step in steps_of(text)[::every]:
            board = step.board
            assert board is not None
            for found in puzzle.all_steps(board, techniques=[name]):
                seen += 1
                places, links = read(found.eureka)
                nodes = found.chains[0].nodes
                assert [(frozenset(n.cells), n.digit) for n in nodes] == places
                assert links == "".join("=" if n.on else "-" for n in nodes[1:])
                for one, other, link in zip(places, places[1:], links, strict=False):
                    if link == "=":
                        assert are_all_that_is_left(one, other, board), found.eureka
                    else:
                        assert see_each_other(one, other), found.eureka
    assert seen, "no board has such a chain"


@pytest.mark.parametrize("text", BOARDS[4:])
def test_a_link_in_an_almost_locked_set_names_all_its_cells(text: str) -> None:
    puzzle = Puzzle(text)
    board = next(step.board for step in puzzle.steps(profile="se") if step.rating >= 2.6)
    found = puzzle.all_steps(board, techniques=["als_alternating_chain"])
    assert found, "the board has no such chain"
    for step in found:
        sets = [(n.digit, set(n.almost_locked)) for n in step.chains[0].nodes if n.almost_locked]
        named = [
            (int(digit), set(cells))
            for digit, names in re.findall(r"=(\d)\)((?:r\d+c\d+,?)+)", step.eureka)
            if len(cells := parse_cells(names)) > 1
        ]
        assert sets and named == sets, step.eureka


def parse_cells(names: str) -> list[int]:
    """Return the cells of names such as r12c3,r4c56."""
    parts = re.findall(r"r(\d+)c(\d+)", names)
    return [9 * int(r) + int(c) - 10 for rows, columns in parts for r in rows for c in columns]


def test_a_step_with_several_chains_has_no_line() -> None:
    nodes = Inference(0, 3, False, Cause.ASSUMPTION), Inference(8, 3, True, Cause.ROW, (0,))
    step = Step(technique("cell_forcing_chain"), 8.0, chains=(Chain(nodes), Chain(nodes)))
    assert step.eureka == "" and Step(technique("x_wing"), 3.2).eureka == ""

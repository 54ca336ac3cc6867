"""Pictures of boards: every size and shape, givens apart from placed digits, and what notebooks and pages show."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from nonet import Candidates, Grid, Puzzle, render
from nonet.render.scene import MOST_ARROWS
from nonet.render.themes import THEMES
from nonet.steps import Cause, Chain, Inference, Step, technique

SVG = "{http://www.w3.org/2000/svg}"
PUZZLE = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
JIGSAW = "jigsaw:AAAAAAABBCCACCABBBCCCCBBBBDCFDDDDDDDFFDEEEEEEFFFFFEEGEFGGGGGGGHIIGIHHHHHIIIIIIHHH"


def texts(picture: str) -> list[ET.Element]:
    """Return the text elements of a picture."""
    return list(ET.fromstring(picture).iter(SVG + "text"))


def digits(picture: str) -> list[tuple[str | None, str | None, str | None]]:
    """Return each large digit with its colour and weight."""
    return [
        (e.text, e.get("fill"), e.get("font-weight"))
        for e in texts(picture)
        if e.get("font-size") == "24"
    ]


def test_a_plain_puzzle_shows_its_givens_and_labels() -> None:
    picture = render.svg(PUZZLE)
    ink = THEMES["light"].ink
    assert digits(picture) == [(str(d), ink, "600") for d in PUZZLE.givens if d]
    labels = {e.text for e in texts(picture)}
    assert {f"{axis}{n}" for axis in "rc" for n in range(1, 10)} <= labels
    root = ET.fromstring(picture)
    assert root.findtext(SVG + "title") == "9x9 Sudoku, 30 digits"
    row = "Row 1: 5, 3, empty, empty, 7, empty, empty, empty, empty."
    assert (root.findtext(SVG + "desc") or "").startswith(row)


@pytest.mark.parametrize("theme", THEMES)
def test_givens_and_placed_digits_differ_in_weight_and_colour(theme: str) -> None:
    solution = PUZZLE.solution()
    colors = THEMES[theme]
    drawn = digits(render.svg(PUZZLE, solution=solution, theme=theme))
    assert len(drawn) == 81 and colors.ink != colors.digit
    for given, (digit, color, weight), solved in zip(PUZZLE.givens, drawn, solution, strict=True):
        assert digit == str(solved)
        assert (color, weight) == ((colors.ink, "600") if given else (colors.digit, None))


def test_a_step_of_a_puzzle_shows_which_digits_were_given() -> None:
    *_, last = PUZZLE.steps()
    for picture in (render.svg(last), render.svg(PUZZLE, step=last)):
        weights = [weight for _, _, weight in digits(picture)]
        assert weights.count(None) == 50 and weights.count("600") == 31  # and the digit of the step


def test_a_step_without_a_board_shows_what_it_names() -> None:
    step = PUZZLE.hint()
    assert step is not None and step.places is not None
    alone = replace(step, board=None, givens=None)
    marked = sum(len(mark.digits) for mark in step.marks)
    shown = [e for e in texts(render.svg(alone)) if (e.text or "").isdigit()]
    assert 1 <= len(shown) <= marked
    assert "placed" in {e.text for e in texts(render.svg(alone))}


@pytest.mark.parametrize("size", [1, 4, 5, 6, 7, 8, 9, 10, 12, 16, 25])
def test_candidates_of_every_size_stay_inside_of_their_cells(size: int) -> None:
    root = ET.fromstring(render.svg(Candidates.full(size)))
    board = root.findall(SVG + "g")[0]
    places = [g.get("transform", "") for g in board.findall(SVG + "g")]
    found = [re.fullmatch(r"translate\((\S+) (\S+)\)", place) for place in places]
    points = {(float(m[1]), float(m[2])) for m in found if m}
    assert len(points) == size**3
    for x, y in points:
        assert 2 < x % 40 < 38 and 2 < y % 40 < 38
        assert x < 40 * size and y < 40 * size
    width = float(root.get("width", "0"))
    assert width <= 1000 or size >= 25


@pytest.mark.parametrize("words", [JIGSAW, "diagonals", "windoku", "latin"])
def test_regions_and_extra_houses_are_drawn(words: str) -> None:
    plain = render.svg(Grid("." * 81))
    drawn = render.svg(Puzzle("." * 81, rules=words))
    assert drawn != plain
    shaded = drawn.count(THEMES["light"].tints[1])
    assert shaded == (words in ("diagonals", "windoku"))


def test_a_nested_list_is_drawn_like_a_grid() -> None:
    grid = PUZZLE.givens
    assert render.svg([list(grid[9 * row : 9 * row + 9]) for row in range(9)]) == render.svg(grid)


def test_notebooks_draw_every_value() -> None:
    step = PUZZLE.hint()
    assert step is not None
    for value in (PUZZLE, PUZZLE.givens, PUZZLE.candidates(), step):
        assert value._repr_svg_() == render.svg(value)
        assert value._repr_svg_().startswith("<svg")
    assert "candidate" not in PUZZLE._repr_svg_()


def wide_chain(length: int, width: int) -> Chain:
    """Return a chain in which each node rests on up to ``width`` earlier ones."""
    nodes = [Inference(0, 1, True, Cause.ASSUMPTION)]
    for i in range(1, length):
        parents = tuple(range(max(0, i - width), i))
        nodes.append(Inference(i, i % 9 + 1, i % 2 == 0, Cause.ROW, parents))
    return Chain(tuple(nodes))


def arrows(picture: str) -> int:
    """Return the number of arrows on the board."""
    board = ET.fromstring(picture).findall(SVG + "g")[0]
    return sum("Q" in path.get("d", "") for path in board.iter(SVG + "path"))


def test_of_too_many_arrows_the_shortest_chain_is_drawn_and_the_picture_says_so() -> None:
    step = Step(
        technique("dynamic_contradiction_chain"),
        9.0,
        removes={0: frozenset({1})},
        chains=(wide_chain(30, 2), wide_chain(12, 1)),
    )
    picture = render.svg(step)
    assert arrows(picture) == 11
    assert "shown: the shortest chain, 11 of 57 arrows" in {e.text for e in texts(picture)}


def test_of_one_long_chain_the_direct_way_is_drawn() -> None:
    step = Step(
        technique("forcing_chain"),
        7.9,
        removes={0: frozenset({1})},
        chains=(wide_chain(31, 3),),
    )
    picture = render.svg(step)
    assert arrows(picture) == 10  # thirty nodes in strides of three
    assert "shown: the shortest chain, 10 of 87 arrows" in {e.text for e in texts(picture)}
    few = replace(step, chains=(wide_chain(MOST_ARROWS + 1, 1),))
    assert arrows(render.svg(few)) == MOST_ARROWS
    assert "shown: " not in render.svg(few)


def test_a_page_has_the_picture_and_the_whole_explanation() -> None:
    step = PUZZLE.hint()
    assert step is not None
    page = render.html(PUZZLE, step=step)
    assert render.svg(PUZZLE, step=step) in page and page.startswith("<!doctype html>")
    assert step.title() in page and step.text() in page and "<script" not in page
    assert "<h1>" not in render.html(PUZZLE) and "<svg" in render.html(PUZZLE)

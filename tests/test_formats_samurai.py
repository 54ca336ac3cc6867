"""Samurai: five boards that share boxes, read as one model."""

from __future__ import annotations

import pytest

from nonet.base.errors import ParseError
from nonet.formats import FORMATS, parse, parse_model, sniff

EXAMPLE = FORMATS["samurai"].example
CORNERS = ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))


def solved() -> list[str]:
    """Return the rows of a solution, with spaces in the gaps."""
    solution = next(parse_model(EXAMPLE).solutions())
    text = solution.text().replace("0", " ")
    return [text[at : at + 21] for at in range(0, 441, 21)]


ROWS = solved()


def test_every_board_of_a_samurai_is_a_solved_sudoku() -> None:
    for top, left in CORNERS:
        rows = [row[left : left + 9] for row in ROWS[top : top + 9]]
        boxes = [
            "".join(row[column : column + 3] for row in rows[band : band + 3])
            for band in (0, 3, 6)
            for column in (0, 3, 6)
        ]
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        assert all(set(house) == set("123456789") for house in (*rows, *columns, *boxes))
    assert "".join(ROWS).count(" ") == 72


@pytest.mark.parametrize("gap", [" ", "#", "_", ""])
def test_the_spellings_of_a_samurai(gap: str) -> None:
    """A board with one empty row in each corner has one solution."""
    rows = [row.replace(" ", gap) for row in ROWS]
    for at in (0, 20):
        rows[at] = "".join("." if char.isdecimal() else char for char in rows[at])
    text = "\n".join(rows)
    assert sniff(text).name == "samurai"
    model = parse_model(text)
    assert model.count() == 1
    found = model.solution().text().replace("0", " ")
    assert found == "".join(ROWS)


@pytest.mark.parametrize(
    ("row", "new", "message"),
    [
        (1, "12345678", r"line 2: row 2 of a Samurai has 18 cells, or 21 with the gaps; found 8"),
        (2, ROWS[2].replace(ROWS[2][0], "x"), r"line 3: expected a digit or a blank, found 'x'"),
    ],
)
def test_damaged_samurai(row: int, new: str, message: str) -> None:
    rows = [*ROWS[:row], new, *ROWS[row + 1 :]]
    with pytest.raises(ParseError, match=message):
        parse_model("\n".join(rows), format="samurai")


def test_a_samurai_is_no_puzzle() -> None:
    with pytest.raises(ParseError, match="expected a puzzle, found a 21x21 model"):
        parse(EXAMPLE)

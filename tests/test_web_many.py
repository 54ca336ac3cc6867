"""The page *Many puzzles* finds the column of the puzzles where the command line finds it."""

from __future__ import annotations

import random

import javascript
import pytest

from nonet.formats.fields import PUZZLE_NAMES, SOLUTION_NAMES
from nonet.formats.tables import layout_of

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
BAD = BOARD[:80]

FOUND = """
const {layoutOf} = await load("many/rows");
return data.map((text) => layoutOf(text));
"""


def table(header: list[str], *rows: list[str], delimiter: str = ",") -> str:
    return "\n".join(delimiter.join(row) for row in [header, *rows]) + "\n"


TABLES = {
    "upper case": table(["ID", "PUZZLE"], ["1", BOARD]),
    "spaces around the name": table(["id", " Quizzes "], ["1", BOARD]),
    "the surer name has a board": table(["board", "puzzle"], [BOARD, BOARD]),
    "the surer name has none": table(["puzzle", "board"], ["17", BOARD], ["18", BOARD]),
    "the first row is damaged": table(["id", "text"], ["1", BAD], ["2", BOARD]),
    "99 rows are damaged": table(["id", "text"], *[["1", BAD]] * 99, ["2", BOARD]),
    "100 rows are damaged": table(["id", "text"], *[["1", BAD]] * 100, ["2", BOARD]),
    "100 rows are damaged, with a name": table(["id", "clues"], *[["1", BAD]] * 100),
    "a damaged puzzle beside a solution": table(
        ["id", "text", "solution"], ["1", BAD, FULL], ["2", BOARD, FULL]
    ),
    "two names, one damaged": table(["grid", "sudoku", "answer"], [BOARD, BAD, FULL]),
    "no header": table([BOARD, FULL], [BOARD, FULL]),
    "no header, a number in front": table(["1", BOARD], ["2", BOARD], delimiter="\t"),
    "a semicolon": table(["a;b", "puzzle"], ["1;2", BOARD], delimiter=";"),
    "comments": "# made here\n\n" + table(["id", "starting_cells"], ["1", BOARD]),
}


def same(texts: list[str]) -> None:
    """Assert that both find the same columns."""
    for text, made in zip(texts, javascript.run(FOUND, texts), strict=True):
        expected = layout_of(list(enumerate(text.split("\n"), 1)))
        if expected is None:
            assert made["delimiter"] == "", text
            continue
        assert made["column"] == expected.columns.puzzle, text
        assert made["delimiter"] == expected.delimiter, text
        assert made["hasHeader"] == bool(expected.above), text


@pytest.mark.parametrize("name", TABLES)
def test_tables(name: str) -> None:
    same([TABLES[name]])


def test_law_columns() -> None:
    rng = random.Random(17)
    names = [*PUZZLE_NAMES, *SOLUTION_NAMES, "id", "text", "Notes"]
    cells = [BOARD, BAD, FULL, "7"]
    texts = []
    for _ in range(300):
        header = [name.title() if rng.random() < 0.3 else name for name in rng.sample(names, 3)]
        rows = [rng.choices(cells, k=3) for _ in range(rng.randint(1, 4))]
        texts.append(table(header, *rows, delimiter=rng.choice(",;\t")))
    same(texts)

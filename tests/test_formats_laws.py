"""What a format keeps of a puzzle and of a position, for any of them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from placed_digits import position_on

from nonet import formats
from nonet.base.errors import ParseError
from nonet.boards.grid import Candidates, Grid
from nonet.puzzle import Board, Position, Puzzle
from nonet.puzzle.errors import PuzzleError

LIBRARY = Path(__file__).parents[2] / "shared" / "data" / "hodoku_reglib_dev.txt"

KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

ROWS = [KNOWN[i : i + 9] for i in range(0, 81, 9)]

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


grids = st.lists(st.integers(0, 9), min_size=81, max_size=81).map(Grid)
# One cell has two candidates: lone digits only are a solved grid, and read as one.
masks = st.lists(st.integers(1, 511), min_size=81, max_size=81).map(
    lambda cells: Candidates.from_masks([cells[0] | 3, *cells[1:]])
)
words = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=20)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), max_size=30)
# a name that is not the name of the puzzle's or the solution's column
names = words.map(lambda text: "n" + text).filter(lambda text: text.strip() == text)


@st.composite
def positions(draw: st.DrawFn) -> Board:
    """A puzzle in mid-game."""
    order = draw(st.permutations(range(81)))
    known, later = draw(st.integers(1, 30)), draw(st.integers(0, 20))
    givens = [int(SOLUTION[c]) if c in order[:known] else 0 for c in range(81)]
    placed = [int(SOLUTION[c]) if c in order[known : known + later] else 0 for c in range(81)]
    both = [a or b for a, b in zip(givens, placed, strict=True)]
    still = Puzzle(both).candidates()
    loose = [(d, c) for c in range(81) if not both[c] for d in sorted(still[c])]
    gone = draw(st.sets(st.sampled_from(loose), max_size=9))
    deleted = " ".join(f"{d}{c // 9 + 1}{c % 9 + 1}" for d, c in gone)
    return position_on(givens, Grid(placed).text(), deleted)


def same(a: Board, b: Board) -> bool:
    return a == b and dict(a.info) == dict(b.info)


OF_OTHER_BOARDS = {
    "bank": "needs a rating",
    "gsf": "has ratings",
    "hex": "16x16",
    "integers": "has a number",
    **dict.fromkeys(["pm", "pm-marked", "sukaku", "sukaku-table"], "does not say what was given"),
    **dict.fromkeys(["killer", "killer-long", "killer-map"], "needs cages"),
}
GIVENS = [
    name for name, fmt in formats.FORMATS.items() if fmt.can_write and name not in OF_OTHER_BOARDS
]
"""The formats that hold a classic board and nothing else; of others see their own laws."""

OF_ONE = {
    **dict.fromkeys(["ss", "opensudoku", "gnome", "json"], "a file has one puzzle"),
    "iss": "lines of givens without a common cell are one puzzle",
}


@pytest.mark.parametrize("name", GIVENS)
@given(grid=grids)
def test_law_givens(name: str, grid: Grid) -> None:
    puzzle = Puzzle(grid)
    text = formats.format(puzzle, name)
    assert same(formats.parse(text, format=name), puzzle)
    assert formats.parse(text) == puzzle


@pytest.mark.parametrize("name", ["pm", "sukaku", "sukaku-table", "csv", "jsonl"])
@given(marks=masks)
def test_law_marks(name: str, marks: Candidates) -> None:
    puzzle = Puzzle(marks)
    text = formats.format(puzzle, name)
    found = formats.parse(text, format=name)
    assert found == formats.parse(text)
    assert found.marks is not None
    assert found.marks.masks == marks.masks
    assert Puzzle(found) == puzzle
    assert formats.format(found, name) == text


def test_frame_that_is_as_wide_as_a_line_of_cells() -> None:
    placed = "..46.8.1.67.1..............8.............3.....................2....9............"
    puzzle = position_on("5" + "." * 80, placed, "212")
    text = formats.format(puzzle, "ss")
    assert len(text.split("\n")[-1]) == 81
    assert same(formats.parse(text), puzzle)
    assert formats.sniff("-" * 81 + "\n" + "\n".join(ROWS)).name == "boxed"


@pytest.mark.parametrize("name", ["ss", "pm-marked", "hodoku"])
@given(puzzle=positions())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_law_positions(name: str, puzzle: Board) -> None:
    assert same(formats.parse(formats.format(puzzle, name)), puzzle)


@pytest.mark.parametrize("name", ["opensudoku", "gnome", "sudoku-coach", "penpa"])
@given(puzzle=positions())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_law_positions_with_notes(name: str, puzzle: Board) -> None:
    """A cell without notes has all candidates, so one without candidates cannot be written."""
    position = Position.of(puzzle)
    if any(not position.masks[cell] for cell in position.removed):
        with pytest.raises(PuzzleError, match="has a cell without candidates"):
            formats.format(puzzle, name)
    else:
        assert same(formats.parse(formats.format(puzzle, name)), puzzle)


@given(puzzle=positions())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_law_positions_on_a_susser_line(puzzle: Board) -> None:
    assert same(formats.parse(formats.format(puzzle, "susser"), format="susser"), puzzle)


@given(grid=grids, comment=texts)
def test_law_comment(grid: Grid, comment: str) -> None:
    """A comment comes back with its white space evened out; all other info is lost, as declared."""
    puzzle = Puzzle(grid, info={"comment": comment, "rating": "7"})
    for name in ("line", "sukaku"):
        back = formats.parse(formats.format(puzzle, name), format=name)
        evened = " ".join(comment.split())
        assert dict(back.info) == ({"comment": evened} if evened else {})


@given(grid=grids, info=st.dictionaries(names, texts.filter(bool), max_size=4))
def test_law_info_of_csv(grid: Grid, info: dict[str, str]) -> None:
    puzzle = Puzzle(grid, info={"solution": SOLUTION} | info)
    assert same(formats.parse(formats.format(puzzle, "csv"), format="csv"), puzzle)


@given(
    marks=masks,
    filled=st.sets(st.integers(1, 80), max_size=5),
    grid=grids,
    info=st.dictionaries(st.text(), st.text(), max_size=4),
)
def test_law_jsonl_loses_nothing(
    marks: Candidates, filled: set[int], grid: Grid, info: dict[str, str]
) -> None:
    digits = [min(marks[cell]) if cell in filled else 0 for cell in range(81)]
    cells = [
        1 << digit - 1 if digit else mask for digit, mask in zip(digits, marks.masks, strict=True)
    ]
    puzzle = Puzzle(grid, marks=Candidates.from_masks(cells), info=info)
    played = Position(
        Puzzle(Candidates.from_masks(cells), info=info), placed=digits, givens_known=False
    )
    for board in (puzzle, played):
        assert same(formats.parse(formats.format(board, "jsonl"), format="jsonl"), board)


@given(
    grid=grids,
    info=st.fixed_dictionaries(
        {}, optional={key: words for key in ("author", "description", "date", "level", "url")}
    ),
)
def test_law_headers_of_sdk(grid: Grid, info: dict[str, str]) -> None:
    puzzle = Puzzle(grid, info=info)
    assert same(formats.parse(formats.format(puzzle, "sdk"), format="sdk"), puzzle)


@given(many=st.lists(grids, min_size=2, max_size=4))
@pytest.mark.parametrize("name", [name for name in GIVENS if name not in OF_ONE])
def test_law_many(name: str, many: list[Grid]) -> None:
    out = io.StringIO()
    assert formats.write(map(Puzzle, many), out, format=name) == len(many)
    assert formats.parse_all(out.getvalue()) == [Puzzle(grid) for grid in many]


@given(many=st.lists(masks, min_size=2, max_size=3))
@pytest.mark.parametrize("name", ["pm", "sukaku", "sukaku-table"])
def test_law_many_marks(name: str, many: list[Candidates]) -> None:
    out = io.StringIO()
    formats.write(map(Puzzle, many), out, format=name)
    found = [puzzle.marks for puzzle in formats.parse_all(out.getvalue())]
    assert [marks and marks.masks for marks in found] == [marks.masks for marks in many]


DAMAGED_GAMES = [
    ('<game data="12"/></opensudoku>', "line 1: expected 81 digits as the data of the game"),
    ("<game/></opensudoku>", "line 1: expected 81 digits as the data of the game, found nothing"),
    ('\n\n<game data="version: 9 1|"/></opensudoku>', "line 3: expected data of version 1 to 5"),
    ('<game data="version: 3 1|0|0|"/></opensudoku>', "line 1: expected 81 cells of 3 values each"),
    ("\n<game></opensudoku>", "line 2, column 9: expected XML: mismatched tag"),
]


@pytest.mark.parametrize(("text", "message"), DAMAGED_GAMES)
def test_damaged_games_of_opensudoku(text: str, message: str) -> None:
    found = list(formats.read(f"<opensudoku>{text}".split("\n"), errors="yield"))
    assert message in " ".join(map(str, found))


def test_xml_with_entities_is_not_read() -> None:
    bomb = '<!DOCTYPE o [<!ENTITY a "1111111111"><!ENTITY b "&a;&a;&a;">]>'
    text = f'\n{bomb}\n<opensudoku><game data="&b;"/></opensudoku>'
    with pytest.raises(ParseError, match=r"line 2: expected games, found a document type"):
        formats.parse(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[0, 0]", "[0, 9]", r"expected row and column from 0 to 8 for cell 1 of the list"),
        ("[0, 1]", "[0, 0]", r"cell 2 of the list is r1c1, which it has already"),
        ('"value": 5', '"value": 10', r"expected a digit for r1c1, found 10"),
        ('"earmarks": []', '"earmarks": 5', r"expected a list of digits for r1c1, found 5"),
        ("]\n}", "]", r"line \d+, column \d+: expected JSON"),
    ],
)
def test_damaged_saves_of_gnome(old: str, new: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        formats.parse(formats.FORMATS["gnome"].example.replace(old, new, 1))


def nested(value: Any, indent: int | None) -> list[tuple[int, str]]:
    """Return line and name, or line and error, of each place of a JSON document."""
    found = formats.records(json.dumps(value, indent=indent).split("\n"))
    return [
        (each.line, each.board.info["name"] if each.board else str(each.error)) for each in found
    ]


def test_boards_deeper_in_json() -> None:
    value = {
        "month": "puzzle",
        "puzzle_of": {
            "day": {"puzzle": KNOWN, "solution": SOLUTION},
            "night": {"puzzle": KNOWN[1:]},
        },
        "more": [{"value": [list(row) for row in ROWS]}, {"solution": SOLUTION, "digits": KNOWN}],
        "phone": "1" * 16,
        "matrix": [[1, 2], [3, 4]],
    }
    damaged = "puzzle_of.night.puzzle: expected 81 cells, found 80"
    names = ["puzzle_of.day.puzzle", damaged, "more[0].value", "more[1].digits"]
    assert nested(value, None) == [
        (1, f"line 1: {name}" if name == damaged else name) for name in names
    ]
    assert nested(value, 1) == [
        (5, names[0]), (9, f"line 9: {damaged}"), (14, names[2]), (118, names[3]),
    ]  # fmt: skip
    assert nested([{"id": 1, "puzzle": KNOWN}, {"id": 2, "puzzle": KNOWN}], 1) == [
        (4, "[0].puzzle"),
        (8, "[1].puzzle"),
    ]


def test_a_solution_in_json_is_no_puzzle() -> None:
    text = json.dumps({"a": {"start": KNOWN, "filled": SOLUTION, "level": 3}})
    [puzzle] = formats.parse_all(text)
    assert puzzle == Puzzle(KNOWN)
    assert dict(puzzle.info) == {"name": "a.start", "level": "3", "solution": SOLUTION}
    with pytest.raises(ParseError, match="expected a board in the JSON, found none"):
        formats.parse(json.dumps({"a": {"solution": SOLUTION}}), format="nested-json")


def test_documents_of_json_may_follow_each_other() -> None:
    one = json.dumps({"a": {"puzzle": KNOWN}})
    two = json.dumps({"b": {"puzzle": KNOWN}}, indent=2)
    found = list(formats.read([one, *two.split("\n"), "", one, "{"], errors="yield"))
    assert [puzzle.info["name"] for puzzle in found[:3] if not isinstance(puzzle, ParseError)] == [
        "a.puzzle",
        "b.puzzle",
        "a.puzzle",
    ]
    assert str(found[3]).startswith("line 9, column 2: expected JSON")


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("latex", "|5|3|", "|5|", r"line 2: row 1 has 8 cells, expected 9"),
        (
            "latex",
            "|6| |",
            "|6|x|",
            r"line 3: expected a digit or ' ' for an empty cell, found 'x'",
        ),
        ("latex", r"\end{sudoku}", "", r"line 1: expected \\end{sudoku} at the end, found"),
        ("minizinc", "6, 0", "6", r"line 2: row 2 has 8 cells, expected 9"),
        ("minizinc", "[|5", "[|15", r"line 1: expected 1-9 or a blank on a 9x9 board, found '15'"),
        (
            "minizinc",
            "\n |0, 0, 0, 0, 8",
            "|]\n |0, 0, 0, 0, 8",
            r"line 1: found 8 rows of 9 cells",
        ),
        ("html", "<td>6</td>", "", r"line 3: row 2 has 8 cells, expected 9"),
        ("html", "<td>6</td>", "<td>x</td>", r"line 3: expected a digit or ' ' for an empty cell"),
        ("html", "</table>", "", r"line 1: expected </table> at the end, found the end"),
        ("matlab", "6 0", "6", r"line 2: row 2 has 8 cells, expected 9"),
    ],
)
def test_damaged_matrices(name: str, old: str, new: str, message: str) -> None:
    text = formats.FORMATS[name].example
    assert old in text
    with pytest.raises(ParseError, match=message):
        formats.parse(text.replace(old, new, 1))


def test_hodoku_library_comes_back_byte_for_byte() -> None:
    if not LIBRARY.exists():
        pytest.skip(f"the HoDoKu library is not at {LIBRARY}")
    lines = [line for line in LIBRARY.read_text().splitlines() if line and line[0] != "#"]
    assert len(lines) > 500
    for line, puzzle in zip(lines, formats.read(LIBRARY), strict=True):
        assert formats.format(puzzle, "hodoku") == line

"""Boards of every size come back from every format, with their rules; and what is said of others."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from drawings import bars
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from quick import examples, some
from random_constraints import MAKERS, random_constraint, words_that_fit
from test_formats_sizes import CELLS_4, CELLS_6, GIVENS_6, HIGH, LATIN_5, P4, WIDE

from nonet import formats, render
from nonet.base.digits import symbols_of
from nonet.base.errors import ParseError
from nonet.boards.grid import Candidates
from nonet.puzzle import Position, Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.render.boards import usual_rules
from nonet.rules import House, Rules
from nonet.rules.variants import diagonals, latin_square, parse_rules, windoku

LARGE = Path(__file__).parents[2] / "shared" / "data" / "large_boards_dev.csv.gz"

LAYOUT = "111222113322143352443355446655466665"

JIGSAW = Puzzle("....1.3.2....................4...25.", rules=f"jigsaw:{LAYOUT}")

SIXTEEN = Puzzle(formats.parse(formats.FORMATS["hex"].example, format="hex"))

OUTSIDE: list[Callable[[random.Random, int], str]] = [
    lambda rng, n: f"sandwich:{rng.randint(2, 40)}={rng.choice('rc')}{n}",
    lambda rng, n: f"xsum:{rng.randint(1, 45)}=r{n}={rng.choice(['left', 'right'])}",
    lambda rng, n: f"skyscraper:{rng.randint(1, 4)}=c{n}={rng.choice(['top', 'bottom'])}",
    lambda rng, n: f"littlekiller:{rng.randint(3, 200)}=r1c{max(n, 2)}=down-left",
    lambda rng, n: f"littlekiller:{rng.randint(3, 99)}=r{max(n, 2)}c1=up-right",
]


# -- laws -----------------------------------------------------------------------------------------


@cache
def spiral(size: int) -> Rules:
    """Return regions that are pieces of a spiral: none but the first is a row or a box."""
    cells, left = [], [divmod(cell, size) for cell in range(size**2)]
    while left:  # take the upper row, turn the rest
        top = min(row for row, _ in left)
        line = sorted(cell for cell in left if cell[0] == top)
        cells.append(line)
        rest = [cell for cell in left if cell[0] != top]
        left = [(-col, row) for row, col in rest]
    order: list[tuple[int, int]] = []
    for turns, line in enumerate(cells):
        for row, col in line:
            for _ in range(turns % 4):
                row, col = col, -row
            order.append((row, col))
    pieces = [order[i : i + size] for i in range(0, size**2, size)]
    return Rules(regions=[[row * size + col for row, col in piece] for piece in pieces])


@cache
def rule_sets(size: int) -> tuple[Rules, ...]:
    """Return boxes of all shapes, none, and regions, with and without extra houses."""
    shapes = [rows for rows in range(2, size) if size % rows == 0]
    found = [Rules(box_rows=rows, box_columns=size // rows) for rows in shapes]
    found += [latin_square(size), spiral(size)]
    found += [rules.with_extra(*diagonals(size)) for rules in found[-3:]]
    own = House("a house, of 3", ["r1c1", "r2c3", "r4c4"], size=size)
    found.append(found[0].with_extra(own, *(windoku(size) if size in (9, 16) else ())))
    return tuple(found)


@st.composite
def puzzles(draw: st.DrawFn, sizes: st.SearchStrategy[int]) -> Puzzle:
    """A puzzle of any rules; conflicts do not matter to a format."""
    rules = draw(st.sampled_from(rule_sets(draw(sizes))))
    givens = bytearray(rules.size**2)
    most = draw(st.sampled_from([0, 5, 40]))
    cells = st.tuples(st.integers(0, len(givens) - 1), st.integers(1, rules.size))
    for cell, digit in draw(st.lists(cells, max_size=most)):
        givens[cell] = digit
    return Puzzle(bytes(givens), rules=rules)


def full(rules: Rules) -> Puzzle:
    """Return a board without an empty cell."""
    size = rules.size
    return Puzzle([(r * 5 + c) % size + 1 for r in range(size) for c in range(size)], rules=rules)


SIZES = st.sampled_from([4, 5, 6, 8, 9, 10, 12, 16, 25, 27, 36])
LAWS = settings(
    max_examples=examples(30), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)  # a board of 36x36 is a thousand cells


def fits(puzzle: Puzzle, name: str) -> bool:
    """Whether the format holds the puzzle, and a text of it can be recognised."""
    if formats.FORMATS[name].holds.problem(puzzle):
        return False
    # 729 characters with few letters among them are candidates of a classic board.
    return name != "line" or puzzle.rules.size != 27 or any(puzzle.givens)


@pytest.mark.parametrize(
    "name",
    ["line", "sdm", "grid", "boxed", "sheet", "list", "hex", "integers", "minizinc", "matlab"],
)
@given(puzzle=puzzles(SIZES))
@LAWS
def test_law_givens(name: str, puzzle: Puzzle) -> None:
    """What a format does not say the caller says."""
    if name == "hex":
        puzzle = Puzzle([min(d, 16) for d in bytes(puzzle.givens)[:256].ljust(256, b"\0")])
    if name == "integers":
        puzzle = Puzzle(bytes(16) if puzzle.rules.size % 5 else bytes(625), rules=None)
    if not fits(puzzle, name):
        return
    text = formats.format(puzzle, name)
    assert formats.parse(text, format=name, rules=puzzle.rules) == puzzle
    few_letters = name == "line" and len(text) == 729 and sum(map(str.isalpha, text)) < 27
    if name != "hex" and not few_letters:
        assert formats.parse(text, rules=puzzle.rules) == puzzle
        assert formats.sniff(text).name == ("line" if name == "sdm" else name)


@pytest.mark.parametrize(
    "name", ["line", "grid", "boxed", "sheet", "list", "csv", "jsonl", "jigsaw"]
)
@pytest.mark.parametrize("size", some([9, 4, 36, 10, 6, 25, 16, 27, 26], 3))
def test_law_full_boards(name: str, size: int) -> None:
    for rules in rule_sets(size):
        puzzle = full(rules)
        if not fits(puzzle, name):
            continue
        text = formats.format(puzzle, name)
        assert formats.parse(text, rules=rules) == puzzle
        assert formats.sniff(text).name == name


@pytest.mark.parametrize("name", ["csv", "jsonl"])
@given(puzzle=puzzles(SIZES))
@LAWS
def test_law_rules_are_kept(name: str, puzzle: Puzzle) -> None:
    text = formats.format(puzzle, name)
    assert formats.parse(text) == formats.parse(text, format=name) == puzzle
    assert formats.parse(text, rules=puzzle.rules) == puzzle


@pytest.mark.slow
@pytest.mark.parametrize("name", ["boxed", "jigsaw", "sumocue", "pm"])
@given(puzzle=puzzles(SIZES.filter(lambda size: size != 5)))
@LAWS
def test_law_boxes_and_regions_are_kept(name: str, puzzle: Puzzle) -> None:
    if not puzzle.rules.regions or not fits(puzzle, name):
        return
    found = formats.parse(formats.format(puzzle, name))
    assert found.rules == Rules(regions=puzzle.rules.regions)
    assert found.givens == puzzle.givens or name == "pm"
    again = formats.parse(formats.format(puzzle, name), rules=puzzle.rules)
    assert again.rules == puzzle.rules


@pytest.mark.parametrize("name", ["pm", "sukaku", "sukaku-table", "csv", "jsonl"])
@given(puzzle=puzzles(st.sampled_from([4, 5, 6, 8, 9, 10, 12, 16])))
@LAWS
def test_law_marks(name: str, puzzle: Puzzle) -> None:
    marks = [mask or 1 for mask in puzzle.candidates().masks]
    sukaku = Puzzle(Candidates.from_masks([marks[0] | 3, *marks[1:]]), rules=puzzle.rules)
    if not fits(sukaku, name) or (name == "csv" and puzzle.rules.size == 4):
        return
    text = formats.format(sukaku, name)
    rules = None if name in ("csv", "jsonl") else puzzle.rules
    found = formats.parse(text, format=name, rules=rules)
    assert Puzzle(found) == sukaku  # of pm a position, whose settled cells are placed
    if name != "sukaku" or puzzle.rules.size != 4:
        assert formats.parse(text, rules=rules) == found


@given(many=st.lists(puzzles(SIZES), min_size=2, max_size=4))
@LAWS
def test_law_many_of_different_rules(many: list[Puzzle]) -> None:
    out = io.StringIO()
    assert formats.write(many, out, format="jsonl") == len(many)
    assert formats.parse_all(out.getvalue()) == many
    out = io.StringIO()
    formats.write(many, out, format="csv", columns=["rules"])
    assert formats.parse_all(out.getvalue()) == many


@pytest.mark.parametrize("name", ["line", "grid", "boxed", "sheet", "list", "jigsaw", "sumocue"])
@given(size=SIZES, data=st.data())
@LAWS
def test_law_many(name: str, size: int, data: st.DataObject) -> None:
    if size in (5, 27):
        return
    rules = rule_sets(size)[0]
    many = [full(rules), *data.draw(st.lists(puzzles(st.just(size)), min_size=1, max_size=3))]
    many = [Puzzle(puzzle.givens, rules=rules) for puzzle in many]
    if not all(fits(puzzle, name) for puzzle in many):
        return
    out = io.StringIO()
    formats.write(many, out, format=name)
    assert formats.parse_all(out.getvalue(), rules=rules) == many


@pytest.mark.parametrize("spelling", ["mixed", "pairs", "numbers"])
@pytest.mark.parametrize("name", ["line", "grid", "boxed", "csv", "jsonl"])
@given(puzzle=puzzles(st.sampled_from([10, 12, 16, 25, 36])))
@LAWS
def test_law_spellings(name: str, spelling: str, puzzle: Puzzle) -> None:
    spelled = puzzle.with_info(spelling=spelling)
    if not fits(puzzle, name):
        return
    text = formats.format(spelled, name)
    found = formats.parse(text, rules=None if name in ("csv", "jsonl") else puzzle.rules)
    assert found == puzzle
    assert formats.format(found, name) == text


@pytest.mark.parametrize("charset", ["unicode", "ascii"])
@pytest.mark.parametrize("size", some([9, 4, 36, 10, 6, 25, 16, 8, 12], 3))
def test_law_drawings(charset: render.Charset, size: int) -> None:
    """What `render.text` draws is read with its boxes and regions, digits and candidates."""
    for rules in rule_sets(size):
        if rules.extra or not rules.regions:
            continue
        digits = [cell % size + 1 if cell % 3 == 0 else 0 for cell in range(size**2)]
        puzzle = Puzzle(digits, rules=rules)
        assert formats.parse(render.text(puzzle, charset=charset)) == puzzle
        if size < 25:
            marks = Candidates.from_masks([mask or 1 for mask in puzzle.candidates().masks])
            drawing = render.text(marks, charset=charset, rules=rules)
            found = formats.parse(drawing)
            assert found.marks is not None
            assert (found.marks.masks, found.rules) == (marks.masks, rules)


@pytest.mark.parametrize("charset", ["unicode", "ascii"])
@pytest.mark.parametrize("size", [4, 6, 9, 16])
def test_law_drawings_with_constraints(charset: render.Charset, size: int) -> None:
    """Clues and sentences around a drawing change no cell, with or without candidates; a note says what is missing."""
    rng, base = random.Random(size), usual_rules(size)
    grid = next(Puzzle([0] * size**2, rules=base).solutions())
    words = words_that_fit(base.space)
    drawings, puzzles = [], []
    for _ in range(8):
        made = [random_constraint(rng.choice(words), rng, base.space) for _ in range(2)]
        clues = " ".join(rng.choice(OUTSIDE)(rng, rng.randint(1, size)) for _ in range(6))
        boxes = f"{base.box_rows}x{base.box_columns}"
        rules = parse_rules(f"{boxes} {clues}").with_constraints(*made)
        board = Puzzle([digit * (rng.random() < 0.4) for digit in grid], rules=rules)
        drawn, plain = render.text(board, charset=charset), Puzzle(board.givens, rules=base)
        found = formats.parse(drawn)
        assert found == plain
        assert f"sentences below it ({len(rules.constraints)})" in found.info["not read"]
        assert "title" not in found.info
        drawings.append(drawn)
        puzzles.append(plain)
        marks = Candidates.from_masks([mask or 1 for mask in plain.candidates().masks])
        found = formats.parse(render.text(marks, charset=charset, rules=rules))
        assert found.marks is not None and found.marks.masks == marks.masks
    for between in ("\n", "\n\n"):
        several = formats.parse_all(between.join(drawings))
        assert several == puzzles
        assert all("not read" in each.info and "title" not in each.info for each in several)


@pytest.mark.parametrize("word", sorted(MAKERS))
def test_what_a_refusal_recommends_holds_the_puzzle(word: str) -> None:
    rng, rules = random.Random(word), Rules()
    each = random_constraint(word, rng, rules.space)
    puzzle = Puzzle("." * 81, rules=rules.with_constraints(each))
    refused = 0
    for name in ("line", "grid", "boxed", "sdk", "hex", "killer", "sudokuwiki", "f-puzzles"):
        try:
            formats.format(puzzle, name)
        except PuzzleError as error:
            recommended = re.findall("'([a-z-]+)'", str(error).partition("; use ")[2])
            assert recommended, error
            for other in recommended:
                formats.format(puzzle, other)
            refused += 1
    assert refused >= 5


def test_a_drawing_with_clues_at_all_sides_is_read() -> None:
    rules = "sandwich:20=r3 sandwich:3=c2 skyscraper:3=c5=bottom skyscraper:3=r5=right littlekiller:20=r1c3=down-left"
    puzzle = Puzzle("." * 80 + "9", rules=rules)
    drawn = render.text(puzzle)
    found = formats.parse(drawn)
    assert found == Puzzle("." * 80 + "9")
    assert found.info["not read"] == (
        "clues around the frame, sentences below it (5); "
        "give the rules, as in --rules antiknight, or keep the puzzle as JSON"
    )
    assert formats.parse(drawn, rules=rules) == puzzle
    assert "not read" not in formats.parse(drawn, rules=rules).info


@pytest.mark.parametrize("row", ["| 5 3 . | . 7 . | . . . | x", "| 5 3 . | . 7 . | . . . 2 |"])
def test_what_is_no_clue_is_still_an_error(row: str) -> None:
    lines = render.text(Puzzle("." * 81), charset="ascii").split("\n")
    with pytest.raises(
        ParseError, match=r"line 2, column \d+: expected 9 cells in a row, found 10"
    ):
        formats.parse("\n".join([lines[0], row, *lines[2:]]))


def test_numbers_above_a_ruler_are_no_clues_without_bars_beside_the_rows() -> None:
    rows = ["1234", "3412", "2143", "4321"]
    assert formats.parse("\n".join([*rows[:2], "+--+", *rows[2:]])) == Puzzle("".join(rows))
    below = ["+------+", *(f"|{row[:2]}|{row[2:]}|" for row in rows), "+------+", "", *rows]
    assert list(formats.parse_all("\n".join(below))) == [Puzzle("".join(rows))] * 2


# -- rules ----------------------------------------------------------------------------------------


def test_the_caller_adds_houses_to_what_the_text_shows() -> None:
    drawn = formats.format(WIDE, "boxed")
    found = formats.parse(drawn, rules="diagonals")
    assert found.rules == WIDE.rules.with_extra(*diagonals(6))
    assert formats.parse(formats.format(JIGSAW, "jigsaw"), rules="diagonals").rules == (
        JIGSAW.rules.with_extra(*diagonals(6))
    )
    assert formats.parse("." * 81, rules="windoku").rules == parse_rules("windoku")
    assert formats.parse(f"{'.' * 81} # x", rules="3x3").rules.is_classic


READ = [fmt.name for fmt in formats.FORMATS.values() if fmt.can_read and fmt.name != "samurai"]
"""Formats of puzzles; a Samurai is a model, which has all its rules."""


@pytest.mark.parametrize("name", READ)
def test_every_format_takes_rules(name: str) -> None:
    fmt = formats.FORMATS[name]
    plain = formats.parse(fmt.example, format=name)
    adds = name not in ("jigsaw", "json", "yaml")  # their examples have all rules, or a comment
    found = formats.parse(fmt.example, format=name, rules="diagonals" if adds else None)
    if adds:
        assert found.rules == plain.rules.with_extra(*diagonals(plain.rules.size))
    with pytest.raises(ParseError, match=r"the rules are for 7x7|the rules 'latin7' are for 7x7"):
        formats.parse(fmt.example, format=name, rules="latin7")
    [bad] = formats.read(
        io.StringIO(fmt.example), format=name, rules=latin_square(7), errors="yield"
    )
    assert isinstance(bad, ParseError)
    assert bad.line is not None


def test_csv_has_a_column_of_rules_if_it_is_needed() -> None:
    assert formats.format(P4, "csv") == "puzzle\n1..2....3....4.."
    assert formats.format(WIDE, "csv") == f"puzzle,rules\n{GIVENS_6},2x3"
    out = io.StringIO()
    with formats.writer(out, "csv") as to:
        to.write(P4)
        with pytest.raises(PuzzleError, match="no column 'rules' for '2x3'; list it in columns="):
            to.write(WIDE)
    formats.write([P4, WIDE], out := io.StringIO(), format="csv", columns=["rules", "author"])
    assert out.getvalue() == f"puzzle,rules,author\n1..2....3....4..,,\n{GIVENS_6},2x3,\n"
    with pytest.raises(PuzzleError, match="no column 'rules'"):
        formats.format(WIDE, "csv", columns=["author"])
    named = P4.with_info(rules="no talking")
    with pytest.raises(PuzzleError, match=r"rename info\['rules'\]"):
        formats.format(named, "csv")


def test_jsonl_has_rules_if_they_are_not_the_usual_ones() -> None:
    assert json.loads(formats.format(P4, "jsonl")) == {"puzzle": "1..2....3....4.."}
    assert json.loads(formats.format(HIGH, "jsonl")) == {"puzzle": GIVENS_6, "rules": "3x2"}
    for small in (Puzzle("12..", rules="latin2"), Puzzle("1", rules="1x1")):
        assert formats.parse(formats.format(small, "jsonl")) == small
    named = P4.with_info(rules="no talking")
    assert formats.parse(formats.format(named, "jsonl")).info == named.info


def test_large_boards_of_research() -> None:
    if not LARGE.exists():
        pytest.skip(f"the large boards are not at {LARGE}")
    found = list(formats.read(LARGE))
    assert [puzzle.rules.size for puzzle in found] == [16] * 250 + [25] * 250
    assert dict(found[0].info) == {"size": "16", "percent_filled": "35", "instance": "0"}
    again = formats.parse_all("\n".join(formats.format(p, "integers") for p in found[::50]))
    assert again == found[::50]


# -- errors ---------------------------------------------------------------------------------------

BOXED_6 = formats.format(WIDE, "boxed")
CHOICE = "a 6x6 board can have boxes of 2x3 or 3x2 cells (rows x columns) or none; say which"
ASK = f'{CHOICE}: rules="2x3", or --rules 2x3 on the command line'
CROOKED = "\n".join([*bars(CELLS_6, 3, 3)[:3], "---+---", *bars(CELLS_6, 3, 3)[3:]])
INTEGERS = formats.format(P4, "integers")

# text, rules, format, line, column, the sentence
ERRORS: list[tuple[str, str | Rules | None, str | None, int | None, int | None, str]] = [
    (GIVENS_6, None, "line", 1, None, ASK),
    ("\n".join(CELLS_6), None, "grid", 1, None, ASK),
    (str(WIDE.givens.tolist()), None, "list", 1, None, ASK),
    (f'{{"puzzle": "{GIVENS_6}"}}', None, "jsonl", 1, None, ASK),
    (f"puzzle\n{GIVENS_6}", None, "csv", 2, None, ASK),
    ("." * 49, None, "line", 1, None, "a 7x7 board has no boxes of equal rectangles; say"
     " which: rules=\"latin\", or --rules latin on the command line"),
    (GIVENS_6, "diagonals", "line", 1, None, CHOICE),
    (GIVENS_6, "nonsense", "line", 1, None, "unknown rule 'nonsense'; known rules"),
    (GIVENS_6, "2x2", "line", 1, None, "the board is 6x6, the rules '2x2' are for 4x4; 2x3 means"),
    (GIVENS_6, Rules(), "line", 1, None, "the board is 6x6, the rules are for 9x9"),
    (GIVENS_6[:-1], "2x3", "line", 1, 36, "expected 36 cells, found 35"),
    ("." * 255, "4x4", "line", 1, 256, "expected 256 cells, found 255"),
    ("A" + "." * 254, None, "line", 1, 256, "expected 256 cells, found 255"),
    ("Q" + "." * 255, "4x4", "line", 1, 1, "expected A-P or a blank on a 16x16 board, found 'Q'"),
    (BOXED_6, "3x2", "boxed", 2, None,
     "the text shows '2x3', but the rules given are '3x2'; drop one of them"),
    (BOXED_6, "latin", "boxed", 2, None, "the text shows '2x3', but the rules given are 'latin6'"),
    (CROOKED, None, "grid", 1, None,
     "expected lines around boxes of one shape or around 6 regions"),
    (render.text(JIGSAW).replace("├───┘   │       │   └───┤", "│       │       │       │"), None, "grid", 2, None,
     "expected lines around boxes of one shape or around 6 regions"),
    (BOXED_6.replace("4", "7", 1), None, "grid", 2, 7, "expected 1-6 or a blank on a 6x6 board, found '7'"),
    ("\n".join(CELLS_6[:5]), "2x3", "grid", 1, None, "expected 6 rows, found 5"),
    ("\n".join([*CELLS_4[:3], ".4."]), None, "grid", 4, 4, "expected 4 cells in a row, found 3"),
    (f"{JIGSAW.givens.text()}{LAYOUT}", "2x3", "jigsaw", 1, None, "the text shows 'jigsaw:111222"),
    (f"{'.' * 16}1111222233344444", None, "jigsaw", 1, None, "region '3' has 3 cells (r3c1 r3c2 r3c3)"),
    (f"{'.' * 16}11112222333", None, "jigsaw", 1, None, "expected one character for each cell and one"),
    ("1..9" + "." * 12 + "1122112233443344", None, "jigsaw", 1, 4, "expected 1-4 or a blank on a 4x4 board, found '9'"),
    ("1122\n1122\n3344", None, "jigsaw", 1, None, "expected 4 rows of givens and 4 rows of regions, found 3 rows"),
    ("\n".join([*CELLS_4, "1122", "1122", "3344", "3345"]), None, "jigsaw", 5, None, "the layout has 5"),
    ("\n".join([*CELLS_4, "1122", "1122", "334", "3344"]), None, "jigsaw", 7, None, "expected 4 cells in a row"),
    ("SumoCueV1=0J0=1J", None, "sumocue", 1, 15, "expected a cell such as 8J0 (an 8 in the first region), found '1J'"),
    ("SumoCueV1=0J0=1J0=0J0", None, "sumocue", 1, None, "expected 81 cells, found 3"),
    ("SumoCueV1=" + "=".join(["5J0"] * 16), None, "sumocue", 1, None, "expected 0-4 in r1c1 of a 4x4"),
    ("SumoCueV1=" + "=".join(["0J0"] * 16), None, "sumocue", 1, None, "the layout has 1 region"),
    (INTEGERS.replace("\t2", "\t5"), None, "integers", 3, 9, "expected 1-4 or a blank on a 4x4 board, found '5'"),
    (INTEGERS.replace("\t-1", "", 1), None, "integers", 3, 7, "expected 4 cells in a row, found 3"),
    (INTEGERS.rpartition("\n")[0], None, "integers", 1, None, "expected 4 rows, found 3"),
    (INTEGERS.replace("2\n1\n", "2\nx\n"), None, "integers", 2, None, "expected a number alone on the line, found 'x'"),
    (INTEGERS.replace("2\n1\n", "7\n1\n"), None, "integers", 1, None, "expected the side of a box (2 to 6)"),
    (INTEGERS, "latin", "integers", 1, None, "the text shows '2x2', but the rules given"),
    ("0" * 200, None, "hex", 1, None, "expected 256 cells, found 200"),
    ("G" + "." * 255, None, "hex", 1, 1, "expected 0-9, A-F or . for an empty cell, found 'G'"),
    ("_" + "." * 255, None, "hex", 1, 2, "found two blank characters, '_' and '.'"),
    (f"puzzle,rules\n{GIVENS_6},whatever", None, "csv", 2, None, "unknown rule 'whatever'"),
    (f"puzzle,rules\n{GIVENS_6},2x3", "3x2", "csv", 2, None, "the text shows '2x3', but the rules given"),
    (f"puzzle,rules\n{GIVENS_6},2x3", "diagonals", "csv", 2, None, "the text shows '2x3', but the rules given"),
    (f'{{"puzzle": "{GIVENS_6}", "rules": "2x3"}}', "3x2", "jsonl", 1, None, "the text shows '2x3'"),
    (f'{{"puzzle": "{GIVENS_6}", "rules": 3}}', None, "jsonl", 1, None, "for 'rules', found 3"),
    (f'{{"puzzle": "{GIVENS_6}", "rules": "2x3", "marks": "{"1234" * 16}"}}', None, "jsonl", 1, None,
     "'marks' is for a 4x4 board, but the puzzle is 6x6"),
    ("1,2,10 " * 10, "latin", "pm", 1, None, "expected 10 rows, found 1"),
    (" ".join([",".join(map(str, range(1, 17)))] * 16), None, "line", 1, 2, "expected 81 cells, found 1"),
    (("1 2,10 11 " + "3 " * 7 + "\n") * 10, "latin", "pm", 1, 8, "expected the candidates of r1c3, such as 2,5,10,"
     " from 1 to 10, found '11'"),
    ("12345.7." * 8, "2x4", "sukaku", 1, 65, "expected 512 characters, 8 for each cell, found 64"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "rules", "fmt", "line", "column", "sentence"), ERRORS)
def test_bad_text(
    text: str,
    rules: str | Rules | None,
    fmt: str | None,
    line: int | None,
    column: int | None,
    sentence: str,
) -> None:
    with pytest.raises(ParseError) as caught:
        formats.parse(text, format=fmt if fmt != "boxed" else None, rules=rules)
    error = caught.value
    assert sentence in str(error)
    assert (error.line, error.column, error.format) == (line, column, fmt)
    assert "\n" not in str(error)


# what cannot be written, the format, the sentence
UNWRITTEN = [
    (SIXTEEN, "sdm", "holds boards of 1x1 to 9x9, and this one is 16x16; use 'line'"),
    (WIDE, "hex", "holds boards of 16x16, and this one is 6x6"),
    (WIDE, "integers", "holds boards of 4x4, 9x9, 16x16, 25x25, 36x36, and this one is 6x6"),
    (Puzzle("." * 16, rules="latin"), "integers", "holds square boxes only, and this puzzle has none"),
    (Puzzle("." * 256, rules="2x8"), "integers", "holds square boxes only, and its boxes are 2x8"),
    (JIGSAW, "boxed", "draws boxes only, and this puzzle has other regions; use 'jigsaw'"),
    (JIGSAW, "pm", "draws boxes only, and this puzzle has other regions"),
    (LATIN_5, "jigsaw", "needs boxes or regions, and this puzzle has none"),
    (Puzzle("12..", rules="latin2"), "grid", "holds boards of 4x4 to 36x36, and this one is 2x2"),
    (Puzzle(Candidates.full(4)), "csv", "would read these candidates as another board"),
    (Puzzle(Candidates.full(4)), "line", "holds givens only, and this puzzle has candidates"),
]  # fmt: skip


@pytest.mark.parametrize(("puzzle", "name", "sentence"), UNWRITTEN)
def test_what_cannot_be_written(puzzle: Puzzle, name: str, sentence: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        formats.format(puzzle, name)
    assert sentence in str(caught.value)
    assert caught.value.puzzle is puzzle


def test_positions_of_other_sizes() -> None:
    puzzle = Puzzle(".1" + "." * 34, rules="2x3")
    position = Position(puzzle, placed="2" + "." * 35, removed={"r1c3": {3}})
    assert formats.parse(formats.format(position, "pm-marked")) == position


def test_signs_of_every_spelling_are_read_on_a_line() -> None:
    for size in (16, 25, 35):
        rules = latin_square(size)
        for spelling in ("letters", "mixed"):
            line = "".join(symbols_of(size, spelling)) + "." * (size**2 - size)
            found = formats.parse(line, rules=rules)
            assert list(found.givens)[:size] == list(range(1, size + 1))


def test_deleted_candidates_of_a_large_board_are_kept() -> None:
    position = Position([0] * 256, removed={200: {11}})
    for name in ("f-puzzles", "jsonl", "json", "yaml", "game"):
        assert formats.parse(formats.format(position, name)) == position, name
    assert formats.parse(formats.format(position, "pm")).candidates() == position.candidates()


def test_the_largest_boards_are_read_from_lists_and_web_pages() -> None:
    full = [[(6 * (r % 6) + r // 6 + c) % 36 + 1 for c in range(36)] for r in range(36)]
    board = [
        [digit if (r + c) % 3 else 0 for c, digit in enumerate(row)] for r, row in enumerate(full)
    ]
    puzzle = Puzzle(board)
    assert formats.parse(formats.format(puzzle, "list")) == puzzle
    rows = ("".join(f"<td>{digit or ''}</td>" for digit in row) for row in board)
    page = "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"
    assert formats.parse(page) == puzzle

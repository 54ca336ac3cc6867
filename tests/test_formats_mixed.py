"""Texts with boards in several forms and words between them: every line is accounted for, and no board is invented."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from console import run
from mixed_texts import BOXES, Text, random_text

from nonet import formats
from nonet.base.errors import ParseError, UnknownFormat
from nonet.puzzle import Puzzle

KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = KNOWN[::-1]
ROWS = [KNOWN[i : i + 9] for i in range(0, 81, 9)]
GRID = "\n".join(ROWS)
SPACED = [" ".join(row) for row in ROWS]
TRIMMED = [row.replace(".", " ").rstrip() for row in SPACED]
BOXED = formats.format(Puzzle(KNOWN), "boxed")
LIST = formats.format(Puzzle(KNOWN), "list")
LAYOUT = [
    "999998888", "555998888", "555998333", "555111333", "222111333",
    "222111444", "222766444", "777766444", "777766666",
]  # fmt: skip


def read(text: str) -> list[Puzzle | str]:
    """Return what is in a text: puzzles, and the sentences of errors."""
    found = formats.read(text.split("\n"), errors="yield")
    return [str(each) if isinstance(each, ParseError) else Puzzle(each) for each in found]


LINK = f"https://sudokuexchange.com/play/?s={KNOWN.replace('.', '0')}"
WIKI = f"https://www.sudokuwiki.org/sudoku.htm?bd={KNOWN.replace('.', '0')}"
PAD = formats.format(Puzzle(KNOWN), "sudokupad").strip()
NUMBERED = " 1 2 3 4 5 6 7 8 9\n" + "\n".join(f"{n} {row}" for n, row in enumerate(SPACED, 1))
SPACES = "\n".join(SPACED).replace(".", " ")
TRIMMED_GRID = "\n".join(row.replace(".", " ").rstrip() for row in ROWS)
SEPARATORS = ["=========", "---------", "- - - - - - - - -", "-----", "~~~~~~~~~", "+++++", "***"]
COLUMNS = [
    [f"c{place + 1}" for place in range(81)],
    [f"r{place // 9 + 1}c{place % 9 + 1}" for place in range(81)],
    [f'"cell_{place}"' for place in range(81)],
    [str(place) for place in range(81)],
]
"""Headers of tables with a column for each cell."""

# text, and how often the known puzzle is in it, with nothing else
FORMS: list[tuple[str, int]] = [
    (f"3\n{GRID}\n{GRID}\n{GRID}", 3),
    (f"9 9\n{GRID}", 1),
    ("9 3 3\n" + "\n".join(SPACED), 1),
    (f"1.\n{GRID}\n2.\n{GRID}", 2),
    (f"1\n\n{GRID}\n\n{GRID}", 2),
    (f"board = {LIST}\n\nSolved:\n{BOXED}\n\n{KNOWN}", 3),
    (f"{KNOWN}\n:0604:1:{KNOWN}:::\n{KNOWN}:\n{KNOWN}", 4),
    (f"{BOXED}\n\n{GRID}\n\n{KNOWN}\n\n{LIST}", 4),
    (f"{KNOWN}\n\nA grid\n{GRID}\n{KNOWN}", 3),
    (f'{{"puzzle": "{KNOWN}"}}\n{KNOWN}\n\n{GRID}', 3),
    (f"https://sudokuexchange.com/play/?s={KNOWN.replace('.', '0')}\n\n{GRID}", 2),
    (f"Hard one: {KNOWN}\n1 {KNOWN}\n> {KNOWN}\nhttps://example.org/ {KNOWN}", 4),
    (f"Puzzle 3: {KNOWN}\n1. {KNOWN}\n2) {KNOWN}", 3),
    (f"1) {' '.join(ROWS)}\n2) {'|'.join(ROWS)} (ER 1.2)\nNo 3: {' / '.join(ROWS)} easy\n{GRID}", 4),
    ("/".join(ROWS), 1),
    ("|".join(ROWS), 1),
    (",".join(ROWS) + "\n" + "/".join(ROWS), 2),
    ("،".join(KNOWN.replace(".", "0")), 1),
    ("\n".join("،".join(row.replace(".", "0")) for row in ROWS), 1),
    ("\n".join(KNOWN), 1),
    (f"# Today\n\n```\n{GRID}\n```\n\n```sudoku\n{KNOWN}\n```", 2),
    ("On Monday somebody wrote:\n" + "\n".join(f"> {row}" for row in ROWS) + "\n> thanks", 1),
    ("\n".join(f"/// {row}" for row in SPACED), 1),
    ("// a board:\n" + "\n".join(f"// {row}" for row in ROWS), 1),
    ("/**\n" + "\n".join(f" * {row}" for row in SPACED) + "\n */", 1),
    ("    1 2 3 4 5 6 7 8 9\n" + "\n".join(f"{n} | {row}" for n, row in enumerate(SPACED, 1)), 1),
    ("  A B C D E F G H I\n" + "\n".join(f"{n} {row}" for n, row in enumerate(SPACED, 1)), 1),
    ("\n".join(f"{n}. {row}" for n, row in enumerate(ROWS, 1)), 1),
    ("\n".join(f"{row.replace('.', ' ').rstrip()}" for row in SPACED), 1),
    ("\n".join([*ROWS[:3], "-" * 9, *ROWS[3:6], "-" * 9, *ROWS[6:]]).replace(".", "-"), 1),
    ("\n".join(f"///     {row}".replace(".", "·") for row in SPACED), 1),
    (f"{KNOWN}\n{KNOWN}\n\n{GRID}\n\nand again:\n{BOXED}\n{KNOWN}", 5),
    (f"{KNOWN}\nboard = {LIST}\n{KNOWN}", 3),
    (f'board = """\n{GRID}\n"""\n\nread(\'\'\'\n{GRID}\n\'\'\')\n"""\n{KNOWN}\n"""', 3),
    (f'"{KNOWN}",\n\n' + "\n".join(SPACED), 2),
    (f'"{KNOWN}",\n  "{KNOWN}";\n\n{GRID}', 3),
    (f"{NUMBERED}\n{NUMBERED}\n\nwords\n{NUMBERED}\n{KNOWN}", 4),
    (f"{SPACES}\n\n{SPACES}\n\nwords\n{SPACES}\n{SPACES}\n\n{KNOWN}", 5),
    (f"{TRIMMED_GRID}\n\nwords\n{TRIMMED_GRID}", 2),
    *((f"{GRID}\n{each}\n{GRID}\n{each}\n{KNOWN}\n{each}\n{KNOWN}\n{each}", 4) for each in SEPARATORS),
    *((f"{','.join(names)}\n{','.join(KNOWN.replace('.', '0'))}", 1) for names in COLUMNS),
]  # fmt: skip


MARKED: list[tuple[str, int]] = [
    (f"[quote=Bob]\n{KNOWN}\n[/code][/quote]\n[b][code]{KNOWN}[/code][/b]\n[code]\n{GRID}\n[/code]", 3),
    (f"<ul>\n  <li>{KNOWN}</li>\n<li><b>{KNOWN}</b> </li>\n</ul>\n<p>{KNOWN}<br/>\n{KNOWN}</p>", 4),
    (f"<p>Today</p>\n<pre class='a b'>\n{GRID}\n</pre>\n{KNOWN}\n<br>\n{KNOWN}", 3),
    (f"<table>\n<tr><td>1</td>\n<td>{KNOWN}</td></tr>\n<tr><td>{KNOWN}</td></tr>\n</table>", 2),
    (f"see {LINK}\nTry this: {WIKI} good luck\n1. {WIKI}\n\nToday's board is {PAD}, the first of two.", 4),
    (f'<a href="{LINK}">words</a>\n[1]({LINK})\n- [Hard one]({WIKI}).\n"{PAD}"\n> see <{WIKI}>', 5),
    (f"From https://example.org/sudoku/12 of today:\n{GRID}\nhttps://example.org/ {KNOWN}", 2),
]  # fmt: skip
"""Tags of forums and web pages, and links between words."""


def test_names_and_remarks_around_rows_on_one_line() -> None:
    board = formats.parse(f"2) {'|'.join(ROWS)} (ER 1.2)")
    assert dict(board.info) == {"title": "2", "comment": "(ER 1.2)"}
    with pytest.raises(
        ParseError, match=r"column 8: expected a digit or '\.' for an empty cell, found 'x'"
    ):
        formats.parse(f"2) {' '.join(ROWS)}".replace("7", "x"))
    with pytest.raises(ParseError, match="expected 81 cells"):
        formats.parse(" ".join(["2025", "2026"] * 9) + " words")


def test_a_line_of_words_around_a_board_is_a_board_everywhere() -> None:
    text = f"Hard one, for Monday: {KNOWN}  (from a mail, with some more words)"
    assert formats.parse(text) == Puzzle(KNOWN)
    assert run("solve", text).lines == [Puzzle(KNOWN).solution().text()]


def test_boards_side_by_side() -> None:
    with pytest.raises(ParseError, match="put boards that are side by side below each other"):
        formats.parse("\n".join(f"{row}     {row}" for row in SPACED))


@pytest.mark.parametrize(("text", "count"), FORMS + MARKED)
def test_forms(text: str, count: int) -> None:
    assert read(text) == [Puzzle(KNOWN)] * count


@pytest.mark.parametrize(("text", "count"), FORMS[:6] + FORMS[9:14] + FORMS[18:])
def test_forms_on_the_command_line(text: str, count: int, tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(text + "\n", "utf-8")
    done = run("solve", path)
    assert (done.code, done.lines) == (0, [Puzzle(KNOWN).solution().text()] * count)


SOLVED = Puzzle(KNOWN).solution().text()
DATA: list[Any] = [
    {"puzzles": [{"puzzle": KNOWN, "solution": SOLVED}, {"puzzle": OTHER}]},
    {"list": [{"name": "x", "grid": KNOWN, "sol": SOLVED}, {"name": "y", "grid": OTHER}]},
    {"puzzles": [KNOWN, OTHER]},
    {"puzzles": [KNOWN, OTHER] * 6},
    {"a": KNOWN, "b": OTHER},
    {"q": KNOWN, "sol": SOLVED},
    [KNOWN, OTHER],
    [{"puzzle": KNOWN, "solution": SOLVED}, {"puzzle": OTHER}],
    [[KNOWN, 1.2], [OTHER, 7.2]],
    {"puzzle": KNOWN, "solution": SOLVED},
]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("around", ["{}", "words\n\n{}\n\nmore words", f"{KNOWN}\n{{}}"])
@pytest.mark.parametrize("data", DATA)
def test_boards_anywhere_in_json(data: Any, around: str, indent: int | None) -> None:
    text = around.format(json.dumps(data, indent=indent))
    boards = [KNOWN] * around.count(KNOWN)
    boards += [KNOWN, OTHER][: 1 + (OTHER in text)] * max(1, text.count(OTHER))
    assert read(text) == list(map(Puzzle, boards))


NUMBERS = ["50", "500", "2021", "50000", "49158", "1465 0", "12.30", "5300"]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("form", [KNOWN, GRID, "\n".join(SPACED)])
def test_a_number_above_a_board_is_no_row(number: str, form: str) -> None:
    for text in (f"{number}\n{form}", f"{number}\n\n{form}\n\n{number}\n\n{form}"):
        assert read(text) == [Puzzle(KNOWN)] * text.count(form)


@pytest.mark.parametrize(
    "line",
    [
        '["{0}", "{1}"]', 'puzzles = ["{0}", "{1}"]', "{0} {1}", "{0} and {1} are hard",
        "<p>{0}</p> <p>{1}</p>", '[["{0}",1.2],["{1}",7.2]]', "{0} {2} {1}",
    ],
)  # fmt: skip
def test_several_boards_on_a_line(line: str, tmp_path: Path) -> None:
    solution = Puzzle(KNOWN).solution().text()
    path, text = tmp_path / "a.txt", line.format(KNOWN, OTHER, solution)
    path.write_text(f"{KNOWN}\n{text}\n")
    assert read(path.read_text()) == [Puzzle(KNOWN), Puzzle(KNOWN), Puzzle(OTHER)]
    assert run("convert", path).lines == run("convert", "--from", "line", path).lines
    assert len(run("solve", path).lines) == 3
    with pytest.raises(ParseError, match="expected one puzzle, found 2"):
        formats.parse(text)


@pytest.mark.parametrize(
    "ruler", ["-" * 16, "-" * 81, "_" * 81, "*" * 25, "=" * 10, "~~~~~~~~~~~~"]
)
def test_a_line_drawn_between_boards_is_none(ruler: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for board in (KNOWN, f"\n{GRID}\n"):
        path.write_text(f"{ruler}\n{board}\n{ruler}\n{board}\n")
        assert read(path.read_text()) == [Puzzle(KNOWN)] * 2
        assert run("count", path).lines == ["1"] * 2


FIRST = [
    f"1. {KNOWN}", f"> {KNOWN}", f"<p>{KNOWN}</p>", " ".join(ROWS), " ".join(KNOWN), f"2021\n{KNOWN}",
    f"Grid 1\n{KNOWN}", f"{KNOWN}\nwords\n{KNOWN}", f"{KNOWN}\n\nwords\n{KNOWN}", f"words\n{KNOWN}",
    f"> {KNOWN}\n> words\n> {OTHER}",
]  # fmt: skip


@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize(
    "rest", [f"\n\n2.\n{GRID}\n", f"\n{KNOWN}\n", f"\n{KNOWN[:80]}\n{OTHER}\n"]
)
def test_the_command_line_reads_what_python_reads(first: str, rest: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(first + rest)
    found = list(formats.read(path, errors="yield"))
    lines = [f"# {each}" if isinstance(each, ParseError) else "1" for each in found]
    assert run("count", path).lines == lines


DOCUMENT = f"""{{
  "easy": {{"puzzle": "{KNOWN}"}},
  "more": [{{"grid": "{OTHER}"}}]
}}"""


@pytest.mark.parametrize(
    ("document", "boards"),
    [
        (DOCUMENT, [KNOWN, OTHER]),
        (f'[\n  {{\n "puzzle": "{KNOWN}"\n  }},\n {{"puzzle": "{OTHER}"}}\n]', [KNOWN, OTHER]),
        (f'{{\n  "id": 7,\n  "puzzle": "{OTHER}"\n}}', [OTHER]),
    ],
)
def test_a_document_of_json_between_other_forms(document: str, boards: list[str]) -> None:
    found = formats.read(f"words\n{KNOWN}\n\n{document}\n\n{GRID}\n{document}\n".split("\n"))
    assert [board.givens.text() for board in found] == [KNOWN, *boards, KNOWN, *boards]


def test_brackets_that_are_never_closed_hide_no_board() -> None:
    found = read("\n".join([*["["] * 3000, "", KNOWN, "{", '{"id": 7}', "", GRID]))
    assert [each for each in found if isinstance(each, Puzzle)] == [Puzzle(KNOWN)] * 2


@pytest.mark.parametrize("form", [GRID, BOXED, LIST, "\n".join(SPACED)])
@pytest.mark.parametrize("before", [12_790, 30_000])
def test_other_forms_far_below_lines_are_read(form: str, before: int, tmp_path: Path) -> None:
    path, lines = tmp_path / "a.txt", [KNOWN] * before
    path.write_text(
        "\n".join([*lines, "", form, "", *lines, KNOWN[:80], f"{KNOWN} # last", "", form]) + "\n"
    )
    done, number = run("solve", path), 2 * before + form.count("\n") + 4
    wrong = f"{path}:{number}:81: expected 81 cells, found 80"
    solved = [Puzzle(KNOWN).solution().text()]
    assert done.lines == solved * (2 * before + 1) + [f"# {wrong}"] + solved * 2
    assert done.err.startswith(wrong)


def test_a_size_above_a_jigsaw_and_a_count_above_a_large_board() -> None:
    jigsaw = "\n".join([*SPACED, *(" ".join(row) for row in LAYOUT)])
    [found] = read(f"9 9\n{jigsaw}")
    assert found == formats.parse(jigsaw) and isinstance(found, Puzzle) and found.rules.is_jigsaw
    large = "\n".join("A" + "-" * (n % 15) + "B" + "-" * (14 - n % 15) for n in range(16))
    assert read(f"1\n{large}") == [formats.parse(large)]


def test_tags_around_a_board_are_no_title() -> None:
    assert not formats.parse(f"<p>{KNOWN}</p>").info
    assert dict(formats.parse(f"<li><b>Hard: {KNOWN}</b></li>").info) == {"title": "Hard"}


def test_a_title_is_kept_where_it_stands_before_a_board() -> None:
    found = formats.parse_all(f"Hard one: {KNOWN} # 7.2\n\nA grid\n{GRID}")
    assert [dict(each.info) for each in found] == [
        {"title": "Hard one", "comment": "7.2"},
        {"title": "A grid"},
    ]


def test_a_row_of_spaces_is_empty_where_spaces_are_the_blanks() -> None:
    board = Puzzle(KNOWN[:27] + "." * 9 + KNOWN[36:])
    rows = [*ROWS[:3], "." * 9, *ROWS[4:]]
    for between in ("", " "):
        grid = "\n".join(map(between.join, rows)).replace(".", " ")
        assert read(f"{grid}\n\n{grid}") == [board] * 2


def test_the_first_row_is_never_left_out() -> None:
    lines = [row.replace(".", " ").rstrip() for row in ROWS]
    assert Puzzle(KNOWN[9:] + KNOWN[:9]) not in read("\n".join([*lines, *lines]))


SHORT = "\n".join(ROWS[:8])
# text, and what is in it: the known puzzle, or the beginning of a sentence
FAULTS: list[tuple[str, list[str]]] = [
    (f"{GRID}\n\n{SHORT}\n\n{GRID}", ["", "line 11: expected 9 rows, found 8", ""]),
    (f"Board A\n{SHORT}\nBoard B\n{GRID}", ["line 2: expected 9 rows, found 8", ""]),
    (f"1.\n{SHORT}\n2.\n{GRID}", ["line 2: expected 9 rows, found 8", ""]),
    (f"{GRID}\n{SHORT}\n{GRID}", ["line 1: expected 9 rows, or 9 for each board, found 26"]),
    (f"{GRID}\n{ROWS[0]}", ["line 1: expected 9 rows, or 9 for each board, found 10"]),
    (f"{KNOWN}\n{KNOWN[:80]}\n\n{GRID}", ["", "line 2, column 81: expected 81 cells, found 80", ""]),
    (f"{GRID}\n\nPuzzle 7: {KNOWN[:80]}\n{GRID}", ["", "line 11, column 91: expected 81 cells", ""]),
    (f"{KNOWN}\nhello\n{KNOWN}", ["", ""]),
    ("> a quote\n" + "\n".join(f"> {row}" for row in [*ROWS[:4], "4..8o3..1", *ROWS[5:]]),
     ["line 6, column 7: expected a digit or '.' for an empty cell, found 'o'"]),
    (f"<li>{KNOWN[:80]}</li>\n{KNOWN}", ["line 1, column 85: expected 81 cells, found 80", ""]),
    (f"<table>\n<tr>\n<td>{KNOWN[:80]}</td></tr>\n<tr><td>{KNOWN}</td></tr>\n</table>",
     ["line 3: expected 81 cells, found 80", ""]),
    ("see https://sudokupad.app/abcd1234", ["line 1: the link to sudokupad.app has no board in it"]),
    (f"{KNOWN}\n\nsee {LINK[:-1]} today\n\n1. https://example.org/12", ["",
     "line 3: links of sudokuexchange.com are not read unless all cells",
     "line 5: links of example.org are not read"]),
    (f"{NUMBERED[:-20]}\n{NUMBERED}", ["line 1", ""]),
    (f"{LIST[:-1]}\n\n{BOXED}", ["line 1: expected the end of the list", ""]),
    (f"{GRID}\n\n" + "\n".join(KNOWN[:80]), ["", "line 11: expected 81 lines with a cell on each, found 80"]),
    (f"{GRID}\n\n" + "/".join([*ROWS[:3], ROWS[3][:8], *ROWS[4:]]),
     ["", "line 11, column 39: row 4 has 8 cells, expected 9"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), FAULTS)
def test_faults(text: str, expected: list[str]) -> None:
    found = read(text)
    assert len(found) == len(expected), found
    for each, sentence in zip(found, expected, strict=True):
        if sentence:
            assert isinstance(each, str) and each.startswith(sentence), each
        else:
            assert each == Puzzle(KNOWN)


# text, and a part of the sentence
CAUSES: list[tuple[str, str]] = [
    (f"{KNOWN}\n" + ("0" + KNOWN.replace(".", "0")[1:]).lstrip("0"), "dropped zeros at the front"),
    (f"{KNOWN}\n4.3E+78", "found the number 4.3E+78: a spreadsheet has dropped the digits"),
    ("4.3E+78", "found the number 4.3E+78"),
    (f"\u200b{KNOWN}\u200b", "line 1, column 1: expected a digit or a blank, found an invisible ZERO WIDTH"),
    (GRID.replace("8...6...3", "8...\u200b6...3"), "line 4, column 5: expected a digit or a blank, found an invis"),
    ("F012.4.6" + "." * 248, 'read with format="hex", or --from hex'),
    ("\n".join([*TRIMMED[:3], "", *TRIMMED[4:]]),
     "blanks at the ends of the rows are missing"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), CAUSES)
def test_a_cause_that_can_be_known_is_named(text: str, sentence: str) -> None:
    with pytest.raises(ParseError) as caught:
        list(formats.read(text.split("\n")))
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    "text", ["See page 3 (1 of 2).", "12\n3\n", "a list: [1, 2, 3]\nand words"]
)
def test_words_without_a_board(text: str) -> None:
    with pytest.raises(UnknownFormat):
        formats.parse_all(text)


# -- the law --------------------------------------------------------------------------------------


def check(text: Text) -> None:
    """Check that each board is read, that none is invented, and that errors are where the faults are."""
    boards, errors = [], []
    try:
        for record in formats.records(text.text.split("\n")):
            if record.board is not None:
                boards.append(Puzzle(record.board))
            else:
                errors.append(record.error)
    except UnknownFormat as error:  # a text of one bad board
        errors.append(error)
    assert boards == text.boards, text.text
    lines = [error.line for error in errors if error is not None]
    for fault in text.faults:
        assert any(line in fault for line in lines), (fault, text.text)
    assert all(any(line in fault for fault in text.faults) for line in lines), (lines, text.text)


@pytest.mark.parametrize("seed", range(60))
def test_law_no_board_is_lost_or_invented(seed: int) -> None:
    check(random_text(random.Random(seed)))


@pytest.mark.slow
def test_law_no_board_is_lost_or_invented_in_thousands_of_texts() -> None:
    for seed in range(100, 2100):
        check(random_text(random.Random(seed), faults=0.4))


def test_the_law_sees_faults_and_all_sizes() -> None:
    texts = [random_text(random.Random(seed)) for seed in range(60)]
    assert sum(len(text.faults) for text in texts) > 10
    assert {board.rules.size for text in texts for board in text.boards} == set(BOXES)

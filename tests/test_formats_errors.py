"""Bad input: the exact place and sentence, where reading continues, and what ends a file."""

from __future__ import annotations

import gzip
import io
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from console import EASY, SOLVED
from hypothesis import example, given, settings
from hypothesis import strategies as st
from quick import examples

from nonet import formats
from nonet.base.errors import NonetError, ParseError, UnknownFormat
from nonet.boards.grid import Grid
from nonet.formats.puzzles import make_puzzle
from nonet.puzzle import Puzzle

KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [KNOWN[i : i + 9] for i in range(0, 81, 9)]
LIST = [[int(c) for c in row.replace(".", "0")] for row in ROWS]
PM = formats.format(Puzzle(KNOWN), "pm")
SUKAKU = formats.format(Puzzle(KNOWN), "sukaku")


def rows_with(row: int, text: str) -> str:
    return "\n".join([*ROWS[: row - 1], text, *ROWS[row:]])


# text, format, line, column, part of the sentence
TABLE: list[tuple[str, str | None, int | None, int | None, str]] = [
    ("", None, None, None, "the text is empty"),
    (" \n\n# only a remark\n", None, None, None, "found only blank lines and comments"),
    (KNOWN[:80], "line", 1, 81, "expected 81 cells, found 80"),
    (KNOWN + "\n" + KNOWN[:80] + "  # x", "line", 2, 81, "expected 81 cells, found 80"),
    (KNOWN + "5", "line", 1, 82, "expected 81 cells, found 82"),
    ("  " + KNOWN[:80], "line", 1, 83, "expected 81 cells, found 80"),
    (
        KNOWN[:40] + "o" + KNOWN[41:],
        "line",
        1,
        41,
        "expected a digit or '.' for an empty cell, found 'o'",
    ),
    (
        "  " + KNOWN[:40] + "o" + KNOWN[41:] + " #",
        "line",
        1,
        43,
        "expected a digit or '.' for an empty cell, found 'o'",
    ),
    (
        SOLUTION[:40] + "o" + SOLUTION[41:],
        "line",
        1,
        41,
        "expected a digit or '.' for an empty cell, found 'o'",
    ),
    (KNOWN[:2] + "0" + KNOWN[3:], "line", 1, 3, "found two blank characters, '.' and '0'"),
    (KNOWN[:2] + " " + KNOWN[3:], "line", 1, 3, "found two blank characters, '.' and ' '"),
    (KNOWN[:2] + "·" + KNOWN[3:], "line", 1, 3, "found two blank characters, '.' and '·'"),
    ("\n".join(ROWS[:8]), "grid", 1, None, "expected 9 rows, found 8"),
    (rows_with(4, "4..8.3.."), "grid", 4, 9, "expected 9 cells in a row, found 8"),
    (rows_with(4, "4.. 8.3 ..15"), "grid", 4, 12, "expected 9 cells in a row, found 10"),
    (
        rows_with(4, "|4..|8o3|..1|"),
        "grid",
        4,
        7,
        "expected a digit or '.' for an empty cell, found 'o'",
    ),
    (rows_with(9, "_...8..79"), "grid", 9, 1, "found two blank characters, '.' and '_'"),
    (str(LIST)[:-2], "list", 1, None, "a bracket is missing"),
    (str(LIST[:8]), "list", 1, None, "expected 9 rows, found 8"),
    (
        str(LIST).replace("5, 3", "15, 3", 1),
        "list",
        1,
        3,
        "expected 1-9 or a blank on a 9x9 board, found '15'",
    ),
    (
        str(LIST).replace("[5, 3, ", "[5, "),
        "list",
        1,
        None,
        "row 1 of the list has 8 cells, expected 9",
    ),
    (str(LIST).replace("0", "None", 1), "list", 1, 9, "found two blank characters"),
    (
        str(LIST).replace("3", "x", 1),
        "list",
        1,
        6,
        "expected a digit or a blank in the list, found 'x'",
    ),
    ('{"a": 1}', "jsonl", 1, None, "expected a key 'puzzle' in the object, found 'a'"),
    ('{"puzzle": "53.."}', "jsonl", 1, 17, "expected 81 cells, found 4"),
    ('{"puzzle": 7}', "jsonl", 1, None, "found 7"),
    ('{"puzzle": ', "jsonl", 1, 12, "expected one JSON object per line"),
    (f"puzzle,x\n{KNOWN[:80]},2", "csv", 2, 81, "expected 81 cells, found 80"),
    (
        f"x,puzzle\n7,{KNOWN[:9]}a{KNOWN[10:]}",
        "csv",
        2,
        12,
        "expected a digit or '.' for an empty cell, found 'a'",
    ),
    (f"puzzle,x\n{KNOWN},2,3", "csv", 2, 85, "expected 2 columns as in the header, found 3"),
    (f"id,puzzle,note\n1,{KNOWN},x\n1002,,gen", "csv", 3, 6, "expected 81 cells, found 0"),
    (f'puzzle,note\n"{KNOWN[:9]}a{KNOWN[10:]}",x', "csv", 2, 11, "found 'a'"),
    (f'n,puzzle\n"say ""x"", y",{KNOWN[:9]}a{KNOWN[10:]}', "csv", 2, 25, "found 'a'"),
    (f'{{"id": 1, "puzzle": "{KNOWN[:9]}a{KNOWN[10:]}"}}', "jsonl", 1, 31, "found 'a'"),
    ("5" * 80, "line", 1, 81, "expected 81 cells, found 80; write . or 0 for each empty cell"),
    (f'id,puzzle\n1,{KNOWN}\n"2"x,{KNOWN}', "csv", 3, None, "expected CSV"),
    (
        f'n,puzzle\n1,"{KNOWN}\n2,{KNOWN[1:]}',
        "csv",
        2,
        None,
        "quote opened on line 2 is never closed",
    ),
    (f'n,m,puzzle\n"a ""\n","b ""\n,{KNOWN}', "csv", 2, None, "quote opened on line 3 is never"),
    (":0000:x:53", "hodoku", 1, None, "6 or 7 of them in all, as in a HoDoKu library, found 3"),
    (f":0000:x:{KNOWN[:80]}:::", "hodoku", 1, 89, "expected 81 cells, found 80"),
    (
        f":0000:x:{KNOWN}:713 99::",
        "hodoku",
        1,
        95,
        "expected a candidate such as 713 (the 7 of r1c3), found '99'",
    ),
    (
        f":0000:x:53+.{KNOWN[3:]}:::",
        "hodoku",
        1,
        11,
        "expected a digit after '+', found an empty cell",
    ),
    (PM.replace("124 ", "1224", 1), "pm", 2, 12, "found 2 twice in '1224'"),
    (PM.replace("124 ", "    ", 1), "pm", 2, 53, "expected 9 cells in a row, found 8"),
    (
        PM.replace("124 ", "1?4 ", 1),
        "pm",
        2,
        12,
        "expected the candidates of r1c3, such as 259, from 1 to 9, found '1?4'",
    ),
    (SUKAKU[:-3], "sukaku", 1, 727, "expected 729 characters, 9 for each cell, found 726"),
    (SUKAKU.replace("4.", "9.", 1), "sukaku", 1, 22, "expected 4 or a blank in r1c3, found '9'"),
    ("hello world", None, 1, None, "expected a puzzle (a line of 81 cells"),
    (f"{KNOWN[:9]}\n{KNOWN}", "line", 1, 10, "expected 81 cells, found 9"),
]


@pytest.mark.parametrize(("text", "fmt", "line", "column", "sentence"), TABLE)
def test_bad_text(
    text: str, fmt: str | None, line: int | None, column: int | None, sentence: str
) -> None:
    with pytest.raises(ParseError) as caught:
        formats.parse(text)
    error = caught.value
    assert sentence in str(error)
    assert (error.line, error.column, error.format) == (line, column, fmt)
    assert "\n" not in str(error)


def facts(error: ParseError) -> tuple[object, ...]:
    return type(error), str(error), error.line, error.column, error.format, error.text


@pytest.mark.parametrize(
    "text", [*(row[0] for row in TABLE), "." * 36, "5" * 80, "1..5" * 4, "12.."]
)
def test_one_reader_one_error(text: str) -> None:
    """A text that is not a puzzle gets the same answer from everything that reads text."""
    with pytest.raises(ParseError) as caught:
        formats.parse(text)
    with pytest.raises(ParseError) as same:
        Puzzle(text)
    assert facts(same.value) == facts(caught.value)
    if text not in ("." * 36, "12.."):  # a grid needs no rules
        with pytest.raises(ParseError) as same:
            Grid(text)
        assert facts(same.value) == facts(caught.value)


@pytest.mark.parametrize("name", [fmt.name for fmt in formats.FORMATS.values() if fmt.recognise])
def test_a_puzzle_reads_every_format(name: str) -> None:
    text = formats.FORMATS[name].example
    if name == "samurai":
        with pytest.raises(ParseError, match="found a 21x21 model"):
            Puzzle(text)
        return
    found, read = Puzzle(text), formats.parse(text)
    assert (found, found.info) == (Puzzle(read), read.info)
    if read.marks is None:
        assert Grid(text) == Grid(bytes(read))
    else:
        with pytest.raises(ParseError, match="expected digits, found candidates"):
            Grid(text)


def test_sniff_names_the_near_miss() -> None:
    with pytest.raises(UnknownFormat, match="the nearest is 'line': expected 81 cells, found"):
        formats.sniff(KNOWN[:80])
    with pytest.raises(UnknownFormat, match="the nearest is 'grid': expected 9 rows, found 8"):
        formats.sniff("\n".join(ROWS[:8]))
    with pytest.raises(UnknownFormat, match="found 'Dear Sir"):
        formats.sniff("Dear Sir or Madam")


def test_a_bad_record_stays_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"# three\n{KNOWN}\n{KNOWN[:80]}\n\n{SOLUTION}\n")
    first, bad, last = formats.read(path, errors="yield")
    assert (first, last) == (Puzzle(KNOWN), Puzzle(SOLUTION))
    assert isinstance(bad, ParseError)
    assert (bad.source, bad.line, bad.column, bad.format) == (str(path), 3, 81, "line")
    assert bad.text == KNOWN[:80]
    assert str(bad) == f"{path}:3:81: expected 81 cells, found 80"
    with pytest.raises(ParseError, match="found 80"):
        list(formats.read(path))
    places = [(record.line, record.text) for record in formats.records(path)]
    assert places == [(2, KNOWN), (3, KNOWN[:80]), (5, SOLUTION)]


@pytest.mark.parametrize("name", ["grid", "boxed", "pm", "sukaku-table", "sheet", "list", "sdk"])
def test_reading_continues_after_a_bad_grid(name: str) -> None:
    good = formats.format(Puzzle(KNOWN), name)
    lines = good.split("\n")
    digit = next(i for i, line in enumerate(lines) if any(c.isdigit() for c in line))
    lines[digit] = lines[digit].replace(next(c for c in lines[digit] if c.isdigit()), "??", 1)
    bad = "\n".join(lines)
    found = list(formats.records([*good.split("\n"), "", *bad.split("\n"), "", *good.split("\n")]))
    assert [record.error is None for record in found] == [True, False, True]
    assert found[0].puzzle == found[2].puzzle


# -- sources --------------------------------------------------------------------------------------


def test_byte_order_mark_and_line_ends() -> None:
    for end in ("\n", "\r\n", "\r"):
        text = end.join(["\ufeff# remark", KNOWN, "", SOLUTION]) + end
        assert formats.parse_all(text) == [Puzzle(KNOWN), Puzzle(SOLUTION)]
        found = list(formats.records(io.BytesIO(text.encode())))
        assert [record.line for record in found] == [2, 4]
    assert formats.parse(("\n".join(ROWS)).replace("\n", "\r")) == Puzzle(KNOWN)


def test_line_end_on_the_edge_of_a_chunk() -> None:
    for pad in range(65530, 65540):
        data = ("#" * pad + "\r\n" + KNOWN + "\r\n" + KNOWN[:80]).encode()
        found = list(formats.records(io.BytesIO(data), format="line"))
        assert [record.line for record in found] == [2, 3]


@pytest.mark.parametrize("codec", ["utf-16", "utf-8-sig"])
def test_other_encodings_with_a_mark(codec: str) -> None:
    data = f"{KNOWN} # Zoë\n".encode(codec)
    [puzzle] = formats.read(io.BytesIO(data))
    assert puzzle.info["comment"] == "Zoë"


def test_gzip_is_known_by_its_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = gzip.compress(f"{KNOWN}\n".encode()) + gzip.compress(f"{SOLUTION}\n".encode())
    path = tmp_path / "no-suffix"
    path.write_bytes(packed)
    both = [Puzzle(KNOWN), Puzzle(SOLUTION)]
    assert list(formats.read(path)) == both
    assert list(formats.read(str(path))) == both
    with path.open("rb") as handle:
        assert list(formats.read(handle)) == both
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(packed)))
    assert list(formats.read("-")) == both


def test_write_compressed_and_to_standard_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.csv.gz"
    puzzle = Puzzle(KNOWN, info={"author": "Zoë"})
    formats.write([puzzle], path)
    first = path.read_bytes()
    assert gzip.decompress(first).decode() == f"puzzle,author\n{KNOWN},Zoë\n"
    formats.write([puzzle], path)
    assert path.read_bytes() == first
    formats.write([puzzle], "-", format="sdm")
    assert capsys.readouterr().out == KNOWN.replace(".", "0") + "\n"
    raw = io.BytesIO()
    formats.write([puzzle], raw)
    assert raw.getvalue() == f"{KNOWN}\n".encode()


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(KNOWN[:80].encode())))
    [error] = formats.read("-", errors="yield")
    assert str(error) == "<stdin>:1:81: expected 81 cells, found 80"


def test_text_handle_and_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("\n".join(ROWS))
    with path.open() as handle:
        assert list(formats.read(handle)) == [Puzzle(KNOWN)]
    assert list(formats.read(ROWS)) == [Puzzle(KNOWN)]
    assert list(formats.read(io.StringIO(KNOWN))) == [Puzzle(KNOWN)]


# what is in the file, the sentence, how many puzzles come before it
ENDINGS: list[tuple[bytes, str, int]] = [
    (b"", "the text is empty", 0),
    (b"\n# nothing\n", "found only blank lines and comments", 0),
    (b"puzzle,solution\n", "found no puzzle", 0),
    (
        f"{KNOWN}\n\0\1\2".encode(),
        "2:1: expected a digit or a blank, found an invisible control character",
        1,
    ),
    (f"\0{KNOWN}\n".encode(), "1: expected text, found a NUL byte; the file is binary", 0),
    (f"{KNOWN}\n\xff\xfe\1".encode("latin-1"), "2: expected UTF-8 text, found byte 0xff", 1),
    (b"PK\x03\x04 and so on", "a ZIP archive", 0),
    (b"\xfd7zXZ\0", "the xz data is cut off", 0),
    (gzip.compress(f"{KNOWN}\n".encode() * 9)[:-9], "the end of the file is missing", 9),
    (b"\x1f\x8b\x08\0rubbish rubbish", "the gzip data is damaged", 0),
    (b"1" * (1 << 21), "a record of more than 1,048,576 bytes is not read", 0),
]


@pytest.mark.parametrize(("data", "sentence", "before"), ENDINGS, ids=[e[1] for e in ENDINGS])
def test_what_ends_a_file(data: bytes, sentence: str, before: int, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    *found, last = formats.read(path, errors="yield")
    assert found == [Puzzle(KNOWN)] * before
    assert isinstance(last, ParseError)
    assert str(last).startswith(str(path))
    assert sentence in str(last)
    assert "\n" not in str(last)
    with pytest.raises(ParseError) as caught:
        list(formats.read(path))
    assert str(caught.value) == str(last)


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    # at once, not with the first puzzle
    with pytest.raises(FileNotFoundError):
        formats.read(tmp_path / "missing.txt")
    with pytest.raises(ParseError, match="found a directory"):
        formats.read(tmp_path)
    with pytest.raises(ParseError, match=r"parse\(\) reads text"):
        formats.read(KNOWN)
    with pytest.raises(ParseError, match=r"parse\(\) reads text"):
        formats.read("\n".join(ROWS))


# -- streams --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "most"),
    [
        ([KNOWN], 1),
        ([f'{{"puzzle": "{KNOWN}"}}'], 1),
        ([f":0000:x:{KNOWN}:::"], 1),
        (ROWS, 7000),
        (PM.split("\n"), 2000),
        ([f"7,{KNOWN}"], 1),
    ],
    ids=["line", "jsonl", "hodoku", "grid", "pm", "csv"],
)
def test_the_first_puzzle_needs_the_beginning_only(lines: list[str], most: int) -> None:
    pulled = 0

    def source() -> Iterator[str]:
        nonlocal pulled
        for line in itertools.cycle(lines):
            pulled += 1
            yield line

    found = formats.read(source())
    first = next(found)
    assert pulled <= most
    assert next(found) == first


@pytest.mark.slow
def test_a_large_file_is_never_in_memory() -> None:
    import tracemalloc

    class Endless(io.RawIOBase):
        left = 200_000

        def readable(self) -> bool:
            return True

        def readinto(self, into: Any) -> int:
            count = min(self.left, len(into) // 82)
            self.left -= count
            into[: count * 82] = f"{KNOWN}\n".encode() * count
            return count * 82

    tracemalloc.start()
    count = 0
    for count, _ in enumerate(formats.read(io.BufferedReader(Endless())), 1):  # noqa: B007
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 200_000
    assert peak < 3_000_000  # the file has 16 million bytes


# -- fuzz -----------------------------------------------------------------------------------------

SNIPPETS = [
    KNOWN, KNOWN[:80], SOLUTION, *ROWS[:3], PM, SUKAKU, str(LIST), "[[", "]]", "[", "(", '"', "'",
    "---------", "*-----------*", "|", "+---+", "#A", "#", "[Puzzle]", "[State]", "\n", "\n\n",
    "\r", ",", ";", "\t", " ", ":", ":0000:x:", ":713", "puzzle,solution\n", '{"puzzle": "', '"}',
    "\ufeff", "\0", "\u06f5", "1" * 9, "." * 9, "<4>", "*8*", "None", "Grid 01", "1e999", "{", "}",
    "[1]" * 40, "1..2....3....4..", "1122112233443344", "12.\n", "A..P" * 64, "01..16", "A.C.E.G.I.K.M.O.\n",
    "2\n1\n", "-1 4 -1 -1\n", "SumoCueV1=0J0=", "4J1=", "1,2,10 ", "│ ", "├───┼───┤\n", "━", "2x3", "rules,puzzle\n",
]  # fmt: skip


@given(text=st.text() | st.lists(st.sampled_from(SNIPPETS), max_size=30).map("".join))
@example(text="[" * 100_000)
@example(text="*-----------*\n" + "|\n" * 12)
@example(text="\t" * 9 + "\n1")
@example(text='{"puzzle":' * 10_000)
@example(text="1" * 5000)
@example(text='{"puzzle": ' + "1" * 5000 + "}")
@settings(max_examples=examples(400), deadline=None)
def test_no_text_raises_anything_else(text: str) -> None:
    try:
        found = formats.parse_all(text)
    except NonetError as error:
        assert "\n" not in str(error)
        return
    assert found
    assert all(puzzle.givens.size == puzzle.rules.size for puzzle in found)


@given(
    text=st.lists(st.sampled_from(SNIPPETS), max_size=20).map("".join),
    rules=st.sampled_from([None, "2x2", "2x3 diagonals", "latin", "latin2", "windoku", "nonsense"]),
)
@pytest.mark.parametrize("name", list(formats.FORMATS))
@settings(max_examples=examples(40), deadline=None)
def test_no_text_breaks_a_reader(name: str, text: str, rules: str | None) -> None:
    for record in formats.records(io.StringIO(text), format=name, rules=rules):
        assert (record.puzzle is None) != (record.error is None)
        assert record.line >= 1


@pytest.mark.parametrize("count", [80, 82, 255])
def test_no_reader_makes_a_board_of_a_wrong_number_of_cells(count: int) -> None:
    with pytest.raises(ParseError, match=f"expected [0-9]+ cells, found {count}"):
        make_puzzle(bytes(count))


@given(data=st.binary())
@settings(deadline=None)
def test_no_bytes_break_the_reading(data: bytes) -> None:
    for prefix in (b"", b"\x1f\x8b\x08", b"\xff\xfe", KNOWN.encode() + b"\n"):
        for record in formats.records(io.BytesIO(prefix + data)):
            assert (record.puzzle is None) != (record.error is None)


def test_the_name_of_a_file_is_no_puzzle(tmp_path: Path) -> None:
    folder = str(tmp_path)
    for name in ("puzzle.txt", "puzzle".ljust(81 - len(folder) - 1, "x")):  # as long as a board
        path = f"{folder}/{name}"
        Path(path).write_text("." * 81, encoding="utf-8")
        with pytest.raises(UnknownFormat, match=r"found the name of a file; use nonet\.read\('"):
            formats.parse(path)


@pytest.mark.parametrize(
    "text", ['["a"' + "[" * 100_000 + "]" * 100_000, '["' + '\\"' * 100_000 + "]"]
)
def test_a_long_row_of_brackets_or_quotes_is_looked_at_once(text: str) -> None:
    """Looking again at each of them would take hours."""
    found = list(formats.read([text], errors="yield"))
    assert len(found) == 1 and isinstance(found[0], ParseError)


@pytest.mark.parametrize("lost", [1, 10, 16])
def test_zeros_that_a_spreadsheet_dropped_are_named_as_the_cause(lost: int) -> None:
    known = KNOWN.replace(".", "0")
    number = "1" + known[lost + 1 :]
    assert len(number) == 81 - lost
    table = f"id,puzzle\n1,{KNOWN}\n2,{number}\n"
    for text, advice in (
        (number, "import this column as text"),
        (f"{KNOWN}\n{number}", "import this column as text"),
        (table, "save the column as text"),
    ):
        *_, last = formats.records(text.split("\n"))
        assert last.error is not None and f"found {81 - lost}; if a spreadsheet" in str(last.error)
        assert advice in str(last.error)


@pytest.mark.parametrize("count", [27, 50, 80])
def test_a_list_that_lost_some_cells_is_a_mistake_and_no_code(count: int) -> None:
    cells = ", ".join(KNOWN.replace(".", "0")[:count])
    with pytest.raises(ParseError, match=f"expected 81 cells, found {count}"):
        formats.parse(f"[{cells}]")
    first, second = formats.records(f"board = [{cells}]\n{LIST}".split("\n"))
    assert first.error is not None and second.puzzle == Puzzle(KNOWN)


# -- notes about a puzzle --------------------------------------------------------------------------

NOTES = sorted(
    {
        *[
            "number",
            "comment",
            "title",
            "author",
            "eliminations",
            "placements",
            "rating",
            "name",
            "id",
            "ruleset",
        ]
    }
)
HOSTILE = [
    "abc",
    "9" * 5_000,
    "7\nxx",
    "",
    " ",
    f"from {EASY}",
    EASY,
    'a"b',
    "<b>",
    "a#b",
    "a,b",
    "\0x",
    "x;y|z",
    "\r",
]


@pytest.mark.parametrize(
    "name", [name for name, each in formats.FORMATS.items() if each.can_write and each.can_read]
)
def test_what_a_writer_makes_of_any_note_is_read_as_one_puzzle(name: str) -> None:
    """Or the writer refuses the note: no text is written that its own reader refuses, or takes for two puzzles."""
    for note in NOTES:
        for text in HOSTILE:
            try:
                written = formats.format(Puzzle(EASY, info={note: text}), name)
            except NonetError:
                continue
            found = formats.parse_all(written, format=name)
            assert len(found) == 1, (note, text)
            assert Puzzle(found[0]).solution().text() == SOLVED, (note, text)


def test_a_note_is_a_text() -> None:
    with pytest.raises(TypeError, match="info holds texts, got 7"):
        Puzzle(EASY, info={"number": 7})  # type: ignore[dict-item]
    with pytest.raises(ParseError, match="half of one in 'title'"):
        Puzzle(EASY, info={"title": "\ud800"})


def test_a_name_of_a_file_instead_of_a_puzzle_is_reported() -> None:
    with pytest.raises(TypeError, match="a path or an open file after the puzzles, got list"):
        formats.write("out.txt", [Puzzle(EASY)])  # type: ignore[arg-type]

"""A text as people write it: boards in several forms below each other, with words, numbers and quotes around them.

The text is cut where a board can begin: at blank lines, words, short lines such as a count, and boards of one line.
Each part goes to the forms in their order, and the first that finds a board in it has read it. A part that no form
reads is an error, and the next part is the next start: no fault moves the rows behind it into another board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from nonet.base.digits import side_of
from nonet.base.errors import ParseError
from nonet.formats.base import SMALLEST, Head, IntoRules, Line, Record, text_of
from nonet.formats.jigsaw import is_layout
from nonet.formats.json_text import depth_of
from nonet.formats.labelled import nearest_form
from nonet.formats.line import read_lines
from nonet.formats.line_cells import has_short_boards
from nonet.formats.lists import LIST_START, ListScanner
from nonet.formats.parts import Found, begins_again, by_form, named, read_part
from nonet.formats.puzzles import make_puzzle
from nonet.formats.rows import CLUES, Beside
from nonet.formats.runs import Run, kind_of
from nonet.formats.shape import PLAIN_ROW, shape
from nonet.formats.sukaku import is_table_row
from nonet.formats.table import FORMATS
from nonet.formats.text import BRACKET, DRAWN_LINE, inside_tags, plain
from nonet.formats.values import values_of

__all__ = ["begins_board", "read_mixed"]


_MOST_ODD = 100  # clues and bad rows of one run: for each of them the whole run is looked at
_MOST_ROWS = 1500  # rows of one run; a longer one is read in parts
_MOST_OF_LIST = 2000  # lines: one cell of a 36x36 board on each
_QUOTE = re.compile(r"\s*(?:>\s?)+(?=\s|\d|[.|+*_-]|$)|\s*//+!?(?:\s|$)")
_TERMINAL = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
"""What gives colours to a terminal."""

_IN_LIST = re.compile(r"""[\[\]{}(),"'#]|//|^\s*\S*\s*$""")
_NUMBER = re.compile(r"\s*#?\d+[.:)]\s*")
_SHORT_NUMBERS = re.compile(r"\s*\d[\d.,:]{0,7}(?:\s+\d[\d.,:]{0,7}){0,2}\s*")
_CUT = re.compile(r"(?=[1-9 ]{1,17}$)(?: .*|.*\d  +\d.*)")
_SEPARATOR = re.compile(r"[*+=~_ -]+")
_NUMBERS = re.compile(r"[\s\d.-]*")


def begins_board(text: str) -> bool:
    """Whether a line is the first of several that are a board: a row, or the opening line of a list."""
    kind = kind_of(text)
    return kind == "row" or _may_begin_list(kind, text)


def _may_begin_list(kind: str, text: str) -> bool:
    if kind in ("gap", "comment", "fence", "ruler", "board"):
        return False
    begins = LIST_START.search(shape(text).plain) is not None or text.rstrip()[-1:] in "[{("
    return begins and not nearest_form(text)


class _Lines:
    """Lines that can be put back."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = iter(lines)
        self._back: list[Line] = []

    def __iter__(self) -> Iterator[Line]:
        return self

    def __next__(self) -> Line:
        return self._back.pop() if self._back else next(self._lines)

    def back(self, lines: Iterable[Line]) -> None:
        """Put lines back, to be read next."""
        self._back += reversed(list(lines))


def read_mixed(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Found]:
    """Yield what is in a text, in order, each record with the name of its form."""
    reader = _Reader(lines, rules)
    for name, record in reader.read():
        yield name, reader.placed(record)


class _Reader:
    """Cuts a text into parts and reads them."""

    def __init__(self, lines: Iterable[Line], rules: IntoRules) -> None:
        self.lines = _Lines(lines)
        self.rules = rules
        self.run = Run()
        # Runs that may belong together: the bands of a board, or givens and regions.
        self.parts: list[Run] = []
        self.title: Line | None = None
        self.short: list[Line] = []  # lines that are shorter than a row
        self.gap = 0
        self.looks: set[str] = set()  # of the short lines, with 0 for each number in them
        # A plain board of one line is directly above: words are not a title there.
        self.among_lines = False
        # The last lines in which a document and a list have been looked for in vain.
        self.looked = self.searched = 0
        self.moved: dict[int, int] = {}  # the width of the quote signs on a line
        self.beside = Beside()

    # -- lines --------------------------------------------------------------------------------------

    def read(self) -> Iterator[Found]:
        for number, raw in self.lines:
            if len(raw) == 81 and not self.run.lines and self._is_plain(raw):
                yield from self._plain_lines((number, raw))
                continue
            if len(raw) == 9 and PLAIN_ROW.fullmatch(raw):
                yield from self._take_row(number, raw)
                self.run.plain += 1
                continue
            text = self._unquoted(number, raw)
            if (
                text.lstrip()[:1] in ("[", "{")
                and _opens_json(text)
                and (records := self._document((number, text))) is not None
            ):
                yield from self._end()
                yield from records
                continue
            kind = kind_of(text)
            if _may_begin_list(kind, text):
                records = self._list((number, text))
                if records is not None:
                    yield from self._end()
                    yield from records
                    continue
            yield from _TAKE[kind](self, number, text)
        yield from self._end()

    def placed(self, record: Record) -> Record:
        """Return a record whose error counts the columns with the quote signs, and with what was left out around it."""
        if self.beside.has_any and record.board is not None:
            before = [text] if (text := record.board.info.get("not read")) else []
            left_out = ", ".join([*before, *self.beside.removed()])
            record = replace(record, board=record.board.with_info({"not read": left_out}))
        error = record.error
        if error is not None and error.column and (width := self.moved.get(error.line or 0)):
            return record.moved(columns=width)
        return record

    @staticmethod
    def _is_plain(text: str) -> bool:
        """Whether 81 characters are a classic board and nothing else, at a glance."""
        if not text.isascii() or text[0] in "# \t" or text.strip(text[0]) == "":
            return False
        return " " not in text and "---------" not in text and "=========" not in text

    def _unquoted(self, number: int, text: str) -> str:
        """Return a line without the signs of a quote or a comment before it, and without the tags around it."""
        if "\x1b" in text:
            text = _TERMINAL.sub("", text)
        match = _QUOTE.match(text) if text.lstrip()[:1] in (">", "/") and len(text) != 81 else None
        width = match.end() if match else 0
        inside = text[width:]
        start, inside = inside_tags(inside) if BRACKET.search(inside) else (0, inside)
        if not inside:
            return text[width:]  # a fence
        inside = self.beside.without(inside)
        if (width := width + start) == 0:
            return inside
        if not self.run.lines and len(self.moved) > _MOST_ROWS:
            self.moved.clear()
        self.moved[number] = width
        return inside

    def _plain_lines(self, first: Line) -> Iterator[Found]:
        """Read boards of one line as fast as their own reader does, up to the first line of another look."""
        yield from self._end()

        def alike() -> Iterator[Line]:
            yield first
            for number, text in self.lines:
                if len(text) != 81 or not self._is_plain(text):
                    self.lines.back([(number, text)])
                    return
                yield number, text

        for record in read_lines(alike(), self.rules):
            yield named(record, "line")
        self.run.beside_boards = self.among_lines = True

    def _take_gap(self, number: int, text: str) -> Iterator[Found]:
        above = self.run.lines[-1][1] if self.run.lines else ""
        if len(text) == len(above) in (9, 17) and any(map(_CUT.fullmatch, self.run.look.rows)):
            self.run.lines.append((number, text))
            return
        yield from self._end_run()
        self.gap += 1
        if self.among_lines:
            yield from self._end()
            self.among_lines = False

    def _take_comment(self, number: int, text: str) -> Iterator[Found]:
        rows = self.run.look.rows
        if rows and len(text.split()) == len(rows[-1].replace("|", " ").split()) >= SMALLEST:
            self.run.lines.append((number, text))  # a row whose first cell has a mark
            return
        yield from self._end_run()
        self.gap += 1

    def _is_of_table(self, text: str) -> bool:
        """Whether a line has as many groups as the candidates above it, which fill a board or not yet."""
        if not self.run.lines or self.run.boards() is not None:
            return False
        above = self.run.lines[-1][1]
        return len(text.split()) == len(above.split()) and any(
            is_table_row(row) for _, row in self.run.lines[:2]
        )

    def _take_board(self, number: int, text: str) -> Iterator[Found]:
        if self._is_of_table(text):
            self.run.lines.append((number, text))
            return
        if self.run.look.rows and self.run.boards() is None:
            alone = self.run if self.run.beside_boards else _without_number(self.run)
            yield from self._as_lines(alone)
            self.run = Run()
        yield from self._end()
        for record in read_lines([(number, text)], self.rules):
            yield named(record, "line")
            is_titled = number in self.moved or (record.board and "title" in record.board.info)
            self.among_lines = not is_titled
        self.run.beside_boards = True

    def _take_ruler(self, number: int, text: str) -> Iterator[Found]:
        if self.run.lines or not DRAWN_LINE.fullmatch(text.strip()):
            yield from self._take_row(number, text)

    def _take_row(self, number: int, text: str) -> Iterator[Found]:
        if not self.run.is_plain and begins_again(self.run.lines, text):
            yield from self._end_run()
        if not self.run.lines:
            yield from self._short_lines()
            self.run.gap, self.gap = self.gap, 0
            self.run.short, self.short = self.short, []
            while self.run.short and not shape(text).is_border and _is_row_of(self.run, number):
                self.run.lines.insert(0, self.run.short.pop())
        self.run.lines.append((number, text))
        if len(self.run.lines) > _MOST_ROWS:
            yield from self._piece()

    def _take_header(self, number: int, text: str) -> Iterator[Found]:
        look = re.sub(r"\d+", "0", text.strip())
        is_known = look in self.looks or _NUMBER.fullmatch(text)
        if self.run.odd >= _MOST_ODD:
            yield from self._end_run()
        above_frame = all(CLUES.fullmatch(plain(each)) for _, each in (*self.run.lines, (0, text)))
        is_row = self.run.boards() is None and (above_frame or not is_known)
        if self.run.lines and (self.run.look.is_framed or is_row):
            self.run.lines.append((number, text))  # a row with too few cells, or a clue
            self.run.odd += 1
            return
        yield from self._end_run()
        self.looks.add(look)
        if self.among_lines:
            if not _SEPARATOR.fullmatch(text):
                yield from self._as_lines(Run(lines=[(number, text)]))
            return
        self.short.append((number, text))

    def _take_words(self, number: int, text: str) -> Iterator[Found]:
        is_rule = text.rstrip().endswith(".") and self.run.look.is_framed  # of the drawing
        may_be_row = self.run.lines and self.run.odd < _MOST_ODD
        if may_be_row and (is_rule or self._is_bad_row(text)):
            self.run.lines.append((number, text))
            self.run.odd += 1
            return
        yield from self._end()
        self.title = number, text

    def _is_bad_row(self, text: str) -> bool:
        """Whether words are a row with a wrong sign in it: at least half of it are signs of the other rows."""
        if self.run.boards() is not None:
            return False
        known = set("".join(self.run.look.rows)) - {" "}
        signs = "".join(plain(text).split())
        return len(signs) < 100 and sum(sign in known for sign in signs) * 2 >= len(signs)

    # -- runs ---------------------------------------------------------------------------------------

    def _end_run(self) -> Iterator[Found]:
        """End a run: it is a board, a part of one, or several."""
        run, self.run = self.run, Run()
        if not run.beside_boards:
            run = _without_number(run)
        if not run.lines:
            return
        if run.beside_boards and run.boards() is None:
            if run.look.rows or run.look.dashes.count(9) > 1:  # else a separator
                yield from self._as_lines(run)
            return
        if self.parts and not self._continues(run):
            yield from self._end_parts()
        self.parts.append(run)
        whole = run.boards()
        waits = run.step() if whole is None else whole[0] == 1
        is_long = sum(len(part.lines) for part in self.parts) > _MOST_ROWS
        has_lines = not run.is_plain and has_short_boards(Head(run.lines, "#"))
        if not waits or is_long or self._is_layout(run) or has_lines:
            yield from self._end_parts()

    def _continues(self, run: Run) -> bool:
        """Whether a run belongs to the parts before it; a wider gap ends them."""
        first, step = self.parts[0], self.parts[0].step()
        if run.gap == 0 or self.title is not None or run.short:
            return False
        if first.boards() is not None:
            return (
                len(self.parts) == 1
                and self._is_layout(run)
                and run.look.widths == first.look.widths
            )
        if not step or run.step() != step or run.look.widths[:1] != first.look.widths[:1]:
            return False
        return len(self.parts) == 1 or run.gap == self.parts[1].gap

    @staticmethod
    def _is_layout(run: Run) -> bool:
        if run.is_plain and any("." in text for _, text in run.lines):
            return False
        return is_layout("".join([cell for row in run.look.rows for cell, _ in shape(row).cells]))

    def _end_parts(self) -> Iterator[Found]:
        """Read the parts that belong together."""
        parts, self.parts = self.parts, []
        if not parts:
            return
        title, self.title = self.title, None
        if len(parts) == 1 or parts[0].boards() is not None:
            yield from self._part(parts, title)
            return
        each = parts[0].look.widths[0] // parts[0].step()
        if len(parts) > each and len(parts) % each:
            whole = Run(lines=[line for part in parts for line in part.lines])
            yield "grid", Record.bad(whole.wrong_number(), whole.lines[0][0], text_of(whole.lines))
            return
        for at in range(0, len(parts), each):
            yield from self._part(parts[at : at + each], title if at == 0 else None)

    def _part(self, parts: list[Run], title: Line | None) -> Iterator[Found]:
        """Read runs that are one part."""
        run = parts[0]
        lines = run.with_rulers()
        if run.look.is_framed:
            # Numbers above the columns of a frame are clues.
            above = [line for line in run.short if line[1][:1].isspace()]
            lines = [*(line for line in above if CLUES.fullmatch(plain(line[1]))), *lines]
        for part in parts[1:]:
            lines = [*lines, (part.lines[0][0] - 1, ""), *part.with_rulers()]
        yield from read_part(run, lines, title, self.rules)

    def _piece(self) -> Iterator[Found]:
        """Read whole boards from the beginning of a run without an end."""
        width, rows, keep = next(iter(self.run.look.widths), 9), 0, len(self.run.lines)
        kept = set(self.run.look.rows)
        for place, (_, text) in enumerate(self.run.lines):
            if rows and rows % width == 0:
                keep = place
            rows += plain(text) in kept
        rest = self.run.lines[keep:]
        self.run.lines = self.run.lines[:keep]
        yield from self._end_run()
        yield from self._end_parts()
        self.run = Run(lines=rest)

    def _as_lines(self, run: Run) -> Iterator[Found]:
        """Read lines beside boards of one line: each is such a board, or a bad one."""
        yield from self._end_parts()
        short = (line for line in run.short if not _NUMBER.fullmatch(line[1]))
        for line in (*short, *run.lines):
            for record in read_lines([line], self.rules):
                yield named(record, "line")

    def _short_lines(self) -> Iterator[Found]:
        """Read a board with one cell on each line; other short lines are headers."""
        if len(self.short) < SMALLEST**2:
            return
        lines, self.short = self.short, []
        cells = [text.strip() for _, text in lines]
        size = side_of(len(cells))
        if max(map(len, cells)) > 2 or len(set(cells)) < 2:
            return
        number, text = lines[0][0], text_of(lines)
        try:
            if size is None:
                raise ParseError(f"expected 81 lines with a cell on each, found {len(cells)}")
            values = values_of(cells)
            puzzle = make_puzzle(values.values, None, self.rules, spelling=values.spelling)
            yield "grid", Record(puzzle, None, number, text)
        except ParseError as error:
            place = lines[(error.column or 1) - 1][0] if size else number
            error = ParseError(error.reason, text=text, line=place)
            yield "grid", Record.bad(error, number, text)

    def _end(self) -> Iterator[Found]:
        """End all that has begun."""
        yield from self._end_run()
        title = self.title
        if not self.parts:
            self.title = None
            if title is not None and self.among_lines and title[1].rstrip()[-1:] != ":":
                yield "line", Record.ignored(*title)
        yield from self._end_parts()
        yield from self._short_lines()
        self.short, self.gap = [], 0

    def _document(self, first: Line) -> list[Found] | None:
        """Read the JSON document of several lines that begins on a line; None, and all lines back, if there is none."""
        if first[0] <= self.looked:
            return None
        taken, depth = [first], depth_of(first[1])
        while depth > 0 and len(taken) < _MOST_OF_LIST and (line := next(self.lines, None)):
            taken.append((line[0], self._unquoted(*line)))
            depth += depth_of(taken[-1][1])
        head = Head(taken, "#")
        for name in ("f-puzzles", "nested-json", "json") if depth == 0 and len(taken) > 1 else ():
            clues = FORMATS[name].recognise
            if clues is not None and clues.sure is not None and clues.sure(head):
                return by_form(name, taken, self.rules)
        self.looked = taken[-1][0]
        self.lines.back(taken[1:])
        return None

    # -- lists --------------------------------------------------------------------------------------

    def _list(self, first: Line) -> list[Found] | None:
        """Read the list that begins on a line; None, and all lines after it back, if there is none."""
        if first[0] <= self.searched:
            return None
        scanner, taken = ListScanner(self.rules), [first]
        records = list(scanner.line(*first))
        ended = not scanner.is_open
        while not ended and len(taken) < _MOST_OF_LIST:
            line = next(self.lines, None)
            if line is None:
                break
            text = self._unquoted(*line)
            flat = scanner.depth == 1 and _NUMBERS.fullmatch(text)
            if PLAIN_ROW.fullmatch(text) and not taken[-1][1].strip():
                self.lines.back([line])  # a grid below a list that is not closed
                break
            if (text.strip() and not flat and not _IN_LIST.search(text)) or (
                len(text) > 36 and kind_of(text) == "board" and "," not in text
            ):
                self.lines.back([line])
                break
            taken.append((line[0], text))
            records += scanner.line(line[0], text)
            ended = not scanner.is_open
        if not ended and (open_list := scanner.unclosed()) is not None:
            records.append(open_list)
        if records:
            return [named(record, "list") for record in records]
        self.searched = taken[-1][0]
        self.lines.back(taken[1:])
        return None


_TAKE: dict[str, Callable[[_Reader, int, str], Iterator[Found]]] = {
    "gap": _Reader._take_gap,
    "fence": _Reader._take_gap,
    "comment": _Reader._take_comment,
    "board": _Reader._take_board,
    "bad": _Reader._take_board,
    "ruler": _Reader._take_ruler,
    "row": _Reader._take_row,
    "header": _Reader._take_header,
    "words": _Reader._take_words,
}


def _without_number(run: Run) -> Run:
    """Return a run without a number above its rows, which is long enough for a row: a year, a count, a time."""
    if run.lines and _SHORT_NUMBERS.fullmatch(run.lines[0][1]) and run.boards() is None:
        rest = Run(run.gap, run.lines[1:], run.short)
        if not rest.lines or rest.boards() is not None:
            return rest
    return run


def _is_row_of(run: Run, number: int) -> bool:
    """Whether the last short line above a run is a row of digits, with spaces for its blanks, that an editor cut."""
    line, text = run.short[-1]
    return line == number - len(run.lines) - 1 and _CUT.fullmatch(text) is not None


def _opens_json(text: str) -> bool:
    """Whether a line may be the first of a JSON document of several lines."""
    text = text.strip()
    return text == "[" or (
        text[:1] in ("{", "[")
        and text.removeprefix("[").lstrip()[:1] == "{"
        and text[-1] not in "}]"
    )

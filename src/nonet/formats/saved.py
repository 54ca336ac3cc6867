"""Puzzles as SadMan and SudoCue (``.sdk``) and Simple Sudoku (``.ss``) save them.

Both programs put more than one grid into a file for a single puzzle: the givens, then the current board, then the
pencil marks. The grids belong together only if they agree, and that is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from nonet.base.digits import read_digits
from nonet.base.errors import ParseError
from nonet.formats.base import (
    CLASSIC_POSITIONS,
    Clues,
    Format,
    Head,
    Holds,
    IntoRules,
    Line,
    Record,
    each,
)
from nonet.formats.board_builder import on_page
from nonet.formats.grids import boxed_text, grid_cells, plain_text
from nonet.formats.pencilmarks import digits_of, pm_masks, pm_text
from nonet.formats.puzzles import EXAMPLE, make_puzzle
from nonet.formats.rows import Row
from nonet.formats.shape import shape
from nonet.formats.text import has_word, one_line, plain
from nonet.puzzle import Board, Position

__all__ = ["FORMATS", "SDK_HEADER", "SDK_SECTION", "SS_FRAME"]

SDK_HEADER = re.compile(r"#([ADCBSLU])(.*)")
_LONG_NAME = re.compile(r"(?:uthor|escription|omment|ource|evel|rl)\b[\s:]*")
SDK_SECTION = re.compile(r"\[\s*([A-Za-z][A-Za-z ]*?)\s*\]\s*")
SS_FRAME = re.compile(r"\*-{11}\*")

_KEYS = {
    "A": "author", "D": "description", "C": "comment", "B": "date", "S": "source", "L": "level",
    "U": "url",
}  # fmt: skip
_SECTION = "section "


# -- .sdk -----------------------------------------------------------------------------------------


class _Sdk:
    """Collects the lines of one puzzle of an ``.sdk`` file."""

    def __init__(self, rules: IntoRules) -> None:
        self.rules = rules
        self.info: dict[str, str] = {}
        self.lines: list[Line] = []
        self.grids: dict[str, list[Row]] = {"puzzle": [], "state": []}
        self.section = "puzzle"

    def ends_before(self, text: str, *, gap: bool) -> bool:
        """Whether a line belongs to the next puzzle; ``gap`` says that a blank line stands before it."""
        if not self.grids["puzzle"]:
            return False
        section = SDK_SECTION.fullmatch(text)
        if section:
            return section[1].lower() == "puzzle"
        if text.startswith("#"):
            return SDK_HEADER.fullmatch(text) is not None
        return gap or len(self.grids.get(self.section, ())) >= 9

    def header(self, key: str, value: str) -> None:
        self.info[key] = f"{self.info[key]}\n{value}" if key in self.info else value

    def take(self, number: int, text: str) -> None:
        """Take a line that is neither a header nor the name of a section."""
        if self.section in self.grids:
            self.grids[self.section].append(Row(number, text, shape(text).cells))
        else:
            self.header(_SECTION + self.section, text)

    def record(self) -> Record:
        def read() -> Board:
            givens = grid_cells(self.grids["puzzle"]).values
            state = grid_cells(self.grids["state"]).values if self.grids["state"] else givens
            return on_page(make_puzzle(givens, dict(self.info), self.rules), state)

        return Record.of(self.lines, read)


def _header_value(text: str) -> str:
    """Return the text after the letter of a header; some files write the whole word."""
    long = _LONG_NAME.match(text)
    return text[long.end() if long else 0 :].strip()


def read_sdk(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read ``.sdk`` puzzles; a header or a new grid begins the next one."""
    now, gap = _Sdk(rules), False
    for number, text in lines:
        stripped = text.strip()
        if not stripped:
            gap = True
            continue
        if now.ends_before(stripped, gap=gap):
            yield now.record()
            now = _Sdk(rules)
        gap = False
        now.lines.append((number, text))
        section, header = SDK_SECTION.fullmatch(stripped), SDK_HEADER.fullmatch(stripped)
        if section:
            name = section[1].lower()
            now.section = name if name in now.grids else section[1]
        elif header:
            now.header(_KEYS[header[1]], _header_value(header[2]))
        elif stripped.startswith("#"):
            now.header("comment", stripped[1:].strip())
        elif shape(text).is_dash_row or not shape(text).is_border:
            now.take(number, text)
    if now.grids["puzzle"] or now.grids["state"]:
        yield now.record()


def write_sdk(board: Board) -> str:
    """Write headers and grid, and a section for the state if digits are placed."""
    info = board.info
    out = [
        f"#{letter}{one_line(part)}"
        for letter, key in _KEYS.items()
        if key in info
        for part in info[key].split("\n")
    ]
    grid = plain_text(board.givens.text())
    sections = {
        key[len(_SECTION) :]: text for key, text in info.items() if key.startswith(_SECTION)
    }
    if isinstance(board, Position) or sections:
        out += ["[Puzzle]", grid]
        if isinstance(board, Position):
            out += ["[State]", plain_text(board.grid.text())]
        for name, text in sections.items():
            out += [f"[{name}]", text]
        return "\n".join(out)
    return "\n".join([*out, grid])


# -- .ss ------------------------------------------------------------------------------------------


def _is_marks(rows: list[Line]) -> bool:
    tokens = [shape(text).placed_words for _, text in rows]
    longest = max((len(cell) for row in tokens for cell, _ in row), default=0)
    return longest > 1 and all(len(row) == 9 for row in tokens)


def _grid(rows: list[Line]) -> bytes:
    return grid_cells([Row(number, text, shape(text).cells) for number, text in rows]).values


class _Ss:
    """Collects one puzzle of an ``.ss`` file: givens, current board and pencil marks."""

    def __init__(self, rules: IntoRules) -> None:
        self.rules = rules
        self.lines: list[Line] = []
        self.givens: bytes | None = None
        self.state: bytes | None = None
        self.marks: list[int] | None = None
        self.error: ParseError | None = None

    def belongs(self, rows: list[Line]) -> bool:
        """Whether nine more rows are the board or the marks of this puzzle, and not the next puzzle."""
        if self.givens is None or self.marks is not None:
            return self.givens is None
        if _is_marks(rows):
            return True
        try:
            board = _grid(rows)
        except ParseError:
            return False
        return self.state is None and all(
            not given or given == now for given, now in zip(self.givens, board, strict=True)
        )

    def take(self, rows: list[Line]) -> None:
        self.lines += rows
        try:
            if self.givens is None:
                self.givens = bytes(81)
                self.givens = _grid(rows)
            elif _is_marks(rows):
                self.marks = pm_masks(rows)
            else:
                self.state = _grid(rows)
        except ParseError as error:
            self.error = self.error or error

    def check(self, number: int, text: str) -> None:
        """Compare the line of 81 characters at the end with the grids."""
        self.lines.append((number, text))
        try:
            values = read_digits(text.strip())
        except ParseError as error:
            self.error = self.error or error.at(line=number)
            return
        if values not in (self.givens, self.state):
            reason = "expected the puzzle of the grid above it on this line, found another one"
            self.error = self.error or ParseError(reason, text=text, line=number)

    def record(self) -> Record:
        def read() -> Board:
            if self.error or self.givens is None:
                raise self.error or ParseError("expected a grid, found none")
            puzzle = make_puzzle(self.givens, None, self.rules)
            return on_page(puzzle, self.state or self.givens, self.marks)

        return Record.of(self.lines, read)


def read_ss(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read Simple Sudoku files: one to three grids and perhaps a line of 81 characters per puzzle."""
    now, rows = _Ss(rules), list[Line]()

    def close(rows: list[Line]) -> Iterator[Record]:
        nonlocal now
        if rows and not now.belongs(rows):
            yield now.record()
            now = _Ss(rules)
        if rows:
            now.take(rows)

    for number, text in lines:
        line = plain(text)
        single = len(line.strip()) == 81 and "|" not in line and not shape(line).is_border
        if single and not rows and now.givens is not None:
            now.check(number, text)
        elif not line.strip() or line.lstrip().startswith("#") or has_word(line):
            yield from close(rows)
            rows = []
        elif shape(line).is_border and not (rows and shape(line).is_dash_row):
            continue
        else:
            rows.append((number, text))
            if len(rows) == 9:
                yield from close(rows)
                rows = []
    yield from close(rows)
    if now.lines:
        yield now.record()


def write_ss(board: Board) -> str:
    """Write the grid; for a position the current board, and the marks if candidates are removed."""
    out = [boxed_text(board.givens.text(), corner="*", spaced=False)]
    if isinstance(board, Position):
        out.append(boxed_text(board.grid.text(), corner="*", spaced=False))
        if board.removed:
            out.append(pm_text([digits_of(mask) for mask in board.masks]))
    return "\n\n".join(out)


def _has_state(head: Head) -> bool:
    sections = (SDK_SECTION.fullmatch(text.strip()) for _, text in head.all[:200])
    return {"puzzle", "state"} <= {match[1].lower() for match in sections if match}


def _has_headers(head: Head) -> bool:
    lines = [text.strip() for _, text in head.all[:200]]
    return any(SDK_HEADER.fullmatch(line) or SDK_SECTION.fullmatch(line) for line in lines)


FORMATS = (
    Format(
        "sdk",
        "SadMan and SudoCue: nine lines, headers such as #A for the author, sections",
        (".sdk",),
        "info other than author, description, comment, date, source, level, url and the sections of"
        " such a file",
        "#AWell known\n#LEasy\n" + plain_text(EXAMPLE),
        read_sdk,
        each(write_sdk),
        Clues(sure=_has_state, likely=_has_headers),
        comments="",  # a line with # is a header
        separator="\n",
        holds=Holds(rules="classic", position="placed"),
        whole=True,
    ),
    Format(
        "ss",
        "Simple Sudoku: the grid in a frame, then perhaps the current board and the pencil marks",
        (".ss",),
        "info; one puzzle per file",
        boxed_text(EXAMPLE, corner="*", spaced=False),
        read_ss,
        each(write_ss),
        Clues(likely=lambda head: any(SS_FRAME.fullmatch(t.strip()) for t in head.texts[:3])),
        separator=None,
        holds=CLASSIC_POSITIONS,
        whole=True,
    ),
)

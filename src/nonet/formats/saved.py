"""Puzzles as the programs SadMan/SudoCue (``.sdk``) and Simple Sudoku (``.ss``) save them.

Both put more than one grid into a file for a single puzzle: the givens, then the board as it is
now, then the pencil marks. They belong together only if they agree, and that is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from nonet.errors import ParseError
from nonet.formats.base import (
    Format,
    IntoRules,
    Line,
    Record,
    each,
    has_word,
    one_line,
    plain,
)
from nonet.formats.block import (
    Row,
    boxed_text,
    grid_cells,
    is_border,
    is_dash_row,
    plain_text,
    row_cells,
)
from nonet.formats.boards import cells, make
from nonet.formats.line import CLASSIC_ONLY
from nonet.formats.pencilmarks import digits_of, pm_cells, pm_puzzle, pm_text
from nonet.formats.position import current_grid, current_marks, dots, notes
from nonet.puzzle import Puzzle

__all__ = ["FORMATS", "SDK_HEADER", "SDK_SECTION", "SS_FRAME"]

SDK_HEADER = re.compile(r"#([ADCBSLU])(.*)")
_LONG_NAME = re.compile(r"(?:uthor|escription|omment|ource|evel|rl)\b[\s:]*")
SDK_SECTION = re.compile(r"\[\s*([A-Za-z][A-Za-z ]*?)\s*\]\s*")
SS_FRAME = re.compile(r"\*-{11}\*")

_KEYS = {
    "A": "author",
    "D": "description",
    "C": "comment",
    "B": "date",
    "S": "source",
    "L": "level",
    "U": "url",
}
_SECTION = "section "


# -- .sdk -----------------------------------------------------------------------------------------


class _Sdk:
    """One puzzle of an ``.sdk`` file while it is being read."""

    def __init__(self, rules: IntoRules) -> None:
        self.rules = rules
        self.info: dict[str, str] = {}
        self.lines: list[Line] = []
        self.grids: dict[str, list[Row]] = {"puzzle": [], "state": []}
        self.section = "puzzle"

    def ends_before(self, text: str, *, gap: bool) -> bool:
        """Whether a line (not blank, perhaps after a blank one) belongs to the next puzzle."""
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
        """Take a line that is neither header nor section name."""
        if self.section in self.grids:
            self.grids[self.section].append(Row(number, text, row_cells(plain(text))))
        else:
            self.header(_SECTION + self.section, text)

    def record(self) -> Record:
        number, text = self.lines[0][0], "\n".join(text for _, text in self.lines)
        try:
            givens = grid_cells(self.grids["puzzle"]).values
            info = dict(self.info)
            if self.grids["state"]:
                info |= notes(givens, grid_cells(self.grids["state"]).values, None)
            return Record(make(givens, info, self.rules), None, number, text)
        except ParseError as error:
            return Record.bad(error, number, text)


def _header_value(text: str) -> str:
    """Return what stands behind the letter of a header; some write the whole word."""
    long = _LONG_NAME.match(text)
    return text[long.end() if long else 0 :].strip()


def read_sdk(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read ``.sdk`` puzzles; headers or a new grid begin the next one."""
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
        elif is_dash_row(plain(text)) or not is_border(plain(text)):
            now.take(number, text)
    if now.grids["puzzle"] or now.grids["state"]:
        yield now.record()


def write_sdk(puzzle: Puzzle) -> str:
    """Write headers and grid, and the section of the state if digits are placed."""
    info = puzzle.info
    out = [
        f"#{letter}{one_line(part)}"
        for letter, key in _KEYS.items()
        if key in info
        for part in info[key].split("\n")
    ]
    grid = plain_text(puzzle.givens.text())
    sections = {
        key[len(_SECTION) :]: text for key, text in info.items() if key.startswith(_SECTION)
    }
    if info.get("placed") or sections:
        out += ["[Puzzle]", grid]
        if info.get("placed"):
            out += ["[State]", plain_text(dots(current_grid(puzzle)))]
        for name, text in sections.items():
            out += [f"[{name}]", text]
        return "\n".join(out)
    return "\n".join([*out, grid])


# -- .ss ------------------------------------------------------------------------------------------


def _is_marks(rows: list[Line]) -> bool:
    tokens = [pm_cells(text) for _, text in rows]
    longest = max((len(cell) for row in tokens for cell, _ in row), default=0)
    return longest > 1 and all(len(row) == 9 for row in tokens)


def _grid(rows: list[Line]) -> bytes:
    return grid_cells([Row(number, text, row_cells(plain(text))) for number, text in rows]).values


class _Ss:
    """One puzzle of a ``.ss`` file while it is being read: its givens, the board now, the marks."""

    def __init__(self, rules: IntoRules) -> None:
        self.rules = rules
        self.lines: list[Line] = []
        self.givens: bytes | None = None
        self.state: bytes | None = None
        self.marks: list[int] | None = None
        self.error: ParseError | None = None

    def belongs(self, rows: list[Line]) -> bool:
        """Whether nine more rows are this puzzle's board or marks, and not the next puzzle."""
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
                marks = pm_puzzle(rows).marks
                self.marks = None if marks is None else list(marks.masks)
            else:
                self.state = _grid(rows)
        except ParseError as error:
            self.error = self.error or error

    def check(self, number: int, text: str) -> None:
        """Compare the line of 81 signs at the end with the grids."""
        self.lines.append((number, text))
        try:
            values = cells(text.strip())
        except ParseError as error:
            self.error = self.error or error.at(line=number)
            return
        if values not in (self.givens, self.state):
            reason = "the line below the grid is another puzzle than the grid"
            self.error = self.error or ParseError(reason, text=text, line=number)

    def record(self) -> Record:
        number, text = self.lines[0][0], "\n".join(text for _, text in self.lines)
        try:
            if self.error or self.givens is None:
                raise self.error or ParseError("there is no grid")
            info = notes(self.givens, self.state or self.givens, self.marks, self.rules)
            return Record(make(self.givens, info, self.rules), None, number, text)
        except ParseError as error:
            return Record.bad(error, number, text)


def read_ss(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read Simple Sudoku files: one to three grids and perhaps a line of 81 signs per puzzle."""
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
        single = len(line.strip()) == 81 and "|" not in line and not is_border(line)
        if single and not rows and now.givens is not None:
            now.check(number, text)
        elif not line.strip() or line.lstrip().startswith("#") or has_word(line):
            yield from close(rows)
            rows = []
        elif is_border(line) and not (rows and is_dash_row(line)):
            continue
        else:
            rows.append((number, text))
            if len(rows) == 9:
                yield from close(rows)
                rows = []
    yield from close(rows)
    if now.lines:
        yield now.record()


def write_ss(puzzle: Puzzle) -> str:
    """Write the grid; in mid-game the board now, and the marks if candidates are deleted."""
    givens = puzzle.givens.text()
    out = [boxed_text(givens, corner="*", spaced=False)]
    info = puzzle.info
    if info.get("placed") or info.get("deleted") or info.get("pencilmarks"):
        out.append(boxed_text(dots(current_grid(puzzle)), corner="*", spaced=False))
    if info.get("deleted") or info.get("pencilmarks"):
        out.append(pm_text([digits_of(mask) for mask in current_marks(puzzle).masks]))
    return "\n\n".join(out)


_EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

FORMATS = (
    Format(
        "sdk",
        "SadMan and SudoCue: nine lines, headers such as #A for the author, sections",
        (".sdk",),
        "deleted candidates, and all info but author, description, comment, date, source, level,"
        " url, placed and sections read from such a file",
        "#AWell known\n#LEasy\n" + plain_text(_EXAMPLE),
        read_sdk,
        each(write_sdk),
        "\n",
        CLASSIC_ONLY,
    ),
    Format(
        "ss",
        "Simple Sudoku: the grid in a frame, then perhaps the board now and the pencil marks",
        (".ss",),
        "all info but placed, deleted and pencilmarks; one puzzle per file",
        boxed_text(_EXAMPLE, corner="*", spaced=False),
        read_ss,
        each(write_ss),
        None,
        CLASSIC_ONLY,
    ),
)

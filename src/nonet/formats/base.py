"""What the formats share: the row of the table that describes a format, and the shape of its reader and writer.

A reader turns numbered lines into records. It never raises for a bad puzzle: the error takes the puzzle's place in the
file, and the caller decides whether to stop. A writer is started once per file, because some formats begin with a
header; then it turns puzzles into text one by one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeAlias, Unpack

from nonet.base.digit_sets import digits_text, has_gaps
from nonet.base.digits import half_character
from nonet.base.errors import ParseError, Place, RulesError
from nonet.base.strict_json import json_or_none
from nonet.formats.shape import SMALLEST, Head
from nonet.puzzle import Board, Position, Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.puzzle.model import Model
from nonet.rules import CLASSIC, Rules, box_shapes
from nonet.rules.variants import extra_by_word

__all__ = [
    "CLASSIC_ONLY",
    "CLASSIC_PAGES",
    "CLASSIC_POSITIONS",
    "SMALLEST",
    "USUAL_RULES",
    "Clues",
    "Format",
    "Head",
    "Holds",
    "IntoRules",
    "Line",
    "Reader",
    "Record",
    "Start",
    "each",
    "each_line",
    "each_object",
    "text_of",
]

Line: TypeAlias = tuple[int, str]
IntoRules: TypeAlias = "Rules | str | None"
Start: TypeAlias = Callable[..., Callable[[Any], str]]

_SHOWN = 60  # characters of a line that is ignored


class Reader(Protocol):
    """Turns numbered lines into records; ``rules`` are those that the caller gives."""

    def __call__(self, lines: Iterable[Line], rules: IntoRules = None, /) -> Iterator[Record]:
        """Yield the records of the lines."""


@dataclass(frozen=True, slots=True)
class Record:
    """One place in a file: the board there, a puzzle or a position on one, or the error in its place.

    A board that is not a puzzle, because it has other digits, rows than columns or unknown cells, is a ``model``; then
    ``error`` says so, for readers of puzzles. ``line`` is the line on which the record begins (from 1), ``text`` is
    what the file has there. ``fields`` are the columns of a row of a table, by name and in order. ``doubts`` say what
    looks like a mistake in a puzzle that can be read. A line that is not a puzzle, such as the title above a table, has
    neither board nor error; its doubt says that it was ignored.

    >>> from nonet.formats import records
    >>> for record in records(["5" * 81, "5" * 80]):
    ...     print(record.line, record.error or "fine")
    1 fine
    2 line 2, column 81: expected 81 cells, found 80; write . or 0 for each empty cell
    """

    board: Board | None
    error: ParseError | None
    line: int
    text: str
    fields: Mapping[str, object] | None = field(default=None, compare=False)
    model: Model | None = None
    doubts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        info = self.board.info if self.board is not None else self.fields
        if info and (wrong := _unwritable_in(info)):
            # JSON can name characters that no text can hold; such a row would end whatever writes it.
            object.__setattr__(self, "fields", None)
            if self.board is not None:
                error = ParseError(wrong, line=self.line, text=self.text)
                object.__setattr__(self, "board", None)
                object.__setattr__(self, "error", error)

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle, without the position on it."""
        return self.board.puzzle if isinstance(self.board, Position) else self.board

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader says: what it left out of the puzzle, such as drawings of SudokuPad, and its doubts."""
        left_out = self.board.info.get("not read") if self.board is not None else None
        return (*([f"not read: {left_out}"] if left_out else []), *self.doubts)

    @property
    def is_ignored(self) -> bool:
        """Whether the line is not a puzzle, and not a damaged one either."""
        return self.board is None and self.error is None

    def moved(self, lines: int = 0, *, columns: int = 0) -> Record:
        """Return the record as it is so many lines further down, its error so many columns further right."""
        error = self.error and self.error.moved(lines=lines, columns=columns)
        return replace(self, line=self.line + lines, error=error)

    def at(self, **place: Unpack[Place]) -> Record:
        """Return the record with the place of its error; what is already known stays."""
        return self if self.error is None else replace(self, error=self.error.at(**place))

    def placed(self, **place: Unpack[Place]) -> Record:
        """Return the record with another place of its error, as far as it is given."""
        return self if self.error is None else replace(self, error=self.error.placed(**place))

    @classmethod
    def bad(
        cls, error: ParseError, line: int, text: str, fields: Mapping[str, object] | None = None
    ) -> Record:
        """Return the record of an error; line and text are filled in where the error has none."""
        return cls(None, error.at(line=line, text=text), line, text, fields)

    @classmethod
    def of(
        cls, lines: Sequence[Line], read: Callable[[], Board | Model], *, counted: bool = False
    ) -> Record:
        """Return the record of lines that a function reads together.

        ``counted`` says that the line of an error is counted from the first of them.
        """
        number, text = lines[0][0], text_of(lines)
        try:
            board = read()
        except RulesError as error:
            return cls.bad(ParseError(str(error)), number, text)
        except ParseError as error:
            return cls.bad(error.moved(lines=number - 1) if counted else error, number, text)
        if isinstance(board, Model):
            return cls.of_model(board, number, text)
        return cls(board, None, number, text)

    @classmethod
    def ignored(cls, line: int, text: str) -> Record:
        """Return the record of a line that is not a puzzle."""
        shown = text.strip()
        shown = shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"
        return cls(None, None, line, text, doubts=(f"ignored, not a puzzle: {shown!r}",))

    @classmethod
    def of_model(cls, model: Model, line: int, text: str) -> Record:
        """Return the record of a model."""
        reason = f"expected a puzzle, found {model.describe()}; nonet.formats.parse_model reads it"
        return cls(None, ParseError(reason, text=text, line=line), line, text, None, model)


def text_of(lines: Iterable[Line]) -> str:
    """Return numbered lines as a text."""
    return "\n".join(text for _, text in lines)


# -- recognising ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Clues:
    """How a format is recognised.

    The formats are tried in the order of `nonet.formats.table.ROWS`.

    - ``line`` says whether one line shows the format by itself.
    - ``sure`` says whether the lines together show it.
    - ``likely`` says whether they may be of this format; then the reader must find a puzzle in them.
    - ``near`` says how likely a text that no reader can read was meant to be of this format: 0 (not at all) to 100.
    """

    line: Callable[[str], bool] | None = None
    sure: Callable[[Head], bool] | None = None
    likely: Callable[[Head], bool] | None = None
    near: Callable[[Head], int] | None = None


# -- a format -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Holds:
    """Which puzzles a format can write. What it drops from such a puzzle is in `Format.loses`.

    ``rules`` is "any", "usual" (those that a reader takes for the size), "classic", "boxes" (equal rectangles or none),
    "squares" (boxes as high as wide) or "regions" (of any shape). Extra houses need "any". A full board is held without
    its rules, which only the empty cells need. ``constraints`` says whether it holds any of those; the writer refuses
    those that it does not know.
    ``models`` says whether a `Model` can be written.
    ``digits`` says which digits it holds besides 1 to the size: none, a "range", or "any".

    ``position`` says what it holds of a `Position`: the digits "placed"; "marks", the candidates that are left, and
    placed digits as candidates; "page", known givens with digits and candidates, but no cell without candidates; "all".
    """

    sizes: Collection[int] = range(1, 37)
    rules: Literal["any", "boxes", "classic", "regions", "squares", "usual"] = "any"
    marks: bool = False
    constraints: bool = False
    models: bool = False
    digits: Literal["", "range", "any"] = ""
    position: Literal["", "placed", "marks", "page", "all"] = ""

    def problem(self, board: Board) -> tuple[str, tuple[str, ...]] | None:
        """Return why a board does not fit, as the end of a sentence about the format, and formats that may hold it."""
        rules = board.rules
        if (wrong := self._problem_of_digits(board)) is not None:
            return wrong
        if rules.constraints and not self.constraints:
            words = ", ".join(dict.fromkeys(each.word for each in rules.constraints))
            return f"holds no constraints, and this puzzle has {words}", _WITH_CONSTRAINTS
        if self.rules == "classic" and not rules.is_classic:
            size = f"is {rules.size}x{rules.size}"
            kind = f"has {unusual_houses(rules)}" if rules.size == 9 else size
            return f"holds classic 9x9 puzzles only, and this one {kind}", ("jsonl", "csv")
        if rules.size not in self.sizes:
            sizes = _ranges(self.sizes)
            return (
                f"holds boards of {sizes}, and this one is {rules.size}x{rules.size}",
                ("line", "jsonl", "csv"),
            )
        if self.rules == "boxes" and rules.is_jigsaw:
            problem = "draws boxes only, and this puzzle has other regions"
            return problem, ("jigsaw", "jsonl", "csv")
        has_usual_boxes = len(box_shapes(rules.size)) == 1
        is_open = not all(board.givens)
        if self.rules == "boxes" and not rules.regions and has_usual_boxes and is_open:
            return "is read with boxes, and this puzzle has no boxes", _WITH_CONSTRAINTS
        if self.rules == "squares" and not 0 < rules.box_rows == rules.box_columns:
            boxes = f"its boxes are {rules.box_rows}x{rules.box_columns}"
            has = boxes if rules.box_rows else "this puzzle has none"
            return f"holds square boxes only, and {has}", ("jsonl", "csv")
        if self.rules == "regions" and not rules.regions:
            return "needs boxes or regions, and this puzzle has none", ("jsonl", "csv")
        if not (self._holds_houses(rules) or all(board.givens)):
            houses = unusual_houses(rules)
            return f"has no place for rules, and this puzzle has {houses}", _WITH_CONSTRAINTS
        if board.marks is not None and not self.marks:
            if isinstance(board, Position) and not board.givens_known:
                problem = (
                    "needs known givens, and this grid of candidates does not say which they are"
                )
            else:
                problem = "holds givens only, and this puzzle has candidates"
            return problem, ("sukaku", "pm", "jsonl")
        return self._problem_of_position(board) if isinstance(board, Position) else None

    def _problem_of_digits(self, board: Board) -> tuple[str, tuple[str, ...]] | None:
        own = board.rules.own_digits
        if own is None:
            return None
        known = self.digits
        if not known or (known == "range" and (has_gaps(own) or own[0] > 1)):
            which = "0 or 1 to a greater one" if known else f"1 to {len(own)}"
            return (
                f"holds the digits {which} only, and this puzzle has {digits_text(own)}",
                _WITH_DIGITS,
            )
        return None

    def _holds_houses(self, rules: Rules) -> bool:
        """Whether a reader will know the houses of a board; one below 4x4 is read with rules alone."""
        if self.rules == "any" or self.constraints or not rules.extra:
            return self.rules != "usual" or rules.size < SMALLEST or has_usual_rules(rules)
        return False

    def _problem_of_position(self, position: Position) -> tuple[str, tuple[str, ...]] | None:
        """Return why what a player has done does not fit."""
        if position.is_start or self.position == "all":
            return None
        if not position.givens_known:
            if self.position == "page":
                return "needs known givens", ("sukaku", "pm", "jsonl")
            return None  # the puzzle of its candidates is written
        removed = bool(position.removed)
        if self.position == "marks" or (self.position == "placed" and not removed):
            return None
        if self.position != "page":
            problem = "has removed candidates" if removed else "has placed digits"
        elif any(not position.masks[cell] for cell in position.removed):
            problem = "has a cell without candidates"
        else:
            return None
        return f"holds puzzles, and this position {problem}", _WITH_POSITIONS


_WITH_CONSTRAINTS = ("iss", "yaml", "f-puzzles", "jsonl")
_WITH_DIGITS = ("yaml", "json", "jsonl")
_WITH_POSITIONS = ("susser", "ss", "pm-marked", "jsonl")
"""Formats for what others cannot hold: those that a person reads or opens elsewhere first."""


def has_usual_rules(rules: Rules) -> bool:
    """Whether these are the default rules for the size."""
    try:
        return rules == CLASSIC or rules == Rules(size=rules.size)
    except RulesError:
        return False


def unusual_houses(rules: Rules) -> str:
    """Return what is unusual about the houses of a board, for the sentence of a writer that refuses it.

    >>> unusual_houses(Rules(size=9, regions=()))
    'no boxes'
    """
    if rules.extra:
        return ", ".join(dict.fromkeys(word for word, _ in extra_by_word(rules)))
    if rules.is_jigsaw:
        return "regions"
    return f"boxes of {rules.box_rows}x{rules.box_columns}" if rules.box_rows else "no boxes"


def _quoted(names: Sequence[str]) -> str:
    *others, last = map(repr, names)
    return f"{', '.join(others)} or {last}" if others else last


def _ranges(sizes: Collection[int]) -> str:
    """Return sizes in words.

    >>> _ranges(range(4, 37)), _ranges((4, 9, 16)), _ranges([16])
    ('4x4 to 36x36', '4x4, 9x9, 16x16', '16x16')
    """
    names = [f"{size}x{size}" for size in sizes]
    together = isinstance(sizes, range) and len(names) > 2
    return f"{names[0]} to {names[-1]}" if together else ", ".join(names)


CLASSIC_ONLY = Holds(rules="classic")
"""What formats hold that have 9x9 boards with 3x3 boxes and nothing else."""

USUAL_RULES = Holds(range(SMALLEST, 37), "usual")
"""What formats hold that have the digits of a board from 4x4 and nothing else."""

CLASSIC_POSITIONS = Holds(rules="classic", position="all")
"""What formats hold that have such boards with the digits and candidates of a player."""

CLASSIC_PAGES = Holds(rules="classic", position="page")
"""The same for formats in which a cell without candidates is one without pencil marks."""


@dataclass(frozen=True)
class Format:
    """One row of the table of formats.

    ``loses`` says in words what a puzzle leaves behind when it is written. ``example`` is a complete text that the
    reader reads. ``recognise`` are the clues to the format, or None if it is read only where it is named. A line
    that begins with one of the ``comments`` characters is skipped. ``holds`` says which puzzles can be written.
    ``separator`` separates two puzzles of a file; None means that a file holds one puzzle. ``remark`` begins a
    comment that may be written in the place of a puzzle; it is empty where other programs know no comments. ``warning``
    says of a puzzle which of its rules a reader of what is written will miss, None if it misses none. ``whole`` says
    that a text of the format is nothing else: other forms cannot follow below it. ``titled`` says that its reader
    takes a line of words above a board for its title.

    >>> from nonet.formats import FORMATS
    >>> FORMATS["sdm"].suffixes, FORMATS["sdm"].can_write, FORMATS["sdm"].holds.sizes
    (('.sdm',), True, range(1, 10))
    """

    name: str
    description: str
    suffixes: tuple[str, ...]
    loses: str
    example: str = field(repr=False)
    reader: Reader | None = field(repr=False, compare=False)
    start: Start | None = field(default=None, repr=False, compare=False)
    recognise: Clues | None = field(default=None, repr=False, compare=False)
    comments: str = field(default="#", repr=False)
    separator: str | None = field(default="", repr=False)
    holds: Holds = field(default=Holds(), repr=False)
    remark: str = field(default="", repr=False)
    warning: Callable[[Puzzle], str | None] | None = field(default=None, repr=False, compare=False)
    whole: bool = field(default=False, repr=False)
    titled: bool = field(default=False, repr=False)

    @property
    def can_read(self) -> bool:
        """Whether nonet reads the format."""
        return self.reader is not None

    @property
    def can_write(self) -> bool:
        """Whether nonet writes the format."""
        return self.start is not None

    def part_of(self, board: Board | Model) -> Board | Model:
        """Return what the writer takes of a board that the format can hold: the puzzle, where it holds no positions."""
        if isinstance(board, Position) and not self.holds.position:
            return board.puzzle
        return board

    def check(self, puzzle: Board | Model) -> None:
        """Raise `PuzzleError` if the format cannot hold the puzzle."""
        if isinstance(puzzle, Model):
            if not self.holds.models:
                raise PuzzleError(
                    f"the format {self.name!r} holds puzzles, and this is {puzzle.describe()}; use 'iss'"
                )
            return
        is_plain = isinstance(puzzle, Puzzle) and puzzle.marks is None and puzzle.rules is CLASSIC
        if is_plain and 9 in self.holds.sizes:
            return
        if problem := self.holds.problem(puzzle):
            # It asks the formats, which are made of what is here.
            from nonet.formats.table import keeping

            reason, names = problem
            kept = _quoted(list(keeping(puzzle, names)) or ["jsonl"])
            of = puzzle.puzzle if isinstance(puzzle, Position) else puzzle
            raise PuzzleError(f"the format {self.name!r} {reason}; use {kept}", puzzle=of)


def each(convert: Callable[..., str]) -> Start:
    """Make a `Start` of a function that needs only the puzzle and the options."""

    def start(**options: object) -> Callable[[Any], str]:
        return functools.partial(convert, **options)

    return start


def _unwritable_in(items: Mapping[str, object]) -> str | None:
    """Return what is wrong with items of which a text cannot be written, None if all can be."""
    for name, item in items.items():
        if isinstance(item, str) and item.isascii() and name.isascii():
            continue  # nearly always
        if problem := _unwritable(name, name) or _unwritable(item, name):
            return problem
    return None


def _unwritable(value: object, name: str) -> str | None:
    if isinstance(value, str):
        if (half := half_character(value)) is not None:
            return f"expected text for {name!r}, found {half!r}, half of a character"
    elif isinstance(value, dict):
        return _unwritable_in(value)
    elif isinstance(value, list):
        return next(filter(None, (_unwritable(item, name) for item in value)), None)
    return None


def each_line(parse_one: Callable[[str, IntoRules], Board], comments: str = "#") -> Reader:
    """Make a reader of a function that reads one line; blank lines and comments are skipped."""

    def read(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
        for number, text in lines:
            first = text.lstrip()[:1]
            if not first or first in comments:
                continue
            try:
                yield Record(parse_one(text, rules), None, number, text)
            except RulesError as error:
                yield Record.bad(ParseError(str(error)), number, text)
            except ParseError as error:
                yield Record.bad(error, number, text)

    return read


def each_object(parse_one: Callable[[str, IntoRules], Board]) -> Reader:
    """Make a reader of a function that reads one line or one JSON object, which may be on several lines."""

    def record(lines: list[Line], rules: IntoRules) -> Record:
        return Record.of(lines, lambda: parse_one(text_of(lines), rules), counted=True)

    def read(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
        whole: list[Line] = []
        for number, text in lines:
            if whole:
                whole.append((number, text))
            elif not text.strip() or text.lstrip().startswith("#"):
                continue
            elif text.lstrip().startswith("{") and not isinstance(json_or_none(text), dict):
                whole.append((number, text))
            else:
                yield record([(number, text)], rules)
        if whole:
            yield record(whole, rules)

    return read

"""A board that is read cell by cell: what a text says of its cells, and the `Puzzle` or `Position` that this makes.

Links and saved games of other programs have a value for each cell. Their readers hand these values to a `BoardBuilder`
and say which houses, cages and texts there are. The rules of the caller, what was not read, and the difference between
a puzzle and a position are the same for all of them. ``docs/new-format.md`` has a complete reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import dropwhile

from nonet.base.cells import CellSet, cell_name
from nonet.base.errors import ParseError
from nonet.base.masks import digits_of
from nonet.base.numbers import number_of
from nonet.base.strict_json import Json
from nonet.base.suggestions import shown
from nonet.boards.grid import Candidates, Grid
from nonet.formats.base import IntoRules, Line, Reader, Record, text_of
from nonet.formats.puzzles import make_puzzle, rules_for
from nonet.puzzle import Board, Position, Puzzle
from nonet.rules import House, Rules
from nonet.rules.constraints.base import Constraint
from nonet.rules.constraints.totals import Totals

__all__ = ["BoardBuilder", "each_save", "notes_of", "on_page"]


class BoardBuilder:
    """What a text says of a board, cell by cell. Cells are numbered from 0, row by row; bit 0 of a mask is the digit 1.

    ``shape`` are the boxes or regions of the text, None if it has the usual boxes of the size. ``info`` are its notes.

    >>> builder = BoardBuilder(4)
    >>> builder.fill(0, 1)
    >>> builder.fill(1, 2, given=False)
    >>> builder.note(3, 0b1000)
    >>> builder.cage([2, 3], 7)
    >>> builder.skip("colours", 5)
    >>> board = builder.build()
    >>> board.givens.text(), board.placed.text(), board.removed
    ('1...............', '.2..............', {3: frozenset({3})})
    >>> board.rules.constraints, board.info["not read"]
    ((Cage('r1c3 r1c4', sum=7),), 'colours (5)')
    """

    def __init__(self, size: int = 9, *, sizes: range = range(1, 37)) -> None:
        if size not in sizes:
            low, high = sizes[0], sizes[-1]
            reason = f"expected a board of {low}x{low} to {high}x{high}, found {size}x{size}"
            raise ParseError(reason)
        self.size = size
        self.givens, self.state = bytearray(size**2), bytearray(size**2)
        self.candidates: list[int | None] = [None] * size**2
        self.allowed: dict[int, int] = {}
        self.shape: Rules | None = None
        self.houses: list[House] = []
        self.constraints: list[Constraint] = []
        self.info: dict[str, str] = {}
        self.unread: dict[str, int] = {}
        self.doubts: list[str] = []  # what is missing because of that

    # -- cells -------------------------------------------------------------------------------------

    def fill(self, cell: int, digit: int, *, given: bool = True) -> None:
        """Fill a cell with a given or a placed digit, 0 for none. A given stays where a digit is placed later."""
        if not 0 <= digit <= self.size:
            raise self.wrong(cell, f"a digit 1 to {self.size}", digit)
        if given:
            self.givens[cell] = digit
        self.state[cell] = self.givens[cell] or digit

    def fill_all(self, digits: Iterable[int], *, given: bool = True) -> None:
        """Fill all cells in order."""
        for cell, digit in enumerate(digits):
            self.fill(cell, digit, given=given)

    def note(self, cell: int, mask: int) -> None:
        """Keep the candidates that a player wrote into a cell; a cell without any has no notes."""
        self.candidates[cell] = mask or None

    def allow(self, cell: int, mask: int) -> None:
        """Keep the candidates that the setter allows in a cell; without any it allows all."""
        if mask:
            self.allowed[cell] = mask

    def digit(self, cell: int, value: Json) -> int:
        """Return the digit of a value, a number or a text; 0 for none."""
        if value in (None, ""):
            return 0
        digit = number_of(value, 99) if isinstance(value, str) else value
        if type(digit) is not int or not 1 <= digit <= self.size:
            raise self.wrong(cell, f"a digit 1 to {self.size}", value)
        return digit

    def wrong(self, cell: int, expected: str, found: Json) -> ParseError:
        """Return the error for a value in a cell.

        >>> str(BoardBuilder(4).wrong(5, "a digit 1 to 4", "x"))
        'r2c2: expected a digit 1 to 4, found x'
        """
        return ParseError(
            f"{cell_name(cell, self.size)}: expected {expected}, found {shown(found)}"
        )

    # -- rules and notes -----------------------------------------------------------------------------

    def regions(self, groups: Iterable[Iterable[int | str]]) -> Rules:
        """Take groups of cells as regions, or as extra houses if they do not divide the board equally.

        Returns the rules of the regions, which become the shape.
        """
        sets = [CellSet(cells, size=self.size) for cells in groups]
        if sum(map(len, sets)) == self.size**2 and all(len(cells) == self.size for cells in sets):
            self.shape = Rules(regions=sets)
        else:
            self.shape = Rules(size=self.size, regions=())
            self.houses += [House(f"region {i}", cells) for i, cells in enumerate(sets, 1)]
        return self.shape

    def house(self, cells: Iterable[int | str]) -> None:
        """Take cells with different digits as an extra house."""
        self.houses.append(House("", CellSet(cells, size=self.size)))

    def cage(self, cells: Iterable[int], total: int | Totals | None = None) -> None:
        """Take a cage; without a sum it has different digits only."""
        from nonet.rules.constraints.sums import Cage  # its module loads seven others

        self.constraints.append(Cage([cell_name(cell, self.size) for cell in cells], sum=total))

    def note_texts(self, names: Mapping[str, str], data: Mapping[str, Json]) -> None:
        """Take texts of the data as info: ``names`` are its names there, with those of the info."""
        self.info |= {ours: str(data[name]) for name, ours in names.items() if data.get(name)}

    def skip(self, name: str, count: int = 0) -> None:
        """Name something that is not read, and add to the number of such things; 0 for no number."""
        self.unread[name] = self.unread.get(name, 0) + count

    def show(self, rules: Rules) -> None:
        """Take the boxes or regions, the extra houses and the constraints of rules that the text has as a whole."""
        self.shape = Rules(size=self.size, regions=rules.regions)
        self.houses += rules.extra
        self.constraints += rules.constraints

    # -- the board ---------------------------------------------------------------------------------

    def build(self, rules: IntoRules = None) -> Board:
        """Return the position, or the puzzle where nothing was placed or noted.

        ``rules`` are those of the caller, which add houses and constraints. Raises `ParseError` if they have other
        boxes or regions, and `RulesError` for a constraint that the board cannot have.
        """
        all_rules = rules_for(self.size, rules, self.shape)
        if self.houses or self.constraints:
            all_rules = all_rules.extended(self.houses, self.constraints)
        info = dict(self.info)
        if self.unread:
            items = (f"{name} ({n})" if n else name for name, n in self.unread.items())
            info["not read"] = "; ".join([", ".join(items), *self.doubts])
        puzzle = make_puzzle(bytes(self.givens), info, all_rules)
        if self.allowed:
            every = (1 << self.size) - 1
            masks = [self.allowed.get(cell, every) for cell in range(self.size**2)]
            puzzle = Puzzle(puzzle, marks=Candidates.from_masks(masks))
        return on_page(puzzle, self.state, self.candidates)


def on_page(
    puzzle: Puzzle,
    state: Sequence[int],
    masks: Sequence[int | None] | None = None,
    *,
    deleted: Iterable[tuple[int, int]] = (),
) -> Board:
    """Return the position of a page, or its puzzle if nothing is placed and nothing removed.

    ``state`` has the givens and the placed digits, ``masks`` the candidates of the open cells, None for a cell without
    pencil marks; ``deleted`` are pairs of digit and cell. Raises `ParseError` if the state lacks a given.

    >>> on_page(Puzzle("1..............."), b"\\1\\2" + bytes(14)).placed.text()
    '.2..............'
    """
    size = puzzle.rules.size
    for cell, (given, now) in enumerate(zip(puzzle.givens, state, strict=True)):
        if given and now != given:
            raise ParseError(
                f"expected the given {given} in {cell_name(cell, size)} of the current board, found {now or 'nothing'}"
            )
    left = None
    if masks is not None and any(mask is not None for mask in masks):
        every = (1 << size) - 1
        pairs = zip(state, masks, strict=True)
        left = Candidates.from_masks(
            [1 << digit - 1 if digit else every if mask is None else mask for digit, mask in pairs]
        )
    removed: dict[int, list[int]] = {}
    for digit, cell in deleted:
        removed.setdefault(cell, []).append(digit)
    position = Position(puzzle, placed=Grid(bytes(state)), candidates=left, removed=removed)
    return puzzle if position.is_start else position


def notes_of(board: Board) -> list[list[int]]:
    """Return the digits that a page has as notes: the candidates of the open cells, if some are removed."""
    if not isinstance(board, Position) or not board.removed:
        return [[] for _ in board.givens]
    pairs = zip(board.grid, board.masks, strict=True)
    return [[] if digit else sorted(digits_of(mask)) for digit, mask in pairs]


def each_save(parse: Callable[[str, IntoRules], Board]) -> Reader:
    """Make a reader of a function that reads a whole text, such as a saved game."""

    def read(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
        whole = list(dropwhile(lambda line: not line[1].strip(), lines))
        if whole:
            yield Record.of(whole, lambda: parse(text_of(whole), rules), counted=True)

    return read

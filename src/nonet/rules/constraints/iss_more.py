"""The codecs of the ISS types that are more than a name and the fields of a kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, groupby, pairwise
from typing import TYPE_CHECKING, Any

from nonet.base.errors import ParseError
from nonet.rules.constraints.automata import GAP, Machine, machine_of
from nonet.rules.constraints.iss import Args, Iss, IssSides, Written, has_totals, number_in
from nonet.rules.constraints.iss_codes import (
    Transitions,
    decode_automaton,
    decode_label,
    decode_relation,
    decode_text,
    encode_automaton,
    encode_label,
    encode_relation,
    encode_text,
)
from nonet.rules.constraints.names import is_closed
from nonet.rules.constraints.space import Space

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nonet.rules.constraints.base import Constraint
    from nonet.rules.constraints.dots import _Parity
    from nonet.rules.constraints.generic import AutomatonRule, LineRule, PairRule
    from nonet.rules.constraints.iss import Board
    from nonet.rules.constraints.ranks import NoTiedLines
    from nonet.rules.constraints.sets import Clone, OneOf, Quadruple
    from nonet.rules.constraints.shading import (
        ConnectedDigits,
        RegionRun,
        UnknownRegions,
    )
    from nonet.rules.constraints.sums import (
        EqualSums,
        LittleKiller,
        PillArrow,
    )

__all__ = [
    *("Automata", "Clones", "Connected", "Contained", "FullRanks", "Givens", "Groups"),
    *("LittleKillers", "Parities", "Pills", "Quads", "RegexLines", "RegionCells", "RegionRuns"),
    *("RegionSums", "Regions", "Relations", "Sums", "Ties", "named_groups"),
]


def numbers_in(words: Iterable[str]) -> list[int]:
    """Return the numbers of words; empty ones are left out."""
    return [number_in(word) for word in words if word]


def _parted(groups: Iterable[Iterable[str]]) -> Args:
    """Return the words of groups, with a dash between two groups."""
    words: list[str] = []
    for number, group in enumerate(groups):
        words += ["-"] * bool(number) + list(group)
    return tuple(words)


def _parts(words: Iterable[str]) -> list[list[str]]:
    return [list(part) for dash, part in groupby(words, key="-".__eq__) if not dash]


def _kind(word: str) -> type[Constraint]:
    from nonet.rules.constraints import kinds

    return kinds()[word]


# -- sums -----------------------------------------------------------------------------------------


class Sums(Iss["Constraint"]):
    """A sum; a coefficient for each cell follows its total."""

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        total, *rest = args[0].split("_")
        cells = board.cells(args[1:])
        factors = numbers_in(rest[1:]) if rest[:1] == ["="] else [1] * len(cells)
        if len(factors) != len(cells):
            raise ParseError(f"expected {len(cells)} coefficients, found {len(factors)}")
        together: dict[str, int] = {}
        for cell, factor in zip(cells, factors, strict=True):
            together[cell] = together.get(cell, 0) + factor
        yield kind(tuple(together), number_in(total), coefficients=tuple(together.values()))


class Pills(Iss["PillArrow"]):
    """A pill in reading order, and its arrow."""

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        size, cells = number_in(args[0]), board.cells(args[1:])
        pill = sorted(cells[:size], key=lambda name: list(board.places).index(name))
        yield kind(pill, cells[size:])

    def write(self, each: PillArrow, board: Board) -> Written:
        """Yield a pill of two or three cells, each right of, below, or both, the one before; ISS reads no other."""
        places = [board.places[name] for name in each.pill]
        steps = {(y - b, x - a) for (_, b, a), (_, y, x) in pairwise(places)}
        if len(places) in (2, 3) and steps <= {(0, 1), (1, 0), (1, 1)}:
            words = board.words((*each.pill, *each.line))
            yield self.types[0], (str(len(each.pill)), *words)
        else:
            yield None  # a sum


class RegionSums(Iss["Constraint"]):
    """A line whose parts in each region have one sum: a line of boxes, or else groups."""

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        regions = board.boxes or board.regions
        if not regions:
            return
        home = {cell: number for number, region in enumerate(regions) for cell in region}
        cells = board.cells(args)
        if all(cell in home for cell in cells) and len(cells) > 1 and not is_closed(cells):
            yield kind(cells)
            return
        segments = [tuple(part) for _, part in groupby(cells, key=home.get)]
        if len(segments) > 1:
            yield _kind("equalsums")(segments)


class Groups(Iss["EqualSums"]):
    """Groups with a dash between two."""

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        groups = [board.cells(part) for part in _parts(args)]
        if len(groups) > 1:
            yield kind(groups)

    def write(self, each: EqualSums, board: Board) -> Written:
        yield self.types[0], _parted(map(board.words, each.groups))


class Clones(Iss["Clone"]):
    """Groups of one size, after their number; ``RegionSameValues`` are the largest houses where they are not full."""

    def __init__(self, *types: str) -> None:
        super().__init__("", "groups")
        self.types, self.without_arguments = types, types[1:]

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        if iss_type != self.types[0]:
            most = max(len(house.cells) for house in board.houses)
            houses = [house.cells for house in board.houses if len(house.cells) == most]
            if most != len(board.digits) and len(houses) > 1:
                yield kind(houses)
            return
        count, cells = number_in(args[0]), board.cells(args[1:])
        size = max(1, len(cells) // max(count, 1))
        if count < 1 or (size > 1 and size * count != len(cells)):
            raise ParseError(f"{len(cells)} cells do not make {count} sets of one size")
        groups = [cells[i : i + size] for i in range(0, len(cells), size)]
        if len(groups) > 1:
            yield kind(groups)

    def write(self, each: Clone, board: Board) -> Written:
        words = board.words(cell for group in each.groups for cell in group)
        yield self.types[0], (str(len(each.groups)), *words)


# -- clues outside --------------------------------------------------------------------------------


class FullRanks(IssSides):
    """A rank; the board says whether lines may be equal."""

    def also(self, board: Board) -> dict[str, object]:
        return {"ties": board.ties == "any"}


class Ties(Iss["NoTiedLines"]):
    """Whether ranked lines may be equal; only that none may be is a rule of its own."""

    def __init__(self) -> None:
        super().__init__("FullRankTies", in_choices=False)
        self.without_arguments = ()

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        if args[0] not in ("none", "only-unclued", "any"):
            raise ParseError(f"expected none, only-unclued or any, found {args[0]!r}")
        if args[0] == "none":
            yield kind()

    def write(self, each: NoTiedLines, board: Board) -> Written:
        yield self.types[0], ("none",)


_OPPOSITE = {"down": "up", "up": "down", "left": "right", "right": "left"}


class LittleKillers(Iss["LittleKiller"]):
    """A diagonal, named by one end; one that ISS does not name is a sum."""

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        start = board.cell(args[1])
        direction = _direction_from(board, start)
        if not direction:
            raise ParseError(f"expected a cell at the edge, found {args[1]}")
        yield kind(start, direction, sum=number_in(args[0]))

    def write(self, clue: LittleKiller, board: Board) -> Written:
        if has_totals(clue):
            yield None
            return
        cells = clue.diagonal(Space(board.rows, board.columns, board.digits))
        turned = " ".join(_OPPOSITE[word] for word in clue.direction.split())
        for start, direction in ((cells[0], clue.direction), (cells[-1], turned)):
            if _is_diagonal_name(board, start) and _direction_from(board, start) == direction:
                yield self.types[0], (str(clue.sum), board.word(start))
                return
        yield "Sum", (str(clue.sum), *board.words(cells))


def _direction_from(board: Board, start: str) -> str:
    """Return the direction of the diagonal that ISS calls by its first cell, nothing inside the board.

    ISS writes the diagonal between r9c1 and r1c9, and that between r1c1 and r9c9, from the top; it is read from the
    bottom, too.
    """
    _, row, column = board.places[start]
    last_row, last = board.rows - 1, board.columns - 1
    if column == 0 and row < last_row:
        return "down right"
    if row == 0:
        return "down left"
    if column == last:
        return "up left"
    return "up right" if row == last_row else ""


def _is_diagonal_name(board: Board, start: str) -> bool:
    """Return whether ISS calls a diagonal by this first cell.

    It knows each by one end: by that at the left, else by that at the right side if it goes up from there, then by that
    at the top, else by that at the bottom.
    """
    _, row, column = board.places[start]
    last_row, last = board.rows - 1, board.columns - 1
    if not last_row or not last:
        return False
    if row == 0 or column in (0, last):
        return row < last_row and (column < last or row < last)
    return row == last_row and column + last_row > last


# -- digits ---------------------------------------------------------------------------------------


class Contained(Iss[Any]):
    """Digits that cells contain, at least or exactly."""

    def __init__(self, at_least: str, exact: str) -> None:
        super().__init__("", "digits", "cells")
        self.types = at_least, exact

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        digits = numbers_in(args[0].split("_"))
        yield kind(board.cells(args[1:]), digits, exact=iss_type == self.types[1])

    def write(self, each: Any, board: Board) -> Written:
        digits = "_".join(map(str, each.digits))
        yield self.types[getattr(each, "exact", False)], (digits, *board.words(each.cells))


_SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))


class Quads(Iss["Quadruple"]):
    """The digits around the corner to the right of and below a cell; other four cells contain them."""

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        corner = board.cell(args[0])
        around = [board.moved(corner, *step) for step in _SQUARE]
        if None in around:
            raise ParseError(f"no four cells meet below and to the right of {args[0]}")
        yield kind([cell for cell in around if cell], numbers_in(args[1:]))

    def write(self, each: Quadruple, board: Board) -> Written:
        corner = min(each.cells, key=lambda cell: board.places[cell])
        if {board.moved(corner, *step) for step in _SQUARE} == set(each.cells):
            yield self.types[0], (board.word(corner), *map(str, each.digits))
        else:
            contains = _kind("contains").iss
            assert contains is not None
            yield from contains.write(each, board)


class Givens(Iss["OneOf"]):
    """Cells with the digits that they may have: outside of a composite they are givens."""

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        cells = [(board.cell(word), numbers_in(digits)) for word, *digits in _split(args)]
        if parity := _parity({frozenset(digits) for _, digits in cells}, board):
            yield _kind(parity)([cell for cell, _ in cells])
            return
        for cell, digits in cells:
            yield kind([cell], digits)

    def write(self, each: OneOf, board: Board) -> Written:
        for cell in each.cells:
            yield self.types[0], ("_".join([board.word(cell), *map(str, each.digits)]),)


def _split(args: Args) -> Iterator[list[str]]:
    return (arg.split("_") for arg in args)


def _parity(choices: set[frozenset[int]], board: Board) -> str:
    """Return whether cells with the same choice of digits are odd or even, nothing for other choices."""
    for word, remainder in (("odd", 1), ("even", 0)):
        all_digits = frozenset(digit for digit in board.digits if digit % 2 == remainder)
        if choices == {all_digits} and len(all_digits) > 1:
            return word
    return ""


class Parities(Iss["_Parity"]):
    """Cells that are odd, or even: an item of cells with just these digits."""

    def __init__(self) -> None:
        super().__init__("", "cells")
        self.types, self.without_arguments = (), ()

    def write(self, each: _Parity, board: Board) -> Written:
        digits = [str(digit) for digit in board.digits if digit % 2 == each.remainder]
        if len(digits) > 1:
            yield "", tuple("_".join([board.word(cell), *digits]) for cell in each.cells)
        else:
            yield None


class Connected(Iss["ConnectedDigits"]):
    """Digits whose cells are one region of the board, or of a group of extra cells."""

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        prefix, digits, size = (*args, "", "")[:3]
        layer = board.layer(prefix) if prefix else ()
        size_or_none = number_in(size) if size else None
        yield kind(numbers_in(digits.split("_")), layer=layer, size=size_or_none)

    def write(self, constraint: ConnectedDigits, board: Board) -> Written:
        prefix = board.prefix_of(constraint.layer) if constraint.layer else ""
        size = () if constraint.size is None else (str(constraint.size),)
        yield self.types[0], (prefix, "_".join(map(str, constraint.digits)), *size)


# -- regions that are to be found -----------------------------------------------------------------

_LAYER = "CC"
_STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))


class Regions(Iss["UnknownRegions"]):
    """The unknown regions; the board writes the type that makes their cells."""

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        yield kind(board.layer(_LAYER), board.region_size)

    def write(self, each: UnknownRegions, board: Board) -> Written:
        return iter(())


def _region_cells(board: Board, words: Iterable[str]) -> tuple[str, ...]:
    """Return region cells; a cell of the board stands for its own."""
    layer = board.layer(_LAYER)
    cells = []
    for cell in board.cells(words):
        group, row, column = board.places[cell]
        cells.append(cell if group else layer[row][column])
    return tuple(cells)


def _counter(board: Board, args: Args) -> tuple[str, int, list[str]]:
    """Return the cell that counts, how many less it has, and the words after them."""
    counter, less, *words = (*args, "0")[: max(2, len(args))]
    return board.cell(counter), number_in(less or "0"), words


class RegionCells(Iss["Constraint"]):
    """A count of cells of one region, by default of those around the counter."""

    def __init__(self, iss_type: str) -> None:
        super().__init__(iss_type, "counter", "less", "counted")

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        cell, less, words = _counter(board, args)
        if not words:
            near = [(d, r) for d in (-1, 0, 1) for r in (-1, 0, 1)]
            near.sort(key=lambda step: step != (0, 0))
            around = [board.moved(cell, *step) for step in near]
            words = list(board.words(name for name in around if name is not None))
        yield kind(cell, _region_cells(board, words), less=less)


class RegionRuns(Iss["RegionRun"]):
    """A count along arms with a dash between two, by default those to the edges of the board."""

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        cell, less, words = _counter(board, args)
        rays = (board.words(_ray(board, cell, *step)) for step in _STEPS)
        arms = _parts(words) if words else list(map(list, rays))
        yield kind(cell, [_region_cells(board, arm) for arm in arms], less=less)

    def write(self, each: RegionRun, board: Board) -> Written:
        arms = _parted(map(board.words, each.arms))
        yield self.types[0], (board.word(each.counter), str(each.less), *arms)


def _ray(board: Board, start: str, down: int, right: int) -> Iterator[str]:
    """Yield the cells from a cell to the edge."""
    cell: str | None = start
    while cell is not None:
        yield cell
        cell = board.moved(cell, down, right)


# -- tables and automata --------------------------------------------------------------------------


def named_groups(args: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield name and words of each group: ``_`` begins a name, an empty word begins a group.

    >>> list(named_groups(["_a", "R1C1", "", "R1C2", "_b", "R1C3"]))
    [('a', ['R1C1']), ('a', ['R1C2']), ('b', ['R1C3'])]
    """
    name, group = "", list[str]()
    for word in (*args, ""):
        if word and word[0] != "_":
            group.append(word)
            continue
        if group:
            yield name, group
        group = []
        name = decode_label(word[1:]) if word else name


class Relations(Iss["PairRule"]):
    """A table of pairs, for neighbours or for all cells; the old types have another alphabet."""

    def __init__(self) -> None:
        super().__init__("", "line")
        self.types = "Pair", "PairX", "Binary", "BinaryX"

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        key, *rest = args
        if iss_type.startswith("Binary"):
            key = key.translate(str.maketrans("-_", "_-"))
        rows = decode_relation(key, board.digits)
        for name, words in named_groups(rest):
            if len(words) > 1:
                yield kind(board.cells(words), rows, all_pairs=iss_type.endswith("X"), name=name)

    def write(self, rule: PairRule, board: Board) -> Written:
        rows = rule.rows
        key = encode_relation(sorted(rows.items()), board.digits)
        name = f"_{encode_label(rule.name)}"
        if not rule.all_pairs:
            yield "Pair", (key, name, *board.words(rule.line))
        elif all(
            (b in rows.get(a, ())) == (a in rows.get(b, ()))
            for a, b in combinations(board.digits, 2)
        ):
            yield "PairX", (key, name, *board.words(rule.line))
        else:  # ISS takes a relation of all pairs only if it is the same in both directions
            for pair in combinations(rule.line, 2):
                yield "Pair", (key, name, *board.words(pair))


class Automata(Iss["AutomatonRule"]):
    """An automaton, whose symbols are places among the digits; the symbol after them is the gap between segments."""

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        key, *rest = args
        automaton = decode_automaton(key)
        moves: dict[tuple[int, int], list[int]] = {}
        for one, symbol, other in automaton.moves:
            if symbol <= len(board.digits):
                digit = board.digits[symbol] if symbol < len(board.digits) else GAP
                moves.setdefault((one, other), []).append(digit)
        machine = Machine(
            automaton.start,
            frozenset(automaton.accept),
            tuple((one, tuple(digits), other) for (one, other), digits in moves.items()),
        )
        for name, words in named_groups(rest):
            segments: list[list[str]] = [[]]
            for word in words:
                if word == "-":
                    segments.append([])
                else:
                    segments[-1].append(board.cell(word))
            yield kind(segments, str(machine), name=name)

    def write(self, each: AutomatonRule, board: Board) -> Written:
        machine = machine_of(each.machine)
        gap = len(board.digits)
        moves = tuple(
            (one, gap if digit == GAP else board.digits.index(digit), other)
            for one, digits, other in machine.moves
            for digit in digits
            if digit == GAP or digit in board.digits
        )
        accept = tuple(sorted(machine.accept))
        key = encode_automaton(Transitions(machine.states, machine.start, accept, moves))
        words = _parted(map(board.words, each.segments))
        yield self.types[0], (key, f"_{encode_label(each.name)}", *words)


class RegexLines(Iss["LineRule"]):
    """A regular expression, in base64."""

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        pattern = decode_text(args[0])
        for _, words in named_groups(args[1:]):
            yield kind(board.cells(words), pattern)

    def write(self, each: LineRule, board: Board) -> Written:
        yield self.types[0], (encode_text(each.pattern), *board.words(each.line))

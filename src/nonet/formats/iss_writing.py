"""From puzzles and models to ISS strings.

A kind that ISS has is written as its type; any other kind as what it is made of: pairs, sums, automata, choices.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence

from nonet.base.errors import ParseError
from nonet.formats.iss_board import REGIONS, Board, box_shape, boxes_of
from nonet.formats.iss_names import labelled
from nonet.formats.iss_text import Item, format_items
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.puzzle.model import Model, lines_of
from nonet.rules.constraints.automata import Reader, automaton
from nonet.rules.constraints.base import Constraint, Group
from nonet.rules.constraints.dots import StrictKropki, StrictXV
from nonet.rules.constraints.iss_codes import (
    Transitions,
    encode_automaton,
    encode_label,
    encode_relation,
)
from nonet.rules.constraints.primitives import (
    Allowed,
    Automaton,
    Count,
    Different,
    Either,
    Linear,
    Pair,
    Primitive,
    SameSet,
)
from nonet.rules.constraints.sets import Contains
from nonet.rules.constraints.shading import UnknownRegions
from nonet.rules.constraints.space import Space
from nonet.rules.houses import diagonals, groups, windows

__all__ = ["write_iss", "written"]

_LARGEST = 16
_MOST = 100
"""The greatest coefficient that ISS takes."""
_BASE = "0123456789abcdefghijklmnopqrstuvwxyz"


def write_iss(puzzle: Puzzle | Model) -> str:
    """Return the string of a puzzle or model; raise `PuzzleError` if ISS cannot hold it."""
    model = Model.of(puzzle) if isinstance(puzzle, Puzzle) else puzzle
    if max(model.rows, model.columns, len(model.digits)) > _LARGEST or model.digits.start > 1:
        raise _refused(
            model,
            f"holds boards up to 16x16 with digits from 0 or 1, and this one is {model.rows}x{model.columns}"
            f" with {model.digits[0]} to {model.digits[-1]}",
        )
    board = Board(model.rows, model.columns, model.digits, unknowns=model.unknowns)
    if any(
        group.names != tuple(f"{group.name}{number}" for number in range(1, group.size + 1))
        for group in model.unknowns
    ):
        raise _refused(model, "needs extra cells named by letters and a number")
    items, squares = [*_shape(model, board), *_unknowns(model)], set[str]()
    try:
        for constraint in model.constraints:
            parts = written(constraint, board, model)
            # Of two quadruples of one square, ISS forgets the first.
            again = any(item.type == "Quad" and item.args[0] in squares for item in parts)
            squares.update(item.args[0] for item in parts if item.type == "Quad")
            if again:
                parts = [Item(*each) for each in Contains.iss.write(constraint, board) if each]
            items += parts
    except ParseError as error:
        raise _refused(model, f"cannot hold one of the automata: {error.reason}") from None
    if any(each.word == "fullrank" and each.fields["ties"] for each in model.constraints):
        items.append(Item("FullRankTies", ("any",)))
    givens = [
        "_".join([board.word(name), *map(str, sorted(digits))])
        for name, digits in model.givens.items()
    ]
    if givens:
        items.append(Item("", tuple(givens)))
    return format_items(items) or ".Shape~9x9"


def _refused(model: Model, reason: str) -> PuzzleError:
    return PuzzleError(f"the format 'iss' {reason}")


# -- shape and houses --------------------------------------------------------------------------------


def _shape(model: Model, board: Board) -> Iterator[Item]:
    """Yield the items for size, digits and houses."""
    houses = {frozenset(group.cells): group for group in model.houses}
    lines = {frozenset(group.cells) for group in lines_of(model.rows, model.columns)}
    raw = not lines <= set(houses)
    size, low, high = max(model.rows, model.columns), model.digits[0], model.digits[-1]
    limits = "" if (low, high) == (1, size) else f"{low}-{high}"
    if (model.rows, model.columns, limits, raw) != (9, 9, "", False):
        args = [f"{model.rows}x{model.columns}", limits, "Raw" if raw else ""]
        while not args[-1]:
            args.pop()
        yield Item("Shape", tuple(args))
    if raw:
        for group in houses.values():
            yield Item("AllDifferent", board.words(group.cells))
        return
    left = {cells: group for cells, group in houses.items() if cells not in lines}
    yield from _regions(left, model, board)
    yield from _others(left, model, board)


def _regions(left: dict[frozenset[str], Group], model: Model, board: Board) -> Iterator[Item]:
    """Yield boxes and regions, and take them out of the houses that are left."""
    size = max(model.rows, model.columns)
    usual = boxes_of(board)
    kinds = [group for group in model.houses if group.kind in ("box", "region")]
    sizes = {len(group.cells) for group in kinds}
    if len(sizes) == 1:
        region = sizes.pop()
        boxes = boxes_of(board, region)
        if boxes and all(frozenset(box) in left for box in boxes):
            if region != size:
                yield Item("RegionSize", (str(region),))
            for box in boxes:
                del left[frozenset(box)]
            return
        if usual:
            yield Item("NoBoxes")
        layout = _layout(kinds, region, model)
        if layout and region >= size:
            if region != size:
                yield Item("RegionSize", (str(region),))
            yield Item("Jigsaw", (layout,))
            for group in kinds:
                left.pop(frozenset(group.cells), None)
    elif usual:
        yield Item("NoBoxes")


def _layout(regions: Sequence[Group], size: int, model: Model) -> str:
    """Return the layout of a jigsaw, or nothing if the regions overlap or what is left looks like one more."""
    home: dict[str, int] = {}
    for number, group in enumerate(regions):
        for cell in group.cells:
            if cell in home:
                return ""
            home[cell] = number
    names = model.space.names[: model.rows * model.columns]
    free = sum(name not in home for name in names)
    if free == size or len(regions) + bool(free) < 2 or len(regions) >= len(_BASE):
        return ""
    order: dict[int, str] = {}
    for name in names:
        order.setdefault(home.get(name, -1), _BASE[len(order)])
    return "".join(order[home.get(name, -1)] for name in names)


def _others(left: dict[frozenset[str], Group], model: Model, board: Board) -> Iterator[Item]:
    """Yield diagonals, windows, disjoint groups and other houses."""
    known = _known_groups(left, model)
    written = set[str]()
    for group in left.values():
        cells = frozenset(group.cells)
        if cells in known:
            if known[cells] not in written:
                yield Item(known[cells])
                written.add(known[cells])
            continue
        if model.rows == model.columns:
            down, up = (frozenset(house.cells.names) for house in diagonals(model.rows))
            if cells in (down, up):
                yield Item("Diagonal", ("1" if cells == up else "-1",))
                continue
        yield Item("AllDifferent", board.words(group.cells))


def _known_groups(left: dict[frozenset[str], Group], model: Model) -> dict[frozenset[str], str]:
    """Return the type of each house that belongs to a full set of windows or disjoint groups."""
    sizes = {len(group.cells) for group in model.houses if group.kind in ("box", "region")}
    size = sizes.pop() if len(sizes) == 1 else max(model.rows, model.columns)
    shape = box_shape(model.rows, model.columns, size)
    types: dict[frozenset[str], str] = {}
    if shape and model.rows == model.columns:
        for kind, houses in (("Windoku", windows), ("DisjointSets", groups)):
            cells = [frozenset(house.cells.names) for house in houses(model.rows, *shape)]
            if cells and all(each in left for each in cells):
                types |= dict.fromkeys(cells, kind)
    return types


def _unknowns(model: Model) -> Iterator[Item]:
    for group in model.unknowns:
        if group.name == REGIONS:
            yield from _chaos(model)
            continue
        columns = group.columns
        size = f"{group.size // columns}x{columns}" if columns else str(group.size)
        args = [group.name.upper(), encode_label(group.label), size]
        while args[-1] in ("", "1") and len(args) > 1:
            args.pop()
        yield Item("Var", tuple(args))


def _chaos(model: Model) -> Iterator[Item]:
    """Yield the type that makes the region cells."""
    unknowns = [each for each in model.constraints if isinstance(each, UnknownRegions)]
    if len(unknowns) != 1:
        raise _refused(model, f"keeps the name {REGIONS!r} for the cells of unknown regions")
    sizes = {len(group.cells) for group in model.houses if group.kind in ("box", "region")}
    if unknowns[0].size != max(model.rows, model.columns) and sizes != {unknowns[0].size}:
        yield Item("RegionSize", (str(unknowns[0].size),))
    yield Item("ChaosConstruction")


# -- constraints -----------------------------------------------------------------------------------


def written(constraint: Constraint, board: Board, model: Model) -> list[Item]:
    """Return the items of a constraint of a model."""
    return list(_written(constraint, board, model))


def _written(
    constraint: Constraint, board: Board, model: Model, *, chosen: bool = False
) -> Iterator[Item]:
    """Yield the items of a constraint; ``chosen`` if it is a part of a choice."""
    if constraint.word == "anyof":
        inside: list[Item] = []
        for part in constraint.parts:  # type: ignore[attr-defined]
            items = list(_written(part, board, model, chosen=True))
            inside.append(items[0] if len(items) == 1 else Item("And", (), tuple(items)))
        choice = Item("Or", (), tuple(inside))
        has_names = chosen or all(
            _typed(leaf, board, model, chosen=True) is not None for leaf in _leaves(constraint)
        )
        yield choice if has_names else labelled([choice], constraint.notation)[0]
    elif constraint.word == "allof":
        for part in constraint.parts:  # type: ignore[attr-defined]
            yield from _written(part, board, model, chosen=chosen)
    else:
        yield from _coded(constraint, board, model, chosen=chosen)


def _leaves(constraint: Constraint) -> Iterator[Constraint]:
    """Yield what a choice is made of in the end."""
    if constraint.word not in ("anyof", "allof"):
        yield constraint
        return
    for part in constraint.fields["parts"]:
        yield from _leaves(part)


def _coded(constraint: Constraint, board: Board, model: Model, *, chosen: bool) -> Iterator[Item]:
    """Yield the items of a kind, or of what it is made of where ISS does not have it."""
    typed = _typed(constraint, board, model, chosen=chosen)
    if typed is not None:
        yield from typed
        return
    items = [_lowered(each, board, constraint) for each in constraint.primitives(model.space)]
    yield from items if chosen else labelled(items, constraint.notation)


def _typed(
    constraint: Constraint, board: Board, model: Model, *, chosen: bool
) -> list[Item] | None:
    """Return the items of a kind with types of its own, None for one that ISS does not have."""
    codec = constraint.iss
    if isinstance(constraint, (StrictKropki, StrictXV)) and not constraint.is_usual(model.space):
        codec = None  # ISS means consecutive digits and doubles, whatever the dots are
    if codec is None or chosen > codec.in_choices or codec.digits not in (None, board.digits):
        return None
    items = list(codec.write(constraint, board))
    return None if None in items else [Item(*each) for each in items if each]


# -- primitives ------------------------------------------------------------------------------------


def _lowered(primitive: Primitive, board: Board, owner: Constraint) -> Item:
    """Return the item of a primitive of a constraint; raise `PuzzleError` if ISS has none."""
    names, p = tuple(board.places), primitive

    def words(cells: Iterable[int]) -> tuple[str, ...]:
        return board.words(names[cell] for cell in cells)

    def digits(mask: int) -> list[int]:
        return [digit for bit, digit in enumerate(board.digits) if mask >> bit & 1]

    match p:
        case Allowed():
            return Item("", ("_".join([*words([p.cell]), *map(str, digits(p.digits))]),))
        case Different():
            return Item("AllDifferent", words(p.cells))
        case Pair():
            rows = [(d, digits(p.rows[bit])) for bit, d in enumerate(board.digits)]
            return Item("Pair", (encode_relation(rows, board.digits), "_", *words((p.a, p.b))))
        case Linear() if (
            p.low is not None
            and p.low == p.high
            and all(abs(each) <= _MOST for each in p.coefficients)
        ):
            head = "_".join(map(str, (p.low, "=", *p.coefficients)))
            return Item("Sum", (head, *words(p.cells)))
        case Linear() if all(abs(each) <= _MOST for each in p.coefficients) and p.low != p.high:
            space = Space(board.rows, board.columns, board.digits)
            return _lowered(_summed(p, space), board, owner)
        case SameSet():
            cells = [cell for group in p.groups for cell in group]
            return Item("SameValues", (str(len(p.groups)), *words(cells)))
        case Automaton():
            moves = tuple(
                (one, bit, other)
                for one, mask, other in p.moves
                for bit in range(len(board.digits))
                if mask >> bit & 1
            )
            automaton = Transitions(
                p.states, tuple(sorted(p.start)), tuple(sorted(p.accept)), moves
            )
            return Item("NFA", (encode_automaton(automaton), "_", *words(p.cells)))
        case Count():
            return _counted(p, board, words(p.cells))
        case Either():
            choices = []
            for choice in p.choices:
                inside = [_lowered(part, board, owner) for part in choice]
                choices.append(inside[0] if len(inside) == 1 else Item("And", (), tuple(inside)))
            return Item("Or", (), tuple(choices))
        case _:
            raise PuzzleError(f"the format 'iss' cannot hold {owner.notation}")


def _summed(p: Linear, space: Space) -> Automaton:
    """Return the automaton that adds up to a number within bounds; a state has the place if factors differ."""
    places = len(set(p.coefficients)) > 1
    least, most = (
        sys.maxsize * sign if end is None else end for sign, end in ((-1, p.low), (1, p.high))
    )

    def step(state: tuple[int, int], digit: int) -> Iterator[tuple[int, int]]:
        place, total = state
        yield place + places, total + p.coefficients[place] * digit

    def accepts(state: tuple[int, int]) -> bool:
        return least <= state[1] <= most and state[0] == places * len(p.cells)

    key = "sum", p.coefficients, p.low, p.high
    return automaton(space, p.cells, key, lambda: Reader([(0, 0)], step, accepts))


def _counted(p: Count, board: Board, words: tuple[str, ...]) -> Item:
    """Return the automaton that counts."""
    moves = [
        (state, bit, state + (p.digits >> bit & 1))
        for state in range(p.high + 1)
        for bit in range(len(board.digits))
        if state + (p.digits >> bit & 1) <= p.high
    ]
    accept = tuple(range(p.low, p.high + 1))
    automaton = Transitions(p.high + 1, (0,), accept, tuple(moves))
    return Item("NFA", (encode_automaton(automaton), "_", *words))

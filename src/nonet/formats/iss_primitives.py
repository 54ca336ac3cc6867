"""ISS strings of constraints that ISS has no type for: what they are made of."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.formats.iss_board import Board
from nonet.formats.iss_text import Item
from nonet.puzzle.errors import PuzzleError
from nonet.rules.constraints.base import Constraint
from nonet.rules.constraints.iss_codes import Transitions, encode_automaton, encode_relation
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

__all__ = ["lowered"]

_MOST = 100
"""The greatest coefficient that ISS takes."""


def lowered(primitive: Primitive, board: Board, owner: Constraint) -> Item:
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
        case Linear() if p.low is not None and p.low == p.high and _fits(p.coefficients):
            head = "_".join(map(str, (p.low, "=", *p.coefficients)))
            return Item("Sum", (head, *words(p.cells)))
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
            found = Transitions(p.states, tuple(sorted(p.start)), tuple(sorted(p.accept)), moves)
            return Item("NFA", (encode_automaton(found), "_", *words(p.cells)))
        case Count():
            return _counted(p, board, words(p.cells))
        case Either():
            choices = []
            for choice in p.choices:
                inside = [lowered(part, board, owner) for part in choice]
                choices.append(inside[0] if len(inside) == 1 else Item("And", (), tuple(inside)))
            return Item("Or", (), tuple(choices))
        case _:
            raise PuzzleError(f"the format 'iss' cannot hold {owner.notation}")


def _fits(coefficients: Iterable[int]) -> bool:
    """Return whether ISS takes these coefficients."""
    return all(-_MOST <= each <= _MOST for each in coefficients)


def _counted(p: Count, board: Board, words: tuple[str, ...]) -> Item:
    """Return the automaton that counts."""
    moves = [
        (state, bit, state + (p.digits >> bit & 1))
        for state in range(p.high + 1)
        for bit in range(len(board.digits))
        if state + (p.digits >> bit & 1) <= p.high
    ]
    accept = tuple(range(p.low, p.high + 1))
    found = Transitions(p.high + 1, (0,), accept, tuple(moves))
    return Item("NFA", (encode_automaton(found), "_", *words))

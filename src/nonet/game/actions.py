"""What a player does, as a move: each function returns the move, or "" where nothing would change.

The functions only look at the game; `Game.play` does the move. Marks are set in empty cells only. They stay when a
digit is placed over them and are there again when it is erased.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from nonet.game.game import Game
from nonet.game.moves import Token, format_move, mark_changes

if TYPE_CHECKING:
    from nonet.steps import Step

__all__ = [
    "apply_step",
    "centre",
    "clean_candidates",
    "colour",
    "colour_candidate",
    "corner",
    "digit",
    "erase",
    "fill_candidates",
    "line",
    "restore",
]


def digit(game: Game, cells: Iterable[int], number: int, *, clean: bool = False) -> str:
    """Place a digit, or erase it if all cells have it; with ``clean`` remove it from the marks of the peers."""
    own = [cell for cell in _ordered(cells) if not game.givens[cell]]
    digits = game.entries.digits
    changed = [cell for cell in own if digits[cell] != number]
    if not changed:
        return _move(game, [Token("digit", cell, 0) for cell in own])
    return _move(game, _placed(game, changed, number, clean))


def _placed(game: Game, cells: Sequence[int], number: int, clean: bool) -> list[Token]:
    tokens = [Token("digit", cell, number) for cell in cells]
    bit = 1 << (number - 1)
    for peer in sorted({peer for cell in cells for peer in game.peers[cell]} if clean else ()):
        if game.entries.centre[peer] & bit:
            tokens.append(Token("centre", peer, number, 0))
        if game.entries.corner[peer] & bit:
            tokens.append(Token("corner", peer, number, 0))
    return tokens


def centre(game: Game, cells: Iterable[int], number: int) -> str:
    """Add a centre mark where it is missing, or remove it if all empty cells have it."""
    return _toggled(game, "centre", _empty(game, cells), game.entries.centre, number)


def corner(game: Game, cells: Iterable[int], number: int) -> str:
    """Add a corner mark where it is missing, or remove it if all empty cells have it."""
    return _toggled(game, "corner", _empty(game, cells), game.entries.corner, number)


def colour(game: Game, cells: Iterable[int], number: int) -> str:
    """Add a colour where it is missing, or remove it if all cells have it."""
    return _toggled(game, "colour", _ordered(cells), game.entries.colours, number)


def _toggled(game: Game, kind: str, cells: list[int], masks: list[int], number: int) -> str:
    bit = 1 << (number - 1)
    missing = [cell for cell in cells if not masks[cell] & bit]
    value = 1 if missing else 0
    return _move(game, [Token(kind, cell, number, value) for cell in missing or cells])


def erase(game: Game, cells: Iterable[int]) -> str:
    """Erase the digits of the cells; if there are none the marks, and if there are none the colours and lines."""
    chosen, entries = _ordered(cells), game.entries
    own = [cell for cell in chosen if not game.givens[cell]]
    tokens = [Token("digit", cell, 0) for cell in own if entries.digits[cell]]
    if not tokens:
        for cell in own:
            tokens += mark_changes("centre", cell, entries.centre[cell], 0)
            tokens += mark_changes("corner", cell, entries.corner[cell], 0)
    if not tokens:
        inside = set(chosen)
        for cell in chosen:
            tokens += mark_changes("colour", cell, entries.colours[cell], 0)
        for cell, number in sorted(entries.candidates):
            if cell in inside:
                tokens.append(Token("candidate", cell, number, 0))
        for one, other in sorted(entries.lines):
            if one[0] in inside or other[0] in inside:
                tokens.append(Token("line", *one, 0, other))
    return _move(game, tokens)


def fill_candidates(game: Game, cells: Iterable[int] | None = None) -> str:
    """Set the centre marks of empty cells, or of all of them, to the digits that no filled cell excludes."""
    tokens: list[Token] = []
    for cell in _empty(game, range(len(game.givens)) if cells is None else cells):
        tokens += mark_changes("centre", cell, game.entries.centre[cell], game.candidates(cell))
    return _move(game, tokens)


def clean_candidates(game: Game) -> str:
    """Remove the marks that a filled cell excludes."""
    tokens: list[Token] = []
    for cell in _empty(game, range(len(game.givens))):
        possible = game.candidates(cell)
        for kind, mask in (
            ("centre", game.entries.centre[cell]),
            ("corner", game.entries.corner[cell]),
        ):
            tokens += mark_changes(kind, cell, mask, mask & possible)
    return _move(game, tokens)


def apply_step(game: Game, step: Step) -> str:
    """Place and eliminate what a step proves; a placed digit is removed from the marks of its peers.

    A cell without centre marks gets its candidates without the eliminated ones.
    """
    tokens: list[Token] = []
    placed = -1
    if step.places is not None and not game.givens[step.places.cell]:
        placed, number = step.places
        if game.entries.digits[placed] != number:
            tokens = _placed(game, [placed], number, True)
    done = set(tokens)
    for cell, digits in sorted(step.removes.items()):
        if game.entries.digits[cell] or cell == placed:
            continue
        removed = sum(1 << (digit - 1) for digit in digits)
        kept, small = game.entries.centre[cell], game.entries.corner[cell]
        after = (kept or game.candidates(cell)) & ~removed & ~_excluded(game, cell, tokens)
        changes = [
            *mark_changes("centre", cell, kept, after),
            *mark_changes("corner", cell, small, small & ~removed),
        ]
        tokens += [token for token in changes if token not in done]
    return _move(game, tokens)


def _excluded(game: Game, cell: int, tokens: Sequence[Token]) -> int:
    """Return the mask of the digit that the tokens place in a peer of the cell."""
    placed = [token for token in tokens if token.kind == "digit" and token.cell in game.peers[cell]]
    return sum(1 << (token.number - 1) for token in placed)


def colour_candidate(game: Game, cell: int, number: int, colour: int) -> str:
    """Colour a candidate, or remove the colour if it has it."""
    same = game.entries.candidates.get((cell, number), 0) == colour
    return _move(game, [Token("candidate", cell, number, 0 if same else colour)])


def line(game: Game, one: tuple[int, int], other: tuple[int, int], colour: int = 1) -> str:
    """Draw a line between two candidates (cell, digit), or remove it if it has the colour."""
    if one == other:
        return ""
    first, last = sorted((one, other))
    same = game.entries.lines.get((first, last), 0) == colour
    return _move(game, [Token("line", *first, 0 if same else colour, last)])


def restore(game: Game, name: str) -> str:
    """Return to a save point; raise `KeyError` if there is none of this name."""
    return game.restored(game.saves[name])


def _ordered(cells: Iterable[int]) -> list[int]:
    return sorted(set(cells))


def _empty(game: Game, cells: Iterable[int]) -> list[int]:
    return [cell for cell in _ordered(cells) if not game.entries.digits[cell]]


def _move(game: Game, tokens: Iterable[Token]) -> str:
    return format_move(tokens, game.size)

"""Random full boards for any rules: the solutions of new puzzles.

A random search; for large boards and for constraints one of the engine. Then pairs of digits of a board of houses are
exchanged, many times, in a set of cells closed under "sees" (a Kempe chain). Every house stays valid, whatever its
shape. Shifted rows would be valid boards of plain boxes, without a search; but on most of them nearly all such sets are
the whole board, so they stay what they are: on 9x9, the 27 rows of boxes had three to nine different sets of digits.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from nonet import engine
from nonet.base.errors import LimitReached, RulesError
from nonet.base.masks import indices_of
from nonet.base.rng import SplitMix64
from nonet.boards.grid import Grid
from nonet.rules import Rules
from nonet.rules.sight import sight_of

__all__ = ["full_board", "full_board_of_engine", "parts_of_two_digits"]

_EXCHANGES = 40  # for each digit
_STEPS = 6  # steps of one search for each cell, before it starts again
_WORK = 10_000  # steps of all searches
_LARGE = 16  # on larger boards the engine is used at once
_HELP = 50_000  # guesses of the engine, where the search finds nothing
_GIVEN = 4  # cells for each digit, in which the engine tries a random one
_ASKED = 1_000  # guesses for each of these questions; an undecided one counts as no


def full_board(rules: Rules, rng: SplitMix64) -> bytes:
    """Return a board without empty cells.

    If the search here finds none, and with constraints, the engine does; another version of it may find another board.
    Raises `RulesError` if there is no board, `LimitReached` if that could not be decided.

    >>> full_board(Rules(size=4), SplitMix64(1, 0)).hex()
    '03010204020401030103040204020301'
    """
    if rules.constraints:
        return full_board_of_engine(rules, rng)
    board = _searched(rules, rng)
    return _with_exchanges(board, rules, rng)


def _with_exchanges(board: list[int], rules: Rules, rng: SplitMix64) -> bytes:
    """Exchange random pairs of digits of a full board, each in one Kempe chain."""
    size = rules.size
    peers = {1 << cell: cells.mask for cell, cells in enumerate(rules.peers)}
    where = [0] * (size + 1)
    for cell, digit in enumerate(board):
        where[digit] |= 1 << cell
    for _ in range(_EXCHANGES * size if size > 1 else 0):
        one = rng.below(size) + 1
        other = rng.below(size - 1) + 1
        other += other >= one
        start = rng.below(where[one].bit_count())
        part = _part(peers, where[one] | where[other], _nth(where[one], start))
        ones, others = where[one] & part, where[other] & part
        where[one] ^= ones | others
        where[other] ^= ones | others
    cells = bytearray(size * size)
    for digit, mask in enumerate(where):
        for cell in indices_of(mask):
            cells[cell] = digit
    return bytes(cells)


def parts_of_two_digits(rules: Rules, board: bytes) -> list[int]:
    """Return the Kempe chains of a full board, in which two digits can be exchanged, for all pairs, as masks.

    >>> len(parts_of_two_digits(Rules(size=4), bytes.fromhex("01020304 03040102 02010403 04030201")))
    10
    """
    if rules.houses_only:
        peers = {1 << cell: cells.mask for cell, cells in enumerate(rules.peers)}
    elif sight_of(rules).is_complete:
        peers = {1 << cell: mask for cell, mask in enumerate(sight_of(rules).masks)}
    else:
        return []  # a digit that is exchanged may break a rule about its value
    where = [0] * (rules.size + 1)
    for cell, digit in enumerate(board):
        where[digit] |= 1 << cell
    parts = []
    for one, other in combinations(where[1:], 2):
        left = one | other
        while left:
            part = _part(peers, one | other, left & -left)
            left &= ~part
            parts.append(part)
    return parts


def _nth(mask: int, n: int) -> int:
    for _ in range(n):
        mask &= mask - 1
    return mask & -mask


def _part(peers: dict[int, int], both: int, start: int) -> int:
    """Return the cells that a first one sees, directly or through others; ``peers`` have the bit of a cell as key."""
    left, todo = both & ~start, start
    while todo and left:
        low = todo & -todo
        more = peers[low] & left
        left ^= more
        todo ^= low | more
    return both ^ left


# -- search ---------------------------------------------------------------------------------------


def _searched(rules: Rules, rng: SplitMix64) -> list[int]:
    """Return a board for any houses: the cell with the fewest candidates first, its digits in random order."""
    for _ in range(_WORK // (_STEPS * rules.size**2) if rules.size <= _LARGE else 0):
        search = _Search(rules, rng)
        if search.run():
            return search.board
        if not search.is_cut:
            break  # every board was tried
    return _by_engine(rules, rng)


class _Places(NamedTuple):
    """Where each digit can be placed, as masks; how many it leaves each cell, and each digit of each house.

    `_DONE` marks filled cells, and digits that a house has.
    """

    masks: list[int]
    cells: bytearray
    houses: bytearray


_DONE = 255


class _Search:
    """A random search. It keeps count of the digits that are left for each cell, and of the cells for each digit."""

    def __init__(self, rules: Rules, rng: SplitMix64) -> None:
        self.board = [0] * rules.size**2
        self._rng = rng
        self._size = rules.size
        self._steps = _STEPS * len(self.board)
        self._peers = [cells.mask for cells in rules.peers]
        self._houses = [h.cells.mask for h in rules.houses if len(h.cells) == rules.size]
        self._rows = [  # of each cell: where the counts of its houses begin
            [rules.size * h for h, house in enumerate(self._houses) if house >> cell & 1]
            for cell in range(len(self.board))
        ]

    @property
    def is_cut(self) -> bool:
        """Whether the search stopped because its steps were used up."""
        return self._steps == 0

    def run(self) -> bool:
        """Fill the board; return whether it is full."""
        cells, size = len(self.board), self._size
        counts = bytearray([size]) * cells, bytearray([size]) * (size * len(self._houses))
        return self._fill(_Places([(1 << cells) - 1] * size, *counts), cells)

    def _fill(self, places: _Places, left: int) -> bool:
        if not left:
            return True
        if self.is_cut:
            return False
        self._steps -= 1
        choices = self._choices(places)
        self._rng.shuffle(choices)
        for cell, digit in choices:
            self.board[cell] = digit + 1
            if self._fill(self._placed(places, cell, digit), left - 1):
                return True
        return False

    def _placed(self, before: _Places, cell: int, digit: int) -> _Places:
        """Return the places after a digit is placed."""
        places, of_cells, of_houses = list(before.masks), before.cells[:], before.houses[:]
        bit, rows = 1 << cell, self._rows
        for other, mask in enumerate(places):
            if mask & bit:
                places[other] = mask ^ bit
                for row in rows[cell]:
                    of_houses[row + other] -= 1
        lost = places[digit] & self._peers[cell]
        places[digit] ^= lost
        while lost:
            peer = (lost & -lost).bit_length() - 1
            lost &= lost - 1
            of_cells[peer] -= 1
            for row in rows[peer]:
                of_houses[row + digit] -= 1
        of_cells[cell] = _DONE
        for row in rows[cell]:
            of_houses[row + digit] = _DONE
        return _Places(places, of_cells, of_houses)

    def _choices(self, places: _Places) -> list[tuple[int, int]]:
        """Return the fewest choices, (cell, digit from 0), one of which every solution has: of a cell or of a house."""
        masks, of_cells, of_houses = places
        if 0 in of_cells or 0 in of_houses:
            return []
        cell, fewest = of_cells.find(1), min(of_houses, default=_DONE)
        if cell < 0 and fewest > 1:
            cell = of_cells.find(2)
        if cell < 0 and fewest == _DONE:
            cell = next(c for c, count in enumerate(of_cells) if count != _DONE)
        if cell >= 0:
            return [(cell, digit) for digit, mask in enumerate(masks) if mask >> cell & 1]
        house, digit = divmod(of_houses.find(fewest), self._size)
        return [(cell, digit) for cell in indices_of(self._houses[house] & masks[digit])]


def _by_engine(rules: Rules, rng: SplitMix64, start: bytes = b"") -> list[int]:
    """Let the engine complete a board with random digits in a few cells that do not see each other."""
    for scattered in (True, False):
        cells = bytearray(start or rules.size**2)
        if scattered and not any(start):
            order, digits = rng.shuffled(len(cells)), rng.shuffled(rules.size)
            for digit in digits:
                cell = next((c for c in order if not cells[c]), 0)
                cells[cell] = digit + 1
                order = [c for c in order if c != cell and c not in rules.peers[cell]]
                if not order:
                    break
        solution = engine.search(
            rules, Grid._trusted(bytes(cells), rules.size), None, limit=1, budget=_HELP
        )
        if solution.grids:
            return list(solution.grids[0])
    if solution.exact and any(start):
        raise RulesError(
            "no board obeys these rules with the givens of start; nonet repair finds the mistake"
        )
    if solution.exact:
        parts = "houses" if rules.houses_only else "rules"
        raise RulesError(f"no board obeys these rules: some of the {parts} exclude each other")
    raise LimitReached(
        f"no full board was found in {_HELP:,} guesses; it is not proved that there is none"
    )


def full_board_of_engine(rules: Rules, rng: SplitMix64, start: bytes = b"") -> bytes:
    """Return a board for any rules: random digits are given one by one, where the engine can continue.

    It has the digits of ``start``, whose empty cells are 0.

    The search above takes 250 ms for a board of antiknight, with what knights see in the place of houses, and this 5
    ms; with diagonals, 6 ms and 2.5.
    """
    board, given = bytes(_by_engine(rules, rng, start)), bytearray(start or rules.size**2)
    for cell in rng.shuffled(len(given))[: _GIVEN * rules.size]:
        digit = rng.below(rules.size) + 1
        if given[cell]:
            continue
        if digit != board[cell]:
            tried = bytes(given[:cell]) + bytes([digit]) + bytes(given[cell + 1 :])
            solution = engine.search(
                rules, Grid._trusted(tried, rules.size), None, limit=1, budget=_ASKED
            )
            if not solution.grids:
                continue
            board = bytes(solution.grids[0])
        given[cell] = digit
    return board

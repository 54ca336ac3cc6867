"""Random full boards for any rules: the solutions of new puzzles.

A random search; for large boards and for constraints one of the engine. A board of houses is then mixed: two digits are
exchanged, many times, in a set of cells closed under "sees" (a Kempe chain). Every house stays valid, whatever its
shape. Shifted rows would be valid boards of plain boxes, without a search; but on most of them nearly all such sets are
the whole board, so they stay what they are: on 9x9, the 27 rows of boxes had three to nine different sets of digits.
"""

from __future__ import annotations

from itertools import combinations

from nonet import engine
from nonet.base.errors import LimitReached, RulesError
from nonet.base.rng import SplitMix64
from nonet.boards.grid import Grid
from nonet.rules import Rules
from nonet.rules.sight import sight_of

__all__ = ["full_board", "mixed", "parts_of_two_digits"]

_MIXES = 40  # exchanges for each digit
_STEPS = 6  # steps of one search for each cell, before it starts again
_WORK = 10_000  # steps of all searches
_LARGE = 16  # on larger boards the engine is asked at once
_HELP = 50_000  # guesses of the engine, where the search finds nothing
_GIVEN = 4  # cells for each digit, in which the engine is asked for a random one
_DONE = 99  # places of a digit in a house that has it
_ASKED = 1_000  # guesses for each of these questions; an undecided one counts as no


def full_board(rules: Rules, rng: SplitMix64) -> bytes:
    """Return a board without empty cells.

    If the search here finds none, and with constraints, the engine does; another version of it may find another board.
    Raises `RulesError` if there is no board, `LimitReached` if that could not be decided.

    >>> full_board(Rules(size=4), SplitMix64(1, 0)).hex()
    '03010204020401030103040204020301'
    """
    if rules.constraints:
        return _with_constraints(rules, rng)
    board = _searched(rules, rng)
    return mixed(board, rules, rng, _MIXES * rules.size)


def mixed(board: list[int], rules: Rules, rng: SplitMix64, mixes: int) -> bytes:
    """Exchange pairs of digits of a full board, each in one Kempe chain."""
    size = rules.size
    peers = [cells.mask for cells in rules.peers]
    where = [0] * (size + 1)
    for cell, digit in enumerate(board):
        where[digit] |= 1 << cell
    for _ in range(mixes if size > 1 else 0):
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
        while mask:
            low = mask & -mask
            cells[low.bit_length() - 1] = digit
            mask ^= low
    return bytes(cells)


def parts_of_two_digits(rules: Rules, board: bytes) -> list[int]:
    """Return the Kempe chains of a full board, in which two digits can be exchanged, for all pairs, as masks.

    >>> len(parts_of_two_digits(Rules(size=4), bytes.fromhex("01020304 03040102 02010403 04030201")))
    10
    """
    if rules.houses_only:
        peers = [cells.mask for cells in rules.peers]
    elif sight_of(rules).is_complete:
        peers = list(sight_of(rules).masks)
    else:
        return []  # a digit that is exchanged may break a rule about its value
    where = [0] * (rules.size + 1)
    for cell, digit in enumerate(board):
        where[digit] |= 1 << cell
    found = []
    for one, other in combinations(where[1:], 2):
        left = one | other
        while left:
            part = _part(peers, one | other, left & -left)
            left &= ~part
            found.append(part)
    return found


def _nth(mask: int, n: int) -> int:
    """Return the n-th lowest bit of a mask, from 0."""
    for _ in range(n):
        mask &= mask - 1
    return mask & -mask


def _part(peers: list[int], both: int, start: int) -> int:
    """Return the cells that a first one sees, directly or through others of the two digits."""
    part = todo = start
    while todo:
        low = todo & -todo
        more = peers[low.bit_length() - 1] & both & ~part
        part |= more
        todo = (todo ^ low) | more
    return part


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


class _Search:
    """A random search. ``places`` are masks of the cells in which each digit can still be placed.

    ``counts`` has the number of them for each house and digit, houses first, and `_DONE` where the digit is placed.
    """

    def __init__(self, rules: Rules, rng: SplitMix64) -> None:
        self.board = [0] * rules.size**2
        self._rng = rng
        self._size = rules.size
        self._steps = _STEPS * len(self.board)
        self._peers = [cells.mask for cells in rules.peers]
        self._houses = [h.cells.mask for h in rules.houses if len(h.cells) == rules.size]
        self._rows_of = [  # where the counts of the houses of a cell begin
            [row * rules.size for row, cells in enumerate(self._houses) if cells >> cell & 1]
            for cell in range(len(self.board))
        ]

    @property
    def is_cut(self) -> bool:
        """Whether the search stopped because its steps were used up."""
        return self._steps == 0

    def run(self) -> bool:
        """Fill the board; return whether it is full."""
        every = (1 << len(self.board)) - 1
        counts = [self._size] * (len(self._houses) * self._size)
        return self._fill([every] * self._size, counts, every)

    def _fill(self, places: list[int], counts: list[int], left: int) -> bool:
        if not left:
            return True
        if self.is_cut:
            return False
        self._steps -= 1
        choices = self._choices(places, counts, left)
        self._rng.shuffle(choices)
        for cell, digit in choices:
            self.board[cell] = digit + 1
            if self._fill(*self._placed(places, counts, cell, digit), left ^ 1 << cell):
                return True
            self.board[cell] = 0
        return False

    def _placed(
        self, places: list[int], counts: list[int], cell: int, digit: int
    ) -> tuple[list[int], list[int]]:
        """Return places and counts after a digit has been placed in a cell."""
        places, counts, bit = list(places), list(counts), 1 << cell
        for other, mask in enumerate(places):
            if mask & bit:
                places[other] = mask ^ bit
                for row in self._rows_of[cell]:
                    counts[row + other] -= 1
        gone = places[digit] & self._peers[cell]
        places[digit] ^= gone
        while gone:
            low = gone & -gone
            for row in self._rows_of[low.bit_length() - 1]:
                counts[row + digit] -= 1
            gone ^= low
        for row in self._rows_of[cell]:
            counts[row + digit] = _DONE
        return places, counts

    def _choices(self, places: list[int], counts: list[int], left: int) -> list[tuple[int, int]]:
        """Return the fewest choices, (cell, digit from 0), one of which every solution has: of a cell or of a house."""
        once = twice = thrice = 0
        for mask in places:
            thrice |= twice & mask
            twice |= once & mask
            once |= mask
        fewest = min(counts, default=_DONE)
        if left & ~once or not fewest:
            return []
        few = left & ~twice or (fewest > 1 and left & ~thrice)
        if few or fewest == _DONE:
            cell = ((few or left) & -(few or left)).bit_length() - 1
            return [(cell, digit) for digit, mask in enumerate(places) if mask >> cell & 1]
        house, digit = divmod(counts.index(fewest), self._size)
        found, there = [], places[digit] & self._houses[house]
        while there:
            found.append(((there & -there).bit_length() - 1, digit))
            there &= there - 1
        return found


def _by_engine(rules: Rules, rng: SplitMix64) -> list[int]:
    """Let the engine complete a board with random digits in a few cells that do not see each other."""
    for scattered in (True, False):
        cells = bytearray(rules.size**2)
        if scattered:
            order, digits = rng.shuffled(len(cells)), rng.shuffled(rules.size)
            for digit in digits:
                cell = next((c for c in order if not cells[c]), 0)
                cells[cell] = digit + 1
                order = [c for c in order if c != cell and c not in rules.peers[cell]]
                if not order:
                    break
        found = engine.search(
            rules, Grid._trusted(bytes(cells), rules.size), None, limit=1, budget=_HELP
        )
        if found.grids:
            return list(found.grids[0])
    if found.exact:
        parts = "houses" if rules.houses_only else "rules"
        raise RulesError(f"no board obeys these rules: some of the {parts} exclude each other")
    raise LimitReached(
        f"no full board was found in {_HELP:,} guesses; it is not proved that there is none"
    )


def _with_constraints(rules: Rules, rng: SplitMix64) -> bytes:
    """Return a board that also obeys constraints: random digits are given one by one, where the engine can go on.

    The search above takes 250 ms for a board of antiknight, with what knights see in the place of houses; this 5 ms.
    """
    board, given = bytes(_by_engine(rules, rng)), bytearray(rules.size**2)
    for cell in rng.shuffled(len(given))[: _GIVEN * rules.size]:
        digit = rng.below(rules.size) + 1
        if digit != board[cell]:
            asked = bytes(given[:cell]) + bytes([digit]) + bytes(given[cell + 1 :])
            found = engine.search(
                rules, Grid._trusted(asked, rules.size), None, limit=1, budget=_ASKED
            )
            if not found.grids:
                continue
            board = bytes(found.grids[0])
        given[cell] = digit
    return board

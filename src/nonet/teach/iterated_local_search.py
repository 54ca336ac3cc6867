"""Iterated local search with constraint propagation: repair a full board, tear out what is wrong, deduce, repair again.

Two ways of solving help each other. *Local search* fills the board and moves single cells to the digit that clashes
least; it is quick, and gets stuck with a few errors. *Propagation* makes no errors, but has to guess, and a wrong guess
is expensive. So the cells that clash in the best board are emptied, some others too; what is left is written down again
one by one with all its consequences, a short search tries to complete it, and wherever that ends the repair goes on.

It is our own reading of the idea, and simpler than the paper: propagation is singles only, the search between two
repairs takes the smallest cell without learning anything, and how much is torn out does not adapt itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from nonet.teach.board import Board
from nonet.teach.registry import Algorithm
from nonet.teach.trace import Recorder

__all__ = ["ALGORITHM", "solve"]

_TABU = 10  # moves for which a cell does not take its old digit again


class _State:
    """Cells that are settled (0: not yet), and the candidates of all."""

    def __init__(self, board: Board, watch: Recorder, cells: list[int], domains: list[set[int]]):
        self.board, self.watch = board, watch
        self.cells, self.domains = cells, domains

    def copy(self) -> _State:
        """Return a state that can be spoilt."""
        return _State(self.board, self.watch, self.cells[:], [set(d) for d in self.domains])

    def settle(self, cell: int, digit: int, why: str = "") -> bool:
        """Write a digit with all that follows by singles; False where something follows that cannot be."""
        board, watch, domains = self.board, self.watch, self.domains
        todo = [(cell, digit, why)]
        while todo:
            cell, digit, why = todo.pop()
            if digit not in domains[cell]:
                watch.conflict(cell, digit)
                return False
            if self.cells[cell]:
                continue
            self.cells[cell] = digit
            if why and not board.givens[cell]:
                watch.fill(cell, digit, why)
            elif not board.givens[cell]:
                watch.place(cell, digit)
            lost = [(cell, other) for other in domains[cell] if other != digit]
            lost += [(peer, digit) for peer in board.peers[cell] if digit in domains[peer]]
            for where, what in lost:
                domains[where].remove(what)
                if where != cell:
                    watch.remove(where, what)
                if not self._follow(where, what, todo):
                    watch.conflict(where, what, "nothing is left")
                    return False
        return True

    def _follow(self, cell: int, digit: int, todo: list[tuple[int, int, str]]) -> bool:
        """Look for singles after a candidate has gone; False where a cell or a house has nothing left."""
        left = self.domains[cell]
        if len(left) == 1:
            todo.append((cell, min(left), "naked single"))
        for number in self.board.houses_of[cell]:
            house = self.board.houses[number]
            if len(house) < self.board.size:
                continue  # it need not have the digit
            places = [other for other in house if digit in self.domains[other]]
            if not places:
                return False
            if len(places) == 1:
                todo.append((places[0], digit, "hidden single"))
        return bool(left)

    def begin(self) -> bool:
        """Settle the givens and the singles that are there from the start."""
        for cell, options in enumerate(self.board.options):
            if len(options) == 1 and not self.settle(cell, options[0]):
                return False
        for house in self.board.full_houses:
            for digit in self.board.digits:
                places = [cell for cell in house if digit in self.domains[cell]]
                if not places:
                    self.watch.conflict(-1, digit, "no place left in a house")
                    return False
                if len(places) == 1 and not self.settle(places[0], digit, "hidden single"):
                    return False
        return True

    def complete(self, rng: random.Random, nodes: list[int]) -> _State | None:
        """Search; return the full state, or the one in which ``nodes`` ran out. None: nothing completes this one."""
        empty = [cell for cell, digit in enumerate(self.cells) if not digit]
        if not empty or not nodes[0]:
            return self
        cell = min(empty, key=lambda cell: len(self.domains[cell]))
        for digit in rng.sample(sorted(self.domains[cell]), len(self.domains[cell])):
            nodes[0] = max(0, nodes[0] - 1)
            self.watch.guess()
            child = self.copy()
            found = child.complete(rng, nodes) if child.settle(cell, digit) else None
            if found:
                return found
            self.watch.backtrack(cell, digit)
        return None

    def with_cells(self, cells: dict[int, int]) -> _State:
        """Return the state with as many of these digits as go together, tried in this order."""
        state = self
        for cell, digit in cells.items():
            if not state.cells[cell] and digit in state.domains[cell]:
                trial = state.copy()
                if trial.settle(cell, digit):
                    state = trial
                else:
                    self.watch.backtrack(cell, digit)
        return state


def solve(
    board: Board,
    watch: Recorder,
    *,
    seed: int = 0,
    patience: int = 300,
    nodes: int = 50,
    torn: float = 0.2,
) -> Iterator[bytes]:
    """Yield solutions as they turn up, each once; without a budget it looks for ever."""
    if not 0 <= torn <= 1:
        raise ValueError(f"torn is {torn}; it must be between 0 and 1")
    rng = random.Random(seed)
    root = _State(board, watch, [0] * len(board.givens), [set(o) for o in board.options])
    if not root.begin():
        return
    free = [cell for cell, digit in enumerate(root.cells) if not digit]
    state, found = root, set()
    while True:
        best = _repair(state, root, free, rng, patience)
        clashing = {c for c in free if any(best[c] == best[peer] for peer in board.peers[c])}
        if not clashing and bytes(best) not in found:
            found.add(bytes(best))
            watch.solved()
            yield bytes(best)
        if not free:
            return
        watch.restart()
        for cell, digit in enumerate(root.cells):
            if digit and not board.givens[cell]:
                watch.place(cell, digit)
        kept = [cell for cell in free if cell not in clashing and rng.random() >= torn]
        if not clashing:
            kept = []  # another solution may be far away
        rng.shuffle(kept)
        state = root.with_cells({cell: best[cell] for cell in kept})
        state = state.complete(rng, [nodes]) or state


def _repair(
    state: _State, root: _State, free: list[int], rng: random.Random, patience: int
) -> list[int]:
    """Fill the state up and move cells that clash, until none does or nothing has helped; return the best board."""
    board, watch = state.board, state.watch
    cells = [0] * len(state.cells)
    near = [[0] * (board.size + 1) for _ in cells]  # how many peers of a cell have each digit

    def write(cell: int, digit: int) -> None:
        for peer in board.peers[cell]:
            near[peer][cells[cell]] -= 1
            near[peer][digit] += 1
        cells[cell] = digit

    def mildest(cell: int, digits: Iterable[int]) -> int:
        return min(digits, key=lambda digit: (near[cell][digit], rng.random()))

    for cell, digit in enumerate(state.cells):
        if digit:
            write(cell, digit)
    for cell in rng.sample(free, len(free)):
        if not cells[cell]:
            write(cell, mildest(cell, state.domains[cell]))
            watch.place(cell, cells[cell])
    cost = sum(near[cell][cells[cell]] for cell in free) // 2
    least, best, idle, moves = cost, cells[:], 0, 0
    free_again: dict[
        tuple[int, int], int
    ] = {}  # the move from which on a cell may take a digit back
    while least and idle < patience:
        idle, moves = idle + 1, moves + 1
        cell = rng.choice([c for c in free if near[c][cells[c]]])
        watch.check()
        now, old = cost - near[cell][cells[cell]], cells[cell]
        digits = [
            digit
            for digit in root.domains[cell] - {old}
            if moves >= free_again.get((cell, digit), 0) or now + near[cell][digit] < least
        ]
        if not digits:
            continue
        write(cell, mildest(cell, digits))
        watch.place(cell, cells[cell])
        cost = now + near[cell][cells[cell]]
        free_again[cell, old] = moves + _TABU
        if cost < least:
            least, best, idle = cost, cells[:], 0
    return best


ALGORITHM = Algorithm(
    name="iterated_local_search",
    title="Iterated local search with constraint propagation",
    source=(
        'after N. Musliu and F. Winter, "A Hybrid Approach for the Sudoku Problem: Using Constraint Programming in'
        ' Iterated Local Search", IEEE Intelligent Systems 32(2), 2017, pages 52-62'
    ),
    idea=(
        "Fill the board with digits that clash as little as possible, and move the cells that clash to the digit that"
        " clashes least, but not back and forth. When that is stuck, empty what clashes and a part of the rest, and"
        " write what is left down again with all that follows from it. Search on from there for a short while, and"
        " whatever comes out of it, full or not, is the next board to repair."
    ),
    worst_case=(
        "There is none: it may look for ever, and on a board without a solution it does unless singles show that at"
        " once. It suffers where one solution stands alone among thousands of boards with two errors."
    ),
    shines=(
        "When one solution is enough and a search has gone wrong early: it starts again elsewhere, where a complete"
        " search must first prove that nothing is there."
    ),
    solve=solve,
    is_complete=False,
    options={
        "seed": "the seed of its random choices",
        "patience": "how many moves without an improvement end a repair",
        "nodes": "how many guesses the search between two repairs may make",
        "torn": "the share of the right cells that is emptied with the wrong ones",
    },
)

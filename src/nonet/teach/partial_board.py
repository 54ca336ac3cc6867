"""A partly filled board on which every placement is followed by all its singles: a part of iterated local search."""

from __future__ import annotations

import random

from nonet.teach.board import Board
from nonet.teach.recorder import Recorder

__all__ = ["PartialBoard"]


class PartialBoard:
    """A partly filled board: ``cells`` has 0 where a cell is empty, ``domains`` the possible digits of every cell."""

    def __init__(self, board: Board, watch: Recorder, cells: list[int], domains: list[set[int]]):
        self.board, self.watch = board, watch
        self.cells, self.domains = cells, domains

    def copy(self) -> PartialBoard:
        """Return a copy to try something on."""
        return PartialBoard(self.board, self.watch, self.cells[:], [set(d) for d in self.domains])

    def place(self, cell: int, digit: int, why: str = "") -> bool:
        """Place a digit and all singles that follow; return False if they contradict each other."""
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
                if not self._find_singles(where, what, todo):
                    watch.conflict(where, what, "no possibility left")
                    return False
        return True

    def _find_singles(self, cell: int, digit: int, todo: list[tuple[int, int, str]]) -> bool:
        """Find singles after a candidate was eliminated; return False if a cell or a house has no possibility left."""
        left = self.domains[cell]
        if len(left) == 1:
            todo.append((cell, min(left), "naked single"))
        for number in self.board.houses_of[cell]:
            house = self.board.houses[number]
            if len(house) < self.board.size:
                continue  # it need not hold the digit
            places = [other for other in house if digit in self.domains[other]]
            if not places:
                return False
            if len(places) == 1:
                todo.append((places[0], digit, "hidden single"))
        return bool(left)

    def place_givens(self) -> bool:
        """Place the givens and all singles; return False if they contradict each other."""
        for cell, options in enumerate(self.board.options):
            if len(options) == 1 and not self.place(cell, options[0]):
                return False
        for house in self.board.full_houses:
            for digit in self.board.digits:
                places = [cell for cell in house if digit in self.domains[cell]]
                if not places:
                    self.watch.conflict(-1, digit, "no place left in a house")
                    return False
                if len(places) == 1 and not self.place(places[0], digit, "hidden single"):
                    return False
        return True

    def complete(self, rng: random.Random, nodes: list[int]) -> PartialBoard | None:
        """Search for a full board; return it, or the board at which ``nodes`` ran out, or None if no board is found."""
        empty = [cell for cell, digit in enumerate(self.cells) if not digit]
        if not empty or not nodes[0]:
            return self
        cell = min(empty, key=lambda cell: len(self.domains[cell]))
        for digit in rng.sample(sorted(self.domains[cell]), len(self.domains[cell])):
            nodes[0] = max(0, nodes[0] - 1)
            self.watch.guess()
            child = self.copy()
            completed = child.complete(rng, nodes) if child.place(cell, digit) else None
            if completed:
                return completed
            self.watch.backtrack(cell, digit)
        return None

    def with_digits(self, cells: dict[int, int]) -> PartialBoard:
        """Return the board with these digits, tried in order, as far as they do not contradict each other."""
        board = self
        for cell, digit in cells.items():
            if not board.cells[cell] and digit in board.domains[cell]:
                trial = board.copy()
                if trial.place(cell, digit):
                    board = trial
                else:
                    self.watch.backtrack(cell, digit)
        return board

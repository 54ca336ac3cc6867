"""`Game`: a puzzle, the moves of its player, and the position among them.

A game is its moves: undo, redo and a save file need nothing else. Each save point holds the tokens that make its
entries from the givens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonet.base.errors import ParseError, RulesError
from nonet.base.masks import indices_of
from nonet.boards.grid import Candidates, Grid
from nonet.game.moves import (
    Entries,
    Token,
    change,
    difference,
    format_move,
    mark_changes,
    parse_move,
)
from nonet.puzzle import Board, Position
from nonet.rules.sight import sight_of

if TYPE_CHECKING:
    from nonet.rules.constraints import Violation

__all__ = ["LARGEST", "Game"]

LARGEST = 25
"""The largest board that can be played."""


class Game:
    """A puzzle that is being played. A game of a `Position` begins with a move that leads there.

    ``moves`` are all moves, ``at`` is how many of them are done: the others can be redone. ``entries`` is what is on
    the board now; only moves change it. ``saves`` maps the names of save points to tokens. ``title`` and ``seconds``
    (the time played) belong to the player.

    Raises `RulesError` for a board larger than 25x25, and for one with other digits than 1 to its size.
    """

    def __init__(self, board: Board, *, title: str = "", seconds: int = 0) -> None:
        start = Position.of(board)
        puzzle = start.puzzle
        size = puzzle.rules.size
        if size > LARGEST:
            raise RulesError(
                f"a game needs a board of at most {LARGEST}x{LARGEST}, got {size}x{size}"
            )
        puzzle.rules.require_usual_digits("a game")
        self.puzzle = puzzle
        self.givens_known = start.givens_known
        self.size = size
        self.title = title
        self.seconds = seconds
        self.givens = list(puzzle.givens)
        self.peers = [
            tuple(indices_of(mask)) for mask in sight_of(puzzle.rules, is_plain=True).masks
        ]
        self.entries = Entries(size, list(self.givens))
        self.moves: list[str] = []
        self.at = 0
        self.saves: dict[str, str] = {}
        self._back: list[list[Token]] = []  # for each move that is done, what takes it back
        full = (1 << size) - 1
        self._allowed = list(puzzle.marks.masks) if puzzle.marks else [full] * len(self.givens)
        self.play(self._move_to(start))

    def _move_to(self, start: Position) -> str:
        """Return the move that leads to a position; without removed candidates it writes no marks."""
        tokens = [Token("digit", cell, digit) for cell, digit in enumerate(start.placed) if digit]
        if start.removed or not start.givens_known:
            for cell, mask in enumerate(start.masks):
                if not start.grid[cell]:
                    tokens += mark_changes("centre", cell, 0, mask)
        return format_move(tokens, self.size)

    @property
    def position(self) -> Position:
        """Where the player is: the digits, and the centre marks; an empty cell without marks has its candidates."""
        digits = self.entries.digits
        masks = [
            1 << digit - 1 if digit else self.entries.centre[cell] or self.candidates(cell)
            for cell, digit in enumerate(digits)
        ]
        left = Candidates.from_masks(masks, placed=Grid(bytes(digits)))
        return Position(self.puzzle, candidates=left, givens_known=self.givens_known)

    def snapshot(self) -> Game:
        """Return a game with the same entries and no moves, which does not change with this one."""
        game = Game(self.puzzle)
        game.givens_known = self.givens_known
        game.entries = self.entries.copy()
        return game

    # -- moves ------------------------------------------------------------------------------------

    def play(self, move: str) -> bool:
        """Do a move; return False for the empty move. Moves that could be redone are forgotten.

        Raises `ParseError` for a move that is malformed, changes a given, or has a token that changes nothing. Then
        the game stays as it is.
        """
        if not move:
            return False
        self._do(move)
        del self.moves[self.at :]
        self.moves.append(move)
        self.at += 1
        return True

    def _do(self, move: str) -> None:
        back: list[Token] = []
        try:
            for token in parse_move(move, self.size):
                back.insert(0, change(self.entries, token, self.givens))
        except ParseError:
            for token in back:
                change(self.entries, token, self.givens)
            raise
        self._back.append(back)

    def undo(self) -> bool:
        """Take the last move back; return False if there is none."""
        if not self.at:
            return False
        for token in self._back.pop():
            change(self.entries, token, self.givens)
        self.at -= 1
        return True

    def redo(self) -> bool:
        """Do the move again that was taken back; return False if there is none."""
        if self.at == len(self.moves):
            return False
        self._do(self.moves[self.at])
        self.at += 1
        return True

    def go_to(self, position: int) -> None:
        """Undo or redo up to a position: 0 is the start, ``len(moves)`` the end."""
        while self.at > max(position, 0):
            self.undo()
        while self.at < min(position, len(self.moves)):
            self.redo()

    # -- save points ------------------------------------------------------------------------------

    def save_point(self, name: str) -> None:
        """Keep what is on the board under a name; an older save point of this name is replaced."""
        start = Entries(self.size, list(self.givens))
        self.saves[name] = format_move(difference(start, self.entries), self.size)

    def restored(self, tokens: str) -> str:
        """Return the move that leads from here to the entries of a save point. Raises `ParseError`."""
        entries = Entries(self.size, list(self.givens))
        for token in parse_move(tokens, self.size):
            change(entries, token, self.givens)
        return format_move(difference(self.entries, entries), self.size)

    # -- questions --------------------------------------------------------------------------------

    def candidates(self, cell: int) -> int:
        """Return the mask of the digits that no filled cell excludes here."""
        mask = self._allowed[cell]
        for peer in self.peers[cell]:
            if digit := self.entries.digits[peer]:
                mask &= ~(1 << (digit - 1))
        return mask

    @property
    def violations(self) -> list[Violation]:
        """What is wrong with constraints."""
        return list(self.puzzle.rules.violations(self.entries.digits))

    @property
    def conflicts(self) -> list[int]:
        """The cells that see a cell with the same digit, and the filled cells of a violated constraint."""
        digits, space = self.entries.digits, self.puzzle.rules.space
        violated = {cell for each in self.violations for cell in space.indices(each.cells)}
        return [
            cell
            for cell, digit in enumerate(digits)
            if digit
            and (cell in violated or any(digits[peer] == digit for peer in self.peers[cell]))
        ]

    @property
    def digits_left(self) -> list[int]:
        """How many of each digit are to be placed, from digit 1 on; 0 if there are too many."""
        digits = self.entries.digits
        return [max(0, self.size - digits.count(digit)) for digit in range(1, self.size + 1)]

    @property
    def is_full(self) -> bool:
        """Whether every cell has a digit."""
        return all(self.entries.digits)

    @property
    def is_solved(self) -> bool:
        """Whether every cell has a digit that it can hold, no house has one twice, and no constraint is violated."""
        if not self.is_full or self.conflicts or self.violations:
            return False
        pairs = zip(self._allowed, self.entries.digits, strict=True)
        return all(mask >> digit - 1 & 1 for mask, digit in pairs)

    def wrong(self, solution: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the cells with a wrong digit, and the empty cells whose centre marks lack the right one.

        A mark that a filled cell excludes is not lacking: the wrong digit is the mistake.
        """
        digits, centre = self.entries.digits, self.entries.centre
        cells = [c for c, digit in enumerate(digits) if digit not in (0, solution[c])]
        marks = [
            c
            for c, mask in enumerate(centre)
            if mask and not digits[c] and self.candidates(c) & ~mask & 1 << solution[c] - 1
        ]
        return cells, marks

    def last_right(self, solution: Sequence[int]) -> int:
        """Return the latest position up to here with nothing wrong; the start is always one."""
        here = position = self.at
        while position and any(self.wrong(solution)):
            self.undo()
            position = self.at
        self.go_to(here)
        return position

    def marks(self) -> list[int]:
        """Return for each empty cell the centre marks, 0 where the player has none; of a sukaku the candidates then."""
        entries = self.entries
        return [
            0
            if digit
            else entries.centre[cell] or (self.candidates(cell) if self.puzzle.marks else 0)
            for cell, digit in enumerate(entries.digits)
        ]

"""`Puzzle`: rules, givens and a few notes, with the verbs a person expects on it.

The verbs are short: each is a call of the engine and a sentence for the case in which the answer is
not the one that was hoped for.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from nonet import engine
from nonet.cells import CellSet, cell_name
from nonet.digits import plain_cells
from nonet.errors import (
    Conflict,
    LimitReached,
    MultipleSolutions,
    NoSolution,
    ParseError,
    RulesError,
    Stuck,
)
from nonet.givens import Position
from nonet.grid import Candidates, Grid, IntoGrid, read_text
from nonet.repairing import Repair, repair
from nonet.rules import CLASSIC, Rules, box_shapes
from nonet.transforms import Transform
from nonet.variants import parse_rules

if TYPE_CHECKING:
    from nonet.steps import Rating, Step

__all__ = ["Check", "Puzzle"]

IntoPuzzle: TypeAlias = "Puzzle | Candidates | IntoGrid"

_NO_INFO: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Check:
    """What `Puzzle.check` found; true where nothing is wrong.

    ``conflicts`` holds pairs of cells that see each other and hold the same digit, ``changed`` the cells
    in which the grid differs from a given, ``empty`` the cells still empty, ``impossible`` the cells whose
    digit the puzzle's marks exclude.
    """

    conflicts: tuple[tuple[int, int], ...] = ()
    changed: CellSet = CellSet()
    empty: CellSet = CellSet()
    impossible: CellSet = CellSet()
    problems: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        return "\n".join(self.problems) or "nothing is wrong"


class Puzzle:
    """A Sudoku: rules, givens, and for a sukaku the candidates (``marks``) that it starts from.

    ``rules`` are `Rules`, or words for them that `nonet.variants.parse_rules` reads ("2x3", "diagonals windoku").
    Without them they are the usual ones for a board of this size, with square boxes; a board of 6x6, 8x8, 10x10,
    12x12 … can have boxes of several shapes, so its rules must be given. Raises `RulesError` if they do not fit.

    ``info`` carries what a file says about the puzzle (author, rating, comment …) as a read-only
    mapping of text to text. It takes no part in comparison and hash: two puzzles are equal when
    rules, givens and marks are.

    >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> p.solution()
    Grid('534678912672195348198342567859761423426853791713924856961537284287419635345286179')
    >>> p.is_unique
    True
    >>> Puzzle("1... ..3. .4.. ...2").solution()
    Grid('1324423124133142')
    >>> Puzzle(".2...6 ...... ...... ...... ...... 5....1", rules="2x3").count(limit=1000)
    1000
    """

    __slots__ = ("givens", "info", "marks", "rules")
    rules: Rules
    givens: Grid
    marks: Candidates | None
    info: Mapping[str, str]

    def __init__(
        self,
        givens: IntoPuzzle,
        *,
        rules: Rules | str | None = None,
        marks: Candidates | None = None,
        info: Mapping[str, str] | None = None,
    ) -> None:
        if isinstance(givens, str):
            givens = _from_text(givens, rules)
            rules = None if isinstance(givens, Puzzle) else rules
        if rules is None and isinstance(givens, Puzzle):
            rules = givens.rules
        if isinstance(givens, Puzzle):
            marks = marks if marks is not None else givens.marks
            info = givens.info if info is None else info
            givens = givens.givens
        elif isinstance(givens, Candidates):
            if marks is not None:
                raise ParseError("give the candidates of a sukaku once, not as givens and as marks")
            marks, givens = givens, Grid(bytes(givens.size**2))
        elif not isinstance(givens, Grid):
            givens = Grid(givens)
        if rules is None:
            rules = CLASSIC if givens.size == 9 else _usual_rules(givens.size)
        elif isinstance(rules, str):
            rules = parse_rules(rules, size=givens.size)
        for side in (givens.size, rules.size if marks is None else marks.size):
            if side != rules.size:
                raise RulesError(
                    f"the board is {side}x{side}, the rules are for {rules.size}x{rules.size}"
                )
        for name, value in (
            ("rules", rules),
            ("givens", givens),
            ("marks", marks),
            ("info", MappingProxyType(dict(info)) if info else _NO_INFO),
        ):
            object.__setattr__(self, name, value)

    @classmethod
    def _trusted(cls, cells: bytes, info: dict[str, str] | None) -> Puzzle:
        """Return the classic puzzle of 81 values 0-9 that the caller has checked: for the readers."""
        puzzle = cls.__new__(cls)
        put = object.__setattr__
        put(puzzle, "rules", CLASSIC)
        put(puzzle, "givens", Grid._trusted(cells))
        put(puzzle, "marks", None)
        put(puzzle, "info", MappingProxyType(info) if info else _NO_INFO)
        return puzzle

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Puzzle is immutable")

    # -- solving ---------------------------------------------------------------------------------

    def solution(self, *, budget: int | None = None) -> Grid:
        """Return the one solution.

        Raises `Conflict` (two givens clash), `NoSolution`, `MultipleSolutions`, or `LimitReached` when
        the search takes more than ``budget`` guesses.
        """
        found = engine.search(self.rules, self.givens, self.marks, limit=2, budget=budget)
        if not found.exact and len(found.grids) < 2:
            raise LimitReached(
                f"{engine.budget_sentence(self.rules, budget)}; {len(found.grids)} solution(s) so far",
                progress=found.grids,
            )
        if not found.grids:
            raise self._conflict() or NoSolution("the puzzle has no solution", puzzle=self)
        if len(found.grids) > 1:
            a, b = found.grids[:2]
            cell = next(c for c in range(len(a)) if a[c] != b[c])
            raise MultipleSolutions(
                f"the puzzle has several solutions; {cell_name(cell, self.rules.size)} can be"
                f" {a[cell]} or {b[cell]}",
                puzzle=self,
                examples=(a, b),
            )
        return found.grids[0]

    def solutions(self, *, budget: int | None = None) -> Iterator[Grid]:
        """Yield every solution, each once, as the search finds them; nothing is computed ahead of need.

        The order is fixed on one machine but may differ between processors. Raises `LimitReached` when the
        search takes more than ``budget`` guesses.
        """
        return engine.solutions(self.rules, self.givens, self.marks, budget=budget)

    def count(self, limit: int = 2, *, budget: int | None = None) -> int:
        """Return the number of solutions, at most ``limit``: the limit itself means "at least".

        Raises `LimitReached` when the search takes more than ``budget`` guesses.
        """
        count, exact = engine.count(self.rules, self.givens, self.marks, limit=limit, budget=budget)
        if not exact and count < limit:
            raise LimitReached(
                f"{engine.budget_sentence(self.rules, budget)}; at least {count} solution(s)",
                progress=count,
            )
        return count

    @property
    def is_unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.count() == 1

    # -- givens to spare, givens that are missing ------------------------------------------------

    @property
    def is_minimal(self) -> bool:
        """Whether there is exactly one solution, and more of them with any given taken away."""
        return self.is_unique and not self.redundant_givens()

    def redundant_givens(self, *, budget: int | None = None) -> CellSet:
        """Return the givens each of which can be taken away alone: the solution stays the only one.

        Seldom can all of them go together; `minimise` takes away as many as can. Raises what `solution` raises.

        >>> p = Puzzle("1... ..3. .4.. ...2")
        >>> p.redundant_givens().names, Puzzle(p.solution()).redundant_givens().names[:2]
        ((), ('r1c1', 'r1c2'))
        """
        self.solution(budget=budget)
        return CellSet.from_mask(self._givens(budget).redundant(), size=self.rules.size)

    def minimise(self, seed: int = 0, *, budget: int | None = None) -> Puzzle:
        """Return the puzzle without givens to spare: it has the same one solution, and no given can go.

        Givens are taken away one by one, in an order by the seed. Notes are left behind. ``budget`` bounds the guesses
        of each search. Raises what `solution` raises.

        >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> q = p.minimise(seed=1)
        >>> len(p.givens.filled), len(q.givens.filled), q.is_minimal, q.solution() == p.solution()
        (30, 21, True, True)
        """
        return next(self.minimal_puzzles(seed, budget=budget))

    def minimal_puzzles(
        self, seed: int = 0, *, limit: int | None = None, budget: int | None = None
    ) -> Iterator[Puzzle]:
        """Yield every puzzle that `minimise` can lead to, each once; at most ``limit`` of them.

        These are all sets of the givens with one solution that no given can be taken from. Their order comes from the
        seed; the first is that of `minimise`. There can be millions of them. Raises what `solution` raises.

        >>> sum(1 for _ in Puzzle("1234 3412 2143 4321").minimal_puzzles())
        284
        """
        solution = self.solution(budget=budget)
        givens = self._givens(budget)
        for kept in islice(givens.minimal(solution, seed), limit):
            yield Puzzle(givens.only(kept), rules=self.rules, marks=self.marks)

    def differences(self, *, budget: int | None = None) -> dict[int, frozenset[int]]:
        """Return the cells in which the solutions differ, each with the digits that it has in them.

        It is exact: every digit of a solution is there. A puzzle with one solution has no differences. ``budget``
        bounds the guesses of each search; `LimitReached` knows the differences so far. Raises `Conflict` or
        `NoSolution` if there is no solution.

        >>> sorted(Puzzle("1... ..3. .4.. ....").differences()[15])
        [2, 3, 4]
        """
        found = engine.search(self.rules, self.givens, self.marks, limit=2, budget=budget)
        if not found.grids and found.exact:
            self.solution(budget=budget)
        return self._givens(budget).differences(found.grids)

    def repair(self, *, budget: int | None = None) -> Repair:
        """Return the puzzle with the fewest changes to its givens that leave one solution.

        If it has several solutions, givens are added. If it has none, givens are changed or removed: usually one is a
        typing mistake, and `Repair.alternatives` lists the other digits that can be it. Equal givens in one house are
        repaired too. `Repair.exact` says whether it is proved that fewer changes do not suffice.

        ``budget`` bounds the sets of givens that are examined (default: a million to add, 20,000 to change). Of a
        puzzle with more than 20,000 solutions other machines may add other givens. Raises `NoSolution` if the rules or
        the marks allow no solution.

        >>> print(Puzzle("1... ..3. .4.. ....").repair())
        add r1c3=4 (fewest changes possible)
        >>> repair = Puzzle("1... ..3. .4.. ..12").repair()
        >>> print(repair)
        change r3c2 from 4 to 1 (fewest changes possible; 1 alternative)
        >>> repair.puzzle.is_unique
        True
        """
        return repair(self, budget)

    def _givens(self, budget: int | None) -> Position:
        return Position(self.rules, self.givens, self.marks, budget=budget)

    # -- looking ---------------------------------------------------------------------------------

    def candidates(self) -> Candidates:
        """Return what each cell can hold after each filled cell has eliminated its digit from its peers.

        Filled are the givens, and the cells that ``marks`` has as placed.

        >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> len(p.candidates()), sorted(p.candidates()["r5c5"])
        (153, [5])
        """
        size = self.rules.size
        masks = [(1 << size) - 1] * size**2
        filled = self.givens
        if self.marks is not None:
            masks = list(self.marks.masks)
            if any(self.marks.placed):
                pairs = zip(self.givens, self.marks.placed, strict=True)
                filled = Grid(bytes(given or placed for given, placed in pairs))
        for cell, digit in enumerate(filled):
            if digit:
                masks[cell] &= 1 << (digit - 1)
                for peer in self.rules.peers[cell]:
                    if not filled[peer]:
                        masks[peer] &= ~(1 << (digit - 1))
        return Candidates(masks, placed=filled)

    def check(self, grid: IntoGrid | None = None) -> Check:
        """Say what is wrong with the givens, or with a grid that somebody filled in.

        Without a grid it looks for clashes between givens and for givens that the marks exclude;
        with one, for the same in the grid, for changed givens, and for cells left empty. The
        answer is true when nothing is wrong, and prints as sentences.

        >>> print(Puzzle("11" + "." * 79).check())
        r1c1 and r1c2 are both 1 in row 1 and box 1
        """
        board = self.givens if grid is None else Grid(grid)
        size = self.rules.size
        if board.size != size:
            raise RulesError(f"the grid is {board.size}x{board.size}, the puzzle {size}x{size}")
        problems = []

        def name(cell: int) -> str:
            return cell_name(cell, size)

        changed = [c for c, d in enumerate(self.givens) if d and board[c] != d and board[c]]
        for cell in changed:
            problems.append(
                f"{name(cell)} is {board[cell]}, but the given there is {self.givens[cell]}"
            )
        conflicts = []
        places: dict[int, list[int]] = {}
        for cell, digit in enumerate(board):
            if digit:
                peers = self.rules.peers[cell].mask
                same = places.setdefault(digit, [])
                conflicts += [(other, cell) for other in same if peers >> other & 1]
                same.append(cell)
        conflicts.sort()
        for cell, peer in conflicts:
            houses = " and ".join(h.name for h in self.rules.houses_of(cell, peer))
            problems.append(f"{name(cell)} and {name(peer)} are both {board[cell]} in {houses}")
        impossible = [
            c
            for c, d in enumerate(board)
            if d and self.marks is not None and not self.marks.masks[c] >> (d - 1) & 1
        ]
        for cell in impossible:
            problems.append(f"{name(cell)} is {board[cell]}, which is not among its candidates")
        empty = [] if grid is None else [c for c, d in enumerate(board) if not d]
        if empty:
            shown = ", ".join(name(c) for c in empty[:3]) + (" …" if len(empty) > 3 else "")
            problems.append(f"{len(empty)} cell(s) are empty: {shown}")
        return Check(
            tuple(conflicts),
            CellSet(changed, size=size),
            CellSet(empty, size=size),
            CellSet(impossible, size=size),
            tuple(problems),
        )

    def _conflict(self) -> Conflict | None:
        check = self.check()
        if check.conflicts:
            return Conflict(check.problems[0], puzzle=self, cells=check.conflicts[0])
        return None

    # -- explaining ------------------------------------------------------------------------------

    def rate(self, *, budget: int | None = None) -> Rating:
        """Return how hard the puzzle is for a person, as Sudoku Explainer 1.2.1 does: ER, EP, ED and the steps.

        A rating of 20.0 says that its techniques do not suffice. ``budget`` bounds the implications that are followed;
        where it is spent (there is a large one without it) the rating is "at least", and ``exact`` is false.

        Raises `Conflict`, `NoSolution` or `MultipleSolutions` for a puzzle that has not one solution, and `RulesError`
        for other rules than the classic ones.

        >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> r = p.rate()
        >>> print(r, "by", r.hardest, "in", r.steps, "steps")
        ER 1.2  EP 1.2  ED 1.2 by Hidden single in a box in 51 steps
        """
        self._explained()
        return engine.rate(self.candidates(), budget=budget)

    def steps(
        self, candidates: Candidates | None = None, *, budget: int | None = None
    ) -> Iterator[Step]:
        """Yield the steps that solve the puzzle, always the easiest one that there is.

        They start from the puzzle, or from ``candidates``: the board in the middle of the game, with its digits in
        ``placed``. ``candidates.after(step)`` is the board behind a step. ``budget`` bounds the implications that are
        followed for one step.

        Raises what `hint` raises; `Stuck` and `LimitReached` know the steps so far.

        >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> steps = list(p.steps())
        >>> len(steps), steps[0].outcome
        (51, 'r1c6=8')
        """
        return self._steps(self._position(candidates), budget)

    def _steps(self, board: Candidates, budget: int | None) -> Iterator[Step]:
        done: list[Step] = []
        while not board.placed.is_full:
            try:
                step = engine.next_step(board, budget=budget, givens=self.givens)
            except LimitReached as error:
                error.progress = tuple(done)
                raise
            if step is None:
                raise _stuck(board, done)
            board = board.after(step)
            done.append(step)
            yield step

    def hint(
        self, candidates: Candidates | None = None, *, budget: int | None = None
    ) -> Step | None:
        """Return the easiest step from here, or None when the board is full.

        Without ``candidates`` it is the first step of the puzzle; with them, the next one in the middle of the game.

        Raises `NoSolution` if the board has a wrong digit, or a cell has lost the digit of the solution: the message
        names the cell. Raises `Conflict`, `NoSolution` or `MultipleSolutions` for a puzzle that has not one solution,
        `RulesError` for other rules than the classic ones, `Stuck` where no technique finds a step, and `LimitReached`
        when the search takes more than ``budget`` implications.

        >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> step = p.hint()
        >>> step.text("nudge")
        'In a box, a digit has only one place left.'
        >>> c = p.candidates().after(step)
        >>> p.hint(c).text("where")
        'Look at box 2 for a digit with only one place.'
        """
        board = self._position(candidates)
        if board.placed.is_full:
            return None
        step = engine.next_step(board, budget=budget, givens=self.givens)
        if step is None:
            raise _stuck(board, ())
        return step

    def all_steps(
        self, candidates: Candidates | None = None, *, budget: int | None = None
    ) -> tuple[Step, ...]:
        """Return every step without chains that there is on the board, in the order of the techniques.

        Where there is none, it is all steps by the easiest kind of chains that finds any. Raises what `hint` raises,
        but `Stuck`: then there are none.
        """
        return engine.all_steps(self._position(candidates), budget=budget, givens=self.givens)

    def _explained(self) -> Grid:
        """Return the solution of a puzzle that the human solver can speak about."""
        if not self.rules.is_classic:
            raise RulesError("the human solver speaks classic 9x9 only for now; solution() solves")
        return self.solution()

    def _position(self, candidates: Candidates | None) -> Candidates:
        """Return the board to go on from: the givens filled in, all digits crossed out among their peers."""
        solution = self._explained()
        if candidates is None:
            return self.candidates()
        if candidates.size != 9:
            size = candidates.size
            raise RulesError(f"the candidates are {size}x{size}, the puzzle 9x9")
        placed = [p or given for p, given in zip(candidates.placed, self.givens, strict=True)]
        masks = list(candidates.masks)
        for cell, digit in enumerate(solution):
            if placed[cell] not in (0, digit):
                raise NoSolution(
                    f"{cell_name(cell)} is {placed[cell]}, which is wrong; take it back",
                    puzzle=self,
                )
            if not masks[cell] >> (digit - 1) & 1:
                raise NoSolution(
                    f"{cell_name(cell)} has lost the digit of the solution; put its candidates back",
                    puzzle=self,
                )
            if placed[cell]:
                masks[cell] = 1 << (digit - 1)
                for peer in self.rules.peers[cell]:
                    masks[peer] &= ~masks[cell]
        return Candidates(masks, placed=placed)

    # -- being the same --------------------------------------------------------------------------

    def canonical(self) -> Puzzle:
        """Return the one puzzle that stands for all that are the same, as a `Transform` leads from one to the other.

        Of all these it is the one whose digits, read in a row with 0 for an empty cell, make the smallest number. For
        a `Grid` ask ``Puzzle(grid).canonical().givens``; notes are left behind. Raises `Conflict` if two givens clash,
        and `RulesError` for other rules than the classic ones and for a sukaku.

        >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> p.canonical().givens.text(blank="0")
        '000000001000002034156000270000008000000051002329740000001600900003400700280910450'
        >>> p.canonical() == p.transform(Transform.random(seed=1)).canonical()
        True
        """
        return Puzzle._trusted(self._canonical()[0], None)

    def canonical_transform(self) -> Transform:
        """Return a transform that leads to the canonical form; a puzzle with automorphisms has several.

        Raises what `canonical` raises.
        """
        return Transform.from_bytes(self._canonical()[1])

    def automorphisms(self) -> int:
        """Return how many transforms lead from the puzzle to itself, the one that changes nothing included.

        Digits that do not occur can be renamed and lines that hold nothing can change places without anything to be
        seen; these count. Raises what `canonical` raises.

        >>> Puzzle("." * 81).automorphisms(), Puzzle("1" + "." * 80).automorphisms()
        (1218998108160, 1672151040)
        """
        return self._canonical()[2]

    def transform(self, by: Transform) -> Puzzle:
        """Return the puzzle in the guise that a transform gives it, its marks too; notes are left behind.

        Raises `RulesError` for other rules than the classic ones.

        >>> Puzzle("12" + "." * 79).transform(Transform(transposed=True)).givens["r2c1"]
        2
        """
        if not self.rules.is_classic:
            raise RulesError(
                "transforms are for the classic rules; these rules do not survive them"
            )
        marks = None if self.marks is None else by.apply(self.marks)
        return Puzzle(by.apply(self.givens), marks=marks)

    def is_equivalent(self, other: IntoPuzzle) -> Transform | None:
        """Return a transform that leads from this puzzle to the other one, or None if they are not the same.

        Raises what `canonical` raises, for either of them.

        >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> q = p.transform(Transform.random(seed=1))
        >>> p.transform(p.is_equivalent(q)) == q, p.is_equivalent("." * 81)
        (True, None)
        """
        there = other if isinstance(other, Puzzle) else Puzzle(other)
        (one, to, _), (same, back, _) = self._canonical(), there._canonical()
        if one != same:
            return None
        return Transform.from_bytes(back).inverse() @ Transform.from_bytes(to)

    def _canonical(self) -> tuple[bytes, bytes, int]:
        """Return the canonical form, the transform that leads there, and the number of automorphisms."""
        if not self.rules.is_classic or self.marks is not None:
            raise RulesError(
                "the canonical form is for the classic rules, and for givens, not marks"
            )
        status, board, transform, automorphisms = engine.canonical(bytes(self.givens))
        if status is not engine.Status.FOUND:
            raise self._conflict() or AssertionError(status)
        return board, transform, automorphisms

    # -- being a value ---------------------------------------------------------------------------

    def with_info(
        self, info: Mapping[str, str] | Iterable[tuple[str, str]] = (), **more: str
    ) -> Puzzle:
        """Return the same puzzle with notes added."""
        notes = {**self.info, **dict(info), **more}
        return Puzzle(self.givens, rules=self.rules, marks=self.marks, info=notes)

    def _key(self) -> tuple[object, ...]:
        return self.rules, self.givens, self.marks

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Puzzle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        sukaku = self.marks is not None and not any(self.givens)
        first: object = self.marks if sukaku else self.givens.text()
        parts = [repr(first)]
        if self.rules != CLASSIC:
            parts.append(f"rules={self.rules!r}")
        if self.marks is not None and not sukaku:
            parts.append(f"marks={self.marks!r}")
        if self.info:
            parts.append(f"info={dict(self.info)!r}")
        return f"Puzzle({', '.join(parts)})"

    def __str__(self) -> str:
        if self.marks is not None:
            return str(self.candidates())
        return str(self.givens)

    def __reduce__(self) -> tuple[object, ...]:
        return _puzzle, (self.givens, self.rules, self.marks, dict(self.info))


def _stuck(board: Candidates, done: Iterable[Step]) -> Stuck:
    steps = tuple(done)
    left = sum(1 for digit in board.placed if not digit)
    return Stuck(
        f"no technique finds a step; {left} cell(s) are empty after {len(steps)} step(s)",
        candidates=board,
        steps=steps,
    )


def _from_text(text: str, rules: Rules | str | None) -> Puzzle | Grid:
    """Return the grid of a plain line of cells if its rules fit, else what `nonet.parse` returns or raises."""
    cells = plain_cells(text)
    if cells is None:
        return read_text(text, rules)
    return Grid(cells) if _fits(rules, math.isqrt(len(cells))) else read_text(text, rules)


def _fits(rules: Rules | str | None, size: int) -> bool:
    """Whether a board of this size has these rules, or with None, the usual ones of its size."""
    if rules is None and size == 9:
        return True
    try:
        found = Rules(size=size) if rules is None else rules
        return (parse_rules(found, size=size) if isinstance(found, str) else found).size == size
    except RulesError:
        return False


def _usual_rules(size: int) -> Rules:
    """Return the rules of a size that leaves no choice; else say how to choose."""
    try:
        return Rules(size=size)
    except RulesError as error:
        shapes = box_shapes(size)
        words = f"{shapes[0][0]}x{shapes[0][1]}" if shapes else "latin"
        raise RulesError(f'{error}, for example rules="{words}"') from None


def _puzzle(givens: Grid, rules: Rules, marks: Candidates | None, info: dict[str, str]) -> Puzzle:
    """Rebuild a pickled puzzle."""
    return Puzzle(givens, rules=rules, marks=marks, info=info)

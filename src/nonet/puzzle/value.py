"""`Puzzle`: rules, givens and notes, with one method for each question about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from nonet import engine
from nonet.base import later
from nonet.base.cells import CellSet
from nonet.base.digits import with_separators
from nonet.base.errors import LimitReached, ParseError, RulesError
from nonet.base.immutable import Immutable
from nonet.base.nested import as_list, is_board
from nonet.boards.grid import Candidates, Grid, IntoGrid
from nonet.puzzle import exact
from nonet.puzzle.checking import (
    ITSELF,
    Check,
    Itself,
    allowed_masks,
    check_grid,
    check_puzzle,
)
from nonet.puzzle.exact import AtLeast
from nonet.puzzle.inputs import checked_info, from_text, usual_rules
from nonet.rules import CLASSIC, Rules
from nonet.rules.variants import format_rules, own_digits_in, parse_rules

if TYPE_CHECKING:
    import numpy.typing as npt

    from nonet.boards.transforms import Transform
    from nonet.puzzle.given_sets import GivenSets
    from nonet.puzzle.odds import Odds
    from nonet.puzzle.position import Position
    from nonet.puzzle.repairing import Repair
    from nonet.puzzle.true_candidates import TrueCandidates
    from nonet.rules.constraints import Constraint
    from nonet.steps import Profile, Rating, Step, Technique

__all__ = ["IntoPuzzle", "Puzzle", "as_puzzle", "as_puzzles"]

IntoPuzzle: TypeAlias = "Puzzle | Position | Candidates | IntoGrid"

_NO_INFO: Mapping[str, str] = MappingProxyType({})


class Puzzle(Immutable, compared=("rules", "givens", "marks")):
    """A Sudoku: rules, givens, and for a sukaku the candidates (``marks``) that it starts from.

    ``givens`` is a `Grid`, text, a nested list (see `Grid`), a NumPy array, `Candidates` (a sukaku), another `Puzzle`,
    or a `Position`, whose puzzle it then is.

    ``rules`` are `Rules`, or words that `nonet.variants.parse_rules` reads ("2x3", "diagonals windoku"). Without them
    a board of 4x4, 9x9, 16x16, 25x25 or 36x36 gets square boxes. A board of 6x6, 8x8, 10x10, 12x12 … can have boxes of
    several shapes, so its rules are required.

    ``info`` holds notes about the puzzle (author, rating, comment …) as a read-only mapping of text to text. Two
    puzzles are equal if rules, givens and marks are; notes do not count.

    Raises `ParseError` if ``givens`` cannot be read and `RulesError` if the rules do not fit the board.

    >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> p.solution()
    Grid('534678912672195348198342567859761423426853791713924856961537284287419635345286179')
    >>> p["r1c1"], p.is_unique
    (5, True)
    >>> Puzzle([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]).solution().tolist()
    [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]]
    >>> Puzzle(".2...6 ...... ...... ...... ...... 5....1", rules="2x3").count(limit=1000)
    AtLeast(1000)
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
        if rules is None and marks is None and info is None:
            cells = engine.read_board(givens)
            if cells is not None:
                _set_rules(self, CLASSIC)
                _set_givens(self, Grid._trusted(cells))
                _set_marks(self, None)
                _set_info(self, _NO_INFO)
                return
        if rules is not None and not isinstance(rules, (Rules, str)):
            raise RulesError(
                f'expected rules as text such as "antiknight" or as nonet.Rules(constraints=[…]),'
                f" got {rules!r}"
            )
        if isinstance(givens, str):
            givens = from_text(givens, rules)
            rules = None if isinstance(givens, Puzzle) else rules
        elif isinstance(puzzle := getattr(givens, "puzzle", None), Puzzle):
            givens = puzzle  # of a Position
        if rules is None and isinstance(givens, Puzzle):
            rules = givens.rules
        if isinstance(givens, Puzzle):
            marks = marks if marks is not None else givens.marks
            info = givens.info if info is None else info
            givens = givens.givens
        elif isinstance(givens, Candidates):
            if marks is not None:
                raise ParseError("expected candidates once, got them as givens and as marks")
            marks, givens = givens, Grid(bytes(givens.size**2)).with_digit_set(givens.digit_set)
        elif not isinstance(givens, Grid):
            givens = Grid(givens, digit_set=own_digits_in(rules))
        if marks is not None and any(marks.placed):
            marks = Candidates.from_masks(marks.masks)  # what is filled in belongs to a position
        if rules is None:
            rules = CLASSIC if givens.size == 9 else usual_rules(givens.size)
            rules = rules if (own := givens.digit_set) is None else rules.with_digits(own)
        elif isinstance(rules, str):
            rules = parse_rules(rules, size=givens.size)
        for side in (givens.size, rules.size if marks is None else marks.size):
            if side != rules.size:
                raise RulesError(
                    f"the board is {side}x{side}, the rules are for {rules.size}x{rules.size}"
                )
        own = None if rules is CLASSIC else rules.own_digits
        givens, marks = givens.with_digit_set(own), marks and marks.with_digit_set(own)
        notes = MappingProxyType(checked_info(info)) if info else _NO_INFO
        self._keep(rules=rules, givens=givens, marks=marks, info=notes)

    @classmethod
    def _trusted(cls, cells: bytes, info: dict[str, str] | None) -> Puzzle:
        """Return the classic puzzle of 81 values 0-9 that the caller has checked: for the readers."""
        puzzle = _new(cls)
        _set_rules(puzzle, CLASSIC)
        _set_givens(puzzle, Grid._trusted(cells))
        _set_marks(puzzle, None)
        _set_info(puzzle, MappingProxyType(info) if info else _NO_INFO)
        return puzzle

    # -- solving ---------------------------------------------------------------------------------

    def solution(self, *, budget: int | None = None) -> Grid:
        """Return the only solution.

        ``budget`` limits the guesses of the search. Without it, boards up to 16x16 are searched to the end.

        Raises `Conflict` if two givens clash, `NoSolution`, `MultipleSolutions`, or `LimitReached` if the budget is
        spent.
        """
        if budget is None and self.marks is None:
            grid = engine.only_solution(self.rules, self.givens)
            if grid is not None:
                return grid
        return exact.only_solution(self, budget)

    def solutions(self, *, budget: int | None = None) -> Iterator[Grid]:
        """Yield every solution once, as the search finds it.

        The order may differ between processors. Raises `LimitReached` if the search takes more than ``budget`` guesses.

        >>> from itertools import islice
        >>> len(list(islice(Puzzle("." * 81).solutions(), 100)))
        100
        """
        return engine.solutions(self.rules, self.givens, self.marks, budget=budget)

    def count(
        self,
        limit: int | None = 2,
        *,
        budget: int | None = None,
        progress: engine.Progress | None = None,
    ) -> int:
        """Return the number of solutions.

        Counting stops at ``limit`` (at least 1). Then the answer is an `AtLeast`: equal to the limit, printed as
        "at least 2". The default limit is enough to tell apart none, one and several.

        Without a limit (None) the answer is exact, however large. Classic boards with many solutions are not
        enumerated but counted by a sum, see ``docs/counting.md``; any givens take at most a few seconds. ``progress``
        is called now and then with the finished part of the sum, 0 to 1.

        ``budget`` limits the guesses of the search; 2,000 multiplications of the sum count as a guess. Raises
        `LimitReached` if more are needed, for the sum before it starts.

        >>> Puzzle("1... ..3. .4.. ...2").count(), Puzzle("." * 16).count(), Puzzle("." * 16).count(limit=1000)
        (1, AtLeast(2), 288)
        >>> Puzzle("." * 81).count(limit=None)
        6670903752021072936960
        """
        if limit is None or (limit > engine.ENUMERATED and self.rules.is_classic):
            count = exact.exact_count(self, limit, budget, progress)
            return count if limit is None or count < limit else AtLeast(limit)
        count = exact.enumerated(self, limit, budget)
        return count if count < limit else AtLeast(count)

    def odds(self, *, budget: int | None = None, progress: engine.Progress | None = None) -> Odds:
        """Return in how many of the solutions each candidate is true, exactly.

        Classic boards with many solutions take 10 to 20 times as long as `count` without a limit. ``budget`` and
        ``progress`` are as there; the budget is for each of the up to nine sums.

        Raises `Conflict` or `NoSolution` if there is no solution, and `LimitReached` if the budget is spent or a board
        of other rules has 20,000 solutions or more.

        >>> odds = Puzzle("1... ..3. .4.. ....").odds()
        >>> odds.total, odds["r4c4"], float(odds.share("r1c1", 1))
        (3, (0, 1, 1, 1), 1.0)
        """
        from nonet.puzzle import odds

        return odds.odds(self, budget, progress)

    def sample(
        self,
        n: int,
        *,
        seed: int,
        budget: int | None = None,
        progress: engine.Progress | None = None,
    ) -> list[Grid]:
        """Return ``n`` random solutions, drawn independently: each solution is equally likely each time.

        Sample number i depends on the puzzle, the seed and i alone; it is reproducible since version 0.1. ``budget``
        and ``progress`` are those of `count` without a limit. Raises what `odds` raises.

        >>> Puzzle("." * 81).sample(1, seed=1)[0].text()[:9]
        '754381962'
        >>> Puzzle("." * 16).sample(3, seed=7) == Puzzle("." * 16).sample(4, seed=7)[:3]
        True
        """
        return exact.sample(self, n, seed, budget, progress)

    @property
    def is_unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.count() == 1

    # -- looking ---------------------------------------------------------------------------------

    def candidates(self) -> Candidates:
        """Return the digits that each cell can hold: those that no filled cell among its peers excludes.

        Digits that would violate a constraint at once are excluded too. The givens are placed.

        >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> len(p.candidates()), sorted(p.candidates()["r5c5"])
        (153, [5])
        """
        return Candidates.from_masks(allowed_masks(self), placed=self.givens)

    def check(
        self,
        grid: IntoGrid | Itself | None = ITSELF,
        *,
        budget: int | None = None,
        language: str = "en",
    ) -> Check:
        """Return what is wrong with the puzzle, or with a player's board.

        Without ``grid`` the answer is that of ``nonet check``: it is true if the puzzle has exactly one solution. Else
        its problems name givens that clash, givens that the marks exclude, no solution, or several. ``budget`` limits
        the guesses; if it is spent, ``is_unique`` is None.

        With ``grid`` the answer is true if the grid is full and correct. Problems are changed givens, digits that
        clash, digits that the marks exclude, digits that the only solution does not have, and empty cells. Whatever is
        not a board of this size (None, text in words, too few cells) is a wrong answer, and its problem says why.
        ``language`` is that of the problems.

        >>> check = Puzzle("11" + "." * 79).check()
        >>> print(check)
        r1c1 and r1c2 are both 1 in row 1 and box 1
        >>> bool(check), check.is_unique, check.conflicts
        (False, False, ((0, 1),))
        >>> print(Puzzle("1... ..3. .4.. ...2").check(None))
        expected a board, got None
        """
        if grid is ITSELF:
            return check_puzzle(self, budget, language)
        return check_grid(self, grid, budget, language)

    # -- redundant and missing givens ------------------------------------------------------------

    @property
    def is_minimal(self) -> bool:
        """Whether there is exactly one solution, and every given is needed for that."""
        return self.is_unique and not self.redundant_givens()

    def redundant_givens(self, *, budget: int | None = None) -> CellSet:
        """Return the givens that can each be removed alone without losing the unique solution.

        Removing all of them together rarely works; `minimise` removes as many as it can. Raises what `solution` raises.

        >>> p = Puzzle("1... ..3. .4.. ...2")
        >>> p.redundant_givens().names, Puzzle(p.solution()).redundant_givens().names[:2]
        ((), ('r1c1', 'r1c2'))
        """
        from nonet.puzzle import minimality

        self.solution(budget=budget)
        redundant = minimality.redundant_givens(self._given_sets(budget))
        return CellSet.from_mask(redundant, size=self.rules.size)

    def redundant_constraints(self, *, budget: int | None = None) -> tuple[Constraint, ...]:
        """Return the constraints that can each be removed alone without losing the unique solution.

        Raises what `solution` raises.
        """
        from nonet.puzzle.constraint_sets import redundant_constraints

        self.solution(budget=budget)
        return redundant_constraints(self, budget)

    def minimise(
        self, seed: int = 0, *, constraints: bool = False, budget: int | None = None
    ) -> Puzzle:
        """Return a minimal puzzle with the same solution: redundant givens removed until none is left.

        With ``constraints`` redundant constraints are removed too, before the givens. ``seed`` decides the order of
        removal. ``budget`` limits the guesses of each search. A puzzle with constraints keeps what cannot be proved
        redundant within it (default: 50,000 guesses). Notes are dropped. Raises what `solution` raises.

        >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> q = p.minimise(seed=1)
        >>> len(p.givens.filled), len(q.givens.filled), q.is_minimal, q.solution() == p.solution()
        (30, 21, True, True)
        """
        return next(self.minimal_puzzles(seed, constraints=constraints, budget=budget))

    def minimal_puzzles(
        self,
        seed: int = 0,
        *,
        constraints: bool = False,
        limit: int | None = None,
        budget: int | None = None,
    ) -> Iterator[Puzzle]:
        """Yield every minimal puzzle whose givens are among these and whose solution is the same, each once.

        ``seed`` decides their order; the first is that of `minimise`. There can be millions; ``limit`` stops earlier.
        With ``constraints`` the redundant constraints are removed first, the same ones for all. ``budget`` limits the
        guesses of each search, as in `minimise`. Raises what `solution` raises.

        >>> sum(1 for _ in Puzzle("1234 3412 2143 4321").minimal_puzzles())
        284
        """
        from nonet.puzzle.minimality import minimal_puzzles

        yield from islice(minimal_puzzles(self, seed, constraints, budget), limit)

    def differences(self, *, budget: int | None = None) -> dict[int, frozenset[int]]:
        """Return the cells in which solutions differ, each with all digits that it has in some solution.

        These digits are the true candidates of the cells; cells that are absent have one digit in all solutions.
        A puzzle with one solution has no differences. ``budget`` limits the guesses of each search; ``progress`` of the
        `LimitReached` holds the differences found so far. Raises `Conflict` or `NoSolution` if there is no solution.

        >>> sorted(Puzzle("1... ..3. .4.. ....").differences()[15])
        [2, 3, 4]
        """
        from nonet.puzzle.missing_givens import differences

        result = engine.search(self.rules, self.givens, self.marks, limit=2, budget=budget)
        if not result.grids and result.exact:
            self.solution(budget=budget)
        return differences(self._given_sets(budget), result.grids)

    def true_candidates(self, *, budget: int | None = None) -> TrueCandidates:
        """Return for each cell the digits that it has in some solution; ``why(cell, digit)`` says why not others.

        ``budget`` limits the guesses of each search; there is one for each digit that no solution has shown yet.
        Raises `Conflict` or `NoSolution` if there is no solution, and `LimitReached` if a search spends its budget.

        >>> Puzzle("1... ..3. .4.. ....").true_candidates()["r4c4"]
        frozenset({2, 3, 4})
        """
        masks = engine.masks_of(self.givens, self.marks, "Q")
        unions, is_exact = engine.true_masks(engine.tables_of(self.rules), masks, budget=budget)
        if not is_exact:
            raise LimitReached(engine.budget_sentence(self.rules, budget), progress=None)
        if not all(unions):
            raise exact.unsolvable(self)
        from nonet.puzzle.true_candidates import TrueCandidates

        return TrueCandidates.of(self, unions)

    def repair(self, *, budget: int | None = None) -> Repair:
        """Return the puzzle with the fewest changes to its givens that leave one solution.

        If it has several solutions, givens are added. If it has none, givens are changed or removed: usually one is a
        typing mistake, and `Repair.alternatives` lists the other digits that can be it. Equal givens in one house are
        repaired too. `Repair.exact` says whether it is proved that fewer changes do not suffice. If the constraints
        exclude each other, the wrong one gets another sum or is removed.

        ``budget`` limits the sets of givens that are examined (default: a million to add, 20,000 to change). Of a
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
        from nonet.puzzle.repairing import repair

        return repair(self, budget)

    def _given_sets(self, budget: int | None, **options: bool) -> GivenSets:
        from nonet.puzzle.given_sets import GivenSets

        return GivenSets(self.rules, self.givens, self.marks, budget=budget, **options)

    # -- explaining ------------------------------------------------------------------------------

    def rate(self, *, profile: str | Profile = "se", budget: int | None = None) -> Rating:
        """Return the difficulty for a person, as Sudoku Explainer 1.2.1 rates it: ER, EP, ED and the steps.

        A rating of 20.0 means that the techniques do not suffice. Another ``profile`` tries the techniques in another
        order and rates them in another way, see `nonet.steps.profiles`. ``budget`` limits the implications followed
        (the default is large); if it is spent, the rating is a lower bound and ``exact`` is false.

        Raises `Conflict`, `NoSolution` or `MultipleSolutions` if there is not exactly one solution, and `RulesError` if
        the ``profile`` of another program does not have boards with these rules.

        >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> r = p.rate()
        >>> print(r, "by", r.hardest, "in", r.steps, "steps")
        ER 1.2  EP 1.2  ED 1.2 by Hidden single in a box in 51 steps
        """
        return self._at(None).rate(profile=profile, budget=budget)

    def steps(
        self,
        candidates: Position | Candidates | None = None,
        *,
        profile: str | Profile = "nonet",
        budget: int | None = None,
    ) -> Iterator[Step]:
        """Yield the steps that solve the puzzle, always the easiest one available in the order of a profile.

        ``candidates`` is the `Position` to start from, or its candidates with the placed digits; without it the puzzle
        itself is. ``position.after(step)`` is the position after a step. ``budget`` limits the implications followed
        for each step.

        Raises what `hint` raises, with the steps so far in `Stuck` and `LimitReached`; several solutions just end it.

        >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> steps = list(p.steps())
        >>> len(steps), steps[0].outcome
        (51, 'r1c6=8')
        """
        return self._at(candidates).steps(profile=profile, budget=budget)

    def hint(
        self,
        candidates: Position | Candidates | None = None,
        *,
        profile: str | Profile = "nonet",
        budget: int | None = None,
    ) -> Step | None:
        """Return the easiest next step in the order of a profile, or None if the board is full.

        ``candidates`` is a `Position` in the middle of a game, or its candidates with the placed digits; without it the
        step is the first of the puzzle. ``budget`` limits the implications followed. Raises what `Position.hint`
        raises.

        Boards that are not classic have fewer and simpler techniques, and others for their constraints; there is no
        budget for these.

        >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> step = p.hint()
        >>> step.text("nudge")
        'In a box, a digit has only one place left.'
        >>> from nonet import Position
        >>> position = Position(p).after(step)
        >>> position.hint().text("where")
        'Look at box 2 for a digit with only one place.'
        """
        return self._at(candidates).hint(profile=profile, budget=budget)

    def all_steps(
        self,
        candidates: Position | Candidates | None = None,
        *,
        profile: str | Profile = "nonet",
        techniques: Iterable[str | Technique] | None = None,
        budget: int | None = None,
    ) -> tuple[Step, ...]:
        """Return every step of a position that needs no chain, in the order of a profile.

        If there is none, return all steps of the easiest chain technique that finds one; none at all is an empty
        tuple. If ``techniques`` are named, return all steps of these, chains too. Raises what `hint` raises, except
        `Stuck`.
        """
        return self._at(candidates).all_steps(profile=profile, techniques=techniques, budget=budget)

    def _at(self, candidates: Position | Candidates | None) -> Position:
        """Return a position on this puzzle."""
        from nonet.puzzle.position import Position

        if isinstance(candidates, Position):
            return candidates.on(self)
        return Position(self, candidates=candidates)

    # -- equivalent puzzles ----------------------------------------------------------------------

    def canonical(self) -> Puzzle:
        """Return the representative of all equivalent puzzles: those that a `Transform` turns into each other.

        It is the one whose 81 digits, with 0 for an empty cell, make the smallest number. For a full `Grid` use
        ``Puzzle(grid).canonical().givens``. Notes are dropped. Raises `Conflict` if two givens clash, and `RulesError`
        for a board that is not classic 9x9 and for a sukaku.

        >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> p.canonical().givens.text(blank="0")
        '000000001000002034156000270000008000000051002329740000001600900003400700280910450'
        >>> from nonet import Transform
        >>> p.canonical() == p.transform(Transform.random(seed=1)).canonical()
        True
        """
        from nonet.puzzle.moving import canonical_form

        return Puzzle._trusted(canonical_form(self)[0], None)

    def canonical_transform(self) -> Transform:
        """Return a transform that leads to the canonical form; a puzzle with automorphisms has several.

        Raises what `canonical` raises.
        """
        from nonet.puzzle.moving import canonical_form

        return canonical_form(self)[1]

    def automorphisms(self) -> int:
        """Return the number of transforms that turn the puzzle into itself, at least 1 (the identity).

        Renaming digits that do not occur and exchanging empty lines count, though they change nothing visible. Raises
        what `canonical` raises.

        >>> Puzzle("." * 81).automorphisms(), Puzzle("1" + "." * 80).automorphisms()
        (1218998108160, 1672151040)
        """
        from nonet.puzzle.moving import canonical_form

        return canonical_form(self)[2]

    def transform(self, by: Transform) -> Puzzle:
        """Return the equivalent puzzle that a transform makes, with its marks and constraints. Notes are dropped.

        Raises `RulesError` for a board that is not 9x9, and where the rules would not stay the same: constraints on
        the values of digits allow no renaming, constraints on neighbours only rotations and reflections.

        >>> from nonet import Transform
        >>> Puzzle("12" + "." * 79).transform(Transform(transposed=True))["r2c1"]
        2
        >>> Puzzle("." * 81, rules="xsum:15=r3=left").transform(Transform(rows=range(8, -1, -1))).rules.constraints
        (XSum('r7', 'left', 15),)
        """
        from nonet.puzzle.moving import transformed

        return transformed(self, by)

    def is_equivalent(self, other: IntoPuzzle) -> Transform | None:
        """Return a transform that turns this puzzle into the other one, or None if they are not equivalent.

        Raises what `canonical` raises, for either puzzle.

        >>> from nonet import Transform
        >>> p = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> q = p.transform(Transform.random(seed=1))
        >>> p.transform(p.is_equivalent(q)) == q, p.is_equivalent("." * 81)
        (True, None)
        """
        from nonet.puzzle.moving import transform_between

        return transform_between(self, as_puzzle(other))

    # -- being a value ---------------------------------------------------------------------------

    @overload
    def __getitem__(self, cell: int | str | tuple[int, int]) -> int: ...
    @overload
    def __getitem__(
        self, cell: slice | tuple[slice, int] | tuple[int, slice]
    ) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, cell: tuple[slice, slice]) -> tuple[tuple[int, ...], ...]: ...
    def __getitem__(self, cell: Any) -> Any:
        """Return the given of a cell, 0 if it is empty; several cells as for `Grid`."""
        return self.givens[cell]

    def __iter__(self) -> Iterator[int]:
        return iter(self.givens)

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        return self.givens.__array__(dtype, copy)

    def tolist(self) -> list[list[int]]:
        """Return the givens as rows, 0 for an empty cell."""
        return self.givens.tolist()

    def with_info(
        self, info: Mapping[str, str] | Iterable[tuple[str, str]] = (), **more: str
    ) -> Puzzle:
        """Return the same puzzle with notes added."""
        notes = {**self.info, **dict(info), **more}
        return Puzzle(self.givens, rules=self.rules, marks=self.marks, info=notes)

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
        rules, line = self.rules, self.givens.text()
        if self.marks is None:
            board = with_separators(line, rules.size, rules.box_rows, rules.box_columns)
        else:
            board = str(self.candidates())
        return (
            f"{board}\n{format_rules(self.rules)}"
            if self.rules.constraints or rules.own_digits
            else board
        )

    def _repr_svg_(self) -> str:
        """Draw the puzzle, for notebooks."""
        return later.svg(self)


def as_puzzle(board: IntoPuzzle, *, rules: Rules | str | None = None) -> Puzzle:
    """Return a `Puzzle` from anything that is a board; a `Puzzle` is returned as it is.

    Raises what `Puzzle` raises, and `TypeError` for an object that is not a board.

    >>> as_puzzle([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]])
    Puzzle('1.....3..4.....2', rules=Rules(box_rows=2, box_columns=2))
    """
    if isinstance(board, Puzzle) and rules is None:
        return board
    return Puzzle(board, rules=rules)


def as_puzzles(boards: IntoPuzzle | Iterable[IntoPuzzle]) -> list[Puzzle]:
    """Return the puzzles of one board or of several; n texts of n characters are the rows of one board.

    Raises what `as_puzzle` raises.

    >>> one = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]
    >>> len(as_puzzles(one)), len(as_puzzles([one, one])), len(as_puzzles(["1.....3..4.....2"]))
    (1, 2, 1)
    """
    if isinstance(boards, (Puzzle, Grid, Candidates, str, bytes, bytearray)):
        return [as_puzzle(boards)]
    items = as_list(boards, "a Grid, Puzzle, string, nested list or several of them")
    return [Puzzle(items)] if is_board(items) else [as_puzzle(item) for item in items]


_new = object.__new__

# The slots, past `__setattr__`: twice as fast as `object.__setattr__`.
_set_rules, _set_givens, _set_marks, _set_info = (
    Puzzle.__dict__[name].__set__ for name in ("rules", "givens", "marks", "info")
)

"""Chains through constraints: what follows if a candidate is supposed, by cells, houses and constraints alike.

The core finds the shortest proof that a candidate is out, a list of single inferences (`nonet.engine.proofs`). Here it
becomes a `Step`: two chains from one assumption to what contradicts itself. An inference by a constraint is a step of
its own, found on the board as the lines that it rests on have left it, so that it has the words of its technique.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from nonet import engine
from nonet.base.errors import LimitReached
from nonet.base.masks import indices_of
from nonet.boards.grid import Candidates, Grid
from nonet.deduction.board_view import BoardView
from nonet.deduction.inferences import (
    by_any,
    by_condition,
    by_leftover,
    by_line,
    by_places,
    by_subset,
)
from nonet.deduction.layout import Condition, Layout, layout_of
from nonet.deduction.leftovers import Leftover
from nonet.engine.proofs import EVERY, Inferred, Kind, Network, Proof, Why
from nonet.rules.constraints.primitives import Allowed, Different, Linear, Pair, Primitive
from nonet.steps import (
    Basis,
    Cause,
    Chain,
    Inference,
    Mark,
    Placement,
    Role,
    Step,
    profile,
    technique,
)
from nonet.steps.deferred import deferred

if TYPE_CHECKING:
    from nonet.rules import Rules
    from nonet.steps import Profile

__all__ = ["CHAINS", "all_steps", "next_step", "of_one_constraint", "why_not"]

_SHORT, _CONTRADICTION = "short_contradiction", "dynamic_contradiction_chain"
_NESTED = "nested_dynamic_chain"

_KINDS = {
    _CONTRADICTION: Kind.CONTRADICTION,
    "dynamic_double_chain": Kind.OPPOSITES,
    "dynamic_cell_chain": Kind.CELL,
    "dynamic_house_chain": Kind.HOUSE,
}

CHAINS = (*_KINDS, _NESTED)
"""The techniques that this finds on any board: without another supposition inside, and with."""

CONSTRAINED = (_SHORT, *CHAINS)
"""Those that it finds on boards with constraints."""

_MOST_SHORT = 5
"""Lines of a short contradiction, with the supposition and what is contradicted: a person keeps them in the mind."""

_MOST_LEFTOVERS, _MOST_CELLS = 150, 6
"""Equations of the rule of 45 in a network, and the cells of one."""

_MOST_LISTED = 64
"""Chains that are listed, of those of a board."""

_IMPLICATIONS = 100_000_000
"""For one step, unless the caller gives a budget: some seconds."""

_FEW = 5_000_000
"""For a short contradiction, before techniques that take less."""


class _Board(NamedTuple):
    """The network of a board, and what each of its primitives says: a condition, an equation, or that cells differ."""

    network: Network
    primitives: tuple[Primitive, ...]
    owners: tuple[Condition | Leftover | None, ...]
    layout: Layout
    latest: _Latest

    def contradiction(
        self, masks: Sequence[int], budget: int, solution: Grid | None
    ) -> tuple[engine.Status, Proof | None]:
        """Return the shortest contradiction on a board. It is looked for twice, so the last one found is kept."""
        key = tuple(masks)
        if self.latest.masks != key:
            answer = self.network.shortest(masks, budget=budget, solution=solution)
            if answer[1] is None and answer[0] is engine.Status.OUT_OF_BUDGET:
                return answer
            self.latest.masks, self.latest.answer = key, answer
        return self.latest.answer


class _Latest:
    """The last board, and the answer for it."""

    masks: tuple[int, ...] = ()
    answer: tuple[engine.Status, Proof | None] = engine.Status.MULTIPLE, None


@lru_cache(maxsize=16)
def _board_of(rules: Rules) -> _Board:
    layout = layout_of(rules)
    primitives: list[Primitive] = [Different(tuple(house.cells)) for house in rules.known_houses]
    owners: list[Condition | Leftover | None] = [None] * len(primitives)
    for each, number in layout.primitives:
        primitives.append(each)
        owners.append(None if number is None else layout.conditions[number])
    short = [each for each in layout.leftovers if _size(each) <= _MOST_CELLS]
    for leftover in (*short[:_MOST_LEFTOVERS], *layout.combined):
        primitives.append(_equation(leftover))
        owners.append(leftover)
    network = Network(rules.size**2, range(1, rules.size + 1), primitives)
    return _Board(network, tuple(primitives), tuple(owners), layout, _Latest())


def _size(leftover: Leftover) -> int:
    return (leftover.innies | leftover.outies).bit_count()


def _equation(leftover: Leftover) -> Linear:
    innies, outies = list(indices_of(leftover.innies)), list(indices_of(leftover.outies))
    rest = leftover.total - leftover.known
    return Linear((*innies, *outies), (1,) * len(innies) + (-1,) * len(outies), rest, rest)


def next_step(
    rules: Rules,
    board: Candidates,
    order: Profile,
    *,
    whole: Profile | None = None,
    budget: int | None = None,
    givens: Grid | None = None,
    solution: Grid | None = None,
) -> Step | None:
    """Return the shortest chain of some techniques of a profile, None if there is none.

    What one constraint eliminates by itself comes first: it is a step of its own technique, if the ``whole`` profile,
    of which ``order`` are some rows, has it. What the ``solution`` has, if the puzzle has one only, is not tried.
    """
    known = _board_of(rules)
    names = {each.id for each in order.techniques}
    kinds = Kind(sum(kind for name, kind in _KINDS.items() if name in names))
    most = _IMPLICATIONS if budget is None else min(_IMPLICATIONS, budget)
    status, proof = engine.Status.MULTIPLE, None
    if _SHORT in names:
        status, proof = known.contradiction(board.masks, min(_FEW, most), solution)
        if proof is not None and proof.lines > _MOST_SHORT:
            proof = None
    if proof is None and Kind.CONTRADICTION in kinds:
        status, proof = known.contradiction(board.masks, most, solution)
    if proof is None and status is not engine.Status.OUT_OF_BUDGET and (kinds or _NESTED in names):
        status, proof = known.network.shortest(
            board.masks,
            kinds=kinds & ~Kind.CONTRADICTION,
            inside=_NESTED in names,
            budget=most,
            solution=solution,
        )
    if proof is None:
        if status is engine.Status.OUT_OF_BUDGET and most < _IMPLICATIONS and names != {_SHORT}:
            raise LimitReached(f"the budget of {budget:,} implications is spent")
        return None
    step = _Telling(known, rules, board, givens, _ratings(whole or order)).step(proof)
    if not proof.supposed and whole is not None and step.technique not in whole:
        return next(_refuted(rules, board, whole, givens), None)
    return step


def of_one_constraint(
    rules: Rules, board: Candidates, order: Profile, *, givens: Grid | None = None
) -> Step | None:
    """Return what one constraint eliminates by itself, a step of a technique of the profile, None if there is none."""
    known = _board_of(rules)
    _, proof = known.network.shortest(board.masks, kinds=Kind(0), budget=_IMPLICATIONS)
    if proof is None:
        return None
    step = _Telling(known, rules, board, givens, _ratings(order)).step(proof)
    return step if step.technique in order else None


def all_steps(
    rules: Rules,
    board: Candidates,
    order: Profile,
    *,
    whole: Profile | None = None,
    budget: int | None = None,
    givens: Grid | None = None,
    solution: Grid | None = None,
) -> tuple[Step, ...]:
    """Return the step of `next_step`, then the other chains without suppositions inside, the shortest first.

    Where the first one is of another kind, it is the only one: one constraint alone, or a chain with others inside.
    """
    first = next_step(
        rules, board, order, whole=whole, budget=budget, givens=givens, solution=solution
    )
    if first is None or first.technique.id not in (_SHORT, _CONTRADICTION):
        return () if first is None else (first,)
    steps = {_conclusion(first): first}
    for step in _refuted(rules, board, whole or order, givens):
        if step.technique.id in order:
            steps.setdefault(_conclusion(step), step)
    return tuple(steps.values())


def _refuted(
    rules: Rules, board: Candidates, order: Profile, givens: Grid | None
) -> Iterator[Step]:
    """Yield a chain for each candidate that is refuted without suppositions inside, the shortest ones first."""
    known = _board_of(rules)
    telling = _Telling(known, rules, board, givens, _ratings(order))
    for proof in islice(known.network.refuted(board.masks), _MOST_LISTED):
        yield telling.step(proof)


def _conclusion(step: Step) -> object:
    return step.places, frozenset(step.removes.items())


def _ratings(order: Profile) -> dict[str, float]:
    return {row.technique.id: row.rating for row in order.rows}


def why_not(
    rules: Rules, board: Candidates, cell: int, digit: int, *, budget: int | None
) -> Step | None:
    """Return a proof that a cell cannot hold a digit, however long; None if it can.

    First no other candidate is supposed inside, then one at a time, then cell by cell until all ways are tried.
    Raises `LimitReached` if that takes more than ``budget`` implications.
    """
    known = _board_of(rules)
    bit = 1 << digit - 1
    for each, number in known.layout.primitives:
        if isinstance(each, Allowed) and each.cell == cell and not each.digits & bit:
            view = BoardView(rules, board, _Ratings())
            return by_condition(view, known.layout.conditions[number or 0], {cell: bit})
    left = _WHY if budget is None else budget
    for inside in (0, 1, EVERY):
        most = min(left, _IMPLICATIONS) if inside == 1 else left
        status, proof = known.network.refute(board.masks, cell, digit, inside=inside, budget=most)
        if proof is not None:
            return _Telling(known, rules, board, None, _ratings(profile("nonet"))).step(proof)
    if status is engine.Status.OUT_OF_BUDGET:
        raise LimitReached(f"the budget of {left:,} implications is spent")
    # A constraint of one cell is not an inference for the core: it never has the digit.
    alone = Candidates._trusted((*board.masks[:cell], bit, *board.masks[cell + 1 :]), board.placed)
    count, _ = engine.count(rules, board.placed, alone, limit=1, budget=None)
    return None if count else by_any(BoardView(rules, board, _Ratings()), {cell: bit})


_WHY = 1_000_000_000
"""Implications for one proof, unless the caller gives a budget: about a minute."""


class _Telling:
    """Makes steps of proofs about one board."""

    def __init__(
        self,
        known: _Board,
        rules: Rules,
        board: Candidates,
        givens: Grid | None,
        ratings: dict[str, float],
    ) -> None:
        self._known = known
        self._rules = rules
        self._board = board
        self._givens = givens
        self._ratings = ratings

    def step(self, proof: Proof) -> Step:
        """Return the step of a proof, whose supposition is wrong, or of what is eliminated without one."""
        if not proof.supposed:
            return self._direct(proof)
        if proof.cases:
            for case in proof.cases:
                last = case.inferences[-1]
                is_direct = len(case.inferences) == 2 and not last.parents and not last.on
                if is_direct and last.why in (Why.RELATION, Why.CONSTRAINT):
                    return self._alone(last)
            return self._by_cases(proof)
        first, last = proof.inferences[0], proof.inferences[-1]
        is_alone = proof.lines == 2 and first.on and last.cell == first.cell
        if is_alone and last.why in (Why.RELATION, Why.CONSTRAINT):
            return self._alone(last._replace(digit=first.digit))
        return self._contradiction(proof, {})

    def _alone(self, inferred: Inferred) -> Step:
        """Return the step of a candidate that one constraint excludes as soon as it is supposed."""
        step = self._by_rule(self._board, inferred, {inferred.cell: 1 << inferred.digit - 1})
        rating = self._ratings.get(step.technique.id, self._ratings.get(_SHORT, 0.0))
        return replace(step, board=self._board, givens=self._givens, rating=rating)

    def _direct(self, proof: Proof) -> Step:
        """Return the step of what one primitive eliminates from the board as it is."""
        first = proof.inferences[0]
        if first.why is Why.PLACED and first.by is not None:
            cell, digit = first.by
            if self._board.placed[cell] != digit:
                return self._single(cell, digit)
        removes: dict[int, int] = {}
        for each in proof.inferences:
            removes[each.cell] = removes.get(each.cell, 0) | 1 << each.digit - 1
        step = self._by_rule(self._board, first, removes)
        return replace(step, board=self._board, givens=self._givens)

    def _single(self, cell: int, digit: int) -> Step:
        """Return the step of a cell with one candidate left, or of the last place of a digit in a house."""
        view = BoardView(self._rules, self._board, _Ratings(self._ratings), self._givens)
        mask = self._board.masks[cell]
        if not mask & (mask - 1):
            return view.step("naked_single", places=(cell, digit))
        kind = "hidden_single_line"
        for number, house in enumerate(self._rules.known_houses):
            others = (other for other in house.cells if other != cell)
            is_only = not any(self._board.masks[other] >> digit - 1 & 1 for other in others)
            if cell in house.cells and is_only and len(house.cells) == self._rules.size:
                if house.name.startswith(("box", "region")):
                    kind = "hidden_single_box"
                return view.step(kind, places=(cell, digit), houses=(number,))
        return view.step("naked_single", places=(cell, digit))

    def _rating(self, name: str, lines: int) -> float:
        return round(self._ratings.get(name, 0.0) + _longer(name, lines), 1)

    # -- contradictions --------------------------------------------------------------------------

    def _contradiction(self, proof: Proof, around: dict[int, int]) -> Step:
        """Return the step of a proof; ``around`` is what the proof around it knows, as masks of cells."""
        start = proof.inferences[0]
        last = proof.inferences[-1]
        refuted = next(
            number
            for number, inference in enumerate(proof.inferences)
            if (inference.cell, inference.digit, inference.on)
            == (last.cell, last.digit, not last.on)
        )
        nodes, numbers = self._nodes(proof, around, refuted)
        ends = sorted((*numbers[refuted], len(nodes) - 1))
        chains = tuple(_chain(nodes, end) for end in ends)
        bit = 1 << start.digit - 1
        rest = self._board.masks[start.cell] & ~bit
        places = None if start.on else Placement(start.cell, start.digit)
        gone = {start.cell: frozenset([start.digit])} if start.on else {}
        is_nested = any(inference.nested is not None for inference in proof.inferences)
        name = _CONTRADICTION
        if proof.lines <= _MOST_SHORT and _SHORT in self._ratings:
            name = _SHORT
        if is_nested or name not in self._ratings:
            name = _NESTED
        marks = [Mark(Role.TARGET, start.cell, frozenset([start.digit]))]
        return Step(
            technique(name),
            self._rating(name, proof.lines),
            places=places,
            removes=gone if rest or not start.on else {},
            marks=tuple(marks),
            chains=chains,
            kind="contradiction",
            complexity=proof.lines,
            rules=self._rules,
            board=self._board,
            givens=self._givens,
        )

    # -- cases ---------------------------------------------------------------------------------------

    def _by_cases(self, proof: Proof) -> Step:
        """Return the step of what all digits of a cell, all places of a digit, or a candidate on and off lead to."""
        chains = []
        for case in proof.cases:
            nodes, _ = self._nodes(case, {}, None)
            chains.append(_chain(nodes, len(nodes) - 1))
        starts = [case.inferences[0] for case in proof.cases]
        target = proof.cases[0].inferences[-1]
        digits = {start.digit for start in starts}
        kind = "cell"
        houses: tuple[int, ...] = ()
        basis: Basis | None = None
        if not all(start.on for start in starts):
            kind = "double"
        elif len({start.cell for start in starts}) > 1:
            places = {start.cell for start in starts}
            kind, houses = "house", self._held(places, min(digits))
            basis = None if houses else self._line_of(places, min(digits))
        marks = [
            Mark(Role.CAUSE, cell, frozenset(digits))
            for cell in dict.fromkeys(start.cell for start in starts)
        ]
        name = f"dynamic_{kind}_chain"
        return Step(
            technique(name),
            self._rating(name, proof.lines),
            places=Placement(target.cell, target.digit) if target.on else None,
            removes={} if target.on else {target.cell: frozenset([target.digit])},
            houses=houses,
            marks=(*marks, Mark(Role.TARGET, target.cell, frozenset([target.digit]))),
            chains=tuple(chains),
            kind=kind,
            complexity=proof.lines,
            rules=self._rules,
            basis=basis,
            board=self._board,
            givens=self._givens,
        )

    def _line_of(self, places: set[int], digit: int) -> Basis | None:
        """Return the constraint that keeps cells apart in which these are all places of a digit."""
        for constraint, cells in self._known.layout.lines:
            if places == {cell for cell in cells if self._board.masks[cell] >> digit - 1 & 1}:
                return Basis((constraint,), cells)
        return None

    def _held(self, places: set[int], digit: int) -> tuple[int, ...]:
        """Return the house in which these are all places of a digit."""
        bit = 1 << digit - 1
        for number, house in enumerate(self._rules.known_houses):
            if len(house.cells) == self._rules.size and places == {
                cell for cell in house.cells if self._board.masks[cell] & bit
            }:
                return (number,)
        return ()

    def _nodes(
        self, proof: Proof, around: dict[int, int], refuted: int | None
    ) -> tuple[list[Inference], dict[int, tuple[int, ...]]]:
        """Return the inferences as nodes, those of one cell for one reason together, and the nodes of each.

        What a digit takes from the cells of its houses has none: the digit stands for it. It has one where the proof
        ends with it, or contradicts it (``refuted``).
        """
        nodes: list[Inference] = []
        numbers: dict[int, tuple[int, ...]] = {}
        held: list[list[Inferred]] = []
        ends = len(proof.inferences) - 1, refuted
        for number, inference in enumerate(proof.inferences):
            if number not in ends and self._is_seen(inference):
                numbers[number] = tuple(n for parent in inference.parents for n in numbers[parent])
                continue
            if held and number not in ends and _goes_on(held[-1][-1], inference):
                held[-1].append(inference)
            else:
                held.append([inference])
            numbers[number] = (len(held) - 1,)
        for group in held:
            parents = {
                n for inference in group for parent in inference.parents for n in numbers[parent]
            }
            nodes.append(self._node(group, tuple(sorted(parents)), proof, around))
        return nodes, numbers

    def _is_seen(self, inferred: Inferred) -> bool:
        """Whether an inference is that a digit is not in another cell of a house, or that no other is in its cell."""
        if inferred.why is not Why.PLACED or inferred.by is None:
            return False
        return self._sight(inferred.cell, inferred.by[0]) != (Cause.FAR, None)

    def _node(
        self,
        group: Sequence[Inferred],
        parents: tuple[int, ...],
        proof: Proof,
        around: dict[int, int],
    ) -> Inference:
        first = group[0]
        more = tuple(each.digit for each in group[1:])
        cause, house, nested = Cause.STEP, None, None
        if first.why is Why.SUPPOSED:
            cause = Cause.ASSUMPTION
        elif first.why is Why.CELL:
            cause = Cause.CELL
        elif first.why is Why.PLACED and self._relation(first) is None:
            assert first.by is not None
            cause, house = self._sight(first.cell, first.by[0])
        elif first.why is Why.HOUSE and (
            step := self._house(first, self._left(proof, group, around))
        ):
            cause, house = step
        else:
            around = self._left(proof, group, around)
            nested = deferred(partial(self._inside, group, around))
        return Inference(
            first.cell, first.digit, first.on, cause, parents, nested, house=house, more=more
        )

    def _inside(self, group: Sequence[Inferred], left: dict[int, int]) -> Step:
        """Return the step of an inference by something that has words of its own."""
        first = group[0]
        if first.nested is not None:
            return self._contradiction(first.nested, left)
        mask = sum(1 << each.digit - 1 for each in group)
        gone = left.get(first.cell, self._board.masks[first.cell]) & ~mask if first.on else mask
        return self._by_rule(self._with(left), first, {first.cell: gone})

    def _left(
        self, proof: Proof, group: Sequence[Inferred], around: dict[int, int]
    ) -> dict[int, int]:
        """Return what is left of the candidates of cells, as masks, by what an inference rests on."""
        known = dict(around)
        literals = [
            (proof.inferences[p].cell, proof.inferences[p].digit, proof.inferences[p].on)
            for each in group
            for p in each.parents
        ]
        literals += [literal for each in group for literal in each.outside]
        for cell, digit, on in literals:
            bit = 1 << digit - 1
            mask = known.get(cell, self._board.masks[cell])
            known[cell] = bit if on else mask & ~bit
        return known

    def _with(self, left: dict[int, int]) -> Candidates:
        """Return the board with what is left of some cells; those with one candidate are filled."""
        masks, placed = list(self._board.masks), bytearray(self._board.placed)
        for cell, mask in left.items():
            masks[cell] = mask
            if mask and not mask & (mask - 1):
                placed[cell] = mask.bit_length()
        grid = self._board.placed._with_cells(bytes(placed))
        return Candidates._trusted(tuple(masks), grid)

    def _by_rule(self, board: Candidates, inferred: Inferred, removes: dict[int, int]) -> Step:
        """Return the step of an inference that is no more than one constraint, equation or house."""
        view = BoardView(self._rules, board, _Ratings(self._ratings), self._givens)
        removes = {cell: mask & view.masks[cell] or mask for cell, mask in removes.items()}
        number = self._relation(inferred) if inferred.primitive is None else inferred.primitive
        owner = None if number is None else self._known.owners[number]
        if isinstance(owner, Condition):
            primitive = self._known.primitives[number or 0]
            among = None
            if isinstance(primitive, Pair) and len(owner.cells) > 2:
                among = primitive.a, primitive.b
            return by_condition(view, owner, removes, among)
        if isinstance(owner, Leftover):
            return by_leftover(view, owner, removes)
        if inferred.why is Why.SUBSET:
            step = by_subset(view, inferred.places, removes)
        else:
            find = by_line if inferred.on else by_places
            step = find(view, inferred.cell, inferred.digit)
        if step is not None:
            return step
        return by_any(view, removes)

    def _relation(self, inferred: Inferred) -> int | None:
        """Return the relation that excludes equal digits in two cells that do not see each other, by its number."""
        if inferred.by is None:
            return None
        cell, other = inferred.cell, inferred.by[0]
        if cell == other or self._known.layout.sees[cell] >> other & 1:
            return None
        pairs = enumerate(self._known.primitives)
        relations = (n for n, p in pairs if isinstance(p, Pair) and {p.a, p.b} == {cell, other})
        return next(relations, None)

    def _sight(self, cell: int, other: int) -> tuple[Cause, int | None]:
        """Return by what a cell sees another one: the cell itself, a house, or only a constraint."""
        if cell == other:
            return Cause.CELL, None
        for number, house in enumerate(self._rules.known_houses):
            if house.cells.mask >> cell & house.cells.mask >> other & 1:
                return self._cause_of(number)
        return Cause.FAR, None

    def _house(self, inferred: Inferred, left: dict[int, int]) -> tuple[Cause, int | None] | None:
        """Return the house in which a digit has one place left; None if the board does not have it."""
        bit = 1 << inferred.digit - 1
        for number, house in enumerate(self._rules.known_houses):
            if len(house.cells) == self._rules.size and house.cells.mask >> inferred.cell & 1:
                others = (cell for cell in house.cells if cell != inferred.cell)
                if not any(left.get(cell, self._board.masks[cell]) & bit for cell in others):
                    return self._cause_of(number)
        return None

    def _cause_of(self, number: int) -> tuple[Cause, int | None]:
        size, plain = self._rules.size, len(self._rules.plain_houses)
        if number < plain and number < 3 * size:
            return (Cause.ROW, Cause.COLUMN, Cause.BOX)[number // size], None
        return Cause.FAR, number


class _Ratings(dict[str, float]):
    """The ratings of steps inside a proof, which are not shown."""

    def __missing__(self, name: str) -> float:
        return 0.0


def _goes_on(before: Inferred, now: Inferred) -> bool:
    """Whether an inference takes another digit from the same cell for the same reason."""
    return (
        not now.on
        and not before.on
        and now.cell == before.cell
        and now.why is before.why
        and now.why is not Why.NESTED
        and (now.primitive, now.by) == (before.primitive, before.by)
    )


def _chain(nodes: Sequence[Inference], end: int) -> Chain:
    """Return the nodes that one of them follows from, and itself."""
    needed = {end}
    for number in range(end, -1, -1):
        if number in needed:
            needed.update(nodes[number].parents)
    needed.add(0)
    order = sorted(needed)
    places = {number: place for place, number in enumerate(order)}
    return Chain(
        tuple(replace(nodes[n], parents=tuple(places[p] for p in nodes[n].parents)) for n in order)
    )


_LONGER = {
    _SHORT: ((4, 0.6), (5, 1.2)),
    _NESTED: tuple(
        (most + 3, 0.1 * number)
        for number, most in enumerate((4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256), 1)
    ),
}
"""From how many lines on a proof is rated how much higher than the shortest one of its technique."""

_DYNAMIC = (
    *((0, -2.9), (6, -0.9), (7, -0.1), (8, 0.0), (9, 0.5)),
    *((12, 0.6), (14, 0.7), (20, 0.8), (28, 0.9), (40, 1.0)),
)
"""The same for chains without others inside, measured up to 14 lines: benchmarks/calibration.py."""


def _longer(name: str, lines: int) -> float:
    """Return what the length of a proof adds to the rating of its technique."""
    return max((more for least, more in _LONGER.get(name, _DYNAMIC) if lines >= least), default=0.0)

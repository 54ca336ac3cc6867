"""Why a candidate is out: proofs of the core, each a list of single inferences by one cell, house or primitive.

``core/search/proofs.hpp`` describes the words of a proof; only this module reads them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, NamedTuple

from nonet import _core
from nonet.engine.budgets import bounds
from nonet.engine.models import machines_in, tables_of_words, words_of
from nonet.engine.results import Status
from nonet.engine.words import call_for_words

if TYPE_CHECKING:
    from nonet.rules.constraints.primitives import Primitive

__all__ = ["EVERY", "Inferred", "Kind", "Network", "Proof", "Why"]

EVERY = 0xFFFF_FFFF
"""Suppositions inside each other: as many as it takes."""

_ANY = _NOTHING = 0xFFFF_FFFF
_CASES = 0xFFFF_FFFE
_OUTSIDE = 0x8000_0000
_AS_GIVEN = 18, 0


class Why(IntEnum):
    """Why a candidate is on or off, as the core counts it."""

    SUPPOSED = 0
    PLACED = 1
    CELL = 2
    HOUSE = 3
    NESTED = 7
    RELATION = 8
    LOCKED = 9
    CONSTRAINT = 10
    SUBSET = 11


class Kind(IntFlag):
    """How a proof argues: one supposition contradicts itself, or all of some alternatives have something in common."""

    OPPOSITES = 1
    CELL = 2
    HOUSE = 4
    CONTRADICTION = 8


class Inferred(NamedTuple):
    """One inference: ``cell`` holds ``digit`` (``on``) or does not.

    ``primitive`` is the one by which it follows, or None; of `Why.PLACED` the candidate that excludes it is
    ``by``, a cell and a digit. Of `Why.SUBSET` the digit is held by the cells at some ``places`` of a house, a mask.
    ``parents`` are inferences before it, those of the proof itself, by their numbers;
    ``outside`` are candidates of the proof around it that it rests on, each as cell, digit and whether it is on.
    """

    cell: int
    digit: int
    on: bool
    why: Why
    primitive: int | None = None
    by: tuple[int, int] | None = None
    parents: tuple[int, ...] = ()
    outside: tuple[tuple[int, int, bool], ...] = ()
    nested: Proof | None = None
    places: int = 0


class Proof(NamedTuple):
    """What is supposed, and what follows; the last inference contradicts an earlier one.

    Without a supposition, ``inferences`` are what one primitive, cell or house eliminates from the board as it is. A
    proof by ``cases`` has none of its own: the last inference of each case is the same, and one of the cases is true.
    ``lines`` counts the inferences, with those inside; digits of one cell for one reason count as one, and what a
    digit takes from the cells that see it as none.
    """

    supposed: bool
    lines: int
    inferences: tuple[Inferred, ...]
    cases: tuple[Proof, ...] = ()


class Network:
    """Primitives of a board, made ready for proofs. Digits are numbers from 1, whatever they mean."""

    def __init__(self, cells: int, digits: range, primitives: Iterable[Primitive]) -> None:
        words = words_of(primitives)
        self._first = machines_in(words)
        words.extend(_AS_GIVEN)
        self._digits = len(digits)
        self._tables: _core.Tables = tables_of_words(cells, digits, words)

    def shortest(
        self,
        masks: Sequence[int],
        *,
        kinds: Kind = Kind.CONTRADICTION,
        inside: int = 0,
        budget: int | None = None,
        solution: Iterable[int] | None = None,
    ) -> tuple[Status, Proof | None]:
        """Return the shortest proof of some kinds that a candidate of a board is out, or on.

        Suppositions may have up to ``inside`` others inside, and are tried until ``budget`` implications are followed.
        What holds in a ``solution``, a digit for each cell, is not tried, as nothing refutes it. The status is `FOUND`,
        or `MULTIPLE` if there is no such proof, or says why nothing more is known.
        """
        truths = [1 << digit - 1 for digit in solution or ()]
        return self._prove(masks, _ANY, inside, budget, kinds, truths)

    def refute(
        self,
        masks: Sequence[int],
        cell: int,
        digit: int,
        *,
        on: bool = True,
        inside: int = 0,
        budget: int | None = None,
    ) -> tuple[Status, Proof | None]:
        """Return a proof that a cell cannot hold a digit, or has to; see `shortest`."""
        literal = 2 * (cell * self._digits + digit - 1) + on
        return self._prove(masks, literal, inside, budget)

    def refuted(self, masks: Sequence[int]) -> Iterator[Proof]:
        """Yield a proof for each candidate that is out, without suppositions inside, the shortest ones first."""
        refuted = []
        for cell, mask in enumerate(masks):
            for digit in range(self._digits) if mask & (mask - 1) else ():
                if mask >> digit & 1:
                    literal = 2 * (cell * self._digits + digit) + 1
                    _, words = self._words(masks, literal, 0, None, Kind.CONTRADICTION)
                    refuted += [words] * bool(words)
        for words in sorted(refuted, key=lambda each: each[1]):
            yield self._proof(words, 0)

    def _prove(
        self,
        masks: Sequence[int],
        literal: int,
        inside: int,
        budget: int | None,
        kinds: Kind = Kind.CONTRADICTION,
        solution: Sequence[int] = (),
    ) -> tuple[Status, Proof | None]:
        status, words = self._words(masks, literal, inside, budget, kinds, solution)
        return status, self._proof(words, 0) if words else None

    def _words(
        self,
        masks: Sequence[int],
        literal: int,
        inside: int,
        budget: int | None,
        kinds: Kind,
        solution: Sequence[int] = (),
    ) -> tuple[Status, array[int]]:
        _, allowed = bounds(1, budget)
        known = array("Q", solution) if solution else None
        marks = array("Q", masks)
        status, proof = call_for_words(
            lambda room: self._tables.prove(marks, known, literal, inside, kinds, allowed, room)
        )
        words = array("I")
        words.frombytes(proof)
        return status, words

    def _proof(self, words: Sequence[int], at: int) -> Proof:
        _, lines, supposed, outside = words[at : at + 4]
        if supposed == _CASES:
            starts = [at + 4]
            for _ in range(outside - 1):
                starts.append(starts[-1] + words[starts[-1]])
            return Proof(True, lines, (), tuple(self._proof(words, start) for start in starts))
        inferences = tuple(self._inferences(words, at + 4 + outside))
        if supposed != _NOTHING and inferences[0].why is not Why.SUPPOSED:
            # Nothing of it rests on what is supposed.
            start = Inferred(*self._literal(supposed), Why.SUPPOSED)
            moved = (
                each._replace(parents=tuple(p + 1 for p in each.parents)) for each in inferences
            )
            inferences = (start, *moved)
        return Proof(supposed != _NOTHING, lines, inferences)

    def _inferences(self, words: Sequence[int], at: int) -> Iterator[Inferred]:
        count, at = words[at], at + 1
        for _ in range(count):
            literal, kind, subject, size = words[at : at + 4]
            parents = words[at + 4 : at + 4 + size]
            at += 4 + size
            cell, digit, on = self._literal(literal)
            why = Why(kind)
            nested = None
            if why is Why.NESTED:
                nested = self._proof(words, at)
                at += words[at]
            is_primitive = why in (Why.RELATION, Why.CONSTRAINT)
            yield Inferred(
                cell,
                digit,
                on,
                why,
                subject - self._first if is_primitive else None,
                self._literal(2 * subject)[:2] if why is Why.PLACED else None,
                tuple(parent for parent in parents if not parent & _OUTSIDE),
                tuple(self._literal(each & ~_OUTSIDE) for each in parents if each & _OUTSIDE),
                nested,
                subject if why is Why.SUBSET else 0,
            )

    def _literal(self, literal: int) -> tuple[int, int, bool]:
        cell, digit = divmod(literal >> 1, self._digits)
        return cell, digit + 1, bool(literal & 1)

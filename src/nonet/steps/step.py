"""One deduction: `Step`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from nonet.base import later
from nonet.base.immutable import Immutable
from nonet.rules import CLASSIC, Rules
from nonet.steps import eureka as notation
from nonet.steps import sentences
from nonet.steps.parts import Basis, Chain, Link, Mark, Placement
from nonet.steps.techniques import Technique
from nonet.words import Level

if TYPE_CHECKING:
    from nonet.boards.grid import Candidates, Grid
    from nonet.steps import objects

__all__ = ["Step"]


@dataclass(frozen=True, slots=True)
class Step(Immutable):
    """One deduction.

    ``places`` is the `Placement` that becomes known, or None. ``removes`` maps cells to the digits that are eliminated,
    without those that a placed digit eliminates among its peers. ``houses`` are indices into ``Rules.known_houses``.
    ``kind`` tells the dynamic and nested chains apart: "contradiction", "double", "cell" or "house"; and the symmetries
    of the givens: "half_turn", "quarter_turn", "diagonal_down" or "diagonal_up". ``complexity`` counts the nodes of all
    chains. ``rules`` are those of the board, and ``basis`` is what the step takes from constraints.

    ``board`` is the board before the step, and ``givens`` are the givens of its puzzle, where they are known: a picture
    shows them. They take no part in comparison and hash. ``str(step)`` is one line: the technique and what follows.
    """

    technique: Technique
    rating: float
    places: Placement | None = None
    removes: Mapping[int, frozenset[int]] = field(default_factory=dict, hash=False)
    houses: tuple[int, ...] = ()
    marks: tuple[Mark, ...] = ()
    chains: tuple[Chain, ...] = ()
    kind: str = ""
    complexity: int = 0
    rules: Rules = field(default=CLASSIC, repr=False)
    basis: Basis | None = None
    board: Candidates | None = field(default=None, compare=False, repr=False)
    givens: Grid | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "removes", MappingProxyType(dict(self.removes)))
        if self.places is not None and not isinstance(self.places, Placement):
            object.__setattr__(self, "places", Placement(*self.places))

    @property
    def links(self) -> tuple[Link, ...]:
        """The arrows of the picture: one for each parent of each node, without repetition."""
        return tuple(dict.fromkeys(_links(self)))

    @property
    def outcome(self) -> str:
        """What follows, in short.

        >>> from nonet.steps import technique
        >>> Step(technique("y_cycle"), 6.6, removes={0: frozenset({7}), 80: frozenset({1, 2})}).outcome
        'r1c1<>7, r9c9<>12'
        """
        return sentences.outcome(self)

    @property
    def eureka(self) -> str:
        """The chain in Eureka notation, as people write it; empty if there is not exactly one chain without branches.

        >>> from nonet.steps import Cause, Inference, technique
        >>> off = Inference(0, 3, False, Cause.ASSUMPTION)
        >>> on = Inference(8, 3, True, Cause.ROW, parents=(0,))
        >>> chain = Chain((off, on))
        >>> Step(technique("alternating_x_chain"), 6.3, removes={4: frozenset({3})}, chains=(chain,)).eureka
        '(3)r1c1=(3)r1c9 => r1c5<>3'
        """
        return notation.eureka(self)

    def title(self, language: str = "en") -> str:
        """Return the name of the technique and what it is about on this board.

        Raises `ValueError` if there are no words in the language.

        >>> from nonet.steps import technique
        >>> Step(technique("full_house"), 1.0, places=Placement(8, 7), houses=(0,)).title()
        'Full house in row 1'
        """
        return sentences.title(self, language)

    def text(self, level: Level = "full", language: str = "en", *, all: bool = False) -> str:  # noqa: A002  # `step.text(all=True)`
        """Return the step in words.

        The levels of a hint: ``"nudge"`` says what kind of thing to look for, ``"name"`` names the technique,
        ``"where"`` says where to look, and ``"full"`` explains the step and says what follows. The explanation of a
        chain has a numbered line for each implication; a long one is cut after about twelve lines unless ``all`` is
        true.

        Raises `ValueError` for another level, or if there are no words in the language.

        >>> from nonet.steps import technique
        >>> step = Step(technique("full_house"), 1.0, places=Placement(8, 7), houses=(0,))
        >>> step.text("nudge"), step.text("name")
        ('A house has only one empty cell.', 'Full house')
        >>> step.text()
        'In row 1, only r1c9 is empty. The missing digit is 7, so r1c9 is 7.'
        """
        return sentences.describe(self, level, language, all=all)

    def to_dict(self, levels: Sequence[Level] = (), *, language: str = "en") -> objects.Step:
        """Return all that is known about the step as values for JSON, with its texts at some levels of `text`.

        Cells are names such as ``r4c5``. The form is that of ``nonet steps --json``.

        >>> from nonet.steps import technique
        >>> step = Step(technique("naked_pair"), 3.0, removes={4: frozenset({2, 1})}, houses=(0,))
        >>> step.to_dict()["removes"], Step.from_dict(step.to_dict()) == step
        ({'r1c5': [1, 2]}, True)
        """
        from nonet.steps.json import step_object

        return step_object(self, levels, language=language)

    @classmethod
    def from_dict(
        cls,
        values: Mapping[str, object],
        *,
        rules: Rules = CLASSIC,
        board: Candidates | None = None,
        givens: Grid | None = None,
    ) -> Step:
        """Return the step that `to_dict` made into ``values``, on a board with the same rules.

        ``board`` and ``givens`` are not among the values; a step with its board has more reasons. Raises `ValueError`
        with the place in the values for values that are not those of a step.
        """
        from nonet.steps.json import step_from_object

        return replace(step_from_object(values, rules), board=board, givens=givens)

    def __str__(self) -> str:
        return sentences.summary(self)

    def _repr_svg_(self) -> str:
        """Draw the step on its board; without a board, only the candidates that it names, for notebooks."""
        return later.svg(self)


def _links(step: Step) -> Iterator[Link]:
    for chain in step.chains:
        for node in chain.nodes:
            for parent in node.parents:
                before = chain.nodes[parent]
                yield Link((before.cell, before.digit), (node.cell, node.digit), strong=node.on)

"""What a picture shows: where candidates are, what each is in the pattern of a step, which arrows connect them.

Everything is expressed in roles; colours and shapes belong to the themes, lines and letters to the medium. The facts
come from the position and the `Step`; no technique is known here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from nonet.base.cells import board_name
from nonet.render.boards import Shown
from nonet.steps import Cause, Chain, Role, Step
from nonet.steps.facts import chains_of

__all__ = ["MOST_ARROWS", "Arrow", "Candidate", "Link", "Scene", "Spot", "scene_of"]

Candidate: TypeAlias = tuple[int, int]
"""A cell and a digit."""

Link: TypeAlias = Literal["strong", "weak", "step"]
"""Why an arrow is there: the digit is the only one left, it sees the other digit, or another step proves it."""

MOST_ARROWS = 36
"""The arrows that a picture can hold; of more it shows the shortest chains."""

_ROLES = tuple(Role)


@dataclass(frozen=True, slots=True)
class Spot:
    """A digit of the picture: alone in its cell and large, or one of the candidates of the cell.

    ``roles`` are what it is in the pattern, in the order of `Role`; most have none. ``is_placed``: by the step.
    ``value`` is what a reader sees for the digit.
    """

    cell: int
    digit: int
    roles: tuple[Role, ...] = ()
    is_large: bool = False
    is_placed: bool = False
    is_given: bool = False
    value: int = 0


@dataclass(frozen=True, slots=True)
class Arrow:
    """An implication: from a candidate to one that follows, in the chain of that number, from 0."""

    start: Candidate
    end: Candidate
    link: Link
    chain: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture without a medium.

    ``houses`` are those that the step names, ``shades`` says for each cell in how many of them it is. ``chains`` is the
    number of chains that are drawn; where there are several their arrows have different colours. ``total`` is the
    number of arrows of the whole step, which may be more than ``arrows``.
    """

    spots: tuple[Spot, ...]
    houses: tuple[int, ...] = ()
    shades: tuple[int, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    chains: int = 0
    total: int = 0

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles that occur, in the order of `Role`: for the legend."""
        seen = {role for spot in self.spots for role in spot.roles}
        return tuple(role for role in _ROLES if role in seen)


def scene_of(shown: Shown, step: Step | None = None) -> Scene:
    """Return the picture of a position, and of a step on it.

    Raises `ValueError` for a step on a board of another size.
    """
    size = shown.rules.size
    if step is None:
        spots = [spot for cell in range(size**2) for spot in _spots(shown, cell, None, {})]
        return Scene(tuple(spots), shades=(0,) * size**2)
    if size != step.rules.size:
        raise ValueError(f"expected {board_name(step.rules.size)} for the step, got {size}x{size}")
    drawn = _drawn_chains(step)
    arrows = _arrows(drawn)
    roles: dict[int, dict[int, set[Role]]] = {}
    for (cell, digit), here in _roles(replace(step, chains=drawn)).items():
        roles.setdefault(cell, {})[digit] = here
    ends = {candidate[0] for arrow in arrows for candidate in (arrow.start, arrow.end)}
    shades = [0] * size**2
    for house in dict.fromkeys(step.houses):
        for cell in step.rules.known_houses[house].cells:
            shades[cell] += 1
    spots = []
    for cell in range(size**2):
        filled = step.places if step.places and step.places.cell == cell else None
        spots += _spots(
            shown, cell, None if cell in ends else filled, roles.get(cell, {}), step.places
        )
    total = len(_arrows(step.chains))
    return Scene(tuple(spots), step.houses, tuple(shades), arrows, len(drawn), total)


def _spots(
    shown: Shown,
    cell: int,
    filled: Candidate | None,
    roles: Mapping[int, set[Role]],
    places: Candidate | None = None,
) -> list[Spot]:
    """Return the digits of a cell, with the ``roles`` that they have in it.

    ``filled`` is alone in the cell, where arrows do not need the other candidates.
    """

    def spot(digit: int, *, is_large: bool = False, is_given: bool = False) -> Spot:
        here = roles.get(digit)
        roles_here = tuple(role for role in _ROLES if role in here) if here else ()
        value = shown.rules.digits[digit - 1]
        return Spot(cell, digit, roles_here, is_large, (cell, digit) == places, is_given, value)

    if digit := shown.digits[cell]:
        return [spot(digit, is_large=True, is_given=shown.givens[cell])]
    if filled is not None:
        return [spot(filled[1], is_large=True)]
    digits = shown.candidates[cell] if shown.candidates is not None else frozenset()
    # A step may mark what is no longer there; it is still to be seen.
    return [spot(digit) for digit in sorted(digits.union(roles))]


def _roles(step: Step) -> dict[Candidate, set[Role]]:
    """Return what each candidate is: as it is marked, as the chains have it, and whether it is eliminated."""
    roles: dict[Candidate, set[Role]] = {}
    for mark in step.marks:
        for digit in mark.digits:
            roles.setdefault((mark.cell, digit), set()).add(mark.role)
    for chain in step.chains:
        for node in chain.nodes:
            role = Role.COLOUR_A if node.on else Role.COLOUR_B
            for cell in node.cells:
                roles.setdefault((cell, node.digit), set()).add(role)
        for node, role in ((chain.start, Role.START), (chain.end, Role.END)):
            for cell in node.cells:
                roles[cell, node.digit].add(role)
    for cell, digits in step.removes.items():
        for digit in digits:
            roles.setdefault((cell, digit), set()).add(Role.TARGET)
    for here in roles.values():
        # A loop ends where it starts, and an assumption needs no other reason for its mark.
        if Role.START in here:
            here -= {Role.END, Role.CAUSE}
        if Role.TARGET in here:  # an eliminated candidate is off anyway
            here.discard(Role.COLOUR_B)
    if step.places is not None and step.places in roles:
        roles[step.places].discard(Role.TARGET)
    return roles


# -- arrows ---------------------------------------------------------------------------------------


def _arrows(chains: Sequence[Chain]) -> tuple[Arrow, ...]:
    """Return an arrow for each parent of each node; one that several chains share belongs to the first."""
    arrows: dict[tuple[Candidate, Candidate, Link], Arrow] = {}
    for number, chain in enumerate(chains):
        for node in chain.nodes:
            link: Link = "strong" if node.on else "weak"
            if node.cause is Cause.STEP:
                link = "step"
            for parent in node.parents:
                before = chain.nodes[parent]
                start, end = (before.cell, before.digit), (node.cell, node.digit)
                arrows.setdefault((start, end, link), Arrow(start, end, link, number))
    return tuple(arrows.values())


def _drawn_chains(step: Step) -> tuple[Chain, ...]:
    """Return the chains to draw, the shortest first: all, or as many as a picture can hold.

    If even the shortest is too long, only its most direct way from the assumption to the conclusion is left of it.
    """
    chains = chains_of(step)
    if len(_arrows(chains)) <= MOST_ARROWS:
        return chains
    count = 1
    while len(_arrows(chains[: count + 1])) <= MOST_ARROWS:
        count += 1
    if count == 1 and len(_arrows(chains[:1])) > MOST_ARROWS:
        return (_direct(chains[0]),)
    return chains[:count]


def _direct(chain: Chain) -> Chain:
    """Return the shortest line of implications from the start of a chain to its end."""
    last = len(chain.nodes) - 1
    after: dict[int, int | None] = {last: None}
    waiting = deque([last])
    while waiting and 0 not in after:
        node = waiting.popleft()
        for parent in chain.nodes[node].parents:
            if parent not in after:
                after[parent] = node
                waiting.append(parent)
    path: list[int] = []
    at: int | None = 0 if 0 in after else last
    while at is not None:
        path.append(at)
        at = after[at]
    nodes = [chain.nodes[index] for index in path]
    return Chain(
        tuple(replace(node, parents=(i - 1,) if i else ()) for i, node in enumerate(nodes))
    )

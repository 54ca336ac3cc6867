"""What a picture of a step shows: which candidates stand where, what each is in the pattern, which arrows connect them.

Everything is said in roles; colours and shapes are the business of the themes, lines and letters of the medium. All of
it comes from the `Step`; no technique is known here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from nonet.grid import Candidates
from nonet.rules import CLASSIC
from nonet.steps import Cause, Role, Step

__all__ = ["Arrow", "Candidate", "Link", "Scene", "Spot", "scene_of"]

Candidate: TypeAlias = tuple[int, int]
"""A cell and a digit."""

Link: TypeAlias = Literal["strong", "weak", "step"]
"""Why an arrow is there: it is the only digit or place left, it sees the digit, or a step of its own says so."""

_ROLES = tuple(Role)


@dataclass(frozen=True, slots=True)
class Spot:
    """A digit of the picture: alone in its cell and large, or one of the candidates of the cell.

    ``roles`` are what it is in the pattern, in the order of `Role`; most have none.
    """

    cell: int
    digit: int
    roles: tuple[Role, ...] = ()
    is_large: bool = False
    is_placed: bool = False


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

    ``houses`` are those that the step names, ``shades`` says for each cell how many of them it is in. ``chains`` is the
    number of chains, whose arrows are to be told apart where there are several.
    """

    spots: tuple[Spot, ...]
    houses: tuple[int, ...]
    shades: tuple[int, ...]
    arrows: tuple[Arrow, ...]
    chains: int

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles that occur, in the order of `Role`: for the legend."""
        seen = {role for spot in self.spots for role in spot.roles}
        return tuple(role for role in _ROLES if role in seen)


def scene_of(candidates: Candidates, step: Step) -> Scene:
    """Return what is to be seen of a step on the board as it is before the step.

    Raises `ValueError` where the board is not 9x9, since steps are.
    """
    if candidates.size != 9:
        size = candidates.size
        raise ValueError(f"a step is drawn on a 9x9 board; these candidates are {size}x{size}")
    arrows = _arrows(step)
    roles = _roles(step)
    cells = {candidate[0] for arrow in arrows for candidate in (arrow.start, arrow.end)}
    shades = [0] * 81
    for house in dict.fromkeys(step.houses):
        for cell in CLASSIC.houses[house].cells:
            shades[cell] += 1
    spots = []
    for cell, placed in enumerate(candidates.placed):
        spots += _spots(cell, placed, set(candidates[cell]), step, roles, cell in cells)
    return Scene(tuple(spots), step.houses, tuple(shades), arrows, len(step.chains))


def _spots(
    cell: int,
    placed: int,
    digits: set[int],
    step: Step,
    roles: dict[Candidate, set[Role]],
    has_arrows: bool,
) -> list[Spot]:
    """Return the digits of a cell. Where the step places one it stands alone, unless arrows need the others."""

    def spot(digit: int, *, is_large: bool = False) -> Spot:
        here = roles.get((cell, digit), set())
        found = tuple(role for role in _ROLES if role in here)
        return Spot(cell, digit, found, is_large, (cell, digit) == step.places)

    if placed:
        return [spot(placed, is_large=True)]
    if step.places is not None and step.places[0] == cell and not has_arrows:
        return [spot(step.places[1], is_large=True)]
    # A step may mark what is no longer there; it is still to be seen.
    digits |= {digit for where, digit in roles if where == cell}
    return [spot(digit) for digit in sorted(digits)]


def _roles(step: Step) -> dict[Candidate, set[Role]]:
    """Return what each candidate is: as it is marked, as the chains have it, and whether it goes."""
    found: dict[Candidate, set[Role]] = {}
    for mark in step.marks:
        for digit in mark.digits:
            found.setdefault((mark.cell, digit), set()).add(mark.role)
    for chain in step.chains:
        for node in chain.nodes:
            role = Role.COLOUR_A if node.on else Role.COLOUR_B
            found.setdefault((node.cell, node.digit), set()).add(role)
        for node, role in ((chain.start, Role.START), (chain.end, Role.END)):
            found[node.cell, node.digit].add(role)
    for cell, digits in step.removes.items():
        for digit in digits:
            found.setdefault((cell, digit), set()).add(Role.TARGET)
    for here in found.values():
        if (
            Role.START in here
        ):  # a loop ends where it starts, and that it is assumed says why it is marked
            here -= {Role.END, Role.CAUSE}
        if Role.TARGET in here:  # then it is off anyway
            here.discard(Role.COLOUR_B)
    if step.places is not None and step.places in found:
        found[step.places].discard(Role.TARGET)
    return found


def _arrows(step: Step) -> tuple[Arrow, ...]:
    """Return an arrow for each parent of each node; one that several chains share belongs to the first."""
    found: dict[tuple[Candidate, Candidate, Link], Arrow] = {}
    for number, chain in enumerate(step.chains):
        for node in chain.nodes:
            link: Link = "strong" if node.on else "weak"
            if node.cause is Cause.STEP:
                link = "step"
            for parent in node.parents:
                before = chain.nodes[parent]
                start, end = (before.cell, before.digit), (node.cell, node.digit)
                found.setdefault((start, end, link), Arrow(start, end, link, number))
    return tuple(found.values())

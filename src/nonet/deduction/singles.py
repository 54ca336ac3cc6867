"""Singles: a digit with one place in a full group, a cell with one candidate."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.deduction.layout import Group, bits
from nonet.deduction.position import Position
from nonet.steps import Role, Step

__all__ = ["FINDERS"]


def full_houses(position: Position) -> Iterator[Step]:
    """Yield the last empty cells of groups."""
    for group in position.layout.groups:
        rest = group.mask & position.open
        if group.is_full and group.house is not None and rest and not rest & (rest - 1):
            cell = rest.bit_length() - 1
            mask = position.masks[cell]
            if mask and not mask & (mask - 1):
                places = cell, mask.bit_length()
                yield position.step("full_house", places=places, houses=(group.house,))


def hidden_singles_box(position: Position) -> Iterator[Step]:
    """Yield the digits with one place in a box, a region, or another full house."""
    return _hidden(position, "hidden_single_box", ("box",))


def hidden_singles_line(position: Position) -> Iterator[Step]:
    """Yield the digits with one place in a row or column."""
    return _hidden(position, "hidden_single_line", ("line",))


def _hidden(position: Position, name: str, kinds: tuple[str, ...]) -> Iterator[Step]:
    for group in position.layout.groups:
        if group.is_full and group.house is not None and group.kind in kinds:
            for digit, where in enumerate(position.places, 1):
                rest = where & group.mask
                if rest and not rest & (rest - 1):
                    cell = rest.bit_length() - 1
                    causes, unseen = _causes(position, group, cell, digit)
                    yield position.step(
                        name,
                        places=(cell, digit),
                        houses=(group.house,),
                        marks=[(Role.CAUSE, cause, 1 << digit - 1) for cause in causes],
                        basis=position.basis((), bits(unseen)),
                    )


def _causes(position: Position, group: Group, cell: int, digit: int) -> tuple[list[int], int]:
    """Return few filled cells with the digit that rule out empty cells of a group, and those that none rules out."""
    rest = group.mask & position.open & ~(1 << cell)
    sees = position.layout.sees
    holders = [c for c, held in enumerate(position.digits) if held == digit]
    causes: list[int] = []
    while rest and holders:
        best = max(holders, key=lambda holder: (sees[holder] & rest).bit_count())
        if not sees[best] & rest:
            break
        rest &= ~sees[best]
        causes.append(best)
    return causes, rest


def naked_singles(position: Position) -> Iterator[Step]:
    """Yield the cells with one candidate, those first whose other digits are all in sight."""
    found = []
    for cell in bits(position.open):
        mask = position.masks[cell]
        if mask and not mask & (mask - 1):
            seen: dict[int, int] = {}
            for other in bits(position.layout.sees[cell] & ~position.open):
                seen.setdefault(position.digits[other], other)
            found.append((-len(seen), cell, mask, seen))
    for _, cell, mask, seen in sorted(found, key=lambda each: each[:2]):
        marks = [(Role.CAUSE, other, 1 << digit - 1) for digit, other in seen.items()]
        yield position.step("naked_single", places=(cell, mask.bit_length()), marks=marks)


FINDERS = {
    "full_house": full_houses,
    "hidden_single_box": hidden_singles_box,
    "hidden_single_line": hidden_singles_line,
    "naked_single": naked_singles,
}

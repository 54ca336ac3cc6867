"""Singles: a digit with one place in a full group, a cell with one candidate."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.deduction.board_view import BoardView
from nonet.deduction.layout import Group, bits
from nonet.steps import Role, Step

__all__ = ["FINDERS"]


def full_houses(view: BoardView) -> Iterator[Step]:
    """Yield the last empty cells of groups."""
    for group in view.layout.groups:
        rest = group.mask & view.open
        if group.is_full and group.house is not None and rest and not rest & (rest - 1):
            cell = rest.bit_length() - 1
            mask = view.masks[cell]
            if mask and not mask & (mask - 1):
                places = cell, mask.bit_length()
                yield view.step("full_house", places=places, houses=(group.house,))


def hidden_singles_box(view: BoardView) -> Iterator[Step]:
    """Yield the digits with one place in a box, a region, or another full house."""
    return _hidden(view, "hidden_single_box", ("box",))


def hidden_singles_line(view: BoardView) -> Iterator[Step]:
    """Yield the digits with one place in a row or column."""
    return _hidden(view, "hidden_single_line", ("line",))


def _hidden(view: BoardView, name: str, kinds: tuple[str, ...]) -> Iterator[Step]:
    for group in view.layout.groups:
        if group.is_full and group.house is not None and group.kind in kinds:
            for digit, where in enumerate(view.places, 1):
                rest = where & group.mask
                if rest and not rest & (rest - 1):
                    cell = rest.bit_length() - 1
                    causes, unseen = _causes(view, group, cell, digit)
                    yield view.step(
                        name,
                        places=(cell, digit),
                        houses=(group.house,),
                        marks=[(Role.CAUSE, cause, 1 << digit - 1) for cause in causes],
                        basis=view.basis((), bits(unseen)),
                    )


def _causes(view: BoardView, group: Group, cell: int, digit: int) -> tuple[list[int], int]:
    """Return few filled cells with the digit that rule out empty cells of a group, and those that none rules out."""
    rest = group.mask & view.open & ~(1 << cell)
    sees = view.layout.sees
    holders = [c for c, held in enumerate(view.digits) if held == digit]
    causes: list[int] = []
    while rest and holders:
        best = max(holders, key=lambda holder: (sees[holder] & rest).bit_count())
        if not sees[best] & rest:
            break
        rest &= ~sees[best]
        causes.append(best)
    return causes, rest


def naked_singles(view: BoardView) -> Iterator[Step]:
    """Yield the cells with one candidate, those first whose other digits are all in sight."""
    found = []
    for cell in bits(view.open):
        mask = view.masks[cell]
        if mask and not mask & (mask - 1):
            seen: dict[int, int] = {}
            for other in bits(view.layout.sees[cell] & ~view.open):
                seen.setdefault(view.digits[other], other)
            found.append((-len(seen), cell, mask, seen))
    for _, cell, mask, seen in sorted(found, key=lambda each: each[:2]):
        marks = [(Role.CAUSE, other, 1 << digit - 1) for digit, other in seen.items()]
        yield view.step("naked_single", places=(cell, mask.bit_length()), marks=marks)


FINDERS = {
    "full_house": full_houses,
    "hidden_single_box": hidden_singles_box,
    "hidden_single_line": hidden_singles_line,
    "naked_single": naked_singles,
}

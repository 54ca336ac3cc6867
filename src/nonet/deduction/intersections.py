"""Locked candidates of any two groups: a digit of a full house that is confined to cells which others all see."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.deduction.board_view import BoardView
from nonet.deduction.layout import Group, bits
from nonet.steps import Role, Step

__all__ = ["FINDERS"]


def pointing(view: BoardView) -> Iterator[Step]:
    """Yield the digits of a box, or of an extra house, that are confined to another house."""
    return _locked(view, "pointing", "box")


def claiming(view: BoardView) -> Iterator[Step]:
    """Yield the digits of a row or column that are confined to another house."""
    return _locked(view, "claiming", "line")


def _locked(view: BoardView, name: str, kind: str) -> Iterator[Step]:
    houses = [group for group in view.layout.groups if group.house is not None]
    for group, digit, where, targets in _confined(view):
        if group.kind != kind:
            continue
        for other in houses:
            lost = targets & other.mask
            if other is not group and lost and not where & ~other.mask:
                assert group.house is not None and other.house is not None
                yield view.step(
                    name,
                    removes=dict.fromkeys(bits(lost), 1 << digit - 1),
                    houses=(group.house, other.house),
                    marks=[(Role.CAUSE, cell, 1 << digit - 1) for cell in bits(where)],
                )


def common_peers(view: BoardView) -> Iterator[Step]:
    """Yield the digits of a house whose places are all seen by other cells."""
    for group, digit, where, targets in _confined(view):
        for other in view.layout.groups:
            if other.house is not None and not where & ~other.mask:
                targets &= ~other.mask  # pointing or claiming
        if not targets:
            continue
        assert group.house is not None
        yield view.step(
            "common_peers",
            removes=dict.fromkeys(bits(targets), 1 << digit - 1),
            houses=(group.house,),
            marks=[(Role.CAUSE, cell, 1 << digit - 1) for cell in bits(where)],
        )


def _confined(view: BoardView) -> Iterator[tuple[Group, int, int, int]]:
    """Yield houses, digits, their places, and the cells that see all of these and lose the digit."""
    for group in view.layout.groups:
        if not group.is_full or group.house is None:
            continue
        for digit, places in enumerate(view.places, 1):
            where = places & group.mask
            if where & (where - 1):
                targets = view.seen_by_all(where, places)
                if targets:
                    yield group, digit, where, targets


FINDERS = {"pointing": pointing, "claiming": claiming, "common_peers": common_peers}

"""What constraints look like beside the looks of their kinds: the borders of areas, and how faint a choice is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from nonet.rules.constraints.looks import Stroke, Tone

__all__ = ["CHOICE", "OUTLINES", "Outline"]


class Outline(NamedTuple):
    """The border of some cells: how far inside it runs, its stroke, and the tone of the area."""

    family: str
    inset: float
    stroke: Stroke
    area: Tone = "none"


OUTLINES: Mapping[str, Outline] = {
    "region": Outline("teal", 7, Stroke("edge", 4), "body"),
    "clone": Outline("gold", 9, Stroke("edge", 6, "0 12"), "body"),
    "cage": Outline("grey", 9, Stroke("ink", 3.5, "9 7", "butt")),
}
"""The borders of cages, extra houses and clones."""


CHOICE = 0.45
"""The opacity of what is drawn of constraints of which only one needs to hold."""

"""Write the data of the place Learn in the web app: the techniques in teaching order, and their examples.

    .venv/bin/python scripts/learn_examples.py

`learn.json` has the ratings of each technique, the profile that finds it, and what is related to it; the list needs no
more. `examples.json` has the examples with their steps, those of docs/techniques; the page of a technique and the drill
read it. Their boards are in src/nonet/generating/examples.txt, the related techniques in technique_pages.toml, the
words in `nonet.words`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import technique_examples as shown

from nonet.generating.drills import DRILLS, is_often_needed
from nonet.generating.examples import EXAMPLES
from nonet.steps import SE, Technique, profile_with
from nonet.steps.json import step_object

STATIC = Path(__file__).parents[1] / "src" / "nonet" / "web" / "static"
_BASE_32 = "0123456789abcdefghijklmnopqrstuv"


def example(name: str, number: int) -> dict[str, Any]:
    """Return the board of an example and its step: givens, digits, and marks as a link of the page has them."""
    board, step = shown.example_step(name, number)
    marks = (0 if digit else mask for digit, mask in zip(board.placed, board.masks, strict=True))
    return {
        "p": str(shown.example_of(name, number).givens),
        "d": "".join(str(digit or ".") for digit in board.placed),
        "k": "".join(_BASE_32[mask >> 5] + _BASE_32[mask & 31] for mask in marks),
        "step": step_object(step),
    }


def entry(about: Technique) -> dict[str, Any]:
    """Return what the list of Learn knows about a technique, besides its words."""
    said = shown.prose()[about.id]
    order = SE if "se" in about.ratings else profile_with(about)
    return {
        "id": about.id,
        "family": about.family,
        "profile": order.name,
        "rating": None if order.counts_points else order.row(about).rating,
        "points": about.ratings.get("hodoku"),
        "needsUnique": about.assumes_unique,
        "related": list(said["related"]),
        "hasDrill": about.id in DRILLS,
    }


def text() -> str:
    """Return the content of `learn.json`, one technique in a line."""
    entries = [_line(entry(about)) for about in _known()]
    return "[\n" + ",\n".join(entries) + "\n]\n"


def examples_text() -> str:
    """Return the content of `examples.json`, one technique in a line."""
    lines = [
        f"{json.dumps(about.id)}:{_line(_stock(about))}"
        for about in _known()
        if about.id in EXAMPLES
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _stock(about: Technique) -> dict[str, Any]:
    """Return the examples of a technique, and whether puzzles often need it: then its drill has new ones, too."""
    numbers = range(len(EXAMPLES[about.id]))
    return {
        "isOften": about.id in DRILLS and is_often_needed(about),
        "examples": [example(about.id, number) for number in numbers],
    }


def _known() -> Iterator[Technique]:
    return (about for about in shown.ordered() if about.is_classic)


def _line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


FILES = {"learn.json": text, "examples.json": examples_text}
"""What makes each file."""


if __name__ == "__main__":
    for name, make in FILES.items():
        (STATIC / name).write_text(make(), "utf-8")

"""Write the data of the place Learn in the web app: every technique with its ratings and an example, in teaching order.

    .venv/bin/python scripts/learn_examples.py

The examples are those of docs/techniques: the boards of technique_examples.txt, and the step that the solver takes
there. The related techniques come from technique_pages.toml. The words are in `nonet.words`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import technique_pages as pages

from nonet.steps import Technique
from nonet.steps.json import step_object

FILE = Path(__file__).parents[1] / "src" / "nonet" / "web" / "static" / "learn.json"


def example(name: str) -> dict[str, Any]:
    """Return the board of an example and its step; marks are those that differ from what the digits leave."""
    board, step = pages.example_step(name)
    digits = "".join(str(digit or ".") for digit in board.placed)
    return {
        "p": pages.examples()[name].givens,
        "d": digits,
        "marks": [
            0 if digit else int(mask) for digit, mask in zip(board.placed, board.masks, strict=True)
        ],
        "step": step_object(step),
    }


def entry(about: Technique) -> dict[str, Any]:
    """Return what Learn knows about a technique, besides its words."""
    said, taught = pages.prose()[about.id], pages.taught_rating(about)
    found: dict[str, Any] = {
        "id": about.id,
        "family": about.family,
        "ratings": dict(about.ratings) | ({} if taught is None else {"nonet": taught}),
        "needsUnique": about.assumes_unique,
        "related": list(said["related"]),
    }
    if about.id not in pages.NEVER_SEEN:
        found["example"] = example(about.id)
    return found


def text() -> str:
    """Return the content of the file, one technique in a line."""
    known = [about for about in pages.ordered() if about.is_classic]
    entries = [json.dumps(entry(about), separators=(",", ":")) for about in known]
    return "[\n" + ",\n".join(entries) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")

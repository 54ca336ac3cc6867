"""Steps of every technique with their boards, on which Python and the browser are compared."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import rated

from nonet import Candidates, engine, words
from nonet.generating.examples import EXAMPLES
from nonet.steps import TECHNIQUES, Step

SCRIPTS = Path(__file__).parents[1] / "scripts"
sys.path.append(str(SCRIPTS))

import technique_examples  # noqa: E402

SEEN = frozenset(about for about in TECHNIQUES if about.id in EXAMPLES)
"""The techniques that come up in any known puzzle."""


@cache
def steps() -> tuple[tuple[Step, Candidates], ...]:
    """Return steps of every technique: the examples of the pages, and the whole paths of rated puzzles."""
    found = []
    for about in TECHNIQUES:
        if about not in SEEN:
            continue
        board, step = technique_examples.example_step(about.id)
        found += [
            (replace(each, board=board), board) for each in (step, *engine.all_steps(board)[:4])
        ]
    for row in rated.rows()[::8]:
        found += [(here.step, here.board) for here in rated.path(row.puzzle)]
    return tuple(found)


def data_of(language: str) -> Any:
    """Return the texts of a language, as the page gets them."""
    return words.texts(language)

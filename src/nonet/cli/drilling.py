"""The drill in the terminal: a dialogue of lines, which a pipe or a screen reader can hold as well as a person.

Each position is printed; the learner types what the step of the technique does, and gets a calm answer. With ``plain``
the board is a line for each row, without colours, frames or places on the screen that a reader has to find.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from nonet import render, words
from nonet.base.cells import cell_index
from nonet.base.numbers import read_number
from nonet.generating.drills import ROUND, Drill, Outcome, drill
from nonet.puzzle import Position
from nonet.rules.variants import sentences_of
from nonet.steps import Step, Technique
from nonet.words import Level

__all__ = ["Dialogue", "parse_answer", "plain_rows"]

_LEVELS: tuple[Level, ...] = ("nudge", "where", "full")
"""The levels of a hint: the name of the technique is known."""

_PART = re.compile(r"(r\d+c\d+)\s*(<>|!=|-|=)\s*([1-9]+)", re.IGNORECASE)


def parse_answer(text: str) -> Outcome | None:
    """Return typed text as the outcome of a step, None if it cannot be read.

    >>> sorted(parse_answer("r3c5<>19, r4c5=2"))
    [(22, 1, False), (22, 9, False), (31, 2, True)]
    >>> parse_answer("r3c5"), parse_answer("r10c1=2"), parse_answer("r0c1=2")
    (None, None, None)
    """
    rest = _PART.sub("", text)
    if rest.strip(" ,;\t") or not text.strip():
        return None
    outcome = set()
    for cell, sign, digits in _PART.findall(text):
        try:
            index = cell_index(cell)
        except (ValueError, IndexError):
            return None
        outcome |= {(index, read_number(digit), sign == "=") for digit in digits}
    return frozenset(outcome)


def plain_rows(position: Position) -> Iterator[str]:
    """Yield the rows of a board: digits, and the candidates of each empty cell in parentheses."""
    size, masks = position.rules.size, position.candidates().masks
    for row in range(size):
        cells = []
        for cell in range(size * row, size * row + size):
            digit = position.grid[cell]
            left = " ".join(str(each + 1) for each in range(size) if masks[cell] >> each & 1)
            cells.append(str(digit) if digit else f"({left})")
        yield f"r{row + 1}: {', '.join(cells)}"


@dataclass
class Dialogue:
    """A drill of one technique; ``run`` holds it until ten positions are found or the input ends."""

    technique: Technique
    seed: int
    language: str
    plain: bool = False
    color: bool = False
    found: int = 0

    def run(self) -> int:
        """Go through positions; return how many were found."""
        name = self.technique.name_in(self.language)
        self._say("drill.title", name=name)
        self._say("drill.usage")
        number = 0
        while self.found < ROUND and self._ask(number):
            number += 1
        if self.found == ROUND:
            self._say("drill.ten", name=name)
        self._say("drill.progress", n=self.found, all=ROUND)
        return self.found

    def _ask(self, number: int) -> bool:
        """Ask about a position until it is found, shown or left; return whether to continue."""
        here = drill(self.technique, seed=self.seed, number=number)
        self._show(here, number)
        level = 0
        while True:
            typed = self._typed()
            if typed is None or typed in ("q", "quit"):
                return False
            if typed in ("n", "next"):
                return True
            if typed in ("b", "board"):
                self._show(here, number)
            elif typed in ("h", "hint"):
                print(here.steps[0].text(_LEVELS[level], self.language))
                if level == len(_LEVELS) - 1:
                    self._say("drill.shown")
                    return True
                level += 1
            elif (answer := parse_answer(typed)) is None:
                self._say("drill.unread")
                self._say("drill.usage")
            elif self._judged(here, answer):
                return True

    def _judged(self, here: Drill, answer: Outcome) -> bool:
        """Print the verdict on an answer; return whether the position is done."""
        masks = here.position.candidates().masks
        if any(here.position.grid[cell] or not masks[cell] >> d - 1 & 1 for cell, d, _ in answer):
            self._say("drill.absent")
            return False
        verdict, step = here.judge(answer)
        self._say(f"drill.{verdict}")
        if verdict != "right":
            return False
        self.found += 1
        if isinstance(step, Step):
            print(step.text("full", self.language))
        return True

    def _show(self, here: Drill, number: int) -> None:
        self._say("drill.number", n=number + 1, found=self.found, all=ROUND)
        rules = here.position.rules
        if self.plain:
            print("\n".join([*sentences_of(rules, self.language), *plain_rows(here.position)]))
        else:
            drawn = here.position.candidates()
            print(render.text(drawn, color=self.color, language=self.language))
        removes = any(step.removes for step in here.steps)
        places = any(step.places for step in here.steps)
        kind = "both" if removes and places else "removes" if removes else "places"
        self._say(f"drill.type.{kind}")

    def _typed(self) -> str | None:
        """Return the next line, None at the end of the input."""
        if sys.stdin.isatty():
            print("> ", end="", flush=True)
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            line = ""
        return line.strip() if line else None

    def _say(self, key: str, **values: object) -> None:
        known = words.catalogue(self.language)
        shown = {
            name: known.number(value) if isinstance(value, int) else value
            for name, value in values.items()
        }
        print(known.app(key, shown))

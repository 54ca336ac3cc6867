"""Which clues are added to a puzzle, and how many of each kind: the option ``add`` of `nonet.generate`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from nonet.base.numbers import read_number
from nonet.base.suggestions import suggestion
from nonet.generating.shapes import drawable

__all__ = ["GIVEN", "JIGSAW", "Addition", "IntoAdditions", "names_of_additions", "read_additions"]

GIVEN, JIGSAW = "given", "jigsaw"
"""What can be added beside constraints: givens, and random regions in place of the boxes."""

_MOST = 999
_ITEM = re.compile(r"([^\s:]+?)(?::(\d{1,3})(?:-(\d{1,3}))?)?", re.ASCII)
_OTHERS = {
    **{"whispers": ("whisper",), "kropki": ("white", "black"), "xv": ("x", "v")},
    **{"cage": ("killer",), "cages": ("killer",), "givens": (GIVEN,), "region": (JIGSAW,)},
}
"""Other names: those of variants, and common ones."""

IntoAdditions: TypeAlias = "str | Iterable[str] | Mapping[str, int | tuple[int, int] | None]"


class Addition(NamedTuple):
    """A kind of clue, and how many of it there shall be; ``most`` is None for as many as are needed."""

    word: str
    least: int
    most: int | None

    def allows(self, count: int) -> bool:
        """Return whether there may be so many."""
        return self.most is None or count <= self.most

    def __str__(self) -> str:
        if (self.least, self.most) == (_usual_least(self.word), None):
            return self.word
        return f"{self.word}:{self.least}" + (f"-{self.most}" if self.most != self.least else "")


def names_of_additions() -> tuple[str, ...]:
    """Return the names of what can be added, sorted.

    >>> len(names_of_additions()) > 30, "jigsaw" in names_of_additions()
    (True, True)
    """
    return tuple(sorted([*drawable(), GIVEN, JIGSAW]))


def read_additions(wanted: IntoAdditions) -> tuple[Addition, ...]:
    """Return what to add, each kind once, in the order of their names.

    Raises `ValueError` for an unknown name or a wrong number.

    >>> [str(each) for each in read_additions("quadruple:4 arrow:2-3, given")]
    ['arrow:2-3', 'given', 'quadruple:4']
    >>> read_additions({"arrow": (2, 3), "xv": None}) == read_additions("x v arrow:2-3")
    True
    """
    additions: dict[str, Addition] = {}
    for name, least, most in _items(wanted):
        for word in _words(name):
            if word == JIGSAW and least is not None:
                raise ValueError(f"add: {JIGSAW} divides the whole board; give it without a number")
            if word in additions:
                raise ValueError(f"add: {word} is named twice; name each kind once")
            low = _usual_least(word) if least is None else least
            if most is not None and most < low:
                raise ValueError(f"add: {name} must have the least number first, got {low}-{most}")
            additions[word] = Addition(word, low, most)
    if not additions:
        raise ValueError("add: expected kinds of clues such as quadruple:4 arrow:2-3, got none")
    return tuple(additions[word] for word in sorted(additions))


def _usual_least(word: str) -> int:
    """Return the least number of clues where no number is requested."""
    return 0 if word in (GIVEN, JIGSAW) else 1


def _items(wanted: IntoAdditions) -> Iterable[tuple[str, int | None, int | None]]:
    if isinstance(wanted, Mapping):
        for name, number in wanted.items():
            ends = (number, number) if isinstance(number, int) else number or (None, None)
            if len(ends) != 2 or not all(end is None or 0 <= end <= _MOST for end in ends):
                raise ValueError(
                    f"add: expected a number of {name} from 0 to {_MOST}, got {number}"
                )
            yield name, *ends
        return
    texts = wanted.replace(",", " ").split() if isinstance(wanted, str) else list(wanted)
    for text in texts:
        match = _ITEM.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise ValueError(
                f"add: expected a kind with a number, such as quadruple:4 or arrow:2-3, got {text!r}"
            )
        name, low, high = match.groups()
        least = None if low is None else read_number(low)
        yield name, least, least if high is None else read_number(high)


def _words(name: str) -> tuple[str, ...]:
    """Return the kinds that a name means."""
    word = name.lower().replace("_", "")
    known = names_of_additions()
    for each in (word, word.removesuffix("s"), word.removesuffix("dot"), word.removesuffix("dots")):
        if each in known:
            return (each,)
        if each in _OTHERS:
            return _OTHERS[each]
    hint = suggestion(word, [*known, *_OTHERS], otherwise=f"known: {', '.join(known)}")
    raise ValueError(f"add: unknown kind of clue {name!r}; {hint}")

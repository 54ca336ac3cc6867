"""From signs to a puzzle: what every reader does once it has found the cells of a board.

Up to 9x9 the cells are digits and any one sign for an empty cell; from 10x10 on they are written in one of the
spellings of `nonet.digits`. The rules are those that the text itself shows, those that the caller asks for, or the
usual ones of the size. Where text and caller disagree, and where nobody says what must be said, that is an error.
"""

from __future__ import annotations

import functools
import math
import re
from collections import Counter
from collections.abc import Sequence

from nonet.digits import Cells, read_cells, side_of
from nonet.errors import ParseError, RulesError
from nonet.formats.base import IntoRules, plain
from nonet.grid import Candidates, Grid
from nonet.puzzle import Puzzle
from nonet.rules import ANY_RULES, CLASSIC, Rules
from nonet.variants import format_rules, latin_square, parse_rules

__all__ = [
    "ANY_RULES",
    "agreed",
    "board",
    "cells",
    "make",
    "make_sukaku",
    "rules_for",
    "size_of",
    "spelling_of",
    "values_of",
    "wrong_length",
]

_DIGITS = b"123456789"
_VALUES = bytes(i - 48 if 48 <= i <= 57 else 0 for i in range(256))
# Signs that are a blank without further thought; letters other than x are looked at one by one.
_SIGNS = bytes(i for i in range(32, 127) if not chr(i).isalnum()) + b"0xX"
_SHAPE = re.compile(r"\d+x\d+|latin\d*|jigsaw:.*", re.IGNORECASE)


# -- cells ----------------------------------------------------------------------------------------


def cells(text: str) -> bytes:
    """Return the values of 81 signs (any number of signs, in fact), 0 for a blank.

    The blank is any one sign that is not a digit, or 0. Two kinds of blank are an error: one of
    them is a mistake, and nothing says which.

    >>> cells("12..")
    b'\\x01\\x02\\x00\\x00'
    >>> cells("12.0.")
    Traceback (most recent call last):
        ...
    nonet.errors.ParseError: column 4: two signs for an empty cell, '.' and '0'; only one is allowed
    """
    try:
        raw = text.encode("ascii")
    except UnicodeEncodeError:
        return _cells_slowly(text)
    blanks = raw.translate(None, _DIGITS)
    sign = blanks[:1]
    if blanks.strip(sign) or sign not in _SIGNS:
        return _cells_slowly(text)
    return raw.translate(_VALUES)


def _cells_slowly(text: str) -> bytes:
    """Read signs of any script, or say what is wrong with them."""
    signs = plain(text)
    kinds = Counter(char for char in signs if char not in "123456789")
    if kinds:
        # The commonest sign is the blank; on a tie the one that comes first.
        blank = max(kinds, key=lambda char: kinds[char])
        stray = next((i for i, c in enumerate(signs) if c in kinds and c != blank), None)
        if stray is None and kinds[blank] == 1 and blank.isalpha() and blank not in "xX":
            stray = signs.index(blank)
        if stray is not None:
            char = text[stray]
            reason = (
                f"{char!r} is not a digit; an empty cell is written as . or 0"
                if signs[stray].isalpha()
                else f"two signs for an empty cell, {blank!r} and {char!r}; only one is allowed"
            )
            raise ParseError(reason, text=text, column=stray + 1)
    return bytes(int(char) if char in "123456789" else 0 for char in signs)


def values_of(signs: Sequence[str]) -> Cells:
    """Return the values of the signs of a square board, one item per cell; empty text is an empty cell.

    Raises `ParseError`; its column counts the cells.

    >>> values_of(["1", "", "2", ""]).values, values_of(["16", *["-1"] * 255]).spelling
    (b'\\x01\\x00\\x02\\x00', 'numbers')
    """
    size = side_of(len(signs))
    if size is None:
        raise wrong_length(len(signs), column=1)
    singles = max(map(len, signs)) < 2
    if size < 10 and singles:
        values = cells("".join(sign or " " for sign in signs))
        if size < 9 and max(values) > size:
            place = next(i for i, value in enumerate(values) if value > size)
            raise _no_digit(signs[place], size, place + 1)
        return Cells(values)
    text = [sign.strip() for sign in signs]
    if "" in text:
        other = next((sign for sign in text if sign and not sign.strip("0").isalnum()), None)
        if other is not None:
            reason = f"two signs for an empty cell, ' ' and {other!r}; only one is allowed"
            raise ParseError(reason, column=max(text.index(""), text.index(other)) + 1)
        text = [sign or "." for sign in text]
    try:
        found = read_cells(("" if singles else " ").join(text))
    except ParseError as error:
        place = (error.column or 1) - 1 if singles else _word_at(text, error.column or 1)
        raise ParseError(error.reason, column=place + 1) from None
    if len(found.values) != len(signs):
        place = next(i for i, sign in enumerate(text) if len(sign) > 1 and sign != "-1")
        raise _no_digit(signs[place], size, place + 1)
    return found if size > 9 else Cells(found.values)


def _no_digit(sign: str, size: int, column: int) -> ParseError:
    reason = f"{sign!r} is not a digit of a {size}x{size} board, which are 1-{size}"
    return ParseError(reason, column=column)


def _word_at(words: Sequence[str], column: int) -> int:
    """Return the number of the word, in a line of words with one space between two, at a column."""
    place, end = 0, len(words[0])
    while end < column and place + 1 < len(words):
        place += 1
        end += 1 + len(words[place])
    return place


def board(text: str) -> Cells | None:
    """Return the values of a text that is a board and nothing else, or None if the number of its signs is no board's.

    Raises `ParseError` with the column where a sign cannot stand.

    >>> board("1..2"), board("1..2.")
    (Cells(values=b'\\x01\\x00\\x00\\x02', spelling=''), None)
    """
    if len(text) == 81:
        return Cells(cells(text))
    words = text.split()
    count = len(words) if len(words) != 1 else len(words[0])
    if not side_of(count) and len(words) == 1 and count >= 200 and count % 2 == 0:
        count //= 2
    side = side_of(count)
    if side is None:
        return None
    if side > 9:
        found = read_cells(text)
        return found if len(found.values) == count else None
    signs = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", text)]
    if len(words) == 1:
        signs = [(char, signs[0][1] + i) for i, char in enumerate(words[0])]
    try:
        return values_of([sign for sign, _ in signs])
    except ParseError as error:
        column = signs[(error.column or 1) - 1][1]
        raise ParseError(error.reason, text=text, column=column) from None


def wrong_length(
    count: int, *, column: int, text: str = "", needed: int = 0, rules: IntoRules = None
) -> ParseError:
    """Return the error for a line with too few or too many cells.

    Without a number the one of the rules is needed, or else of the board that is probably meant.

    >>> str(wrong_length(80, column=1)), str(wrong_length(255, column=1))
    ('column 81: 81 cells are needed, here are 80', 'column 256: 256 cells are needed, here are 255')
    """
    needed = needed or (size_of(rules) or _size_meant(count)) ** 2
    return ParseError(
        f"{needed} cells are needed, here are {count}",
        text=text,
        column=column + min(count, needed),
    )


def _size_meant(count: int) -> int:
    """Return the size of the board that so many cells are probably meant to be: a usual one, if no other is near."""
    size = min(round(math.sqrt(count)), 36)
    if count >= 100 and abs(size**2 - count) <= 3:
        return size
    return min((9, 16, 25, 36), key=lambda size: abs(size**2 - count))


def spelling_of(puzzle: Puzzle) -> str:
    """Return ``info["spelling"]`` if a reader will know the board again that is written so, else nothing.

    >>> spelling_of(Puzzle("1..G" * 64, info={"spelling": "mixed"})), spelling_of(Puzzle("." * 81))
    ('mixed', '')
    """
    spelling = puzzle.info.get("spelling", "")
    if puzzle.rules.size < 10 or spelling not in ("mixed", "numbers", "pairs"):
        return ""
    signs = (1, 9) if spelling == "mixed" else (10, 36) if spelling == "numbers" else (0, 36)
    if not any(signs[0] <= digit <= signs[1] for digit in puzzle.givens):
        return ""  # no digit shows the spelling
    return "" if spelling == "mixed" and puzzle.rules.size > 35 else spelling


# -- rules ----------------------------------------------------------------------------------------


def size_of(rules: IntoRules) -> int | None:
    """Return the size of a board by its rules, None where words leave it open.

    >>> size_of("2x3 diagonals"), size_of("diagonals")
    (6, None)
    """
    if isinstance(rules, Rules):
        return rules.size
    if rules is None or not _has_shape(rules) or "latin" in rules.lower().split():
        return None
    try:
        return parse_rules(rules).size
    except RulesError:
        return None


def _has_shape(words: str) -> bool:
    return any(_SHAPE.fullmatch(word) for word in words.replace("+", " ").split())


@functools.lru_cache(maxsize=256)
def rules_for(size: int, asked: IntoRules = None, told: Rules | None = None) -> Rules:
    """Return the rules of a board of this size.

    ``told`` is what the text says of its boxes or regions; ``asked`` may add houses to that, but not contradict it.
    Raises `ParseError` where they do not fit together, or where the size alone does not settle the rules.

    >>> rules_for(6, "diagonals", Rules(box_rows=2, box_columns=3)).box_rows, rules_for(16).box_rows
    (2, 4)
    """
    if asked == ANY_RULES:
        return told or _usual(size) or latin_square(size)
    if not asked:
        if found := told or _usual(size):
            return found
        raise _undetermined(size)
    try:
        rules = _resolved(size, asked, told)
    except RulesError as error:
        raise ParseError(str(error)) from None
    if rules.size != size:
        raise ParseError(f"the board is {size}x{size}, the rules are for {rules.size}x{rules.size}")
    if told is not None and rules.regions != told.regions:
        raise _contradiction(told, rules)
    return CLASSIC if rules.is_classic else rules


def _usual(size: int) -> Rules | None:
    try:
        return CLASSIC if size == 9 else Rules(size=size)
    except RulesError:
        return None


def _undetermined(size: int) -> ParseError:
    """Return the error for a board that can have several shapes of boxes."""
    try:
        Rules(size=size)
        raise AssertionError(f"the rules of {size}x{size} are determined")
    except RulesError as error:
        shape = re.search(r"\d+x\d+(?= or| cells)", str(error).partition(" of ")[2])
        word = shape[0] if shape else "latin"
        return ParseError(f'{error}: rules="{word}", or --rules {word} on the command line')


def _resolved(size: int, asked: Rules | str, told: Rules | None) -> Rules:
    if isinstance(asked, Rules):
        return asked
    if told is not None and not _has_shape(asked):
        asked = f"{format_rules(told)} {asked}"
    return parse_rules(asked, size=size)


def _contradiction(told: Rules, asked: Rules) -> ParseError:
    text, other = (_short(format_rules(rules)) for rules in (told, asked))
    return ParseError(
        f"the text says {text!r}, the rules that are asked for are {other!r}; leave them out, or change them"
    )


def _short(words: str) -> str:
    return words if len(words) <= 60 else words[:59] + "…"


def agreed(puzzle: Puzzle, asked: IntoRules) -> Puzzle:
    """Return a puzzle whose text says its rules in full, if nothing else is asked for."""
    if asked and asked != ANY_RULES:
        shape = Rules(size=puzzle.rules.size, regions=puzzle.rules.regions)
        rules = rules_for(puzzle.rules.size, asked, shape)
        if rules != puzzle.rules:
            raise _contradiction(puzzle.rules, rules)
    return puzzle


# -- puzzles --------------------------------------------------------------------------------------


def make(
    values: bytes,
    info: dict[str, str] | None = None,
    rules: IntoRules = None,
    *,
    told: Rules | None = None,
    spelling: str = "",
) -> Puzzle:
    """Return the puzzle of checked values; ``told`` is what its text says about boxes or regions."""
    if rules is None and told is None and len(values) == 81:
        return Puzzle._trusted(values, info)
    found = rules_for(math.isqrt(len(values)), rules, told)
    if spelling:
        info = {"spelling": spelling, **(info or {})}
    if found is CLASSIC:
        return Puzzle._trusted(values, info)
    return Puzzle(Grid(values), rules=found, info=info)


def make_sukaku(
    marks: Candidates,
    info: dict[str, str] | None = None,
    rules: IntoRules = None,
    *,
    told: Rules | None = None,
) -> Puzzle:
    """Return the puzzle of candidates."""
    return Puzzle(marks, rules=rules_for(marks.size, rules, told), info=info)

"""Variants: diagonals, windows, disjoint groups, Latin squares, and a notation for all rules with all constraints.

The functions return houses for ``Rules(extra=…)``. The notation is a line of words, for the command line and for files:

========================= ====================================================================
word                      rules
========================= ====================================================================
``2x3``                   boxes of two rows and three columns
``latin`` ``latin7``      no boxes, on a board of that size
``jigsaw:AABB…``          regions, one character per cell
``diagonals``             the two long diagonals are houses
``windoku``               the windows between the boxes are houses
``disjoint``              the cells at the same place of every box are a house
``house:name=r1c1r2c2…``  an extra house; ``_`` in its name is a space, ``%5F`` an underscore
``digits:0-8``            the digits of the cells, as many as the board has rows: ``0-8``, ``1-8,10``
``killer:10=r1c1r1c2``    a constraint: the word of a kind of `nonet.constraints` and its fields
========================= ====================================================================

>>> parse_rules("diagonals windoku", size=9) == Rules(extra=[*diagonals(9), *windoku(9)])
True
>>> format_rules(Rules(box_rows=2, box_columns=3, extra=diagonals(6)))
'2x3 diagonals'
>>> parse_rules("killer:10=r1c1r1c2 thermo:r1c1r2c1r3c1 antiknight").constraints
(AntiKnight(), Cage('r1c1 r1c2', sum=10), Thermo('r1c1 r2c1 r3c1'))

New houses
==========

A rule that says only in which cells all digits differ, such as the diagonals.

1. A function that returns the houses it adds, and its word in `usual` (`src/nonet/rules/houses.py`): then all formats
   know them. In `src/nonet/rules/variants.py` its word in the table `_EXTRA`, a line in the docstring of the module. A
   board that the rule does not fit gets a `RulesError`.
2. Its houses once more in `tests/oracle.py`, written without `nonet`, and its word in
   `tests/test_general_facts.py`. `tests/test_variants.py` compares the two.
3. A kind of board in `tests/kinds.py`, so that the laws and the oracle see it.
4. A puzzle with these houses and one solution in `tests/data/facts_general.txt` (source `made`), and one with a
   number of solutions that is known otherwise, if there is one.
5. Its sentence below a drawing, `extra.<word>` in `phrases` of `src/nonet/words/en/sentences.json`.
6. A row in the tables of `docs/variants.md`, `docs/cli.md` and `docs/formats.md`, and a look at its drawing
   (`.venv/bin/nonet show --rules … --output board.svg`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import islice, zip_longest
from math import isqrt
from typing import TYPE_CHECKING

from nonet.base.cells import board_name, cell_name
from nonet.base.digit_sets import digit_set, digits_text, has_gaps, own_digits
from nonet.base.errors import RulesError
from nonet.base.numbers import read_number
from nonet.base.options import listed
from nonet.base.suggestions import shortened, suggestion
from nonet.rules.houses import House, diagonals, groups, windows
from nonet.rules.rules import CLASSIC, Rules, box_shapes

if TYPE_CHECKING:
    from nonet.rules.constraints import Constraint

__all__ = [
    "UNKNOWN_REGIONS",
    "diagonals",
    "digits_sentence",
    "disjoint_groups",
    "extra_by_word",
    "extra_sentences",
    "format_rules",
    "is_rule_word",
    "jumps",
    "latin_square",
    "own_digits_in",
    "parse_rules",
    "sentence_of",
    "sentences_of",
    "sentences_of_kinds",
    "windoku",
]


def windoku(size: int = 9) -> tuple[House, ...]:
    """Return the windows (Windoku, hyper Sudoku): boxes with a gap of one cell around each.

    There are four on the classic board and nine on 16x16. Raises `RulesError` for a board without square boxes.

    >>> [house.cells.names[0] for house in windoku()]
    ['r2c2', 'r2c6', 'r6c2', 'r6c6']
    """
    side = isqrt(size)
    if side * side != size or side < 2:
        raise RulesError(f"windows need square boxes; {board_name(size)} has none")
    return windows(size, side, side)


def disjoint_groups(rules: Rules = CLASSIC) -> tuple[House, ...]:
    """Return for each position in a box the cells at this position of all boxes.

    Raises `RulesError` if the boxes are not equal rectangles.

    >>> disjoint_groups()[0].cells.names[:4]
    ('r1c1', 'r1c4', 'r1c7', 'r4c1')
    """
    if not rules.box_rows:
        raise RulesError("disjoint groups need boxes that are equal rectangles")
    return groups(rules.size, rules.box_rows, rules.box_columns)


def latin_square(size: int) -> Rules:
    """Return the rules of a Latin square: rows and columns, no boxes.

    >>> len(latin_square(5).houses)
    10
    """
    return Rules(size=size, regions=())


_SHAPE = re.compile(r"([1-9]\d?)[xX]([1-9]\d?)", re.ASCII)
_DIGITS = re.compile(r"(?:^|[\s+])digits:(\S+)", re.IGNORECASE)
_LATIN = re.compile(r"latin([1-9]\d?)?", re.ASCII)
_CELLS = re.compile(r"(?:[rR]\d+[cC]\d+,?)+")
_CELL = re.compile(r"[rR]\d+[cC]\d+")
_VALUE = re.compile(r"(?:\d+=)?[rRcC]\d+\S*")
_SPECIAL = re.compile(r"[%_+]|(?! )\s")

# The words for extra houses, and the function that returns the houses; then other spellings of a word. Words are read,
# written and listed in errors from these two tables.
_EXTRA: Mapping[str, Callable[[Rules], tuple[House, ...]]] = {
    "diagonals": lambda shape: diagonals(shape.size),
    "windoku": lambda shape: windoku(shape.size),
    "disjoint": disjoint_groups,
}
_ALIASES = {
    **dict.fromkeys(("diagonal", "x", "x-sudoku", "sudoku-x"), "diagonals"),
    **dict.fromkeys(("windows", "hyper", "hyper-sudoku"), "windoku"),
}


def some_rules(text: str) -> Rules:
    """Return the rules in a text on a board of the usual size, else of any that they fit; raise `RulesError` if none.

    >>> some_rules("diagonals").size, some_rules("sandwich:99=r1").size, some_rules("latin5").size
    (9, 9, 5)
    """
    problem: RulesError | None = None
    for size in (None, 36, *range(1, 36)):
        try:
            return parse_rules(text, size=size)
        except RulesError as error:
            if problem is not None and str(error) == str(problem):
                break  # it has nothing to do with the size, and each try may take long
            problem = problem or error
    assert problem is not None
    raise problem


def parse_rules(text: str, *, size: int | None = None) -> Rules:
    """Return the rules in a text of the notation.

    ``size`` is that of the board, if it is known: then the shape can be left out. Raises `RulesError` for an unknown
    word, and for words that do not fit together or do not fit the size.

    >>> parse_rules("2x3"), parse_rules("latin5"), parse_rules("diagonals", size=16).box_rows
    (Rules(box_rows=2, box_columns=3), Rules(size=5, regions=()), 4)
    >>> parse_rules("classic") == parse_rules("3x3")
    True
    >>> parse_rules("2x2 killer:5=r1c1r1c2").constraints
    (Cage('r1c1 r1c2', sum=5),)
    """
    read = _read if len(text) <= _KEPT else _read.__wrapped__
    return read(text, size)


_KEPT = 20_000
"""Characters of rules that are kept once they are read: a program has many boards with the same."""


@lru_cache(maxsize=64)
def _read(text: str, size: int | None) -> Rules:
    shape: Rules | None = None
    digits: tuple[int, ...] | None = None
    names: list[str] = []
    constraints: list[Constraint] = []
    words = text.replace("+", " ").split()
    for word, after in zip_longest(words, words[1:], fillvalue=""):
        name, colon, _ = word.lower().partition(":")
        is_constraint = bool(colon) and name not in _WITH_COLON
        rule = None if is_constraint else _shape(word, size)
        if rule is not None and shape is not None:
            raise RulesError(f"{word!r} is a second shape in {text!r}, expected one")
        if rule is not None:
            shape = rule
        elif colon and name == "digits":
            if digits is not None:
                raise RulesError(f"{word!r} is a second set of digits in {text!r}, expected one")
            digits = digit_set(word[7:])
        elif not is_constraint and (colon or _extra(word)):
            names.append(word)
        else:
            try:
                constraints.append(_constraint(word, after))
            except RulesError as error:
                if len(words) == 1 or repr(word)[:-1] in str(error):
                    raise
                raise RulesError(f"{shortened(word)!r}: {error}") from None
    if shape is None:
        shape = _usual_shape(digits) if size is None else Rules(size=size)
    if size is not None and shape.size != size:
        raise RulesError(
            f"the board is {size}x{size}, the rules {text!r} are for {shape.size}x{shape.size};"
            " 2x3 means boxes of 2 rows and 3 columns"
        )
    if digits is not None:
        shape = shape.with_digits(digits)
    houses = [house for word in names for house in _houses(word, shape)]
    return shape.extended(houses, constraints) if houses or constraints else shape


def _usual_shape(digits: tuple[int, ...] | None) -> Rules:
    """Return the usual board of so many digits."""
    if digits is None:
        return Rules(size=9)
    try:
        return Rules(size=len(digits))
    except RulesError as error:
        raise RulesError(
            f"digits:{digits_text(digits)} are {len(digits)} digits, and {error}"
        ) from None


def _shape(word: str, size: int | None) -> Rules | None:
    if word.lower() == "classic":
        return Rules()
    if match := _SHAPE.fullmatch(word):
        rows, columns = read_number(match[1]), read_number(match[2])
        if rows == columns > 6 and (shapes := box_shapes(rows)):
            names = [f"{high}x{wide}" for high, wide in shapes]
            written = "one of these" if names[1:] else names[0]
            raise RulesError(
                f"size must be 1 to 36; boxes of {rows} rows and {columns} columns make {rows**2};"
                f" a {word} board has boxes of {listed(names)}: write {written}"
            )
        return Rules(box_rows=rows, box_columns=columns)
    if match := _LATIN.fullmatch(word.lower()):
        return latin_square(read_number(match[1]) if match[1] else size or 9)
    name, _, layout = word.partition(":")
    if name.lower() == "jigsaw":
        if not layout:
            raise RulesError(
                "jigsaw: expected the layout of the regions, a character for each cell, such as jigsaw:AABB…"
            )
        return Rules(regions=layout)
    return None


def _extra(word: str) -> Callable[[Rules], tuple[House, ...]] | None:
    word = word.lower()
    return _EXTRA.get(_ALIASES.get(word, word))


def _houses(word: str, shape: Rules) -> tuple[House, ...]:
    if make := _extra(word):
        return make(shape)
    name, _, cells = word.partition(":")[2].rpartition("=")
    if not _CELLS.fullmatch(cells):
        raise RulesError(
            f"house: expected a name and cells such as house:pair=r1c1r2c2, got {word!r}"
        )
    return (House(_unquoted(name), _CELL.findall(cells), size=shape.size),)


def _constraint(word: str, after: str) -> Constraint:
    """Return the constraint of a word; ``after`` is the word that follows it on the line."""
    from nonet.rules.constraints import kinds
    from nonet.rules.constraints.notation import read_constraint

    name, _, text = word.partition(":")
    kind = kinds().get(name.lower())
    if kind is None:
        raise _unknown(word)
    if word == name and kind.in_notation and _VALUE.fullmatch(after):
        raise _no_colon(name, after)
    return read_constraint(kind, text)


def _no_colon(name: str, after: str) -> RulesError:
    return RulesError(f"is a colon missing after {name!r}? write {name}:{after}")


def _unknown(word: str) -> RulesError:
    from nonet.rules.constraints import kinds

    known = (
        f"known rules: a box shape such as 2x3, latin, jigsaw:LAYOUT, {', '.join(_EXTRA)},"
        " digits:0-8,"
        f" house:NAME=r1c1r1c2…, {', '.join(sorted(kinds()))}"
    )
    if _CELLS.fullmatch(word):
        return RulesError(
            f"{word!r} is a cell, expected a rule; write the cells of a rule without spaces,"
            " as in killer:10=r1c1r1c2"
        )
    if word.lower().endswith((".yaml", ".yml", ".json", ".jsonl", ".txt")):
        return RulesError(
            f"expected rules such as antiknight, got the file {word!r}; a YAML or JSON file holds"
            " the puzzle with its rules and is given as the puzzle"
        )
    if word.lower() in ("left", "right", "up", "down"):
        return RulesError(
            f"{word!r} is a direction, expected a rule; write a direction in one word, such as"
            " down-left"
        )
    if word.startswith(".") and "~" in word:
        return RulesError(
            f"{word!r} is an item of an ISS string, expected a rule such as killer:10=r1c1r1c2;"
            " an ISS string holds a whole puzzle and is given as the puzzle"
        )
    first = re.split("[,;]", word.lower())[0]
    if first != word.lower() and is_rule_word(first):
        return RulesError(f"{word!r} is several rules in one; write a space between rules")
    for begun in kinds():
        if word.lower().startswith(begun) and _VALUE.fullmatch(word[len(begun) :]):
            return _no_colon(begun, word[len(begun) :])
    name, names = word.partition(":")[0].lower(), [*_EXTRA, *_ALIASES, *kinds()]
    if name.startswith("chaos"):
        return RulesError(f"unknown rule {word!r}; {UNKNOWN_REGIONS}")
    if name == "digits":
        return RulesError(f"expected digits after {word!r}, such as digits:0-8 or digits:1-8,10")
    if meant := other_name(name):
        return RulesError(f"unknown rule {word!r}; did you mean {meant}?")
    names = [*names, "house", "jigsaw"] if ":" in word else [*names, "latin"]
    return RulesError(f"unknown rule {word!r}; {suggestion(name, names, otherwise=known)}")


UNKNOWN_REGIONS = (
    "a board whose regions are to be found is an ISS string with .ChaosConstruction, or a Model in"
    " Python; docs/variants.md shows one"
)
"""What to do instead of a rule for chaos construction, as the end of a sentence."""


_OTHER_NAMES = {
    "anti": "antiknight",
    "consecutive": "white",
    "dot": "white' or 'black",
    "german": "whisper",
    "kropki": "white' or 'black",
    "xv": "x' or 'v",
}


def other_name(name: str) -> str:
    """Return the word of a rule that people and classes call by another name, quoted; empty if there is none.

    >>> other_name("cage"), other_name("kropki"), other_name("nothing")
    ("'killer'", "'white' or 'black'", '')
    """
    from nonet.rules.constraints import kinds

    names = {kind.__name__.lower(): word for word, kind in kinds().items()} | _OTHER_NAMES
    return f"'{names[name]}'" if name in names else ""


def is_rule_word(name: str) -> bool:
    """Return whether a word begins a rule of the notation.

    >>> is_rule_word("thermo"), is_rule_word("windoku"), is_rule_word("title")
    (True, True, False)
    """
    from nonet.rules.constraints import kinds

    return name in kinds() or _extra(name) is not None or name in _WITH_TEXT


_WITH_COLON = "digits", "house", "jigsaw"
_WITH_TEXT = *_WITH_COLON, "latin"


def own_digits_in(rules: Rules | str | None) -> tuple[int, ...] | None:
    """Return the digits of rules if they are others than 1 to the size, None else or if the rules are not known.

    >>> own_digits_in("antiknight digits:0-8"), own_digits_in("digits:1-9"), own_digits_in(Rules())
    ((0, 1, 2, 3, 4, 5, 6, 7, 8), None, None)
    """
    if rules is None or isinstance(rules, Rules):
        return None if rules is None else rules.own_digits
    if (match := _DIGITS.search(rules)) is None:
        return None
    with suppress(RulesError):  # the reader of the rules reports what is wrong
        return own_digits(digit_set(match[1]))
    return None


def format_rules(rules: Rules) -> str:
    """Return rules in the notation; `parse_rules` reads it.

    >>> format_rules(Rules(extra=[House("my house", "r1c1 r5c5")])), format_rules(latin_square(5))
    ('3x3 house:my_house=r1c1r5c5', 'latin5')
    """
    if rules.box_rows:
        words = [f"{rules.box_rows}x{rules.box_columns}"]
    else:
        words = [f"jigsaw:{rules.layout}" if rules.regions else f"latin{rules.size}"]
    for word, houses in extra_by_word(rules):
        if word == "house":
            word += f":{_quoted(houses[0].name)}={''.join(houses[0].cells.names)}"
        words.append(word)
    if not rules.has_usual_digits:
        words.append(f"digits:{digits_text(rules.digits)}")
    return " ".join([*words, *(each.notation for each in rules.constraints)])


def extra_by_word(rules: Rules) -> list[tuple[str, tuple[House, ...]]]:
    """Return the extra houses in order, those of one word of the notation together; any other one is a ``house``.

    >>> [(word, len(houses)) for word, houses in extra_by_word(parse_rules("windoku house:pair=r1c1r9c9"))]
    [('windoku', 4), ('house', 1)]
    """
    known: dict[str, tuple[House, ...]] = {}
    for word in _EXTRA if rules.extra else ():
        with suppress(RulesError):  # a board that cannot have them
            known[word] = tuple(dict.fromkeys(_houses(word, rules)))
    groups, left = [], rules.extra
    while left:
        word = next((word for word, houses in known.items() if _begins(left, houses)), "house")
        count = len(known.get(word, left[:1]))
        groups.append((word, left[:count]))
        left = left[count:]
    return groups


def _begins(houses: tuple[House, ...], known: tuple[House, ...]) -> bool:
    """Return whether houses begin with known ones; not if a name differs, which the word would lose."""
    return bool(known) and [(each.name, each) for each in houses[: len(known)]] == [
        (each.name, each) for each in known
    ]


def jumps(rules: Rules) -> list[str]:
    """Return where lines of the rules jump from cell to cell: they are solved unchanged, and most often a mistake.

    >>> jumps(parse_rules("thermo:r1c1r2c1r4c1 whisper:r5c5r6c6"))
    ['thermo:r1c1r2c1r4c1 jumps from r2c1 to r4c1']
    """
    return [
        f"{each.notation} jumps from {one} to {other}"
        for each in rules.constraints
        for one, other in islice(each.jumps(rules.space), 1)
    ]


def sentences_of(rules: Rules, language: str = "en") -> list[str]:
    """Return what the extra houses and the constraints of a board say, one sentence for each.

    >>> sentences_of(parse_rules("diagonals antiking"))[0]
    'No digit repeats on either of the two long diagonals.'
    """
    sentences = (sentence_of(rules, each, language) for each in rules.constraints)
    return [*digits_sentence(rules, language), *extra_sentences(rules, language), *sentences]


def sentences_of_kinds(rules: Rules, language: str = "en") -> list[str]:
    """Return what `sentences_of` does, for beside a drawing: several constraints of a kind share a sentence.

    >>> sentences_of_kinds(parse_rules("thermo:r1c1r1c2 antiking thermo:r2c1r3c1 thermo:slow=r5c5r5c6"))[1]
    'Digits increase along each thermometer, from its bulb on.'
    """
    from nonet.words import catalogue

    shared = [catalogue(language).each(*each.sentence()) for each in rules.constraints]
    sentences = [*digits_sentence(rules, language), *extra_sentences(rules, language)]
    for constraint, common in zip(rules.constraints, shared, strict=True):
        alone = common is None or shared.count(common) == 1
        sentences.append(sentence_of(rules, constraint, language) if alone else str(common))
    return list(dict.fromkeys(sentences))


def sentence_of(rules: Rules, constraint: Constraint, language: str = "en") -> str:
    """Return what a constraint of a board says; it may name houses of the board."""
    from nonet.words import catalogue

    if not constraint.names_houses:
        return constraint.text(language)
    return catalogue(language).constraint(*rules.sentence(constraint))


def digits_sentence(rules: Rules, language: str = "en") -> list[str]:
    """Return which digits the cells hold, if they are others than 1 to the size; else nothing.

    >>> digits_sentence(Rules(digits="0-8")), digits_sentence(Rules(digits="1-3,10")), digits_sentence(Rules())
    (['The digits are 0 to 8.'], ['The digits are 1, 2, 3 and 10.'], [])
    """
    from nonet.words import catalogue

    if rules.has_usual_digits:
        return []
    low, high = rules.digits[0], rules.digits[-1]
    values = {"low": low, "high": high, "digits": list(rules.digits)}
    values["is_range"] = not has_gaps(rules.digits)
    return [catalogue(language).phrase("extra.digits", values)]


def extra_sentences(rules: Rules, language: str = "en") -> list[str]:
    """Return what the extra houses say: one sentence for all of a variant."""
    from nonet.rules.constraints.names import cell_value
    from nonet.words import catalogue

    sentences = []
    for word, houses in extra_by_word(rules):
        cells = houses[0].cells if word == "house" else [min(house.cells) for house in houses]
        values = {"name": houses[0].name, "side": isqrt(rules.size)}
        values["cells"] = [cell_value(cell_name(cell, rules.size)) for cell in cells]
        sentences.append(catalogue(language).phrase(f"extra.{word}", values))
    return sentences


def _quoted(name: str) -> str:
    """Return the name of a house as part of one word.

    A space becomes ``_``. Characters that the notation uses become ``%5F`` and the like, as in web addresses.
    """
    percent = _SPECIAL.sub(lambda one: "".join(f"%{b:02X}" for b in one[0].encode()), name)
    return percent.replace(" ", "_")


def _unquoted(word: str) -> str:
    """Read what `_quoted` writes."""
    from urllib.parse import unquote  # slow to load, and seldom needed

    return unquote(word.replace("_", " "))

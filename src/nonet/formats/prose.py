"""What an object or a row says of its rules outside of nonet's notation: prose, the name of a variant, numbers.

Prose is for people: it is left out with a word, but for the boxes that it names, which a board of 6x6 needs. A variant
is read where its name leaves nothing open, and named where it is not.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping

from nonet.base.errors import ParseError
from nonet.base.strict_json import Json
from nonet.base.suggestions import shortened
from nonet.formats.cell_values import plain_name
from nonet.rules.variants import is_rule_word

__all__ = [
    "check_sides",
    "names_rules",
    "rules_in_cell",
    "shape_in",
    "shape_of",
    "tells_of_variant",
    "unread_words",
    "variant_of",
    "words_for_people",
]

_SHAPE = re.compile(
    r"\b(\d{1,2})\s*(?:[x×*]|by)\s*(\d{1,2})[\s-]*(?:\w+\s)?(?:box|block|region|sub|rectang|square|cage)",  # noqa: RUF001
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_USUAL = frozenset(
    {
        "apply", "classic", "classical", "default", "game", "none", "normal", "ordinary", "plain", "puzzle", "regular",
        "rule", "rules", "standard", "sudoku", "the", "traditional", "usual", "vanilla",
    }
)  # fmt: skip
"""Words that together say nothing but that the usual rules apply."""

_VARIANTS = {
    **dict.fromkeys(
        ("x", "xsudoku", "sudokux", "diagonal", "diagonals", "diagonalsudoku"), "diagonals"
    ),
    **dict.fromkeys(("windoku", "hyper", "hypersudoku", "nrc", "windowed", "windows"), "windoku"),
    **dict.fromkeys(("disjoint", "disjointgroups", "disjointsets"), "disjoint"),
    **dict.fromkeys(("antiknight", "knight", "knightsmove"), "antiknight"),
    **dict.fromkeys(("antiking", "king", "kingsmove"), "antiking"),
    "nonconsecutive": "nonconsecutive",
}
"""Variants that have no parameters, by names that programs use."""

_OTHERS = re.compile(
    "killer|jigsaw|irregular|samurai|thermo|arrow|kropki|sandwich|renban|whisper|littlekiller|skyscraper|greater|"
    "calcudoku|kenken|mathdoku|palindrome|nonomino|squiggly|consecutive|chaos|evenodd|oddeven|xv|clone"
)
_NAMES = ("variant", "variants", "varianttype", "sudokuvariant", "puzzlevariant", "gamevariant")
_KINDS = ("type", "kind", "mode", "puzzletype", "sudokutype", "gametype", "gamemode", "boardtype")
_HIGH = (
    "boxrows", "boxheight", "blockrows", "blockheight", "regionheight", "rowsperbox", "rowsinbox",
)  # fmt: skip
_WIDE = (
    "boxcolumns", "boxcols", "boxwidth", "blockcols", "blockcolumns", "blockwidth", "regionwidth", "colsperbox",
)  # fmt: skip
_ROWS, _COLUMNS = ("rows", "nrows"), ("cols", "columns", "ncols")
_IN_PROMPT = re.compile(
    r"diagonal|knight|\bking|killer|\bcage|thermo|\barrow|jigsaw|irregular|windoku|hyper-?sudoku|consecutive|kropki",
    re.IGNORECASE,
)


def words_for_people(text: str) -> str | None:
    """Return the boxes that prose about rules names, empty for none; None for a text in the notation.

    >>> words_for_people("Normal 6x6 sudoku rules apply: 2x3 boxes."), words_for_people("Classic")
    ('2x3', '')
    >>> words_for_people("2x3 diagonals"), words_for_people("killr:10=r1c1r1c2"), words_for_people("anti knight")
    (None, None, None)
    """
    words = [
        word for each in text.lower().split() if _WORD.fullmatch(word := each.strip(".,;:!?()"))
    ]
    if words and set(words) <= _USUAL:
        return shape_in(text)
    if ":" in text and any(
        is_rule_word(word.partition(":")[0].lower()) for word in text.split() if ":" in word
    ):
        return None
    known = sum(is_rule_word(word.strip(".,;").lower()) for word in text.split())
    is_sentence = len(words) > 3 or (len(words) > 1 and text.rstrip()[-1:] in (".", "!"))
    return shape_in(text) if is_sentence and known * 2 < len(words) else None


def rules_in_cell(words: str | None) -> str | None:
    """Return the rules in a column of a table: the notation as it is, of prose the boxes that it names.

    >>> rules_in_cell("2x3 diagonals"), rules_in_cell("Fill each 2x3 box with 1 to 6."), rules_in_cell("Classic rules")
    ('2x3 diagonals', '2x3', None)
    """
    shape = words_for_people(words) if words else None
    return words if shape is None else shape or None


def shape_in(text: str) -> str:
    """Return the boxes that a text names, empty for none.

    >>> shape_in("each 2 by 3 box has the digits 1-6"), shape_in("a 9x9 grid")
    ('2x3', '')
    """
    match = _SHAPE.search(text)
    return f"{match[1]}x{match[2]}" if match else ""


def unread_words(text: str) -> str:
    """Return how rules in prose are named among what is not read, nothing if they are a name of the usual ones.

    >>> unread_words("Normal rules apply."), unread_words("classic")
    ("rules in prose ('Normal rules apply.')", '')
    """
    if set(_WORD.findall(text.lower())) <= _USUAL and len(text.split()) < 3:
        return ""
    return f"rules in prose ({shortened(' '.join(text.split()), 60)!r})"


def tells_of_variant(text: str) -> bool:
    """Whether a text for people speaks of rules beyond the usual ones."""
    return _IN_PROMPT.search(text) is not None


@functools.lru_cache(maxsize=256)
def names_rules(names: tuple[str, ...]) -> bool:
    """Whether an object with these names may say something about its rules beside ``rules``: most rows do not.

    >>> names_rules(("puzzle", "id")), names_rules(("puzzle", "boxWidth"))
    (False, True)
    """
    plain = set(map(plain_name, names))
    return not plain.isdisjoint((*_NAMES, *_KINDS, *_HIGH, *_WIDE, *_ROWS, *_COLUMNS))


def variant_of(value: Mapping[str, Json]) -> tuple[str | None, list[str]]:
    """Return the rules that the names of variants in an object are, and those that are not read.

    >>> variant_of({"variant": "classic"}), variant_of({"variants": ["x", "killer"]}), variant_of({"type": "easy"})
    ((None, []), ('diagonals', ['variants: killer']), (None, []))
    """
    rules, unread = list[str](), list[str]()
    for name, item in value.items():
        plain = plain_name(name)
        if plain not in _NAMES and plain not in _KINDS:
            continue
        flags = (
            [key for key, flag in item.items() if flag is True] if isinstance(item, dict) else None
        )
        for word in flags if flags is not None else item if isinstance(item, list) else [item]:
            if not isinstance(word, str):
                continue
            text = plain_name(word)
            if text in _VARIANTS and plain in _NAMES:
                rules.append(_VARIANTS[text])
            elif (plain in _NAMES and text and not _is_usual(word)) or (
                plain in _KINDS and (text in _VARIANTS or _OTHERS.search(text))
            ):
                unread.append(f"{name}: {shortened(word, 40)}")
    return " ".join(dict.fromkeys(rules)) or None, unread


def _is_usual(text: str) -> bool:
    words = {word.lower() for word in _WORD.findall(text)}
    return words <= _USUAL or plain_name(text) in (
        "classicsudoku",
        "standardsudoku",
        "normalsudoku",
    )


def shape_of(value: Mapping[str, Json]) -> str | None:
    """Return the boxes that two numbers in an object say, None if there are none.

    >>> shape_of({"boxHeight": 2, "boxWidth": 3}), shape_of({"rows": 9})
    ('2x3', None)
    """
    high, wide = _number(value, _HIGH), _number(value, _WIDE)
    return f"{high}x{wide}" if high and wide and high * wide <= 36 else None


def check_sides(value: Mapping[str, Json], size: int) -> None:
    """Raise `ParseError` if numbers of rows and columns in an object are not those of its board."""
    rows, columns = _number(value, _ROWS), _number(value, _COLUMNS)
    if rows and columns and (rows, columns) != (size, size) and rows * columns != size:
        raise ParseError(
            f"the board is {size}x{size}, but the object says {rows} rows and {columns} columns"
        )


def _number(value: Mapping[str, Json], names: tuple[str, ...]) -> int | None:
    values = [item for name, item in value.items() if plain_name(name) in names]
    return values[0] if values and isinstance(values[0], int) and 1 <= values[0] <= 36 else None

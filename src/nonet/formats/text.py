"""Plain text, as every format needs it: words, comments, remarks, and odd characters made plain."""

from __future__ import annotations

import functools
import re
import unicodedata

from nonet.base.digits import SUPERSCRIPTS
from nonet.puzzle import Board

__all__ = [
    "BRACKET",
    "DRAWN_LINE",
    "SEPARATORS",
    "comment_of",
    "has_word",
    "inside_tags",
    "is_comment",
    "one_line",
    "plain",
    "remark_of",
    "run_of",
    "shows_cages",
    "without_cages",
]

SEPARATORS = "#,; \t"
"""What may stand between the cells of a line and a comment."""

_RUN = re.compile(r"[^\s#,;]*")
_WORD = re.compile(r"([^\W\d_])(?!\1)[^\W\d_]", re.IGNORECASE)


def one_line(text: str) -> str:
    """Return the text on one line: every run of white space is one space."""
    return " ".join(text.replace("\0", " ").split())


def has_word(text: str) -> bool:
    """Whether a text has a word: two letters in a row that are not a repeated blank.

    >>> has_word("Grid 01"), has_word("xx3x2x6xx")
    (True, False)
    """
    return _WORD.search(text) is not None


def plain(text: str) -> str:
    r"""Return the text with digits and commas of every script as 0-9 and ``,``, and box drawing as ``| - +``.

    The length does not change, so a column of the answer is a column of the original.

    >>> plain("│ \N{EXTENDED ARABIC-INDIC DIGIT FIVE} 3 . ║"), plain("╔═╤")
    ('| 5 3 . |', '+-+')
    """
    return text if text.isascii() else "".join(map(_plain_character, text))


_CAGE_SUM = re.compile(f"[{SUPERSCRIPTS} ]*[{SUPERSCRIPTS}](?=([─┈]))")
_CAGE_RULER = re.compile("(?=.*┈)[ │¦┈┌┐└┘├┤┬┴┼]+")


def shows_cages(text: str) -> bool:
    """Whether there may be signs in a text that `without_cages` takes out."""
    return "¦" in text or "┈" in text or any(f"{digit}─" in text for digit in SUPERSCRIPTS)


def without_cages(text: str) -> str | None:
    """Return a line of a drawing without the lines and sums of cages, which `nonet.render.borders` draws.

    It is None for a ruler that has nothing else.

    >>> print(without_cages("├¹⁴──³⁴─┼───"))
    ├───────┼───
    >>> print(without_cages("│ 5 ¦ . │ ."))
    │ 5   . │ .
    >>> print(without_cages("│   ├¹⁶┈┈┈│"))
    None
    """
    text = _CAGE_SUM.sub(lambda match: match[1] * len(match[0]), text)
    return None if _CAGE_RULER.fullmatch(text) else text.replace("¦", " ").replace("┈", " ")


@functools.lru_cache(maxsize=4096)
def _plain_character(char: str) -> str:
    if ord(char) < 128:
        return char
    value = unicodedata.decimal(char, None)
    if value is not None:
        return str(value)
    if char.isspace():
        return " "
    if char in "،﹐，":  # noqa: RUF001 - commas of other scripts
        return ","
    if char in "│┃║╎╏┆┇┊┋":
        return "|"
    if char in "─━═╌╍┄┅┈┉‐‑‒–—―−":  # noqa: RUF001 - rulers and dashes as people paste them
        return "-"
    return "+" if "\u2500" <= char <= "\u257f" else char


# -- comments -------------------------------------------------------------------------------------

DRAWN_LINE = re.compile(r"([-_*=~+])\1{9,}")
"""A line drawn between boards: one sign all along. Nine of them may be a row of empty cells."""


def is_comment(line: str, comments: str = "#") -> bool:
    """Whether a line begins with a comment character and is not a board with that character for its blanks.

    >>> is_comment("# easy"), is_comment("; easy"), is_comment("#" * 80 + "5")
    (True, False, False)
    """
    line = line.lstrip()
    first = line[:1]
    if not first or first not in comments:
        return False
    return len(line) < 81 or not set(first) < set(line[:81]) <= set(f"{first}123456789")


def run_of(text: str) -> str:
    """Return the characters before the first separator.

    >>> run_of("1..2....3....4.. # easy")
    '1..2....3....4..'
    """
    match = _RUN.match(text)
    return match[0] if match else ""


def comment_of(rest: str) -> str:
    """Return the comment after the cells of a line, without its separator.

    >>> comment_of("  # easy, no. 1"), comment_of(",27"), comment_of("\\t")
    ('easy, no. 1', '27', '')
    """
    rest = rest.strip()
    return rest[1:].strip() if rest[:1] in ("#", ",", ";") else rest


def remark_of(puzzle: Board, comment: bool = True) -> str:
    """Return the comment of a puzzle with the separator that stands before it on a line."""
    remark = one_line(puzzle.info.get("comment", "")) if comment else ""
    return f" # {remark}" if remark else ""


# -- what Markdown, web pages, forums and programs put around text ---------------------------------------

_OF_FORUMS = "b|center|code|colou?r|font|hide|i|indent|list|mono|pre|quote|s|size|spoiler|tt|u|url"
_TAG = re.compile(
    # A link in a tag is text.
    r"(?:</?[A-Za-z](?:(?!://)[^<>])*>|"
    rf"\[/?(?:{_OF_FORUMS})(?:=(?:(?!://)[^][])*)?\])\s*",
    re.IGNORECASE,
)
BRACKET = re.compile(r"[<>[\]]")
"""What every tag has."""

_OPENING = {">": "<", "]": "["}


def inside_tags(text: str) -> tuple[int, str]:
    """Return the text between the tags at both ends of a line, and the number of signs before it.

    >>> inside_tags("<li><b>1..2</b><br>"), inside_tags("[code]1..2"), inside_tags("1 < 2 > 1")
    ((7, '1..2'), (6, '1..2'), (0, '1 < 2 > 1'))
    """
    start, end = 0, len(text)
    first, last = len(text) - len(text.lstrip()), len(text.rstrip())
    while tag := _TAG.match(text, start or first):
        start = tag.end()
    while last > start and (sign := _OPENING.get(text[last - 1])):
        tag = _TAG.fullmatch(text, max(text.rfind(sign, start, last), 0), last)
        if tag is None:
            break
        last = end = tag.start()
        while last > start and text[last - 1].isspace():
            last -= 1
    return start, text[start:end]

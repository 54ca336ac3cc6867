"""Links of websites: taken apart, and read where the cells of the board stand in the address.

A link either has the whole puzzle in it, in a coding of its website, or the name of a puzzle on a server. nonet asks no
server. Websites with a coding of their own have a format and a module of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from nonet.base.digits import side_of
from nonet.base.errors import ParseError, RulesError
from nonet.formats.base import CLASSIC_ONLY, Clues, Format, IntoRules, each, each_line
from nonet.formats.fields import is_board, puzzle_of
from nonet.formats.jigsaw import is_jigsaw_line, parse_jigsaw
from nonet.formats.puzzles import EXAMPLE, with_added
from nonet.formats.values import has_shape
from nonet.puzzle import Puzzle
from nonet.rules.variants import parse_rules

__all__ = ["FORMATS", "Link", "link_in"]

_LINK = re.compile(
    r"(?:(?:https?://)?((?:[\w-]+\.)+[a-z]{2,})|https?://(localhost|\d+(?:\.\d+){3}))"
    r"(?::\d+)?(?=[/?#])\S*",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?P<rules>\w[^\n]*?)(?::(?P<cells>[^\s:/=]{16,}))?")
_NAMES_CELLS = re.compile(r"(?:^|[\s+])[A-Za-z]+:(?:[^\s+=]*=){0,3}[rRcC]\d")


class Link(NamedTuple):
    """A link in parts: the host without ``www.``, the path, the values of the query by name, what follows ``#``."""

    host: str
    path: str
    query: dict[str, str]
    fragment: str

    def parts(self) -> Iterator[str]:
        """Yield the places where a puzzle can stand, the last of them first."""
        if self.fragment:
            yield self.fragment
            if "?" in self.fragment:  # as in links of nonet
                yield from (
                    item.partition("=")[2] for item in self.fragment.split("?", 1)[1].split("&")
                )
        yield from reversed(self.query.values())
        yield from reversed([part for part in self.path.split("/") if part])

    def longest(self, test: Callable[[str], object]) -> str | None:
        """Return the longest place that passes a test, or None; data in a path may have slashes."""
        found = [part for part in (*self.parts(), self.path.lstrip("/")) if test(part)]
        return max(found, key=len, default=None)

    def place(self, found: str | None) -> str:
        """Return the place that was found; raise `ParseError` where there is none: the link has no puzzle in it."""
        if found:
            return found
        raise ParseError(
            f"the link to {self.host} has no board in it, perhaps only the name of a puzzle on a server;"
            " expected a link with all cells, or the text that the site exports"
        )


def link_in(text: str) -> Link | None:
    """Return the parts of a link, None if the text is something else.

    >>> link_in("https://www.example.org/a/b?s=1%2B2#c")
    Link(host='example.org', path='/a/b', query={'s': '1+2'}, fragment='c')
    >>> link_in("1.2.3/4.5"), link_in("see example.org")
    (None, None)
    """
    text = text.strip().strip("<>")
    match = _LINK.fullmatch(text)
    if match is None:
        return None
    from urllib.parse import unquote, urlsplit  # slow to load, and seldom needed

    try:
        parts = urlsplit(text if "://" in text else f"https://{text}")
    except ValueError:
        return None
    query = {}
    for item in parts.query.split("&") if parts.query else ():
        name, _, value = item.partition("=")
        query[unquote(name)] = unquote(value)
    host = (match[1] or match[2]).lower().removeprefix("www.")
    return Link(host, unquote(parts.path), query, unquote(parts.fragment))


def _code(parts: tuple[str, str], rules: IntoRules) -> Puzzle:
    """Return the puzzle of the rules and the cells of a code."""
    return with_added(puzzle_of(parts[1], None, parts[0]), rules)


def _parts_of_code(text: str) -> tuple[str, str] | None:
    """Return the rules and the cells of a board as links of nonet have it, None for any other text.

    A code is rules in words, a colon, and the cells unless all are empty.

    >>> _parts_of_code("2x2 killer:3=r1c1r1c2:1...............")
    ('2x2 killer:3=r1c1r1c2', '1...............')
    >>> _parts_of_code("killer:3=r1c1r1c2 antiknight") is None, _parts_of_code("x")
    (False, None)
    """
    text = text.strip()
    if ":" not in text or (match := _CODE.fullmatch(text)) is None:
        return None
    words, cells = match["rules"].replace("+", " "), match["cells"] or ""
    if not cells and not _NAMES_CELLS.search(words):
        return None
    try:
        rules = parse_rules(words, size=None if has_shape(words) else side_of(len(cells)))
    except RulesError:
        return None
    return words, cells or "." * rules.size**2


def parse_link(line: str, rules: IntoRules = None) -> Puzzle:
    """Read a link with the cells of a board in its path, its query or after ``#``, or such a board alone."""
    if (code := _parts_of_code(line)) is not None:
        return _code(code, rules)
    link = link_in(line)
    if link is None:
        raise ParseError(
            "expected a link such as https://example.org/play/ and 81 cells", text=line
        )
    for part in link.parts():
        if is_board(part):
            return puzzle_of(part, None, rules)
        if is_jigsaw_line(part):
            return parse_jigsaw(part, rules)
        if (code := _parts_of_code(part)) is not None:
            return _code(code, rules)
    raise ParseError(
        f"links of {link.host} are not read unless all cells stand in the address; paste the board,"
        " or the text that the site exports"
    )


_ADDRESS = "https://sudokuexchange.com/play/?s="


FORMATS = (
    Format(
        "link",
        "a link with the 81 cells in its address, as of many websites, or rules:cells; one per line",
        (),
        "all info",
        _ADDRESS + EXAMPLE.replace(".", "0"),
        each_line(parse_link),
        each(lambda puzzle: _ADDRESS + puzzle.givens.text(blank="0")),
        Clues(line=lambda text: bool(link_in(text) or _parts_of_code(text))),
        holds=CLASSIC_ONLY,
    ),
)

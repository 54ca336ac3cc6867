"""Links and headings of the Markdown pages: one reader, for the site of the documentation and for the tests.

A page is written for a code host: its links are paths in the repository, and an anchor is the heading in lower case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from os.path import normpath
from pathlib import Path
from typing import NamedTuple

HOME = Path(__file__).resolve().parents[1]

_FENCE = re.compile(r"^ *(```+|~~~+).*?^ *\1 *$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(?<!`)(`+)(?!`)(?:(?!\n\n).)+?(?<!`)\1(?!`)|<!--.*?-->", re.DOTALL)
_LINK = re.compile(r"\]\(([^()\s]+)(?: \"[^\"]*\")?\)")
_HEADING = re.compile(r"^#{1,6} +(.+?)(?: +#+)? *$", re.MULTILINE)
_OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:|//")


class Link(NamedTuple):
    """A relative link: the places of its target in the text, and the target."""

    start: int
    end: int
    path: str
    anchor: str


def links(text: str) -> Iterator[Link]:
    """Yield the relative links and pictures of a page; code has no links."""
    for match in _LINK.finditer(_without(_CODE, _without(_FENCE, text))):
        if not _OUTSIDE.match(match[1]):
            path, _, anchor = match[1].partition("#")
            yield Link(match.start(1), match.end(1), path, anchor)


def target(page: str, path: str) -> str:
    """Return the path in the repository that a link of a page leads to; an empty path is the page itself.

    >>> target("docs/techniques/x_wing.md", "../cli.md"), target("README.md", "")
    ('docs/cli.md', 'README.md')
    """
    return normpath(f"{page}/../{path}") if path else page


def headings(text: str) -> list[str]:
    """Return the headings of a page, without the `#`."""
    return _HEADING.findall(_without(_FENCE, text))


def anchors(text: str) -> set[str]:
    """Return the anchors of a page."""
    return {slug(heading) for heading in headings(text)}


def title(text: str) -> str:
    """Return the first heading of a page as plain text."""
    return re.sub(r"[`*]", "", headings(text)[0])


def slug(heading: str, separator: str = "-") -> str:
    """Return the anchor of a heading, as code hosts make it.

    >>> slug("What `nonet` does, and when"), slug("AC-3 / arcs")
    ('what-nonet-does-and-when', 'ac-3--arcs')
    """
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", separator)


def _without(pattern: re.Pattern[str], text: str) -> str:
    """Return a text with blanks for what matches, so that all places stay the same."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)

"""The navigation of the documentation, read from `docs/README.md`, which lists the pages for a reader.

An item of that list is a page (a link), a heading (bold text), or a folder (`<!-- pages: tutorial -->` behind a
title): it has the pages of the folder, as far as there are any. A link to the `README.md` of a folder brings its other
pages, too: first those that it links to, in its order, then the others by name. The techniques stand in groups by
their difficulty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from docs_links import HOME, links, target, title

from nonet.difficulty import difficulty_of

DOCS = HOME / "docs"
CONTENTS = DOCS / "README.md"
NOTES = DOCS / "notes"
"""What was tried, for people who work on nonet: read at a code host, and no part of the site."""

Item: TypeAlias = "str | Mapping[str, str | list[Item]]"

_ITEM = re.compile(r"^( *)- (.+)$", re.MULTILINE)
_FOLDER = re.compile(r"(.+?) <!-- pages: ([\w/]+) -->")
_TECHNIQUE = re.compile(r"^\| *([\d.]*)\+? *\|.*\[[^\]]+\]\((\w+\.md)\)", re.MULTILINE)

LEFT_OUT = ("source/",)
"""Folders of the site whose pages no list names: other pages lead to them."""


def pages() -> list[Path]:
    """Return the Markdown files in `docs` that are pages of the site."""
    return [path for path in sorted(DOCS.rglob("*.md")) if NOTES not in path.parents]


def navigation(extra: dict[str, list[Item]] | None = None) -> list[Item]:
    """Return the navigation as MkDocs reads it. ``extra`` has the items of folders that are made for the site alone."""
    text = CONTENTS.read_text("utf-8")
    root: list[Item] = []
    level: list[list[Item]] = [root]
    for match in _ITEM.finditer(text):
        depth = len(match[1]) // 4
        del level[depth + 1 :]
        said = match[2]
        found: str | list[Item]
        if folder := _FOLDER.match(said):
            name, found = folder[1], (extra or {}).get(folder[2]) or pages_of(DOCS / folder[2])
        elif link := next(links(said), None):
            name = re.sub(r"[`*]", "", said[said.index("[") + 1 : said.index("](")])
            found = _page(target("docs/README.md", link.path))
        else:
            name, found = said.strip("*"), []
            level.append(found)
            level[depth].append({name: found})
            continue
        if found:
            level[depth].append({name: found})
    return root


def site_path(path: str) -> str:
    """Return where a file of the repository is in the site: that of a page as Markdown.

    >>> site_path("README.md"), site_path("docs/cli.md"), site_path("core/core.h")
    ('index.md', 'cli.md', 'source/core/core.h.md')
    """
    if path in ("README.md", "docs/README.md"):
        return "index.md" if path == "README.md" else "contents.md"
    if path.startswith("docs/"):
        inner = path.removeprefix("docs/")
        return f"{inner}/README.md" if (HOME / path).is_dir() else inner
    if path.endswith(".md") and "/" not in path:
        return path.lower()
    return f"source/{path}" if path.endswith(".md") else f"source/{path}.md"


def _page(path: str) -> str | list[Item]:
    """Return a page, or those of its folder if it is the first of them."""
    place = HOME / path
    folder = place if place.is_dir() else place.parent
    if place.is_dir() or (place.name == "README.md" and folder not in (DOCS, HOME)):
        return pages_of(folder)
    return site_path(path)


def pages_of(folder: Path) -> list[Item]:
    """Return the pages of a folder and the folders in it; the site makes the `README.md` of one that has none."""
    if not any(folder.rglob("*.md")):
        return []
    first = folder / "README.md"
    found: list[Item] = [_inner(first)]
    order: list[Path] = []
    if first.is_file():
        text = first.read_text("utf-8")
        if folder.name == "techniques":
            way = folder / "path.md"
            return [
                *found,
                {title(way.read_text("utf-8")): _inner(way)},
                *_by_difficulty(text, folder),
            ]
        order = [(folder / link.path).resolve() for link in links(text)]
    for place in dict.fromkeys([*order, *sorted(folder.iterdir())]):
        if place.parent == folder and place.suffix == ".md" and place != first:
            found.append({title(place.read_text("utf-8")): _inner(place)})
        elif place.parent == folder and place.is_dir() and (inner := pages_of(place)):
            found.append({head_of(place): inner})
    return found


def head_of(folder: Path) -> str:
    """Return the title of a folder: that of its `README.md`, else its name."""
    first = folder / "README.md"
    return title(first.read_text("utf-8")) if first.is_file() else folder.name.capitalize()


def _by_difficulty(text: str, folder: Path) -> list[Item]:
    """Return the techniques in the order of their list, in groups: easy, medium, hard and so on."""
    groups: dict[str, list[Item]] = {}
    name = ""
    for rating, page in _TECHNIQUE.findall(text):
        name = difficulty_of(float(rating)).capitalize() if rating else name
        item = {title((folder / page).read_text("utf-8")): _inner(folder / page)}
        groups.setdefault(name, []).append(item)
    return [{name: items} for name, items in groups.items()]


def _inner(place: Path) -> str:
    return place.relative_to(DOCS).as_posix()


def named(items: list[Item]) -> set[str]:
    """Return every page of a navigation."""
    found: set[str] = set()
    for item in items:
        for value in [item] if isinstance(item, str) else item.values():
            found |= {value} if isinstance(value, str) else named(value)
    return found

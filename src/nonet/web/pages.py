"""Plain pages of the techniques: the text of each lesson and its picture, as HTML that needs no script.

A site has one for each technique and language, so that a lesson has an address of its own, can be printed, and is found
by search engines. What they say is what the place Learn says: words and examples come from the same files.

A new page
==========

Plain HTML pages that `nonet site` writes, such as those of the techniques. The places of the app are something on
the page.

1. In `src/nonet/web/pages.py` a function that yields address and text for each language; `_document` writes the
   head. The words are those of the catalogues.
2. Its call in `_content` of `site.py`, and a link to it from a page that is there.
3. Its pages in the fixture `plain_pages` of `tests/test_site.py`, whose laws are for links, scripts and styles;
   `few_parts` replaces those that take long.
4. A row in the table of `docs/site.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from html import escape
from typing import TypedDict

from nonet import words
from nonet.base.numbers import read_number
from nonet.boards.grid import Candidates, Grid
from nonet.render import svg
from nonet.steps import objects
from nonet.steps.json import step_from_object
from nonet.steps.step import Step
from nonet.web.files import STATIC
from nonet.words import Catalogue

__all__ = ["FOLDER", "technique_pages"]

FOLDER = "techniques"
"""Where the pages are in a site: those in English here, the others in a folder of their language."""

_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
)


class Entry(TypedDict):
    """A technique in learn.json."""

    id: str
    family: str
    profile: str
    rating: float
    points: int | None
    needsUnique: bool
    related: list[str]
    hasDrill: bool


class _Shown(TypedDict):
    """An example in examples.json: givens, digits, marks and the step."""

    p: str
    d: str
    k: str
    step: objects.Step


def technique_pages(languages: Iterable[str] | None = None) -> Iterator[tuple[str, str]]:
    """Yield the address and the text of every page: in each language a list, and a page for each technique."""
    entries: list[Entry] = json.loads((STATIC / "learn.json").read_text("utf-8"))
    stock = json.loads((STATIC / "examples.json").read_text("utf-8"))
    examples = {name: _example(found["examples"][0]) for name, found in stock.items()}
    for language in words.languages() if languages is None else languages:
        yield _address("index", language), _list(entries, language)
        for place, entry in enumerate(entries):
            turns = {"easier": entries[place - 1] if place else None}
            turns["harder"] = entries[place + 1] if place + 1 < len(entries) else None
            yield (
                _address(entry["id"], language),
                _page(entry, examples.get(entry["id"]), turns, language),
            )


def _example(found: _Shown) -> Step:
    digits = tuple(0 if symbol == "." else read_number(symbol) for symbol in found["d"])
    marks = [read_number(found["k"][at : at + 2], base=32) for at in range(0, 2 * len(digits), 2)]
    masks = [1 << digit - 1 if digit else mask for digit, mask in zip(digits, marks, strict=True)]
    board = Candidates.from_masks(masks, placed=digits)
    return replace(step_from_object(found["step"]), board=board, givens=Grid(found["p"]))


def _address(name: str, language: str) -> str:
    """Return the address of a page in the site.

    >>> _address("x_wing", "en"), _address("x_wing", "fr")
    ('techniques/x_wing.html', 'techniques/fr/x_wing.html')
    """
    return f"{FOLDER}/{_inner(name, language)}"


def _inner(name: str, language: str) -> str:
    return f"{name}.html" if language == "en" else f"{language}/{name}.html"


@cache
def _lessons(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return the lessons that a language has, by technique."""
    found: Mapping[str, Mapping[str, str]] = words.texts(language).get("lessons", {})
    return found


# -- pages ----------------------------------------------------------------------------------------


def _page(entry: Entry, step: Step | None, turns: Mapping[str, Entry | None], language: str) -> str:
    known, name = words.catalogue(language), entry["id"]
    said = known.technique(name)
    parts = [
        f'<p><a href="index.html">{_t(known, "learn.back")}</a></p>',
        f"<h1>{escape(said['name'])}</h1>",
        f'<p class="facts">{" · ".join(_facts(entry, known))}</p>',
        f'<p class="about">{escape(said["about"])}</p>',
    ]
    if said["aliases"]:
        names = known.fill("{names, comma}", {"names": list(said["aliases"])})
        parts.append(f"<p>{_t(known, 'learn.aliases', names=names)}</p>")
    parts += _example_of(step, known) if step else [f"<p>{_t(known, 'learn.no_example')}</p>"]
    up = "../" if language == "en" else "../../"
    parts.append(
        f'<p><a class="open" href="{up}index.html#learn/{name}">{_t(known, "learn.walk")}</a></p>'
    )
    parts += _lesson(name, known)
    if entry["related"]:
        links = "".join(f"<li>{_link(other, known)}</li>" for other in entry["related"])
        parts += [f"<h2>{_t(known, 'learn.related')}</h2>", f"<ul>{links}</ul>"]
    ends = [
        f"<span>{_t(known, f'learn.{way}')} {_link(other['id'], known)}</span>"
        for way, other in turns.items()
        if other is not None
    ]
    title = _t(known, "learn.title")
    parts.append(f'<nav class="turns" aria-label="{title}">{"".join(ends)}</nav>')
    return _document(said["name"], said["about"], "\n".join(parts), name, known)


def _facts(entry: Entry, known: Catalogue) -> Iterator[str]:
    """Yield the family of a technique, its ratings, and whether it needs a unique puzzle."""
    profile, rating, points = entry["profile"], entry["rating"], entry["points"]
    yield escape(known.family(entry["family"]))
    if profile == "se":
        yield _t(known, "hint.rating", rating=f"{rating:.1f}")
    elif rating is not None:
        yield f"{profile} {known.number(f'{rating:.1f}')}"
    if points:
        yield f"HoDoKu {known.number(points)}"
    if entry["needsUnique"]:
        yield _t(known, "learn.needs_unique")


def _example_of(step: Step, known: Catalogue) -> list[str]:
    """Return the picture of an example and its explanation."""
    language = known.language
    text = escape(step.text("full", language, all=True))
    return [
        f'<figure dir="ltr">{svg(step, language=language)}</figure>',
        f"<p><strong>{escape(step.title(language))}</strong></p>",
        f'<p class="explanation">{text}</p>',
    ]


def _lesson(name: str, known: Catalogue) -> list[str]:
    """Return how to find a technique and why it works, in English and so marked where the language has no lesson."""
    own = _lessons(known.language).get(name)
    lesson = own or _lessons("en")[name]
    other = "" if own else ' lang="en" dir="ltr"'
    steps = words.steps_of(lesson)
    items = "".join(f"<li>{escape(step)}</li>" for step in steps)
    return [
        f"<h2>{_t(known, 'learn.find')}</h2>",
        f"<ol{other}>{items}</ol>" if len(steps) > 1 else f"<p{other}>{escape(steps[0])}</p>",
        f"<h2>{_t(known, 'learn.proof')}</h2>",
        f"<p{other}>{escape(lesson['why'])}</p>",
    ]


def _list(entries: list[Entry], language: str) -> str:
    """Return the list of all techniques by family."""
    known = words.catalogue(language)
    title = known.app("learn.title")
    up = "../" if language == "en" else "../../"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{_t(known, 'learn.intro')}</p>",
        f'<p><a class="open" href="{up}index.html#learn">{_t(known, "learn.app")}</a></p>',
    ]
    for family in dict.fromkeys(entry["family"] for entry in entries):
        links = "".join(
            f"<li>{_link(entry['id'], known)}</li>"
            for entry in entries
            if entry["family"] == family
        )
        parts += [f"<h2>{escape(known.family(family))}</h2>", f"<ul>{links}</ul>"]
    return _document(title, known.app("learn.intro"), "\n".join(parts), "index", known)


# -- HTML -----------------------------------------------------------------------------------------


def _document(title: str, about: str, body: str, name: str, known: Catalogue) -> str:
    """Return a whole page: its head, the languages that it is in, and the body."""
    language = known.language
    to_techniques = "" if language == "en" else "../"
    up = f"{to_techniques}../"
    others = {code: f"{to_techniques}{_inner(name, code)}" for code in words.languages()}
    alternates = "\n".join(
        f'<link rel="alternate" hreflang="{code}" href="{href}">' for code, href in others.items()
    )
    links = " · ".join(
        f'<a href="{href}" lang="{code}" hreflang="{code}">{escape(words.catalogue(code).name)}</a>'
        for code, href in others.items()
        if code != language
    )
    return f"""<!doctype html>
<html lang="{language}" dir="{known.direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="referrer" content="no-referrer">
<title>{escape(title)} · nonet</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="{escape(about)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="{up}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{up}css/theme.css">
<link rel="stylesheet" href="{up}css/base.css">
<link rel="stylesheet" href="{up}css/page.css">
{alternates}
</head>
<body>
<header class="page-head"><a href="{up}index.html">nonet</a>
<nav aria-label="{_t(known, "bar.language")}">{links}</nav></header>
<main>
{body}
</main>
</body>
</html>
"""


def _t(known: Catalogue, key: str, **values: str) -> str:
    """Return a text of the interface as HTML."""
    return escape(known.app(key, values))


def _link(name: str, known: Catalogue) -> str:
    return f'<a href="{name}.html">{escape(known.technique(name)["name"])}</a>'

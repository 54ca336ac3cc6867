"""Write docs/techniques: a page for each technique with an example, a picture of it, its proof and its ratings.

    .venv/bin/python scripts/technique_pages.py             all pages, pictures, and the index
    .venv/bin/python scripts/technique_pages.py x_wing      one page

Names, aliases and definitions come from the catalogue of words, ratings from `nonet.steps`, the three examples from the
solver itself, run on the boards of src/nonet/generating/examples.txt; how to find a technique and why it works from the
English lessons in src/nonet/words. The rest of the prose is in technique_pages.toml. After a change of any of them,
write the pages again.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import fill
from typing import Any

from technique_examples import (
    ALL,
    NEVER_SEEN,
    example_step,
    ordered,
    picture,
    prose,
    taught_rating,
)

from nonet import words
from nonet.difficulty import difficulty_of
from nonet.generating.drills import DRILLS
from nonet.generating.examples import EXAMPLES
from nonet.render.themes import SHAPES
from nonet.steps import VARIANT_TECHNIQUES, Premise, Step, Technique, profile_with, technique
from nonet.words import catalogue

SCRIPTS = Path(__file__).parent
PAGES = SCRIPTS.parent / "docs" / "techniques"

WIDTH = 100
"""The most characters that a line of an explanation has."""
SIZE = 100_000
"""The most bytes that a picture may have."""

SYSTEMS = {
    "se": "Sudoku Explainer 1.2.1",
    "hodoku": "HoDoKu 2.2",
    "sunnie": "Sunnie",
    "wiki": "SudokuWiki",
}

SHOWN = ("x_wing", "forcing_chain")
"""Techniques whose pictures are in the index."""

_LENGTHS = (
    ("up to 6", "7-8", "9-10", "11-14", "15-18", "19-26", "27-34", "35-50", "51-66", "67-98"),
    ("0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9"),
)


@cache
def lessons() -> dict[str, dict[str, Any]]:
    """Return how to find each technique, "spot", and why it works, "why"; plain text."""
    found: dict[str, dict[str, Any]] = words.written("en")["lessons"]
    return found


def linked(name: str, part: str) -> list[str]:
    """Return a part of a lesson, a step in a text, with the links of technique_pages.toml."""
    lesson = lessons()[name]
    text = "\n".join(words.steps_of(lesson)) if part == "spot" else lesson[part]
    for label, target in prose()[name].get(f"{part}_links", {}).items():
        if label not in text:
            raise LookupError(f"the lesson {name} has no {label!r} in {part!r} to link")
        text = text.replace(label, f"[{label}]({target}.md)", 1)
    return text.splitlines()


def file_of(name: str, number: int) -> str:
    """Return the name of the picture of an example.

    >>> file_of("x_wing", 0), file_of("x_wing", 2)
    ('x_wing.svg', 'x_wing.3.svg')
    """
    return f"{name}.{number + 1}.svg" if number else f"{name}.svg"


def page(name: str) -> str:
    """Return the page of a technique."""
    about, said = technique(name), prose()[name]
    step = None if name in NEVER_SEEN else example_step(name)[1]
    aliases = about.aliases()
    parts = [
        f"# {about.name}",
        f"`{name}` · {about.family} · [all techniques](README.md) · [learning path](path.md)",
        about.about(),
        f"**Also called** {_listed(aliases)}." if aliases else "",
        "## How to spot it",
        _procedure(linked(name, "spot")),
        *(_examples(name) if step else []),
        "## Why it is sound",
        *linked(name, "why"),
        _soundness(about),
        *_drill(about),
        "## How hard it is",
        _hardness(about),
        _ratings(about, step),
        "## Remarks",
        said["remarks"],
        "## See also",
        _neighbours(about),
    ]
    return _joined(parts)


def _procedure(steps: list[str]) -> str:
    """Return how to spot a technique: a paragraph, or a list of several steps."""
    if len(steps) == 1:
        return steps[0]
    return "\n".join(_item(f"{number}. ", step) for number, step in enumerate(steps, 1))


def _item(head: str, text: str) -> str:
    """Return an item of a list in lines of at most 120 characters."""
    rest = " " * len(head)
    return fill(
        text,
        120,
        initial_indent=head,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


OTHERS = "In other profiles"
"""The group of the techniques on the learning path that the profile `nonet` does not have."""

LEVELS = ("An easy one", "A harder one", "A nasty one")
"""What the examples of a technique are called, in order."""


def _examples(name: str) -> Iterator[str]:
    """Yield the pictures and the explanations of the examples."""
    several = len(EXAMPLES[name]) > 1
    yield "## Three examples" if several else "## An example"
    for number, example in enumerate(EXAMPLES[name]):
        board, step = example_step(name, number)
        if several:
            yield f"### {LEVELS[number]}"
        yield f"![{step.technique.name}: {step.outcome}]({file_of(name, number)})"
        rating = "" if number or profile_with(name).counts_points else f" ({step.rating:.1f})"
        yield f"**{step.title()}**{rating}"
        yield f"```text\n{_wrapped(step.text(all=not number))}\n```"
        masks = zip(board.masks, board.placed, strict=True)
        left = sum(mask.bit_count() for mask, digit in masks if not digit)
        where = f"{left} candidates are left. The puzzle is {example.source}: `{example.givens}`"
        if example.rules:
            where = f"{left} candidates are left. The puzzle is {example.source}, with the rules `{example.rules}`."
        yield where
        if technique(name).is_classic:
            link = f"learn/{name}?example={number + 1}"
            yield f"<!-- app: {link} | Open this position in the app -->"


def _drill(about: Technique) -> Iterator[str]:
    """Yield where the technique can be drilled."""
    if about.id not in DRILLS:
        return
    yield "## Drill"
    yield (
        "Ten positions, one after another, from easy to nasty: each is one step before the technique, and you name what"
        " it does. A hint comes in levels, and what you name is checked against every step of the technique there."
    )
    yield f"```console\n$ nonet practise {about.id} --drill\n```"
    if about.is_classic:
        yield f"<!-- app: learn/{about.id}?drill=1 | Drill it in the app -->"


def _listed(words: tuple[str, ...]) -> str:
    names = [f"`{word}`" for word in words]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _wrapped(text: str) -> str:
    """Return an explanation in lines of at most `WIDTH` characters; numbers and indents stay."""
    lines = []
    for line in text.splitlines():
        indent = re.match(r"\s*(?:\d+\.\s+)?", line)
        hang = " " * len(indent[0] if indent else "")
        lines.append(fill(line, WIDTH, subsequent_indent=hang, break_on_hyphens=False))
    return "\n".join(lines)


def unwrapped(text: str) -> str:
    """Return an explanation without the breaks that only its width needs: on the site each screen breaks its lines.

    >>> unwrapped(_wrapped("1. " + "so " * 40 + "\\nNo.")).count("\\n")
    2
    """
    found = last = ""
    for line in text.splitlines():
        first, before = (len(each) - len(each.lstrip()) for each in (line, last))
        is_broken = first >= before and len(last) + 1 + f"{line} ".find(" ", first) - first > WIDTH
        found += f" {line[first:]}" if is_broken else f"\n{line}"
        last = line
    return found.removeprefix("\n") + "\n"


def _soundness(about: Technique) -> str:
    if about.assumes_unique:
        return (
            "**It assumes that the puzzle has one solution.** On a puzzle with several it may eliminate a digit of a"
            " solution; count first with `nonet count`."
            + " It must be known which digits are givens."
            * (about.needs is Premise.GIVENS)
        )
    if about in VARIANT_TECHNIQUES:
        return (
            "It holds on every board with the rules that it is about, also if the puzzle has several solutions."
            " Classic boards have no step of it."
        )
    return "It holds on every board, also if the puzzle has several solutions."


def _hardness(about: Technique) -> str:
    """Return how Sudoku Explainer rates a technique, or else the profile `nonet`."""
    if "se" in about.ratings:
        link = " For the length see [the list](README.md#lengths)."
        return str(prose()[about.id]["rating"]) + (link if about.family == "chains" else "")
    taught = taught_rating(about)
    if taught is None:
        none = "Sudoku Explainer does not have it, and the profile `nonet` does not use it."
        order = profile_with(about)
        if order.counts_points:
            return none
        return f"{none} The profile `{order.name}` rates it {order.row(about).rating:.1f} or more."
    return f"Sudoku Explainer does not have it. The profile `nonet` rates it {taught:.1f}."


def _ratings(about: Technique, step: Step | None) -> str:
    said = prose()[about.id]
    se = "not known"
    if "se" in about.ratings:
        se = f"{about.ratings['se']:.1f} and more" if step is None else _rating(about, step)
    hodoku = "none"
    if "hodoku" in about.ratings:
        hodoku = f"{said['level']}, {about.ratings['hodoku']:g} points"
    rows = {
        "se": se,
        "hodoku": hodoku,
        "sunnie": said.get("sunnie", "none"),
        "wiki": said.get("wiki", "none"),
    }
    lines = ["| system | rating |", "|---|---|"]
    lines += [f"| {SYSTEMS[key]} | {value} |" for key, value in rows.items()]
    return "\n".join(lines)


def _rating(about: Technique, step: Step) -> str:
    """Return the rating of a step, with what is added to that of its technique, and why."""
    base = about.ratings["se"]
    more = step.rating - base
    what = f"{step.complexity} nodes" if step.complexity else "its size"
    if more > 0.05:
        return f"{step.rating:.1f} for this example: {base:.1f}, and {more:.1f} for {what}"
    return f"{step.rating:.1f}" + (f", with {what}" if step.complexity else "")


def _neighbours(about: Technique) -> str:
    lines, order = [], ordered()
    place = order.index(about)
    if place:
        lines.append(f"* before it on the [learning path](path.md): {_link(order[place - 1])}")
    if place + 1 < len(order):
        lines.append(f"* after it: {_link(order[place + 1])}")
    related = [_link(technique(name)) for name in prose()[about.id]["related"]]
    lines.append(f"* related: {', '.join(related)}")
    return "\n".join(lines)


def _link(about: Technique) -> str:
    return f"[{about.name}]({about.id}.md)"


def _joined(parts: list[str]) -> str:
    """Return the parts as paragraphs; prose is wrapped, parts with a layout of their own are not."""
    wrapped = []
    for part in parts:
        if re.match(r"#|\||!|```|\* |\d+\. |<!--", part):
            wrapped.append(part)
        elif part:
            words = " ".join(part.split())
            wrapped.append(fill(words, 120, break_long_words=False, break_on_hyphens=False))
    return "\n\n".join(wrapped) + "\n"


def index() -> str:
    """Return the index."""
    said = prose()["index"]
    rows = "\n".join(_row(about) for about in ordered())
    role_word = catalogue("en").role
    shapes = ", ".join(f"{shape.symbol} {role_word(role.value)}" for role, shape in SHAPES.items())
    limits, added = _LENGTHS
    lines = [
        "# The techniques",
        said["intro"],
        *(part for name in SHOWN for part in _sample(name)),
        "| nonet | SE | technique | family | HoDoKu | Sunnie | SudokuWiki | assumes one solution |\n"
        f"|---:|---:|---|---|---|---|---|---|\n{rows}",
        "## Lengths",
        said["lengths"],
        f"| nodes | {' | '.join(limits)} |\n|---|{'---:|' * len(limits)}\n"
        f"| adds | {' | '.join(added)} |",
        said["longer"],
        "## Pictures",
        said["pictures"].format(shapes=shapes),
        "## Where the figures come from",
        said["sources"],
    ]
    return _joined(lines)


def path() -> str:
    """Return the learning path: all techniques in teaching order, in groups by difficulty, each with where to look."""
    groups: dict[str, list[str]] = {}
    for number, about in enumerate(ordered(), 1):
        rating = taught_rating(about)
        band = OTHERS if rating is None else difficulty_of(rating).capitalize()
        boards = "" if about.is_classic else " *(other boards)*"
        first = words.steps_of(lessons()[about.id])[0]
        item = _item(f"{number}. ", f"{_link(about)}{boards}: {first[0].lower()}{first[1:]}")
        groups.setdefault(band, []).append(item)
    parts = ["# The learning path", prose()["index"]["path"]]
    for name, items in groups.items():
        parts += [f"## {name}", "\n".join(items)]
    return _joined(parts)


def _sample(name: str) -> tuple[str, str]:
    """Return the picture of an example and its explanation, for the index."""
    step = example_step(name)[1]
    text = step.technique.about() if step.chains else step.text()
    title = f"**[{step.title()}]({name}.md)** ({step.rating:.1f})."
    return f"![{step.technique.name}: {step.outcome}]({name}.svg)", f"{title} {text}"


def _row(about: Technique) -> str:
    """Return a technique as a row of the table."""
    said = prose()[about.id]
    points = f"{about.ratings['hodoku']:g}, {said['level']}" if "level" in said else ""
    longer = "+" if "length" in said.get("rating", "") else ""
    taught = taught_rating(about)
    cells = (
        "" if taught is None else f"{taught:.1f}{longer}",
        f"{about.ratings['se']:.1f}{longer}" if "se" in about.ratings else "",
        _link(about),
        about.family,
        points,
        said.get("sunnie", ""),
        said.get("wiki", ""),
        "yes" if about.assumes_unique else "",
    )
    return f"| {' | '.join(cells)} |"


def main(names: list[str]) -> int:
    """Write pages and return the exit code."""
    PAGES.mkdir(parents=True, exist_ok=True)
    for name in names or [about.id for about in ALL]:
        (PAGES / f"{name}.md").write_text(page(name), encoding="utf-8")
        for number in range(len(EXAMPLES.get(name, ()))):
            drawn = picture(name, number)
            (PAGES / file_of(name, number)).write_text(drawn, encoding="utf-8")
            print(f"{file_of(name, number)}: {len(drawn):,} bytes")
    (PAGES / "README.md").write_text(index(), encoding="utf-8")
    (PAGES / "path.md").write_text(path(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Write the tables of options in the docs, the kinds that --add knows, and the columns of answers.

    .venv/bin/python scripts/verb_pages.py

docs/cli.md and docs/generating.md have the options of `generate`, docs/web.md the fields of each verb and
of its answer, docs/cli.md and docs/batch.md the columns. All follows from declarations, and a test compares the pages
with what this would write.
"""

from __future__ import annotations

from pathlib import Path
from typing import get_type_hints

from nonet.base.options import Flag, options_of
from nonet.batch import COLUMNS
from nonet.cli.parameters import flags_of
from nonet.generating.options import GenerateOptions
from nonet.generating.shapes import drawable
from nonet.web.requests import fields_of
from nonet.web.verbs import VERBS, Verb

DOCS = Path(__file__).parents[1] / "docs"
_KINDS = "<!-- kinds: scripts/verb_pages.py -->\n"
_BEGIN, _END = "<!-- options: scripts/verb_pages.py -->", "<!-- end -->"
_COLUMNS = "<!-- columns: scripts/verb_pages.py -->\n"
_VERBS = "<!-- verbs: scripts/verb_pages.py -->\n"
_LINKS = {
    "any format": "any [format](formats.md)",
    "a constraint": "a [constraint](variants.md)",
    "an algorithm": "an [algorithm](algorithms/README.md)",
    "in how many of them each candidate is true": "in how many of them each candidate is true"
    ", as in [`nonet odds`](counting.md#odds)",
}
"""What the page says more than the docstrings of the verbs."""


def on_command_line() -> str:
    """Return docs/cli.md with the options that choose puzzles, and the columns."""
    rows = []
    for name, option in options_of(GenerateOptions).items():
        flags = " / ".join(flags_of(name, option)[0].split("/"))
        value = "" if isinstance(option, Flag) else f" {option.metavar}"
        sign = f"{flags}{value}".replace("|", "\\|")
        rows.append(f"| `{sign}` | {option.sentence()} |")
    page = _with_table("cli.md", ["| option | requirement |", "|---|---|", *rows])
    return _between(page, _COLUMNS, f"{_columns()}\n", "cli.md")


def in_batch() -> str:
    """Return docs/batch.md with the columns."""
    text = (DOCS / "batch.md").read_text(encoding="utf-8")
    return _between(text, _COLUMNS, f"{_columns()}\n", "batch.md")


def _columns() -> str:
    *names, last = (f"`{name}`" for name in COLUMNS)
    return f"The columns are {', '.join(names)} and {last}."


def in_python() -> str:
    """Return docs/generating.md with the options that choose puzzles, and the kinds of which clues can be added."""
    found = options_of(GenerateOptions).items()
    rows = [f"| `{name}` | {option.text()} |" for name, option in found]
    page = _with_table("generating.md", ["| option | meaning |", "|---|---|", *rows])
    kinds = ", ".join(f"`{word}`" for word in sorted(drawable()))
    return _between(page, _KINDS, f"{kinds}.\n", "generating.md")


def in_requests() -> str:
    """Return docs/web.md with the fields of the verbs and of their answers."""
    rows = ""
    for verb in VERBS.values():
        needed = {name for name, option in options_of(verb.fields).items() if option.required}
        asked = ", ".join(
            f"**`{name}`**" if name in needed else f"`{name}`" for name in fields_of(verb.fields)
        )
        found = ", ".join(f"`{name}`" for name in get_type_hints(verb.answers))
        rows += f"| `{verb.name}` | {asked} | {_returned(verb)} | {found} | {verb.seconds:g} |\n"
    head = "\n| verb | fields | answer | its fields | seconds |\n|---|---|---|---|---|\n"
    text = (DOCS / "web.md").read_text(encoding="utf-8")
    return _between(text, _VERBS, f"{head}{rows}\n", "web.md")


def _returned(verb: Verb) -> str:
    """Return what a verb returns, as its docstring says."""
    said = verb.about.removeprefix("Return ").removesuffix(".").replace("``", "`")
    for word, link in _LINKS.items():
        said = said.replace(word, link, 1)
    return said


def _with_table(page: str, lines: list[str]) -> str:
    """Return a page with a table in its place."""
    table = "\n".join(lines)
    text = (DOCS / page).read_text(encoding="utf-8")
    return _between(text, f"{_BEGIN}\n", f"\n{table}\n\n", page)


def _between(text: str, begin: str, written: str, page: str) -> str:
    """Return a text with other lines between a mark and the end that follows it."""
    head, mark, rest = text.partition(begin)
    if not mark or _END not in rest:
        raise SystemExit(f"docs/{page} has no lines from {begin.strip()} to {_END}: put them back")
    return f"{head}{begin}{written}{_END}{rest.partition(_END)[2]}"


PAGES = {
    "batch.md": in_batch,
    "cli.md": on_command_line,
    "generating.md": in_python,
    "web.md": in_requests,
}


if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")

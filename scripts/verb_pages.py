"""Write the tables of options in the docs, and the kinds that --add knows: what follows from declarations.

    .venv/bin/python scripts/verb_pages.py

docs/cli.md and docs/generating.md have the options of `generate`, docs/web.md the fields of each verb. A test compares
the pages with what this would write.
"""

from __future__ import annotations

import re
from pathlib import Path

from nonet.base.options import Flag, options_of
from nonet.cli.parameters import flags_of
from nonet.generating.options import GenerateOptions
from nonet.generating.shapes import drawable
from nonet.web.requests import fields_of
from nonet.web.verbs import VERBS

DOCS = Path(__file__).parents[1] / "docs"
_KINDS = "<!-- kinds: scripts/verb_pages.py -->\n"
_BEGIN, _END = "<!-- options: scripts/verb_pages.py -->", "<!-- end -->"
_ROW = re.compile(r"^\| `(\w+)` \| [^|]* \| ([^|]*) \| \d+ \|$", re.MULTILINE)


def on_command_line() -> str:
    """Return docs/cli.md with the options that choose puzzles."""
    rows = []
    for name, option in options_of(GenerateOptions).items():
        flags = " / ".join(flags_of(name, option)[0].split("/"))
        value = "" if isinstance(option, Flag) else f" {option.metavar}"
        sign = f"{flags}{value}".replace("|", "\\|")
        rows.append(f"| `{sign}` | {option.sentence()} |")
    return _with_table("cli.md", ["| option | requirement |", "|---|---|", *rows])


def in_python() -> str:
    """Return docs/generating.md with the options that choose puzzles, and the kinds of which clues can be added."""
    found = options_of(GenerateOptions).items()
    rows = [f"| `{name}` | {option.text()} |" for name, option in found]
    page = _with_table("generating.md", ["| option | meaning |", "|---|---|", *rows])
    kinds = ", ".join(f"`{word}`" for word in sorted(drawable()))
    return _between(page, _KINDS, f"{kinds}.\n", "generating.md")


def in_requests() -> str:
    """Return docs/web.md with the fields of the verbs."""

    def row(found: re.Match[str]) -> str:
        verb = VERBS[found[1]]
        needed = {name for name, option in options_of(verb.fields).items() if option.required}
        names = ", ".join(
            f"**`{name}`**" if name in needed else f"`{name}`" for name in fields_of(verb.fields)
        )
        return f"| `{verb.name}` | {names} | {found[2]} | {verb.seconds:g} |"

    return _ROW.sub(row, (DOCS / "web.md").read_text(encoding="utf-8"))


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


PAGES = {"cli.md": on_command_line, "generating.md": in_python, "web.md": in_requests}


if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")

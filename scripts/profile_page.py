"""Write the table of docs/profiles.md: the techniques of the profile nonet, and the reason for the place of each.

    .venv/bin/python scripts/profile_page.py

Run this after a change of src/nonet/steps/profiles/nonet.toml, or of the English name of a technique.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from nonet.steps import technique

HOME = Path(__file__).parents[1]
PAGE = HOME / "docs" / "profiles.md"
SOURCE = HOME / "src" / "nonet" / "steps" / "profiles" / "nonet.toml"
BEGIN = "by scripts/profile_page.py. -->\n"
END = "<!-- end of the table -->"


def table() -> str:
    """Return the table."""
    rows = tomllib.loads(SOURCE.read_text("utf-8"))["techniques"]
    lines = ["", "| technique | rating | why here |", "|---|---|---|"]
    for id, said in rows.items():
        link = f"[{technique(id).name}](techniques/{id}.md)"
        lines.append(f"| {link} | {said['rating']:.1f} | {said['why']} |")
    return "\n".join([*lines, "", ""])


def page() -> str:
    """Return the page with the table of today."""
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + table() + END + after


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")

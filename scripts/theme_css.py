"""Write the colours and shapes of the web app from the themes that all pictures of nonet share.

    .venv/bin/python scripts/theme_css.py

It writes css/theme.css (the colours as custom properties) and js/shapes.js (the shape of each role). A test compares
both with `nonet.render.themes`; after a change there, write them again.
"""

from __future__ import annotations

import json
from pathlib import Path

from nonet.render.themes import SHAPES, THEMES, Theme

STATIC = Path(__file__).parents[1] / "src" / "nonet" / "web" / "static"


def properties(theme: Theme, indent: str) -> str:
    """Return the colours of a theme as custom properties, one per line."""
    colors = {
        "paper": theme.paper,
        "ink": theme.ink,
        "faint": theme.faint,
        "line": theme.line,
        "tint-1": theme.tints[0],
        "tint-2": theme.tints[1],
        "accent": theme.digit,
        "good": theme.placed,
    }
    colors |= {f"role-{role.value}": color for role, color in theme.roles.items()}
    colors |= {f"chain-{number}": color for number, color in enumerate(theme.chains, 1)}
    return "\n".join(f"{indent}--{name}: {color};" for name, color in colors.items())


def theme_css() -> str:
    """Return css/theme.css."""
    light, dark, eyes, printed = (
        THEMES[name] for name in ("light", "dark", "colour-blind", "print")
    )
    dark_roots = ':root:not([data-theme="light"], [data-theme="colour-blind"])'
    return f"""/* The colours of the web app. scripts/theme_css.py writes this file from nonet.render.themes. */

:root {{
{properties(light, "  ")}
}}

@media (prefers-color-scheme: dark) {{
  {dark_roots} {{
    color-scheme: dark;
{properties(dark, "    ")}
  }}
}}

:root[data-theme="dark"] {{
  color-scheme: dark;
{properties(dark, "  ")}
}}

:root[data-theme="colour-blind"] {{
{properties(eyes, "  ")}
}}

@media print {{
  :root:root:root {{
    color-scheme: light;
{properties(printed, "    ")}
  }}
}}
"""


def shapes_js() -> str:
    """Return js/shapes.js."""
    shapes = {
        role.value: {"path": shape.path, "filled": shape.is_filled}
        for role, shape in SHAPES.items()
    }
    lines = ",\n".join(
        f"  {json.dumps(role)}: {json.dumps(shape)}" for role, shape in shapes.items()
    )
    return f"""/**
 * The shape of each role: what is drawn around a candidate, so that a picture is understood without colours.
 *
 * scripts/theme_css.py writes this file from nonet.render.themes. A path stands around 0, 0; there, the digit has a
 * radius of about 4.
 */

/** @type {{Record<string, {{path: string, filled: boolean}}>}} */
export const SHAPES = {{
{lines},
}};
"""


FILES = {"css/theme.css": theme_css, "js/shapes.js": shapes_js}


def main() -> None:
    for name, text in FILES.items():
        (STATIC / name).write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()

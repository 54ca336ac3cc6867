"""Write the colours and shapes of the web app from the themes that all pictures of nonet share.

    .venv/bin/python scripts/theme_css.py

It writes css/theme.css (the colours as custom properties), js/board/shapes.js (the shape of each role in a step) and
js/lab/film_shapes.js (the shape of each event in a film).
A test compares them with what they are made of; after a change there, write them again.
"""

from __future__ import annotations

import json
from pathlib import Path

from nonet.render.film import ROLES
from nonet.render.themes import SHAPES, THEMES, Theme

STATIC = Path(__file__).parents[1] / "src" / "nonet" / "web" / "static"


def colors_of(theme: Theme) -> dict[str, str]:
    """Return the colours of a theme by the names of their custom properties."""
    colors = {
        "paper": theme.paper,
        "ink": theme.ink,
        "black": theme.black,
        "white": theme.white,
        "faint": theme.faint,
        "line": theme.line,
        "tint-1": theme.tints[0],
        "tint-2": theme.tints[1],
        "accent": theme.digit,
        "good": theme.placed,
    }
    colors |= {f"role-{role.value}": color for role, color in theme.roles.items()}
    colors |= {f"chain-{number}": color for number, color in enumerate(theme.chains, 1)}
    for family, (body, edge) in theme.clues.items():
        colors |= {f"clue-{family}-body": body, f"clue-{family}-edge": edge}
    return colors | {f"film-{kind}": film_color(theme, kind) for kind in ROLES}


def properties(theme: Theme, indent: str, dark: Theme | None = None) -> str:
    """Return the colours of a theme as custom properties, one per line, perhaps with those of a dark one."""
    others = colors_of(dark or theme)
    return "\n".join(
        f"{indent}--{name}: {color if color == others[name] else f'light-dark({color}, {others[name]})'};"
        for name, color in colors_of(theme).items()
    )


def film_color(theme: Theme, kind: str) -> str:
    """Return the colour of an event in a film."""
    if theme.name == "print":
        return theme.ink
    return ROLES[kind].dark if theme.name == "dark" else ROLES[kind].light


def theme_css() -> str:
    """Return css/theme.css."""
    light, dark, eyes, printed = (
        THEMES[name] for name in ("light", "dark", "colour-blind", "print")
    )
    dark_roots = ':root:not([data-theme="light"], [data-theme="colour-blind"])'
    return f"""/* The colours of the web app. scripts/theme_css.py writes this file from nonet.render.themes. */

:root {{
  color-scheme: light;
{properties(light, "  ", dark)}
}}

@media (prefers-color-scheme: dark) {{
  {dark_roots} {{
    color-scheme: dark;
  }}
}}

:root[data-theme="dark"] {{
  color-scheme: dark;
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
    """Return js/board/shapes.js."""
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


def film_shapes_js() -> str:
    """Return js/lab/film_shapes.js."""
    shapes = {
        kind: {
            "paths": ["M" + "L".join(f"{x:g} {y:g}" for x, y in line) for line in role.lines],
            "filled": role.is_filled,
            "symbol": role.symbol,
        }
        for kind, role in ROLES.items()
    }
    lines = ",\n".join(
        f"  {kind}: {json.dumps(shape, ensure_ascii=False)}" for kind, shape in shapes.items()
    )
    return f"""/**
 * The shape of each event of a run, as the films of nonet.render draw it: lines in a square of side 1.
 *
 * scripts/theme_css.py writes this file from nonet.render.film. The first line is filled where `filled` is true.
 */

/** @type {{Record<string, {{paths: string[], filled: boolean, symbol: string}}>}} */
export const FILM_SHAPES = {{
{lines},
}};
"""


FILES = {
    "css/theme.css": theme_css,
    "js/board/shapes.js": shapes_js,
    "js/lab/film_shapes.js": film_shapes_js,
}


def main() -> None:
    for name, text in FILES.items():
        (STATIC / name).write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()

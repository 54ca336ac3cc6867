"""Write the figures of docs/generating.md: the givens of minimal puzzles, as a table and a picture, and their ratings.

    .venv/bin/python scripts/givens_page.py              a million puzzles of each kind, a few minutes
    .venv/bin/python scripts/givens_page.py 20000        fewer puzzles

The puzzles are those of one seed, so the figures are the same whenever this runs.
"""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path

import numpy as np
import numpy.typing as npt

from nonet import batch
from nonet.generating import arrays

DOCS = Path(__file__).parents[1] / "docs"
PAGE, PICTURE = DOCS / "generating.md", DOCS / "generating_givens.svg"
BEGIN, END = "<!-- {}: scripts/givens_page.py -->", "<!-- end -->"

SEED, NUMBER, PIECE = 1, 1_000_000, 100_000
RATED = 10
"""One puzzle in this many is rated."""

RANGES = (
    (1.0, 1.2, "hidden singles in boxes"),
    (1.5, 1.5, "hidden singles in lines"),
    (1.7, 2.5, "singles after locked candidates and subsets, naked singles"),
    (2.6, 2.8, "locked candidates"),
    (3.0, 4.0, "pairs, triples, X-wings, swordfish"),
    (4.2, 4.4, "XY- and XYZ-wings"),
    (4.5, 6.2, "unique rectangles and loops, quadruples, BUG"),
    (6.5, 6.9, "cycles and chains of one digit"),
    (7.0, 7.9, "forcing chains"),
    (8.0, 8.4, "cell and house forcing chains"),
    (8.5, 20.0, "dynamic chains and beyond"),
)
"""Ranges of ER, and the techniques that typically have these ratings."""

KINDS = {"no symmetry": "none", "rotational": "rotational", "diagonal": "diagonal"}

Shares = npt.NDArray[np.float64]


def givens(symmetry: str, number: int) -> npt.NDArray[np.int64]:
    """Return how many puzzles have 0, 1, … 81 givens."""
    counts = np.zeros(82, np.int64)
    for first in range(0, number, PIECE):
        n = min(PIECE, number - first)
        puzzles = arrays(n, seed=SEED, first=first, symmetry=symmetry).puzzles
        counts += np.bincount((puzzles > 0).sum(axis=1), minlength=82)
    return counts


def moments(counts: npt.NDArray[np.int64]) -> tuple[float, float]:
    """Return mean and standard deviation."""
    values = np.arange(82)
    mean = float(counts @ values / counts.sum())
    return mean, float(np.sqrt(counts @ (values - mean) ** 2 / counts.sum()))


def table(found: dict[str, npt.NDArray[np.int64]]) -> str:
    """Return the table of the page."""
    some = np.flatnonzero(sum(counts for counts in found.values()))
    number = int(next(iter(found.values())).sum())
    lines = [
        f"Of {number:,} puzzles each (seed {SEED}):",
        "",
        f"| givens | {' | '.join(found)} |",
        "|---:|" + "---:|" * len(found),
    ]
    for n in range(int(some[0]), int(some[-1]) + 1):
        cells = [f"{counts[n]:,}" if counts[n] else "" for counts in found.values()]
        lines.append(f"| {n} | {' | '.join(cells)} |")
    means = [moments(counts) for counts in found.values()]
    lines.append(f"| mean | {' | '.join(f'{mean:.3f}' for mean, _ in means)} |")
    lines.append(f"| deviation | {' | '.join(f'{deviation:.3f}' for _, deviation in means)} |")
    return "\n".join(lines)


def ratings(number: int) -> str:
    """Return the table of ratings."""
    er = batch.rate(arrays(number, seed=SEED).puzzles).er
    lines = [
        f"Of {number:,} puzzles (seed {SEED}):",
        "",
        "| ER | hardest step | share |",
        "|---|---|---:|",
    ]
    for low, high, words in RANGES:
        share = ((er >= low - 0.05) & (er <= high + 0.05)).mean()
        name = f"{low}" if low == high else f"{low}-{high}" if high < 20 else f"{low} and above"
        lines.append(f"| {name} | {words} | {share:.3%} |")
    lines.append(f"| highest | | {er.max():.1f} |")
    return "\n".join(lines)


def put(name: str, text: str) -> None:
    """Replace a table of the page."""
    page = PAGE.read_text(encoding="utf-8")
    head, mark, rest = page.partition(BEGIN.format(name))
    _, end, tail = rest.partition(END)
    PAGE.write_text(f"{head}{mark}\n\n{text}\n\n{end}{tail}", encoding="utf-8")


# -- the picture ----------------------------------------------------------------------------------

_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 760, 320, 56, 262
_COLORS = (
    ("#ffffff", "#1b1d21", "#d5d9de", ("#005fa3", "#b83200", "#3d7a1f")),
    ("#15171c", "#f0f1f3", "#3a3f47", ("#6cb8ff", "#ff8a5c", "#8fd46a")),
)


def picture(found: dict[str, npt.NDArray[np.int64]]) -> str:
    """Return bars for each number of givens, one for each kind side by side."""
    shares = {name: counts / counts.sum() for name, counts in found.items()}
    low, high = 19, 32
    step = (_WIDTH - _LEFT - 24) / (high - low + 1)
    tall = (_BOTTOM - 70) / max(share.max() for share in shares.values())
    title = "How many givens minimal puzzles have"
    parts = [
        f'<rect class="paper" width="{_WIDTH}" height="{_HEIGHT}" rx="6"/>',
        f'<text x="20" y="30" class="title">{title}</text>',
    ]
    for percent in range(0, 40, 10):
        y = _BOTTOM - percent / 100 * tall
        parts.append(f'<path class="grid" d="M{_LEFT} {y:.1f}H{_WIDTH - 24}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" class="end">{percent}%</text>')
    width = step * 0.8 / len(shares)
    for number, (name, share) in enumerate(shares.items()):
        for n in range(low, high + 1):
            x = _LEFT + (n - low + 0.1) * step + number * width
            height = share[n] * tall
            if height > 0.2:
                parts.append(
                    f'<rect class="bar{number}" x="{x:.1f}" y="{_BOTTOM - height:.1f}"'
                    f' width="{width - 1:.1f}" height="{height:.1f}"/>'
                )
        at = _WIDTH - 200, 58 + 20 * number
        parts.append(
            f'<rect class="bar{number}" x="{at[0]}" y="{at[1] - 10}" width="12" height="12"/>'
        )
        parts.append(f'<text x="{at[0] + 20}" y="{at[1]}">{escape(name)}</text>')
    for n in range(low, high + 1):
        x = _LEFT + (n - low + 0.5) * step
        parts.append(f'<text x="{x:.1f}" y="{_BOTTOM + 20}" class="middle">{n}</text>')
    middle = (_LEFT + _WIDTH - 24) / 2
    parts.append(f'<text x="{middle:.1f}" y="{_BOTTOM + 44}" class="middle">givens</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">'
        f"<title>{title}</title><style>{_css()}</style>{''.join(parts)}</svg>\n"
    )


def _css() -> str:
    def sheet(paper: str, ink: str, grid: str, bars: tuple[str, ...]) -> str:
        rules = "".join(f".bar{i}{{fill:{color}}}" for i, color in enumerate(bars))
        return f".paper{{fill:{paper}}}text{{fill:{ink}}}.grid{{stroke:{grid}}}{rules}"

    light, dark = (sheet(*colors) for colors in _COLORS)
    return (
        "text{font:13px system-ui,sans-serif}.title{font-size:16px;font-weight:600}"
        f".middle{{text-anchor:middle}}.end{{text-anchor:end}}{light}"
        f"@media(prefers-color-scheme:dark){{{dark}}}"
    )


def main() -> None:
    """Write the tables and the picture."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else NUMBER
    found = {name: givens(symmetry, number) for name, symmetry in KINDS.items()}
    PICTURE.write_text(picture(found), encoding="utf-8")
    put("givens", table(found))
    put("ratings", ratings(number // RATED))


if __name__ == "__main__":
    main()

"""What random puzzles reach: the givens of minimal puzzles by symmetry, and the highest ratings.

The figures of ``src/nonet/generating/reach.py`` come from here. It takes about a minute of two cores.
"""

from __future__ import annotations

import argparse

from nonet import batch
from nonet.generating import SYMMETRIES, arrays
from nonet.generating.reach import HIGHEST, REACHED


def main() -> None:
    """Count, and print what was found beside what the table says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "-n", type=int, default=200_000, help="puzzles for each (default: %(default)s)"
    )
    n = parser.parse_args().n
    for symmetry in SYMMETRIES:
        givens = (arrays(n, seed=5, symmetry=symmetry).puzzles > 0).sum(axis=1)
        found = int(givens.min()), int(givens.max())
        print(
            f"{symmetry:<14} {found}, the table has {REACHED[symmetry]}; mean {givens.mean():.2f}"
        )
    ratings = batch.rate(arrays(n, seed=77).puzzles).er
    print(f"highest rating {ratings.max():.1f}, the table has {HIGHEST / 10:.1f}")
    print(f"above 9.0: 1 in {n / max((ratings > 9).sum(), 1):,.0f}")


if __name__ == "__main__":
    main()

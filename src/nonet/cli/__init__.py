"""The command line: `nonet solve`, `count`, `check`, `rate`, `hint`, `steps`, `show`, `convert`, `trace` …

It adds no logic of its own: a verb reads puzzles in any format, asks the engine, and prints one
line per puzzle in the order of the file. Whatever is not needed for this run is not imported: NumPy
never is, rich only for a progress bar.
"""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit."""
    try:
        # They add their verbs; explaining brings those of learning.
        from nonet.cli import explaining, guises, making  # noqa: F401
        from nonet.cli.verbs import app

        app(prog_name="nonet")
    except KeyboardInterrupt:
        sys.exit(130)

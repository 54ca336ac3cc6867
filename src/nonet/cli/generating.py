"""What `nonet generate` prints: every puzzle as soon as it is made, as a line, a JSON object, or in a format."""

from __future__ import annotations

import io
import json
import secrets
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from nonet import formats, generating
from nonet.cli.output import Interrupts, Output
from nonet.cli.report import Report
from nonet.cli.stream import Answers
from nonet.errors import LimitReached, NonetError
from nonet.puzzle import Puzzle
from nonet.variants import format_rules

__all__ = ["Run", "Wanted"]


@dataclass(frozen=True)
class Wanted:
    """What the options say: so many puzzles of a seed, or the one of a recipe."""

    n: int
    seed: int | None
    first: int
    budget: int | None
    jobs: int | None
    wish: dict[str, Any]
    recipe: str | None = None


class Run:
    """One run of the verb. ``style`` is a format, "plain" for lines of digits, None for JSON.

    Raises `ValueError` or `NonetError` for a wish that cannot be.
    """

    def __init__(self, wanted: Wanted, path: str | None, style: str | None) -> None:
        self._path = path
        self._style = style
        self._report: Report | None = None
        self._seed = secrets.randbits(32) if wanted.seed is None else wanted.seed
        self._tells_seed = wanted.seed is None and wanted.recipe is None
        self._total = wanted.n if wanted.recipe is None else 1
        self._buffer = io.BytesIO()
        if wanted.recipe is not None:
            self._puzzles = iter([generating.remake(wanted.recipe)])
            return
        found = generating.series(
            seed=self._seed,
            first=wanted.first,
            budget=wanted.budget,
            threads=wanted.jobs,
            progress=self._tell,
            **wanted.wish,
        )
        self._puzzles = islice(found, wanted.n)

    def __call__(self) -> int:
        """Print the puzzles; return the exit code."""
        try:
            output = Output(self._path)
        except OSError as error:
            print(f"{self._path}: {error.strerror}", file=sys.stderr)
            return 1
        looked_at = sys.stderr.isatty()
        report = self._report = Report(bar=looked_at and not output.is_terminal, total=self._total)
        interrupts = Interrupts()
        try:
            with interrupts.handled():
                for text in self._texts(report):
                    with interrupts.held():
                        output.write(text)
        except KeyboardInterrupt:
            report.close()
            print(f"stopped after {report.rows:,} of {self._total:,} puzzles", file=sys.stderr)
            return 130
        except BrokenPipeError:
            report.close()
            return 141
        except OSError as error:
            report.close()
            print(f"{self._path or '<stdout>'}: {error.strerror}", file=sys.stderr)
            return 1
        output.close()
        code = report.finish(terminal=looked_at)
        if looked_at and self._tells_seed:
            print(f"made with --seed {self._seed}", file=sys.stderr)
        return code

    def _tell(self, at: generating.SearchProgress) -> None:
        if self._report is not None:
            self._report.add(Answers(), at.found)

    def _texts(self, report: Report) -> Iterator[bytes]:
        """Yield what is to be printed, puzzle by puzzle; the last one may be the nearest that was found."""
        written = (
            formats.writer(self._buffer, self._style)
            if self._style not in (None, "plain")
            else None
        )
        try:
            for number, puzzle in enumerate(self._puzzles, 1):
                if written is not None:
                    written.write(puzzle)
                    yield self._buffer.getvalue()
                    self._buffer.seek(0)
                    self._buffer.truncate()
                else:
                    yield self._line(puzzle)
                report.add(Answers(rows=1, tally=Counter(made=1)), number)
        except LimitReached as error:
            report.fail(str(error))
            if written is None and error.progress is not None:
                yield self._line(error.progress, str(error))
        except NonetError as error:
            report.fail(str(error))

    def _line(self, puzzle: Puzzle, message: str | None = None) -> bytes:
        text = puzzle.givens.text()
        if self._style is not None:
            return f"{text}{f'  # {message}' if message else ''}\n".encode()
        rules = {} if puzzle.rules.is_classic else {"rules": format_rules(puzzle.rules)}
        rating = puzzle.info.get("rating")
        found = {
            "puzzle": text,
            **rules,
            "solution": puzzle.solution().text(),
            "givens": len(puzzle.givens.filled),
            "rating": None if rating is None else float(rating),
            "recipe": puzzle.info["recipe"],
            "message": message,
        }
        return (json.dumps(found, ensure_ascii=False) + "\n").encode()

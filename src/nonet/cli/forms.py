"""What `nonet canonical`, `dedupe` and `split` ask about a batch of rows: the canonical form of each."""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from nonet import engine
from nonet.batch.keys import key_of, part_of
from nonet.cli.answers import Verb, solve_batch
from nonet.cli.chunks import Batch, Slot
from nonet.cli.stream import Answers, Failure
from nonet.engine import TRANSFORM, Status
from nonet.errors import Conflict, NonetError, ParseError
from nonet.transforms import Transform
from nonet.variants import format_rules

__all__ = ["Canonical", "Classes", "Forms", "Part", "forms_of", "row_of", "told_of"]

_ASCII = bytes.maketrans(bytes(range(10)), b"0123456789")
_SIGNS = bytes.maketrans(b"0", b".")


@dataclass
class Forms:
    """The forms of the rows of a batch, 81 digits behind each other; ``problems`` says why a row has none."""

    rows: int
    digits: bytearray
    transforms: bytearray
    automorphisms: array[int]
    problems: dict[int, str] = field(default_factory=dict)
    words: Counter[str] = field(default_factory=Counter)

    def fail(self, row: int, status: Status, problem: str) -> None:
        """Note that a row has no form."""
        self.problems[row] = problem
        self.words[Verb.words[status]] += 1

    def texts(self) -> Iterator[str]:
        """Yield the form of each row as 81 digits, 0 for an empty cell."""
        text = self.digits.translate(_ASCII).decode()
        return (text[i : i + 81] for i in range(0, 81 * self.rows, 81))


def forms_of(batch: Batch) -> Forms:
    """Find the canonical forms of a batch."""
    n = batch.rows
    forms = Forms(n, bytearray(81 * n), bytearray(TRANSFORM * n), array("Q", bytes(8 * n)))
    if batch.masks is not None or not batch.rules.is_classic:
        for row in range(n):
            _one(batch, row, forms)
        return forms
    status = bytearray(n)
    engine.canonical_rows(
        batch.cells,
        n,
        offsets=batch.offsets,
        boards=forms.digits,
        transforms=forms.transforms,
        automorphisms=forms.automorphisms,
        status=status,
    )
    if status.count(Status.FOUND) != n:
        for row, state in enumerate(status):
            if state != Status.FOUND:
                conflict = batch.puzzle(row).check().problems[0]
                forms.fail(row, Status(state), f"conflict: {conflict}")
    return forms


def _one(batch: Batch, row: int, forms: Forms) -> None:
    """Find the form of a row that is no row of digits, or has other rules."""
    puzzle = batch.puzzle(row)
    try:
        forms.digits[81 * row : 81 * row + 81] = bytes(puzzle.canonical().givens)
        transform = bytes(puzzle.canonical_transform())
        forms.transforms[TRANSFORM * row : TRANSFORM * (row + 1)] = transform
        forms.automorphisms[row] = puzzle.automorphisms()
    except Conflict as error:
        forms.fail(row, Status.CONFLICT, f"conflict: {error}")
    except NonetError as error:
        forms.problems[row] = str(error)
        forms.words["not written"] += 1


def row_of(batch: Batch, row: int) -> bytes:
    """Return a row as it stands in the file, one line."""
    if batch.puzzles is None and batch.offsets is not None:
        start = batch.offsets[row]
        return bytes(batch.cells[start : start + 81])
    return batch.text(row).encode()


def told_of(batch: Batch, problems: dict[int, str], words: Counter[str]) -> Answers:
    """Return answers without output, in which everything that is wrong with the batch is told and counted."""
    answers = Answers(rows=batch.rows + len(batch.gaps))
    wrong = [Failure(batch.source, batch.line(row), None, problems[row]) for row in problems]
    answers.fail(*wrong, *(Failure.of(error, batch.source) for _, error in batch.gaps))
    written = batch.rows - len(problems)
    answers.tally = +(words + Counter(written=written, unreadable=len(batch.gaps)))
    return answers


def _in_order(batch: Batch) -> Iterator[int | ParseError]:
    """Yield the numbers of rows, and what could not be read where it stood."""
    done = 0
    for row, error in [*batch.gaps, (batch.rows, None)]:
        yield from range(done, row)
        done = row
        if error is not None:
            yield error


@dataclass(frozen=True)
class Canonical:
    """One line per puzzle: its form, or itself and why it has none."""

    transform: bool
    automorphisms: bool
    json: bool

    def __call__(self, batch: Batch, slot: Slot) -> Answers:
        """Answer a batch."""
        forms = forms_of(batch)
        answers = told_of(batch, forms.problems, forms.words)
        texts = list(forms.texts())
        plain = not (self.transform or self.automorphisms or self.json)
        if plain and not answers.failed:
            answers.output = "".join(f"{text}\n" for text in texts).encode().translate(_SIGNS)
            return answers
        lines = []
        for item in _in_order(batch):
            if isinstance(item, ParseError):
                lines.append(self._gap(Failure.of(item, batch.source)))
            else:
                lines.append(self._line(batch, item, forms, texts[item]))
        answers.output = "".join(f"{line}\n" for line in lines).encode()
        return answers

    def _line(self, batch: Batch, row: int, forms: Forms, text: str) -> str:
        problem = forms.problems.get(row)
        if self.json:
            return self._json(batch, row, forms, text, problem)
        if problem is not None:
            return f"{batch.text(row)}  # {problem}"
        line = text.replace("0", ".")
        if self.transform:
            line += f" transform={_transform(forms, row).number}"
        if self.automorphisms:
            line += f" automorphisms={forms.automorphisms[row]}"
        return line

    def _json(self, batch: Batch, row: int, forms: Forms, text: str, problem: str | None) -> str:
        found: dict[str, Any] = {"canonical": None, "key": None, "transform": None}
        found["automorphisms"] = None
        if problem is None:
            transform = _transform(forms, row)
            found = {
                "canonical": text.replace("0", "."),
                "key": f"{key_of(forms.digits[81 * row : 81 * row + 81]):016x}",
                "transform": {
                    "number": transform.number,
                    "transposed": transform.transposed,
                    "rows": transform.rows,
                    "columns": transform.columns,
                    "digits": transform.digits,
                },
                "automorphisms": forms.automorphisms[row],
            }
        rules = {} if batch.rules.is_classic else {"rules": format_rules(batch.rules)}
        place = {"source": batch.source, "line": batch.line(row), "puzzle": batch.text(row)}
        return json.dumps({**place, **rules, **found, "message": problem}, ensure_ascii=False)

    def _gap(self, failure: Failure) -> str:
        if not self.json:
            return f"# {failure}"
        place = {"source": failure.source, "line": failure.line, "column": failure.column}
        told = {"puzzle": None, "canonical": None, "message": failure.message}
        return json.dumps({**place, **told}, ensure_ascii=False)


def _transform(forms: Forms, row: int) -> Transform:
    return Transform.from_bytes(forms.transforms[TRANSFORM * row : TRANSFORM * (row + 1)])


class Classes:
    """Every row with its form packed into 41 bytes: what `nonet.cli.distinct` takes."""

    def __call__(self, batch: Batch, slot: Slot) -> Answers:
        """Answer a batch."""
        forms = forms_of(batch)
        answers = told_of(batch, forms.problems, forms.words)
        packed = (bytes.fromhex(f"0{text}") for text in forms.texts())
        answers.output = [
            (form, row_of(batch, row))
            for row, form in enumerate(packed)
            if row not in forms.problems
        ]
        return answers


@dataclass(frozen=True)
class Part:
    """The rows that go to one part of a data set, from 0; see `nonet.batch.split`."""

    number: int
    bounds: tuple[int, ...]
    seed: int
    by: str

    def __call__(self, batch: Batch, slot: Slot) -> Answers:
        """Answer a batch."""
        problems, words = dict[int, str](), Counter[str]()
        rows, asked = list(range(batch.rows)), batch
        if self.by == "solution" and batch.rules.is_classic:
            rows, asked = _solved(batch, slot, problems, words)
        forms = forms_of(asked)
        problems |= {rows[i]: problem for i, problem in forms.problems.items()}
        lines = []
        for i, row in enumerate(rows):
            if i not in forms.problems:
                key = key_of(forms.digits[81 * i : 81 * i + 81])
                if part_of(key, self.bounds, self.seed) == self.number:
                    lines.append(row_of(batch, row) + b"\n")
        answers = told_of(batch, problems, words + forms.words)
        others = answers.tally["written"] - len(lines)
        answers.tally += Counter({"written": -others, "in other parts": others})
        answers.output = b"".join(lines)
        return answers


def _solved(
    batch: Batch, slot: Slot, problems: dict[int, str], words: Counter[str]
) -> tuple[list[int], Batch]:
    """Return the rows that have one solution, and these solutions; the others are problems."""
    found, verb = slot.results(batch), Verb()
    rows = []
    for row, state in enumerate(solve_batch(batch, found, limit=2, budget=None, counts=False)):
        if state == Status.UNIQUE:
            rows.append(row)
        else:
            problems[row] = verb.sentence(batch, row, Status(state))
            words[verb.words[Status(state)]] += 1
    places = memoryview(array("Q", [found.width * row for row in rows]))
    return rows, Batch(batch.source, len(rows), found.solutions, places)

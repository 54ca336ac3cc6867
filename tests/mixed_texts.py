"""Texts with boards in many forms, faults in some of them, and the truth about each: for the law of mixed texts."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from nonet import formats
from nonet.puzzle import Puzzle

SOLVED = {
    4: "1234341221434321",
    6: "134265625134513642246513351426462351",
    9: "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    16: "".join(
        "ABCDEFGHIJKLMNOP"[(4 * (row % 4) + row // 4 + column) % 16]
        for row in range(16)
        for column in range(16)
    ),
}
BOXES = {4: "2x2", 6: "2x3", 9: "3x3", 16: "4x4"}


@dataclass
class Text:
    """A text, the boards that are in it, and the lines of each fault (from 1)."""

    lines: list[str] = field(default_factory=list)
    boards: list[Puzzle] = field(default_factory=list)
    faults: list[range] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def random_board(rng: random.Random, size: int) -> Puzzle:
    """Return a board with about half of its cells, which shows its size and its digits."""
    digits = SOLVED[size]
    signs = sorted(set(digits))
    others = dict(zip(signs, rng.sample(signs, size), strict=True))
    cells = [others[sign] if rng.random() < 0.5 else "." for sign in digits]
    cells[0], cells[1] = others[digits[0]], "."
    return Puzzle("".join(cells), rules=BOXES[size])


def rows_of(board: Puzzle, between: str = "") -> list[str]:
    text, size = board.givens.text(), board.rules.size
    return [between.join(text[i : i + size]) for i in range(0, size * size, size)]


def plain_rows(board: Puzzle) -> list[str]:
    return rows_of(board)


def spaced(board: Puzzle) -> list[str]:
    return rows_of(board, " ")


def barred(board: Puzzle) -> list[str]:
    return formats.format(board, "boxed").split("\n")


def quoted(board: Puzzle) -> list[str]:
    return [f"> {row}" for row in rows_of(board)]


def commented(board: Puzzle) -> list[str]:
    return [f"// {row}" for row in rows_of(board, " ")]


def numbered(board: Puzzle) -> list[str]:
    size = board.rules.size
    head = "    " + " ".join(map(str, range(1, size + 1)))
    return [head, *(f"{n} | {row}" for n, row in enumerate(rows_of(board, " "), 1))]


def listed(board: Puzzle) -> list[str]:
    return ("grid = " + formats.format(board, "list")).split("\n")


def line(board: Puzzle) -> list[str]:
    return [board.givens.text()]


def named(board: Puzzle) -> list[str]:
    return [f"Puzzle 3: {board.givens.text()}"]


def slashes(board: Puzzle) -> list[str]:
    return ["/".join(rows_of(board))]


def hodoku(board: Puzzle) -> list[str]:
    return [formats.format(board, "hodoku")]


def link(board: Puzzle) -> list[str]:
    return [formats.format(board, "link")]


def value(board: Puzzle) -> list[str]:
    return [json.dumps({"puzzle": board.givens.text(), "rules": BOXES[board.rules.size]})]


ROWS: dict[Callable[[Puzzle], list[str]], tuple[int, ...]] = {
    plain_rows: (4, 9, 16),
    spaced: (4, 9, 16),
    barred: (4, 6, 9, 16),
    quoted: (4, 9, 16),
    commented: (4, 9, 16),
    numbered: (4, 9),
    listed: (4, 9),
}
ONE_LINE: dict[Callable[[Puzzle], list[str]], tuple[int, ...]] = {
    line: (9, 16),
    named: (4, 9, 16),
    slashes: (9, 16),
    hodoku: (9,),
    link: (9,),
    value: (4, 6, 9, 16),
}
FORMS = ROWS | ONE_LINE


def with_fault(rng: random.Random, form: Callable[[Puzzle], list[str]], lines: list[str]) -> None:
    """Damage a board: a row or a character is missing, or a character is wrong."""
    rows = [i for i, text in enumerate(lines) if any(c.isalnum() for c in text)]
    if form is numbered:
        rows = rows[1:]
    place = rng.choice(rows)
    text = lines[place]
    if form in ROWS and form is not numbered and form is not listed and rng.random() < 0.4:
        del lines[place]
        return
    start = (
        text.index("|") + 1
        if form is numbered
        else text.index("= ") + 2
        if form is listed and "=" in text
        else 0
    )
    start = 3 if form in (quoted, commented) else text.rindex(" ") + 1 if form is named else start
    cells = [i for i in range(start, len(text)) if text[i].isalnum() or text[i] == "."]
    at = rng.choice(cells[1:-1])
    sign = rng.choice(["", "!"]) if form in ONE_LINE else rng.choice(["", "?!"])
    cut = 2 if not sign and text[at + 1 : at + 2] == " " else 1
    lines[place] = text[:at] + sign + text[at + cut :]


def random_text(rng: random.Random, faults: float = 0.25) -> Text:
    """Return a text of some boards, with words, numbers and gaps between them."""
    found = Text()
    if rng.random() < 0.3:
        found.lines += [rng.choice(["3", "9 9", "12", "9 3 3"])]
    elif rng.random() < 0.3:
        found.lines += ["Some boards of the last days", ""]
    for number in range(1, rng.randint(1, 5) + 1):
        form = rng.choice(list(FORMS))
        board = random_board(rng, rng.choice(FORMS[form]))
        lines = form(board)
        if rng.random() < faults and form not in (hodoku, link, value):
            with_fault(rng, form, lines)
            board = None  # type: ignore[assignment]
        above = rng.choice(
            [[], [], ["Hard one:"], [f"{number}."], ["# a comment"], ["Here it is:", ""]]
        )
        fence = rng.random() < 0.1
        block = [*above, *(["```"] if fence else []), *lines, *(["```"] if fence else [])]
        first = len(found.lines) + len(above) + fence + 1
        found.lines += [*block, *[""] * rng.choice([1, 1, 2])]
        if board is None:
            found.faults.append(range(first, first + len(lines)))
        else:
            found.boards.append(board)
    return found

"""Texts that something happened to, of each form that nonet reads, and all the ways in which a text comes in.

The texts are what nonet itself writes of some boards, games and rules. A fault is what a mailer, a bad copy or an
enemy makes of them: a character is changed, a part is missing or doubled, a number has 5,000 digits or those of
another script, brackets without an end, lone surrogates. Data in links is unpacked, damaged and packed again.
"""

from __future__ import annotations

import base64
import json
import random
import re
import zlib
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any

from console import EASY

from nonet import formats
from nonet.base.errors import NonetError
from nonet.boards.grid import Grid
from nonet.formats.lz_string import compress, decompress
from nonet.game import Game
from nonet.game.saves import read_save, write_save
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.rules.variants import format_rules, parse_rules, some_rules
from nonet.web.wire import read_json

Fault = Callable[[random.Random, str], str]

_SIGNS = "0123456789.*_,;:|/\\+-=~%&#!?'\"(){}[]<>^` \t\r\n\0aAzZrcRCxXjJkK\u200b\u0663\ufeff\U0001f600é\ud800"
_NUMBERS = (
    "0",
    "-1",
    "00",
    "37",
    "257",
    "65536",
    "1" * 30,
    "9" * 5_000,
    "1e999",
    "NaN",
    "1_0",
    "\u0663",
    "\u06f1" * 40,
)
_WHOLE = re.compile(r"\d+")


def _sign(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(_SIGNS) + text[at + rng.choice((0, 1)) :]


def _bit(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text) or 1)
    return (
        text[:at]
        + "".join(chr(ord(char) ^ 1 << rng.randrange(7)) for char in text[at : at + 1])
        + text[at + 1 :]
    )


def _number(rng: random.Random, text: str) -> str:
    found = list(_WHOLE.finditer(text))
    if not found:
        return text + rng.choice(_NUMBERS)
    match = rng.choice(found)
    return text[: match.start()] + rng.choice(_NUMBERS) + text[match.end() :]


def _script(rng: random.Random, text: str) -> str:
    zero = rng.choice((0x0660, 0x06F0, 0x0966, 0xFF10))
    return text.translate({48 + digit: zero + digit for digit in range(10)})


def _cut(rng: random.Random, text: str) -> str:
    start, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    return rng.choice((text[:end], text[start:], text[:start] + text[end:]))


def _again(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text) + 1)
    part = text[at : at + rng.choice((1, 3, 40))]
    return text[:at] + part * rng.choice((2, 2, 50, 1_000)) + text[at:]


def _deep(rng: random.Random, text: str) -> str:
    at, count = rng.randrange(len(text) + 1), rng.choice((40, 700, 2_000))
    opening = rng.choice(("[", '{"a":', "(", "anyof:", "<folder>", ".Or", "- ", "%28", "> "))
    closing = {"[": "]", '{"a":': "}", "(": ")", "<folder>": "</folder>", ".Or": ".End"}.get(
        opening, ""
    )
    return text[:at] + opening * count + text[at:] + closing * rng.choice((0, count))


def _joined(rng: random.Random, text: str) -> str:
    other = rng.choice(corpus())[1]
    at, to = rng.randrange(len(text) + 1), rng.randrange(len(other) + 1)
    return text[:at] + rng.choice(("", "\n")) + other[to:]


def _case(rng: random.Random, text: str) -> str:
    return text.swapcase()


_FAULTS: tuple[Fault, ...] = (
    _sign, _sign, _bit, _bit, _number, _number, _number, _script, _cut, _cut, _again, _deep, _joined, _case
)  # fmt: skip


def damaged(rng: random.Random, text: str) -> str:
    """Return a text with one fault, or a few."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        text = rng.choice(_FAULTS)(rng, text)
    return text[:60_000]


# -- what is whole ---------------------------------------------------------------------------------

_RULES = (
    "3x3", "2x3", "latin5", "diagonals windoku", "disjoint antiknight", "jigsaw:" + "112233445" * 9,
    "killer:10=r1c1r1c2 killer:r3c3r3c4", "thermo:r1c1r1c2r2c2 arrow:r5c5r5c6r5c7", "sandwich:10=r3 xsum:12=c4",
    "anyof:thermo%3Ar1c1r1c2/renban%3Ar1c1r1c2", "line:1%7B1,3%7D.=r1c1r1c2r1c3",
    "automaton:a=0;1;0:12>1,1:3>1=r1c1r1c2",
    "house:r1c1r1c2r1c3r2c1r2c2r2c3r3c1r3c2r4c4", "littlekiller:20=r1c9=sw quadruple:1234=r4c4",
    "lookandsay:1223=r1c1r1c2r1c3r2c1",
    "between:r1c1r1c2r1c3 palindrome:r4c1r4c2r4c3 whispers:r7c1r7c2", "kropki:1=r1c1r1c2 xv:10=r5c5r5c6",
)  # fmt: skip


@cache
def corpus() -> tuple[tuple[str, str], ...]:
    """Return texts without a fault, each with the name of what reads it: a format, "rules" or "save"."""
    found = [(fmt.name, fmt.example) for fmt in formats.FORMATS.values() if fmt.can_read]
    boards: list[Any] = [Puzzle(EASY), Puzzle("." * 256), Puzzle("1" + "." * 35, rules="2x3")]
    for rules in _RULES:
        try:
            boards.append(Puzzle("." * parse_rules(rules).size ** 2, rules=rules))
            found.append(("rules", rules))
        except NonetError:
            found.append(("rules", rules))
    for board in boards:
        for fmt in formats.FORMATS.values():
            try:
                if fmt.can_write and fmt.can_read:
                    found.append((fmt.name, formats.format(board, fmt.name)))
            except (PuzzleError, NonetError):
                continue
    found += [("rules", format_rules(board.rules)) for board in boards]
    game = Game(Puzzle(EASY))
    for move in ("r1c3=4", "r1c4+2", "r1c4+6", "r1c3+#1", "r1c4.2#3"):
        game.play(move)
    found += [("save", write_save(game))] * 8
    return tuple(found)


# -- data in links ---------------------------------------------------------------------------------


def penpa(link: Any, change: Callable[[str], str]) -> str:
    """Return a link of Penpa+, or that of a board, with other data in it."""
    text = formats.format(Puzzle(link), "penpa") if "p=" not in link else link
    head, _, data = text.strip().partition("p=")
    inner = change(zlib.decompress(base64.b64decode(data + "=="), -15).decode())
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    packed = packer.compress(inner.encode("utf-8", "replace")) + packer.flush()
    return f"{head}p={base64.b64encode(packed).decode()}"


def _repacked(rng: random.Random, name: str, text: str) -> str | None:
    """Return a link whose data is damaged inside."""
    try:
        if name in ("f-puzzles", "sudokupad", "sudokumaker") and (
            match := re.search(r"[=/](?:scf|scl)?([A-Za-z0-9+/=-]{60,})$", text.strip())
        ):
            inner = damaged(rng, decompress(match[1]))
            return text[: match.start(1)] + compress(inner)
        if name == "penpa":
            return penpa(text, lambda inner: damaged(rng, inner))
        if name == "sudoku-coach" and (match := re.search(r"(SCv7_32_)(\w+)", text)):
            coded = match[2].upper()
            inner = damaged(
                rng, zlib.decompress(base64.b32hexdecode(coded + "=" * (-len(coded) % 8))).decode()
            )
            packed = base64.b32hexencode(zlib.compress(inner.encode("utf-8", "replace"))).decode()
            return text[: match.start(2)] + packed.rstrip("=").lower()
    except (ValueError, zlib.error):
        return None
    return None


def mutated(seed: int) -> tuple[str, str]:
    """Return what reads the text of a seed, and the text."""
    rng = random.Random(f"mutated {seed}")
    name, text = rng.choice(corpus())
    if rng.random() < 0.5 and (packed := _repacked(rng, name, text)) is not None:
        return name, packed
    return name, damaged(rng, text)


# -- the doors -------------------------------------------------------------------------------------


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


DOORS: dict[str, Callable[[str], object]] = {
    "parse": formats.parse,
    "parse_all": formats.parse_all,
    "read": lambda text: list(formats.read(BytesIO(_bytes(text)), errors="yield")),
    "records": lambda text: list(formats.records(text.split("\n"))),
    "sniff": formats.sniff,
    "Puzzle": Puzzle,
    "Grid": Grid,
    "rules": parse_rules,
    "some rules": some_rules,
    "rules of a board": lambda text: Puzzle(EASY, rules=text),
    "rules in JSON": lambda text: formats.parse(json.dumps({"puzzle": EASY, "rules": text})),
    "save": read_save,
    "request": lambda text: read_json(_bytes(text)),
}
"""What takes a text from outside."""


def doors_for(seed: int, name: str) -> dict[str, Callable[[str], object]]:
    """Return the readers that take the text of a seed: the one that it is for, and others in turn."""
    rng = random.Random(f"doors {seed}")
    names = rng.sample(
        ["parse", "parse_all", "read", "records", "sniff", "Puzzle", "Grid", "request"], 1
    )
    if name in ("rules", "save"):
        names = (
            rng.sample(["rules", "some rules", "rules of a board", "rules in JSON"], 2)
            if name == "rules"
            else ["save"]
        )
    found = {each: DOORS[each] for each in names}
    if name in formats.FORMATS:
        other = rng.choice([each for each, fmt in formats.FORMATS.items() if fmt.can_read])
        for each in (name, other):
            found[f"records of {each}"] = lambda text, each=each: list(  # type: ignore[misc]
                formats.records(text.split("\n"), format=each)
            )
    return found


def failures(seed: int) -> list[tuple[str, str, Exception]]:
    """Return what the readers of a text raise that is not nonet's own: the door, the text and the exception."""
    name, text = mutated(seed)
    found = []
    for door, read in doors_for(seed, name).items():
        try:
            read(text)
        except NonetError:
            continue
        except Exception as error:
            found.append((door, text, error))
    return found

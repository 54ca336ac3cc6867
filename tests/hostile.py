"""Hostile input, made from seeds: the texts, and the requests and rows around them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from console import EASY

from nonet.formats import FORMATS
from nonet.rules.constraints import kinds

_EXAMPLES = [fmt.example for fmt in FORMATS.values() if fmt.can_read]
_CHARACTERS = (
    "0123456789.*_,;:|/\\+-=~%&#!?'\"(){}[]<> \t\r\n\0aAzZrcRC\u200b\u0663\ufeff\U0001f600é"
)
_NUMBERS = ("0", "-1", "1" * 30, "9" * 5_000, "1e999", "NaN", "1_0", "٣", "")


def rules(seed: int) -> str:
    """Return rules, most of them wrong, some of them large."""
    rng = random.Random(f"rules {seed}")
    word = rng.choice([*kinds(), "house", "jigsaw", "latin", "diagonals", "9x9", "36x36", "x"])
    count = rng.choice((33, 300, 3_000))
    cells = "".join(f"r{rng.randint(1, 9)}c{rng.randint(1, 9)}" for _ in range(rng.randint(0, 12)))
    return rng.choice(
        (
            lambda: "anyof:" * count + "antiknight",
            lambda: "anyof:" + "/".join(["killer:10%3Dr1c1r1c2"] * count),
            lambda: "anyof:" + "%25" * count + "3Dx",
            lambda: "line:" + "%28" * count + "1" + "%29" * count + "=r1c1r1c2",
            lambda: "line:1" + "%2A" * count + "=r1c1r1c2",
            lambda: "line:%28%28.%2A%29%2A%29%2A2=" + "r1c1r1c2" * 200,
            lambda: "line:%28.%7B1,99%7D%29%7B1,99%7D=r1c1r1c2",
            lambda: "line:%281%7C2%29%7B2000%7D%2A=r1c1r1c2",
            lambda: (
                "automaton:a=0;1;" + ",".join(f"{i}:12>{i + 1}" for i in range(count)) + "=r1c1r1c2"
            ),
            lambda: f"{word}:{rng.choice(_NUMBERS)}={cells}",
            lambda: f"{word}:{cells}",
            lambda: f"{word}:{rng.choice(_NUMBERS)[:40]}={rng.choice(_NUMBERS)[:40]}={cells}",
            lambda: f"jigsaw:{'A' * rng.choice((80, 81, 100_000))}",
            lambda: " ".join(
                f"killer:{rng.randint(0, 99)}=r{r}c1r{r}c2r{r}c3" for r in range(1, 10)
            ),
            lambda: " ".join([f"{word}:{cells}"] * count),
            lambda: mutated(rng, "3x3 diagonals killer:10=r1c1r1c2 thermo:r3c1r3c2"),
        )
    )()


def text(seed: int) -> str:
    """Return a text that may be a board."""
    rng = random.Random(f"text {seed}")
    count = rng.choice((40, 1_500, 50_000))
    makers: tuple[Callable[[], str], ...] = (
        lambda: "[" * count,
        lambda: "[" * count + "]" * count,
        lambda: '{"puzzle":' * count + "1" + "}" * count,
        lambda: json.dumps({"puzzle": EASY, "rules": rules(seed)}),
        lambda: json.dumps(
            {"puzzle": EASY, "size": rng.choice((0, -1, 10**30, 1e300, [], None, True))}
        ),
        lambda: json.dumps({rng.choice(("puzzle", "rules", "info", "marks")): [[[None]] * 9] * 9}),
        lambda: '{"puzzle": ' + rng.choice(_NUMBERS) + "}",
        lambda: f"puzzle: {EASY}\nrules:\n" + "".join(f"{'  ' * i}- anyof:\n" for i in range(40)),
        lambda: "puzzle: &a [*a, *a]\n",
        lambda: (
            "".join(rng.choice((".Or", ".And", ".Replicate~3")) for _ in range(count))
            + ".End" * count
        ),
        lambda: ".Shape~" + rng.choice(_NUMBERS) + "." + "~R1C1" * 20,
        lambda: "." * rng.choice((1, 80, 82, 1296, 1_000_000)),
        lambda: EASY.replace(".", rng.choice(_CHARACTERS)),
        lambda: "".join(rng.choice(_CHARACTERS) for _ in range(rng.choice((81, 500)))),
        lambda: "+---" * count + "\n",
        lambda: "A" * 81 + "\n" + "B" * 81,
        lambda: f"{rng.choice(_NUMBERS)[:20]} {rng.choice(_NUMBERS)[:20]}\n{EASY}",
        lambda: mutated(rng, rng.choice(_EXAMPLES)),
        lambda: mutated(rng, rng.choice(_EXAMPLES)),
        lambda: mutated(rng, rng.choice(_EXAMPLES)),
    )
    return rng.choice(makers)()


def mutated(rng: random.Random, example: str) -> str:
    """Return a text with a few faults."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(example) + 1)
        to = min(len(example), at + rng.choice((1, 3, 40)))
        more = example[at:to] * rng.choice((1, 50))
        example = example[:at] + rng.choice(
            ("", example[to:], rng.choice(_CHARACTERS) + example[at:], rng.choice(_NUMBERS), more)
        )
    return example


def row(seed: int) -> dict[str, Any]:
    """Return a row of a table."""
    if seed % 2:
        return {"puzzle": EASY, "rules": rules(seed)}
    return {"puzzle": text(seed)}


def request(seed: int, verbs: list[str]) -> tuple[str, bytes]:
    """Return the name of a verb and the body of a request for it."""
    rng = random.Random(f"request {seed}")
    verb = rng.choice(verbs)
    size = rng.choice((4, 9, 16, 36))
    board: Any = rng.choice(
        (
            text(seed),
            EASY,
            "." * size**2,
            {"givens": [0] * size**2},
            {"givens": [rng.randint(0, size) for _ in range(size**2)]},
            {"givens": [0] * 81, "candidates": [rng.choice((0, 511, 2**40, -1))] * 81},
            {"givens": [0] * 81, "marks": [1] * 81, "placed": [1] * 81},
            {"givens": [[]] * 81},
        )
    )
    field = "text" if verb == "read" else "puzzle"
    asked: dict[str, Any] = {field: board}
    if rng.random() < 0.5:
        asked["rules"] = rng.choice(
            (
                rules(seed),
                {"size": 36, "text": rules(seed)},
                {"regions": [0] * 81},
                {"boxes": [0, 0]},
                [],
            )
        )
    for name in ("limit", "seed", "budget", "algorithm", "to", "profile", "language", "rating"):
        if rng.random() < 0.1:
            asked[name] = rng.choice((0, -1, 10**9, 10**30, 1e308, "x", "nonet", [], {}, True))
    body = json.dumps(asked).encode()
    if rng.random() < 0.1:
        body = rng.choice(
            (b"", b"[" * 60_000, body[: len(body) // 2], b"\xff" * 100, b"[]", b"1" * 60_000)
        )
    return verb, body

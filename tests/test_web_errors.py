"""Errors and limits of the verbs of the web app."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import Any

import odd_verbs
import pytest
from quick import some
from web_requests import answer_of, ask, board

from nonet import Candidates, LimitReached, Puzzle, TimeLimitReached, engine
from nonet.steps import TECHNIQUES
from nonet.web import answering
from nonet.web.verbs import VERBS, Verb

fastapi = pytest.importorskip("fastapi", reason="the extra web is not installed")

httpx = pytest.importorskip("httpx", reason="httpx is not installed")

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

EMPTY = "." * 81


WRONG: list[tuple[str, dict[str, Any], str, str]] = [
    ("hint", {}, "bad_request", "puzzle is missing"),
    ("hint", {"puzzle": 5}, "bad_request", "puzzle must be a board or text, got 5"),
    ("hint", {"puzzle": EASY, "x": 1}, "bad_request", 'unknown field "x"; known fields: puzzle, '),
    (
        "hint",
        {"puzzle": {"givens": [0] * 81, "givns": 1}},
        "bad_request",
        'unknown field "givns" in puzzle; known fields: rules, givens, ',
    ),
    (
        "count",
        {"puzzle": EMPTY, "rules": {"diagonals": True}},
        "bad_request",
        'unknown field "diagonals" in rules; known fields: size, text, ',
    ),
    (
        "count",
        {"puzzle": EMPTY, "rules": {"Text": "diagonals"}},
        "bad_request",
        'unknown field "Text" in rules; known',
    ),
    (
        "count",
        {"puzzle": EMPTY, "rules": {"text": "diagonals", "boxes": [5, 5]}},
        "bad_request",
        'rules.boxes and rules.text differ, got [5, 5] for "diagonals"; give one of them',
    ),
    (
        "count",
        {"puzzle": EMPTY, "rules": {"text": "classic", "size": 16}},
        "bad_request",
        "rules.size and rules.text differ, got 16",
    ),
    (
        "count",
        {"puzzle": EMPTY, "rules": {"boxes": [3, 3], "regions": [0] * 81}},
        "bad_request",
        "rules.regions and rules.boxes differ",
    ),
    (
        "count",
        {"puzzle": EMPTY, "rules": {"constraints": [{"text": "antiknight"}]}},
        "bad_request",
        "rules.constraints needs rules.text",
    ),
    (
        "count",
        {"puzzle": EMPTY, "rules": {"text": "classic", "constraints": [{"text": "antiknight"}]}},
        "bad_request",
        "rules.constraints and rules.text differ",
    ),
    (
        "count",
        {"puzzle": EMPTY, "rules": {"extra": [{"name": "x", "cells": [1], "colour": 3}]}},
        "bad_request",
        'unknown field "colour" in rules.extra[0]; known fields: name, cells',
    ),
    (
        "count",
        {"puzzle": board(), "rules": "diagonals"},
        "bad_request",
        "puzzle.rules and rules differ; give one of them",
    ),
    (
        "generate",
        {"techniques": {"hardest": "xy_wing", "hardst": 1}},
        "bad_request",
        'unknown field "hardst" in techniques; known fields: hardest, ',
    ),
    ("hint", {"puzzle": {"givens": [0] * 80}}, "bad_request", "puzzle.givens has 80 numbers"),
    ("hint", {"puzzle": {"givens": [True] * 81}}, "bad_request", "puzzle.givens[0] must be 0 to 9"),
    ("hint", {"puzzle": {"givens": [10] * 81}}, "bad_request", "puzzle.givens[0] must be 0 to 9"),
    ("hint", {"puzzle": board(placed=[9] * 81)}, "bad_request", "must be the given 5 or 0, got 9"),
    (
        "hint",
        {"puzzle": board(marks=[512] * 81)},
        "bad_request",
        "puzzle.marks[0] must be 0 to 511",
    ),
    ("hint", {"puzzle": EASY, "levels": ["all"]}, "bad_request", "levels[0] must be one of nudge"),
    ("hint", {"puzzle": EASY, "language": "xx"}, "bad_request", "language must be one of"),
    ("hint", {"puzzle": EASY[:-1]}, "parse_error", "column 81: expected 81 cells, found 80"),
    ("hint", {"puzzle": f"{EASY}\n{EASY}"}, "parse_error", "expected one puzzle, found 2"),
    ("hint", {"puzzle": __file__}, "parse_error", "expected a puzzle"),
    ("hint", {"puzzle": "55" + "." * 79}, "conflict", "r1c1 and r1c2 are both 5"),
    ("hint", {"puzzle": EASY, "rules": "killr"}, "rules_error", "unknown rule 'killr'"),
    ("rate", {"puzzle": "12345678." + "." * 8 + "9" + "." * 63}, "no_solution", "no solution"),
    ("solve", {"puzzle": {"givens": [0] * 36}}, "rules_error", "can have boxes of 2x3 or 3x2"),
    ("solve", {"puzzle": EASY, "limit": 0}, "bad_request", "limit must be 1 to 1,000, got 0"),
    (
        "solve",
        {"puzzle": EASY, "limit": 10**400},
        "bad_request",
        "expected a number of at most 99 digits, found one of 401",
    ),
    ("count", {"puzzle": EASY, "limit": "2"}, "bad_request", 'got "2"'),
    ("generate", {"seed": -1}, "bad_request", "seed must be a whole number from 0"),
    (
        "generate",
        {"profile": "mine.toml"},
        "bad_request",
        "profile must be one of nonet, se, hodoku",
    ),
    ("generate", {"variant": "x"}, "bad_request", "variant must be one of killer, thermo"),
    ("generate", {"difficulty": "evil"}, "bad_request", "difficulty must be one of easy"),
    ("generate", {"techniques": {"hardest": "x"}}, "bad_request", "unknown technique 'x'"),
    ("generate", {"rating": [7, 8, 9]}, "bad_request", "rating must be a number from 0 to 20"),
    ("convert", {"puzzle": EASY, "to": "doc"}, "bad_request", "to must be one of svg"),
    ("convert", {"puzzles": [EASY] * 2, "to": "svg"}, "bad_request", "a picture shows one puzzle"),
    ("trace", {"puzzle": EASY, "algorithm": "magic"}, "bad_request", "algorithm must be one of"),
]


@pytest.mark.parametrize(("verb", "request_", "code", "message"), WRONG)
def test_errors_have_a_code_and_a_sentence(
    verb: str, request_: dict[str, Any], code: str, message: str
) -> None:
    found = ask(verb, **request_)
    assert found["code"] == code and message in found["message"], found


def with_pairs(count: int) -> dict[str, Any]:
    """Return an empty board with so many extra houses of two neighbours."""
    pairs = [[cell, cell + 9] for cell in range(72)] + [[cell, cell + 18] for cell in range(63)]
    houses = [{"name": f"pair {i}", "cells": cells} for i, cells in enumerate(pairs[:count])]
    return {"givens": [0] * 81, "rules": {"size": 9, "extra": houses}}


def with_parities(count: int) -> dict[str, Any]:
    """Return a board with so many constraints; the first one is broken."""
    cells = [f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10)]
    words = [f"odd:{cells[number % 81]}" for number in range(count)]
    return {"givens": [2] + [0] * 80, "rules": " ".join(words)}


def forbidding(count: int) -> dict[str, Any]:
    """Return a request that names so many techniques, the hard ones several times."""
    hard = [known.id for known in TECHNIQUES if known.ratings.get("se", 0) >= 7]
    return {"forbid": [hard[number % len(hard)] for number in range(count)]}


LARGEST: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    (
        "solve",
        {"puzzle": with_pairs(128)},
        {"puzzle": with_pairs(129)},
        "puzzle.rules.extra must be a list of up to 128 houses",
    ),
    (
        "violations",
        {"puzzle": with_parities(1000)},
        {"puzzle": with_parities(1001)},
        "expected at most 1,000 words, got 1,001",
    ),
    (
        "generate",
        {"techniques": forbidding(100)},
        {"techniques": forbidding(101)},
        "forbid must be a list of up to 100 texts",
    ),
    (
        "read",
        {"text": f"{'#' * 60_000}\n{EASY}"},
        {"text": f"{'#' * 60_001}\n{EASY}"},
        "line 1: the line has 60,001 characters, expected at most 60,000",
    ),
]


@pytest.mark.parametrize(("verb", "largest", "larger", "message"), LARGEST)
def test_a_request_may_be_as_large_as_its_error_says(
    verb: str, largest: dict[str, Any], larger: dict[str, Any], message: str
) -> None:
    patient = VERBS[verb]._replace(seconds=60)
    status, body = answer_of(patient, json.dumps(largest).encode())
    assert status == 200, body
    assert message in ask(verb, **larger)["message"]


def test_the_candidates_of_the_largest_board_can_be_read() -> None:
    every = Candidates.from_masks([(1 << 36) - 1] * 36**2).text()
    patient = VERBS["read"]._replace(seconds=60)
    status, body = answer_of(patient, json.dumps({"text": every}).encode())
    assert status == 200, body
    (puzzle,) = json.loads(body)["puzzles"]
    assert puzzle["board"]["rules"]["text"] == "6x6"


def test_errors_do_not_repeat_a_whole_request() -> None:
    found = ask("generate", techniques={"hardest": "x" * 50_000})
    assert len(found["message"]) < 1100


def test_errors_name_the_place() -> None:
    assert ask("hint", puzzle="55" + "." * 79)["cells"] == [0, 1]
    found = ask("hint", puzzle=f"# easy\n{EASY[:-1]}")
    assert (found["line"], found["column"]) == (2, 81)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "line 1, column 1: expected JSON"),
        (b'{"puzzle": ', "line 1, column 12: expected JSON"),
        (b"[1]", "expected a JSON object, got [1]"),
        (b'{"limit": NaN}', "expected a number, found NaN"),
        (b'{"limit": -Infinity}', "found -Infinity"),
        (b'{"limit": ' + b"9" * 5000 + b"}", "a number of at most 99 digits, found one of 5000"),
        (b"[" * 60_000, "expected at most 32 brackets inside each other"),
        (b'{"a":' * 10_000, "expected at most 32 brackets inside each other"),
        (b"\xff\xfe\x00", "expected JSON in UTF-8"),
    ],
)
def test_bodies_that_are_not_requests(body: bytes, message: str) -> None:
    status, found = answer_of(VERBS["hint"], body)
    error = json.loads(found)["error"]
    assert (status, error["code"]) == (400, "bad_request") and message in error["message"]


ODD_TEXTS = (
    ("+---+" * 40 + "\n") * 300,
    "+" * 60_000,
    "1,2,\n" * 12_000,
    "|\n\n" * 3_000,
    " ;;" * 3_000,
    "[" * 60_000,
    '{"a":' * 12_000,
    "\t" * 60_000,
    "\ud800" * 81,
    "\0" * 81,
)


@pytest.mark.parametrize("text", some(ODD_TEXTS, 2), ids=range(len(ODD_TEXTS)))
def test_odd_texts_get_a_sentence_in_time(text: str) -> None:
    begin = time.monotonic()
    _, body = answer_of(VERBS["read"], json.dumps({"text": text}).encode())
    found = json.loads(body)
    assert time.monotonic() - begin < 10
    if "error" in found:
        assert found["error"]["code"] in ("parse_error", "limit_reached", "rules_error")


def test_a_search_ends_at_its_time_limit() -> None:
    status, body = answer_of(Verb("test", odd_verbs.searching, seconds=0.2), b"{}")
    assert status == 422
    assert json.loads(body)["error"]["message"] == "the time limit of 0.2 seconds is reached"


def test_a_drill_that_takes_too_long_says_so() -> None:
    body = json.dumps({"technique": "x_wing", "number": 3, "seed": 5}).encode()
    status, found = answering.answer(VERBS["drill"]._replace(seconds=0), body, 0)
    assert (status, found["error"]["code"]) == (422, "limit_reached")
    assert found["error"]["message"] == "the time limit of 0 seconds is reached"


def test_who_goes_on_without_a_budget_does_not_go_on_without_time() -> None:
    with engine.time_limit(0), pytest.raises(TimeLimitReached), suppress(LimitReached):
        Puzzle(EASY).solution()


def test_time_limits_nest_and_end() -> None:
    with engine.time_limit(60):
        with pytest.raises(TimeLimitReached), engine.time_limit(0.01):
            Puzzle(EMPTY).count(10**15)
        assert Puzzle(EASY).count() == 1
        with pytest.raises(TimeLimitReached), engine.time_limit(-1):
            Puzzle(EASY).count()
    with engine.time_limit(-1), pytest.raises(TimeLimitReached), engine.time_limit(60):
        Puzzle(EASY).count()  # an inner limit does not extend an outer one
    assert Puzzle(EASY).count() == 1

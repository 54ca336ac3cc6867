"""The films of the Lab: at every moment the board in the browser is the board of `nonet.render.film.Stage`."""

from __future__ import annotations

import base64
import json
import random
import re
from array import array
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import pytest
from javascript import STATIC
from javascript import run as run_javascript
from quick import some

from nonet import teach
from nonet.lab import WORST_CASE, WORST_CASE_CALLS
from nonet.puzzle import Puzzle
from nonet.render.film import ROLES, Stage
from nonet.teach import Event
from nonet.teach.trace import KINDS
from nonet.web.traces import trace
from nonet.words import texts

PUZZLES = {
    "medium": "000002030005800900900005000013406080060000070080501640000300006002007400070600000",
    "small": "1..4 .... .... 2..3",
    "long": WORST_CASE,
}

# Goes to each moment, and returns the board, the counters, the event and the depth there.
PLAY = """
const { Film } = await load("lab/film");
return data.map(({ answer, moments }) => {
  const film = new Film(answer);
  const seen = moments.map((at) => {
    film.goTo(at);
    return [[...film.digits], [...film.counts], film.event(), film.depth[film.now], film.line().line];
  });
  return { seen, length: film.length, backtrack: film.next("backtrack", 0) };
});
"""


def expected(answer: dict[str, Any], moments: list[int]) -> list[Any]:
    """Return what the Stage shows at moments."""
    codes = array("I", base64.b64decode(answer["events"]))
    lines = array("H", base64.b64decode(answer["lines"]))
    events = [
        Event(KINDS[n >> 17 & 7], (n >> 6 & 0x7FF) - 1, n & 63, answer["notes"][n >> 20])
        for n in codes
    ]
    stage, shown = Stage(answer["givens"], can_go_back=False), {}
    wanted, given = set(moments), sum(map(bool, answer["givens"]))
    for at in range(len(events) + 1):
        if at in wanted:
            event = events[at - 1]._asdict() if at else None
            depth = sum(map(bool, stage.digits)) - given
            line = lines[at - 1] & 0xFFF if at else 0
            shown[at] = [list(stage.digits), list(stage.counts.values()), event, depth, line]
        if at < len(events):
            stage.forward(events[at])
    return [shown[at] for at in moments]


def moments_of(count: int, rng: random.Random) -> list[int]:
    """Return moments to jump to: the ends, any two in a row, and back and forth around a remembered board."""
    found = [0, count, 0, 1, min(count, 255), min(count, 256), min(count, 257), count]
    found += [rng.randint(0, count) for _ in range(30)]
    start = rng.randint(0, count)
    return [*found, *(max(0, min(count, start + rng.randint(-40, 40))) for _ in range(20))]


@pytest.mark.parametrize(
    "name",
    some(["backtracking", "norvig", "rules_then_search", "annealing", "iterated_local_search"], 5),
)
def test_a_film_is_at_every_moment_what_python_shows(name: str) -> None:
    rng = random.Random(name)
    data: list[dict[str, Any]] = []
    for puzzle in PUZZLES.values():
        answer = trace(Puzzle(puzzle), name, events=3000, seconds=0.5)
        data.append({"answer": answer, "moments": moments_of(answer["count"], rng)})
    for item, found in zip(data, run_javascript(PLAY, data), strict=True):
        assert found["length"] == item["answer"]["count"]
        assert found["seen"] == expected(item["answer"], item["moments"])


def random_answer(rng: random.Random, count: int) -> dict[str, Any]:
    """Return a trace of events in a random order: replaced digits, steps back to nowhere, restarts."""
    recorded = teach.Trace(size=4)
    for _ in range(count):
        kind = rng.choices(KINDS, (2, 9, 1, 1, 3, 6, 0.2, 0.2))[0]
        cell = -1 if kind in ("restart", "solved") else rng.randrange(16)
        recorded.append(Event(kind, cell, rng.randint(1, 4), rng.choice(["", "a", "b"])))
    places = array("H", [rng.randrange(1 << 13) for _ in range(count)])
    return {
        "size": 4,
        "givens": [rng.choice((0, 0, 3)) for _ in range(16)],
        "notes": recorded.notes,
        "count": count,
        "events": base64.b64encode(array("I", recorded.codes(12)).tobytes()).decode(),
        "lines": base64.b64encode(places.tobytes()).decode(),
    }


def test_a_film_of_any_events_is_what_python_shows() -> None:
    rng = random.Random(5)
    data: list[dict[str, Any]] = []
    for count in (1, 2, 255, 256, 257, 2000, 2560):
        answer = random_answer(rng, count)
        data.append({"answer": answer, "moments": moments_of(count, rng)})
    for item, found in zip(data, run_javascript(PLAY, data), strict=True):
        assert found["seen"] == expected(item["answer"], item["moments"])


def test_next_finds_the_next_backtrack() -> None:
    answer = trace(Puzzle(PUZZLES["small"]), "backtracking")
    found = run_javascript(PLAY, [{"answer": answer, "moments": [0]}])[0]
    kinds = [
        event.kind
        for event in teach.solve(PUZZLES["small"], "backtracking", trace=True).trace or ()
    ]
    assert found["backtrack"] == kinds.index("backtrack") + 1


def test_the_kinds_are_those_of_python() -> None:
    kinds = run_javascript('return (await load("lab/film")).KINDS;', None)
    assert tuple(kinds) == KINDS == tuple(ROLES)


# -- the program beside the film ------------------------------------------------------------------

TOKENS = """
const { tokens } = await load("lab/python");
return data.map((text) => tokens(text));
"""


def test_coloured_lines_are_the_lines_of_the_program() -> None:
    texts = [file["text"] for name in teach.names() for file in _files(name)]
    for text, lines in zip(texts, run_javascript(TOKENS, texts), strict=True):
        assert ["".join(part for _, part in line) for line in lines] == text.splitlines()


def test_words_of_python_have_their_kind() -> None:
    text = 'def f(x):\n    """Two\n    lines."""\n    return f"{x}" if x != 10 else None  # why\n'
    [lines] = run_javascript(TOKENS, [text])
    kinds = {(kind, part) for line in lines for kind, part in line if kind}
    assert kinds == {
        ("keyword", "def"), ("name", "f"), ("string", '"""Two'), ("string", '    lines."""'), ("keyword", "return"),
        ("string", 'f"{x}"'), ("keyword", "if"), ("number", "10"), ("keyword", "else"), ("keyword", "None"),
        ("comment", "# why"),
    }  # fmt: skip


def _files(name: str) -> Sequence[Mapping[str, Any]]:
    from nonet.web.traces import algorithms

    return next(about["files"] for about in algorithms() if about["name"] == name)


# -- the shelf ------------------------------------------------------------------------------------


def shelf() -> dict[str, Any]:
    """Return the exhibits of the Lab by name."""
    found = json.loads((STATIC / "shelf.json").read_text("utf-8"))
    return {exhibit["name"]: exhibit for exhibit in found}


def counters(code: str, name: str, **options: Any) -> teach.Counters:
    """Return what an algorithm takes on the board of a code."""
    return teach.solve(code.rpartition(":")[2], name, **options).counters


@pytest.mark.slow
def test_what_the_shelf_says_is_true() -> None:
    exhibits = shelf()
    for exhibit in exhibits.values():
        assert Puzzle(exhibit["code"].rpartition(":")[2]).count() == 1
        for run in exhibit["runs"].split(","):
            assert run.partition(":")[0] in teach.names()
    seen: dict[str, dict[str, float]] = {}
    code = exhibits["small"]["code"].rpartition(":")[2]
    trace = teach.solve(code, "backtracking", trace=True).trace
    seen["small"] = {"events": len(trace or ())}
    code = exhibits["easy"]["code"]
    rules = counters(code, "rules_then_search")
    assert rules.guesses == 0
    seen["easy"] = {
        "guesses": counters(code, "backtracking").guesses,
        "filled": rules.filled_by_rules,
    }
    code = exhibits["few_found"]["code"]
    rules = counters(code, "rules_then_search")
    seen["few_found"] = {
        "filled": rules.filled_by_rules,
        "before": counters(code, "backtracking").assignments,
        "after": rules.assignments,
    }
    code = exhibits["scan"]["code"]
    seen["scan"] = {
        "calls": counters(code, "backtracking").calls,
        "guesses": counters(code, "norvig").guesses,
    }
    code = exhibits["worst"]["code"]
    assert code == WORST_CASE.replace("0", ".")
    down = counters(code, "backtracking", digits="descending").calls
    seen["worst"] = {"up": WORST_CASE_CALLS, "down": down}
    code = exhibits["tightest"]["code"]
    # The figure of plain backtracking is in the page of rules_then_search; it takes half a minute.
    seen["tightest"] = {
        "search": 1_070_592,
        "rules": counters(code, "rules_then_search").assignments,
        "smallest": counters(code, "smallest_domain").assignments,
    }
    assert "1,070,592" in (import_module("nonet.teach.rules_then_search").solve.__doc__ or "")
    code = exhibits["person"]["code"]
    seen["person"] = {
        "rating": Puzzle(code).rate().er,
        "placements": counters(code, "backtracking").assignments,
    }
    seen["repair"] = {}
    assert {name: exhibit["facts"] for name, exhibit in exhibits.items()} == seen


def test_the_lab_uses_words_that_there_are() -> None:
    lab = texts("en")["app"]["lab"]
    used = set(re.findall(r't\("lab\.([\w.]+)"', _sources()))
    assert len(used) > 30 and used <= set(lab)


def _sources() -> str:
    return "".join(path.read_text("utf-8") for path in (STATIC / "js").rglob("*.js"))


@pytest.mark.slow
def test_every_event_has_words() -> None:
    puzzles = ["1..4 .... .... 2..3", PUZZLES["medium"], shelf()["tightest"]["code"]]
    traces = [
        (puzzle, teach.solve(puzzle, name, trace=True, budget=30_000).trace)
        for puzzle in puzzles
        for name in teach.names()
        if teach.algorithm(name).extra is None
    ]
    events = {}
    for puzzle, kept in traces:
        size = 4 if len(puzzle) < 20 else 9
        for event in kept or ():
            key = (event.kind, event.cell >= 0, event.digit > 0, event.note)
            events[key] = {"event": event._asdict(), "size": size}
    words = texts("en")
    body = """
    const { captionOf } = await load("lab/stage");
    const { Catalogue } = await load("words/messages");
    const words = new Catalogue(data.words);
    const lab = data.words.app.lab;
    const t = (key, values = {}) => (lab[key.slice(4)] === undefined ? key : words.fill(lab[key.slice(4)], values));
    return data.events.map(({ event, size }) => captionOf(event, size, { t, digit: String, symbol: String }));
    """
    captions = run_javascript(body, {"events": list(events.values()), "words": words})
    assert len(captions) > 10
    for caption in captions:
        assert caption[0].isupper() or caption[0] == "r", caption
        assert caption.endswith(".") and "lab." not in caption and "{" not in caption, caption

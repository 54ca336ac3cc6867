"""The core as WebAssembly gives the answers of the native core: statuses, counts, solutions, ratings, steps.

Node runs the module here; without Node or without the module (`make wasm`) these tests are skipped.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import oracle
import pytest
import strategies
from test_facts import FACTS
from test_fuzz import random_rows
from wasm_core import MODULE, STATIC, Core, CoreError, missing

from nonet import _core, engine
from nonet.engine import logic
from nonet.steps import TECHNIQUES
from nonet.steps.profiles import profile

DATA = Path(__file__).parent / "data"
CORE = Path(__file__).parents[1] / "core"
REASON = missing()
pytestmark = pytest.mark.skipif(REASON is not None, reason=REASON or "")

native: Any = _core  # its arguments are arrays
every = pytest.mark.parametrize("every", [30, pytest.param(1, marks=pytest.mark.slow)])
Bytes = npt.NDArray[np.uint8]
KEYS = ("solutions", "counts", "status", "guesses")


@pytest.fixture(scope="module")
def core() -> Iterator[Core]:
    core = Core()
    yield core
    core.close()


def board(text: str) -> Bytes:
    """Read a board of digits and dots."""
    return np.array([int(c) if c.isdigit() else 0 for c in text], np.uint8)


def solved(rows: npt.NDArray[Any], limit: int, budget: int, tables: Any = native) -> dict[str, Any]:
    """Solve boards, or masks, with the native core."""
    n, cells = rows.shape
    found = {
        "solutions": np.zeros(n * cells, np.uint8),
        "counts": np.zeros(n, np.uint64),
        "status": np.zeros(n, np.uint8),
        "guesses": np.zeros(n, np.uint32),
    }
    results = (found["solutions"], cells, 0, *(found[key] for key in KEYS[1:]))
    if rows.dtype == np.uint8:
        tables.solve(rows.ravel(), None, cells, n, limit, budget, *results, None)
    else:
        tables.solve_marks(rows.ravel(), n, limit, budget, *results, None)
    return found


def assert_equal(found: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compare what both cores answer; guesses only where there is one solution or none."""
    for key in KEYS[:3]:
        assert np.array_equal(found[key], expected[key]), key
    single = found["status"] != 1
    assert np.array_equal(found["guesses"][single], expected["guesses"][single])


def marks_of(digits: Bytes) -> npt.NDArray[np.uint16]:
    """Return the candidates of a board: the digits that no cell in a house with this one has."""
    marks = np.full(81, 511, np.uint16)
    for house in oracle.houses():
        seen = sum(1 << int(d) - 1 for d in set(digits[house].tolist()) - {0})
        marks[house] &= np.uint16(511 & ~seen)
    marks[digits > 0] = 0
    return marks


def rated_boards() -> list[str]:
    """Return the puzzles of the tables of ratings."""
    texts = [(DATA / f"{name}.txt").read_text("utf-8") for name in ("ratings", "ratings_frozen")]
    return [
        line[:81] for text in texts for line in text.splitlines() if re.match(r"[.\d]{81} ", line)
    ]


# -- classic boards ------------------------------------------------------------------------------


@every
def test_the_table_of_facts(core: Core, every: int) -> None:
    for fact in [f for f in FACTS if f.number < 100_000][:: every // 10 or 1]:
        limit = fact.number + 1 if fact.is_exact else fact.number
        found = core.call("solve", board(fact.puzzle), {"limit": limit})
        assert found["counts"].tolist() == [fact.number]
        assert fact.number != 1 or found["solutions"].tolist() == board(fact.solution).tolist()


@pytest.mark.parametrize("limit, budget", [(1, 0), (2, 0), (50, 20)])
def test_random_boards(core: Core, limit: int, budget: int) -> None:
    rows = random_rows(1500)
    found = core.call("solve", rows.ravel(), {"limit": limit, "budget": budget})
    assert set(found["status"]) >= {1 if limit > 1 else 2, 3, 4, 5}
    assert_equal(found, solved(rows, limit, budget))


def test_random_marks(core: Core) -> None:
    rng = np.random.default_rng(11)
    grids = np.array(strategies.full_grids(), np.uint16)[rng.integers(40, size=2000)]
    rows = rng.integers(512, size=grids.shape, dtype=np.uint16)
    rows &= rng.integers(512, size=grids.shape, dtype=np.uint16)
    rows |= np.where(rng.random((len(rows), 1)) < 0.8, 1 << (grids - 1), 0).astype(np.uint16)
    rows[::50, 7] = 512
    found = core.call("solveMarks", rows.ravel(), {"limit": 3})
    assert_equal(found, solved(rows, 3, 0))


def test_enumeration_gives_the_same_solutions(core: Core) -> None:
    marks = marks_of(board(FACTS[0].puzzle))
    marks[marks == 0] = 1 << (board(FACTS[0].puzzle)[marks == 0] - 1)
    wide = np.full(81, 511, np.uint16)
    for masks, limit in ((marks, 10), (wide, 9000)):
        found = core.call("enumerate", masks, limit)
        with engine.using_instruction_set("baseline"):  # the order depends on the number of lanes
            more, _, _, solutions = native.Search(masks).next(limit, 0)
        assert found["count"] == len(solutions) // 81
        assert found["complete"] != more
        assert found["solutions"].tobytes() == solutions


# -- the human solver ----------------------------------------------------------------------------


def hodoku() -> tuple[dict[str, Any], bytes]:
    """Return HoDoKu's profile for both cores."""
    packed = logic._rows(profile("hodoku")) or b""
    kind, *numbers = np.frombuffer(packed, np.uint16).tolist()
    rows = [list(pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
    return {"rows": rows, "countsPoints": bool(kind & 1), "searches": kind >> 1}, packed


@every
@pytest.mark.parametrize("name", ["se", "hodoku"])
def test_ratings(core: Core, name: str, every: int) -> None:
    ours, theirs = hodoku() if name == "hodoku" else (None, None)
    rows = np.array([board(text) for text in rated_boards()[::every]])
    n, techniques = len(rows), len(TECHNIQUES)
    ratings, status = np.zeros(3 * n, np.uint16), np.zeros(n, np.uint8)
    hardest, steps = np.zeros(n, np.uint8), np.zeros(n, np.uint32)
    counts, nodes = np.zeros(n * techniques, np.uint16), np.zeros(n, np.uint64)
    results = (ratings, status, hardest, steps, counts, nodes)
    native.rate(rows.ravel(), None, 81, n, 200_000, *results, None, theirs, 0)
    found = core.call("rate", rows.ravel(), {"budget": 200_000, "profile": ours})
    expected: dict[str, Any] = dict(zip(("er", "ep", "ed"), ratings.reshape(n, 3).T, strict=True))
    expected |= {
        "status": status,
        "hardest": hardest,
        "steps": steps,
        "counts": counts,
        "nodes": nodes,
    }
    for key, values in expected.items():
        assert np.array_equal(found[key], values), key


def wide(marks: npt.NDArray[np.uint16]) -> bytes:
    """Return masks as the extension takes those of boards of any size."""
    return marks.astype("<u8").tobytes()


def native_steps(
    name: str, digits: Bytes, marks: npt.NDArray[np.uint16], number: int, budget: int, premise: int
) -> tuple[int, bytes]:
    """Return the status and the words of the native core."""
    options = logic._Options(budget, None, None, premise, None)
    steps = {"path": logic._path, "all_steps": logic._all_steps}[name]
    return steps((digits.tobytes(), wide(marks)), number, options)


def native_figures(
    digits: Bytes,
    marks: npt.NDArray[np.uint16],
    budget: int,
    premise: int,
    givens: bytes | None = None,
) -> dict[str, Any]:
    """Return what the native core finds out about a position, by the names of the page."""
    ratings, status, hardest = array("H", bytes(6)), bytearray(1), bytearray(1)
    steps, counts, nodes = (
        array("I", [0]),
        array("H", [0] * len(native.techniques())),
        array("Q", [0]),
    )
    results = ratings, status, hardest, steps, counts, nodes
    options = None, givens, premise, None
    native.rate_board(digits.tobytes(), wide(marks), budget, *results, *options)
    er, ep, ed = ratings
    keys = "er", "ep", "ed", "status", "hardest", "steps", "counts", "nodes"
    values = [er], [ep], [ed], status, hardest, steps, counts, nodes
    return dict(zip(keys, values, strict=True))


@every
@pytest.mark.parametrize("premise", [0, 1, 2])
@pytest.mark.parametrize(
    ("in_page", "name", "number"),
    [
        ("path", "path", 1),
        ("path", "path", 7),
        ("allSteps", "all_steps", 0),
        ("allSteps", "all_steps", 1),
    ],
)
def test_steps(core: Core, in_page: str, name: str, number: int, premise: int, every: int) -> None:
    for text in rated_boards()[:: 4 * every]:
        digits = board(text)
        marks = marks_of(digits)
        options = {"budget": 50_000, "premise": premise}
        found = core.call(in_page, digits, marks, number, options)
        expected = native_steps(name, digits, marks, number, 50_000, premise)
        assert (found["status"], found["words"].tobytes()) == expected


@pytest.mark.parametrize("premise", [0, 1, 2])
def test_a_position_is_rated_alike(core: Core, premise: int) -> None:
    digits = board(rated_boards()[150])
    marks = marks_of(digits)
    found = core.call("rateBoard", digits, marks, {"givens": digits, "premise": premise})
    expected = native_figures(digits, marks, 0, premise, digits.tobytes())
    assert all(found[key].tolist() == list(figures) for key, figures in expected.items())


def test_it_knows_the_techniques(core: Core) -> None:
    keys = ("name", "family", "premise", "rating")
    found = [tuple(known[key] for key in keys) for known in core.call("techniques")]
    assert found == [row[:-1] for row in native.techniques()], (
        "the last says which serve other boards"
    )


@pytest.mark.parametrize(
    "ours, first, last",
    [
        ("STATUS", "UNIQUE", "CANCELLED"),
        ("CODE", "OK", "MORE"),
        ("PREMISE", "PREMISE_GIVENS", "PREMISE_RULES"),
    ],
)
def test_numbers_mean_what_the_header_says(ours: str, first: str, last: str) -> None:
    header = re.sub(r"/\*.*?\*/", "", (CORE / "core.h").read_text("utf-8"), flags=re.S)
    (theirs,) = re.findall(rf"\b(NONET_{first} = .*?NONET_{last} = \d)", header, re.S)
    (found,) = re.findall(rf"const {ours} = Object\.freeze\(\{{(.*?)\}}\)", engine_text(), re.S)
    expected = re.findall(r"NONET_(?:PREMISE_)?(\w+) = (\d)", theirs)
    camel = [
        (re.sub(r"_(\w)", lambda m: m[1].upper(), name.lower()), value) for name, value in expected
    ]
    assert re.findall(r"(\w+): (\d)", found) == camel


# -- new puzzles --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1])
def test_the_same_puzzles_are_generated(core: Core, seed: int) -> None:
    halves = np.minimum(np.arange(81), 80 - np.arange(81)).astype(np.uint8)
    for orbits, least, most in ((np.arange(81, dtype=np.uint8), 0, 81), (halves, 24, 30)):
        puzzles, solutions = np.zeros(810, np.uint8), np.zeros(810, np.uint8)
        status = np.zeros(10, np.uint8)
        asked = (orbits.tobytes(), least, most, 20, True, False)
        native.generate(seed, 3, 10, *asked, puzzles, solutions, status, None)
        spec = {
            "orbits": orbits,
            "minGivens": least,
            "maxGivens": most,
            "attempts": 20,
            "minimal": True,
        }
        found = core.call("generate", {"big": str(seed)}, 3, 10, spec)
        assert np.array_equal(found["puzzles"], puzzles)
        assert np.array_equal(found["solutions"], solutions)
        assert np.array_equal(found["status"], status)


# -- the door ------------------------------------------------------------------------------------


def engine_text() -> str:
    """Return the JavaScript of the engine."""
    return "\n".join(path.read_text("utf-8") for path in (STATIC / "js" / "engine").glob("*.js"))


def test_every_export_of_the_module_is_used_and_every_used_one_is_there() -> None:
    exported = re.findall(
        r"^NONET_DOOR\((\w+)\)", (CORE / "wasm/door.cpp").read_text("utf-8"), re.M
    )
    used = re.findall(r"\bexports\.(\w+)\(", engine_text())
    assert set(used) | {"heap"} == set(exported)


def test_every_row_for_the_page_is_called_and_every_called_one_is_there() -> None:
    door = (CORE / "door.hpp").read_text("utf-8")
    lists = re.findall(r"^using (\w+) =\s+List<\s*(NONET_ROW.*?)>;$", door, re.M | re.S)
    rows = {name: set(re.findall(r"NONET_ROW\((\w+)", text)) for name, text in lists}
    called = set(re.findall(r'(?:\.call|solveRows|collect)\(\s*"(\w+)"', engine_text()))
    called |= {f"technique_{fact}" for fact in re.findall(r'\bfact\("(\w+)"', engine_text())}
    assert called <= rows["Shared"] | rows["OfPage"]
    assert called >= rows["OfPage"]
    binding = (STATIC.parent / "python" / "_core.py").read_text("utf-8")
    in_python = set(re.findall(r'_(?:ask|call|steps)\(\s*"(\w+)"', binding))
    in_python |= set(re.findall(r'"((?:search|general)_(?:begin|next))"', binding))
    in_python |= {f"{kind}_{does}" for kind in ("tables", "model") for does in ("bytes", "make")}
    assert in_python <= set.union(*rows.values())
    assert in_python >= rows["OfTables"] | rows["OfPage"] | rows["OfPagePython"]


def test_python_in_a_page_passes_arguments_as_the_header_says() -> None:
    (ways,) = re.findall(
        r"enum class Way : uint8_t \{(.*?)\};", (CORE / "door.hpp").read_text("utf-8"), re.S
    )
    binding = (STATIC.parent / "python" / "_core.py").read_text("utf-8")
    (ours,) = re.findall(r"^_WAYS = \((.*?)^\)", binding, re.S | re.M)
    names = re.findall(r"\bk(\w+),?(?: *//.*)?$", ways, re.M)
    snake = [re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower() for name in names]
    assert re.findall(r'"(\w+)"', ours) == snake


def test_arguments_are_passed_as_the_header_says() -> None:
    (ways,) = re.findall(
        r"enum class Way : uint8_t \{(.*?)\};", (CORE / "door.hpp").read_text("utf-8"), re.S
    )
    (ours,) = re.findall(r"const WAYS = Object\.freeze\(\[(.*?)\]\)", engine_text(), re.S)
    names = re.findall(r"\bk(\w+),?(?: *//.*)?$", ways, re.M)
    assert re.findall(r'"(\w+)"', ours) == [name[0].lower() + name[1:] for name in names]


def test_a_deadline_stops_every_search(core: Core) -> None:
    empty = np.zeros(81, np.uint8)
    found = core.call("solve", np.tile(empty, 20), {"limit": 10**15}, deadline=30)
    assert found["status"].tolist() == [7] * 20
    assert core.call("enumerate", np.full(81, 511, np.uint16), 10**7, deadline=30)["status"] == 7
    hard = np.array([board(text) for text in rated_boards()[-3:] * 100])
    found = core.call("rate", hard.ravel(), deadline=30)
    assert found["status"][-1] == 7
    assert core.call("solve", empty)["status"].tolist() == [1]


def test_memory_is_bounded(core: Core) -> None:
    spec = {"orbits": np.arange(81, dtype=np.uint8), "minGivens": 0, "maxGivens": 81}
    with pytest.raises(CoreError, match="more than the 512 MB that the core may use") as error:
        core.call("generate", {"big": "1"}, 0, 10**7, spec)
    assert error.value.code == "memory"
    assert core.call("solve", np.zeros(81, np.uint8))["status"].tolist() == [1]


@pytest.mark.parametrize(
    "name, values, message",
    [
        ("solve", [np.zeros(80, np.uint8)], "expected boards of 81 cells, got 80 numbers"),
        ("solve", [np.zeros(81, np.uint8), {"limit": 0}], "limit must be at least 1, got 0"),
        ("enumerate", [np.full(81, 512, np.uint16), 5], "expected masks of 9 bits"),
        (
            "path",
            [np.full(81, 10, np.uint8), np.zeros(81, np.uint16), 0],
            "expected digits 0-9",
        ),
        (
            "rate",
            [np.zeros(81, np.uint8), {"profile": {"rows": [[1, 1], [1, 1]]}}],
            "each technique once",
        ),
        ("rate", [np.zeros(81, np.uint8), {"premise": 3}], "one of PREMISE"),
    ],
)
def test_a_bad_call_is_a_sentence(core: Core, name: str, values: list[Any], message: str) -> None:
    with pytest.raises(CoreError, match=message) as error:
        core.call(name, *values)
    assert error.value.code == "bad_call"


def test_the_module_is_small() -> None:
    import gzip

    assert len(gzip.compress(MODULE.read_bytes(), 9)) < 200_000

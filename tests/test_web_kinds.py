"""What the palette of the web app places is what the library reads, and its draft is what the library draws."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import javascript
import pytest

from nonet.generating.layouts import VARIANTS
from nonet.rules.constraints import LittleKiller, kinds
from nonet.rules.constraints.marks import mark_json
from nonet.rules.variants import parse_rules
from nonet.words import languages, written

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import kinds_js

PLACED = """
const {GROUPS, SWITCHES, isComplete} = await load("set/kinds");
const cells = {
  cells: ["r1c2", "r1c3", "r2c3"], path: ["r4c4", "r5c5", "r5c6"], cell: ["r6c6"], pair: ["r1c1", "r1c2"],
  square: ["r1c1", "r1c2", "r2c1", "r2c2"], line: ["r3c1"], sides: ["r3c4"], diagonal: ["r1c5"],
  groups: [], pill: [],
};
// Lines that leave a pill at its first cell, at its last one, below both, and that begin somewhere else.
const leaving = {
  left: ["r2c1", "r3c1"], right: ["r1c3", "r1c4"], top: ["r2c2", "r3c2"], bottom: ["r5c5", "r5c6"],
};
const sides = ["left", "right", "top", "bottom"];
const made = Object.values(GROUPS).flat().flatMap((kind) => sides.flatMap((side) => ["", "4"].flatMap((value) => {
  const groups = [["r1c1", "r1c2"], leaving[side]];
  const choice = {cells: cells[kind.gesture], groups, value, side, direction: "down left", size: 9};
  if (!isComplete(kind, choice) || (!kind.value && value)) return [];
  return [{word: kind.word, text: kind.text(choice), marks: kind.marks(choice)}];
})));
return {made, switches: SWITCHES};
"""


def app_keys(language: str) -> list[str]:
    """Return the keys of the place Set that a language has."""
    return list(written(language)["app"]["set"])


@pytest.fixture(scope="module")
def placed() -> Any:
    return javascript.run(PLACED, None)


def test_what_the_palette_places_is_read_and_drawn_by_the_library(placed: Any) -> None:
    for each in placed["made"]:
        text = each["text"]
        if each["word"] in ("sandwich",) and each["marks"][0]["side"] in ("right", "bottom"):
            continue  # the clue of a whole line is drawn at its start
        [found] = (rules := parse_rules(text)).constraints
        marks = [mark_json(mark) for mark in found.marks(rules.space)]
        drawn = [mark for mark in marks if mark["mark"] != "legend"]  # a draft has no sentence
        draft = [{k: v for k, v in mark.items() if v != ""} for mark in each["marks"]]
        assert sorted(map(str, map(sorted_items, drawn))) == sorted(
            map(str, map(sorted_items, draft))
        ), text


@pytest.mark.parametrize("name", kinds_js.FILES)
def test_the_tables_of_the_page_are_those_of_the_classes(name: str) -> None:
    text = (kinds_js.STATIC / name).read_text(encoding="utf-8")
    assert text == kinds_js.FILES[name](), "run scripts/kinds_js.py"


def test_new_puzzle_lays_what_the_generator_lays() -> None:
    offered = javascript.run('return (await load("play/offered")).VARIANTS;', None)
    assert set(offered) == set(VARIANTS), "the list of js/play/offered.js"


def sorted_items(mark: dict[str, Any]) -> list[tuple[str, Any]]:
    return sorted(mark.items())


def test_every_switch_is_a_kind_for_the_whole_board(placed: Any) -> None:
    for word in placed["switches"]:
        [found] = parse_rules(word).constraints
        assert found.word == word


@pytest.mark.parametrize("language", languages())
def test_every_kind_has_a_name(language: str) -> None:
    kinds_named = {
        key.removeprefix("kind.") for key in app_keys(language) if key.startswith("kind.")
    }
    where = f"src/nonet/words/{language}/app/set.json"
    assert language != "en" or set(kinds()) - kinds_named == set(), f"{where} lacks kind.…"
    assert kinds_named - set(kinds()) == set(), f"{where} has a kind.… of no kind"


CLUES = """
const {seenFrom} = await load("board/described");
return data.map(({marks, size}) => marks.map((mark) => seenFrom(mark, size)));
"""


def test_a_clue_outside_looks_at_the_cells_that_the_library_adds_up() -> None:
    ways = {
        "down-right": ["r1c1", "r1c3", "r3c1"],
        "down-left": ["r1c9", "r1c3", "r3c9"],
        "up-right": ["r9c1", "r9c3", "r3c1"],
        "up-left": ["r9c9", "r9c3", "r3c9"],
    }
    starts = [(start, way) for way, found in ways.items() for start in found]
    words = " ".join(f"littlekiller:9={start}={way}" for start, way in starts)
    rules = parse_rules(f"3x3 {words} sandwich:10=r3 xsum:15=c9=bottom")
    marks = [[mark_json(mark) for mark in each.marks(rules.space)] for each in rules.constraints]
    found = javascript.run(CLUES, [{"marks": each, "size": 9} for each in marks])
    expected = [
        list(rules.space.indices(each.diagonal(rules.space)))
        for each in rules.constraints
        if isinstance(each, LittleKiller)
    ]
    assert found == [
        *([cells] for cells in expected),
        [list(range(18, 27))],
        [list(range(8, 81, 9))],
    ]


NEWEST = """
const {createNewest} = await load("play/referee");
const order = createNewest(Array(9).fill(0));
const board = Array(9).fill(0);
return data.map(([cell, found]) => {
  board[cell] = 1;
  order.moved(board);
  return order.sorted(found.map((cells) => ({cells, sentence: ""}))).map(({cells}) => cells);
});
"""


def test_the_newest_mistake_comes_first() -> None:
    moves = [
        (1, [[0, 1]]),
        (3, [[0, 1], [2, 3]]),  # the mistake that the move has made
        (5, [[0, 1], [2, 3], [4, 5]]),
        (8, [[0, 1], [2, 3], [4, 5]]),  # a move elsewhere changes nothing
        (0, [[0, 1], [2, 3], [4, 5]]),  # one that the move has to do with
        (7, [[2, 3], [4, 5], [0, 1], [6]]),  # one that a move elsewhere has broken
        (
            2,
            [[2, 3], [2, 8]],
        ),  # of two with the cell of the move, the constraint that it has broken
    ]
    assert javascript.run(NEWEST, moves) == [
        [[0, 1]],
        [[2, 3], [0, 1]],
        [[4, 5], [2, 3], [0, 1]],
        [[4, 5], [2, 3], [0, 1]],
        [[0, 1], [4, 5], [2, 3]],
        [[6], [0, 1], [4, 5], [2, 3]],
        [[2, 8], [2, 3]],
    ]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("killer:15=r1c1r1c2", "killer:r1c2r1c1", True),
        ("killer:15=r1c1r1c2", "different:r1c1r1c2", False),
        ("white:r1c1r1c2", "white:3=r1c2r1c1", True),
        ("white:r1c1r1c2", "white:r1c2r1c3", False),
        ("whisper:r1c1r1c2r2c2", "whisper:4=r2c2r1c2r1c1", True),
        ("whisper:r1c1r1c2r2c2", "whisper:r1c2r1c1r2c2", False),
        ("thermo:r1c1r1c2", "thermo:r1c2r1c1", False),
        ("thermo:r1c1r1c2", "thermo:slow=r1c1r1c2", False),
        ("arrow:r1c1=r1c2r1c3", "arrow:r1c1=r1c2r1c3", True),
        ("xsum:9=r3=left", "xsum:12=r3=left", True),
        ("xsum:9=r3=left", "xsum:9=r3=right", False),
        ("littlekiller:20=r1c4=down-right", "littlekiller:21=r1c4=down-left", False),
        ("antiknight", "antiking", False),
    ],
)
def test_which_constraints_are_in_the_same_place(one: str, other: str, same: bool) -> None:
    places = javascript.run(
        "return data.map((await load('set/constraints')).placeOf)", [one, other]
    )
    assert (places[0] == places[1]) is same

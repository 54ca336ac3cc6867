"""The back end of the web app: its answers as dicts, its limits, and what it refuses over HTTP."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest import mock

import odd_verbs
import pytest
from console import COMMAND, run
from quick import some

from nonet import Candidates, LimitReached, Puzzle, TimeLimitReached, Transform, engine, parse
from nonet.steps import TECHNIQUES
from nonet.steps.json import step_from_object, step_object
from nonet.web import answering, files
from nonet.web.verbs import LISTS, VERBS, Verb
from nonet.web.wire import board_object, read_position

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EMPTY = "." * 81
SPARSE = "..79...........5.3....376.........4.......1....6..3.........3......9...5.1......9"
EIGHT = "3..2.....................1..5.....7.....9.............6..............4..........."
PAGE = Path(__file__).parents[1] / "docs" / "web.md"


def ask(verb: str, **request: Any) -> Any:
    """Return the answer of a verb, or its error, as the server would send it."""
    status, body = answer_of(VERBS[verb], json.dumps(request).encode())
    found = json.loads(body)
    assert ("error" in found) == (status != 200), found
    return found.get("error", found)


def answer_of(verb: Verb, body: bytes) -> tuple[int, bytes]:
    """Return the status and the JSON of an answer, found in this process."""
    status, found = answering.answer(verb, body, answering.seconds_of(verb))
    return status, answering.packed(found)


def board(text: str = EASY, **more: Any) -> dict[str, Any]:
    """Return the object of a board with a position."""
    return {**board_object(parse(text)), **more}


def with_digit(cell: int, digit: int) -> list[int]:
    """Return the digits of the easy board with one more."""
    digits = list(parse(EASY).givens)
    digits[cell] = digit
    return digits


# -- the verbs ------------------------------------------------------------------------------------


def test_read_returns_boards_that_other_verbs_take() -> None:
    found = ask("read", text=f"{EASY}\n{HARD}")
    assert (found["count"], found["format"], found["problems"]) == (2, "line", [])
    for puzzle in found["puzzles"]:
        assert ask("solve", puzzle=puzzle["board"])["count"] == 1


def test_read_counts_what_it_does_not_return_and_lists_problems() -> None:
    found = ask("read", text=f"{EASY}\n{EASY[:-1]}\n{HARD}\n", limit=1)
    assert (found["count"], len(found["puzzles"])) == (2, 1)
    message = "line 2, column 81: expected 81 cells, found 80"
    assert found["problems"] == [{"line": 2, "message": message}]


@pytest.mark.parametrize("rules", ["2x3", "latin5", "diagonals", "windoku disjoint", "4x4"])
def test_rules_survive_the_wire(rules: str) -> None:
    size = {"2x3": 6, "latin5": 5, "4x4": 16}.get(rules, 9)
    puzzle = Puzzle("." * size**2, rules=rules)
    sent = board_object(puzzle)
    assert read_position("puzzle", sent).puzzle == puzzle
    rules_ = {name: each for name, each in sent["rules"].items() if name != "text"}
    # Regions and extra houses say the same.
    assert read_position("puzzle", {**sent, "rules": rules_}).puzzle == puzzle


def test_a_position_survives_the_wire() -> None:
    sent = board(placed=with_digit(2, 4), marks=[0] * 80 + [0b11])
    found = read_position("puzzle", sent)
    assert found.grid["r1c3"] == 4 and found.puzzle == parse(EASY)
    assert not found.removed  # r9c9 is a given
    assert read_position("puzzle", board_object(found)) == found
    unknown = found.with_givens("unknown")
    assert read_position("puzzle", board_object(unknown)) == unknown


def test_a_sukaku_survives_the_wire() -> None:
    puzzle = Puzzle(Candidates.from_masks(parse(EASY).candidates().masks))
    sent = board_object(puzzle)
    assert read_position("puzzle", sent).puzzle == puzzle
    assert ask("solve", puzzle=sent)["count"] == 1


def test_solve_says_whether_there_are_more() -> None:
    assert ask("solve", puzzle=EASY) == {
        "count": 1,
        "exact": True,
        "solutions": [[int(digit) for digit in SOLUTION]],
    }
    some = ask("solve", puzzle=EMPTY, limit=5)
    assert (some["count"], some["exact"], len(some["solutions"])) == (5, False, 5)
    assert len({tuple(grid) for grid in some["solutions"]}) == 5


def test_count_is_exact_below_the_limit() -> None:
    assert ask("count", puzzle="." * 16, limit=1000) == {"count": 288, "exact": True}
    assert ask("count", puzzle="." * 16, limit=288) == {"count": 288, "exact": False}
    assert ask("count", puzzle="." * 16, limit=17) == {"count": 17, "exact": False}


def test_check_finds_wrong_digits_and_marks() -> None:
    marks = [0] * 81
    marks[3] = 0b1  # the solution has 6
    found = ask("check", puzzle=board(placed=with_digit(2, 1), marks=marks))
    assert found["unique"] is True and found["problems"] == []
    assert found["wrong"] == {"cells": [2], "marks": [3]}
    assert found["conflicts"] == []
    assert found["solution"] == [int(digit) for digit in SOLUTION]


def test_check_finds_equal_digits() -> None:
    found = ask("check", puzzle=board(placed=with_digit(2, 5)))
    assert found["conflicts"] == [[0, 2]]
    found = ask("check", puzzle="55" + "." * 79)
    assert found["unique"] is False and found["conflicts"] == [[0, 1]]
    assert found["problems"] == ["r1c1 and r1c2 are both 5 in row 1 and box 1"]


def test_hint_gives_the_step_of_the_command_line() -> None:
    found = ask("hint", puzzle=EASY)
    step = parse(EASY).hint()
    assert step is not None and found["step"] == step_object(step, ["full"])
    assert found["step"]["outcome"] == "r1c6=8" and not found["stuck"] and not found["full"]


def test_hint_tells_of_wrong_cells_before_any_step() -> None:
    found = ask("hint", puzzle=board(placed=with_digit(2, 1)))
    assert found["wrong"] == {"cells": [2], "marks": []} and found["step"] is None


def test_hint_goes_on_from_the_position() -> None:
    digits = [int(digit) for digit in SOLUTION]
    digits[2] = 0
    found = ask("hint", puzzle=board(placed=digits))
    assert found["step"]["outcome"] == "r1c3=4" and found["step"]["technique"] == "full_house"
    digits[2] = 4
    assert ask("hint", puzzle=board(placed=digits)) == {
        "wrong": {"cells": [], "marks": []},
        "step": None,
        "stuck": False,
        "full": True,
        "several": False,
    }


def test_sentences_come_when_asked_for() -> None:
    found = ask("hint", puzzle=EASY, levels=["nudge", "full"])["step"]
    assert (
        found["nudge"] == "In a box, a digit has only one place left." and "r1c6" in found["text"]
    )
    other = ask("hint", puzzle=EASY, levels=["nudge"], language="vi")["step"]
    assert other["nudge"] != found["nudge"]


def test_steps_solve_the_puzzle_and_rate_it() -> None:
    found = ask("steps", puzzle=EASY)
    assert len(found["steps"]) == 51 and found["complete"] and not found["stuck"]
    rated = ask("rate", puzzle=EASY)
    assert {**rated, "steps": 51} == found["rating"]
    assert (rated["er"], rated["difficulty"]) == (1.2, "easy")


def test_steps_become_objects_and_steps_again() -> None:
    for puzzle in (EASY, HARD):
        for step in parse(puzzle).all_steps():
            sent = json.loads(json.dumps(step_object(step)))
            assert step_from_object(sent) == step


def test_all_steps_are_those_of_the_position() -> None:
    found = ask("all_steps", puzzle=EASY)["steps"]
    assert [step["outcome"] for step in found] == [s.outcome for s in parse(EASY).all_steps()]


def test_generate_repeats_a_seed() -> None:
    first = ask("generate", seed="18446744073709551615", symmetry="rotational")
    assert first["seed"] == "18446744073709551615"
    again = ask("generate", seed=2**64 - 1, symmetry="rotational")
    assert first == again and ask("solve", puzzle=first["board"])["count"] == 1
    random = ask("generate", difficulty="hard")
    assert ask("generate", difficulty="hard", seed=random["seed"])["board"] == random["board"]
    assert (
        random["difficulty"] == "hard"
        and random["rating"] == ask("rate", puzzle=random["board"])["er"]
    )


def test_generate_knows_rules_and_techniques() -> None:
    found = ask("generate", seed=7, techniques={"hardest": "xy_wing"})
    assert ask("rate", puzzle=found["board"])["hardest"] == "xy_wing"
    small = ask("generate", seed=7, rules="2x3")
    assert len(small["board"]["givens"]) == 36 and small["rating"] == 1.2


def test_generate_lays_a_variant() -> None:
    patient = VERBS["generate"]._replace(seconds=120)
    _, body = answer_of(
        patient, json.dumps({"seed": 7, "variant": "thermo", "solvable": True}).encode()
    )
    found = json.loads(body)
    assert {each["word"] for each in found["board"]["rules"]["constraints"]} == {"thermo"}
    assert ask("count", puzzle=found["board"]) == {"count": 1, "exact": True}
    assert found["recipe"] == "seed=7 number=0 variant=thermo solvable=yes"


def test_inspect_a_unique_puzzle() -> None:
    found = ask("inspect", puzzle=EASY)
    assert (found["count"], found["exact"], found["differ"], found["minimal"]) == (
        1,
        True,
        [],
        False,
    )
    assert found["candidates"] == [1 << (int(digit) - 1) for digit in SOLUTION]
    assert found["redundant"] == list(Puzzle(EASY).redundant_givens())
    minimal = ask("inspect", puzzle=ask("minimise", puzzle=EASY)["board"])
    assert minimal["minimal"] is True and minimal["redundant"] == []


def test_inspect_a_puzzle_with_several_solutions() -> None:
    puzzle = "1... ..3. .4.. ...."
    found = ask("inspect", puzzle=puzzle, limit=100)
    differences = Puzzle(puzzle).differences()
    assert found["exact"] and found["count"] == parse(puzzle).count(100)
    assert found["differ"] == sorted(differences) and found["minimal"] is None
    for cell, digits in differences.items():
        assert found["candidates"][cell] == sum(1 << (digit - 1) for digit in digits)


def test_inspect_a_puzzle_without_solution() -> None:
    found = ask("inspect", puzzle="55" + "." * 79)
    assert (found["count"], found["exact"], found["conflicts"]) == (0, True, [[0, 1]])


def test_inspect_leaves_out_what_takes_too_long() -> None:
    found = ask("inspect", puzzle={"givens": [0] * 625})
    assert (found["count"], found["exact"], found["candidates"]) == (2, False, None)


def test_odds_are_exact_text() -> None:
    found = ask("odds", puzzle="1... ..3. .4.. ....")
    assert (found["count"], found["odds"][15]) == ("3", ["0", "1", "1", "1"])
    many = ask("odds", puzzle=SPARSE)
    exact = Puzzle(SPARSE).odds()
    assert many["count"] == str(exact.total) == "32462650"
    assert many["odds"] == [[str(number) for number in cell] for cell in exact]


def test_odds_say_why_there_are_none() -> None:
    assert ask("odds", puzzle="11.." + "." * 12)["code"] == "conflict"
    assert ask("odds", puzzle="12.. ..3. ..4. ....")["code"] == "no_solution"
    found = ask("odds", puzzle="." * 36, rules="2x3")
    assert found["code"] == "limit_reached" and "fewer than 20,000 solutions" in found["message"]
    short = VERBS["odds"]._replace(seconds=0.3)
    status, body = answer_of(short, json.dumps({"puzzle": EIGHT}).encode())
    assert status == 422 and "time limit of 0.3 seconds" in json.loads(body)["error"]["message"]


def test_why_proves_that_a_candidate_is_in_no_solution() -> None:
    asked = {"puzzle": HARD, "cell": "r1c3"}
    solution = ask("solve", puzzle=HARD)["solutions"][0]
    given = ask("why", **asked, digit=solution[2])
    assert given == {"solution": solution, "step": None, "inferences": None, "by": None}
    open_digits = sorted(parse(HARD).candidates()["r1c3"] - {solution[2]})
    found = ask("why", **asked, digit=open_digits[0], language="fr")
    assert found["solution"] is None and found["inferences"] > 1
    assert found["step"]["removes"] == {"r1c3": [open_digits[0]]}
    assert found["step"]["text"].startswith("1. Supposons que L1C3 vaille")
    digit, by = next((digit, cell) for cell, digit in enumerate(parse(HARD).givens[:9]) if digit)
    seen = ask("why", **asked, digit=digit)
    assert seen["by"] == by and not seen["solution"] and not seen["step"]


def test_why_has_one_sentence_for_what_it_does_not_answer() -> None:
    asked = {"puzzle": HARD, "cell": "r1c2"}
    spent = ask("why", **asked, digit=4, budget=3)
    assert spent["code"] == "limit_reached"
    assert spent["message"] == "the budget of 3 implications is spent"
    assert "cell: expected a cell name" in ask("why", **asked | {"cell": "7"}, digit=4)["message"]
    assert "digit must be 1 to 9, got 10" in ask("why", **asked, digit=10)["message"]
    assert ask("why", puzzle="11" + "." * 79, cell="r1c3", digit=1)["code"] == "conflict"
    wrong = {"givens": [0] * 81, "rules": "killer:3=r1c1r1c2", "placed": [5] + [0] * 80}
    assert "take the last ones back" in ask("why", puzzle=wrong, cell="r1c3", digit=1)["message"]


def test_why_takes_a_position_with_its_digits_and_marks() -> None:
    rules = "2x2 killer:5=r1c1r1c2"
    empty = ask("why", puzzle="." * 16, rules=rules, cell="r1c2", digit=3)
    assert empty["solution"]
    placed = {"givens": [0] * 16, "rules": rules, "placed": [1] + [0] * 15}
    found = ask("why", puzzle=placed, cell="r1c2", digit=3)
    assert found["step"]["removes"] == {"r1c2": [3]}
    # A mark that the player has removed is asked about all the same; one of the puzzle is part of it.
    marks = [15, 7] + [15] * 14
    removed = {"givens": [0] * 16, "rules": rules, "marks": marks}
    assert ask("why", puzzle=removed, cell="r1c2", digit=4)["solution"]
    of_puzzle = {"givens": [0] * 16, "rules": rules, "candidates": marks}
    found = ask("why", puzzle=of_puzzle, cell="r1c2", digit=4)
    assert found == {"solution": None, "step": None, "inferences": None, "by": None}


def test_minimise_and_repair_say_what_they_changed() -> None:
    found = ask("minimise", puzzle=EASY)
    assert all(change["to"] == 0 for change in found["changes"])
    assert len(found["changes"]) + sum(map(bool, found["board"]["givens"])) == 30
    wrong = parse(EASY.replace("53", "54", 1))
    found = ask("repair", puzzle=board(str(wrong.givens.text())))
    assert found["exact"] and found["text"] == str(wrong.repair())
    (change,) = found["changes"]
    assert found["board"]["givens"][change["cell"]] == change["to"]
    assert [{"cell": 1, "name": "r1c2", "from": 4, "to": 3}] in [
        found["changes"],
        *found["alternatives"],
    ]


def test_a_hint_has_its_sentence_unless_no_level_is_wanted() -> None:
    """It is for people who use curl; the page makes its own sentences."""
    assert "In box 2, 8 fits only in r1c6" in ask("hint", puzzle=EASY)["step"]["text"]
    assert "text" not in ask("hint", puzzle=EASY, levels=[])["step"]
    assert all("text" not in step for step in ask("steps", puzzle=EASY)["steps"])


@pytest.mark.parametrize(
    ("verb", "request_"),
    [
        ("drill", {"technique": "x_wing", "seed": 7, "number": 3, "levels": ["full"]}),
        ("drill", {"technique": "rule_of_45", "number": 9}),
        ("generate", {"seed": 7}),
        ("minimise", {"puzzle": EASY}),
        ("repair", {"puzzle": EASY[:-1] + "1"}),
        ("canonical", {"puzzle": EASY}),
        ("generate", {"seed": 7, "rules": "4x4"}),
    ],
)
def test_an_answer_with_a_board_has_its_line(verb: str, request_: dict[str, Any]) -> None:
    answer = ask(verb, **request_)
    size = answer["board"]["rules"]["size"]
    assert len(answer["line"]) == size * size
    [read] = ask("read", text=answer["line"])["puzzles"]
    assert read["board"]["givens"] == answer["board"]["givens"]
    assert read["line"] == answer["line"]


def test_canonical_forms_of_equivalent_puzzles_are_equal() -> None:
    turned = EASY[::-1]
    assert ask("canonical", puzzle=EASY)["board"] == ask("canonical", puzzle=turned)["board"]


def test_the_permutation_to_the_canonical_form_can_be_read() -> None:
    found = json.loads(json.dumps(ask("canonical", puzzle=EASY)))
    assert Puzzle(EASY).transform(Transform(**found["transform"])).givens.text() == found["line"]


def test_convert_writes_formats_and_pictures() -> None:
    assert ask("convert", puzzle=EASY, to="sdm")["text"] == EASY.replace(".", "0")
    many = ask("convert", puzzles=[EASY, HARD], to="line")["text"]
    assert ask("read", text=many)["count"] == 2
    assert ask("convert", puzzle=EASY, to="svg", theme="dark")["text"].startswith("<svg")
    assert "5 3" in ask("convert", puzzle=EASY, to="text")["text"]


def test_convert_says_which_rules_a_reader_will_miss() -> None:
    drawn = {"puzzle": "." * 81, "rules": "3x3 thermo:r1c1r1c2"}
    assert "only draws thermo" in ask("convert", to="sudokupad", **drawn)["warning"]
    assert "warning" not in ask("convert", to="iss", **drawn)


def test_convert_keeps_the_position() -> None:
    text = ask("convert", puzzle=board(placed=with_digit(2, 4)), to="hodoku")["text"]
    found = ask("read", text=text)["puzzles"][0]["board"]
    assert found["placed"] == with_digit(2, 4) and found["givens"] == list(parse(EASY).givens)


def test_trace_runs_an_algorithm() -> None:
    found = ask("trace", puzzle=EASY, algorithm="backtracking", events=10)
    assert found["solution"] == [int(digit) for digit in SOLUTION] and not found["complete"]


def test_lists_can_be_sent() -> None:
    found = {name: json.loads(json.dumps(content())) for name, content in LISTS.items()}
    assert "en" in found["about"]["languages"]
    assert found["algorithms"][0]["name"] == "backtracking"


# -- errors and limits ----------------------------------------------------------------------------

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


# -- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "../api.py",
        "..%2fapi.py",
        "js/../../api.py",
        "/etc/passwd",
        "js",
        "js/",
        ".hidden.js",
        "words/__init__.py",
        "words/../api.py",
        "words/en.json/",
        "words/lessons/../en.json",
        "words/lessons",
        "index.html\0.js",
        "js//ask.js",
    ],
)
def test_only_files_of_the_page_are_served(name: str) -> None:
    assert files.find(name) is None


def test_the_page_and_the_catalogues_are_served() -> None:
    for name in ("", "index.html", "js/ask.js", "words/en.json", "words/lessons/en.json"):
        found = files.find(name)
        assert found is not None and found.body and found.etag


def test_the_page_knows_whether_the_module_is_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = (files.STATIC / "index.html").read_bytes()
    (tmp_path / "index.html").write_bytes(page)
    monkeypatch.setattr(files, "STATIC", tmp_path)
    without = files.find("")
    (tmp_path / "core.wasm").write_bytes(b"")
    found = files.find("index.html")
    assert without is not None and found is not None and without.etag != found.etag
    assert b'<html data-core="none" lang="en">' in without.body and found.body == page


# -- HTTP -----------------------------------------------------------------------------------------

fastapi = pytest.importorskip("fastapi", reason="the extra web is not installed")
httpx = pytest.importorskip("httpx", reason="httpx is not installed")


class Running:
    """A real server on a free port of this machine."""

    def __init__(self) -> None:
        import uvicorn

        from nonet.web.app import create_app
        from nonet.web.limits import Pool

        self.pool = Pool()
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(
            create_app(names=["example.org"], pool=self.pool), log_level="warning"
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],))

    def __enter__(self) -> Running:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *error: object) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with Running() as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Running) -> Iterator[Any]:
    with httpx.Client(base_url=server.url, timeout=30) as client:
        yield client


def test_verbs_over_http(client: Any) -> None:
    found = client.post("/api/hint", json={"puzzle": EASY})
    assert found.status_code == 200 and found.json() == ask("hint", puzzle=EASY)
    assert found.headers["content-type"] == "application/json"
    found = client.post("/api/hint", json={"puzzle": EMPTY})
    assert found.status_code == 200 and found.json()["stuck"], "it has no step that all share"
    found = client.post("/api/rate", json={"puzzle": EMPTY})
    assert found.status_code == 422 and found.json()["error"]["code"] == "multiple_solutions"
    assert client.get("/api/about").json()["version"]


@pytest.mark.parametrize("address", ["/", "/js/ask.js", "/api/about", "/nothing", "/api/nothing"])
def test_every_answer_carries_the_policy(client: Any, address: str) -> None:
    headers = client.get(address).headers
    policy = dict(
        one.strip().split(" ", 1) for one in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'self'" and policy["object-src"] == "'none'"
    assert policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"  # compiling core.wasm
    assert "unsafe" not in headers["content-security-policy"].replace("'wasm-unsafe-eval'", "")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in headers


def test_files_are_compressed_and_known_again(client: Any) -> None:
    found = client.get("/words/en.json", headers={"accept-encoding": "gzip"})
    assert found.headers["content-encoding"] == "gzip" and found.json()["language"] == "en"
    assert int(found.headers["content-length"]) < len(found.content) / 2
    assert (
        found.headers["cache-control"] == "no-cache" and "Accept-Encoding" in found.headers["vary"]
    )
    again = client.get("/words/en.json", headers={"if-none-match": found.headers["etag"]})
    assert again.status_code == 304 and again.content == b""
    plain = client.get("/words/en.json", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.json() == found.json()
    head = client.head("/words/en.json", headers={"accept-encoding": "identity"})
    assert int(head.headers["content-length"]) == len(plain.content) and not head.content


def test_types_of_files(client: Any) -> None:
    assert client.get("/").headers["content-type"] == "text/html; charset=utf-8"
    assert client.get("/js/ask.js").headers["content-type"] == "text/javascript; charset=utf-8"


@pytest.mark.parametrize(
    "address", ["/../api.py", "/..%2fapi.py", "/js/..%2f..%2fapi.py", "/%00", "//"]
)
def test_nothing_else_is_served(server: Running, address: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(
            f"GET {address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 404 "), answer[:200]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "localhost:1"}, 200),
        ({"host": "[::1]"}, 200),
        ({"host": "example.org"}, 200),
        ({"host": "evil.example"}, 403),
        ({"host": "127.0.0.1.evil.example"}, 403),
        ({"host": ""}, 403),
        ({"host": "localhost:1", "origin": "http://localhost:1"}, 200),
        ({"host": "localhost:1", "origin": "http://localhost:2"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
    ],
)
def test_requests_of_other_sites_are_refused(
    client: Any, headers: dict[str, str], status: int
) -> None:
    found = client.post("/api/count", json={"puzzle": "." * 16}, headers=headers)
    assert found.status_code == status, found.text
    assert status == 200 or found.json()["error"]["code"] == "forbidden"


def test_a_server_for_every_address_takes_numbers_but_no_names() -> None:
    from nonet.web.guard import Guard

    guard = Guard(None, ["0.0.0.0"])  # type: ignore[arg-type]
    assert guard.problem("GET", {b"host": b"192.168.1.5:8181"}) is None
    assert guard.problem("GET", {b"host": b"[fe80::1]:8181"}) is None
    assert guard.problem("GET", {b"host": b"evil.example:8181"}) is not None


def test_large_bodies_are_refused(client: Any) -> None:
    for body in (b" " * 70_000, iter([b" " * 1000] * 70)):
        found = client.post("/api/hint", content=body)
        assert found.status_code == 413
        assert found.json()["error"] == {
            "code": "too_large",
            "message": "the request has more than 64 KB",
        }
    assert client.post("/api/read", content=b" " * 70_000).status_code == 400
    assert client.post("/api/read", content=b" " * 1_100_000).status_code == 413


def test_unknown_addresses_and_methods(client: Any) -> None:
    for method, address, status, code in (
        ("POST", "/api/magic", 404, "not_found"),
        ("GET", "/api/magic", 404, "not_found"),
        ("GET", "/api/hint", 405, "wrong_method"),
        ("POST", "/api/about", 405, "wrong_method"),
        ("POST", "/", 405, "wrong_method"),
        ("DELETE", "/api/hint", 405, "wrong_method"),
    ):
        found = client.request(method, address)
        assert (found.status_code, found.json()["error"]["code"]) == (status, code), address


def test_a_request_is_stopped_when_its_client_leaves(server: Running) -> None:
    body = json.dumps({"puzzle": {"givens": [0] * 625}}).encode()
    head = f"POST /api/repair HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
    doing = server.pool._heavy._doing
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(head.encode() + body)
        wait_until(lambda: doing)
    wait_until(lambda: not doing)  # much sooner than its 10 seconds


def wait_until(happens: Any) -> None:
    """Wait until something happens, at most 5 seconds."""
    end = time.monotonic() + 5
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.01)


PARALLEL: list[tuple[str, dict[str, Any]]] = [
    ("hint", {"puzzle": EASY}),
    ("rate", {"puzzle": EASY}),
    ("solve", {"puzzle": HARD}),
    ("check", {"puzzle": EMPTY}),
    ("inspect", {"puzzle": EMPTY}),
    ("count", {"puzzle": EMPTY, "limit": 10**12}),
    ("solve", {"puzzle": {"givens": [0] * 625}, "limit": 160}),
    ("count", {"puzzle": {"givens": [0] * 1296}, "limit": 10**9}),
    ("read", {"text": "|\n\n" * 3000}),
    ("generate", {"variant": "thermo", "solvable": True, "seed": 7}),
]


@pytest.mark.slow
def test_200_requests_at_once_are_answered_in_time(server: Running) -> None:
    limits = httpx.Limits(max_connections=None)
    with httpx.Client(base_url=server.url, timeout=60, limits=limits) as client:

        def one(number: int) -> tuple[str, float, Any]:
            verb, request = PARALLEL[number % len(PARALLEL)]
            begin = time.monotonic()
            found = client.post(f"/api/{verb}", json=request)
            return verb, time.monotonic() - begin, found

        with ThreadPoolExecutor(200) as threads:
            answers = list(threads.map(one, range(200)))
    for verb, _, found in answers:
        assert found.status_code in (200, 422, 503), (verb, found.text)
    hints = [found for verb, _, found in answers if verb in ("hint", "rate")]
    assert all(found.status_code == 200 for found in hints)
    assert sum(found.status_code == 200 for _, _, found in answers) > len(hints)
    assert client_is_answered(server)


def client_is_answered(server: Running) -> bool:
    """Return whether the server still answers."""
    found = httpx.post(f"{server.url}/api/hint", json={"puzzle": EASY}, timeout=30)
    return bool(found.json()["step"]["outcome"] == "r1c6=8")


# -- nonet serve ----------------------------------------------------------------------------------


@pytest.mark.parametrize("signal_", some([signal.SIGINT, signal.SIGTERM], 2, 1))
def test_serve_says_its_address_and_ends(signal_: signal.Signals) -> None:
    command = [*COMMAND, "serve", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        address = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        assert address is not None
        assert httpx.get(address[0], timeout=30).status_code == 200
        process.send_signal(signal_)
        process.wait(10)
        assert process.stderr.read() == ""


def test_serve_warns_when_others_can_reach_it() -> None:
    command = [*COMMAND, "serve", "--port", "0", "--host", "0.0.0.0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        warning = process.stderr.readline()
        process.terminate()
    assert warning == "open to every machine that reaches 0.0.0.0; there is no password\n"


def test_serve_names_a_port_in_use(server: Running) -> None:
    found = run("serve", "--port", str(server.port))
    assert found.code == 2
    assert found.err == (
        f"nonet serve: port {server.port} of 127.0.0.1: address already in use;"
        " choose another --port\n"
    )
    assert "unknown address" in run("serve", "--host", "no.such.host.invalid").err


def test_serve_says_what_to_install() -> None:
    with mock.patch.dict(sys.modules, {"uvicorn": None}):
        found = run("serve", "--port", "0")
    assert found.code == 1
    assert found.err == 'nonet serve needs more packages: pip install "nonet[web]"\n'


# -- constraints ----------------------------------------------------------------------------------

EMPTY_LINE = "." * 81
RULES = "killer:15=r1c1r1c2r2c1 thermo:r3c3r4c4r5c4"


def test_rules_list_their_constraints_with_sentences_and_marks() -> None:
    [found] = ask("read", text=EMPTY_LINE, rules=RULES)["puzzles"]
    rules = found["board"]["rules"]
    assert rules["text"] == f"3x3 {RULES}"
    cage, thermo = rules["constraints"]
    assert (cage["word"], cage["text"], cage["cells"]) == ("killer", RULES.split()[0], [0, 1, 9])
    assert cage["marks"][0]["label"] == "15"
    assert cage["sentence"]["key"] == "killer" and cage["sentence"]["values"]["sum"] == 15
    assert [mark["mark"] for mark in thermo["marks"]] == ["line", "bulb"]
    again = ask("violations", puzzle=found["board"])
    assert again == {"violations": []}, "the text of the rules is enough to read them again"


def test_rules_list_the_cells_that_constraints_keep_apart() -> None:
    def sees(rules: str) -> list[list[int]]:
        [found] = ask("read", text=EMPTY_LINE, rules=rules)["puzzles"]
        return found["board"]["rules"].get("sees", [])  # type: ignore[no-any-return]

    assert sees("antiknight")[40] == [21, 23, 29, 33, 47, 51, 57, 59]
    assert sees("killer:15=r1c1r1c2r4c4")[0] == [30], "r1c2 shares a house anyway"
    assert sees("3x3") == []


def test_a_hint_in_mid_game_starts_from_what_the_page_shows() -> None:
    """The page computes candidates from cells that see each other; the rest is for the steps to find."""
    placed = [0, 0, 0, 4] + [0] * 12
    board = {"rules": "2x2 killer:4=r1c1r1c2", "givens": [0] * 16, "placed": placed}
    position = read_position("puzzle", board)
    assert position.masks[0] == 0b0111, "2 is not in the cage, but that is a step"


def test_violations_name_the_cells_that_break_a_constraint() -> None:
    board = {"rules": RULES, "givens": [0] * 81, "placed": [9, 8] + [0] * 79}
    [found] = ask("violations", puzzle=board)["violations"]
    assert found["cells"] == [0, 1, 9]
    assert "can no longer sum to 15" in found["sentence"]


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("killer:99=r1c1r1c2", "the sum of the cage r1c1, r1c2 must be 3 to 17, got 99"),
        ("sum:99=r1c1r5c5", "The largest possible number is 18. "),
        ("littlekiller:99=r1c7=down-right", "The largest possible number is 24. "),
        ("sandwich:99=r1", "The largest possible number is 35. "),
        ("sandwich:1=r1", "The nearest possible numbers are 0 and 2. "),
        ("lunchbox:99=r1c1r1c2r1c3r1c4", "The largest possible number is 15. "),
        ("xsum:99=r1=left", "The largest possible number is 45. "),
        ("skyscraper:12=c1=top", "The largest possible number is 9. "),
        ("hiddenskyscraper:12=c1=top", "The largest possible number is 8. "),
        ("numberedroom:12=c1=top", "The largest possible number is 9. "),
        ("sumline:99=r1c1r1c2r1c3", "The largest possible number is 24. "),
        ("arrow:r1c1=r1c2r1c3r1c4r1c5", "No board meets this rule. "),
    ],
)
def test_a_constraint_that_no_board_meets_is_named_if_that_is_asked(rules: str, why: str) -> None:
    puzzle = {"rules": f"3x3 {rules} antiknight", "givens": [0] * 81}
    first = ask("violations", puzzle=puzzle, impossible=True)["violations"][0]
    assert first["sentence"].startswith(why)
    possible = {**puzzle, "rules": "3x3 sandwich:35=r1 killer:17=r1c1r1c2"}
    assert ask("violations", puzzle=possible, impossible=True) == {"violations": []}


# -- the description ------------------------------------------------------------------------------


def test_the_description_has_every_verb(client: Any) -> None:
    from nonet.web.schemas import ANSWERS, REQUESTS

    assert set(REQUESTS) == set(ANSWERS) == set(VERBS)
    paths = client.get("/api/openapi.json").json()["paths"]
    assert {f"/api/{name}" for name in (*VERBS, *LISTS)} == set(paths)


DESCRIBED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("read", {"text": EASY}),
    ("read", {"text": f"{EASY}\n{EASY[:-1]}"}),
    ("solve", {"puzzle": EASY}),
    ("count", {"puzzle": EASY}),
    ("check", {"puzzle": EASY}),
    ("check", {"puzzle": EMPTY}),
    ("violations", {"puzzle": EASY, "rules": "killer:5=r1c1r1c2"}),
    ("violations", {"puzzle": EMPTY, "rules": "sandwich:99=r1", "impossible": True}),
    ("hint", {"puzzle": EASY, "levels": ["nudge", "name", "where", "full"]}),
    ("all_steps", {"puzzle": HARD}),
    ("steps", {"puzzle": HARD}),
    ("steps", {"puzzle": EMPTY, "rules": "thermo:r1c1r2c2r3c3"}),
    ("why", {"puzzle": HARD, "cell": "r1c3", "digit": 4}),
    ("why", {"puzzle": EMPTY, "rules": "thermo:r1c1r2c2r3c3", "cell": "r1c1", "digit": 9}),
    ("rate", {"puzzle": EASY}),
    ("drill", {"technique": "x_wing", "seed": 7, "number": 3, "levels": ["full"]}),
    ("drill", {"technique": "rule_of_45", "number": 9}),
    ("generate", {"seed": 7}),
    ("inspect", {"puzzle": EASY}),
    ("inspect", {"puzzle": EMPTY}),
    ("odds", {"puzzle": EASY}),
    ("minimise", {"puzzle": EASY}),
    ("repair", {"puzzle": EASY}),
    ("canonical", {"puzzle": EASY}),
    ("convert", {"puzzle": EASY, "to": "svg"}),
    ("trace", {"puzzle": EASY, "algorithm": "exact_cover", "events": 10}),
)
"""Requests to each verb."""


def test_every_verb_is_compared_with_its_description() -> None:
    assert {verb for verb, _ in DESCRIBED} == set(VERBS), "DESCRIBED has a request to each verb"


def test_every_verb_is_public_in_its_module() -> None:
    answers = [verb.work for verb in VERBS.values()]
    hidden = [f.__name__ for f in answers if f.__name__ not in sys.modules[f.__module__].__all__]
    assert hidden == []


@pytest.mark.parametrize(("verb", "request_"), DESCRIBED)
def test_answers_are_as_described(verb: str, request_: dict[str, Any]) -> None:
    from nonet.web.schemas import ANSWERS, REQUESTS

    REQUESTS[verb].model_validate(request_)
    ANSWERS[verb].model_validate(ask(verb, **request_))


def test_the_page_about_the_api_lists_every_verb() -> None:
    from nonet.web.schemas import ANSWERS, REQUESTS

    rows = re.findall(
        r"^\| `(\w+)` \| ([^|]*) \| [^|]* \| ([^|]*) \| ([^|]*) \|$", PAGE.read_text("utf-8"), re.M
    )
    listed = {
        name: (*(re.findall(r"`(\w+)`", cell) for cell in cells), int(seconds))
        for name, *cells, seconds in rows
    }
    assert listed == {
        name: (
            list(REQUESTS[name].model_fields),
            list(ANSWERS[name].model_fields),
            int(verb.seconds),
        )
        for name, verb in VERBS.items()
    }, "run scripts/verb_pages.py"


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # of the fuzzer itself
@pytest.mark.parametrize("verb", sorted(VERBS))
def test_no_request_is_too_odd(verb: str) -> None:
    """Requests made from the description get an answer as described, and never a 500."""
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
    from hypothesis import HealthCheck, given, settings

    from nonet.web.app import create_app

    schema = schemathesis.openapi.from_asgi("/api/openapi.json", create_app(names=["testserver"]))
    operation = schema[f"/api/{verb}"]["POST"]
    known = schemathesis.checks.CHECKS
    names = ("response_schema_conformance", "content_type_conformance", "status_code_conformance")
    checks = known.get_by_names(["not_a_server_error", *names])

    @given(case=operation.as_strategy())
    @settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
    def check(case: Any) -> None:
        response = case.call()
        assert response.status_code < 500 or response.status_code == 503
        case.validate_response(response, checks=checks)

    check()


def test_every_object_of_a_request_refuses_unknown_fields(client: Any) -> None:
    schemas = client.get("/api/openapi.json").json()["components"]["schemas"]
    waiting = [
        f"#/components/schemas/{name}"
        for name in schemas
        if name.endswith("Request") or name.endswith("Options")
    ]
    asked: set[str] = set()
    while waiting:
        name = waiting.pop().rpartition("/")[2]
        if name not in asked:
            asked.add(name)
            waiting += re.findall(r"#/components/schemas/\w+", json.dumps(schemas[name]))
    objects = {name for name in asked if schemas[name].get("type") == "object"}
    assert {"Board", "Rules", "House", "Techniques", "HintRequest"} <= objects
    assert [
        name for name in objects if schemas[name].get("additionalProperties") is not False
    ] == []

"""The back end of the web app: its answers as dicts, its limits, and what it refuses over HTTP."""

from __future__ import annotations

import json
from typing import Any

import pytest
from web_requests import answer_of, ask, board

from nonet import Candidates, Puzzle, Transform, parse
from nonet.steps.json import step_from_object, step_object
from nonet.web.verbs import LISTS, VERBS
from nonet.web.wire import board_object, read_position

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EMPTY = "." * 81
SPARSE = "..79...........5.3....376.........4.......1....6..3.........3......9...5.1......9"
EIGHT = "3..2.....................1..5.....7.....9.............6..............4..........."


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

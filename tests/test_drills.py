"""Drills: three examples for each technique, from easy to nasty, and positions in which its steps can be found."""

from __future__ import annotations

import random

import javascript
import pytest
from console import run
from quick import some

from nonet import Position, formats
from nonet.cli.drilling import parse_answer
from nonet.generating import drills
from nonet.generating.drills import DRILLS, ROUND, drill, outcome_of
from nonet.generating.examples import EXAMPLES, Example, load
from nonet.steps import TECHNIQUES, VARIANT_TECHNIQUES, Step, technique
from nonet.words import languages

EVERY = [example for found in EXAMPLES.values() for example in found]


def line_of(step: Step) -> str:
    """Return what a player types for a step."""
    removed = [
        f"r{cell // 9 + 1}c{cell % 9 + 1}<>{''.join(map(str, sorted(digits)))}"
        for cell, digits in step.removes.items()
    ]
    placed = step.places and [
        f"r{step.places[0] // 9 + 1}c{step.places[0] % 9 + 1}={step.places[1]}"
    ]
    return " ".join([*(placed or []), *removed])


# -- the examples ---------------------------------------------------------------------------------


def test_every_technique_has_three_examples() -> None:
    missing = {about.id for about in (*TECHNIQUES, *VARIANT_TECHNIQUES)} - set(DRILLS)
    assert missing == {"brute_force", "nested_dynamic_chain_2"}
    for name in DRILLS:
        puzzles = {(each.rules, str(each.position.givens)) for each in EXAMPLES[name]}
        assert len(puzzles) == 3, f"{name} has examples of the same puzzle"


@pytest.mark.parametrize("example", some(EVERY, 60, 4), ids=lambda each: each.technique)
def test_the_steps_of_an_example_are_sound(example: Example) -> None:
    about = technique(example.technique)
    steps = drills.drill_on(about, example.position).steps
    assert steps, "the technique does not apply; run scripts/examples_stock.py"
    solution = example.position.solution()
    for step in steps:
        assert step.technique is about
        for cell, digit, placed in outcome_of(step):
            assert (solution[cell] == digit) is placed


@pytest.mark.parametrize("example", some(EVERY, 60, 4), ids=lambda each: each.technique)
def test_a_title_is_the_same_before_and_after_the_reason(example: Example) -> None:
    """Titles and outcomes are made without the reasons; once these are known, with them."""
    step = drills.drill_on(technique(example.technique), example.position).steps[0]
    for language in languages():
        before = named(step, language)
        assert step.text(language=language)
        assert named(step, language) == before


def named(step: Step, language: str) -> list[str]:
    return [step.title(language), *(step.text(level, language) for level in ("nudge", "where"))]


def test_examples_go_from_easy_to_nasty() -> None:
    """The nasty one has more candidates to look through, or a larger pattern."""
    for name in DRILLS:
        loads = [
            load(each.position, drills.drill_on(technique(name), each.position).steps[0])
            for each in EXAMPLES[name]
            if not name.startswith("nested")
        ]
        assert loads == sorted(loads), name
        assert not loads or loads[0] < loads[-1], name


# -- positions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", some(list(DRILLS), 20, 2))
def test_a_drill_has_a_position_with_steps_of_its_technique(name: str) -> None:
    for number in (0, 1, ROUND - 1):
        one = drill(name, seed=7, number=number)
        assert one.steps and {step.technique.id for step in one.steps} == {name}
        assert one == drill(name, seed=7, number=number)
        assert isinstance(one.position, Position)
        assert one.judge(outcome_of(one.steps[0]))[0] == "right"


def test_another_seed_and_number_give_another_position() -> None:
    found = {
        drill("exocet", seed=seed, number=number).position for seed in (1, 2) for number in range(3)
    }
    assert len(found) == 6


def test_positions_get_harder_in_a_round() -> None:
    first, last = (drill("x_wing", seed=3, number=number) for number in (0, ROUND - 1))
    assert load(first.position, first.steps[0]) < load(last.position, last.steps[0])


def test_there_is_no_drill_without_examples() -> None:
    for name in ("brute_force", "nested_dynamic_chain_2"):
        with pytest.raises(ValueError, match=f"no drill for {name}"):
            drill(name)


def test_answers_are_judged() -> None:
    one = next(
        each
        for number in range(20)
        if len(outcome_of((each := drill("naked_pair", seed=1, number=number)).steps[0])) > 1
    )
    step = one.steps[0]
    whole = outcome_of(step)
    assert one.judge(whole) == ("right", step)
    assert one.judge(frozenset(list(whole)[:1])) == ("part", step)
    solution, masks = one.position.solution(), one.position.candidates().masks
    cell = next(cell for cell, digit in enumerate(one.position.grid) if not digit)
    assert one.judge(frozenset({(cell, solution[cell], False)})) == ("wrong", None)
    together = {part for each in one.steps for part in outcome_of(each)}
    other = next(
        (cell, digit, False)
        for cell in range(81)
        for digit in range(1, 10)
        if not one.position.grid[cell] and masks[cell] >> digit - 1 & 1
        if digit != solution[cell] and (cell, digit, False) not in together
    )
    assert one.judge(frozenset({other})) == ("other", None)


JUDGE = """
const { judge } = await load("learn/answers");
return data.map(({ named, outcomes, solution }) => judge(named, outcomes, solution)[0]);
"""


def test_the_page_judges_alike() -> None:
    rng = random.Random(5)
    asked, expected = [], []
    for name in ("naked_pair", "x_wing", "als_xz", "full_house", "forcing_chain"):
        one = drill(name, seed=3, number=9)
        solution = one.position.solution()
        known = [part for step in one.steps for part in outcome_of(step)]
        known += [(cell, solution[cell], True) for cell in range(4)]
        known += [(cell, 1, False) for cell in range(0, 80, 9)]
        answers = [outcome_of(step) for step in one.steps[:3]]
        answers += [frozenset(rng.sample(known, rng.randint(1, 3))) for _ in range(12)]
        for named in answers:
            asked.append(
                {
                    "named": sorted(named),
                    "outcomes": [sorted(outcome_of(step)) for step in one.steps],
                    "solution": list(solution),
                }
            )
            expected.append(one.judge(named)[0])
    assert set(expected) >= {"right", "other", "wrong"}
    assert javascript.run(JUDGE, asked) == expected


# -- on the command line --------------------------------------------------------------------------


def test_an_answer_is_read() -> None:
    assert parse_answer("R1C1<>12 r9c9=3") == frozenset(
        {(0, 1, False), (0, 2, False), (80, 3, True)}
    )
    assert parse_answer("r1c1!=1,r1c2-2") == frozenset({(0, 1, False), (1, 2, False)})
    for text in ("", "r1c1", "r1c1<>", "hello", "r0c1=2", "r1c1<>1 and more"):
        assert parse_answer(text) is None


def test_ten_positions_are_found_on_the_command_line() -> None:
    typed = [
        line_of(drill("naked_pair", seed=4, number=number).steps[0]) for number in range(ROUND)
    ]
    done = run("practise", "naked_pair", "--drill", "--seed", "4", stdin="\n".join(typed) + "\n")
    assert done.code == 0 and done.out.count("Right.\n") == ROUND
    assert done.lines[-2:] == ["That is ten: Naked pair is drilled.", "10 of 10 found"]


def test_a_hint_says_more_each_time_and_the_whole_answer_does_not_count() -> None:
    step = drill("x_wing", seed=2).steps[0]
    done = run("practise", "x_wing", "--plain", "--seed", "2", stdin="h\nh\nh\nq\n").lines
    said = [step.text(level) for level in ("nudge", "where", "full")]
    assert [line for line in done if line in said] == said
    assert "This is the step. It does not count this time; the next one may." in done
    assert done[-1] == "0 of 10 found"


def test_wrong_answers_are_answered_calmly() -> None:
    one = drill("x_wing", seed=2)
    cell = next(cell for cell, digit in enumerate(one.position.grid) if not digit)
    filled = next(cell for cell, digit in enumerate(one.position.grid) if digit)
    wrong = f"r{cell // 9 + 1}c{cell % 9 + 1}<>{one.position.solution()[cell]}"
    absent = f"r{filled // 9 + 1}c{filled % 9 + 1}<>1"
    typed = f"what\n{absent}\n{wrong}\n"
    done = run("practise", "x_wing", "--plain", "--seed", "2", stdin=typed).out
    for said in (
        "This is not understood.",
        "That is no candidate on this board.",
        "Not quite: the solution has it otherwise. Look again.",
    ):
        assert said in done


def test_the_plain_board_has_a_line_for_each_row() -> None:
    one = drill("xy_wing", seed=5)
    lines = run("practise", "xy_wing", "--plain", "--seed", "5").lines
    rows = [line for line in lines if line.startswith("r") and line[2:4] == ": "]
    assert [row[:2] for row in rows] == [f"r{row}" for row in range(1, 10)]
    assert rows[0].count(",") == 8 and "│" not in "".join(lines)
    masks = one.position.candidates().masks
    open_ = [cell for cell, digit in enumerate(one.position.grid) if not digit]
    said = [
        f"({' '.join(str(d) for d in range(1, 10) if masks[cell] >> d - 1 & 1)})" for cell in open_
    ]
    assert "".join(rows).count("(") == len(open_) and all(each in "".join(rows) for each in said)


def test_other_boards_are_drilled_with_their_rules_in_words() -> None:
    lines = run("practise", "cage_combination", "--plain", "--seed", "1", stdin="q\n").lines
    assert any("sum" in line or "add up" in line for line in lines)


def test_without_a_terminal_positions_are_printed_as_ever() -> None:
    line = run("practise", "naked_pair", "--lines").lines[0]
    step = formats.parse(line).hint()
    assert step is not None and step.technique.id == "naked_pair"
    assert run("practise", "naked_pair").out.startswith("1. Naked pair\n")
    done = run("practise", "naked_pair", "--drill", "--answer")
    assert done.code == 2 and "cannot be combined" in done.err


def test_a_technique_without_a_drill_is_wrong_usage() -> None:
    done = run("practise", "guess", "--drill")
    assert done.code == 2 and "there is no drill for brute_force" in done.err

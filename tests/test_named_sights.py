"""A hint says by what cells see each other where a player does not see it at once, and what joins colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import javascript
import pytest
from test_named_reasons import CELL, cells_in, easy_steps
from web_steps import data_of

from nonet import Position, Puzzle, generate
from nonet.rules import Rules
from nonet.rules.sight import sight_of
from nonet.steps import Cause, Step
from nonet.steps.json import step_object
from nonet.variants import parse_rules

BOARDS = ("antiknight", "antiking", "windoku", "killer", "renban")
LANGUAGES = ("en", "fr", "vi", "fa")


@cache
def steps(kind: str) -> tuple[Step, ...]:
    if kind in ("killer", "renban"):
        puzzles = [generate(variant=kind, seed=seed, solvable=True) for seed in range(2)]
    else:
        puzzles = [generate(rules=kind, seed=seed, difficulty="hard") for seed in range(4)]
        puzzles.append(generate(rules=kind, seed=1))
    return tuple(step for puzzle in puzzles for step in easy_steps(puzzle))


def is_usual(rules: Rules, one: int, other: int) -> bool:
    """Return whether cells share a row, a column or a box."""
    usual = rules.houses[: 2 * rules.size + len(rules.regions)]
    return any({one, other} <= set(house.cells) for house in usual)


def sights(text: str) -> Iterator[tuple[list[int], list[int], str]]:
    """Yield who sees whom and by what, from the note at the end of an explanation."""
    note = re.search(rf"\. \(({CELL}.*)\.\)$", text)
    for part in note[1].split("; ") if note else ():
        found = re.fullmatch(rf"((?:{CELL}|, | and )+) sees? ((?:{CELL}|, | and )+) (\D.*)", part)
        if found is None:  # rows and columns of a hidden window have a semicolon
            continue
        yield cells_in(found[1]), cells_in(found[2]), found[3]


BY = {
    "antiknight": r"by a knight.s move",
    "antiking": r"by a king.s move",
    "windoku": r"in the (hidden )?window.+",
    "killer": r"in the same cage",
    "renban": r"on the same renban line",
}


@pytest.mark.parametrize("kind", BOARDS)
def test_sight_that_is_not_seen_at_once_is_named(kind: str) -> None:
    said = 0
    for step in steps(kind):
        sees, size = sight_of(step.rules).masks, step.rules.size
        for seers, seen, by in sights(step.text()):
            assert re.fullmatch(BY[kind], by), by
            for one in seers:
                for other in seen:
                    said += 1
                    assert sees[one] >> other & 1, step.text()
                    assert not is_usual(step.rules, one, other), step.text()
                    apart = {abs(one // size - other // size), abs(one % size - other % size)}
                    assert kind != "antiknight" or apart == {1, 2}, step.text()
                    assert kind != "antiking" or apart == {1}, step.text()
    assert said


@pytest.mark.parametrize("kind", ["antiknight", "windoku"])
def test_no_such_sight_is_left_out(kind: str) -> None:
    """A cell that loses a digit by sight sees each cell in a usual house, or the sentence says how."""
    looked = 0
    for step in steps(kind):
        roles = {"xy_wing": "pincer", "common_peers": "cause", "skyscraper": "pincer"}
        if step.technique.id not in roles:
            continue
        note = step.text().rpartition(" (")[2] if step.text().endswith(".)") else ""
        for mark in step.marks:
            if mark.role.value == roles[step.technique.id]:
                for cell in step.removes:
                    if not is_usual(step.rules, cell, mark.cell):
                        looked += 1
                        assert {cell, mark.cell} <= set(cells_in(step.text().split(". (")[1])), note
    assert looked > 2


def test_two_cells_are_seen_both_and_more_are_seen_all() -> None:
    counts = set()
    for step in (*steps("windoku"), *steps("antiknight")):
        if step.technique.id == "common_peers":
            causes = sum(mark.role.value == "cause" for mark in step.marks)
            counts.add(min(causes, 3))
            assert (" both, so " in step.text()) == (causes == 2), step.text()
            assert (" all of these cells, so " in step.text()) == (causes > 2), step.text()
    assert counts == {2, 3}


def test_usual_sight_is_not_named() -> None:
    for step in Puzzle(generate(seed=1, difficulty="hard")).steps():
        assert not step.text().endswith(")"), step.text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chain_says_by_what_it_goes_on(language: str) -> None:
    word = {"en": "knight", "fr": "cavalier", "vi": "quân mã", "fa": "اسب"}[language]
    found = 0
    for step in steps("antiknight"):
        far = [n for chain in step.chains for n in chain.nodes if n.cause is Cause.FAR]
        if far and len(far[0].parents) == 1 and far[0].house is None:
            found += 1
            assert word in step.text(language=language, all=True)
    assert found


# -- colours --------------------------------------------------------------------------------------


@cache
def coloured(rules: str) -> tuple[Step, ...]:
    """Return steps by colours at some moments of hard puzzles."""
    found: dict[object, Step] = {}
    for seed in range(5):
        puzzle = generate(rules=rules, seed=seed, difficulty="hard")
        position = Position(puzzle)
        for number, step in enumerate(easy_steps(puzzle)):
            if number % 8 == 0:
                names = ("medusa_3d_trap", "medusa_3d_wrap", "multi_colours_1")
                for each in position.all_steps(techniques=names):
                    found.setdefault((each.technique, each.marks), each)
            position = position.after(step)
    return tuple(found.values())


@pytest.mark.parametrize("rules", ["3x3", "windoku"])
def test_the_links_of_medusa_lead_from_one_candidate_to_another(rules: str) -> None:
    listed = 0
    for step in coloured(rules):
        if not step.technique.id.startswith("medusa"):
            continue
        assert step.board is not None
        text = step.text()
        names = r"link them: (.+?)\. (?:Both|With)"
        found = re.search(names, text)
        if found is None:
            causes = [mark for mark in step.marks if mark.role.value == "cause"]
            is_single = causes and len(causes[0].digits) == 1  # one candidate needs no links
            assert step.technique.id == "medusa_3d_wrap" and (rules == "3x3" or is_single), text
            continue
        colour = {
            (mark.cell, digit): mark.role.value
            for mark in step.marks
            for digit in mark.digits
            if mark.role.value.startswith("colour")
        }
        for link in re.split(rf"; (?={CELL}|\d in)", found[1]):
            listed += 1
            if within := re.fullmatch(rf"({CELL}) \((\d) or (\d)\)", link):
                ends = [(cells_in(within[1])[0], int(digit)) for digit in within.groups()[1:]]
                assert set(step.board[ends[0][0]]) == {digit for _, digit in ends}, link
            else:
                digit = int(link[0])
                ends = [(cell, digit) for cell in cells_in(link.rpartition(" (")[2])]
                houses = [
                    house.cells
                    for house in step.rules.known_houses
                    if all(cell in house.cells for cell, _ in ends)
                ]
                assert any(
                    {c for c in cells if digit in step.board[c] and not step.board.placed[c]}
                    == {cell for cell, _ in ends}
                    for cells in houses
                ), link
            assert {colour[end] for end in ends} == {"colour-a", "colour-b"}, link
    assert listed > 10


def test_two_clusters_name_the_colours_that_are_not_both_true() -> None:
    said = 0
    for rules in ("3x3", "windoku"):
        for step in coloured(rules):
            if step.technique.id != "multi_colours_1":
                continue
            sees = sight_of(step.rules).masks
            sides = {
                frozenset(mark.cell for mark in step.marks if mark.role.value == role)
                for role in ("colour-a", "base", "colour-b", "cover")
            }
            pattern = r"(r\dc\d) sees (r\dc\d)[^.]*?: if it is in (.+?), it is not in (.+?)\."
            found = re.findall(pattern, step.text())
            assert found, step.text()
            for one, other, first, second in found:
                said += 1
                (cell,), (seen,) = cells_in(one), cells_in(other)
                assert sees[cell] >> seen & 1 and cell in cells_in(first)
                assert seen in cells_in(second), step.text()
                assert {frozenset(cells_in(first)), frozenset(cells_in(second))} <= sides
    assert said


def test_the_browser_says_the_same_of_colours() -> None:
    chosen = [step for step in coloured("3x3") if step.board is not None]
    assert {step.technique.id for step in chosen} >= {"medusa_3d_trap", "multi_colours_1"}
    script = """
const {Catalogue} = await load("words/messages");
const {textOf} = await load("words/sentences");
const words = new Catalogue(data.catalogue);
return data.steps.map((step) => textOf(step, "full", words));
"""
    for language in LANGUAGES:
        sent = {"catalogue": data_of(language), "steps": [step_object(each) for each in chosen]}
        made = javascript.run(script, sent)
        assert made == [step.text(language=language) for step in chosen]


def test_the_browser_says_the_same_of_chains_on_other_boards() -> None:
    script = """
const {Catalogue} = await load("words/messages");
const {textOf} = await load("words/sentences");
const words = new Catalogue(data.catalogue);
return data.steps.map((step) => textOf(step, "full", words, {all: true}));
"""
    boards = [steps("antiknight"), steps("windoku"), tuple(generate(rules="3x4", seed=1).steps())]
    chosen = [step for board in boards for step in board if step.chains][:60]
    sent = [step_object(step, facts=True) for step in chosen]
    for language in ("en", "fa"):
        made = javascript.run(script, {"catalogue": data_of(language), "steps": sent})
        assert made == [step.text(language=language, all=True) for step in chosen]


# -- two solutions --------------------------------------------------------------------------------


def test_a_rectangle_says_that_its_sides_lie_in_the_same_windows() -> None:
    found = 0
    for seed in range(12):
        puzzle = generate(rules="windoku", seed=seed, difficulty="hard")
        position = Position(puzzle)
        for step in easy_steps(puzzle):
            for each in position.all_steps(techniques=["unique_rectangle_1"]):
                base = {mark.cell for mark in each.marks if mark.role.value == "base"}
                extra = each.rules.known_houses[27:]
                shared = [base.intersection(house.cells) for house in extra]
                wanted = [cells for cells in shared if cells]
                named = re.search(r"Also, (.+?)\. Only", each.text())
                assert bool(named) == bool(wanted), each.text()
                if named:
                    found += 1
                    said = re.findall(rf"((?:{CELL}|, | and )+) share", named[1])
                    assert [set(cells_in(part)) for part in said] == wanted, each.text()
                    assert all(len(cells) % 2 == 0 for cells in wanted)
            position = position.after(step)
            if found > 2:
                return
    assert found


def test_exclusion_speaks_of_cells_that_see_each_other() -> None:
    rules = parse_rules("antiknight")
    found = 0
    for seed in range(4):
        puzzle = generate(rules=rules, seed=seed, difficulty="hard")
        position = Position(puzzle)
        for number, step in enumerate(easy_steps(puzzle)):
            if number % 6 == 0 and not found:
                for each in position.all_steps(techniques=["aligned_pair_exclusion"]):
                    base = [mark.cell for mark in each.marks if mark.role.value == "base"]
                    pairs = [p for p in combinations(sorted(set(base)), 2)]
                    sees = sight_of(each.rules).masks
                    hidden = any(
                        sees[one] >> other & 1 and not is_usual(each.rules, one, other)
                        for one, other in pairs
                    )
                    if hidden:
                        found += 1
                        assert "in cells that see each other" in each.text()
                        assert "by a knight" in each.text()
            position = position.after(step)
    assert found

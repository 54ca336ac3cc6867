"""The reasons that a sentence names are facts: it is read, and each of its parts is looked at on the board.

What the other cells of a cage can hold is tried out here, without the module that says it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations, product

import pytest
import rated
from deductions import full_board
from quick import some
from test_deduction import cages
from test_hint_laws import unique

from nonet import LimitReached, Puzzle, Stuck, generate
from nonet.base.cells import cell_index
from nonet.rules import CLASSIC, Rules
from nonet.rules.sight import sight_of
from nonet.rules.variants import parse_rules
from nonet.steps import Step
from nonet.steps.facts import facts_of
from nonet.words.messages import Value

CELL = r"r\d+c\d+"


def cells_in(text: str) -> list[int]:
    return [cell_index(name) for name in re.findall(CELL, text)]


def numbers_in(text: str) -> list[int]:
    """Return the numbers of a text that are in no cell and in no sum of digits."""
    return [int(n) for n in re.findall(r"(?<![rc+\d])\d+(?![\d+])", re.sub(CELL, "", text))]


def ways_in(text: str) -> list[tuple[int, ...]]:
    found = re.findall(r"\d(?:\+\d)*", re.sub(CELL, "", text))
    return [tuple(map(int, way.split("+"))) for way in found]


@cache
def killers() -> tuple[Step, ...]:
    """Return steps on boards of cages: puzzles of the generator, and cages on random boards."""
    puzzles: list[Puzzle] = [generate(variant="killer", seed=seed) for seed in range(1, 13)]
    for seed in range(6):
        rng = random.Random(seed)
        solution = full_board(CLASSIC, rng)
        rules = CLASSIC.with_constraints(*cages(solution, rng, rng.choice((3, 4))))
        puzzles.append(unique(solution, rules, rng))
    return tuple(step for puzzle in puzzles for step in easy_steps(puzzle))


def easy_steps(puzzle: Puzzle, profile: str = "nonet") -> list[Step]:
    """Return the steps that solve a puzzle, those before the first one that takes long to find."""
    found: list[Step] = []
    with suppress(Stuck, LimitReached):
        for step in puzzle.steps(profile=profile, budget=2000):
            found.append(step)
    return found


def of(technique: str) -> list[Step]:
    found = [step for step in killers() if step.technique.id == technique]
    assert len(found) > 15
    return found


class Cage:
    """The open cells of the cage of a step, as the rules and the board have them."""

    def __init__(self, step: Step) -> None:
        assert step.board is not None and step.basis is not None
        self.board = step.board
        self.cells = step.basis.cells or step.basis.outside
        self.used: set[int] = set()
        self.total = abs(step.basis.total or 0)
        if step.technique.id != "rule_of_45":
            whole = next(
                each
                for each in step.rules.constraints
                if set(self.cells) <= set(step.rules.space.indices(each.cells))
            )
            placed = [self.board.placed[c] for c in step.rules.space.indices(whole.cells)]
            self.used = set(filter(None, placed))
            self.total = whole.fields["sum"] - sum(self.used)
            assert step.basis.total == self.total

    def can(self, cell: int) -> set[int]:
        return set(self.board[cell])

    def others(self, cells: Iterable[int]) -> list[int]:
        return [cell for cell in self.cells if cell not in cells]

    def ways(self) -> list[tuple[int, ...]]:
        """Return all sets of different digits with the sum, regardless of the candidates."""
        digits = [digit for digit in range(1, 10) if digit not in self.used]
        return [way for way in combinations(digits, len(self.cells)) if sum(way) == self.total]

    def fillings(self, cells: Iterable[int]) -> list[tuple[int, ...]]:
        found = product(*(sorted(self.can(cell)) for cell in cells))
        return [filling for filling in found if len(set(filling)) == len(filling)]


def read(step: Step, cage: Cage) -> Iterator[tuple[int, int]]:
    """Yield the candidates that the sentences of a step explain, each after a look at its reason."""
    last = step.text().rpartition(", so ")[0].split(". ")
    for sentence in last:
        if found := re.fullmatch(r"Only (.+) (?:has|have) this sum", sentence):
            assert set(ways_in(found[1])) == set(cage.ways()), sentence
            held = {digit for way in cage.ways() for digit in way}
            yield from ((c, d) for c in cage.cells for d in range(1, 10) if d not in held)
        elif found := re.fullmatch(r"Their candidates allow only (.+)", sentence):
            fits = {tuple(sorted(f)) for f in cage.fillings(cage.cells) if sum(f) == cage.total}
            assert set(ways_in(found[1])) == fits, sentence
            held = {digit for way in fits for digit in way}
            yield from ((c, d) for c in cage.cells for d in range(1, 10) if d not in held)
        elif " leaves at " in sentence:
            yield from bounded(sentence, cage)
        elif found := re.fullmatch(rf"With (.+?) in ((?:{CELL}|, | or )+), (.+)", sentence):
            digits, cells = numbers_in(found[1]), cells_in(found[2])
            for place, digit in enumerate(digits):
                for cell in cells:
                    look(found[3], place, cell, digit, cage)
                    yield cell, digit


def bounded(sentence: str, cage: Cage) -> Iterator[tuple[int, int]]:
    """Look at what the other cells are or sum to, and yield the candidates beyond what they leave."""
    before, _, after = sentence.partition(", which leaves ")
    end, (total,) = (
        (min, numbers_in(before)[:1]) if "at least" in before else (max, numbers_in(before)[:1])
    )
    (rest,) = numbers_in(after)
    assert total + rest == cage.total, sentence
    for cell in cells_in(after) or cage.cells:
        best = end(cage.fillings(cage.others([cell])), key=sum)
        assert sum(best) == total, sentence
        if "(" in before:
            assert sum(ways_in(before[before.index("(") :])[0]) == total, sentence
        beyond = range(rest + 1, 10) if end is min else range(1, rest)
        yield from ((cell, digit) for digit in beyond)


def look(claim: str, place: int, cell: int, digit: int, cage: Cage) -> None:
    """Look at why a cell cannot be a digit."""
    others = cage.others([cell])
    held = set().union(*map(cage.can, others))
    rests = [tuple(d for d in way if d != digit) for way in cage.ways() if digit in way]
    if "no candidate" in claim:
        needed = numbers_in(claim)[place]
        assert others == (cells_in(claim) or others) and needed + digit == cage.total, claim
        assert needed not in held, claim
    elif found := re.fullmatch(r"every combination has (.+), which no other cell can be", claim):
        needs = set(numbers_in(found[1]))
        assert rests and not needs & held and all(needs & set(way) for way in rests), claim
    elif found := re.fullmatch(
        r"the other cells would be (.+), but none of them can be (.+)", claim
    ):
        needs = set(numbers_in(found[2]))
        assert set(ways_in(found[1])) == set(rests), claim
        assert not needs & held and all(needs & set(way) for way in rests), claim
    elif found := re.fullmatch(
        r"the other cells sum to at (least|most) (\d+) \((.+)\), but .+", claim
    ):
        end = min if found[1] == "least" else max
        best = end(sum(each) for each in cage.fillings(others) if digit not in each)
        assert best == int(found[2]) == sum(ways_in(found[3])[0]), claim
        (left,) = numbers_in(claim)[1:]
        assert left == cage.total - digit and (best > left if end is min else best < left), claim
    else:
        fits = [each for each in cage.fillings(others) if digit not in each]
        assert not any(sum(each) == cage.total - digit for each in fits), claim
        if found := re.fullmatch(r"the other cells would be (.+)", claim):
            assert set(ways_in(re.sub(r" \(.+?\)", "", found[1]))) == set(rests), claim
            for where, needs in re.findall(r"\(only (.+?) can be (.+?)\)", claim):
                able = [c for c in others if cage.can(c) & set(numbers_in(needs))]
                assert able == cells_in(where) and len(able) < len(numbers_in(needs)), claim
        else:  # what one cell would have to be is tried out in test_unmet_reasons.py
            assert "would have to be" in claim or "no digits of the other" in claim, claim


def test_the_reasons_of_a_cage_explain_all_that_it_loses() -> None:
    whole = 0
    for step in of("cage_combination"):
        if step.places is not None:
            continue
        cage, text = Cage(step), step.text()
        explained = set(read(step, cage))
        lost = {(cell, digit) for cell, digits in step.removes.items() for digit in digits}
        if "fail in the same way" in text:
            assert explained & lost, text
            continue
        assert lost <= explained, text
        whole += 1
    assert whole > 50


def test_what_is_left_of_a_cage_is_its_sum_less_its_digits() -> None:
    said = 0
    for step in (*of("cage_combination"), *of("cage_locked")):
        assert step.basis is not None and step.board is not None
        text = step.text()
        if not (found := re.match(r"In (?:its|their) cage, (\d+) minus (.+?) leaves (\d+)", text)):
            continue
        said += 1
        (cage,) = step.basis.constraints
        digits = dict(zip(cells_in(found[2]), numbers_in(found[2]), strict=True))
        filled = {c: step.board.placed[c] for c in step.rules.space.indices(cage.cells)}
        assert digits == {cell: digit for cell, digit in filled.items() if digit}, text
        assert int(found[1]) == cage.fields["sum"], text
        assert int(found[3]) == cage.fields["sum"] - sum(digits.values()), text
    assert said > 10


def test_a_locked_digit_says_why_the_cage_has_it() -> None:
    said = 0
    for step in of("cage_locked"):
        cage, text = Cage(step), step.text()
        (digit,) = set().union(*step.removes.values())
        without = [each for each in cage.fillings(cage.cells) if digit not in each]
        assert not any(sum(each) == cage.total for each in without)
        found = re.search(r"Without (\d), (.+?)\. Every", text)
        if not found:
            assert "+" in text, "the combinations are listed"
            continue
        said += 1
        assert int(found[1]) == digit
        if bound := re.fullmatch(r"they sum to at (least|most) (\d+) \((.+)\)", found[2]):
            end = min if bound[1] == "least" else max
            assert int(bound[2]) == end(map(sum, without)) == sum(ways_in(bound[3])[0]), text
        else:
            needs = set(numbers_in(found[2]))
            assert not needs & set().union(*map(cage.can, cage.cells)), text
            ways = [way for way in cage.ways() if digit not in way]
            assert ways and all(needs & set(way) for way in ways), text
    assert said


def see_each_other(step: Step) -> bool:
    assert step.basis is not None
    sees = sight_of(step.rules).masks
    pairs = combinations(step.basis.cells + step.basis.outside, 2)
    return all(sees[one] >> other & 1 for one, other in pairs)


def test_the_rule_of_45_names_what_it_counts() -> None:
    differing = 0
    for step in of("rule_of_45"):
        assert step.board is not None and step.basis is not None
        text = step.text()
        found = re.match(
            r"The digits of (.+?) sum to (\d+)\. The cages? (inside|there), (.+), sums? to (\d+)"
            r"(?:; (.+), that is (\d+))?\. (.+)",
            text,
        )
        assert found, text
        by_first = {
            min(step.rules.space.indices(each.cells)): each for each in step.rules.constraints
        }
        named = re.findall(rf"(\d+) \(({CELL})\)", found[4])
        counted = [by_first[cell_index(name)] for _, name in named]
        assert [int(sum_) for sum_, _ in named] == [each.fields["sum"] for each in counted], text
        inside = {c for house in step.houses for c in step.rules.known_houses[house].cells}
        covered = {c for each in counted for c in step.rules.space.indices(each.cells)}
        assert (found[3] == "inside") == (covered <= inside), text
        assert int(found[2]) == 45 * len(step.houses)
        known = int(found[5])
        assert known == sum(each.fields["sum"] for each in counted), text
        filled = {cell for cell in inside ^ covered if step.board.placed[cell]}
        assert set(cells_in(found[6] or "")) == filled, text
        for cell in filled:
            assert f"the {step.board.placed[cell]} in r{cell // 9 + 1}c{cell % 9 + 1}" in text
            known += step.board.placed[cell] * (1 if cell in inside else -1)
        assert int(found[7] or found[5]) == known, text
        difference = int(found[2]) - known
        assert abs(difference) in numbers_in(found[8].split(". ")[0]), text
        assert {*step.basis.cells, *step.basis.outside} == (inside ^ covered) - filled, text
        lost = {(cell, digit) for cell, digits in step.removes.items() for digit in digits}
        if step.basis.cells and step.basis.outside:
            for with_, needed in re.findall(r"With (.+?), (.+?), which (?:is|are) no cand", text):
                ((cell,), (other,)) = cells_in(with_), cells_in(needed)
                assert (cell in step.basis.cells) == (other in step.basis.outside), text
                for digit, need in zip(numbers_in(with_), numbers_in(needed), strict=True):
                    more = digit - need if cell in step.basis.cells else need - digit
                    assert more == step.basis.total and need not in step.board[other], text
                    differing += 1
        elif not see_each_other(step) and len(step.basis.cells + step.basis.outside) == 3:
            continue  # the next test
        elif re.search(r"\. As |Without|would have to be", text):
            assert len(step.basis.cells + step.basis.outside) > 2, text
        elif re.search(r"this sum|leaves at|allow only|\. With ", text):
            explained = set(read(step, Cage(step)))
            assert lost <= explained or "fail in the same way" in text, text
        else:
            assert len(step.basis.cells + step.basis.outside) == 1, text
    assert differing


class Equation:
    """The open cells of the rule of 45, each added or subtracted, and their total."""

    def __init__(self, step: Step) -> None:
        assert step.basis is not None and step.board is not None and step.basis.total is not None
        self.signs = {**dict.fromkeys(step.basis.cells, 1), **dict.fromkeys(step.basis.outside, -1)}
        self.total, self.board = step.basis.total, step.board
        self.sees = sight_of(step.rules).masks

    def fillings(self, cells: list[int], *, free: bool = False) -> list[dict[int, int]]:
        """Return what cells can hold together; ``free``: those that see each other, too, can be equal."""
        found = []
        for way in product(*(sorted(self.board[cell]) for cell in cells)):
            held = dict(zip(cells, way, strict=True))
            apart = (c for c in combinations(cells, 2) if self.sees[c[0]] >> c[1] & 1)
            if free or all(held[one] != held[other] for one, other in apart):
                found.append(held)
        return found

    def has(self, cell: int, digit: int) -> bool:
        return any(
            held[cell] == digit and sum(self.signs[c] * d for c, d in held.items()) == self.total
            for held in self.fillings(list(self.signs))
        )

    def bounded(self, sentence: str) -> Iterator[tuple[int, int]]:
        """Look at a sum that bounds a cell, and yield what is beyond."""
        before, after = re.split(", which (?:leaves|makes)", sentence)
        (cell,) = cells_in(after)
        others = [each for each in self.signs if each != cell]
        assert cells_in(before) in ([], others), sentence
        end = min if "at least" in before else max
        best = end(sum(held.values()) for held in self.fillings(others))
        free = end(sum(held.values()) for held in self.fillings(others, free=True))
        assert numbers_in(before) == [best] == [sum(ways_in(before[before.index("(") :])[0])]
        assert ("because they see each other" in before) == (free != best), sentence
        (rest,) = numbers_in(after)
        assert self.signs[cell] * rest + self.signs[others[0]] * best == self.total, sentence
        yield from (
            (cell, d) for d in (range(rest) if "at least" in after else range(rest + 1, 10))
        )


def test_the_rule_of_45_says_why_three_cells_lose_digits() -> None:
    kinds = set()
    for step in of("rule_of_45"):
        assert step.basis is not None
        cells = step.basis.cells + step.basis.outside
        is_like_cage = not (step.basis.cells and step.basis.outside) and see_each_other(step)
        if len(cells) != 3 or is_like_cage:
            continue
        equation, explained = Equation(step), set[tuple[int, int]]()
        for sentence in step.text().rpartition(", so ")[0].split(". "):
            if " sum to at " in sentence and ", which " in sentence:
                explained |= set(equation.bounded(sentence))
                kinds.add("sum to at")
            elif found := re.match(rf"With ([\d, or]+) in ((?:{CELL}|, | or )+), ", sentence):
                explained |= {(c, d) for c in cells_in(found[2]) for d in numbers_in(found[1])}
                kinds.add("with")
            elif found := re.match(rf"As .+, ({CELL}) is at (least|most) (\d)", sentence):
                (cell,), bound = cells_in(found[1]), int(found[3])
                beyond = range(1, bound) if found[2] == "least" else range(bound + 1, 10)
                explained |= {(cell, d) for d in beyond}
                kinds.add("bound")
        assert not any(equation.has(c, d) for c, d in explained), step.text()
        lost = {(cell, digit) for cell, digits in step.removes.items() for digit in digits}
        assert lost <= explained, step.text()
    assert {"with", "sum to at", "bound"} <= kinds


# -- strong links ---------------------------------------------------------------------------------


def linked(steps: Iterable[Step]) -> list[Step]:
    return [step for step in steps if facts_of(step)["strong_links"]]


def indices(value: Value) -> list[int]:
    return [9 * (cell.parts["row"] - 1) + cell.parts["column"] - 1 for cell in value.parts["cells"]]


VARIANTS = ("diagonals", "windoku", "disjoint")


@pytest.mark.parametrize("name", [None, *some(VARIANTS, 3)])
def test_strong_links_name_their_sides_and_where_they_meet(name: str | None) -> None:
    if name is None:
        boards = [board.step for board in rated.situations().values()]
        for row in rated.rows()[::20]:
            boards += easy_steps(Puzzle(row.puzzle), "sukaku")
    else:
        puzzles = (generate(variant=name, seed=seed, difficulty="hard") for seed in range(6))
        boards = [step for puzzle in puzzles for step in easy_steps(puzzle, "sukaku")]
    found = linked(boards)
    assert found
    for step in found:
        facts, rules, text = facts_of(step), step.rules, step.text()
        (digit,) = (each.parts["n"] for each in facts["base"].parts["digits"])
        links = [
            (indices(each.parts["side"]), indices(each.parts["other"]))
            for each in facts["strong_links"]
        ]
        for house, (one, other) in zip(step.houses, links, strict=False):
            held = set(rules.known_houses[house].cells)
            assert {*one, *other} <= held, text
            if step.board is not None:
                places = {c for c in held if digit in step.board[c] and not step.board.placed[c]}
                assert places == {*one, *other}, text
        weak = [set(indices(each)) for each in facts["weak_links"]]
        for house, cells in zip(step.houses[len(links) :], weak, strict=True):
            assert cells <= set(rules.known_houses[house].cells), text
        sees = sight_of(rules).masks
        if facts["has_pincer"]:
            groups = [{*links[0][0], *links[-1][1]}]
            assert groups[0] == set(indices(facts["pincer"])), text
        else:
            groups = weak
        for cell in step.removes:
            assert any(all(sees[cell] >> c & 1 for c in cells) for cells in groups), text
        assert all(f"r{c // 9 + 1}c{c % 9 + 1}" in text for cells in weak for c in cells)


# -- houses other than rows, columns and boxes ----------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_a_hint_is_true_of_the_house_that_it_is_about(name: str) -> None:
    """A nudge and a name speak of a row, a column or a box only where the house is one."""
    seen = set()
    for seed in range(4):
        for step in generate(variant=name, seed=seed).steps():
            kinds = {step.rules.known_houses[house].name.split()[0] for house in step.houses}
            if not kinds - {"row", "column", "box"}:
                continue
            seen.add(step.technique.id)
            said = step.text("nudge") + step.text("name") + step.text("where")
            if "hidden_single" in step.technique.id:
                assert not re.search(r"\b(row|column|box)\b", said), said
                assert re.search("diagonal|window|disjoint group", step.text("nudge")), said
            elif not kinds & {"row", "column", "box"} and step.technique.family != "als":
                assert not re.search(r"\b(row|column|box)\b", said), said
    assert "hidden_single_line" in seen


def test_windows_and_groups_are_named_by_their_cells() -> None:
    names = {}
    for text in ("diagonals", "windoku", "disjoint", "4x4 windoku"):
        rules = parse_rules(text)
        from nonet.steps.values import house_value
        from nonet.words import catalogue

        for index, house in enumerate(rules.known_houses):
            value = house_value(index, rules)
            names[text, house.name] = catalogue("en").fill("{house}", {"house": value})
    assert names["diagonals", "diagonal up"] == "the anti-diagonal"
    assert names["windoku", "window 2"] == "the window from r2c6 to r4c8"
    assert names["windoku", "window 5"] == "the hidden window (rows 1, 5, 9; columns 2, 3, 4)"
    assert names["windoku", "window 9"] == "the hidden window (rows 1, 5, 9; columns 1, 5, 9)"
    assert names["disjoint", "group 5"] == "the disjoint group of r2c2"
    assert names["4x4 windoku", "window 9"] == "the window from r12c12 to r15c15"


def clash(rules: Rules, digit: int, one: int, other: int) -> bool:
    """Return whether the rules forbid a digit in two cells at once."""
    board = bytes(digit if cell in (one, other) else 0 for cell in range(rules.size**2))
    return other in rules.peers[one] or any(rules.violations(board))


def test_earlier_eliminations_are_named_only_where_there_were_some() -> None:
    """A knight's move and a line rule out a cell as a row does; the rules decide whether two digits clash."""
    seen = set()
    for puzzle in (
        generate(seed=4, rules="antiknight", difficulty="hard"),
        generate(seed=1, variant="renban", solvable=True),
    ):
        for step in puzzle.steps():
            causes = [mark.cell for mark in step.marks if mark.role.value == "cause"]
            if not step.technique.id.startswith("hidden_single") or not causes:
                continue
            assert step.places is not None and step.board is not None
            cell, digit = step.places
            others = step.rules.known_houses[step.houses[0]].cells
            open_cells = [c for c in others if c != cell and not step.board.placed[c]]
            covered = [
                any(clash(step.rules, digit, one, cause) for cause in causes) for one in open_cells
            ]
            said = "earlier eliminations" in step.text()
            assert said == (not all(covered)), step.text()
            seen.add(said)
    assert seen == {True, False}

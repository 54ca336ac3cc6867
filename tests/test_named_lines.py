"""The reasons that a hint gives for a line are facts: each sentence is read, and looked at on the board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product

from test_named_reasons import CELL, cells_in, easy_steps, numbers_in

from nonet import generate
from nonet.steps import Step

Explained = Iterator[tuple[int, int]]


@cache
def steps(variant: str, number: int) -> tuple[Step, ...]:
    puzzles = (generate(variant=variant, seed=seed, solvable=True) for seed in range(number))
    found = [step for puzzle in puzzles for step in easy_steps(puzzle)]
    return tuple(step for step in found if step.technique.id == "line_clue")


class Line:
    """The cells of a line with their candidates, and what they can hold together."""

    def __init__(self, step: Step) -> None:
        assert step.board is not None and step.basis is not None
        board, (rule,) = step.board, step.basis.constraints
        self.cells = step.rules.space.indices(rule.cells)
        self.can = {c: {board.placed[c]} if board.placed[c] else set(board[c]) for c in self.cells}
        self.open = [cell for cell in self.cells if not board.placed[cell]]

    def runs(self) -> set[tuple[int, ...]]:
        """Return the sets of consecutive digits that the cells can hold."""
        return {tuple(sorted(held)) for held in self.fillings()}

    def fillings(self) -> list[tuple[int, ...]]:
        length = len(self.cells)
        runs = (range(at, at + length) for at in range(1, 11 - length))
        ways = (way for run in runs for way in permutations(run))
        can = [self.can[cell] for cell in self.cells]
        return [way for way in ways if all(d in held for d, held in zip(way, can, strict=True))]

    def rest(self, cell: int, digit: int) -> set[tuple[int, ...]]:
        """Return what the other open cells would have to hold with a digit, regardless of their candidates."""
        placed = {d for c in self.cells if c not in self.open for d in self.can[c]} | {digit}
        length = len(self.cells)
        runs = [set(range(at, at + length)) for at in range(1, 11 - length)]
        return {tuple(sorted(run - placed)) for run in runs if placed <= run}


def read_renban(line: Line, sentence: str) -> Explained:
    """Yield what a sentence about a line of consecutive digits explains."""
    reach, every = len(line.cells) - 1, product(line.cells, range(1, 10))
    if found := re.fullmatch(
        rf"As ({CELL}) is (\d), all digits .+ are from (\d) to (\d)", sentence
    ):
        (cell,), (digit, low, high) = cells_in(sentence), map(int, found.groups()[1:])
        assert line.can[cell] == {digit}, sentence
        assert (low, high) == (max(1, digit - reach), min(9, digit + reach)), sentence
        yield from ((c, d) for c, d in every if not low <= d <= high)
    elif ", no digit on the line is" in sentence:
        (cell,), (start, bound) = cells_in(sentence), numbers_in(sentence)
        is_low = sentence.endswith(f"less than {bound}")
        assert start == (min if is_low else max)(line.can[cell]), sentence
        assert ("at least" in sentence or "at most" in sentence) == (len(line.can[cell]) > 1)
        assert bound == (start - reach if is_low else start + reach), sentence
        yield from ((c, d) for c, d in every if (d < bound if is_low else d > bound))
    elif found := re.fullmatch(r"(.+) only the digits (.+)", sentence):
        runs = {
            tuple(range(int(low), int(high) + 1))
            for low, high in re.findall(r"(\d) to (\d)", found[2])
        }
        assert runs == line.runs(), sentence
        held = set().union(*line.can.values())
        assert not found[1].startswith("No cell") or not held.intersection(numbers_in(found[1]))
        yield from ((c, d) for c, d in every if not any(d in run for run in runs))
    elif found := re.fullmatch(r"The digit (\d) is on the line in any case, and only .+", sentence):
        (cell,), digit = cells_in(sentence), int(found[1])
        assert all(digit in run for run in line.runs()), sentence
        assert [c for c in line.cells if digit in line.can[c]] == [cell], sentence
        yield from ((cell, d) for d in range(1, 10) if d != digit)
    elif found := re.fullmatch(rf"With (.+?) in ((?:{CELL}|, | or )+), (.+)", sentence):
        for digit, cell in product(numbers_in(found[1]), cells_in(found[2])):
            look(line, found[3], cell, digit)
            yield cell, digit


def look(line: Line, claim: str, cell: int, digit: int) -> None:
    """Look at why a cell of consecutive digits cannot be a digit."""
    place = line.cells.index(cell)
    assert not any(held[place] == digit for held in line.fillings()), claim
    ways, others = line.rest(cell, digit), [each for each in line.open if each != cell]
    if found := re.fullmatch(rf"({CELL}) would have to be (.+), which it cannot be", claim):
        (other,) = others
        assert cells_in(found[1]) == [other] and set(numbers_in(found[2])) == {w[0] for w in ways}
        assert not line.can[other].intersection(numbers_in(found[2])), claim
        return
    for where, needs in re.findall(r"\(only (.+?) can be (.+?)\)", claim):
        able = [c for c in others if line.can[c] & set(numbers_in(needs))]
        assert sorted(able) == sorted(cells_in(where)) and len(able) < len(numbers_in(needs)), claim
    before, _, after = re.sub(r" \(.+?\)", "", claim).partition(", but none of them can be ")
    assert {tuple(map(int, way)) for way in re.findall(r"\d+", before)} == ways, claim
    if after:
        held, needs = set().union(*(line.can[other] for other in others)), set(numbers_in(after))
        assert needs and not needs & held and all(needs & set(way) for way in ways), claim


def test_a_renban_line_says_which_digit_bounds_what() -> None:
    kinds, without, found = set(), 0, steps("renban", 4)
    for step in found:
        line, text = Line(step), step.text()
        if "has to be" in text:  # a cell outside of the line
            continue
        if "would have to be" in text:
            without += 1
            continue
        explained = set[tuple[int, int]]()
        for sentence in text.rpartition(", so ")[0].split(". ")[1:]:
            here = set(read_renban(line, sentence))
            assert here, sentence
            explained |= here
            kinds.add(re.sub(rf"{CELL}|\d.*", "", sentence)[:12])
        lost = {(cell, digit) for cell, digits in step.removes.items() for digit in digits}
        assert lost <= explained, text
    assert len(found) > 40 and without < 3 and len(kinds) > 5


def test_a_whisper_says_which_neighbour_does_not_fit() -> None:
    without, found = 0, steps("whispers", 3)
    for step in found:
        line, text = Line(step), step.text()
        if re.search("would both be|would be . too|no digit fits", text):
            without += 1
            continue
        can, lost = line.can, set[tuple[int, int]]()
        for sentence in text.rpartition(", so ")[0].split(". ")[1:]:
            if found_ := re.match(r"With (.+) would have to be (.+), which it cannot be", sentence):
                (cell, source), digits = cells_in(found_[1]), numbers_in(found_[1])
                needs = {d for d in range(1, 10) if any(abs(d - o) >= 5 for o in digits)}
                said = set(numbers_in(found_[2]))
                if "at least" in found_[2] or "at most" in found_[2]:
                    above = "at least" in found_[2]
                    said = {d for d in range(1, 10) for n in said if (d >= n if above else d <= n)}
                near = abs(line.cells.index(source) - line.cells.index(cell)) == 1
                assert not near or (needs == said and not needs & can[source]), sentence
                lost |= {(cell, d) for d in digits}
                can[cell] = can[cell] - set(digits)
                continue
            before, _, after = re.split(r"(fits? with|fit with)", sentence)
            cells, digits = cells_in(after), numbers_in(after)
            if before == "No digit ":
                assert all(abs(d - other) < 5 for d in digits for other in range(1, 10)), sentence
            else:
                (source,) = cells_in(before)
                assert abs(line.cells.index(source) - line.cells.index(cells[0])) == 1, sentence
                assert set(numbers_in(before)) in (set(), can[source]), sentence
                assert all(abs(d - other) < 5 for d in digits for other in can[source]), sentence
            here = {(c, d) for c in cells for d in digits}
            lost |= here
            can = {c: {d for d in held if (c, d) not in here} for c, held in can.items()}
        assert {(c, d) for c, gone in step.removes.items() for d in gone} <= lost, text
    assert len(found) > 30 and without < len(found) / 5

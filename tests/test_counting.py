"""Exact counts: against enumeration, known figures, and the laws that any count obeys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from console import run
from quick import some

from nonet import (
    Grid,
    LimitReached,
    NoSolution,
    Puzzle,
    TimeLimitReached,
    Transform,
    engine,
    generate,
)
from nonet.base.rng import SplitMix64
from nonet.puzzle.exact import _numbers
from nonet.render.odds import odds_svg, odds_text

EMPTY = "." * 81
PLANS = 24


def counted(puzzle: Puzzle, variant: int | None = None, threads: int = 1) -> int:
    """Return the count by the sum, whatever the number of solutions."""
    masks = engine.masks_of(puzzle.givens, puzzle.marks)
    contraction = engine.Contraction(masks, variant=variant)
    contraction.run(threads=threads)
    return contraction.total()


def enumerated(puzzle: Puzzle, limit: int) -> int:
    return engine.count(puzzle.rules, puzzle.givens, puzzle.marks, limit=limit, budget=None)[0]


def cells_of(kind: str, rng: SplitMix64, solution: Grid) -> list[int]:
    """Return the cells that a random board of a kind may have as givens."""
    if kind == "few digits":
        digits = set(rng.shuffled(9)[: 3 + rng.below(4)])
        return [cell for cell in range(81) if solution[cell] - 1 in digits]
    if kind == "one band":
        band = rng.below(3)
        return [cell for cell in range(81) if cell // 27 == band or rng.below(4) == 0]
    if kind == "one box":
        return [c for c in range(81) if (c < 27 and c % 9 < 3) or rng.below(4) == 0]
    return list(range(81))


KINDS = ("anywhere", "few digits", "one band", "one box", "wrong digits")


def random_boards(seed: int, n: int, least: int, most: int) -> Iterator[tuple[str, Puzzle]]:
    """Yield boards of several kinds with some of the digits of a full grid."""
    solutions = [generate(seed=i).solution() for i in range(5)]
    for number in range(n):
        rng = SplitMix64(seed, number)
        solution = solutions[rng.below(len(solutions))]
        kind = KINDS[rng.below(len(KINDS))]
        cells = cells_of(kind, rng, solution)
        rng.shuffle(cells)
        board = [0] * 81
        for cell in cells[: least + rng.below(most - least + 1)]:
            board[cell] = solution[cell]
            if kind == "wrong digits" and rng.below(10) == 0:
                board[cell] = 1 + rng.below(9)
        yield kind, Puzzle(Grid(board))


def check_against_enumeration(seed: int, n: int, limit: int, least: int) -> None:
    for number, (kind, puzzle) in enumerate(random_boards(seed, n, least, 30)):
        count = enumerated(puzzle, limit)
        if count < limit:
            variant = number % (PLANS + 1) - 1
            assert counted(puzzle, variant) == count, (kind, puzzle, variant)


@pytest.mark.parametrize("n", [10, pytest.param(40, marks=pytest.mark.slow)])
def test_counts_are_those_of_enumeration(n: int) -> None:
    check_against_enumeration(seed=1, n=n, limit=300_000, least=21)


def parts(number: int) -> pytest.MarkDecorator:
    """Return the parts of a long proof: one is slow, the others are longer than that."""
    rest = [
        pytest.param(part, marks=[pytest.mark.slow, pytest.mark.long]) for part in range(1, number)
    ]
    return pytest.mark.parametrize("part", [pytest.param(0, marks=pytest.mark.slow), *rest])


@parts(400)
def test_counts_of_2000_boards_are_those_of_enumeration(part: int) -> None:
    check_against_enumeration(seed=200 + part, n=5, limit=100_000_000, least=18)


def test_the_count_is_the_sum_over_the_digits_of_a_cell() -> None:
    check_sum_rule(seed=3, n=3, least=15)


@parts(100)
def test_500_counts_are_sums_over_the_digits_of_a_cell(part: int) -> None:
    check_sum_rule(seed=400 + part, n=5, least=8)


def check_sum_rule(seed: int, n: int, least: int) -> None:
    for number, (_, puzzle) in enumerate(random_boards(seed, n, least, least + 5)):
        cells = list(puzzle.givens)
        cell = next(c for c in SplitMix64(seed, number).shuffled(81) if not cells[c])
        parts = []
        for digit in range(1, 10):
            cells[cell] = digit
            parts.append(counted(Puzzle(Grid(cells))))
        assert counted(puzzle) == sum(parts), puzzle


WORST = "3..2.....................1..5.....7.....9.............6..............4..........."
SIXTEEN = "..79...........5.3....376.........4.......1....6..3.........3......9...5.1......9"


@pytest.mark.parametrize("variant", range(PLANS))
def test_all_plans_agree(variant: int) -> None:
    """Orientation, summed-over band and symmetry change the work, never the count."""
    assert counted(Puzzle(SIXTEEN), variant) == 32_462_650


FIRST_SAMPLE = "367915824194286573852437691531869742978542136426173958289654317643791285715328469"


def enumerated_odds(puzzle: Puzzle) -> list[list[int]]:
    tally = [[0] * 9 for _ in range(81)]
    for grid in puzzle.solutions():
        for cell, digit in enumerate(grid):
            tally[cell][digit - 1] += 1
    return tally


def summed_odds(puzzle: Puzzle) -> list[list[int]]:
    """Return the odds by nine sums, whatever the number of solutions."""
    found: dict[int, tuple[int, ...]] = {}
    for box in range(9):
        contraction = engine.Contraction(engine.masks_of(puzzle.givens, puzzle.marks), box=box)
        contraction.run(threads=1)
        found |= contraction.odds()
    return [list(found[cell]) for cell in range(81)]


def check_odds(seed: int, n: int, limit: int) -> None:
    done = 0
    for _, puzzle in random_boards(seed, 20 * n, 21, 30):
        if done < n and 0 < enumerated(puzzle, limit) < limit:
            done += 1
            assert summed_odds(puzzle) == enumerated_odds(puzzle), puzzle
    assert done == n


def test_odds_are_those_of_enumeration() -> None:
    check_odds(seed=5, n=4, limit=2_000)


@parts(5)
def test_odds_of_100_boards_are_those_of_enumeration(part: int) -> None:
    check_odds(seed=600 + part, n=20, limit=100_000)


def check_odds_add_up(puzzle: Puzzle) -> None:
    odds, total = puzzle.odds(), puzzle.count(limit=None)
    assert odds.total == total
    assert {sum(cell) for cell in odds} == {total}
    for house in puzzle.rules.houses:
        for digit in range(9):
            assert sum(odds[cell][digit] for cell in house.cells) == total


def test_odds_add_up_in_each_cell_and_house() -> None:
    check_odds_add_up(Puzzle(SIXTEEN))


@pytest.mark.slow
@pytest.mark.parametrize("part", some(range(3), 3))
def test_odds_are_counts_with_one_more_given(part: int) -> None:
    """Also where columns without givens are counted in one order only, and rows without givens in another."""
    cells = [d if i % 9 < 7 and i // 9 != 4 else 0 for i, d in enumerate(Puzzle(SIXTEEN).givens)]
    cells[36:45] = [0, 5, 0, 0, 0, 2, 0, 0, 0]
    for turned in (False, True):
        puzzle = Puzzle(Grid([cells[i % 9 * 9 + i // 9] for i in range(81)] if turned else cells))
        odds = puzzle.odds()
        for cell, digit in ((7, 1), (17, 6), (79, 2), (63, 4), (0, 3), (40, 8))[part::3]:
            at = cell % 9 * 9 + cell // 9 if turned else cell
            more = list(puzzle.givens)
            assert not more[at]
            more[at] = digit
            assert odds.count(at, digit) == counted(Puzzle(Grid(more))), (puzzle, at, digit)


def test_bands_and_stacks_without_givens_have_equal_odds() -> None:
    """One sum counts the odds of boxes that can be exchanged."""
    empty = Puzzle(EMPTY).odds()
    assert {number * 9 for cell in empty for number in cell} == {empty.total}


@pytest.mark.slow
def test_nine_sums_count_what_one_does() -> None:
    puzzle = Puzzle("1".ljust(81, "."))
    assert [list(cell) for cell in puzzle.odds()] == summed_odds(puzzle)
    more = list(puzzle.givens)
    more[80] = 2
    assert puzzle.odds().count(80, 2) == counted(Puzzle(Grid(more)))


@pytest.mark.slow
@pytest.mark.parametrize("givens", ["1", "12", "1" + "." * 40 + "2", WORST[:40], SIXTEEN[:40]])
def test_odds_of_sparse_boards_add_up(givens: str) -> None:
    check_odds_add_up(Puzzle(givens.ljust(81, ".")))


def test_odds_are_numbers_and_shares() -> None:
    odds = Puzzle("1... ..3. .4.. ....").odds()
    assert (odds.total, odds["r4c4"], odds.count(15, 2)) == (3, (0, 1, 1, 1), 1)
    assert odds.share("r4c4", 2) * 3 == 1
    assert odds.shares()[0] == [1.0, 0.0, 0.0, 0.0]
    with pytest.raises(ValueError, match="digit must be 1 to 4, got 5"):
        odds.count("r4c4", 5)
    with pytest.raises(NoSolution):
        Puzzle("12.. ..3. ..4. ....").odds()
    with pytest.raises(LimitReached, match="fewer than 20,000 solutions"):
        Puzzle("." * 36, rules="2x3").odds()


def test_heat_maps_show_shares() -> None:
    odds = Puzzle("1... ..3. .4.. ....").odds()
    assert "# up to 66.7% of 3 solutions" in odds_text(odds, charset="ascii")
    assert str(odds) == "3 solutions, 24 candidates"
    picture = odds_svg(odds)
    assert "<title>r4c4=2: 1 of 3 (33.3%)</title>" in picture
    assert picture == odds._repr_svg_()
    with pytest.raises(ValueError, match="charset must be unicode or ascii, got 'utf'"):
        odds_text(odds, charset="utf")  # type: ignore[arg-type]


def test_each_number_is_a_solution_of_its_own() -> None:
    """Boards of all kinds; their numbers give the solutions that enumeration finds."""
    done = 0
    for number, (_, puzzle) in enumerate(random_boards(7, 300, 21, 30)):
        total = enumerated(puzzle, 1_500)
        if done < 6 and 0 < total < 1_500:
            done += 1
            masks = engine.masks_of(puzzle.givens, puzzle.marks)
            contraction = engine.Contraction(masks, variant=number % PLANS)
            contraction.run(threads=1)
            found = contraction.solutions(range(total), threads=1)
            assert sorted(found) == sorted(bytes(grid) for grid in puzzle.solutions())
    assert done == 6


def test_samples_are_solutions_and_reproducible() -> None:
    puzzle = Puzzle(SIXTEEN)
    grids = puzzle.sample(30, seed=1)
    assert all(puzzle.check(grid) for grid in grids)
    assert grids[:10] == puzzle.sample(10, seed=1) != puzzle.sample(10, seed=2)
    assert grids[0].text() == FIRST_SAMPLE
    assert Puzzle(EMPTY).sample(0, seed=1) == []
    with pytest.raises(ValueError, match="n must be at least 0, got -1"):
        puzzle.sample(-1, seed=1)


@pytest.mark.parametrize(
    ("part", "numbers"),
    [
        pytest.param(0, 250_000, marks=pytest.mark.slow),
        *(
            pytest.param(part, 1_000_000, marks=[pytest.mark.slow, pytest.mark.long])
            for part in range(4)
        ),
    ],
)
def test_samples_are_uniform(part: int, numbers: int) -> None:
    """Chi-square over boards with 1,000 to 10,000 solutions, at least 25 numbers for each."""
    for _, puzzle in random_boards(30 + part, 200, 21, 26):
        total = enumerated(puzzle, 10_000)
        if 1_000 <= total < 10_000:
            break
    contraction = engine.Contraction(engine.masks_of(puzzle.givens, puzzle.marks))
    contraction.run(threads=1)
    grids = contraction.solutions(_numbers(total, numbers, part), threads=1)
    seen = Counter(grids)
    expected = numbers / total
    missing = (total - len(seen)) * expected
    chi_square = missing + sum((n - expected) ** 2 / expected for n in seen.values())
    # The mean is total - 1, the deviation the root of twice that.
    assert abs(chi_square - (total - 1)) < 4.5 * (2 * total) ** 0.5


@pytest.mark.slow
@pytest.mark.parametrize("variant", range(6))
def test_all_plans_of_the_worst_known_board_agree(variant: int) -> None:
    assert counted(Puzzle(WORST), variant) == 121_129_952_190_364


def test_equivalent_boards_have_equal_counts() -> None:
    puzzle = Puzzle(SIXTEEN)
    count = puzzle.count(limit=None)
    for seed in range(4):
        assert puzzle.transform(Transform.random(seed=seed)).count(limit=None) == count


def test_every_instruction_set_and_any_threads_give_the_same_count() -> None:
    puzzle = Puzzle(SIXTEEN)
    count = counted(puzzle)
    for name in engine.instruction_sets():
        with engine.using_instruction_set(name):
            assert counted(puzzle) == count
            assert counted(puzzle, threads=2) == count


def test_a_count_is_exact_without_a_limit() -> None:
    few, many = Puzzle(generate(seed=1).givens), Puzzle(EMPTY)
    assert few.count(limit=None) == 1
    assert repr(many.count(limit=None)) == "6670903752021072936960"
    assert Puzzle("11" + EMPTY[2:]).count(limit=None) == 0
    assert repr(many.count(limit=10**20)) == f"AtLeast({10**20})"
    assert Puzzle(EMPTY[:16]).count(limit=None) == 288


def test_a_sukaku_is_counted_with_its_marks() -> None:
    """Pencil marks restrict cells; candidates that the givens exclude anyway cost nothing."""
    puzzle = Puzzle(SIXTEEN)
    sukaku = Puzzle(puzzle.candidates())
    assert counted(sukaku) == counted(puzzle)
    for cell in (1, 12, 40, 77):
        masks = list(puzzle.candidates().masks)
        lowest = masks[cell] & -masks[cell]
        masks[cell] ^= lowest
        without = counted(Puzzle(type(puzzle.candidates()).from_masks(masks)))
        cells = list(puzzle.givens)
        cells[cell] = lowest.bit_length()
        assert without + counted(Puzzle(Grid(cells))) == counted(puzzle)


def test_marks_that_need_too_much_memory_are_refused() -> None:
    board = Puzzle(EMPTY).candidates()
    masks = [mask & ~(1 << (i + i // 9 + i // 27) % 9) for i, mask in enumerate(board.masks)]
    puzzle = Puzzle(type(board).from_masks(masks))
    with pytest.raises(LimitReached, match=r"pencil marks needs .* GB.*at least 20000"):
        puzzle.count(limit=None)
    assert repr(puzzle.count(limit=30_000)) == "AtLeast(30000)"


def test_the_budget_is_checked_before_the_sum_starts() -> None:
    with pytest.raises(
        LimitReached, match=r"as long as .* guesses, the budget is 100,000"
    ) as caught:
        Puzzle(EMPTY).count(limit=None, budget=100_000)
    assert caught.value.progress == engine.ENUMERATED


def test_progress_ends_at_one() -> None:
    parts: list[float] = []
    Puzzle(EMPTY).count(limit=None, progress=parts.append)
    assert parts == sorted(parts)
    assert parts[-1] == 1.0


def test_a_sum_stops_at_the_time_limit() -> None:
    with pytest.raises(TimeLimitReached), engine.time_limit(0.05):
        Puzzle(WORST).count(limit=None)


PAGE = Path(__file__).parents[1] / "docs" / "counting.md"
TABLE = PAGE.read_text("utf-8").partition("## Known counts")[2].partition("\n## ")[0]
KNOWN = re.findall(r"^\| `?([\d.]+|\(empty\))`? \| (\d+) \|", TABLE, re.MULTILINE)
QUICK = ("(empty)", "123456789", "123456789456789123789123456")


@pytest.mark.parametrize(
    ("board", "count"),
    [
        pytest.param(*row, marks=[] if row[0] in QUICK else [pytest.mark.slow], id=row[0][:20])
        for row in KNOWN
    ],
)
def test_the_known_counts_of_the_page_are_right(board: str, count: str) -> None:
    puzzle = Puzzle(board.replace("(empty)", "").ljust(81, "."))
    assert puzzle.count(limit=None) == int(count)


def test_the_page_has_its_table() -> None:
    assert len(KNOWN) == 7


def test_the_heat_map_of_the_page_is_drawn_by_the_library() -> None:
    picture = PAGE.with_name("counting_odds.svg").read_text("utf-8")
    assert picture == odds_svg(Puzzle(SIXTEEN).odds())


def test_the_command_prints_counts_beyond_64_bits() -> None:
    assert run("count", "--exact", EMPTY).out == "6670903752021072936960\n"
    assert (
        '"count": 6670903752021072936960, "exact": true'
        in run("count", "--exact", "--json", EMPTY).out
    )
    assert run("count", "--exact", "--budget", "100000", EMPTY).code == 1
    assert (
        "--exact and --limit cannot be combined"
        in run("count", "--exact", "--limit", "3", EMPTY).err
    )
    assert ",6670903752021072936960,true," in run("count", "--exact", "--to", "csv", EMPTY).out

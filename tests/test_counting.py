"""Exact counts: against enumeration, known figures, and the laws that any count obeys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nonet import Grid, LimitReached, Puzzle, Transform, engine, generate
from nonet.rng import SplitMix64

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


def test_counts_are_those_of_enumeration() -> None:
    check_against_enumeration(seed=1, n=40, limit=300_000, least=21)


@pytest.mark.slow
def test_counts_of_2000_boards_are_those_of_enumeration() -> None:
    check_against_enumeration(seed=2, n=2000, limit=100_000_000, least=18)


def test_the_count_is_the_sum_over_the_digits_of_a_cell() -> None:
    check_sum_rule(seed=3, n=3, least=15)


@pytest.mark.slow
def test_500_counts_are_sums_over_the_digits_of_a_cell() -> None:
    check_sum_rule(seed=4, n=500, least=8)


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
SIXTEEN = "5...1.8.....9..........7...4...1...............2......6.......3..5.......9...4..."


@pytest.mark.parametrize("variant", range(PLANS))
def test_all_plans_agree(variant: int) -> None:
    """Orientation, summed-over band and symmetry change the work, never the count."""
    puzzle = Puzzle(SIXTEEN)
    assert counted(puzzle, variant) == counted(puzzle)


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
    with pytest.raises(LimitReached, match=engine.TIME_LIMIT_REACHED), engine.time_limit(0.05):
        Puzzle(WORST).count(limit=None)

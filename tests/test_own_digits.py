"""Digits of one's choice: what a person reads and writes has their values, and solving and steps agree with them.

The oracle is brute force with the values, written here without the constraints of nonet.
"""

from __future__ import annotations

import json
import pickle
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, islice, pairwise

import pytest
from console import run
from quick import some
from random_constraints import MAKERS
from test_constraints_sets import EXAMPLES

from nonet import (
    Candidates,
    Grid,
    ParseError,
    Position,
    Puzzle,
    Rules,
    RulesError,
    Transform,
    formats,
    generating,
    render,
    teach,
)
from nonet.base.errors import NonetError
from nonet.deduction import without_seen
from nonet.game import Game
from nonet.puzzle.finding import all_on, next_on
from nonet.rules import CLASSIC
from nonet.rules import constraints as c
from nonet.rules.constraints.base import Constraint
from nonet.rules.variants import format_rules, parse_rules, sentences_of
from nonet.steps import Step, profile
from nonet.steps.json import step_from_object, step_object
from nonet.words import languages

Values = Sequence[int]

FOUR, SIX = Rules(size=4), Rules(box_rows=2, box_columns=3)
ZERO = "digits:0-3 killer:3=r1c2r1c3 whisper:2=r4c1r4c2"


# -- rules ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["0-8", "1-8,10", "1,2,5,7,10-14"])
def test_rules_with_digits_are_a_value(text: str) -> None:
    rules = Rules(digits=text)
    assert rules != Rules() and rules == parse_rules(f"digits:{text}") == eval(repr(rules))
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert parse_rules(format_rules(rules)) == rules and format_rules(rules).endswith(text)
    assert not rules.is_classic and rules.with_constraints(c.AntiKnight()).digits == rules.digits


def test_the_usual_digits_are_no_rule() -> None:
    assert Rules(digits="1-9") == CLASSIC == parse_rules("digits:1-9")
    assert format_rules(Rules(digits=range(1, 10))) == "3x3"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("digits:0-7 3x3", "expected 9 values for a 9x9 board, such as 0-8, got 8: 0-7"),
        ("digits:0-8,8", "8 is named twice"),
        ("digits:0-8 digits:1-9", "is a second set of digits"),
        ("digits:8-0", "expected the smaller number first, as in 0-8"),
        ("digits:1-8,36", "expected numbers from 0 to 35, got 36"),
        ("digits:1-8,x", "expected numbers such as 0-8 or 1,2,3,5, found 'x'"),
        ("digits:0-4", "are 5 digits, and a 5x5 board has no boxes"),
        ("digits", "such as digits:0-8"),
    ],
)
def test_digits_that_do_not_fit_say_why(text: str, problem: str) -> None:
    with pytest.raises(RulesError, match=problem):
        parse_rules(text)


# -- the oracle -------------------------------------------------------------------------------------


@cache
def full_grids(size: int) -> tuple[tuple[int, ...], ...]:
    """Return full boards of places 0 to size - 1: all of 4x4, and some of 6x6."""
    rows, columns = {4: (2, 2), 6: (2, 3)}[size]
    if size == 4:
        return tuple(_filled(rows, columns, [], size))
    rng, found = random.Random(1), set[tuple[int, ...]]()
    base = next(_filled(rows, columns, [], size))
    while len(found) < 400:
        names = rng.sample(range(size), size)
        lines = [*rng.sample(range(2), 2), *(2 + n for n in rng.sample(range(2), 2)), 4, 5]
        found.add(tuple(names[base[r * size + col]] for r in lines for col in range(size)))
    return tuple(sorted(found))


def _filled(rows: int, columns: int, cells: list[int], size: int) -> Iterator[tuple[int, ...]]:
    if len(cells) == size * size:
        yield tuple(cells)
        return
    row, column = divmod(len(cells), size)
    for digit in range(size):
        clash = any(
            other == digit
            and (
                at // size == row
                or at % size == column
                or (at // size // rows == row // rows and at % size // columns == column // columns)
            )
            for at, other in enumerate(cells)
        )
        if not clash:
            yield from _filled(rows, columns, [*cells, digit], size)


Holds = Callable[[dict[str, int]], bool]


def _path(rng: random.Random, size: int, length: int) -> list[str]:
    """Return neighbouring cells, no two equal."""
    while True:
        cells = [(rng.randrange(size), rng.randrange(size))]
        while len(cells) < length:
            row, column = cells[-1]
            near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            near = [p for p in near if p not in cells and min(p) >= 0 and max(p) < size]
            if not near:
                break
            cells.append(rng.choice(near))
        if len(cells) == length:
            return [f"r{row + 1}c{column + 1}" for row, column in cells]


def clue(rng: random.Random, size: int, values: Values, board: dict[str, int]) -> tuple[str, Holds]:
    """Return a clue that a board meets, as a word of the rules, and what it means."""
    kinds = ("killer", "arrow", "thermo", "white", "black", "whisper", "renban", "sandwich",
             "littlekiller", "odd", "even", "x", "skyscraper", "xsum", "equalsums", "greater")  # fmt: skip
    while True:
        kind = rng.choice(kinds)
        path = _path(rng, size, rng.randint(2, 4))
        text, held = "".join(path), [board[cell] for cell in path]
        two, line = path[:2], f"r{rng.randint(1, size)}"
        row = [f"{line}c{column}" for column in range(1, size + 1)]
        seen = [board[cell] for cell in row]
        if kind == "killer" and len(set(held)) == len(held):
            total = sum(held)
            return (
                f"killer:{total}={text}",
                lambda b, p=path, t=total: (
                    sum(b[x] for x in p) == t and len({b[x] for x in p}) == len(p)
                ),
            )
        if kind == "arrow" and held[0] == sum(held[1:]):
            return (
                f"arrow:{path[0]}={''.join(path[1:])}",
                lambda b, p=path: b[p[0]] == sum(b[x] for x in p[1:]),
            )
        if kind == "thermo" and all(low < high for low, high in pairwise(held)):
            return f"thermo:{text}", lambda b, p=path: all(
                b[low] < b[high] for low, high in pairwise(p)
            )
        if kind == "white":
            gap = abs(held[0] - held[1])
            if gap:
                return (
                    f"white:{gap}={''.join(two)}",
                    lambda b, t=two, g=gap: abs(b[t[0]] - b[t[1]]) == g,
                )
        if kind == "black" and (held[0] == 2 * held[1] or held[1] == 2 * held[0]):
            return (
                f"black:{''.join(two)}",
                lambda b, t=two: b[t[0]] == 2 * b[t[1]] or b[t[1]] == 2 * b[t[0]],
            )
        if kind == "whisper" and all(abs(a - b) >= 2 for a, b in pairwise(held)):
            return f"whisper:2={text}", lambda b, p=path: all(
                abs(b[x] - b[y]) >= 2 for x, y in pairwise(p)
            )
        if kind == "renban" and _is_run(held):
            return f"renban:{text}", lambda b, p=path: _is_run([b[x] for x in p])
        if kind == "sandwich":
            total = _between(seen, values)
            return (
                f"sandwich:{total}={line}",
                lambda b, r=row, t=total: _between([b[x] for x in r], values) == t,
            )
        if kind == "skyscraper":
            count = _seen(seen)
            return (
                f"skyscraper:{count}={line}=left",
                lambda b, r=row, n=count: _seen([b[x] for x in r]) == n,
            )
        if kind == "xsum" and 1 <= seen[0] <= size:
            total = sum(seen[: seen[0]])
            return (
                f"xsum:{total}={line}=left",
                lambda b, r=row, t=total: (
                    1 <= b[r[0]] <= size and sum(b[x] for x in r[: b[r[0]]]) == t
                ),
            )
        if kind == "littlekiller":
            diagonal = [f"r{n}c{n + 1}" for n in range(1, size)]
            total = sum(board[cell] for cell in diagonal)
            return (
                f"littlekiller:{total}=r1c2=down-right",
                lambda b, d=diagonal, t=total: sum(b[x] for x in d) == t,
            )
        if kind in ("odd", "even") and held[0] % 2 == (kind == "odd"):
            return f"{kind}:{path[0]}", lambda b, x=path[0], k=kind: b[x] % 2 == (k == "odd")
        if kind == "x" and held[0] + held[1] == 10:
            return f"x:{''.join(two)}", lambda b, t=two: b[t[0]] + b[t[1]] == 10
        if kind == "greater" and held[0] > held[1]:
            return f"greater:{''.join(two)}", lambda b, t=two: b[t[0]] > b[t[1]]
        if kind == "equalsums" and len(held) == 4 and held[0] + held[1] == held[2] + held[3]:
            return (
                f"equalsums:{''.join(two)}/{''.join(path[2:])}",
                lambda b, p=path: b[p[0]] + b[p[1]] == b[p[2]] + b[p[3]],
            )


def _is_run(held: Iterable[int]) -> bool:
    digits = sorted(held)
    return all(high == low + 1 for low, high in pairwise(digits))


def _between(held: Sequence[int], values: Values) -> int:
    one, other = sorted((held.index(min(values)), held.index(max(values))))
    return sum(held[one + 1 : other])


def _seen(held: Sequence[int]) -> int:
    heights = [0]
    for digit in held:
        heights.append(max(digit, heights[-1]))
    return sum(low < high for low, high in pairwise(heights))


def some_digits(rng: random.Random, size: int) -> list[int]:
    """Return a set of digits: from any number on without gaps, or any numbers."""
    low = rng.choice((0, 0, 2, 5))
    return sorted(rng.choice((range(low, low + size), rng.sample(range(13), size))))


def keeps(step: Step, solution: Sequence[int]) -> bool:
    """Return whether a step is right about a solution of digits counted from 1."""
    if step.places is not None and solution[step.places.cell] != step.places.digit:
        return False
    return all(solution[cell] not in digits for cell, digits in step.removes.items())


def follow(puzzle: Puzzle, solutions: Sequence[Sequence[int]]) -> int:
    """Follow the easiest steps of a puzzle to where they end; each of them, and all at first, keep all solutions."""
    board, order, number = without_seen(puzzle.rules, puzzle.candidates()), profile("nonet"), 0
    found = all_on(puzzle.rules, board, order)
    while found:
        for step in found:
            assert all(keeps(step, each) for each in solutions), f"{step}\n{puzzle!r}"
            assert step_from_object(json.loads(json.dumps(step_object(step))), puzzle.rules) == step
            for language in languages():
                assert step.text(language=language)
        number += 1
        board = without_seen(puzzle.rules, board.after(found[0]))
        following = None if board.placed.is_full else next_on(puzzle.rules, board, order)
        found = () if following is None else (following,)
    return number


@pytest.mark.parametrize("seed", some(range(120), 4))
def test_solutions_and_steps_agree_with_the_values(seed: int) -> None:
    """On 4x4 boards with one to three clues: all boards are known, with one solution and with several."""
    rng = random.Random(seed)
    values = some_digits(rng, 4)
    names = FOUR.space.names
    boards = [[values[place] for place in grid] for grid in full_grids(4)]
    board = dict(zip(names, rng.choice(boards), strict=True))
    clues = [clue(rng, 4, values, board) for _ in range(rng.randint(1, 3))]
    words = " ".join(dict.fromkeys(word for word, _ in clues))
    rules = parse_rules(f"2x2 digits:{','.join(map(str, values))} {words}")
    expected = [
        held
        for held in boards
        if all(holds(dict(zip(names, held, strict=True))) for _, holds in clues)
    ]
    kept = rng.sample(range(16), rng.randint(0, 3))
    givens = [board[name] if cell in kept else None for cell, name in enumerate(names)]
    expected = [held for held in expected if all(held[cell] == givens[cell] for cell in kept)]
    puzzle = Puzzle([givens[at : at + 4] for at in range(0, 16, 4)], rules=rules)
    assert sorted(list(grid.values) for grid in puzzle.solutions()) == sorted(expected), words
    assert puzzle.count(limit=1000) == len(expected) > 0
    follow(puzzle, [[1 + values.index(value) for value in held] for held in expected])


@pytest.mark.parametrize("seed", some(range(24), 4))
def test_larger_boards_keep_their_solutions(seed: int) -> None:
    rng = random.Random(seed)
    values, names = some_digits(rng, 6), SIX.space.names
    held = [values[place] for place in rng.choice(full_grids(6))]
    board = dict(zip(names, held, strict=True))
    words = " ".join(dict.fromkeys(clue(rng, 6, values, board)[0] for _ in range(7)))
    rules = parse_rules(f"2x3 digits:{','.join(map(str, values))} {words}")
    kept = rng.sample(range(36), rng.randint(6, 14))
    cells = [held[cell] if cell in kept else None for cell in range(36)]
    puzzle = Puzzle([cells[at : at + 6] for at in range(0, 36, 6)], rules=rules)
    solutions = [list(grid) for grid, _ in zip(puzzle.solutions(), range(300), strict=False)]
    assert all(puzzle.check(Grid(bytes(each), digit_set=values)) for each in solutions)
    assert [1 + values.index(value) for value in held] in solutions or len(solutions) == 300
    follow(puzzle, solutions)


@pytest.mark.parametrize("seed", some(range(200), 5))
def test_every_kind_means_its_values(seed: int) -> None:
    """Boards with constraints of every kind, judged by what each of them says of full boards."""
    rng = random.Random(seed)
    rules = FOUR.with_digits(some_digits(rng, 4))
    made: list[Constraint] = []
    while len(made) < rng.randint(1, 2):
        try:
            each = MAKERS[rng.choice(sorted(MAKERS))](rng, rules.space)
            each = rng.choice(EXAMPLES) if rng.random() < 0.1 else each
            rules.with_constraints(each)
            made.append(each)
        except (NonetError, ValueError, IndexError):
            continue
    rules = rules.with_constraints(*made)
    boards = [[1 + place for place in grid] for grid in full_grids(4)]
    expected = [board for board in boards if not any(rules.violations(board))]
    puzzle = Puzzle("." * 16, rules=rules)
    assert puzzle.count(limit=1000) == len(expected), rules
    if 0 < len(expected) < 50:
        follow(puzzle, expected)


# -- reading and writing ----------------------------------------------------------------------------


def test_a_board_has_its_values_in_text() -> None:
    puzzle = Puzzle("0..3 .... .... 2..1", rules="digits:0-3")
    assert puzzle["r1c1"] == 1 and puzzle.givens.values[:4] == (0, None, None, 3)
    assert puzzle.givens.text() == "0..3........2..1" and "0 . | . 3" in str(puzzle)
    assert Puzzle(
        [[0, None, ".", 3], *[[None] * 4] * 2, [2, "", None, "1"]], rules="digits:0-3"
    ) == (puzzle)
    grid = next(iter(puzzle.solutions()))
    assert set(grid.text()) == set("0123") and eval(repr(grid)) == grid != Grid(bytes(grid))
    assert Puzzle(grid).rules == puzzle.rules and pickle.loads(pickle.dumps(grid)) == grid
    assert eval(repr(puzzle)) == puzzle == Puzzle(puzzle.givens)
    assert puzzle.candidates().text()[:8] == "0....12."


def test_digits_above_nine_are_letters_or_numbers() -> None:
    rules = "digits:1-3,10"
    puzzle = Puzzle("A.1. .... .... ....", rules=rules)
    assert puzzle == Puzzle("10 . 1 . " + ". " * 12, rules=rules)
    assert puzzle.givens.text(spelling="numbers").startswith("10 . 1 .")
    assert "│ 10 . │ 1 . │" in render.text(puzzle)


@pytest.mark.parametrize("name", ["yaml", "json", "jsonl", "csv", "iss"])
def test_formats_keep_the_digits(name: str) -> None:
    puzzle = Puzzle("...............3", rules=ZERO).with_info(title="From zero")
    text = formats.format(puzzle, name)
    assert formats.parse(text, format=name) == puzzle and "0-3" in text


def test_gaps_are_kept_where_there_is_room_for_them() -> None:
    puzzle = Puzzle("A.1." + "." * 12, rules="digits:1-3,10")
    assert formats.parse(formats.format(puzzle, "yaml")) == puzzle
    with pytest.raises(NonetError, match="holds the digits 0 or 1 to a greater one only"):
        formats.format(puzzle, "iss")


@pytest.mark.parametrize("digits", ["0-3", "1-3,10"])
def test_positions_and_pencil_marks_are_kept(digits: str) -> None:
    puzzle = Puzzle("." * 15 + "3", rules=f"digits:{digits} killer:4=r1c1r1c2")
    position = Position(puzzle, placed={"r2c1": 1}, removed={"r3c3": 2})
    marked = Puzzle(puzzle, marks=puzzle.candidates())
    for name in ("json", "yaml", "jsonl"):
        assert formats.parse(formats.format(position, name)) == position
        assert formats.parse(formats.format(marked, name)) == marked
    placed = formats.parse(
        '{"puzzle": "...............3", "rules": "digits:0-3", "placed": {"r1c1": 0}}'
    )
    assert isinstance(placed, Position) and placed.placed.values[0] == 0


@pytest.mark.parametrize(
    "name", ["line", "grid", "f-puzzles", "sudokupad", "penpa", "pm", "sukaku"]
)
def test_formats_without_room_for_digits_say_so(name: str) -> None:
    puzzle = Puzzle("0..3........2..1", rules="digits:0-3")
    with pytest.raises(NonetError, match="holds the digits 1 to 4 only, and this puzzle has 0-3"):
        formats.format(puzzle, name)


def test_a_yaml_file_names_digits_in_a_list() -> None:
    text = "givens: |\n  0...\n  ....\n  ....\n  ...3\nrules:\n- digits: [0, 1, 2, 3]\n"
    assert formats.parse(text) == Puzzle("0..............3", rules="digits:0-3")
    assert "- digits: " in formats.format(formats.parse(text), "yaml")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("0..4........2..1", "expected a digit from 0 to 3 or '.' for an empty cell, found '4'"),
        ("0..3........2..", "expected 16 cells, found 15"),
        ('{"puzzle": "0..3........2..1", "marks": "1"}', "expected 64 characters, 4 for each cell"),
    ],
)
def test_a_board_that_does_not_fit_says_why(text: str, problem: str) -> None:
    with pytest.raises(ParseError, match=problem):
        formats.parse(text, rules="digits:0-3")


# -- words and pictures -----------------------------------------------------------------------------


def test_words_and_pictures_have_the_values() -> None:
    puzzle = Puzzle("." * 15 + "3", rules=ZERO)
    step = puzzle.hint()
    assert step is not None and step.outcome == "r4c1<>1, r4c2<>1"
    assert step_object(step)["removes"] == {"r4c1": [1], "r4c2": [1]}
    assert "The digits are 0 to 3." in render.text(puzzle)
    picture = render.svg(puzzle, step=step)
    assert ">0</text>" in picture and ">4</text>" not in picture


def test_a_cage_counts_with_the_values() -> None:
    puzzle = Puzzle("." * 81, rules="digits:0-8 killer:1=r1c1r1c2 killer:15=r2c1r2c2")
    board = without_seen(puzzle.rules, Candidates.full(9).with_digit_set(puzzle.rules.own_digits))
    words = [step.text() for step in all_on(puzzle.rules, board, profile("nonet"))]
    assert any("sum to 1. Only 0+1 has this sum" in text for text in words)
    assert any("sum to 15. Only 7+8 has this sum" in text for text in words)


def test_a_proof_ends_with_the_values_of_its_lines() -> None:
    """The last sentence says the same of a cell as the lines that it names."""
    board = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    zero = board.translate(str.maketrans("123456789", "012345678"))
    puzzle = Puzzle(zero, rules="digits:0-8")
    ends = 0
    for step in islice(puzzle.steps(), 40):
        *lines, end = step.text().split("\n")
        said = re.findall(r"[Bb]y line (\d+), (r\dc\d is (?:not )?\d)", end)
        for line, claim in said:
            for each in lines:  # a long proof is cut
                if each.startswith(f"{line}. "):
                    assert claim in each, step.text()
                    ends += 1
    assert ends > 10


def test_a_grid_keeps_its_digits_from_rules_with_others() -> None:
    grid = Grid("0..3 .... .... 2..1", digit_set="0-3")
    for rules in ("2x2", "antiknight", "digits:1,2,3,5", Rules(size=4)):
        with pytest.raises(RulesError, match="the board has the digits 0-3, the rules have 1"):
            Puzzle(grid, rules=rules)


def test_a_conflict_names_the_value() -> None:
    with pytest.raises(NonetError, match="r1c1 and r1c2 are both 0 in row 1 and box 1"):
        Puzzle("00" + "." * 14, rules="digits:0-3").solution()
    wrong = Puzzle("." * 16, rules="digits:0-3").check(Grid("1" * 16))
    assert str(wrong) == "expected a board with the digits 0-3, got 1-4"


def test_the_digits_are_said_in_each_language() -> None:
    rules = parse_rules("digits:0-8")
    said = {language: sentences_of(rules, language)[0] for language in languages()}
    assert said["en"] == "The digits are 0 to 8." and len(set(said.values())) == len(said)


# -- the command line -------------------------------------------------------------------------------


def test_commands_answer_with_the_values() -> None:
    board = ["--rules", "digits:0-3", "0..3........2..1"]
    assert set(run("solve", *board).out[:16]) == set("0123")
    assert run("count", "--exact", "--rules", "digits:0-3", "." * 16).out == "288\n"
    assert run("repair", "--rules", "digits:0-3", "0.0.........2..1").out.count("from 0 to") == 1
    candidates = json.loads(run("candidates", "--json", *board).out)
    assert candidates["candidates"][0] == [0]
    why = run("candidates", "--true", "--why", "r1c2=0", *board)
    assert why.code == 2 and "r1c2 cannot be 0" in why.err


def test_generated_puzzles_have_the_digits() -> None:
    puzzle = generating.generate(rules="digits:0-8", seed=1)
    assert puzzle.rules.digits == tuple(range(9)) and puzzle.is_unique
    assert "9" not in puzzle.givens.text() and "0" in puzzle.solution().text()


# -- what refuses -----------------------------------------------------------------------------------

REFUSED: dict[str, Callable[[Puzzle], object]] = {
    "canonical": lambda puzzle: puzzle.canonical(),
    "transform": lambda puzzle: puzzle.transform(Transform.random(seed=1)),
    "teach": lambda puzzle: teach.solve(puzzle, "backtracking"),
    "game": lambda puzzle: Game(puzzle),
    "generate": lambda puzzle: generating.generate(rules=puzzle.rules, variant="killer", seed=1),
    "batch": lambda puzzle: batch_solve(puzzle),
    "web": lambda puzzle: read_position(puzzle),
}


def batch_solve(puzzle: Puzzle) -> object:
    from nonet import batch

    return batch.solve([puzzle])


def read_position(puzzle: Puzzle) -> object:
    from nonet.web.wire import read_position

    return read_position("puzzle", formats.format(puzzle, "iss"))


@pytest.mark.parametrize("name", REFUSED)
def test_what_counts_from_one_refuses(name: str) -> None:
    puzzle = Puzzle("." * 81, rules="digits:0-8")
    with pytest.raises(NonetError, match="digits other than 1 to 9 are not supported by"):
        REFUSED[name](puzzle)


@pytest.mark.parametrize("values", list(combinations(range(0, 6), 4))[::3])
def test_a_countdistinct_and_regions_say_what_they_need(values: Values) -> None:
    rules = FOUR.with_digits(values).with_constraints(c.CountDistinct("r1c1", "r2c3 r3c1 r3c4"))
    boards = [[1 + place for place in grid] for grid in full_grids(4)]
    expected = sum(not any(rules.violations(board)) for board in boards)
    assert Puzzle("." * 16, rules=rules).count(limit=1000) == expected

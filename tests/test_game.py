"""The model of a game: moves, actions, undo, save points and save files, in Python and in JavaScript alike."""

from __future__ import annotations

import json
import math
import random
from functools import cache
from pathlib import Path
from typing import Any

import javascript
import pytest
from kinds import layout

from nonet import Candidates, Grid, Position, Puzzle
from nonet.base.errors import ParseError, RulesError
from nonet.base.masks import indices_of
from nonet.game import Entries, Game, actions
from nonet.game.keys import DIGITS, GROUPS, actions_of, key_table
from nonet.game.moves import format_token, parse_token
from nonet.game.saves import read_save, write_save
from nonet.puzzle import Board
from nonet.puzzle.errors import Conflict
from nonet.rules.sight import sight_of
from nonet.rules.variants import format_rules
from nonet.steps import TECHNIQUES, Placement, Step
from nonet.web.wire import board_object, read_position
from nonet.words import written

SOURCE = Path(__file__).parents[1] / "src" / "nonet"
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
KINDS = (
    "2x2",
    "2x3",
    "3x3",
    "3x3 diagonals windoku",
    "jigsaw",
    "4x4",
    "3x4 disjoint",
    "5x5",
    "latin7",
)


def puzzles(seed: int) -> Puzzle:
    """Return a board of some size with a few givens; now and then a sukaku."""
    rng = random.Random(f"board {seed}")
    words = KINDS[seed % len(KINDS)]
    if words == "jigsaw":
        words = f"jigsaw:{layout(rng.choice((5, 6, 9)), seed)}"
    empty = Puzzle(Grid(bytes(size_of(words) ** 2)), rules=words)
    size = empty.rules.size
    digits = [0] * size**2
    for cell in rng.sample(range(size**2), rng.randrange(size * 2)):
        digits[cell] = rng.randint(1, size)
    marks = None
    if rng.random() < 0.2:
        marks = Candidates.from_masks([rng.randrange(1, 1 << size) for _ in digits])
    return Puzzle(Grid(bytes(digits)), rules=empty.rules, marks=marks)


def boards(seed: int) -> Board:
    """Return a puzzle, or a position on one."""
    puzzle, rng = puzzles(seed), random.Random(f"position {seed}")
    if rng.random() < 0.5:
        return puzzle
    size = puzzle.rules.size
    placed = [digit or rng.choice((0, rng.randint(1, size))) for digit in puzzle.givens]
    if rng.random() < 0.3:
        placed = list(puzzle.givens)
    start = Position(puzzle, placed=Grid(bytes(placed)))
    removed = {}
    for cell, left in enumerate(start.candidates()):
        if left and not placed[cell] and rng.random() < 0.3:
            removed[cell] = set(rng.sample(sorted(left), len(left) // 2))
    position = Position(puzzle, placed=start.grid, removed=removed if rng.random() < 0.7 else {})
    return position.with_givens("unknown") if rng.random() < 0.3 else position


def size_of(words: str) -> int:
    """Return the size of the board that the words are for."""
    first = words.split()[0]
    if first.startswith("jigsaw:"):
        return math.isqrt(len(first[7:]))
    if first.startswith("latin"):
        return int(first[5:])
    rows, columns = first.split("x")
    return int(rows) * int(columns)


def script_for(board: Board, seed: int, length: int) -> list[list[Any]]:
    """Return random actions, as JSON and as JavaScript spells them."""
    rng = random.Random(f"script {seed}")
    size = board.rules.size
    names = [
        *("digit", "digit", "digit", "centre", "centre", "corner", "colour", "erase", "erase"),
        *(
            "colourCandidate",
            "line",
            "line",
            "undo",
            "undo",
            "redo",
            "goTo",
            "savePoint",
            "restore",
        ),
        *("fillCandidates", "cleanCandidates", "applyStep", "lastRight"),
    ]
    saved: list[str] = []
    found: list[list[Any]] = []

    def cell() -> int:
        return rng.randrange(size * size)

    def digit() -> int:
        return rng.randint(1, size)

    for _ in range(length):
        name = rng.choice(names)
        cells = [cell() for _ in range(rng.choice((1, 1, 2, 5)))]
        args: list[Any] = []
        if name in ("digit", "centre", "corner"):
            args = [cells, digit()]
            if name == "digit" and rng.random() < 0.5:
                args.append({"clean": True})
        elif name == "colour":
            args = [cells, rng.randint(1, 9)]
        elif name == "erase" or (name == "fillCandidates" and rng.random() < 0.5):
            args = [cells]
        elif name == "colourCandidate":
            args = [cell(), digit(), rng.randint(1, 3)]
        elif name == "line":
            ends = ([rng.randrange(3), rng.randint(1, 2)] for _ in range(2))
            args = [*ends, rng.choice((1, 1, 2))]
        elif name == "goTo":
            args = [rng.randrange(-1, length)]
        elif name == "savePoint":
            args = [rng.choice(("before", "a guess", "ở đây", "__proto__"))]
            saved.append(args[0])
        elif name == "restore":
            if not saved:
                continue
            args = [rng.choice(saved)]
        elif name == "applyStep":
            names_of = [f"r{c // size + 1}c{c % size + 1}" for c in cells]
            places = {"cell": names_of[0], "digit": digit()} if rng.random() < 0.5 else None
            args = [
                {"places": places, "removes": {n: sorted({digit(), digit()}) for n in names_of}}
            ]
        found.append([name, *args])
    return found


def perform(game: Game, action: list[Any], solution: list[int]) -> Any:
    """Do an action of a script; return what JavaScript returns."""
    name, *args = action
    if name == "undo":
        return game.undo()
    if name == "redo":
        return game.redo()
    if name == "goTo":
        return game.go_to(*args)
    if name == "savePoint":
        return game.save_point(*args)
    if name == "lastRight":
        return game.last_right(solution)
    move = move_of(game, name, args)
    assert game.play(move) == bool(move)
    return move


def move_of(game: Game, name: str, args: list[Any]) -> str:
    if name == "applyStep":
        return actions.apply_step(game, step_of(args[0], game.size))
    if name == "line":
        return actions.line(game, (args[0][0], args[0][1]), (args[1][0], args[1][1]), args[2])
    options = args.pop() if args and isinstance(args[-1], dict) else {}
    spelled = "".join(f"_{c.lower()}" if c.isupper() else c for c in name)
    return str(getattr(actions, spelled)(game, *args, **options))


def step_of(wire: dict[str, Any], size: int) -> Step:
    """Return a step of any technique that places and eliminates this."""

    def index(name: str) -> int:
        row, column = name[1:].split("c")
        return (int(row) - 1) * size + int(column) - 1

    places = wire["places"] and Placement(index(wire["places"]["cell"]), wire["places"]["digit"])
    removes = {index(name): frozenset(digits) for name, digits in wire["removes"].items()}
    return Step(TECHNIQUES[0], 1.0, places=places, removes=removes)


def entries_of(entries: Entries) -> dict[str, Any]:
    """Return entries as JSON."""
    return {
        "digits": entries.digits,
        "centre": entries.centre,
        "corner": entries.corner,
        "colours": entries.colours,
        "candidates": [[*at, colour] for at, colour in sorted(entries.candidates.items())],
        "lines": [[*one, *other, colour] for (one, other), colour in sorted(entries.lines.items())],
    }


def geometry_of(board: Board) -> dict[str, Any]:
    return {
        "size": board.rules.size,
        "peers": [list(indices_of(mask)) for mask in sight_of(board.rules, is_plain=True).masks],
    }


@cache
def node(data: str) -> Any:
    """Return what the browser's model makes of the data."""
    body = Path(__file__).with_name("game_body.js").read_text("utf-8")
    return javascript.run(body, json.loads(data))


GAMES, LENGTH = 90, 60


@cache
def case(seed: int) -> tuple[Board, list[list[Any]], list[int]]:
    board = boards(seed)
    rng = random.Random(seed)
    solution = [rng.randint(1, board.rules.size) for _ in board]
    return board, script_for(board, seed, LENGTH), solution


# -- both models ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_random_games_are_the_same_in_the_browser() -> None:
    asked = []
    for seed in range(GAMES):
        board, script, solution = case(seed)
        asked.append(
            {
                "geometry": geometry_of(board),
                "board": board_object(board),
                "rules": format_rules(board.rules),
                "script": script,
                "solution": solution,
            }
        )
    found = node(json.dumps({"games": asked, "tokens": [], "files": []}))["games"]
    assert len(found) == GAMES
    for seed, other in enumerate(found):
        board, script, solution = case(seed)
        game = Game(board)
        results = [perform(game, list(action), solution) for action in script]
        assert results == other["results"], f"game {seed}"
        cells, marks = game.wrong(solution)
        questions = [
            game.conflicts,
            game.digits_left,
            game.is_full,
            game.is_solved,
            {"cells": cells, "marks": marks},
            game.marks(),
        ]
        assert [entries_of(game.entries), questions] == json.loads(other["seen"]), f"game {seed}"
        there = read_position("puzzle", other["position"], board.rules)
        assert there == game.position, f"game {seed}"
        assert json.loads(write_save(game)) == json.loads(other["save"]), f"game {seed}"
        assert other["same"], "the browser reads what it writes"
        again = read_save(other["save"])
        assert again.entries == game.entries
        assert (again.moves, again.at, again.saves) == (game.moves, game.at, game.saves)
        assert write_save(again) == write_save(game)
        game.go_to(0)
        assert game.entries == Entries(game.size, list(board.givens))
        assert entries_of(game.entries) == other["start"]


TOKENS = [
    "r1c1=5 r9c9=0 r1c1+5 r1c1-5 r1c1+^5 r1c1-^5 r1c1+#3 r1c1-#9 r1c1.5#3 r1c1.5#0 r2c3.7~r1c1.5 !r1c1.5~r2c3.7",
    "r1c1=10 r1c1=01 r10c1=5 r0c1=5 R1C1=5 r1c1+0 r1c1+#0 r1c1+#10 r1c1.0#1 r1c1.5#10 r1c1.5~r1c1.5 r1c1~r1c2",
    "r1c1 =5 r1c1==5 r1c1=\u0665 r1c1=1e1 r100c1=5 r1c100=5 r1c1+^#5 r1c1=-1 !r1c1=5 r1c1.5 r1c1.5~r12c1.5 constructor",
]


def test_tokens_are_read_and_refused_alike() -> None:
    texts = [text for line in TOKENS for text in line.split()] + [
        "",
        " ",
        "r1c1=5\n",
        "r1c1=5,r1c2=6",
    ]
    asked = [[text, size] for text in texts for size in (4, 9, 16)]
    found = node(json.dumps({"games": [], "tokens": asked, "files": []}))["tokens"]
    for (text, size), other in zip(asked, found, strict=True):
        try:
            here = format_token(parse_token(str(text), int(str(size))), int(str(size)))
        except ParseError as error:
            here = f"GameError: {error}"
        assert here == other
    assert "GameError: 'r1c1=10': expected a digit 0-9, found 10" in found
    assert "GameError: 'r10c1=5': r10c1 is outside the 9x9 board" in found
    assert sum(text.startswith("GameError") for text in found) > 60


def broken_files() -> list[str]:
    """Return save files with one mistake each."""
    good = {"nonet": 1, "puzzle": {"rules": "3x3", "givens": CLASSIC}, "moves": ["r1c3=4"], "at": 1}
    boards: list[Any] = [
        *([], None, {}, {"givens": 5}, {"givens": CLASSIC[:80]}, {"givens": "x" * 81}),
        *(
            {"givens": [0] * 80 + [10]},
            {"givens": CLASSIC, "size": 9},
            {"givens": CLASSIC, "rules": 3},
        ),
        *({"givens": "." * 676}, {"givens": ""}, {"givens": CLASSIC, "marks": [1]}),
        *({"givens": [0.5] * 81}, {"givens": CLASSIC, "rules": "3x3", "marks": [512] * 81}),
    ]
    moves: list[Any] = [
        *(None, "r1c3=4", {}, [1], [""], ["r1c3=4", "r1c3=4"], ["r1c1=4"], ["r1c3=4,,r1c4=2"]),
        *(["r1c3"], [None], ["r1c3+0"], ["r1c3-1"], ["r1c3=4,r1c4=2,r1c3=4"]),
    ]
    wrong: dict[str, list[Any]] = {
        "nonet": [2, "1", None, True],
        "puzzle": boards,
        "moves": moves,
        "at": [-1, 2, "1", None, 0.5, 1e300, True],
        "saves": [[], None, {"a": 1}, {"a": "r1c3"}, {"a": "r1c3=0"}, {"a": "r1c1+5"}],
        "seconds": [-1, "2", None, 1.5, [], True],
        "title": [5, None, []],
        "more": [1],
    }
    texts = [json.dumps({**good, key: value}) for key, values in wrong.items() for value in values]
    texts += ["", "{", "[]", "1", "null", '"a"', "{}", json.dumps({"nonet": 1}), "[" * 100_000]
    return texts


def test_wrong_save_files_get_one_sentence_and_the_same_in_the_browser() -> None:
    files = broken_files()
    geometry = geometry_of(Puzzle(CLASSIC))
    asked = [{"text": text, "geometry": geometry} for text in files]
    here = []
    for text in files:
        with pytest.raises((ParseError, RulesError)) as info:
            read_save(text)
        sentence = str(info.value)
        assert sentence.startswith("save file: "), text[:200]
        assert "\n" not in sentence and len(sentence) < 160
        here.append(f"GameError: {sentence}")
    assert here == node(json.dumps({"games": [], "tokens": [], "files": asked}))["files"]


# -- the Python model -----------------------------------------------------------------------------


def test_a_save_file_with_wrong_rules_is_refused() -> None:
    for words in ("2x2", "killer", "2x3 diagonals"):
        with pytest.raises(RulesError):
            read_save(json.dumps({"nonet": 1, "puzzle": {"rules": words, "givens": CLASSIC}}))


def test_a_refused_move_changes_nothing() -> None:
    game = Game(Puzzle(CLASSIC))
    game.play("r1c3=4")
    before = game.entries.copy()
    for move in ("r1c4=2,r1c3=4", "r1c4+2,r1c1=5", "r1c4+2,r1c4+2", "r1c4=2,"):
        with pytest.raises(ParseError):
            game.play(move)
        assert (game.entries, game.moves, game.at) == (before, ["r1c3=4"], 1)


def test_marks_are_there_again_when_a_digit_is_erased() -> None:
    game = Game(Puzzle(CLASSIC))
    for number in (1, 4):
        game.play(actions.centre(game, [2], number))
    game.play(actions.digit(game, [2], 4))
    assert actions.centre(game, [2], 1) == "", "a filled cell gets no marks"
    game.play(actions.erase(game, [2]))
    assert game.entries.centre[2] == 0b1001
    game.play(actions.erase(game, [2]))
    assert game.entries.centre[2] == 0
    assert actions.erase(game, [2]) == ""


def test_placing_with_clean_removes_the_marks_of_the_peers_in_one_move() -> None:
    game = Game(Puzzle(CLASSIC))
    game.play(actions.fill_candidates(game))
    assert list(game.puzzle.candidates().masks) == [
        mask or 1 << (digit - 1)
        for mask, digit in zip(game.entries.centre, game.entries.digits, strict=True)
    ]
    move = actions.digit(game, [2], 4, clean=True)
    game.play(move)
    assert move == "r1c3=4,r1c6-4,r1c7-4,r1c8-4,r1c9-4,r2c2-4,r2c3-4,r7c3-4,r9c3-4"
    assert actions.clean_candidates(game) == ""
    game.undo()
    assert game.at == 1


def test_hints_alone_solve_a_puzzle_through_the_game() -> None:
    puzzle = Puzzle(
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    )
    game = Game(puzzle)
    count = 0
    while not game.is_full:
        marks = game.marks()
        masks = [
            1 << (digit - 1) if digit else mask or game.candidates(cell)
            for cell, (digit, mask) in enumerate(zip(game.entries.digits, marks, strict=True))
        ]
        position = Candidates.from_masks(masks, placed=Grid(bytes(game.entries.digits)))
        step = puzzle.hint(position)
        assert step is not None
        assert game.play(actions.apply_step(game, step))
        count += 1
    assert game.is_solved and count > 60
    assert bytes(game.entries.digits) == bytes(puzzle.solution())


def test_last_right_finds_the_move_before_the_first_mistake() -> None:
    puzzle = Puzzle(CLASSIC)
    solution = list(puzzle.solution())
    game = Game(puzzle)
    for move in ("r1c3=4", "r1c4+2,r1c4+6", "r1c4=6", "r1c6=2", "r1c7=9"):
        game.play(move)
    assert game.last_right(solution) == 3
    assert game.at == 5
    assert game.wrong(solution) == ([5], [])
    game.go_to(3)
    game.play("r1c6+1")
    assert game.wrong(solution) == ([], [5])
    assert game.last_right(solution) == 3


def test_a_new_move_after_undo_forgets_what_could_be_redone() -> None:
    game = Game(Puzzle(CLASSIC))
    game.play("r1c3=4")
    game.undo()
    game.play("r1c3=1")
    assert game.moves == ["r1c3=1"] and not game.redo()


def test_a_save_point_is_restored_in_one_move_that_can_be_undone() -> None:
    game = Game(Puzzle(CLASSIC))
    game.play("r1c3+1,r1c3+4,r1c4+^2,r1c1+#2,r1c3.4#1,r1c3.4~r1c4.2")
    game.save_point("here")
    here = game.entries.copy()
    game.play("r1c3=4,r1c4-^2,!r1c3.4~r1c4.2")
    game.play(actions.restore(game, "here"))
    assert game.entries == here
    assert actions.restore(game, "here") == ""
    game.undo()
    assert game.entries.digits[2] == 4


def test_boards_above_25_are_refused() -> None:
    with pytest.raises(RulesError, match="at most 25x25, got 36x36"):
        Game(Puzzle(Grid(bytes(1296))))


def test_a_puzzle_without_solution_is_still_a_game() -> None:
    puzzle = Puzzle("55" + CLASSIC[2:])
    with pytest.raises(Conflict):
        puzzle.solution()
    assert Game(puzzle).conflicts[:2] == [0, 1]


# -- the key table --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [4, 6, 9, 10, 12, 16, 25])
@pytest.mark.parametrize("terminal", [False, True])
def test_no_key_means_two_things(size: int, terminal: bool) -> None:
    found = actions_of(size, terminal=terminal)  # raises if a key has two meanings
    digits = sorted(digit for action, digit in found.values() if action == "enter")
    assert digits == list(range(1, size + 1))
    done = {action for action, _ in found.values()}
    expected = {key.action for key in key_table() if (key.terminal if terminal else key.keys)}
    if size > 9:  # Shift and Ctrl with a letter are taken; the modes remain
        expected -= {"enter_corner", "enter_centre", "enter_colour"}
    assert done == expected


def test_the_key_table_is_complete() -> None:
    table = key_table()
    assert len({key.action for key in table}) == len(table)
    assert {key.group for key in table} == set(GROUPS)
    assert [key.group for key in table] == sorted((k.group for k in table), key=GROUPS.index)
    for key in table:
        assert key.label == f"keys.{key.action}"
        assert key.keys or key.terminal
    assert DIGITS in dict((key.action, key.keys) for key in table)["enter"]


def test_every_action_has_a_label() -> None:
    words = written("en")["app"]["keys"]
    assert set(words) == {"group"} | {key.action for key in key_table()}
    assert set(words["group"]) == set(GROUPS)


def test_a_game_with_constraints_is_solved_only_if_they_are_met() -> None:
    full = "1234341221434321"
    rules = "killer:5=r1c1r1c2"
    game = Game(Puzzle("." * 16, rules="2x2 " + rules))
    game.entries.digits[:] = [int(digit) for digit in full]
    assert game.is_full and not game.is_solved and game.conflicts == [0, 1]
    met = Game(Puzzle("." * 16, rules="2x2 killer:3=r1c1r1c2"))
    met.entries.digits[:] = [int(digit) for digit in full]
    assert met.is_solved and met.conflicts == []

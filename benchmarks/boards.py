"""Test boards of any size, made from a seed: full ones, ones with holes, near-minimal ones, for the benchmarks.

    python benchmarks/boards.py 6x6 --filled 45 -n 12 --seed 1 > boards36.txt      36x36, 45% of the cells left
    python benchmarks/boards.py 4x4 --minimal -n 40 > minimal16.txt                 every given is needed

A full board is a shifted one with its rows, columns and digits shuffled (Lewis 2007), and then, for every second board,
mixed further: two digits change places in a part of the board that they cannot leave (a Kempe chain), many times over.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

from nonet import engine
from nonet.boards.grid import Grid
from nonet.rules import Rules

__all__ = ["filled", "full_board", "minimal"]

Cells = list[int]


def full_board(rules: Rules, rng: random.Random, *, mixes: int) -> Cells:
    """Return a full board with rectangular boxes."""
    rows, columns, size = rules.box_rows, rules.box_columns, rules.size

    def lines(inside: int, groups: int) -> list[int]:
        order: list[int] = []
        for group in rng.sample(range(groups), groups):
            order += [group * inside + line for line in rng.sample(range(inside), inside)]
        return order

    down, across, names = lines(rows, columns), lines(columns, rows), rng.sample(range(size), size)
    board = [
        names[(columns * (row % rows) + row // rows + column) % size] + 1
        for row in down
        for column in across
    ]
    return mixed(board, rules, rng, mixes)


def mixed(board: Cells, rules: Rules, rng: random.Random, mixes: int) -> Cells:
    """Exchange pairs of digits in closed parts of the board."""
    houses = [list(house.cells) for house in rules.houses]
    houses_of: list[list[int]] = [[] for _ in board]
    for number, cells in enumerate(houses):
        for cell in cells:
            houses_of[cell].append(number)
    where = [{board[cell]: cell for cell in cells} for cells in houses]
    for _ in range(mixes):
        first, second = rng.sample(range(1, rules.size + 1), 2)
        part = [where[rng.randrange(rules.size)][first]]
        seen = set(part)
        for cell in part:  # it grows
            other = second if board[cell] == first else first
            for house in houses_of[cell]:
                if where[house][other] not in seen:
                    seen.add(where[house][other])
                    part.append(where[house][other])
        for cell in part:
            board[cell] = first + second - board[cell]
        for cell in part:
            for house in houses_of[cell]:
                where[house][board[cell]] = cell
    return board


def filled(rules: Rules, percent: float, number: int, seed: int) -> Iterator[Grid]:
    """Yield boards with some cells left; every second one is mixed."""
    rng = random.Random(seed)
    cells = rules.size**2
    for i in range(number):
        board = full_board(rules, rng, mixes=20_000 if i % 2 else 0)
        kept = set(rng.sample(range(cells), round(cells * percent / 100)))
        yield Grid([digit if cell in kept else 0 for cell, digit in enumerate(board)])


def minimal(rules: Rules, number: int, seed: int) -> Iterator[Grid]:
    """Yield minimal boards: they have one solution, and every given is needed."""
    rng = random.Random(seed)
    cells = rules.size**2
    for i in range(number):
        board = full_board(rules, rng, mixes=2_000 if i % 2 else 0)
        for cell in rng.sample(range(cells), cells):
            digit, board[cell] = board[cell], 0
            # What could not be settled in time stays: "near-minimal".
            count, exact = engine.count(rules, Grid(board), None, limit=2, budget=20_000)
            if count != 1 or not exact:
                board[cell] = digit
        yield Grid(board)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("boxes", help="rows and columns of a box, such as 4x4")
    parser.add_argument("--filled", type=float, default=45.0, metavar="PERCENT")
    parser.add_argument("--minimal", action="store_true")
    parser.add_argument("-n", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rows, columns = map(int, options.boxes.lower().split("x"))
    rules = Rules(box_rows=rows, box_columns=columns)
    if options.minimal:
        boards = minimal(rules, options.n, options.seed)
    else:
        boards = filled(rules, options.filled, options.n, options.seed)
    for board in boards:
        print(board.text(), flush=True)


if __name__ == "__main__":
    main()

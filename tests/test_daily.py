"""The puzzle of the day: the same everywhere, as hard as its weekday, equal in Python and JavaScript."""

from __future__ import annotations

import datetime
import json
import subprocess
import sys
from pathlib import Path

import javascript
import pytest

from nonet.generating.daily import WEEK, daily, from_stock
from nonet.steps.difficulty import BANDS

HOME = Path(__file__).parents[1]
PACKAGE = HOME / "src" / "nonet"
DAY = datetime.timedelta(1)


def test_a_day_has_its_puzzle_for_good() -> None:
    golden = {
        (
            2026,
            11,
            22,
        ): "..2..84.....4......792..1...8.5....1.67...23.9....6.7...1..386......2.....86..7..",
        (
            2027,
            1,
            1,
        ): "....5.7..5....9.42.....85.1......68...64912...54......7.98.....24.9....6..1.3....",
    }
    for date, puzzle in golden.items():
        assert daily(datetime.date(*date)).givens.text() == puzzle


def test_each_day_of_a_month_is_unique_symmetric_and_as_hard_as_its_weekday() -> None:
    dates = [datetime.date(2026, 12, 1) + DAY * n for n in range(31)]
    puzzles = [daily(date) for date in dates]
    assert len({puzzle.canonical() for puzzle in puzzles}) > 25
    for date, puzzle in zip(dates, puzzles, strict=True):
        given = [digit > 0 for digit in puzzle.givens]
        assert puzzle.is_unique and given == given[::-1]
        assert puzzle.rate().difficulty == WEEK[date.weekday()] == puzzle.info["difficulty"]


@pytest.mark.parametrize("band", [band.name for band in BANDS])
def test_the_stock_has_puzzles_of_every_difficulty(band: str) -> None:
    puzzles = [from_stock(band, seed=seed) for seed in range(20)]
    assert len(set(puzzles)) == 20
    assert {puzzle.rate().difficulty for puzzle in puzzles} == {band}


def test_an_unknown_difficulty_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown difficulty 'esy'; did you mean 'easy'"):
        from_stock("esy", seed=1)


def test_the_browser_has_the_same_puzzles() -> None:
    stock = json.loads((PACKAGE / "generating" / "stock.json").read_text("utf-8"))
    body = """
    const { daily, fromStock } = await load("game/stock");
    const days = Array.from({ length: 400 }, (_, n) => daily(data, new Date(2026, 10, 22 + n)));
    const seeds = [0n, 1n, 2n ** 64n - 1n].map((seed) => fromStock(data, "extreme", seed));
    return { days, seeds };
    """
    found = javascript.run(body, stock)
    for number, day in enumerate(found["days"]):
        puzzle = daily(datetime.date(2026, 11, 22) + DAY * number)
        assert day["text"] == puzzle.givens.text()
        assert {name: day[name] for name in ("title", "difficulty")} == dict(puzzle.info)
    seeds = (0, 1, 2**64 - 1)
    assert found["seeds"] == [from_stock("extreme", seed=seed).givens.text() for seed in seeds]


@pytest.mark.slow
def test_the_stock_is_what_the_script_writes() -> None:
    subprocess.run([sys.executable, HOME / "scripts" / "stock.py", "--check"], check=True)

"""Write the stock of puzzles by their hardest technique: src/nonet/generating/technique_stock.json.

    .venv/bin/python scripts/technique_stock.py             all techniques
    .venv/bin/python scripts/technique_stock.py hodoku      again those that are here by the profile hodoku

It tries the puzzles of one seed by each profile, which takes half an hour of one processor. A technique gets the first
profile in which it was the hardest one of some puzzle; those that never were are left out. What a search finds quickly
has no puzzles in the stock. The families stand in the order of Learn.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from nonet.engine import TECHNIQUES, Status, rate_rows
from nonet.generating import remake
from nonet.generating.request import Request
from nonet.generating.search import attempts
from nonet.steps import profile

HOME = Path(__file__).parents[1] / "src" / "nonet"
STOCK = HOME / "generating" / "technique_stock.json"
LESSONS = HOME / "web" / "static" / "learn.json"
SEED = 2026
TRIED = {"se": 505_856, "hodoku": 279_296, "nonet": 141_568}
"""How many puzzles are tried by each profile, in this order."""
EASIEST = "full_house", Request(minimal=False, givens=(60, 70)), 256
"""What no minimal puzzle is: the request for it, and how many are tried."""
QUICK = 1 / 300
"""The share of puzzles from which on a search is as good as a stock."""
NUMBER = 16
_BATCH, _NODES = 256, 2_000_000

Found = Mapping[str, tuple[int, list[int]]]
Entry = dict[str, Any]


def hardest(name: str, request: Request, first: int, n: int) -> Iterator[tuple[int, str]]:
    """Yield the numbers of puzzles and the hardest technique of each, as a profile rates them."""
    rows = list(attempts(replace(request, seed=SEED, threads=1), first, n))
    status, highest = bytearray(n), bytearray(n)
    rate_rows(
        b"".join(row.puzzle for row in rows),
        n,
        profile=profile(name),
        budget=_NODES,
        threads=1,
        ratings=array("H", bytes(6 * n)),
        status=status,
        hardest=highest,
        steps=None,
        counts=None,
    )
    for row, kind, ended in zip(rows, highest, status, strict=True):
        if kind < len(TECHNIQUES) and ended == Status.UNIQUE:
            yield row.number, TECHNIQUES[kind].id


def found(name: str, request: Request, tried: int) -> dict[str, tuple[int, list[int]]]:
    """Return for each technique how many puzzles have it as the hardest one, and the first of them."""
    found: dict[str, tuple[int, list[int]]] = {}
    for first in range(0, tried, _BATCH):
        for number, kind in hardest(name, request, first, min(_BATCH, tried - first)):
            count, numbers = found.get(kind, (0, []))
            found[kind] = count + 1, [*numbers, number][:NUMBER]
    return found


def stock(by_profile: Mapping[str, Found], kept: Mapping[str, Entry]) -> dict[str, Any]:
    """Return the content of the file: for each family its techniques, with profile and puzzles by their recipes.

    A technique that is `kept` by an earlier profile keeps its entry.
    """
    entries: dict[str, Entry] = {}
    for name, tried in TRIED.items():
        entries |= {
            kind: each
            for kind, each in kept.items()
            if each["profile"] == name and name not in by_profile and kind not in entries
        }
        for kind, (count, numbers) in by_profile.get(name, {}).items():
            if kind not in entries:
                is_quick = count / tried > QUICK
                entries[kind] = _entry(name, Request(), [] if is_quick else numbers)
    kind, request, tried = EASIEST
    entries[kind] = _entry("se", request, found("se", request, tried)[kind][1])
    order = [(each["id"], each["family"]) for each in json.loads(LESSONS.read_text("utf-8"))]
    families: dict[str, dict[str, Any]] = {}
    for kind, family in order:
        if kind in entries:
            families.setdefault(family, {})[kind] = entries[kind]
    return families


def _entry(name: str, request: Request, numbers: list[int]) -> Entry:
    recipes = [replace(request, seed=SEED).recipe(number) for number in numbers]
    return {"profile": name, "puzzles": {each: remake(each).givens.text() for each in recipes}}


def main(names: list[str]) -> None:
    """Write the file."""
    families = json.loads(STOCK.read_text("utf-8")).values()
    kept = {kind: entry for family in families for kind, entry in family.items()}
    by_profile = {name: found(name, Request(), TRIED[name]) for name in names or TRIED}
    STOCK.write_text(json.dumps(stock(by_profile, kept), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

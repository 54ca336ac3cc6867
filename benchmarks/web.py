"""Measure the server of the web app: hints over HTTP, bytes before the first move, many requests at once, memory.

    python benchmarks/web.py                     hints on the puzzles of tests/data
    python benchmarks/web.py --hints FILE        hints on the puzzles of a file
    python benchmarks/web.py --json FILE         write the figures too

The server runs as its own process, as `nonet serve` starts it, on a free port. Every hint is compared with the one that
Python gives. Times are those of the client, over one kept connection. Memory is the sum of the resident sets of all
processes of the server before its first request, after the hints, and after 200 requests at once.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import select
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from os import sysconf
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from common import fail, machine, median, write_json

from nonet import formats
from nonet.puzzle import Puzzle
from nonet.steps.json import step_object

ROOT = Path(__file__).parents[1]
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EMPTY = "." * 81
TIMEOUT = 60


class Server:
    """A server of its own process; ``rss`` is its memory in MB."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "nonet", "serve", "--port", "0", "--no-open"]
        begin = time.perf_counter()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], TIMEOUT)[0]:
            fail("the server does not start")
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.process.stdout.readline())
        if found is None:
            fail("the server does not say its address")
        assert found is not None
        self.port = int(found[1])
        while self.get("/api/about")[0] != 200:
            time.sleep(0.01)
        self.seconds = time.perf_counter() - begin

    def used(self) -> tuple[float, float]:
        """Return the MB that all processes of the server hold, and the seconds of processor that they have used."""
        every = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended
                every[int(folder.name)] = (folder / "stat").read_text().rpartition(")")[2].split()
        pids = [self.process.pid]
        for pid in pids:
            pids += [child for child, fields in every.items() if int(fields[1]) == pid]
        rows = [every[pid] for pid in pids if pid in every]
        pages = sum(int(fields[21]) for fields in rows)
        ticks = sum(int(field) for fields in rows for field in fields[11:15])
        return pages * sysconf("SC_PAGE_SIZE") / (1 << 20), ticks / sysconf("SC_CLK_TCK")

    def rss(self) -> float:
        """Return the resident memory in MB."""
        return self.used()[0]

    def connection(self) -> http.client.HTTPConnection:
        """Return a new connection."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)

    def get(self, address: str) -> tuple[int, bytes]:
        """Return the status of an address and its bytes as they are sent, compressed."""
        connection = self.connection()
        try:
            connection.request("GET", address, headers={"Accept-Encoding": "gzip"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except ConnectionError:
            return 0, b""
        finally:
            connection.close()


@contextmanager
def running() -> Iterator[Server]:
    """Start a server, and end it."""
    server = Server()
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.wait(10)


def ask(connection: http.client.HTTPConnection, verb: str, request: Any) -> tuple[int, Any, float]:
    """Return the status and the answer of a verb, and the seconds it took."""
    body = json.dumps(request)
    begin = time.perf_counter()
    connection.request("POST", f"/api/{verb}", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    text = answer.read()
    return answer.status, json.loads(text), time.perf_counter() - begin


def measure_hints(server: Server, puzzles: list[Puzzle]) -> dict[str, Any]:
    """Ask for the first hint of every puzzle, one after the other."""
    connection, times, kinds = server.connection(), [], Counter[str]()
    begin = server.used()[1]
    for puzzle in puzzles:
        status, found, seconds = ask(connection, "hint", {"puzzle": puzzle.givens.text()})
        step = puzzle.hint()
        if status != 200 or step is None or found["step"] != step_object(step, ("full",)):
            fail(f"wrong hint for {puzzle.givens.text()}: {found}")
        times.append(1000 * seconds)
        kinds[found["step"]["technique"]] += 1
    times.sort()
    return {
        "hints": len(times),
        "ms of processor": round(1000 * (server.used()[1] - begin) / len(times), 2),
        "techniques": len(kinds),
        "p50 ms": round(median(times), 2),
        "p95 ms": round(times[len(times) * 95 // 100], 2),
        "max ms": round(times[-1], 2),
    }


PARALLEL: list[tuple[str, dict[str, Any]]] = [
    ("hint", {"puzzle": EASY}),
    ("rate", {"puzzle": EASY}),
    ("check", {"puzzle": EMPTY}),
    ("inspect", {"puzzle": EMPTY}),
    ("hint", {"puzzle": EASY}),
    ("solve", {"puzzle": EASY}),
    ("steps", {"puzzle": EASY}),
    ("count", {"puzzle": EMPTY, "limit": 10**12}),
    ("solve", {"puzzle": {"givens": [0] * 625}, "limit": 160}),
    ("repair", {"puzzle": {"givens": [0] * 1296}}),
]
"""Easy requests, and three that take all the time there is: one in ten each."""


def measure_parallel(server: Server, number: int = 200) -> dict[str, Any]:
    """Send many requests at once; each must be answered within the time of its verb, and a second for the way."""
    from nonet.web.verbs import VERBS

    def one(at: int) -> tuple[int, int, float]:
        verb, request = PARALLEL[at % len(PARALLEL)]
        connection = server.connection()
        status, found, seconds = ask(connection, verb, request)
        connection.close()
        if status not in (200, 422, 503) or ("error" in found) != (status != 200):
            fail(f"{verb}: {status} {found}")
        return at % len(PARALLEL), status, seconds / VERBS[verb].seconds

    begin = time.perf_counter()
    with ThreadPoolExecutor(number) as threads:
        answers = list(threads.map(one, range(number)))
    shares: dict[str, float] = {}
    for at, _, share in answers:
        verb = PARALLEL[at][0]
        shares[verb] = max(share, shares.get(verb, 0))
    return {
        "requests": number,
        "seconds": round(time.perf_counter() - begin, 2),
        "statuses": dict(Counter(status for _, status, _ in answers)),
        "most of the time limit": {verb: round(share, 2) for verb, share in shares.items()},
        "busy": sum(status == 503 for _, status, _ in answers),
    }


def first_bytes(server: Server) -> dict[str, Any]:
    """Return the bytes of all files that the page loads at first: what it names, and what these import."""
    sizes: dict[str, int] = {}
    waiting = ["/", "/words/en.json", "/keys.json"]
    while waiting:
        address = waiting.pop()
        if address in sizes:
            continue
        status, _ = server.get(address)
        if status != 200:
            fail(f"{address}: {status}")
        waiting += names_in(server, address, sizes)
    return {"files": len(sizes), "bytes": sum(sizes.values()), "largest": largest(sizes)}


def names_in(server: Server, address: str, sizes: dict[str, int]) -> list[str]:
    """Note the bytes of a file, and return the files that it loads."""
    import gzip

    body = server.get(address)[1]
    sizes[address] = len(body)
    text = (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode("utf-8", "replace")
    if address == "/":
        found = re.findall(r'(?:src|href)="(?!#|data:|https?:)/?([^"]+)"', text)
    elif address.endswith(".js"):
        found = re.findall(r'^(?:import|export)[^;]*?from\s+"(\.[^"]+)"', text, re.M)
        found = [urljoin(address, name).lstrip("/") for name in found]
    elif address.endswith(".css"):
        found = [f"css/{name}" for name in re.findall(r'@import\s+"([^"]+)"', text)]
    else:
        found = []
    return [f"/{name}" for name in found]


def largest(sizes: dict[str, int]) -> dict[str, int]:
    """Return the five largest files."""
    return dict(sorted(sizes.items(), key=lambda item: -item[1])[:5])


def main() -> None:
    """Measure, print, and write the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--hints", metavar="FILE", help="puzzles to ask hints for")
    parser.add_argument("--json", metavar="FILE", help="write the figures")
    options = parser.parse_args()
    path = options.hints or str(ROOT / "examples" / "puzzles.txt")
    figures: dict[str, Any] = {"machine": machine()}
    puzzles = [Puzzle(board) for board in formats.read(path) if board.count() == 1]
    with running() as server:
        figures["start"] = {"seconds": round(server.seconds, 2), "idle MB": round(server.rss(), 1)}
        figures["first load"] = first_bytes(server)
        figures["hints"] = measure_hints(server, puzzles)
        figures["after hints"] = {"MB": round(server.rss(), 1)}
        figures["parallel"] = measure_parallel(server)
        figures["after parallel"] = {"MB": round(server.rss(), 1)}
    for name, values in figures.items():
        print(f"{name:<15}" + ", ".join(f"{key} {value}" for key, value in values.items()))
    write_json(options.json, figures)


if __name__ == "__main__":
    main()

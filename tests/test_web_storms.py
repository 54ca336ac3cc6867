"""Storms: clients that ask and leave, processes that are killed. The server answers everybody else, and rests after it.

What is asserted is answers, the processor time of all processes of the server, and their memory; no time on the clock.
"""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import odd_verbs
import pytest
from console import EASY
from process_tree import answering_processes
from served import Served

from nonet.web.limits import REST, Job, Pool
from nonet.web.verbs import VERBS, Verb

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]

CLIENTS = 150
SECONDS = 25.0
LEAVING = 0.7
CALM = 0.2  # seconds of processor for a classic question after a wave
MORE = 100  # MB after a wave
PATIENCE = 120

EMPTY = "." * 81
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hint", {"puzzle": EASY}),
    ("count", {"puzzle": EASY}),
    ("rate", {"puzzle": HARD}),
    ("steps", {"puzzle": EASY}),
    ("check", {"puzzle": EMPTY}),
    ("inspect", {"puzzle": EMPTY}),
    ("count", {"puzzle": EMPTY, "limit": 10**12}),
    ("count", {"puzzle": EMPTY, "rules": "antiknight diagonals", "limit": 10**9}),
    ("solve", {"puzzle": {"givens": [0] * 625}, "limit": 160}),
    ("repair", {"puzzle": {"givens": [0] * 625}}),
    ("odds", {"puzzle": EMPTY}),
    ("generate", {"variant": "thermo", "solvable": True}),
    ("generate", {"givens": 17, "seed": 1}),
    ("drill", {"technique": "xy_wing", "number": 4}),
    ("convert", {"puzzle": EASY, "to": "svg"}),
    ("trace", {"puzzle": HARD, "algorithm": "sat"}),
    ("read", {"text": "|\n\n" * 3000}),
    ("read", {"text": f"{EASY}\n" * 1000}),
)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path / "errors.txt")
    yield server
    server.process.send_signal(signal.SIGINT)
    server.process.communicate(timeout=60)
    assert "Traceback" not in server.errors.read_text()


def wave(server: Served, seconds: float, clients: int = CLIENTS) -> Counter[int]:
    """Let clients ask question after question, most of which they leave soon; return the statuses of the others."""
    end = time.monotonic() + seconds
    statuses: Counter[int] = Counter()

    def client(number: int) -> None:
        rng = random.Random(f"client {number}")
        while time.monotonic() < end:
            verb, request = rng.choice(QUESTIONS)
            body = json.dumps(request).encode()
            head = f"POST /api/{verb} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            leaves = rng.random() < LEAVING
            try:
                with socket.create_connection(("127.0.0.1", server.port), 30) as raw:
                    raw.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
                    if leaves:
                        time.sleep(rng.random() * 0.6)
                        continue
                    raw.settimeout(60)
                    statuses[int(raw.makefile("rb").readline().split()[1])] += 1
            except OSError:  # the machine is busy: another one in its place
                statuses[0] += 1

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses


def rest(server: Served) -> None:
    """Wait until the server has nothing to do and has ended what it does not need."""
    end = time.monotonic() + PATIENCE
    time.sleep(4 * REST)
    while len(answering_processes(server.process.pid)) > 1:
        assert time.monotonic() < end, "processes stay"
        time.sleep(0.1)


def test_a_wave_of_clients_that_leave_passes(served: Served) -> None:
    question = json.dumps({"puzzle": EASY}).encode()
    for verb in ("count", "hint", "rate"):
        assert served.ask(verb, question)[0] == 200
    rest(served)
    before = served.megabytes
    statuses = wave(served, SECONDS)
    assert statuses[200] > 0 and not statuses[500], statuses
    used = served.tree.seconds
    assert served.ask("count", question) == (200, {"count": 1, "exact": True})
    rest(served)
    used = served.tree.seconds
    assert served.ask("count", question) == (200, {"count": 1, "exact": True})
    assert served.tree.seconds - used <= CALM
    assert served.megabytes - before <= MORE


def test_processes_are_killed_under_a_wave(served: Served) -> None:
    """Who is killed fails with its code; all others are answered, and so is everybody afterwards."""
    rng = random.Random("killer")
    over = threading.Event()
    killed = []

    def killer() -> None:
        while not over.wait(0.3):
            if pids := answering_processes(served.process.pid):
                killed.append(rng.choice(pids))
                try:
                    os.kill(killed[-1], rng.choice((signal.SIGKILL, signal.SIGSEGV)))
                except ProcessLookupError:
                    killed.pop()

    served.ask("count", json.dumps({"puzzle": EASY}).encode())
    thread = threading.Thread(target=killer)
    thread.start()
    statuses = wave(served, 10, clients=30)
    over.set()
    thread.join()
    assert killed and statuses[200] > 0
    assert statuses[500] <= len(killed)
    question = json.dumps({"puzzle": EASY}).encode()
    for _ in range(20):
        assert served.ask("hint", question)[0] == 200


def test_a_storm_of_cancelled_jobs_leaves_a_pool_that_answers() -> None:
    """The same without HTTP: thousands of jobs, cancelled at any time, in Python code and in the core."""
    rng = random.Random("storm")
    pool = Pool(quick=3, slow=2, heavy=2)
    verbs = [
        *VERBS.values(),
        Verb("endless", odd_verbs.endless),
        Verb("search", odd_verbs.searching),
    ]
    bodies = {verb: json.dumps(request).encode() for verb, request in QUESTIONS}
    try:
        pool.start()
        open_: list[Job] = []
        for number in range(1500):
            verb = rng.choice(verbs)
            job = Job(verb, bodies.get(verb.name, b"{}"))
            try:
                pool.submit(job)
            except Exception as error:
                assert "busy" in str(error)
            else:
                open_.append(job)
            if rng.random() < 0.9 and open_:
                other = open_.pop(rng.randrange(len(open_)))
                if not other.answer.cancel():
                    other.cancel()
            if number % 10 == 0:
                time.sleep(rng.random() * 0.05)
        for job in open_:
            if not job.answer.cancel():
                job.cancel()
        question = json.dumps({"puzzle": EASY}).encode()
        for name in ("count", "odds"):  # each of a lane of its own
            patient = VERBS[name]._replace(seconds=PATIENCE)
            assert pool.submit(Job(patient, question)).result(PATIENCE)[0] == 200
        end = time.monotonic() + PATIENCE
        while pool._open:  # those that were cancelled last
            assert time.monotonic() < end
            time.sleep(0.01)
    finally:
        pool.close()
    assert not any(lane._doing for lane in (pool._quick, pool._slow, pool._heavy))

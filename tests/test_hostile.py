"""Hundreds of hostile inputs for the commands and the server: every good row is answered, and nothing fails."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import hostile
import pytest
from console import COMMAND, EASY, SOLVED
from served import Served

from nonet.web.connections import HEAD
from nonet.web.limits import REST
from nonet.web.verbs import VERBS

pytestmark = pytest.mark.slow
COUNT = 300
HANGS = 400
"""Seconds after which a run counts as hanging; it takes a tenth of that."""


def _rows() -> list[str]:
    """Return hostile rows, each followed by a good one."""
    good = {"puzzle": EASY}
    return [json.dumps(row) for seed in range(COUNT) for row in (hostile.row(seed), good)]


def _ran(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    found = subprocess.run(
        [*COMMAND, *map(str, arguments)], input=stdin, capture_output=True, timeout=HANGS
    )
    assert b"Traceback" not in found.stderr + found.stdout, found.stderr[-3000:]
    assert found.returncode in (0, 1, 2)
    return found


def test_solve_answers_the_good_rows_among_hostile_ones(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(_rows()) + "\n")
    lines = _ran("solve", "--budget", "1000", path).stdout.decode().split("\n")
    assert lines.count(SOLVED) >= COUNT


def test_batch_answers_the_good_rows_among_hostile_ones(tmp_path: Path) -> None:
    path, answers = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    path.write_text("\n".join(_rows()) + "\n")
    _ran("batch", path, "-o", answers, "--columns", "solution")
    assert answers.read_text().count(SOLVED) >= COUNT


@pytest.mark.parametrize("command", ["solve", "check", "convert"])
def test_each_hostile_text_alone(command: str, tmp_path: Path) -> None:
    from console import run

    path = tmp_path / "hostile"
    for seed in range(COUNT):
        path.write_text(hostile.text(seed), encoding="utf-8", errors="surrogatepass", newline="")
        extra = ("--budget", "1000") if command == "solve" else ()
        found = run(command, path, *extra)
        assert found.code in (0, 1, 2), seed
        assert "Traceback" not in found.err, seed


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path / "errors.txt")
    yield server
    server.process.send_signal(signal.SIGINT)
    server.process.communicate(timeout=30)
    assert "Traceback" not in server.errors.read_text()


def test_the_server_answers_hostile_requests(served: Served) -> None:
    requests = [hostile.request(seed, list(VERBS)) for seed in range(COUNT)]
    with ThreadPoolExecutor(4) as threads:
        for request, (status, answer) in zip(
            requests, threads.map(lambda each: served.ask(*each), requests), strict=True
        ):
            assert status != 500, (request, answer)
            assert status == 200 or answer["error"], request
    status, answer = served.ask("solve", json.dumps({"puzzle": EASY}).encode())
    assert (status, answer["count"]) == (200, 1)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_server_gives_memory_back_after_waves_of_hostile_requests(served: Served) -> None:
    def wave(requests: list[tuple[str, object]]) -> None:
        with ThreadPoolExecutor(8) as threads:
            list(
                threads.map(
                    lambda each: served.ask(each[0], json.dumps(each[1]).encode()), requests
                )
            )

    wave(
        [(verb, {"puzzle": EASY}) for verb in ("solve", "hint", "steps", "rate") for _ in range(3)]
    )
    time.sleep(4 * REST)
    before = served.megabytes
    wave([("read", {"text": f"{EASY}\n" * 11_000})] * 20)
    wave([("convert", {"puzzle": "x" * 1_000_000, "to": "line"})] * 20)
    wave([("read", {"text": "[" * 900_000})] * 20)
    verbs = ("solve", "inspect", "hint", "check")
    wave([(verb, {"puzzle": EASY, "rules": "anyof:" * 5_000 + "antiknight"}) for verb in verbs * 5])
    for first in range(2):
        renbans = " ".join(
            "renban:" + "".join(f"r{row}c{column}" for column in range(at, at + 8))
            for row in range(1, 37)
            for at in range(1, 29, 2)
        )
        rules = f"6x6 {renbans} killer:{first + 3}=r1c1r2c2"
        wave([(verb, {"puzzle": "." * 1296, "rules": rules}) for verb in verbs])
    time.sleep(4 * REST)
    assert served.megabytes - before < 100


def test_clients_that_send_the_head_too_slowly_are_disconnected(served: Served) -> None:
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", served.port)) as slow:
        slow.settimeout(4 * HEAD)
        slow.sendall(b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\n")
        assert slow.recv(100) == b""
    assert time.monotonic() - began >= HEAD / 2

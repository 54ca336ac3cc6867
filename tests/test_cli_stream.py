"""The command as a part of pipes: slow and endless input, readers that leave, Ctrl-C, terminals."""

from __future__ import annotations

import gzip
import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO

import pytest
from console import COMMAND, CONFLICT, EASY, SOLVED, run, write
from quick import some

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes and signals of Unix")

LINE = (EASY + "\n").encode()
ANSWER = (SOLVED + "\n").encode()


def start(*arguments: str | Path, stderr: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """Start the command with pipes."""
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def read_exactly(handle: IO[bytes], size: int, patience: float = 60) -> bytes:
    """Read from a pipe that stays open."""
    data, until = b"", time.monotonic() + patience
    while len(data) < size:
        ready, _, _ = select.select([handle], [], [], max(0, until - time.monotonic()))
        assert ready, f"only {len(data)} of {size} bytes have come"
        more = os.read(handle.fileno(), size - len(data))
        assert more, f"the pipe ends after {len(data)} of {size} bytes"
        data += more
    return data


def test_an_answer_comes_while_the_input_is_still_open() -> None:
    with start("solve", "-") as process:
        assert process.stdin and process.stdout
        for number in range(3):
            process.stdin.write(LINE * (number + 1))
            process.stdin.flush()
            assert read_exactly(process.stdout, 82 * (number + 1)) == ANSWER * (number + 1)
        process.stdin.write(LINE[:40])
        process.stdin.flush()
        process.stdin.write(LINE[40:])
        process.stdin.flush()
        assert read_exactly(process.stdout, 82) == ANSWER
        process.stdin.close()
        assert process.stdout.read() == b"" and process.wait() == 0


@pytest.mark.slow
def test_input_in_pieces_of_any_size_is_the_same_input() -> None:
    times = 12_000
    data = (LINE + (CONFLICT + "\n").encode() + b"5\r\n" + b"# remark\n\n") * times
    with start("solve", "-j", "2", "-") as process:
        assert process.stdin and process.stdout

        def feed() -> None:
            assert process.stdin
            step, at = 1, 0
            while at < len(data):
                process.stdin.write(data[at : at + step])
                process.stdin.flush()
                at, step = at + step, step * 3 % 70_001
            process.stdin.close()

        writer = threading.Thread(target=feed)
        writer.start()
        lines = process.stdout.read().decode().splitlines()
        writer.join()
    conflict = f"{CONFLICT}  # conflict: r1c1 and r1c2 are both 5 in row 1 and box 1"
    told = "expected 81 cells, found 1"
    assert lines == [
        line
        for number in range(times)
        for line in (SOLVED, conflict, f"# <stdin>:{5 * number + 3}:2: {told}")
    ]


def test_interrupted_in_mid_stream_it_leaves_whole_lines_and_says_how_far_it_came() -> None:
    with start("solve", "-") as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(LINE * 700 + LINE[:50])
        process.stdin.flush()
        assert read_exactly(process.stdout, 82 * 700) == ANSWER * 700
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == b""
        assert process.stderr.read() == b"stopped after 700 puzzles\n"
        assert process.wait() == 130


def test_sigterm_leaves_whole_lines_and_has_its_own_code() -> None:
    with start("solve", "-") as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(LINE * 700 + LINE[:50])
        process.stdin.flush()
        assert read_exactly(process.stdout, 82 * 700) == ANSWER * 700
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read() == b""
        assert process.stderr.read() == b"stopped after 700 puzzles\n"
        assert process.wait() == 143


def test_interrupted_while_nobody_reads_it_finishes_the_line(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_bytes(LINE * 100_000)
    with start("solve", path) as process:
        assert process.stdout and process.stderr
        head = read_exactly(process.stdout, 1000)
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)  # let it find the pipe full
        out = head + process.stdout.read()
        told = process.stderr.read().decode()
        assert process.wait() == 130
    assert out == ANSWER * (len(out) // 82)
    match = re.fullmatch(r"stopped after ([\d,]+) of about [\d,]+ puzzles\n", told)
    assert match and int(match[1].replace(",", "")) == len(out) // 82


def test_interrupted_in_a_search_that_would_never_end() -> None:
    with start("count", "--limit", "1000000000000", "-") as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(LINE)
        process.stdin.flush()
        assert read_exactly(process.stdout, 2) == b"1\n"
        process.stdin.write(b"." * 81 + b"\n")
        process.stdin.flush()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr.read() == b"stopped after 1 puzzles\n"


def test_after_an_interrupt_the_old_file_is_there_and_the_answers_beside_it(tmp_path: Path) -> None:
    out, left = tmp_path / "out.gz", tmp_path / "out.gz.unfinished"
    out.write_bytes(b"old")
    with start("solve", "-", "-o", out) as process:
        assert process.stdin and process.stderr
        process.stdin.write(LINE * 500)
        process.stdin.flush()
        while not left.exists():
            time.sleep(0.05)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        said = process.stderr.read().decode()
    assert out.read_bytes() == b"old"
    if left.exists():
        assert said == f"stopped after 500 puzzles; the answers so far are in {left}\n"
        assert gzip.decompress(left.read_bytes()) == ANSWER * 500
    else:  # it came before the first answer
        assert said == "stopped after 0 puzzles\n"


@pytest.mark.parametrize(
    "arguments", some([["solve"], ["convert", "--to", "sdm"], ["solve", "--json"]], 3), ids=" ".join
)
def test_a_reader_that_has_seen_enough_is_no_error(arguments: list[str], tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_bytes(LINE * 100_000)
    with start(*arguments, path) as process:
        assert process.stdout and process.stderr
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


# A process counts the memory of the one that it was forked from as its own, so a small one is in between.
MEASURE = """\
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def peak_memory(*arguments: str | Path, lines: int = 0) -> int:
    """Return the kilobytes that a run needs at most, with so many puzzles on standard input."""
    with subprocess.Popen(
        [sys.executable, "-c", MEASURE, *COMMAND, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin and process.stdout
        block = LINE * 1000
        for _ in range(lines // 1000):
            process.stdin.write(block)
        process.stdin.close()
        code, peak = map(int, process.stdout.read().split())
    assert code == 0
    return peak // (1024 if sys.platform == "darwin" else 1)


@pytest.mark.slow
def test_memory_does_not_grow_with_the_input() -> None:
    few = peak_memory("solve", "-j", "2", "-", lines=100_000)
    assert peak_memory("solve", "-j", "2", "-", lines=2_000_000) < few + 20_000


def test_compressed_input_and_output(tmp_path: Path) -> None:
    packed = gzip.compress(LINE * 30_000) + gzip.compress(LINE)
    assert run("solve", "-", stdin=packed).out == SOLVED.join(["", "\n"]) * 30_001
    out = tmp_path / "out.gz"
    assert run("solve", "-", "-o", out, stdin=packed).code == 0
    with gzip.open(out, "rt") as handle:
        assert handle.read() == (SOLVED + "\n") * 30_001


def test_every_source_is_read_in_turn(tmp_path: Path) -> None:
    first = write(tmp_path / "a.txt", *[EASY] * 5000)
    second = write(tmp_path / "b.csv", "puzzle,rating", *[CONFLICT + ",1"] * 5000)
    done = run("solve", first, "-", second, EASY, stdin=EASY[:80])
    assert done.lines[:5000] == [SOLVED] * 5000
    assert done.lines[5000] == "# <stdin>:1:81: expected 81 cells, found 80"
    assert all("# conflict" in line for line in done.lines[5001:-1])
    assert done.lines[-1] == SOLVED and len(done.lines) == 10_002


# -- terminals ------------------------------------------------------------------------------------


def on_a_terminal(lines: int, *arguments: str, screen: bool, until: str = "") -> tuple[str, bytes]:
    """Run with a terminal for standard error, and for output too if ``screen``; feed it slowly.

    The input does not end before ``until`` is seen: on a busy machine it may be complete before Python is up.
    """
    import pty
    import select

    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *arguments, "-"],
        stdin=subprocess.PIPE,
        stdout=slave if screen else subprocess.PIPE,
        stderr=slave,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(slave)
    assert process.stdin
    for _ in range(10):
        process.stdin.write(LINE * (lines // 10))
        process.stdin.flush()
        time.sleep(0.1)
    seen = b""
    while until.encode() not in seen and select.select([master], [], [], 20)[0]:
        seen += os.read(master, 65536)
    process.stdin.close()
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    out = process.stdout.read() if process.stdout else b""
    assert process.wait() == 0
    if process.stdout:
        process.stdout.close()
    os.close(master)
    return seen.decode(), out


def test_a_terminal_sees_a_progress_bar_and_a_pipe_does_not() -> None:
    seen, out = on_a_terminal(500, "solve", screen=False, until="━")
    assert out == ANSWER * 500
    assert re.search(r"\d+ puzzles, [\d,]+/s", seen) and "━" in seen
    assert "500 puzzles: 500 solved (" in seen
    with start("solve", "-") as process:
        assert process.stdin and process.stdout and process.stderr
        for _ in range(10):
            process.stdin.write(LINE)
            process.stdin.flush()
            time.sleep(0.1)
        process.stdin.close()
        assert process.stdout.read() == ANSWER * 10 and process.stderr.read() == b""


def test_on_a_screen_full_of_answers_there_is_no_bar() -> None:
    seen, _ = on_a_terminal(10, "solve", screen=True)
    assert seen.count(SOLVED) == 10 and "━" not in seen
    assert "10 puzzles: 10 solved (" in seen


def test_show_has_colours_on_a_terminal_only() -> None:
    seen, _ = on_a_terminal(10, "show", screen=True)
    assert "\x1b[1m5\x1b[0m" in seen
    assert "\x1b" not in run("show", EASY).out

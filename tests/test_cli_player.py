"""The player on a terminal: a pseudo-terminal presses the keys and reads the screen."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from console import COMMAND, EASY

from nonet import Puzzle, teach
from nonet.cli.player import Player
from nonet.teach import Trace

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

import fcntl
import pty
import termios

BACK = "\N{LEFTWARDS ARROW WITH HOOK}"


class Terminal:
    """A terminal with the command in it."""

    def __init__(self, process: int, descriptor: int) -> None:
        self.process = process
        self.descriptor = descriptor
        self.text = ""

    def press(self, keys: str) -> None:
        """Press keys; what is on the screen before is forgotten."""
        self.text = ""
        os.write(self.descriptor, keys.encode())

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Read the screen until something is on it."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if found := re.search(pattern, re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", self.text)):
                return found
            if select.select([self.descriptor], [], [], 0.5)[0]:
                try:
                    self.text += os.read(self.descriptor, 1 << 16).decode("utf-8", "replace")
                except OSError:
                    break
        raise AssertionError(f"{pattern!r} does not come; the screen has {self.text[-2000:]!r}")

    def end(self) -> int:
        """Wait for the end and return the exit code."""
        while True:
            try:
                data = os.read(self.descriptor, 1 << 16)
            except OSError:
                break
            if not data:
                break
            self.text += data.decode("utf-8", "replace")
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


@contextmanager
def terminal(*arguments: str, lines: int = 40, script: str = "") -> Iterator[Terminal]:
    """Run the command on a terminal; ``script`` is what a shell does in its place."""
    process, descriptor = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="100", LINES=str(lines))
        command = ["sh", "-c", script, "sh", *COMMAND] if script else [*COMMAND, *arguments]
        os.execvp(command[0], command)
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, 100, 0, 0))
    try:
        yield Terminal(process, descriptor)
    finally:
        try:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(descriptor)


def test_keys_pause_step_jump_and_quit() -> None:
    with terminal("trace", "--pace", "0.05", EASY) as screen:
        screen.wait_for(r"step +[2-9] of 79,462")
        screen.press(" ")
        at = int(screen.wait_for(r"(?s)step +(\d+) of .*?pace +0.05 s, paused")[1])
        screen.press("n")
        screen.wait_for(rf"step +{at + 1} of")
        screen.press("\x1b[D\x1b[D")  # two arrows at once
        screen.wait_for(rf"step +{at - 1} of")
        screen.press("12b")
        screen.wait_for(rf"{BACK} steps back 12 ")
        screen.wait_for(rf"{BACK} backtrack \d in r\dc\d")
        screen.press("500g")
        screen.wait_for(r"step +500 of")
        screen.press("G")
        screen.wait_for("solved")
        screen.press("q")
        assert screen.end() == 0
        assert "solved: calls 4,209" in screen.text


def test_afterwards_the_terminal_is_as_before_also_after_an_interrupt() -> None:
    script = f'trap : INT; stty -a; "$@" trace {EASY}; echo "code $?"; stty -a'
    for key, code in (("q", 0), ("\x03", 130)):
        with terminal(script=script) as screen:
            before = screen.wait_for(r"(?s)speed \d+ baud.*?-echoprt.*?\n")[0]
            screen.wait_for(r"step +\d+ of")
            screen.press(key)
            screen.wait_for(f"code {code}")
            screen.end()
            after = re.search(r"(?s)speed \d+ baud.*?-echoprt.*?\n", screen.text)
            assert after is not None and after[0] == before
            assert "\x1b[?1049l" in screen.text and "\x1b[?25h" in screen.text


def test_a_terminal_that_is_too_small_gets_lines() -> None:
    with terminal("trace", "--frames", "3", EASY, lines=10) as screen:
        screen.wait_for(r"the player needs \d+ columns and 17 lines, this terminal has\s+100")
        screen.wait_for(r"try r1c3=1\s+place r1c3=1\s+try r1c4=1")
        assert screen.end() == 0


def player(puzzle: str, budget: int | None = None) -> tuple[Player, Trace]:
    """Return a player and the run in it."""
    trace = teach.solve(puzzle, "backtracking", trace=True, budget=budget).trace
    assert trace is not None
    return Player(Puzzle(puzzle), trace, "backtracking", "the end"), trace


def test_steps_back_are_found_forwards_and_backwards() -> None:
    at, trace = player(EASY)
    places = [i for i, event in enumerate(trace, 1) if event.kind == "backtrack"]
    for keys, place in (
        ("b", 0),
        ("b", 1),
        ("40b", 39),
        ("B", 38),
        ("3b", 2),
        ("bB", 2),
        ("nB", 2),
    ):
        for key in keys:
            assert at.press(key)
        assert at.position == places[place], keys
    at.press("home")
    at.press("B")
    assert at.position == 0 and not at.is_playing
    for key in "999999b":
        at.press(key)
    assert at.position == len(trace)


def test_playing_stops_at_the_end_and_speed_changes() -> None:
    at, trace = player("1.....3..4.....2")
    at.tick(5)
    assert at.position == 5 and at.is_playing
    at.tick(1000)
    assert at.position == len(trace) and not at.is_playing and at.words.endswith("the end")
    at.press(" ")
    assert not at.is_playing  # there is nothing left to play
    pace = at.pace
    at.press("+")
    assert at.pace == pace / 2
    at.press("-")
    at.press("-")
    assert at.pace == pace * 2
    assert at.press("x") and not at.press("q")

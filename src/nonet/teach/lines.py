"""Which line of an algorithm's own source reports each event: the link between a film and the program behind it.

The line is read from the running frames when an event arrives, by a listener of `nonet.teach.solve`. A run without this
listener does no part of this work.
"""

from __future__ import annotations

import ast
import inspect
import sys
import time
from array import array
from functools import cache
from importlib import import_module
from types import FrameType, ModuleType
from typing import NamedTuple

from nonet.teach.recorder import Spent
from nonet.teach.registry import algorithm
from nonet.teach.trace import Event, Trace

__all__ = ["LineRecorder", "SourceFile", "line_of", "source_files"]

_SHARED = {f"nonet.teach.{name}" for name in ("board", "recorder", "registry", "trace", "running")}
_FILE_BITS = 12  # no file has more lines than fit into 12 bits


class SourceFile(NamedTuple):
    """The program of an algorithm, or of a part that it takes from another module.

    ``text`` starts at line ``first_line`` of the file ``name``: it leaves out the documentation of the module, its
    imports and its entry in the list of algorithms.
    """

    name: str
    first_line: int
    text: str


def line_of(place: int) -> tuple[int, int]:
    """Return the number of the file in `source_files`, and the line in it, of an item of `LineRecorder.places`.

    >>> line_of(1 << 12 | 57)
    (1, 57)
    """
    return place >> _FILE_BITS, place & ((1 << _FILE_BITS) - 1)


def source_files(name: str) -> tuple[SourceFile, ...]:
    """Return the program of an algorithm: its own file first, then those of the modules that it takes parts from.

    >>> [file.name for file in source_files("rules_then_search")]
    ['rules_then_search.py', 'backtracking_iterative.py']
    """
    return tuple(_source_file(module) for module in _modules(algorithm(name).name))


class LineRecorder:
    """A listener for `nonet.teach.solve` that keeps every event, and the place in the source that reported it.

    It ends the run after ``most`` events, or ``patience`` seconds on the clock; ``is_full`` says that it did.

    >>> from nonet.teach import solve
    >>> recorder = LineRecorder("backtracking", most=1000)
    >>> run = solve("1..4 .... .... 2..3", "backtracking", trace=recorder)
    >>> _, line = line_of(recorder.places[0])
    >>> file = source_files("backtracking")[0]
    >>> recorder.trace[0].kind, file.text.splitlines()[line - file.first_line].strip()
    ('try', 'watch.attempt(cell, digit)')
    """

    def __init__(
        self,
        name: str,
        *,
        size: int = 9,
        most: int | None = None,
        patience: float | None = None,
    ) -> None:
        self.trace = Trace(size=size)
        self.places = array("H")
        self.most = most
        self.is_full = False
        self._end = None if patience is None else time.monotonic() + patience
        self._files = {
            inspect.getfile(module): number << _FILE_BITS
            for number, module in enumerate(_modules(algorithm(name).name))
        }

    def __call__(self, event: Event) -> None:
        """Keep an event. Raises `Spent` when there are enough."""
        count = len(self.trace)
        is_late = not count & 0x3FF and self._end is not None and time.monotonic() > self._end
        if is_late or count == self.most:
            self.is_full = True
            raise Spent
        self.trace.append(event)
        self.places.append(self._place(sys._getframe(1)))

    def _place(self, frame: FrameType | None) -> int:
        """Return the place of the innermost frame that belongs to the algorithm, 0 if there is none."""
        while frame is not None:
            file = self._files.get(frame.f_code.co_filename)
            if file is not None:
                return file | frame.f_lineno
            frame = frame.f_back
        return 0


@cache
def _modules(name: str) -> tuple[ModuleType, ...]:
    """Return the module of an algorithm, and those of the package that it takes parts from."""
    main = import_module(f"nonet.teach.{name}")
    parts = {
        getattr(value, "__module__", None) or "" for value in vars(main).values() if callable(value)
    }
    others = sorted(
        part for part in parts - _SHARED - {main.__name__} if part.startswith("nonet.teach.")
    )
    return (main, *map(import_module, others))


@cache
def _source_file(module: ModuleType) -> SourceFile:
    """Return the program in a module, without the code around it."""
    text = inspect.getsource(module)
    lines = text.splitlines()
    body = ast.parse(text).body
    start, end = 0, len(lines)
    for number, statement in enumerate(body):
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__":
            start = body[number + 1].lineno - 1
            decorators = getattr(body[number + 1], "decorator_list", [])
            if decorators:
                start = decorators[0].lineno - 1
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "ALGORITHM":
            end = statement.lineno - 1
    kept = "\n".join(lines[start:end]).rstrip() + "\n"
    return SourceFile(
        inspect.getfile(module).replace("\\", "/").rpartition("/")[2], start + 1, kept
    )

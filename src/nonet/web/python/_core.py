"""The module `nonet._core` of a page: what the binding in ``core/bind`` is to Python elsewhere, over WebAssembly.

In a page nonet's own Python runs on Pyodide, and the core is a module of WebAssembly beside it. `nonet site` packs this
file as ``nonet/_core.py``. The functions with flat buffers follow from the rows of ``core/door.hpp``: the module of the
core tells their names and their arguments, as it tells ``js/engine/door.js``. What has the form of Python is written
here, as ``core/bind`` writes it by hand. There is one thread, so the byte with which another thread ends a call is not
looked at; the page asks the clock.

A call takes the memory for its arguments above everything that is kept, and copies in and out what buffers hold.
"""

from __future__ import annotations

import weakref
from array import array
from collections.abc import Callable, Sequence
from struct import pack, unpack
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeGuard

import nonet_page  # type: ignore[import-not-found]  # the page registers it: js/engine/python.js

if TYPE_CHECKING:
    from typing_extensions import Buffer

_OK, _BAD_CALL, _STOPPED, _MORE = range(4)
_UNIQUE = 0
_CELLS = 81
_PER_BOARD = 0xFFFF  # of the length of a row: as many as the board has cells
_MOST_SOLUTIONS = 1 << 20
_COUNTERS = 32  # bytes: guesses, rounds, lane rounds, solutions
_WHOLE = (1 << 64) - 1

_WAYS = (
    *("number", "count", "tables", "input", "maybe_input", "bytes", "maybe_bytes"),
    *("changed", "output", "maybe_output", "one", "stop"),
)
"""How an argument is passed: ``Way`` in ``core/door.hpp``, in its order."""

_exports = nonet_page.exports


# -- memory ---------------------------------------------------------------------------------------


def _aligned(size: int) -> int:
    return (size + 63) // 64 * 64


class _Memory:
    """The memory of the core: places that are kept, and above them what one call takes."""

    def __init__(self) -> None:
        self._start = _aligned(_exports.heap())
        self._kept: list[tuple[int, int]] = []  # places, ascending
        self._free = self._start
        self._bytes = nonet_page.bytes()

    def begin(self) -> None:
        self._free = self._kept[-1][1] if self._kept else self._start

    def take(self, size: int) -> int:
        """Take memory for this call, and return its address. What it holds is not defined."""
        address = self._free
        self._free = self._reach(address + size)
        return address

    def put(self, data: memoryview) -> int:
        """Take memory for bytes, write them and return the address."""
        address = self.take(data.nbytes)
        self.write(address, data)
        return address

    def keep(self, owner: object, size: int) -> int:
        """Take memory that is kept as long as its owner lives."""
        address, index = self._start, 0
        while index < len(self._kept) and self._kept[index][0] - address < size:
            address, index = self._kept[index][1], index + 1
        place = address, self._reach(address + size)
        self._kept.insert(index, place)
        weakref.finalize(owner, self._kept.remove, place).atexit = False
        return address

    def _reach(self, end: int) -> int:
        """Return an end, aligned; the memory is made as long."""
        end = _aligned(end)
        if end > self._bytes.length:
            if not nonet_page.grow(end):
                raise MemoryError(
                    f"the core needs {end >> 20} MB of memory, which the page does not have"
                )
            self._bytes = nonet_page.bytes()
        return end

    def write(self, address: int, data: memoryview) -> None:
        if data.nbytes:
            self._bytes.subarray(address, address + data.nbytes).assign(data)

    def read(self, address: int, size: int) -> bytes:
        return bytes(self._bytes.subarray(address, address + size).to_bytes()) if size else b""

    def read_into(self, address: int, data: memoryview) -> None:
        if data.nbytes:
            self._bytes.subarray(address, address + data.nbytes).assign_to(data)

    def text(self, address: int) -> str:
        """Return the text at an address, which ends with a zero byte."""
        end = self._bytes.indexOf(0, address)
        return self.read(address, end - address).decode()


_memory = _Memory()


# -- rows -----------------------------------------------------------------------------------------


class _Place(NamedTuple):
    """What is in memory already: its address, and its elements; of tables, the cells of a board."""

    address: int
    size: int


class _Argument(NamedTuple):
    name: str
    way: str
    bytes: int
    per_row: int


Given: TypeAlias = "int | Buffer | _Place | None"
"""An argument of a function of the core."""


class _Answer(NamedTuple):
    """What a row returns, its counters, and the values that it writes."""

    code: int
    counters: tuple[int, int, int, int]
    written: dict[str, int]

    @property
    def values(self) -> tuple[int, ...]:
        """Whether there is more, and the values."""
        return (self.code == _MORE, *self.written.values())


class _Row:
    """A function of the core with flat buffers."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.arguments: list[_Argument] = []
        while address := _exports.argumentName(number, len(self.arguments)):
            facts = _exports.argumentFacts(number, len(self.arguments))
            way, size = _WAYS[facts & 255], facts >> 8 & 255
            self.arguments.append(_Argument(_memory.text(address), way, size, facts >> 16 & 0xFFFF))

    def __call__(self, *given: Given) -> tuple[int, ...]:
        """Call the function; return whether there is more and the single values it writes, or its counters."""
        answer = self.checked(given)
        return answer.values if answer.written else answer.counters

    def checked(self, given: Sequence[Given]) -> _Answer:
        """Call the function. Raises `ValueError` for what does not fit, `TimeLimitReached` if it was stopped."""
        result = self.run(given)
        if result.code == _BAD_CALL:
            raise ValueError("nonet._core: a buffer does not fit the call")
        if result.code == _STOPPED and not result.written.get("written"):
            _raise_time_limit()
        return result

    def run(self, given: Sequence[Given]) -> _Answer:
        """Call the function, whatever it returns."""
        if nonet_page.isOver():
            _raise_time_limit()
        _memory.begin()
        passed = dict(
            zip((one.name for one in self.arguments if one.way != "one"), given, strict=True)
        )
        given = [passed.get(one.name) for one in self.arguments]
        places = [self._place(one, value) for one, value in zip(self.arguments, given, strict=True)]
        values = _memory.put(memoryview(b"".join(pack("<QQ", *place) for place in places)))
        counters = _memory.take(_COUNTERS)
        size = _exports.workspaceBytes(self.number, values)
        code = int(_exports.call(self.number, values, _memory.take(size), size, counters))
        written = {}
        for argument, place, value in zip(self.arguments, places, given, strict=True):
            if argument.way == "one":
                data = _memory.read(place.address, argument.bytes)
                written[argument.name] = int.from_bytes(data, "little")
            elif argument.way in ("changed", "output", "maybe_output") and _is_buffer(value):
                _memory.read_into(place.address, _bytes(value))
        sums = memoryview(_memory.read(counters, _COUNTERS)).cast("Q")
        return _Answer(code, (sums[0], sums[1], sums[2], sums[3]), written)

    def _place(self, argument: _Argument, value: Any) -> _Place:
        """Put an argument into memory."""
        if argument.way == "one":
            return _Place(_memory.take(8), 1)
        if isinstance(value, _Place):
            return value
        if argument.way in ("number", "count"):
            return _Place(int(value) & _WHOLE, 0)
        if value is None or argument.way == "stop":
            return _Place(0, 0)
        data = _bytes(value)
        size, rest = divmod(data.nbytes, argument.bytes)
        return _Place(_memory.put(data), 0 if rest else size)


def _is_buffer(value: Given) -> TypeGuard[Buffer]:
    return value is not None and not isinstance(value, (int, _Place))


def _bytes(value: Buffer) -> memoryview:
    view = memoryview(value)
    return view if view.format == "B" else view.cast("B")


_rows = {_memory.text(_exports.rowName(i)): _Row(i) for i in range(_exports.rows())}


def _ask(name: str, *given: Given) -> int:
    """Return the number that a function answers."""
    return _rows[name].run(given).code


def _call(name: str, *given: Given) -> _Answer:
    return _rows[name].checked(given)


def _raise_time_limit() -> None:
    from nonet.base.errors import TimeLimitReached

    raise TimeLimitReached


def __getattr__(name: str) -> Callable[..., object]:
    """Return the function of a row."""
    try:
        return _rows[name]
    except KeyError:
        raise AttributeError(f"module 'nonet._core' has no attribute {name!r}") from None


# -- one classic board ----------------------------------------------------------------------------


def _expect(holds: bool, sentence: str) -> None:
    if not holds:
        raise ValueError(f"nonet._core: {sentence}")


def _expect_cells(number: int, of: int = _CELLS) -> None:
    _expect(number == of, f"a board must have {of} cells")


def solve_one(cells: bytes, limit: int, budget: int) -> tuple[int, int, bytes]:
    _expect_cells(len(cells))
    solution, status, counts = bytearray(_CELLS), bytearray(1), array("Q", [0])
    results = solution, _CELLS, 0, counts, status, None, None
    _call("solve", cells, None, _CELLS, 1, limit, budget, *results)
    return status[0], counts[0], bytes(solution) if counts[0] else b""


def only_solution(cells: bytes) -> bytes | None:
    status, _, solution = solve_one(cells, 2, 0)
    return solution if status == _UNIQUE else None


def read_board(text: object | None) -> bytes | None:
    if not isinstance(text, str) or len(text) != _CELLS or not text.isascii():
        return None
    cells = bytearray(_CELLS)
    return bytes(cells) if _ask("read_board", text.encode(), cells) else None


def solve_text(text: object | None) -> str | None:
    cells = read_board(text)
    solution = None if cells is None else only_solution(cells)
    return None if solution is None else "".join(map(str, solution))


def first_solutions(marks: Buffer, capacity: int) -> bytes:
    return Search(marks).next(capacity, 0)[3]


# -- searches that are kept -----------------------------------------------------------------------


class _Running:
    """A search that is kept between calls: what `begin` and `next` do with it, and its memory."""

    def __init__(self, cells: int, size: int, names: tuple[str, str], *tables: _Place) -> None:
        self._cells, self._names, self._tables = cells, names, tables
        self._held = _Place(_memory.keep(self, size), size)

    def begin(self, marks: Buffer) -> None:
        _call(self._names[0], *self._tables, marks, self._held)

    def next(self, capacity: int, budget: int) -> tuple[bool, int, int, bytes]:
        _expect(1 <= capacity <= _MOST_SOLUTIONS, f"capacity must be 1 to {_MOST_SOLUTIONS}")
        grids = bytearray(capacity * self._cells)
        answer = _call(self._names[1], *self._tables, budget, grids, capacity, self._held)
        solutions = bytes(grids[: answer.written["written"] * self._cells])
        return answer.code == _MORE, answer.written["status"], answer.counters[0], solutions


class Search(_Running):
    """A search for the solutions of a classic board."""

    def __init__(self, marks: Buffer) -> None:
        _expect_cells(memoryview(marks).nbytes // 2)
        super().__init__(_CELLS, _ask("workspace_bytes"), ("search_begin", "search_next"))
        self.begin(marks)


class Tables:
    """The tables of boards of a kind: of houses (size, lengths, cells), or of a model (cells, digits, first, words)."""

    def __init__(self, *given: Any) -> None:
        if len(given) == 3:
            size, lengths, cells = given
            _expect(
                size <= 255 and sum(bytes(lengths)) == len(cells), "lengths and cells do not agree"
            )
            self.cells, name, what = size * size, "tables", "these houses"
            given = size, len(lengths), lengths, cells
        else:
            self.cells, name, what = given[0], "model", "this model"
            _expect(given[0] <= 1 << 16 and given[1] <= 255, "this model cannot be used")
        size = _ask(f"{name}_bytes", *given)
        _expect(size > 0, f"{what} cannot be used")
        address = _memory.keep(self, size)
        _call(f"{name}_make", *given, _Place(address, size), size)
        self.place = _Place(address, self.cells)

    def prune(self, marks: Buffer) -> tuple[int, bytes]:
        masks = bytearray(_bytes(marks))
        _expect(len(masks) == 8 * self.cells, "marks must have one mask per cell")
        answer = _call("general_prune", self.place, masks)
        return answer.written["status"], bytes(masks)

    def prove(self, *given: Given) -> tuple[int, ...]:
        return _call("prove", self.place, *given).values

    def solve(self, *given: Given) -> tuple[int, int, int, int]:
        return _call("general_solve", self.place, *given).counters

    def solve_marks(self, *given: Given) -> tuple[int, int, int, int]:
        return _call("general_solve_marks", self.place, *given).counters


class GeneralSearch(_Running):
    """A search for the solutions of any board. It keeps the tables alive."""

    def __init__(self, tables: Tables, marks: Buffer) -> None:
        self._of = tables
        _expect(memoryview(marks).nbytes == 8 * tables.cells, "marks must have one mask per cell")
        size = _ask("general_workspace_bytes", tables.place)
        super().__init__(tables.cells, size, ("general_begin", "general_next"), tables.place)
        self.begin(marks)


# -- the human solver -----------------------------------------------------------------------------


def techniques() -> list[tuple[str, str, int, int, int]]:
    rows: list[tuple[str, str, int, int, int]] = []
    while address := _ask("technique_name", i := len(rows)):
        family = _memory.text(_ask("technique_family", i))
        facts = _ask("technique_premise", i), _ask("technique_rating", i)
        largest = _ask("technique_largest", i)
        rows.append((_memory.text(address), family, *facts, largest))
    return rows


# -- exact counts ---------------------------------------------------------------------------------


class Contraction:
    """A sum over the signatures of a board: planned when it is made, its memory taken by `begin`."""

    def __init__(self, marks: Buffer, box: int, variant: int) -> None:
        self._marks, self._plan = bytes(_bytes(marks)), bytearray(32)
        _call("contraction_plan_make", self._marks, box, variant, self._plan)
        self._work, self.workspace_bytes = unpack("<QQ", self._plan[16:])
        self._memory: _Place | None = None
        self._scratch = _Place(0, 0)

    def begin(self) -> None:
        memory = _Place(_memory.keep(self, self.workspace_bytes), self.workspace_bytes)
        _call("contraction_begin", self._marks, self._plan, memory)
        size = _ask("contraction_scratch_bytes", memory)
        self._memory, self._scratch = memory, _Place(_memory.keep(self, size), size)

    @property
    def _begun(self) -> _Place:
        _expect(self._memory is not None, "the contraction has not begun")
        assert self._memory is not None
        return self._memory

    @property
    def work(self) -> int:
        return _ask("contraction_work", self._memory) if self._memory else int(self._work)

    @property
    def progress(self) -> float:
        return 0.0  # there are no requests while it runs

    def run(self, phase: int, stop: Buffer | None) -> None:
        _call("contraction_run", self._begun, phase, self._scratch)

    def total(self) -> tuple[int, int]:
        words = array("Q", [0, 0])
        _call("contraction_total", self._begun, words)
        return words[0], words[1]

    def odds(self, odds: Buffer) -> None:
        _call("contraction_odds", self._begun, odds)

    def unrank(self, numbers: Buffer, grids: Buffer, stop: Buffer | None) -> None:
        n = memoryview(numbers).nbytes // 16
        _call("contraction_unrank", self._begun, numbers, n, grids, self._scratch)


# -- the rest -------------------------------------------------------------------------------------


def set_time_limit(seconds: float | None, stop: Buffer | None, is_main_thread: bool) -> None:
    nonet_page.setTimeLimit(-1 if seconds is None else seconds)


def isa_names() -> list[tuple[str, int]]:
    return [("wasm", 16)]


def isa_current() -> int:
    return 0


def isa_use(index: int) -> None:
    _expect(index == 0, "no instruction set has this index")


def compiler() -> str:
    return "wasm"

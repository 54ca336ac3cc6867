"""Measure how fast tables are read, answered and written, beside lines of the same puzzles in the same run.

    python benchmarks/tables.py                    a million equivalent puzzles of examples/puzzles.txt
    python benchmarks/tables.py --rows 200000 --passes 5 --json figures.json
    python benchmarks/tables.py --large            ten million rows of CSV: memory
    python benchmarks/tables.py --cluster          a Dask cluster of one and of two local workers, beside threads
    python benchmarks/tables.py --costs            the table in docs/batch.md: what a row costs

Each figure is the median CPU time (user and system, all threads and processes) of several passes, in microseconds per
row; the passes of all ways alternate. Every output is checked: all rows, in order, with the solution that is known.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from common import Boards, as_lines, fail, load, machine, median, write_json

from nonet import batch
from nonet.engine import Status

ROOT = Path(__file__).parents[1]
# As after an installation: what is compiled to bytecode is kept. The first pass of each command is not counted.
ENVIRONMENT = {**os.environ, "PYTHONPYCACHEPREFIX": tempfile.mkdtemp(prefix="nonet-bytecode-")}
ENVIRONMENT.pop("PYTHONDONTWRITEBYTECODE", None)
NONET = [sys.executable, "-m", "nonet"]


class Cost(NamedTuple):
    """What a command has cost."""

    cpu: float
    wall: float
    memory: int  # bytes, of the process itself


def measured(command: list[str], expected: int = 0) -> Cost:
    """Run a command and return its cost; any other exit code ends the benchmark."""
    begun = time.perf_counter()
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(command, stderr=said, env=ENVIRONMENT)
        memory, found = 0, [0, 0]
        while found[0] == 0:
            memory = max(memory, most_memory(process.pid))
            time.sleep(0.01)
            *found, usage = os.wait4(process.pid, os.WNOHANG)
        process.returncode = os.waitstatus_to_exitcode(found[1])
        said.seek(0)
        if process.returncode != expected:
            fail(f"{' '.join(command[2:])}: {said.read()}")
    wall = time.perf_counter() - begun
    return Cost(usage.ru_utime + usage.ru_stime, wall, memory)


def most_memory(process: int) -> int:
    """Return the most memory that a process has had. (The figure of the system begins with that of its parent.)"""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return 1024 * int(line.split()[1])
    return 0


def puzzles(rows: int) -> tuple[Boards, Boards]:
    """Return puzzles with their solutions, in a random order."""
    boards = load(str(ROOT / "examples" / "puzzles.txt"))
    solved = batch.solve(boards)
    kept = solved.status == Status.UNIQUE
    each = -(-rows // int(kept.sum()))
    made = batch.augment(boards[kept], solved.solutions[kept], each, seed=1)
    order = np.random.default_rng(1).permutation(len(made))[:rows]
    return made.puzzles[order], made.solutions[order]


class Tables:
    """The same puzzles as lines, CSV and Parquet, and the checks of what is made of them."""

    def __init__(self, folder: Path, rows: int) -> None:
        self.folder = folder
        self.rows = rows
        self.puzzles, self.solutions = puzzles(rows)
        (folder / "lines.txt").write_bytes(as_lines(self.puzzles))
        batch.write_dataset(folder / "in.csv", self.puzzles, self.solutions)
        batch.write_dataset(folder / "in.parquet", self.puzzles, self.solutions)
        self.lines = as_lines(self.solutions)

    def path(self, name: str) -> str:
        return str(self.folder / name)

    def run(self, *command: str) -> Cost:
        return measured([*NONET, *(self.path(word) if "." in word else word for word in command)])

    def check_lines(self, name: str) -> None:
        if Path(self.path(name)).read_bytes() != self.lines:
            fail(f"{name}: another solution")

    def check_csv(self, name: str) -> None:
        import pyarrow as pa
        from pyarrow import csv

        texts = csv.ConvertOptions(column_types={"puzzle": pa.string(), "solution": pa.string()})
        table = csv.read_csv(self.path(name), convert_options=texts)
        self.check_table(name, table)

    def check_table(self, name: str, table: Any) -> None:
        text = "\n".join(table["solution"].to_pylist()) + "\n"
        if text.encode() != self.lines:
            fail(f"{name}: another solution, or rows are missing")

    def check_parquet(self, name: str) -> None:
        from pyarrow import parquet

        self.check_table(name, parquet.read_table(self.path(name), columns=["solution"]))

    def check_right(self, name: str) -> None:
        if Path(self.path(name)).read_bytes() != b"unique, solution right\n" * self.rows:
            fail(f"{name}: a row is not right")


def commands(tables: Tables, passes: int, names: Collection[str] = ()) -> dict[str, Any]:
    """Time the command line: all ways, or those of some names."""
    ways: dict[str, tuple[list[str], Callable[[str], None]]] = {
        "lines to lines": (["solve", "lines.txt", "-o", "a.txt"], tables.check_lines),
        "CSV to CSV": (["solve", "in.csv", "-o", "b.csv"], tables.check_csv),
        "lines to CSV": (["solve", "lines.txt", "-o", "c.csv"], tables.check_csv),
        "check CSV": (["check", "in.csv", "-o", "d.txt"], tables.check_right),
        "batch, CSV to CSV": (["batch", "in.csv", "-o", "e.csv"], tables.check_csv),
        "batch, Parquet to Parquet": (
            ["batch", "in.parquet", "-o", "f.parquet"],
            tables.check_parquet,
        ),
    }
    ways = {name: way for name, way in ways.items() if not names or name in names}
    costs: dict[str, list[Cost]] = {name: [] for name in ways}
    for _ in range(passes + 1):
        for name, (command, check) in ways.items():
            costs[name].append(tables.run(*command))
            check(command[-1])
    return {name: _figures(found[1:], tables.rows) for name, found in costs.items()}


def _figures(costs: list[Cost], rows: int) -> dict[str, Any]:
    return {
        "cpu_us_per_row": round(1e6 * median([cost.cpu for cost in costs]) / rows, 3),
        "wall_s": round(median([cost.wall for cost in costs]), 2),
        "memory_mb": round(max(cost.memory for cost in costs) / 1e6),
    }


def in_python(tables: Tables, passes: int) -> dict[str, Any]:
    """Time the functions of `nonet.batch`, from and to memory, and a stream of Parquet."""
    import pyarrow as pa
    from pyarrow import parquet

    text = as_lines(tables.puzzles)
    array = np.frombuffer(text, np.uint8).reshape(-1, 82)[:, :81].copy()
    frame = parquet.read_table(tables.path("in.parquet"), columns=["puzzle"]).to_pandas()
    answered = frame

    def solve_array() -> None:
        found = batch.solve(array)
        if not (found.solutions == tables.solutions).all():
            fail("array: another solution")

    def solve_frame() -> None:
        nonlocal answered
        answered = batch.with_columns(frame).to_pandas()

    def stream() -> None:
        source = parquet.ParquetFile(tables.path("in.parquet"))
        records = batch.stream(source.iter_batches(1 << 17), ["solution"])
        first = next(records)
        with parquet.ParquetWriter(
            tables.path("g.parquet"), first.schema, use_dictionary=["status"]
        ) as out:
            for record in (first, *records):
                out.write_batch(record)

    ways = {"array": solve_array, "pandas": solve_frame, "stream of Parquet": stream}
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(passes + 1):
        for name, function in ways.items():
            begun = time.process_time()
            function()
            times[name].append(time.process_time() - begun)
    tables.check_table("pandas", pa.Table.from_pandas(answered[["solution"]]))
    tables.check_parquet("g.parquet")
    return {
        name: {"cpu_us_per_row": round(1e6 * median(found[1:]) / tables.rows, 3)}
        for name, found in times.items()
    }


def start_up(folder: Path, passes: int) -> dict[str, Any]:
    """Time `nonet batch` on a file of ten rows."""
    source = folder / "small.csv"
    text = "\n".join(["puzzle", *as_lines(puzzles(10)[0]).decode().split()])
    source.write_text(text + "\n")
    command = [*NONET, "batch", str(source), "-o", str(folder / "small.out.csv")]
    costs = [measured(command) for _ in range(passes + 1)][1:]
    return {
        "cpu_s": round(median([cost.cpu for cost in costs]), 3),
        "wall_s": round(median([cost.wall for cost in costs]), 3),
    }


def large(folder: Path) -> dict[str, Any]:
    """Return the memory that ten million rows of CSV take."""
    rows = 10_000_000
    part = Tables(folder, rows // 10)
    body = (folder / "in.csv").read_bytes().partition(b"\n")[2]
    with open(folder / "large.csv", "wb") as out:
        out.write(b"puzzle,solution\n")
        for _ in range(10):
            out.write(body)
    found = {}
    for name, command in {
        "solve": ["solve", "large.csv", "-o", "large.out.csv"],
        "batch, Parquet": ["batch", "large.csv", "-o", "large.parquet"],
    }.items():
        found[name] = _figures([part.run(*command)], rows)
    return found


def cluster(folder: Path, rows: int) -> dict[str, Any]:
    """Time ratings on threads and on clusters of one and two local workers."""
    source = folder / "rated.csv"
    text = "\n".join(["puzzle", *as_lines(puzzles(rows)[0]).decode().split()])
    source.write_text(text + "\n")
    small = folder / "small.csv"
    small.write_text("\n".join(text.split()[:11]) + "\n")
    measured([*NONET, "batch", str(small), "-o", str(folder / "s.csv"), "--cluster", "local:1"])
    found, outputs = {}, []
    for name, options in {
        "two threads": ["-j", "2"],
        "one worker": ["--cluster", "local:1"],
        "two workers": ["--cluster", "local:2"],
    }.items():
        out = folder / f"{name}.csv"
        command = [*NONET, "batch", str(source), "-o", str(out), "--columns", "rating,technique"]
        found[name] = _figures([measured([*command, *options])], rows)
        outputs.append(out.read_bytes())
    if len(set(outputs)) != 1:
        fail("the outputs differ")
    return found


def costs(folder: Path, rows: int, passes: int) -> str:
    """Return the table of `docs/batch.md`: CPU time per row, the share of the line path, and how much input that is."""
    tables = Tables(folder, rows)
    size = {name: os.path.getsize(folder / name) / rows for name in ("in.csv", "in.parquet")}
    asked = {
        "solve, lines to lines (`nonet solve`)": ("lines to lines", 82),
        "solve, CSV to CSV (`nonet solve`)": ("CSV to CSV", size["in.csv"]),
        "solve, CSV to CSV (`nonet batch`)": ("batch, CSV to CSV", size["in.csv"]),
        "solve, Parquet to Parquet (`nonet batch`)": (
            "batch, Parquet to Parquet",
            size["in.parquet"],
        ),
        "check a column of solutions (`nonet check`)": ("check CSV", size["in.csv"]),
    }
    found = commands(tables, passes, [name for name, _ in asked.values()])
    times = {title: found[name]["cpu_us_per_row"] for title, (name, _) in asked.items()}
    bytes_of = {title: size for title, (_, size) in asked.items()}
    functions: dict[str, tuple[Callable[[Boards], object], int]] = {
        "solve, in memory": (batch.solve, rows),
        "canonical form, in memory": (batch.canonical, rows // 10),
        "rating of an easy puzzle, in memory": (batch.rate, rows // 250),
    }
    for title, (function, count) in functions.items():
        times[title] = 1e6 * _time_of(function, tables.puzzles[:count], passes) / count
        bytes_of[title] = 82
    whole = next(iter(times.values()))
    lines = [
        "| work | microseconds per row | rate, lines = 1 | input per core and second |",
        "|---|---:|---:|---:|",
    ]
    for title, cost in sorted(times.items(), key=lambda item: item[1]):
        input = bytes_of[title] / cost
        shown = f"{input:.0f}" if input >= 9.5 else f"{input:.1g}"
        lines.append(f"| {title} | {cost:.3g} | {whole / cost:.2g} | {shown} MB |")
    return "\n".join(lines)


def _time_of(function: Callable[[Boards], object], boards: Boards, passes: int) -> float:
    """Return the median CPU time of a call; the first one is not counted."""
    times = []
    for _ in range(passes + 1):
        begun = time.process_time()
        function(boards)
        times.append(time.process_time() - begun)
    return median(times[1:])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--cluster", action="store_true")
    parser.add_argument("--costs", action="store_true")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="nonet-tables-"))
    try:
        figures: dict[str, Any] = {"machine": machine(), "rows": options.rows}
        if options.large:
            figures["large"] = large(folder)
        elif options.costs:
            print(costs(folder, options.rows, options.passes))
        elif options.cluster:
            figures["cluster"] = cluster(folder, options.rows)
        else:
            tables = Tables(folder, options.rows)
            figures["start_up"] = start_up(folder, options.passes)
            figures["commands"] = commands(tables, options.passes)
            figures["in_python"] = in_python(tables, options.passes)
        for name, part in figures.items():
            if isinstance(part, dict):
                print(name)
                for key, value in part.items():
                    print(f"  {key:28} {value}")
    finally:
        shutil.rmtree(folder)
        shutil.rmtree(ENVIRONMENT["PYTHONPYCACHEPREFIX"])
    write_json(options.json, figures)


if __name__ == "__main__":
    main()

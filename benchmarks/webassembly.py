"""Measure the core as WebAssembly beside the native core with the same 128-bit vectors: bulk, hints, start, size.

    python benchmarks/webassembly.py FILE                puzzles with one solution, in bulk
    python benchmarks/webassembly.py FILE --hints FILE   and all hints on the way to the solution, for each puzzle
    python benchmarks/webassembly.py FILE --node         in Node instead of Chromium, by CPU time

One thread each. The passes of the native core run before and after those of the module, and the best pass of each
counts: a browser does not report CPU time, so other work on the machine shows. `make wasm` builds the module first.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import subprocess
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
from common import Boards, describe, fail, load, machine, write_json

from nonet import engine

HERE = Path(__file__).parent
STATIC = HERE.parent / "src" / "nonet" / "web" / "static"
SCRIPT = HERE / "webassembly.js"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


class Files(SimpleHTTPRequestHandler):
    """The files of the page and the script of this benchmark."""

    def translate_path(self, path: str) -> str:
        return str(SCRIPT) if path == "/bench.js" else super().translate_path(path)

    def guess_type(self, path: Any) -> str:
        types = {".js": "text/javascript", ".wasm": "application/wasm"}
        return types.get(Path(path).suffix, "text/html")

    def log_message(self, *_: Any) -> None: ...


def in_chromium(asked: dict[str, Any]) -> Any:
    """Measure in Chromium."""
    from playwright.sync_api import sync_playwright

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(STATIC)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    call = """async (asked) => {
      const [core, bench] = await Promise.all([import("/js/engine/core.js"), import("/bench.js")]);
      return bench.measure(core, () => WebAssembly.compileStreaming(fetch("/core.wasm")), asked);
    }"""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/icon.svg")
        found = page.evaluate(call, asked)
        browser.close()
    server.shutdown()
    return found


def in_node(asked: dict[str, Any]) -> Any:
    """Measure in Node."""
    code = f"""
      import {{ readFileSync }} from "node:fs";
      import * as core from {json.dumps(str(STATIC / "js/engine/core.js"))};
      import {{ measure }} from {json.dumps(str(SCRIPT))};
      const asked = JSON.parse(readFileSync(0, "utf8"));
      const source = () => readFileSync({json.dumps(str(STATIC / "core.wasm"))});
      console.log(JSON.stringify(await measure(core, source, asked)));
    """
    command = ["node", "--no-warnings", "--input-type=module", "-e", code]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else fail(done.stderr)


def native_seconds(boards: Boards, passes: int, clock: Any) -> list[float]:
    """Time the native core with vectors of 128 bits."""
    times = []
    status = np.zeros(len(boards), np.uint8)
    solutions = np.zeros(boards.size, np.uint8)
    counts = np.zeros(len(boards), np.uint64)
    with engine.using_instruction_set("baseline"):
        for _ in range(passes):
            begun = clock()
            rows = boards.reshape(-1)
            engine.solve_rows(
                rows, len(boards), limit=2, solutions=solutions, counts=counts, status=status
            )
            times.append(clock() - begun)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the core as WebAssembly.")
    parser.add_argument("file", help="puzzles with one solution")
    parser.add_argument("--hints", help="puzzles to solve by hints")
    parser.add_argument("--node", action="store_true", help="in Node, by CPU time")
    parser.add_argument("--passes", type=int, default=8)
    parser.add_argument("--json", help="write the figures to a file")
    options = parser.parse_args()
    module = STATIC / "core.wasm"
    if not module.exists():
        fail("core.wasm is missing: make wasm")
    boards = load(options.file)
    hinted = load(options.hints) if options.hints else boards[:0]
    here = machine()
    print(describe(here))

    def lines(rows: Boards) -> list[str]:
        return ["".join(map(str, row)) for row in rows.tolist()]

    asked = {"bulk": lines(boards), "hinted": lines(hinted), "passes": options.passes}
    clock = time.thread_time if options.node else time.perf_counter
    native = native_seconds(boards, options.passes, clock)
    found = (in_node if options.node else in_chromium)(asked)
    native += native_seconds(boards, options.passes, clock)
    compressed = len(gzip.compress(module.read_bytes(), 9))
    ours, theirs = len(boards) / min(found["seconds"]), len(boards) / min(native)
    figures: dict[str, Any] = {
        "machine": here,
        "bytes": module.stat().st_size,
        "compressed": compressed,
        "ready_ms": found["ready"],
        "per_second": ours,
        "native_per_second": theirs,
        "memory": found["memory"],
    }
    print(f"module        {module.stat().st_size:,} bytes, {compressed:,} compressed")
    print(f"ready         {found['ready']:.0f} ms")
    print(f"bulk          {ours:,.0f} puzzles/s; native {theirs:,.0f}; {ours / theirs:.0%}")
    if found["times"]:
        times, hardest = np.array(found["times"]), np.array(found["hardest"])
        figures |= {
            "hint_p95_ms": np.percentile(times, 95),
            "hardest_p95_ms": np.percentile(hardest, 95),
        }
        print(
            f"all hints     {len(times):,}: mean {times.mean():.2f} ms, p95 {np.percentile(times, 95):.2f} ms"
        )
        print(
            f"hardest hint  of each puzzle: p95 {np.percentile(hardest, 95):.1f} ms, most {hardest.max():.0f} ms"
        )
    print(f"memory        {found['memory'] / 2**20:.0f} MB")
    write_json(options.json, figures)


if __name__ == "__main__":
    main()

"""How smoothly the page moves: the time of each frame while a trace is scrubbed, and while dragging over cells.

    python benchmarks/scrub.py [--url http://127.0.0.1:8181]

It needs Chromium and Playwright, and starts a server unless it is given one. The mouse moves in every frame; for each
frame it prints the work of the page (scripts, styles, layout, painting commands) and the time to the next frame. At 60
frames a second there are 16.7 ms. The scrubber runs over a trace of more than 100,000 events, two films side by side.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
from typing import Any

MEDIUM = ".....2.3...58..9..9....5....134.6.8..6.....7..8.5.164....3....6..2..74...7.6....."
FRAMES = 240

# Moves the mouse's target in every frame and notes two times: between frames, and what the page did in each.
MEASURE = """async ([frames, kind]) => {
  const gaps = [], work = [];
  const tick = () => new Promise(requestAnimationFrame);
  const slider = document.querySelector(".timeline-slider");
  const grid = document.querySelector(".grid");
  const box = grid?.getBoundingClientRect();
  const point = (type, share) => {
    const turn = share * 2 * Math.PI;
    const x = box.left + box.width * (0.5 + 0.45 * Math.cos(turn));
    const y = box.top + box.height * (0.5 + 0.45 * Math.sin(3 * turn));
    const target = document.elementFromPoint(x, y) ?? grid;
    target.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1, isPrimary: true,
      pointerType: "mouse", button: type === "pointermove" ? -1 : 0, buttons: 1, clientX: x, clientY: y }));
  };
  if (kind === "drag") point("pointerdown", 0);
  await tick();
  let last = performance.now();
  for (let i = 1; i <= frames; i++) {
    if (kind === "scrub") {
      slider.value = String(Math.round((Number(slider.max) * (1 - Math.cos((i / frames) * 2 * Math.PI))) / 2));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    } else point("pointermove", i / frames);
    const now = await tick();
    // The page's own callback ran before this one; reading a size makes it lay out what it changed.
    document.body.getBoundingClientRect();
    const end = performance.now();
    gaps.push(now - last);
    work.push(end - now);
    last = now;
  }
  if (kind === "drag") point("pointerup", 1);
  return { gaps: gaps.slice(1), work };
}"""


def report(name: str, figures: dict[str, list[float]]) -> None:
    """Print the median, the 95th percentile and the worst of the gaps, and how many frames were late."""
    for kind, label in (("gaps", "time between frames"), ("work", "work of the page in a frame")):
        values = sorted(figures[kind])
        middle, high, worst = statistics.median(values), values[int(0.95 * len(values))], values[-1]
        late = sum(value > 1000 / 60 + 1 for value in values) if kind == "gaps" else 0
        more = f", {late} of {len(values)} frames late" if kind == "gaps" else ""
        print(
            f"{name:<28} {label:<28} median {middle:6.2f} ms, 95% {high:6.2f} ms, worst {worst:6.2f} ms{more}"
        )


def measure(url: str) -> None:
    """Open the pages and print their figures."""
    from playwright.sync_api import Page, sync_playwright

    def run(page: Page, kind: str) -> Any:
        page.evaluate(MEASURE, [FRAMES, kind])  # once to warm up
        return page.evaluate(MEASURE, [FRAMES, kind])

    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        for runs in ("backtracking", "backtracking,rules_then_search"):
            page.goto(f"{url}/#lab?p={MEDIUM}&a={runs}")
            page.reload()
            page.wait_for_selector(".film", timeout=60_000)
            count = page.locator(".timeline-slider").get_attribute("max")
            films = page.locator(".film").count()
            print(f"a trace of {int(count or 0):,} events, {films} film{'s' if films > 1 else ''}")
            report("scrubbing", run(page, "scrub"))
        page.goto(f"{url}/#play?p={MEDIUM}")
        page.reload()
        page.wait_for_selector(".cell", timeout=60_000)
        print("the board of Play")
        report("dragging over cells", run(page, "drag"))
        browser.close()


def main() -> None:
    """Measure with a new server, or with the given one."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--url", help="a server that runs already")
    url = parser.parse_args().url
    if url:
        measure(url.rstrip("/"))
        return
    command = [sys.executable, "-m", "nonet", "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            line = next(line for line in server.stdout if "http://" in line)
            measure(next(word for word in line.split() if word.startswith("http")).rstrip("/"))
        finally:
            server.terminate()


if __name__ == "__main__":
    main()

"""Measure how long the page takes to open a puzzle of each technique that it offers as the hardest one.

    .venv/bin/python benchmarks/hardest.py [--times 5]

Each is requested in Chromium through the form of New, without a seed. It prints the median and the slowest
twentieth of all, and the slowest techniques.
"""

from __future__ import annotations

import argparse
import math
import re
import shutil
import statistics
import subprocess
import sys
import time

from playwright.sync_api import Page, TimeoutError, sync_playwright


def open_form(page: Page) -> None:
    """Open the form of New."""
    page.get_by_role("button", name="New", exact=True).click()
    page.get_by_text("More choices").click()


def measure(page: Page, name: str) -> float:
    """Return the seconds from the button to the new board; infinity if none came after ten."""
    open_form(page)
    page.get_by_label("Hardest technique").select_option(value=name)
    page.evaluate("window.before = document.querySelector('.play .board')")
    start = time.perf_counter()
    page.get_by_role("button", name="Generate", exact=True).click()
    try:
        page.wait_for_function(
            "() => !window.before.isConnected && document.querySelector('.mode')",
            timeout=12_000,
        )
    except TimeoutError:
        print(name, page.locator(".flyout [role=status]").all_inner_texts())
        page.reload()
        page.locator(".mode").first.wait_for()
        return math.inf
    return time.perf_counter() - start


def main() -> None:
    """Measure all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=3)
    times = parser.parse_args().times
    command = [sys.executable, "-m", "nonet", "serve", "--port", "0", "--no-open"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert server.stdout is not None
    address = next(filter(None, (re.search(r"http://\S+:\d+", line) for line in server.stdout)))[0]
    found: dict[str, list[float]] = {}
    with sync_playwright() as playwright:
        path = next(
            filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
        )
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(locale="en-GB", bypass_csp=True)
        page.goto(address)
        open_form(page)
        options = page.locator("optgroup option")
        options.first.wait_for(state="attached")
        names = [str(option.get_attribute("value")) for option in options.all()]
        page.keyboard.press("Escape")
        for name in names:
            found[name] = [measure(page, name) for _ in range(times)]
        browser.close()
    server.terminate()
    every = sorted(seconds for each in found.values() for seconds in each)
    late = every[int(0.95 * len(every))]
    print(
        f"{len(found)} techniques, {len(every)} puzzles:"
        f" median {statistics.median(every):.2f} s, 95% under {late:.2f} s"
    )
    for name in sorted(found, key=lambda name: -max(found[name]))[:5]:
        print(f"  {name:32} {max(found[name]):6.2f} s")


if __name__ == "__main__":
    main()

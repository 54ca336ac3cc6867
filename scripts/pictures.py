"""Write the bitmaps of the web app: its icons, and the preview that other sites show for a link to it.

    .venv/bin/python scripts/pictures.py

Chromium draws them, by Playwright: the icons from icon.svg, the preview from a hint as nonet draws it.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from nonet.generating import practise
from nonet.render import svg

STATIC = Path(__file__).parents[1] / "src" / "nonet" / "web" / "static"
ICONS = (180, 192, 512)
PREVIEW = 1200, 630
_COLOURS = "#fbfaf6", "#1b1d21"


def write(browser: Browser) -> None:
    """Draw all pictures."""
    icon = (STATIC / "icon.svg").read_text("utf-8")
    for side in ICONS:
        # Systems cut the corners themselves.
        body = re.sub(r' rx="18"', "", icon).replace("<svg ", f'<svg width="{side}" ', 1)
        _shoot(browser, body, (side, side), STATIC / f"icon-{side}.png")
    words = f"""<div style="position: absolute; left: 72px; top: 190px; width: 480px">
        <div style="width: 96px; height: 96px">{icon}</div>
        <div style="font-size: 88px; font-weight: 700; line-height: 1.3">nonet</div>
        <div style="font-size: 32px; line-height: 1.4">Play, learn, watch and set Sudoku</div></div>"""
    board = (
        f'<div style="position: absolute; right: 56px; top: 44px; width: 542px">{_board()}</div>'
    )
    _shoot(browser, words + board, PREVIEW, STATIC / "preview.png")


def _board() -> str:
    """Return the picture of a hint, without its legend."""
    position, step = next(practise("xy_wing", seed=1))
    drawn = svg(position, step=step)
    width = re.search(r'viewBox="([\d. -]+)"', drawn)
    assert width is not None
    left, top, across, _ = map(float, width[1].split())
    return drawn.replace(width[0], f'viewBox="{left} {top} {across} {0.98 * across:.0f}"', 1)


def _shoot(browser: Browser, body: str, size: tuple[int, int], path: Path) -> None:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme="light")
    paper, ink = _COLOURS
    style = f"margin: 0; background: {paper}; color: {ink}; font-family: sans-serif"
    page.set_content(
        f'<body style="{style}">{body}<style>svg {{ display: block; width: 100%; height: auto }}</style>'
    )
    page.screenshot(path=path)
    page.close()


if __name__ == "__main__":
    found = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        write(browser)
        browser.close()

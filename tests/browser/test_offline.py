"""The app without its server: it opens, shows its puzzle and takes digits with the cable pulled."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect


def test_it_opens_and_plays_after_the_server_was_killed(
    start_server: Callable[..., Any], open_page: Callable[..., Any]
) -> None:
    server = start_server()
    page = open_page(url=server.url, service_workers="allow")
    page.expected_errors = "ERR_CONNECTION_REFUSED|Failed to fetch|ERR_FAILED"
    expect(page.get_by_role("grid")).to_be_visible()
    title = page.get_by_role("heading", level=1).inner_text()
    # The worker has stored every file before it is active.
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    server.stop()
    page.reload()
    grid = page.get_by_role("grid")
    expect(grid).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    empty = grid.get_by_role("gridcell", name="empty").first
    empty.click()
    page.keyboard.press("5")
    expect(grid.locator("[aria-selected=true]")).to_have_accessible_name(re.compile(r", 5\b"))


def test_a_changed_file_is_a_new_worker(server: Any, open_page: Callable[..., Any]) -> None:
    page = open_page(url=server.url)
    script = page.evaluate("fetch('sw.js').then((answer) => answer.text())")
    assert script.startswith('self.NONET = {"version": "')
    assert '"js/main.js"' in script and '"words/en.json"' in script

"""At a zoom of 200% no word is cut anywhere: a window of 1280 by 800 pixels is one of 640 by 400 then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser.test_access import FLYOUTS, LEVELS, PUZZLE, SMALL, open_flyout, open_play

expect: Any = pytest.importorskip("playwright.sync_api").expect

ZOOMED: dict[str, Any] = {"viewport": {"width": 640, "height": 400}}
LANGUAGES = ("en", "fa")
VARIANT = f"#play?p=3x3+killer:10=r1c1r1c2+thermo:r1c5r2c5r3c5:{'.' * 81}"
PLACES = {
    "learn": "learn",
    "lesson": "learn/x_wing",
    "lab": f"lab?p={SMALL}&a=backtracking,norvig",
    "set": f"set?p={PUZZLE}",
}
READY = {
    "learn": ".technique",
    "lesson": ".ladder .said",
    "lab": ".counters",
    "set": ".set-verdict",
}

Open = Callable[..., Any]


CUT = r"""() => {
    const INSET = 4; // pixels of a line above and below its letters
    const [scrolls, hides] = [/auto|scroll/, /hidden|clip/];
    function isCut({ left, right, top, bottom }, element) {
        let [isAcross, isDown] = [true, true];
        for (let each = element; each; each = each.parentElement) {
            const { overflowX, overflowY, display, position } = getComputedStyle(each);
            const box = each.getBoundingClientRect();
            if (display !== "inline") {
                isAcross &&= !scrolls.test(overflowX);
                isDown &&= !scrolls.test(overflowY);
                const beside = Math.max(box.left - left, right - box.right);
                const below = Math.max(box.top - top, bottom - box.bottom);
                if (isAcross && hides.test(overflowX) && beside > 1) return true;
                if (isDown && hides.test(overflowY) && below > INSET) return true;
            }
            if (position !== "fixed") continue;
            if (isDown && (top < -1 || bottom > innerHeight + 1)) return true;
            break;
        }
        return isAcross && (left < -1 || right > innerWidth + 1);
    }
    const isShortened = (each) =>
        hides.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth + 1;
    const found = document.documentElement.scrollWidth > innerWidth ? ["sideways"] : [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text; (text = texts.nextNode()); ) {
        const each = text.parentElement;
        const isWord = /\p{L}{2}/u.test(text.data) && !each.closest(".unseen, script, noscript, option");
        if (!isWord || !each.checkVisibility({ visibilityProperty: true })) continue;
        range.selectNodeContents(text);
        const lines = [...range.getClientRects()].filter(({ width, height }) => width && height);
        if (isShortened(each) || lines.some((line) => isCut(line, each))) found.push(`${each.className}: ${text.data}`);
    }
    return found;
}"""


def cut_words(page: Any) -> list[str]:
    """Return the texts of which a part is hidden where nothing scrolls, and "sideways" if the page does."""
    return list(page.evaluate(CUT))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_cut_in_play(open_page: Open, language: str) -> None:
    page = open_play(open_page, **ZOOMED, locale=language)
    found = {"play": cut_words(page)}
    for name in FLYOUTS:
        flyout = open_flyout(page, name)
        for more in flyout.locator("summary").all():
            more.click()
        found[name] = cut_words(page)
        flyout.locator(".flyout-head button").click()
    for mode in range(5):
        page.locator(".mode").nth(mode).click()
        found[f"mode {mode}"] = cut_words(page)
    page.locator(".mode").first.click()
    for rung, level in enumerate(LEVELS):
        page.keyboard.press("h")
        expect(page.locator(".rung").nth(rung)).to_have_attribute("aria-current", "step")
        found[level] = cut_words(page)
    assert not {where: words for where, words in found.items() if words}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_variant_is_cut(open_page: Open, language: str) -> None:
    page = open_play(open_page, VARIANT, **ZOOMED, locale=language)
    assert cut_words(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", ["learn", "lesson", "lab", "set"])
def test_no_word_is_cut_elsewhere(open_page: Open, language: str, place: str) -> None:
    page = open_page(f"#{PLACES[place]}", **ZOOMED, locale=language)
    expect(page.locator(READY[place]).first).to_be_visible()
    for more in page.locator(".place details:not([open]) > summary").all():
        if more.is_visible():
            more.click()
    if place == "set":
        expect(page.locator(".set-stats")).to_contain_text("ER")
        page.locator("[data-flyout=export]").click()
        expect(page.locator(".flyout-export")).to_be_visible()
    assert cut_words(page) == []

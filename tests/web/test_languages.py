"""Languages: the choice of one, and texts on a small phone."""

import re
from pathlib import Path

import pytest
from conftest import WAYS
from playwright.sync_api import expect

TABLE = Path(__file__).parents[2] / "web/text/text.js"
CODES = re.findall(r"^  (\w+): \[", TABLE.read_text(), re.M) if TABLE.exists() else ["en", "ja"]

CUT = """() => [...document.querySelectorAll('button, label, legend, h2, h3, p, select, dt, dd, strong, output')]
    .filter((each) => each.checkVisibility() && !each.closest('.pv, .list, .found, .terms, .board, .unseen'))
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
    .filter((each) => !each.matches('.who'))
    .map((each) => [each.className, each.textContent])"""


def test_the_language_follows_the_browser_or_the_setting(open_table):
    table = open_table(locale="ja-JP")
    table.open()
    page = table.page
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    table.square("f5").click()
    expect(table.square("f5")).to_have_attribute("aria-label", re.compile("黒"))
    page.get_by_role("button", name="設定").click()
    page.get_by_label("言語 (Language)").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    table.ready()
    assert table.moves()[0] == "f5", "the game is still there"


@pytest.mark.parametrize("code", CODES)
def test_texts_fit_a_small_phone(open_table, site, code):
    if site.name != WAYS[0].name:
        pytest.skip("the page is the same on each way")
    table = open_table(width=320, height=568, locale=code)
    table.open()
    page = table.page
    expect(page.locator("html")).to_have_attribute("lang", code)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(CUT) == []
    for key, name in (("n", "new"), ("t", "study"), ("o", "open"), ("c", "share"), ("e", "edit"), ("?", "help")):
        dialog = table.dialog(name, key)
        assert page.evaluate(CUT) == [], name
        assert dialog.evaluate("each => each.scrollWidth <= each.clientWidth"), name
        if name == "study":
            dialog.locator(".choice button").first.click()
            expect(page.locator(".task")).to_be_visible()
            table.settled()
            assert page.evaluate(CUT) == [], "task"
        else:
            table.press("Escape")
        table.closed()
    page.locator("header nav button").nth(-2).click()
    table.dialog("settings")
    assert page.evaluate(CUT) == [], "settings"

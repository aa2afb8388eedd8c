"""The panel: search options and the graph."""

import re

import pytest
from conftest import GAME
from playwright.sync_api import expect

ENDGAME = "-XXXXXX--XXXXX--XXXXXXXXXXXXXXXXOOOXXXXXOOXXXXXXO-XXXX--OOOOOO-- O"


def test_the_search_keeps_to_its_lines_and_limit(table):
    page = table.page
    table.people()
    page.get_by_role("button", name="Search for values").click()
    panel = page.get_by_role("group", name="Search for values")
    panel.get_by_label("Search").select_option("depth 8")
    panel.get_by_label("Lines").select_option("2")
    table.press("h")
    expect(page.locator(".lines li")).to_have_count(2)
    expect(page.locator(".status")).to_have_text("depth 8")
    expect(page.get_by_role("progressbar")).to_be_hidden()
    panel.get_by_label("Lines").select_option("every move")
    expect(page.locator(".hint:not(.none)")).to_have_count(4)


def test_before_a_search_the_panel_says_who_is_to_move(table):
    table.people()
    expect(table.page.locator(".status")).to_have_text("Black to move")
    table.play("f5")
    expect(table.page.locator(".status")).to_have_text("White to move")


def test_a_proof_shows_its_progress(table):
    table.set(limit="exact", lines=1)
    table.paste("f5d6c3d3c4")
    table.has("f5", "d6", "c3", "d3", "c4")
    table.press("h")
    progress = table.page.get_by_role("progressbar")
    expect(table.page.locator(".status")).to_have_text(re.compile(r"proving: depth \d+ of 55, confidence \d+ %"))
    assert 0 < progress.evaluate("each => each.value") < 0.9
    table.paste(ENDGAME)
    expect(table.page.locator(".lines .exact:visible")).to_have_count(1)
    expect(progress).to_be_hidden()


@pytest.mark.both
def test_only_an_engine_with_threads_offers_them(table, site):
    table.page.get_by_role("button", name="Search for values").click()
    expect(table.page.get_by_label("Memory for positions, in MiB")).to_be_visible()
    expect(table.page.get_by_label("Threads")).to_have_count(1 if site.name == "native" else 0)


def test_the_graph_has_numbers_and_distinguishes_proven_values(table):
    page = table.page
    table.set(analysisLevel=4)
    table.paste(GAME)
    table.until(lambda: len(table.moves()) == 60)
    table.press("a")
    expect(page.locator(".sums > div")).to_have_count(2)
    assert page.locator(".numbers span").all_inner_texts() == ["10", "20", "30", "40", "50", "60"]
    assert page.locator(".leads > span:not(.chip)").all_text_contents() == ["20", "8", "3", "0", "3", "8", "20"]
    parts = lambda name: page.locator(f".chart .{name}").get_attribute("d").count("L")
    assert 0 < parts("proven") < parts("curve")
    table.press("Home")
    table.until(lambda: re.match(r"M0 ", page.locator(".chart .now").get_attribute("d")))

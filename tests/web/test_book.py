"""The page of `outflank gui` with the built-in opening book, as users have it. The other tests run without it."""

import re

import pytest
from playwright.sync_api import expect
from test_opponents import resign
from test_study import begin, train

pytestmark = pytest.mark.native


@pytest.fixture(scope="session")
def site(request):
    site = request.param("--book", "embedded")
    yield site
    site.stop()


def test_a_game_and_its_analysis_with_the_book(table):
    page = table.page
    dialog = table.new_game("engine", "white")
    dialog.locator(".picker select").first.select_option("adapt")
    table.start(dialog)
    # The weak opponent does not play from the book, but moves at once.
    table.until(lambda: len(table.moves()) == 1)
    resign(table)
    table.opponent("level", 20, "white")
    # Level 20 from the book takes no search.
    table.until(lambda: len(table.moves()) == 1)
    # The diagonal opening. The book's scores after the parallel one are too shallow for values.
    (reply,) = table.until(lambda: {"c3", "f6"} & set(table.legal()))
    table.square(reply).click()
    table.until(lambda: len(table.moves()) == 3)
    table.press("h")
    expect(page.locator(".lines .score.book").first).to_be_visible()
    expect(page.locator(".engine .status")).to_contain_text("from the book")
    expect(page.locator(".hint .sub", has_text="book").first).to_be_attached()
    table.paste("f5d6c3d3c4f4f6b4")
    table.has("f5", "d6", "c3", "d3", "c4", "f4", "f6", "b4")
    page.get_by_role("button", name="Analyse the game").first.click()
    expect(page.get_by_text(re.compile("8 moves at level"))).to_be_visible()
    table.press("m")
    expect(page.locator(".verdict")).to_contain_text(re.compile(r"b4 loses \d+"))


def test_studies_with_the_book(table):
    task = begin(table, "Endgame puzzles", "Easy")
    expect(task).to_contain_text(re.compile("Find the best move|Only one move"))
    table.settled()
    task.get_by_role("button", name="Show the solution").click()
    expect(task.locator(".answer")).to_contain_text(re.compile(r"The best move is \w\d"))
    task.get_by_role("button", name="Back to the game").click()
    train(table, "The book from here", "Black")
    expect(task).to_contain_text("Black to move. Find a good move.")
    table.settled()
    task.get_by_role("button", name="Show the solution").click()
    expect(task.locator(".answer")).to_contain_text(re.compile(r"The best move is \w\d"))

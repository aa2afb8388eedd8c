"""The explorer: the moves of indexed games in a position, and these games."""

import os
import re
import subprocess

import pytest
from playwright.sync_api import expect
from test_library import keep
from test_look import GAME

GAMES = "\n\n".join(
    f'[Black "{black}"][White "{white}"][Date "{year}.01.02"]\n\n{moves}'
    for black, white, year, moves in (
        ("ann", "bob", 1999, GAME),
        ("cat", "dan", 2011, "f5d6c3d3c4 40-24"),
        ("eve", "ann", 2005, "c4e3f6e6f5 20-44"),
        ("fay", "bob", 2007, "f5f6e6f4g6 32-32"),
    )
)


def explore(table, folder):
    """Opens the explorer and adds a file."""
    table.press("w")
    explorer = table.page.locator(".explorer")
    path = folder / "games.pgn"
    path.write_text(GAMES)
    with table.page.expect_file_chooser() as chooser:
        explorer.get_by_role("button", name="Add files").click()
    chooser.value.set_files(path)
    return explorer


@pytest.fixture
def book(tmp_path):
    """A book with the counts of the games, made by the program."""
    path = tmp_path / "games.book"
    (tmp_path / "games.pgn").write_text(GAMES)
    for command in (["new", path], ["add", path, tmp_path / "games.pgn", "--plies", "4", "--level", "1"]):
        subprocess.run([os.environ["OUTFLANK"], "book", *command], check=True, stdout=subprocess.DEVNULL)
    return path


def counts(explorer):
    """The number of games of each move with a value in the book."""
    parts = "all => all.filter(each => each.querySelector('.worth')).map(each => ['strong', '.count'].map(part => each.querySelector(part).textContent))"
    return dict(explorer.locator(".continuation").evaluate_all(parts))


def moves(explorer):
    """The moves with the number of games and the results in words."""
    return explorer.locator(".continuation").evaluate_all(
        "all => all.map(each => ['strong', '.count', '.unseen'].map(part => each.querySelector(part).textContent).join(' '))"
    )


@pytest.mark.both
def test_moves_have_counts_and_games(table, tmp_path):
    table.people()
    table.play("f5", "d6")
    keep(table, "my own")
    explorer = explore(table, tmp_path)
    expect(explorer).to_contain_text("5 games")
    # Symmetric games count together. The library game has no result.
    table.until(lambda: moves(explorer) == ["c3 2 Black won 50 %, draws 0 %, White won 50 %"])
    table.press("Home")
    table.until(lambda: moves(explorer)[0].startswith("f5 5 "))
    table.press("ArrowRight")
    table.until(lambda: moves(explorer)[0].startswith("d6 3 "))
    first = explorer.locator(".game")
    expect(first).to_have_count(5)
    expect(first.nth(1)).to_contain_text("cat – dan")
    first.nth(1).click()
    table.has("f5", "d6", "c3", "d3", "c4")
    table.at("d6")
    expect(table.page.locator(".player.black .who")).to_have_text("cat")
    explorer.locator(".continuation").first.click()
    table.at("c3")
    # The next visit still has the files.
    table.reload()
    table.press("w")
    expect(explorer).to_contain_text("5 games")
    explorer.get_by_role("button", name="Remove the added files").click()
    expect(explorer).to_contain_text("1 game")
    table.press("w")
    expect(explorer).to_be_hidden()


def test_an_opened_file_can_be_added_to_the_explorer(table):
    table.paste(GAMES)
    table.dialog("games").get_by_role("button", name="Add to the explorer").click()
    table.closed()
    explorer = table.page.locator(".explorer")
    expect(explorer).to_contain_text("4 games")
    # The four first moves count as one, shown as in the first game.
    table.until(lambda: [each[:4] for each in moves(explorer)] == ["d3 4"])


@pytest.mark.parametrize("width", (390, 1366))
def test_the_explorer_is_accessible(open_table, tmp_path, width):
    from conftest import axe_source

    table = open_table(width=width, height=800)
    table.open()
    explorer = explore(table, tmp_path)
    table.until(lambda: moves(explorer))
    if source := axe_source():
        table.page.evaluate(source)
        found = table.page.evaluate("axe.run()")["violations"]
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []
    assert table.errors == []


@pytest.mark.both
def test_only_games_of_a_player_and_of_some_years_count(table, tmp_path):
    explorer = explore(table, tmp_path)
    expect(explorer).to_contain_text("4 games")
    player, first, last = explorer.get_by_label("Player"), explorer.get_by_label("From year"), explorer.get_by_label("To year")
    player.fill("ANN")
    table.until(lambda: [each.split()[1] for each in moves(explorer)] == ["2"])
    first.fill("2000")
    table.until(lambda: [each.split()[1] for each in moves(explorer)] == ["1"])
    expect(explorer.locator(".game")).to_have_count(1)
    expect(explorer.locator(".game")).to_contain_text("eve – ann")
    last.fill("2004")
    expect(explorer).to_contain_text("No games or book moves from here.")
    player.fill("")
    first.fill("")
    table.until(lambda: [each.split()[1] for each in moves(explorer)] == ["1"])
    expect(explorer.locator(".game")).to_contain_text("ann – bob")


@pytest.mark.both
def test_a_book_has_values_and_counts(table, book):
    table.people()
    table.press("w")
    explorer = table.page.locator(".explorer")
    with table.page.expect_file_chooser() as chooser:
        explorer.get_by_role("button", name="Add files").click()
    chooser.value.set_files(book)
    expect(explorer).to_contain_text(re.compile(r"^Explorer\d+ book positions"))
    # All four first moves are symmetric.
    table.until(lambda: counts(explorer) == {"d3": "4"})
    table.play("f5")
    table.until(lambda: counts(explorer) == {"d6": "2", "f6": "1", "f4": "1"})
    row = explorer.locator(".continuation", has_text="d6")
    expect(row.locator(".unseen")).to_have_text("Black won 50 %, draws 0 %, White won 50 %")
    expect(row.locator(".worth")).to_have_attribute("title", re.compile(r"from the book, depth \d+, 2 games"))
    # The mirrored position has the mirrored moves.
    table.press("Home")
    table.play("e6")
    table.until(lambda: counts(explorer) == {"f4": "2", "f6": "1", "d6": "1"})
    explorer.locator(".continuation", has_text="f4").click()
    table.at("f4")
    # The next visit still has the book.
    table.reload()
    table.press("w")
    table.until(lambda: counts(explorer))
    explorer.get_by_role("button", name="Remove the added files").click()
    table.until(lambda: not counts(explorer))


def test_an_opened_book_is_shown_in_the_explorer(table, book):
    dialog = table.dialog("open", "o")
    with table.page.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="Choose files").click()
    chooser.value.set_files(book)
    table.closed()
    table.until(lambda: counts(table.page.locator(".explorer")) == {"d3": "4"})


def test_a_damaged_book_is_reported(table, book):
    table.press("w")
    explorer = table.page.locator(".explorer")
    book.write_bytes(b"OFbook\r\n" + bytes(40))
    with table.page.expect_file_chooser() as chooser:
        explorer.get_by_role("button", name="Add files").click()
    chooser.value.set_files(book)
    expect(table.page.locator(".toast")).to_contain_text("games.book: invalid book version 0: expected 1")
    expect(explorer).to_contain_text("Add WTHOR files")

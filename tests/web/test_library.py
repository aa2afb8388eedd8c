"""The library: games with names, comments, marks and variations, kept in the browser and in files."""

import json
import re

import pytest
from playwright.sync_api import expect
from test_look import GAME
from test_opponents import resign


def keep(table, name):
    dialog = table.dialog("library", "k")
    dialog.get_by_placeholder("Name of the game").fill(name)
    dialog.get_by_role("button", name="Keep", exact=True).click()
    table.closed()


def comment(table, words):
    dialog = table.dialog("note", "i")
    dialog.get_by_role("textbox").fill(words)
    dialog.get_by_role("button", name="Keep").click()
    table.closed()


def names(dialog):
    return dialog.locator(".kept strong").all_inner_texts()


def until_listed(table, *expected):
    dialog = table.page.locator("dialog.library")
    table.until(lambda: sorted(names(dialog)) == sorted(expected))


def test_a_game_of_a_closed_tab_is_in_the_library_at_the_next_visit(table):
    table.opponent("level", 1)
    table.play("f5")
    # During this visit the database does not answer again.
    table.page.evaluate("IDBDatabase.prototype.transaction = () => ({ objectStore: () => ({ getAll: () => ({}), put() {} }) })")
    resign(table)
    expect(table.page.locator(".player.black .note")).to_have_text("resigned")
    table.reload()
    dialog = table.dialog("library", "k")
    table.until(lambda: len(names(dialog)) == 1)
    dialog.get_by_role("button", name=re.compile("^Delete")).click()
    table.until(lambda: names(dialog) == [])
    table.reload()
    expect(table.dialog("library", "k")).to_contain_text("The library is empty.")


@pytest.mark.both
def test_the_library_keeps_comments_marks_and_variations(table):
    table.people()
    table.play("f5", "d6", "c3")
    keep(table, "Tiger & co")
    table.press("ArrowLeft")
    table.play("c5")
    comment(table, "not <this>")
    table.press("d")
    expect(table.page.locator(".study [aria-pressed]")).to_have_attribute("aria-pressed", "true")
    for square in ("e6", "e6", "f6", "d3"):
        table.square(square).click()
    expect(table.page.locator(".marked > *")).to_have_count(2)
    expect(table.square("e6")).to_have_attribute("aria-label", re.compile("marked"))
    expect(table.square("f6")).to_have_attribute("aria-label", re.compile("arrow to d3"))
    table.press("Escape")
    # The right mouse button sets and removes marks, too.
    table.square("e6").click(button="right", force=True)
    expect(table.page.locator(".marked > *")).to_have_count(1)
    table.page.wait_for_timeout(600)
    table.opponent("level", 1)
    expect(table.page.locator(".tools.study")).to_be_hidden()
    table.reload()
    dialog = table.dialog("library", "k")
    dialog.get_by_role("searchbox").fill("<THIS>")
    until_listed(table, "Tiger & co")
    dialog.locator(".game").click()
    table.closed()
    table.at("c5")
    expect(table.page.locator(".comment")).to_have_text("not <this>")
    expect(table.page.locator(".marked > *")).to_have_count(1)
    expect(table.page.locator(".tools.study .name")).to_have_text("Tiger & co")
    # Promoting and deleting variations is saved, too.
    table.page.get_by_role("button", name="Make this the main line").click()
    table.has("f5", "d6", "c5")
    table.page.wait_for_timeout(600)
    table.reload()
    expect(table.page.locator(".tools.study .name")).to_have_text("Tiger & co")
    share = table.dialog("share", "c")
    for name in ("PGN", "SGF"):
        expect(share.get_by_role("textbox", name=name)).to_have_value(re.compile("not <this>.*c3|c3.*not <this>"))
    expect(share.get_by_role("textbox", name="GGF")).to_have_value(re.compile("not <this>"))
    # The marks are in the file, and come back with it.
    sgf = share.get_by_role("textbox", name="SGF")
    expect(sgf).to_have_value(re.compile(r"AR\[f6:d3\]"))
    record = sgf.input_value()
    table.press("Escape")
    table.closed()
    table.people()
    expect(table.page.locator(".marked > *")).to_have_count(0)
    table.paste(record)
    table.has("f5", "d6", "c5")
    expect(table.page.locator(".marked > *")).to_have_count(1)
    expect(table.page.locator(".comment")).to_have_text("not <this>")


def test_games_can_be_renamed_deleted_exported_and_imported(table, tmp_path):
    table.paste(GAME)
    table.until(lambda: len(table.moves()) == 60)
    keep(table, "one")
    dialog = table.dialog("library", "k")
    dialog.get_by_role("button", name="Rename: one").click()
    dialog.locator(".kept input").fill("two")
    dialog.locator(".kept").get_by_role("button", name="Rename").click()
    until_listed(table, "two")
    with table.page.expect_download() as download:
        dialog.get_by_role("button", name="Save all as a file").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert json.loads(path.read_text())["games"][0]["name"] == "two"
    dialog.get_by_role("button", name="Delete: two").click()
    until_listed(table)
    dialog.get_by_role("button", name="Undo").click()
    until_listed(table, "two")
    dialog.get_by_role("button", name="Delete: two").click()
    until_listed(table)
    with table.page.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="Add a library file").click()
    chooser.value.set_files(path)
    until_listed(table, "two")
    # Dropping or pasting a library file on the page adds its games, too.
    dialog.get_by_role("button", name="Delete: two").click()
    until_listed(table)
    table.press("Escape")
    table.closed()
    table.page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], 'outflank-library.json'));
            document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
        }""",
        path.read_text(),
    )
    dialog = table.dialog("library")
    until_listed(table, "two")
    (tmp_path / "other.json").write_text("[]")
    with table.page.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="Add a library file").click()
    chooser.value.set_files(tmp_path / "other.json")
    expect(dialog.get_by_role("alert")).to_have_text("This is not a library file.")
    dialog.locator(".game").click()
    table.until(lambda: len(table.moves()) == 60)


def test_records_include_the_values_of_the_analysis(table):
    table.set(analysisLevel=4)
    table.paste("f5d6c3d3c4")
    table.at("c4")
    table.press("a")
    expect(table.page.locator(".graph .sums > div")).to_have_count(2)
    share = table.dialog("share", "c")
    expect(share.get_by_role("textbox", name="GGF")).to_have_value(re.compile(r"B\[F5/[+-]\d"))
    expect(share.get_by_role("textbox", name="SGF")).to_have_value(re.compile(r"V\[[+-]\d"))


@pytest.mark.parametrize("width", (390, 1366))
def test_the_library_is_accessible(open_table, width):
    from conftest import axe_source

    table = open_table(width=width, height=800)
    table.open()
    table.people()
    table.play("f5")
    keep(table, "a study")
    comment(table, "a word")
    if source := axe_source():
        table.page.evaluate(source)
        for opened in (False, True):
            if opened:
                table.dialog("library", "k")
                until_listed(table, "a study")
            found = table.page.evaluate("axe.run()")["violations"]
            assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    assert table.errors == []


def test_on_a_phone_a_game_can_be_commented_before_it_is_kept(open_table):
    table = open_table(width=390, height=844, has_touch=True, is_mobile=True)
    table.open()
    table.people()
    tools = table.page.locator(".tools.study")
    expect(tools).to_be_hidden()
    table.play("f5")
    tools.get_by_role("button", name="Comment on this move").click()
    dialog = table.dialog("note")
    dialog.get_by_role("textbox").fill("a first thought")
    dialog.get_by_role("button", name="Keep").click()
    expect(table.page.locator(".comment")).to_have_text("a first thought")
    tools.get_by_role("button", name="Mark squares").click()
    for _ in range(2):
        table.square("d6").click()
    expect(table.page.locator(".marked > *")).to_have_count(1)
    table.press("Escape")
    tools.get_by_role("button", name="Keep").click()
    table.dialog("library").locator("form").get_by_role("button", name="Keep").click()
    table.closed()
    expect(tools.locator(".name")).to_have_text("My game")
    assert table.errors == []

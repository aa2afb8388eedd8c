"""Pictures of a game and its score sheet."""

import re
from pathlib import Path

from conftest import GAME
from playwright.sync_api import expect


def test_a_picture_of_the_game_has_move_numbers(table, tmp_path):
    table.paste(GAME)
    table.until(lambda: len(table.moves()) == 60)
    group = table.dialog("share", "c").get_by_role("group", name="Picture of the game with move numbers")
    with table.page.expect_download() as download:
        group.get_by_role("button", name="Save as SVG").click()
    download.value.save_as(tmp_path / "game.svg")
    svg = Path(tmp_path / "game.svg").read_text()
    numbers = [int(each) for each in re.findall(r'font-size="24"[^>]*>(\d+)<', svg)]
    assert sorted(numbers) == [*range(1, 61)]
    assert svg.count("<circle") == 64
    assert "Black – White" in svg
    with table.page.expect_download() as download:
        group.get_by_role("button", name="Save as PNG").click()
    download.value.save_as(tmp_path / "game.png")
    header = Path(tmp_path / "game.png").read_bytes()[:24]
    assert header[1:4] == b"PNG"
    assert [int.from_bytes(header[at : at + 4]) for at in (16, 20)] == [2 * 528, 2 * (528 + 34)]


def test_the_score_sheet_prints_instead_of_the_page(table):
    page = table.page
    table.paste(GAME)
    table.until(lambda: len(table.moves()) == 60)
    table.settled()
    page.evaluate("globalThis.print = () => {}")
    table.dialog("share", "c").get_by_role("button", name="Print the score sheet").click()
    page.emulate_media(media="print")
    sheet = page.locator(".sheet")
    expect(sheet).to_be_visible()
    expect(sheet.locator("li")).to_have_count(60)
    expect(sheet.locator("li").first).to_have_text("1d3")
    expect(sheet.get_by_text("35–29")).to_have_count(1)
    assert {"#fff"} == {each.get_attribute("fill") for each in sheet.locator("svg rect").all()} - {"#666"}, "no ink for the board"
    expect(page.locator("main")).to_be_hidden()
    expect(page.locator("dialog[open]")).to_be_hidden()
    page.emulate_media(media="screen")
    expect(sheet).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(sheet).to_have_count(0)

"""First use: mistakes, illegal squares, names, lists and the empty board."""

import re

import pytest
from conftest import WAYS
from playwright.sync_api import expect
from test_look import GAME


def analyse(table, game=GAME, level=4):
    table.set(analysisLevel=level)
    table.paste(game)
    table.until(lambda: len(table.moves()) == len(game) // 2)
    table.press("a")
    expect(table.page.locator(".sums > div")).to_have_count(2)


def test_a_mistake_shows_the_better_line(table):
    analyse(table)
    table.press("m")
    verdict = table.page.locator(".verdict")
    expect(verdict).to_contain_text(re.compile(r"\w\d loses \d+(\.\d)?\.\s*Better: \w\d"))
    better = re.search(r"Better: (\w\d)", verdict.inner_text()).group(1)
    expect(table.page.locator(".is-better")).to_have_count(1)
    assert "better move" in table.square(better).get_attribute("aria-label")
    main = table.moves()
    table.press("l")
    table.at(better)
    expect(verdict).to_be_hidden()
    assert table.moves() == main, "the better line is a variation"
    table.press("ArrowRight")
    table.until(lambda: table.current() not in ([], [better]))


def test_an_illegal_square_says_why(table):
    table.people()
    toast = table.page.locator(".toast")
    for square, why in (("a1", "a1 flips nothing for Black"), ("e4", "e4 is taken")):
        box = table.square(square).bounding_box()
        table.page.mouse.click(box["x"] + 9, box["y"] + 9)
        expect(toast).to_contain_text(why)
    table.play("f5")
    expect(toast).to_be_hidden()


def test_hovering_previews_the_flips(table):
    table.people()
    table.square("f5").hover()
    expect(table.page.locator(".flips")).to_have_count(1)
    assert table.counts() == [2, 2]
    table.square("a1").hover()
    expect(table.page.locator(".flips")).to_have_count(0)


def test_the_board_turns(table):
    table.people()
    before = table.square("a1").bounding_box(), table.square("h8").bounding_box()
    table.press("f")
    table.until(lambda: (table.square("h8").bounding_box(), table.square("a1").bounding_box()) == before)
    table.play("f5")
    table.reload()
    assert table.square("h8").bounding_box() == before[0]


def test_a_move_after_undo_continues_the_main_line(table):
    table.people()
    table.play("f5", "d6")
    table.page.get_by_role("button", name="Take back").click()
    table.at("f5")
    table.play("f6")
    table.has("f5", "f6")


def test_browser_back_goes_to_the_previous_game(table):
    table.people()
    table.play("e6")
    table.paste("f5d6c3")
    table.has("f5", "d6", "c3")
    table.paste("f5f4")
    table.has("f5", "f4")
    table.page.go_back()
    table.has("f5", "d6", "c3")
    table.page.go_back()
    table.has("e6")
    table.page.go_forward()
    table.has("f5", "d6", "c3")


def test_the_list_of_games_keeps_its_filter(table):
    table.paste("".join(f'[Black "ann {i}"][White "bob"]\n\nf5d6c3\n\n' for i in (2, 1, 3)))
    dialog = table.dialog("games")
    expect(dialog.get_by_role("searchbox")).to_be_focused()
    dialog.get_by_label("Sort by").select_option("players")
    rows = dialog.locator(".game strong")
    assert rows.all_inner_texts() == ["ann 1 – bob", "ann 2 – bob", "ann 3 – bob"]
    rows.first.click()
    table.has("f5", "d6", "c3")
    of = table.page.locator(".of:not(.study)")
    expect(of).to_contain_text("Game 2 of 3")
    of.get_by_role("button", name="Next game").click()
    expect(table.page.locator(".player.black .who")).to_have_text("ann 3")
    of.get_by_role("button", name="Game 3 of 3").click()
    expect(table.dialog("games").locator(".game[aria-current]")).to_contain_text("ann 3")


def test_names_lose_bidirectional_controls(table):
    table.paste('[Black "ann\u202e"][White "bob"]\n\nf5d6c3\n')
    table.has("f5", "d6", "c3")
    assert "\u202e" not in table.page.locator("body").inner_text()


def test_strength_has_a_grade_and_an_elo_range(table):
    dialog = table.dialog("new", "n")
    expect(dialog.locator(".picker").first).to_contain_text("casual player, 1070 to 1130 Elo above random moves")
    dialog.locator(".picker select").first.select_option("style")
    expect(dialog.locator(".picker").first).to_contain_text("Tries to lose")
    expect(dialog.locator(".picker").first).not_to_contain_text("deep-negative")


def test_an_empty_board_offers_first_steps(table):
    page = table.page
    offers = page.get_by_role("region", name="First steps")
    expect(offers.get_by_role("button")).to_have_count(4)
    offers.get_by_role("button", name="An example game").click()
    table.until(lambda: len(table.moves()) == 61)
    expect(offers).to_be_hidden()


def test_an_opened_record_without_names_is_not_mine(table):
    who = table.page.locator(".who")
    expect(who.filter(has_text="You")).to_have_count(1)
    table.paste("f5d6c3d3c4")
    table.at("c4")
    assert sorted(who.all_inner_texts()) == ["Black", "White"]


def test_no_move_is_previewed_while_squares_are_marked(table):
    table.people()
    table.square("f5").hover()
    expect(table.page.locator(".ghost:not(.none)")).to_have_count(1)
    table.square("a1").hover(force=True)
    table.press("d")
    table.square("f5").hover()
    table.square("d3").click()
    expect(table.page.locator(".marked > *")).to_have_count(1)
    expect(table.page.locator(".ghost:not(.none)")).to_have_count(0)

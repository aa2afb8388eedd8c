"""The board: views, move numbers and stable discs."""

from playwright.sync_api import expect


def corners(table):
    """The corner squares in reading order, and the first labels at the top and the left."""
    named = table.page.locator(".cell").evaluate_all("all => [0, 7, 56, 63].map(at => all[at].dataset.square)")
    labels = table.page.locator(".labels text").all_text_contents()
    return [*named, labels[0] + labels[1]]


def test_the_board_turns_and_mirrors(table):
    table.people()
    table.page.get_by_role("button", name="Settings").click()
    turn = table.dialog("settings").get_by_role("button", name="Turn by 90°")
    mirror = table.dialog("settings").get_by_role("button", name="Mirror")
    assert corners(table) == ["a1", "h1", "a8", "h8", "a1"]
    for button, expected in (
        (turn, ["a8", "a1", "h8", "h1", "8a"]),
        (mirror, ["a1", "a8", "h1", "h8", "1a"]),
        (turn, ["h1", "a1", "h8", "a8", "h1"]),
        (mirror, ["a1", "h1", "a8", "h8", "a1"]),
        (turn, ["a8", "a1", "h8", "h1", "8a"]),
    ):
        button.click()
        table.until(lambda: corners(table) == expected)
    table.press("Escape", "f")
    table.until(lambda: corners(table) == ["h1", "h8", "a1", "a8", "1h"])
    table.square("e6").click()
    table.has("e6")
    table.square("e6").focus()
    table.press("ArrowRight")
    expect(table.square("e7")).to_be_focused()


def test_discs_show_move_numbers(table):
    table.set(moveNumbers=True)
    table.people()
    table.play("f5", "d6")
    shown = lambda: [each for each in table.page.locator(".drawing .number").all_text_contents() if each]
    table.until(lambda: shown() == ["1", "2"] or shown() == ["2", "1"])
    expect(table.square("f5")).to_have_attribute("aria-label", "f5, Black, move 1")
    table.press("ArrowLeft")
    table.until(lambda: shown() == ["1"])


def test_stable_discs_come_from_the_engine(table):
    table.paste("XXO-----X---------------------OX-----------OO-----------------OO O")
    table.until(lambda: sum(table.counts()) == 10)
    expect(table.page.locator(".is-stable")).to_have_count(0)
    table.set(stable=True)
    expect(table.page.locator(".is-stable")).to_have_count(5)
    expect(table.square("h8")).to_have_attribute("aria-label", "h8, White, stable disc")
    expect(table.square("c1")).to_have_attribute("aria-label", "c1, White")

"""Playing: resigning, taking back, opponents, sounds, typed moves."""

import re

from playwright.sync_api import expect

LEAD = ".engine .lead"
SETTINGS = "JSON.parse(localStorage['outflank-settings'] ?? '{}')"


def resign(table):
    table.page.get_by_role("button", name="Resign", exact=True).click()
    table.page.get_by_role("button", name="Really resign?").click()


def test_a_person_resigns_against_the_engine(table):
    table.opponent("skill", 0)
    table.square("f5").click()
    table.until(lambda: len(table.moves()) == 2)
    resign(table)
    expect(table.page.locator(LEAD)).to_have_text("You resigned")
    expect(table.page.locator(".player.black .note")).to_have_text("resigned")
    assert table.legal() == []
    table.page.reload()
    table.ready()
    expect(table.page.locator(LEAD)).to_have_text("You resigned")
    table.page.get_by_role("button", name="Rematch").click()
    table.has()


def test_between_two_people_the_side_to_move_resigns(table):
    table.people()
    expect(table.page.get_by_role("button", name="Resign", exact=True)).to_be_hidden()
    table.play("f5")
    resign(table)
    expect(table.page.locator(LEAD)).to_have_text("White has resigned")


def test_taking_back_needs_the_consent_of_the_other_person(table):
    page = table.page
    dialog = table.new_game("people")
    dialog.get_by_label("Ask the other person").check()
    table.start(dialog)
    table.play("f5")
    for answer, moves in (("Refuse", ["f5"]), ("Allow", [])):
        page.get_by_role("button", name="Take back").click()
        expect(page.get_by_text("Black asks to take back f5.")).to_be_visible()
        table.at("f5")
        page.get_by_role("button", name=answer).click()
        table.at(*moves)
        expect(page.get_by_text("Black asks to take back f5.")).to_be_hidden()


def test_the_adapting_opponent_changes_between_games(table):
    table.set(adapted=1)
    dialog = table.new_game("engine", "black")
    dialog.locator(".picker select").first.select_option("adapt")
    table.start(dialog)
    name = table.page.locator(".player.white .who")
    expect(name).to_have_text("Adapting, strength 1 of 10")
    table.square("f5").click()
    table.until(lambda: len(table.moves()) == 2)
    resign(table)
    table.page.get_by_role("button", name="Rematch").click()
    expect(name).to_have_text("Adapting, strength 0 of 10")
    table.until(lambda: table.page.evaluate(SETTINGS)["adapted"] == 0)


def test_engine_against_engine_can_pause_and_change_speed(table):
    page = table.page
    dialog = table.new_game("engines")
    for picker in dialog.locator(".picker:visible").all():
        picker.locator("select").first.select_option("skill")
        picker.locator('input[type="range"]').fill("0")
    table.start(dialog)
    page.get_by_label("A move every").select_option("0")
    table.until(lambda: len(table.moves()) > 6)
    page.get_by_role("button", name="Pause").click()
    resume = page.get_by_role("button", name="Continue the game")
    expect(resume).to_be_visible()
    count = len(table.moves())
    page.get_by_label("A move every").select_option("5000")
    resume.click()
    table.until(lambda: len(table.moves()) > count)
    page.wait_for_timeout(1000)
    assert len(table.moves()) <= count + 2


def test_sounds_are_off_by_default(open_table):
    table = open_table()
    table.page.add_init_script(
        """globalThis.tones = [];
        const Real = OscillatorNode;
        globalThis.OscillatorNode = class extends Real {
            constructor(context, options) { super(context, options); tones.push(options.type); }
        };"""
    )
    table.open()
    table.people()
    table.play("f5")
    assert table.page.evaluate("tones") == []
    table.set(sound=True)
    table.play("d6")
    table.until(lambda: table.page.evaluate("tones") == ["triangle"])
    table.square("a1").click(force=True)
    table.until(lambda: table.page.evaluate("tones") == ["triangle", "square"])


def test_moves_can_be_typed(table):
    page = table.page
    table.people()
    table.press("/")
    expect(page.get_by_label("Type a move")).to_be_focused()
    page.keyboard.type("F5")
    table.has("f5")
    page.keyboard.type("d6")
    table.has("f5", "d6")
    page.keyboard.type("a1")
    expect(page.locator(".toast")).to_have_text(re.compile("a1 flips nothing for Black"))
    page.keyboard.type("x9")
    expect(page.locator(".toast")).to_have_text(re.compile("Invalid square “x9”"))
    table.press("Escape")
    expect(page.get_by_label("Type a move")).to_be_hidden()
    table.press("ArrowLeft")
    table.at("f5")

"""Playing by mouse and keys: moves, the engine, undo, passes, clocks."""

import re

import pytest
from playwright.sync_api import expect


@pytest.mark.both
def test_a_whole_game_against_level_1(table):
    table.set(animate=False)
    table.opponent("level", 1)
    page = table.page
    again = page.get_by_role("button", name="Rematch")
    for _ in range(60):
        legal = table.until(lambda: table.legal() or again.is_visible() and ["over"])
        if legal == ["over"]:
            break
        move = table.square(legal[len(legal) // 2])
        move.click()
        table.until(lambda: "legal" not in move.get_attribute("aria-label"))
    black, white = table.counts()
    assert black + white > 10
    won = "You won" if black > white else "You lost" if white > black else "A draw"
    expect(page.locator(".lead")).to_contain_text(won)
    page.locator(".engine").get_by_role("button", name="Analyse the game").click()
    expect(page.locator(".sums > div")).to_have_count(2)
    page.get_by_role("button", name="Swap colours").click()
    table.until(lambda: len(table.moves()) == 1 and table.legal())
    expect(page.locator(".player.white .who")).to_have_text("You")
    assert table.square("a1").bounding_box()["y"] > page.locator(".player.black").bounding_box()["y"]


def test_illegal_squares_do_nothing(table):
    table.people()
    box = table.square("a1").bounding_box()
    table.page.mouse.click(box["x"] + 9, box["y"] + 9)
    table.play("f5")
    table.settled()
    assert sorted(table.legal()) == ["d6", "f4", "f6"]
    assert table.moves() == ["f5"]
    assert table.counts() == [4, 1]


def test_undo_and_redo_reach_both_ends(table):
    table.people()
    table.play("f5", "d6", "c3", "d3")
    table.press("u", "u", "u")
    table.at("f5")
    table.press("r")
    table.at("d6")
    table.press("End")
    table.at("d3")
    table.press("Home")
    table.at()
    assert table.counts() == [2, 2]
    table.page.get_by_role("button", name="Forward one move").click()
    table.at("f5")


def test_the_wheel_steps_through_the_game(table):
    table.people()
    table.play("f5", "d6", "c3")
    table.square("a1").hover()
    table.page.mouse.wheel(0, -100)
    table.at("d6")
    table.page.mouse.wheel(0, -100)
    table.at("f5")
    table.page.mouse.wheel(0, 100)
    table.at("d6")


def test_the_wheel_over_the_board_scrolls_a_high_page(open_table):
    table = open_table(width=600, height=700)
    table.open()
    table.people()
    table.play("f5", "d6")
    table.square("a1").hover()
    table.page.mouse.wheel(0, 100)
    table.until(lambda: table.page.evaluate("scrollY") == 100)
    table.page.mouse.wheel(0, -100)
    table.until(lambda: table.page.evaluate("scrollY") == 0)
    table.at("d6")


@pytest.mark.parametrize("width, height", [(1280, 720), (1366, 768), (1920, 1080), (2560, 1440)])
def test_a_large_window_needs_no_scrolling(open_table, width, height):
    table = open_table(width=width, height=height)
    table.open()
    assert table.page.evaluate("document.documentElement.scrollHeight") == height


@pytest.mark.both
def test_undo_takes_back_the_engines_move_too(table):
    table.opponent("skill", 3)
    table.play("f5")
    table.until(lambda: len(table.moves()) == 2)
    table.press("u")
    table.at()
    assert table.counts() == [2, 2]
    table.press("r")
    table.until(lambda: table.current() == [table.moves()[1]])


@pytest.mark.both
def test_white_against_the_engine(table):
    table.opponent("skill", 2, colour="white")
    table.until(lambda: len(table.moves()) == 1 and table.legal())
    table.play(table.legal()[0])
    table.until(lambda: len(table.moves()) == 3)


def test_a_variation_can_be_entered_and_left(table):
    table.people()
    table.paste("f5d6c3d3c4")
    table.has("f5", "d6", "c3", "d3", "c4")
    table.press("Home", "ArrowRight")
    table.at("f5")
    table.play("f6")
    table.at("f6")
    assert table.moves() == ["f5", "d6", "c3", "d3", "c4"], "the game is still there"
    table.press("ArrowUp")
    table.at("d6")
    table.press("ArrowDown")
    table.page.get_by_role("button", name="Back to the game").click()
    table.at("f5")
    table.press("ArrowRight", "ArrowDown")
    table.page.get_by_role("button", name="Make this the main line").click()
    table.has("f5", "f6")


def test_back_to_the_game_follows_the_main_line_again(table):
    table.people()
    table.paste("f5d6c3d3c4")
    table.has("f5", "d6", "c3", "d3", "c4")
    for back in (lambda: table.press("b"), table.page.get_by_role("button", name="Back to the game").click):
        table.press("Home", "ArrowRight")
        table.at("f5")
        table.play("f6")
        table.at("f6")
        back()
        table.at("f5")
        table.press("ArrowRight")
        table.at("d6")
        table.press("End")
        table.at("c4")


def bring(table, how):
    """Opens a game or a position with Black to move."""
    if how == "paste":
        table.paste("f5d6")
        table.has("f5", "d6")
        return "c3"
    if how == "open":
        dialog = table.dialog("open", "o")
        dialog.locator("textarea").fill("f5f6")
        dialog.get_by_role("button", name="Open", exact=True).click()
        table.has("f5", "f6")
        return "e6"
    dialog = table.dialog("edit", "e")
    dialog.get_by_role("button", name="Use this position").click()
    table.closed()
    return "f5"


@pytest.mark.parametrize("how", ["paste", "open", "set up"])
def test_an_opened_position_keeps_the_engine_as_opponent(table, how):
    table.opponent("skill", 3)
    move = bring(table, how)
    for _ in range(2):
        dialog = table.dialog("new", "n")
        expect(dialog.locator('input[value="engine"]')).to_be_checked()
        expect(dialog.locator(".picker output").first).to_have_text("Strength 3 of 10")
        table.press("Escape")
        table.closed()
        table.reload()
    before = table.moves()
    table.play(move)
    table.until(lambda: len(table.moves()) == len(before) + 2)


def test_the_engine_does_not_answer_variations_of_an_opened_game(table):
    table.opponent("skill", 3)
    table.paste("f5d6c3d3c4")
    table.has("f5", "d6", "c3", "d3", "c4")
    table.press("Home")
    table.at()
    table.play("d3")
    table.at("d3")
    table.page.wait_for_timeout(1000)  # Time for the engine to move.
    table.at("d3")
    assert table.moves() == ["f5", "d6", "c3", "d3", "c4"]
    table.press("u")
    table.at()
    table.press("ArrowRight")
    table.at("d3")
    # The game continues on request.
    table.page.get_by_role("button", name="Continue the game").click()
    table.until(lambda: len(table.moves()) == 2 and table.moves()[0] == "d3")


def test_a_pass_is_announced(table):
    table.people()
    table.paste("XO6/8/8/8/8/8/8/XO6 X")
    table.until(lambda: table.counts() == [2, 2])
    # White has no reply to c1.
    table.play("c1")
    table.until(lambda: len(table.moves()) >= 2)
    assert "pass" in table.moves()
    expect(table.page.locator(".toast")).to_contain_text("White has no move and passes")


# The status of a running search.
DEPTH = re.compile(r"depth \d\d")

STOP = """() => new Promise((resolve) => {
    const stop = document.querySelector('.stop');
    const start = performance.now();
    const look = () => stop.hidden && resolve(performance.now() - start);
    new MutationObserver(look).observe(stop, { attributes: true });
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    setTimeout(() => resolve(Infinity), 5000);
})"""


@pytest.mark.both
def test_values_deepen_and_stop_within_100_ms(table):
    table.set(limit="infinite")
    table.people()
    page = table.page
    table.press("h")
    expect(page.locator(".hint:not(.none)")).to_have_count(4)
    status = page.locator(".status")

    # Other programs can delay an answer, but not every one.
    def is_quick():
        table.until(lambda: DEPTH.search(status.inner_text()))
        if page.evaluate(STOP) < 100:
            return True
        table.press("h")

    table.until(is_quick)


# The square of each value on the board.
VALUED = """() => [...document.querySelectorAll('.square')].flatMap((square, i) =>
    square.querySelector('.hint:not(.none)') ? 'abcdefgh'[i % 8] + (1 + Math.floor(i / 8)) : [])"""


@pytest.mark.both
def test_values_belong_to_the_game_on_the_board(table):
    table.set(limit="infinite")
    table.start(table.new_game("analysis"))
    for moves in (["f5", "d6", "c3", "d3", "c4"], ["f5", "f6", "e6", "f4", "e3"]):
        table.paste("".join(moves))
        table.has(*moves)
        table.until(lambda: table.page.evaluate(VALUED))
    table.page.locator(".toast").get_by_role("button", name="Undo").click()
    table.has("f5", "d6", "c3", "d3", "c4")
    for _ in range(10):
        valued = table.until(lambda: table.page.evaluate(VALUED))
        assert {*valued} <= {*table.legal()}
        table.page.wait_for_timeout(100)


def test_undo_restores_a_replaced_game(table):
    table.people()
    assert table.page.locator(".toast").is_hidden()
    table.play("f5", "d6")
    table.people()
    table.has()
    table.page.locator(".toast").get_by_role("button", name="Undo").click()
    table.has("f5", "d6")
    table.play("c3")


@pytest.mark.both
def test_the_engine_moves_on_request(table):
    table.people()
    table.press("Space")
    table.until(lambda: len(table.moves()) == 1)


def test_space_after_a_click_does_not_repeat_it(table):
    table.people()
    table.play("f5", "d6", "c3")
    for name, after in (("Back one move", "d6"), ("To the start", None)):
        table.page.get_by_role("button", name=name).click()
        table.at(*filter(None, [after]))
    table.press("Space")
    table.until(lambda: len(table.current()) == 1)
    # After a key press the focus stays.
    back = table.page.get_by_role("button", name="Back one move")
    back.focus()
    table.press("Space")
    table.at()
    expect(back).to_be_focused()


def test_space_after_a_dialog_does_not_reopen_it(table):
    table.people()
    table.page.get_by_role("button", name="New game").click()
    table.dialog("new")
    table.press("Escape")
    table.closed()
    # The browser returns the focus to the button before the page removes it.
    expect(table.page.locator("button:focus")).to_have_count(0)
    table.press("Space")
    table.until(lambda: len(table.moves()) == 1)
    table.closed()


def test_hovering_previews_a_line(table):
    table.set(limit="movetime 5000")
    table.people()
    table.press("h")
    expect(table.page.locator(".hint:not(.none)")).to_have_count(4)
    table.until(lambda: DEPTH.search(table.page.locator(".status").inner_text()))
    table.square("f5").hover()
    table.until(lambda: table.page.locator(".ghost:not(.none)").count() > 2)
    # After the search the board shows the end of the line, with more discs.
    table.until(lambda: table.page.locator(".disc.black, .disc.white").count() > 6)
    table.page.locator("h1").hover()
    expect(table.page.locator(".ghost:not(.none)")).to_have_count(0)
    expect(table.page.locator(".disc.black, .disc.white")).to_have_count(4)


@pytest.mark.both
def test_a_line_redrawn_under_the_mouse_can_be_clicked(table):
    table.set(limit="infinite")
    table.people()
    table.press("h")
    page = table.page
    step = page.locator(".lines li").first.locator(".step").nth(1)
    step.hover()
    page.mouse.down()
    depth = lambda: int(re.search(r"depth (\d+)", page.locator(".status").inner_text())[1])
    before = depth()
    table.until(lambda: depth() > before + 3)
    page.mouse.up()
    table.until(lambda: len(table.moves()) == 2)


def test_the_clock_runs_out(table):
    page = table.page
    dialog = table.new_game("people")
    dialog.get_by_label("Clock").select_option("1 0")
    table.start(dialog)
    clock = page.locator(".player.black .clock")
    first = clock.inner_text()
    assert "0:30" < first <= "1:00"
    table.until(lambda: "0:30" < clock.inner_text() < first)
    expect(page.locator(".player.white .clock")).to_have_text("1:00")


def test_navigation_restores_no_time(table):
    dialog = table.new_game("people")
    dialog.get_by_label("Clock").select_option("1 0")
    table.start(dialog)
    table.play("f5")
    clock = table.page.locator(".player.white .clock")
    table.until(lambda: clock.inner_text() < "0:58")
    before = clock.inner_text()
    table.press("ArrowLeft")
    table.at()
    table.until(lambda: clock.inner_text() < before)
    before = clock.inner_text()
    table.reload()
    table.at("f5")
    assert clock.inner_text() <= before
    table.until(lambda: clock.inner_text() < before)
    table.play("d6")


def test_a_reload_restores_no_time(table):
    page = table.page
    dialog = table.new_game("people")
    dialog.get_by_label("Clock").select_option("1 0")
    table.start(dialog)
    table.play("f5")
    clock = page.locator(".player.white .clock")
    table.until(lambda: clock.inner_text() < "0:58")
    before = clock.inner_text()
    table.reload()
    assert clock.inner_text() <= before
    table.until(lambda: clock.inner_text() < before)


def test_a_loss_on_time_is_shown_and_can_be_undone(table, open_table):
    dialog = table.new_game("people")
    dialog.get_by_label("Clock").select_option("1 0")
    table.start(dialog)
    table.play("f5", "d6")
    # Another visit continues with half a second left.
    stored = table.kept("f5 d6")
    stored["clock"]["black"] = 500
    other = open_table(stored=stored)
    other.open()
    expect(other.page.locator(".lead")).to_have_text("Black has lost on time")
    expect(other.page.locator(".engine").get_by_role("button", name="Analyse the game")).to_be_visible()
    expect(other.page.locator(".player.black .note")).to_have_text("lost on time")
    assert other.legal() == []
    other.press("ArrowLeft")
    other.at("f5")
    other.play("f6")
    other.has("f5", "d6")
    other.at("f6")
    other.reload()
    other.press("ArrowUp")
    other.at("d6")
    assert other.legal() == []


def test_the_random_colour_stays_selected(table):
    table.start(table.new_game("engine", "random"))
    dialog = table.dialog("new", "n")
    expect(dialog.locator('input[value="random"]')).to_be_checked()


def test_a_dialog_can_be_reopened_at_once(table):
    dialog = table.dialog("new", "n")
    # The key comes between the close and its event.
    dialog.evaluate(
        """dialog => {
            dialog.querySelector('header button').click();
            requestAnimationFrame(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true })));
        }"""
    )
    table.page.wait_for_timeout(300)
    expect(dialog).to_be_visible()


def test_a_new_game_begins_at_the_start(table):
    table.people()
    table.play("f5", "d6")
    table.start(table.new_game("here"))
    table.has("f5", "d6")
    table.start(table.dialog("new", "n"))
    table.has()
    assert table.counts() == [2, 2]


@pytest.mark.both
def test_a_balanced_start(table):
    dialog = table.new_game("people", "balanced")
    table.start(dialog)
    assert len([move for move in table.moves() if move != "pass"]) == 8


@pytest.mark.both
def test_closing_the_dialog_cancels_a_balanced_start(table):
    table.people()
    table.play("f5")
    dialog = table.new_game("people", "balanced")
    # Closed when the dialog shows the search, before the engine can answer.
    dialog.evaluate(
        """dialog => {
            const close = (_, observer) => {
                if (!dialog.textContent.includes('Looking for a balanced start')) return;
                observer.disconnect();
                dialog.querySelector('header button').click();
            };
            new MutationObserver(close).observe(dialog, { subtree: true, childList: true, characterData: true });
            dialog.querySelector('form').requestSubmit();
        }"""
    )
    table.closed()
    table.play("d6")
    table.page.wait_for_timeout(1500)  # Time for it to begin.
    assert table.moves() == ["f5", "d6"]
    table.start(table.new_game("people", "balanced"))
    table.until(lambda: len(table.moves()) >= 8)


def test_clocks_stay_after_a_reload(table):
    dialog = table.new_game("people")
    dialog.get_by_label("Clock").select_option("1 0")
    table.start(dialog)
    black, white = (table.page.locator(f".player.{side} .clock") for side in ("black", "white"))
    table.until(lambda: black.inner_text() < "0:59")
    table.play("f5")
    # White's time runs, so Black's has stopped.
    table.until(lambda: white.inner_text() < "1:00")
    left = black.text_content()
    table.reload()
    table.press("ArrowLeft", "End")
    expect(black).to_have_text(left)


def test_an_open_dialog_receives_the_keys(table):
    table.people()
    table.play("f5")
    dialog = table.dialog("new", "n")
    # No part of the dialog has the focus.
    dialog.locator("h2").click()
    table.press("u", "h")
    dialog.get_by_role("button", name="Start", exact=True).focus()
    table.page.evaluate("document.activeElement.blur()")
    table.press("u", "Escape")
    table.closed()
    table.at("f5")
    assert table.page.locator(".lines").is_hidden()


@pytest.mark.both
def test_a_named_opening(table):
    dialog = table.new_game("people", "named")
    dialog.get_by_label("Name", exact=True).select_option(label="Tiger")
    table.start(dialog)
    table.until(lambda: len(table.moves()) == 5)
    expect(table.page.locator(".opening")).to_have_text("Tiger")


def test_a_game_by_keyboard_alone(table):
    page = table.page
    dialog = table.new_game()
    dialog.locator('input[value="engine"]').focus()
    table.press("ArrowRight")  # two people
    table.press("Enter")
    table.closed()
    table.settled()
    expect(page.locator(".square.legal")).to_have_count(4)
    table.press("g")
    table.until(lambda: page.evaluate("document.activeElement.dataset.square") == "d3")
    table.press("Enter")
    table.at("d3")
    table.press("ArrowLeft", "Enter")
    table.at("c3")
    table.press("u", "u", "r")
    table.at("d3")
    table.dialog("help", "?")
    table.press("Escape")
    table.closed()


@pytest.mark.both
def test_the_engine_against_itself_can_be_stopped(table):
    table.start(table.new_game("engines"))
    table.until(lambda: len(table.moves()) >= 3)
    table.press("Escape")
    resume = table.page.get_by_role("button", name="Continue the game")
    expect(resume).to_be_visible()
    count = len(table.moves())
    table.page.wait_for_timeout(1000)  # Time for it to move.
    assert len(table.moves()) == count
    resume.click()
    table.until(lambda: len(table.moves()) > count + 1)


def test_a_stopped_engine_stays_stopped(table, open_table):
    table.start(table.new_game("engines"))
    table.until(lambda: len(table.moves()) >= 2)
    table.press("Escape")
    resume = table.page.get_by_role("button", name="Continue the game")
    expect(resume).to_be_visible()
    count = len(table.moves())
    table.reload()
    other = open_table(table.page.context)
    other.open()
    table.page.wait_for_timeout(1000)  # Time for it to move.
    for each in (table, other):
        expect(each.page.get_by_role("button", name="Continue the game")).to_be_visible()
        assert len(each.moves()) == count

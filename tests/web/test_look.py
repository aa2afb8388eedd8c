"""The look: the analysis, sizes, colours, screen readers, and lost connections."""

import re

import pytest
from conftest import GAME, HEADLESS_SHELL, Table, axe_source
from playwright.sync_api import expect


@pytest.mark.both
def test_an_analysis_covers_the_whole_game(table):
    page = table.page
    table.set(analysisLevel=4)
    table.press(",")  # no such key
    table.paste(GAME)
    table.until(lambda: len(table.moves()) == 60)
    table.reload()
    assert len(table.moves()) == 60
    table.press("a")
    expect(page.locator(".sums > div")).to_have_count(2)
    assert page.locator(".chart .dot").count() > 3
    seen = "all => all.filter(each => getComputedStyle(each).opacity === '1').length"
    assert page.locator(".chart .dot").evaluate_all(seen) == page.locator(".chart .dot").count()
    assert page.locator(".move.mistake, .move.blunder").count() > 1
    # The graph shortens the list of moves. The current move stays visible.
    table.until(
        lambda: page.evaluate(
            """() => {
                const list = document.querySelector('.moves .list').getBoundingClientRect();
                const move = document.querySelector('.move[aria-current]').getBoundingClientRect();
                return move.top >= list.top && move.bottom <= list.bottom;
            }"""
        )
    )
    expect(page.locator(".lead")).to_have_text(re.compile(r"(Black|White) (ahead|wins) by \d+|Even|A draw"))
    box = page.locator(".chart").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
    table.at(GAME[58:60])
    table.press("Home", "m")
    expect(page.locator(".move[aria-current] b")).to_have_text(re.compile(r"\?"))
    assert page.locator(".chart").get_attribute("aria-valuetext")
    first = table.current()
    table.press("Home")
    page.get_by_role("button", name="Next mistake").click()
    table.at(*first)
    dots = page.locator(".chart .dot").count()
    table.reload()
    table.until(lambda: page.locator(".chart .dot").count() == dots)
    expect(page.locator(".sums > div")).to_have_count(2)


def test_next_mistake_wraps_around_at_the_end(table):
    page = table.page
    table.set(analysisLevel=4)
    table.paste(GAME)
    table.until(lambda: len(table.moves()) == 60)
    table.press("a")
    expect(page.locator(".sums > div")).to_have_count(2)
    table.at("a8")
    marked = page.locator(".pair .move:has(b)")
    count = marked.count()
    assert count > 2
    current = lambda number: expect(marked.nth(number)).to_have_attribute("aria-current", "true")
    button = page.get_by_role("button", name="Next mistake")
    table.press("m")
    current(0)
    table.press("M")
    current(count - 1)
    button.click()
    current(0)
    button.click()
    current(1)


def test_next_mistake_is_disabled_without_mistakes(table):
    table.set(analysisLevel=4)
    table.paste("f5")
    table.has("f5")
    button = table.page.get_by_role("button", name="Next mistake")
    expect(button).to_be_hidden()
    table.press("a")
    expect(table.page.locator(".sums > div")).to_have_count(2)
    expect(button).to_be_disabled()


def test_the_graph_handles_scrolling_taps_and_drags(open_table):
    table = open_table(width=412, height=700, has_touch=True)
    table.open()
    page = table.page
    table.set(analysisLevel=4)
    table.paste(GAME)
    table.until(lambda: len(table.moves()) == 60)
    table.press("a")
    expect(page.locator(".sums > div")).to_have_count(2)
    chart = page.locator(".chart")
    chart.scroll_into_view_if_needed()
    browser = page.context.new_cdp_session(page)

    def touch(kind, *point):
        points = [{"x": point[0], "y": point[1]}] if point else []
        browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(50)

    def middle():
        box = chart.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    x, y = middle()
    page.mouse.click(x, y, button="right")
    before = page.evaluate("scrollY")
    assert before > 50
    touch("touchStart", x, y)
    for moved in range(20, 220, 20):
        touch("touchMove", x, y + moved)
    touch("touchEnd")
    table.until(lambda: page.evaluate("scrollY") < before)
    table.at("a8")
    chart.scroll_into_view_if_needed()
    x, y = middle()
    touch("touchStart", x, y)
    touch("touchEnd")
    table.at(GAME[58:60])
    touch("touchStart", x, y)
    for moved in range(20, 120, 20):
        touch("touchMove", x - moved, y + 5)
    table.until(lambda: table.current() not in ([GAME[58:60]], ["a8"]))
    touch("touchEnd")


@pytest.mark.both
def test_an_analysis_shows_progress_and_can_be_stopped(table):
    page = table.page
    table.set(analysisLevel=26)
    table.paste(GAME)
    table.until(lambda: len(table.moves()) == 60)
    table.press("a")
    table.until(lambda: (page.locator(".chart .curve").get_attribute("d") or "").count("L") > 3)
    table.press("ArrowLeft")
    table.at(GAME[-4:-2])
    table.press("Escape")
    expect(page.get_by_role("button", name="Continue the analysis")).to_be_visible()


def test_totals_exclude_an_analysis_at_another_level(table):
    page = table.page
    sums = page.locator(".sums")
    table.set(analysisLevel=4)
    table.paste(GAME)
    table.until(lambda: len(table.moves()) == 60)
    table.press("a")
    expect(sums).to_contain_text("60 moves at level 4")
    assert "60 of" not in sums.inner_text()
    table.set(analysisLevel=26)
    expect(sums).to_contain_text("60 moves at level 4")
    table.press("a")
    # The second analysis removes the curve of the first.
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    table.until(lambda: (page.locator(".chart .curve").get_attribute("d") or "").count("L") > 5)
    table.press("Escape")

    def agree():
        expect(sums).to_contain_text(re.compile(r"^\d+ of 60 moves at level 26"))
        analysed = int(sums.inner_text().split()[0])
        assert 5 < analysed < 60
        assert page.locator(".chart .curve").get_attribute("d").count("L") == analysed
        told = sum(int(each.split()[1]) for each in sums.locator(".marks span").all_inner_texts())
        assert page.locator(".pair .move b").count() == told
        expect(page.get_by_role("button", name="Continue the analysis")).to_be_visible()

    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    agree()
    before = sums.inner_text()
    table.reload()
    expect(sums).to_have_text(re.compile(before.split(" at ")[0]))
    agree()


@pytest.mark.both
def test_the_evaluation_shows_its_terms(table):
    # A corner with its edge decides this position, so its squares have the full colour.
    table.paste("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
    table.until(lambda: sum(table.counts()) > 40)
    table.press("x")
    expect(table.page.locator(".terms div").first).to_be_visible()
    heats = table.page.locator(".heat").evaluate_all(
        "all => all.map(each => [each.classList.contains('good'), Number(each.getAttribute('fill-opacity'))])"
    )
    assert max(opacity for _, opacity in heats) == 0.85
    assert {good for good, opacity in heats if opacity > 0} == {True, False}
    terms = table.page.locator(".terms dl")
    first = terms.inner_text()
    table.paste("f5f6e6f4e3")
    table.until(lambda: terms.inner_text() != first)


@pytest.mark.both
def test_exact_values_have_a_frame(table):
    table.paste("-XXXXXX--XXXXX--XXXXXXXXXXXXXXXXOOOXXXXXOOXXXXXXO-XXXX--OOOOOO-- O")
    table.until(lambda: sum(table.counts()) > 50)
    table.press("h")
    expect(table.page.locator(".hint.proven").first).to_be_visible()
    expect(table.page.locator(".lines .exact").first).to_be_visible()
    assert any("exact" in label for label in table.page.locator(".cell").evaluate_all("all => all.map(each => each.ariaLabel)"))


@pytest.mark.parametrize("width, height", [(300, 568), (360, 640), (640, 360), (768, 1024), (1920, 1080)])
def test_the_board_fits_every_screen(open_table, width, height):
    table = open_table(width=width, height=height, has_touch=width < 700)
    table.open()
    sizes = table.page.evaluate(
        """() => {
            const { left, right, top, bottom, width, height } = document.querySelector('.board').getBoundingClientRect();
            return { left, right, top, bottom, width, height, scroll: document.documentElement.scrollWidth };
        }"""
    )
    assert sizes["scroll"] <= width, "nothing to scroll sideways"
    assert abs(sizes["width"] - sizes["height"]) < 1
    assert sizes["left"] >= 0 and sizes["right"] <= width and sizes["bottom"] <= height
    assert sizes["width"] > 0.6 * min(width, height)
    cell = table.square("f5").bounding_box()
    assert cell["width"] >= 24, "a finger finds it"
    (table.square("f5").tap if width < 700 else table.square("f5").click)()
    table.until(lambda: table.counts()[0] >= 3 and table.moves())
    assert table.errors == []


@pytest.mark.parametrize("width, height", [(768, 1024), (820, 1180), (1024, 1366), (820, 700), (960, 720)])
def test_a_tablet_shows_the_moves_and_the_analysis_without_scrolling(open_table, width, height):
    table = open_table(width=width, height=height)
    table.open()
    table.set(analysisLevel=2)
    table.paste(GAME)
    table.until(lambda: len(table.moves()) == 60)
    table.press("a", "End")
    expect(table.page.locator(".graph .sums > div")).to_have_count(2)
    boxes = [table.page.locator(name).bounding_box() for name in (".engine", ".moves .list", ".graph", ".nav")]
    assert all(box["y"] >= 0 and box["y"] + box["height"] <= height + 1 for box in boxes), boxes
    assert boxes[1]["height"] >= 100, "some rows of moves"
    board = table.page.locator(".board").bounding_box()
    assert not any(overlap(board, box) for box in boxes)
    assert not any(overlap(one, two) for i, one in enumerate(boxes) for two in boxes[:i])


@pytest.mark.parametrize("width, height", [(420, 700), (370, 700), (630, 700)])
def test_the_board_fits_beside_a_classic_scrollbar(browser, site, width, height):
    arguments = {"executable_path": HEADLESS_SHELL, "args": ["--no-sandbox"], "ignore_default_args": ["--hide-scrollbars"]}
    with browser.browser_type.launch(**arguments) as classic:
        table = Table(classic.new_page(viewport={"width": width, "height": height}), site)
        table.open()
        page = table.page
        room = page.evaluate("document.documentElement.clientWidth")
        assert room < width, "there is a scrollbar"
        assert page.evaluate("document.documentElement.scrollWidth") == room
        dialog = table.dialog("new", "n").bounding_box()
        assert dialog["x"] >= 0 and dialog["x"] + dialog["width"] <= room


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width, height", [(360, 640), (1920, 1080)])
def test_axe_finds_no_serious_violation(open_table, scheme, width, height):
    source = axe_source()
    if not source:
        pytest.skip("AXE is not set")
    # Measure contrast without animations: a half-faded dialog has less.
    table = open_table(width=width, height=height, color_scheme=scheme, reduced_motion="reduce")
    table.open("f5d6c3d3c4")
    table.has("f5", "d6", "c3", "d3", "c4")
    table.press("x", "h")
    expect(table.page.locator(".terms")).to_be_visible()
    table.until(lambda: table.page.locator(".hint:not(.none)").count() > 2)
    table.page.evaluate(source + ";0")
    for dialog in (None, "n", "o", "c", "e", "?"):
        if dialog:
            table.press(dialog)
            expect(table.page.locator("dialog[open]")).to_be_visible()
        found = table.page.evaluate("axe.run().then(({ violations }) => violations)")
        told = [(each["id"], each["impact"], each["nodes"][0]["html"][:200]) for each in found]
        assert [each for each in told if each[1] in ("serious", "critical")] == [], dialog
        if dialog:
            table.press("Escape")
            table.closed()


def luminance(color):
    """The relative luminance of a colour (WCAG)."""
    channels = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color]
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]


def test_legal_move_dots_have_contrast_on_every_board(table):
    table.people()
    for side, move in (("black", "f5"), ("white", "d6")):
        for board in ("green", "blue", "wood", "grey"):
            table.page.evaluate("board => document.documentElement.dataset.board = board", board)
            dot, ground = table.page.evaluate(
                """() => ['.square.legal .dot', '.ground'].map(each => {
                    const { fill, stroke, opacity, fillOpacity } = getComputedStyle(document.querySelector(each));
                    return { color: stroke === 'none' ? fill : stroke, opacity: opacity * fillOpacity };
                })"""
            )
            colors = [[int(c) / 255 for c in re.findall(r"\d+", each["color"])] for each in (dot, ground)]
            mixed = [dot["opacity"] * one + (1 - dot["opacity"]) * two for one, two in zip(*colors)]
            low, high = sorted(map(luminance, (mixed, colors[1])))
            assert (high + 0.05) / (low + 0.05) >= 3, f"{side} on {board}"
        table.play(move)


def test_the_editor_is_visible_in_forced_colours(open_table):
    table = open_table(forced_colors="active")
    table.open()
    dialog = table.dialog("edit", "e")
    colors = [
        dialog.locator(each).first.evaluate("each => getComputedStyle(each).backgroundColor")
        for each in (".content", ".setup", ".place")
    ]
    assert len({*colors}) == 3


def test_dark_and_light_follow_the_system_or_the_setting(open_table):
    table = open_table(color_scheme="dark")
    table.open()
    background = lambda: table.page.evaluate("getComputedStyle(document.body).backgroundColor")
    dark = "rgb(22, 23, 25)"
    table.until(lambda: background() == dark)
    table.page.get_by_role("button", name="Settings").click()
    table.choose(table.dialog("settings"), "light")
    table.until(lambda: background() != dark)


@pytest.mark.native
def test_a_boolean_option_is_a_checkbox(table):
    table.page.get_by_role("button", name="Settings").click()
    box = table.dialog("settings").get_by_label("Use the opening book")
    expect(box).not_to_be_checked()
    box.check()
    table.reload()
    table.page.get_by_role("button", name="Settings").click()
    expect(table.dialog("settings").get_by_label("Use the opening book")).to_be_checked()


def test_texts_follow_the_font_size_of_the_browser(table):
    size = lambda: table.page.locator(".status").evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    before = size()
    browser = table.page.context.new_cdp_session(table.page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    table.until(lambda: size() == 2 * before)
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [320, 360])
def test_dialogs_fit_with_large_text(open_table, width):
    table = open_table(width=width, height=640)
    table.open()
    browser = table.page.context.new_cdp_session(table.page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    for key, name in (("n", "new"), ("o", "open"), ("c", "share"), ("e", "edit"), ("?", "help")):
        dialog = table.dialog(name, key)
        assert dialog.evaluate("each => each.scrollWidth <= each.clientWidth"), name
        for button in dialog.get_by_role("button").all():
            assert button.evaluate("each => each.scrollWidth <= each.clientWidth"), button.inner_text()
        table.press("Escape")
        table.closed()


@pytest.mark.parametrize("width, height", [(512, 320), (320, 200)])
def test_the_board_is_usable_on_a_zoomed_page(open_table, width, height):
    table = open_table(width=width, height=height)
    table.open()
    box = table.page.locator(".board").bounding_box()
    assert box["width"] == box["height"] >= 240
    assert table.page.evaluate("document.documentElement.scrollWidth") <= width
    table.people()
    table.play("f5")


def overlap(one, two):
    """Whether two boxes overlap."""
    return all(
        one[at] < two[at] + two[size] and two[at] < one[at] + one[size] for at, size in (("x", "width"), ("y", "height"))
    )


@pytest.mark.parametrize("width, height", [(560, 480), (568, 320), (812, 375)])
def test_a_phone_in_landscape_shows_names_and_notices_beside_the_board(open_table, width, height):
    table = open_table(width=width, height=height)
    table.open()
    dialog = table.new_game("engine")
    dialog.get_by_label("Clock").select_option("15 10")
    table.start(dialog)
    name = table.page.locator(".player.black .who")
    expect(name).to_have_text("You")
    assert name.evaluate("each => each.scrollWidth <= each.clientWidth")
    table.paste("hello")
    toast = table.page.locator(".toast")
    expect(toast).to_be_visible()
    box = toast.bounding_box()
    assert not overlap(box, table.page.locator(".board").bounding_box())
    assert box["x"] + box["width"] <= width and box["y"] >= 0


def test_the_buttons_of_a_result_are_below_it_on_a_narrow_page(open_table):
    table = open_table(width=320, height=568)
    table.open()
    table.people()
    table.paste("XO6/8/8/8/8/8/8/8 X")
    table.until(lambda: table.counts() == [1, 1])
    table.play("c1")
    table.press("End")
    text = table.page.locator(".lead")
    expect(text).to_have_text("Black wins 64–0")
    button = table.page.locator(".engine").get_by_role("button", name="Rematch")
    assert not overlap(text.bounding_box(), button.bounding_box())
    assert text.bounding_box()["height"] < 30, "one line"


def test_the_totals_of_an_analysis_fit_their_box(open_table):
    table = open_table(width=560, height=400)
    table.open()
    table.set(analysisLevel=4)
    table.paste(GAME)
    table.until(lambda: len(table.moves()) == 60)
    table.press("a")
    sums = table.page.locator(".sums")
    expect(sums.locator("> div")).to_have_count(2)
    assert sums.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_the_printed_page_has_all_moves(table):
    table.paste(GAME)
    table.until(lambda: len(table.moves()) == 60)
    table.page.emulate_media(media="print")
    for width, height in ((700, 800), (1280, 800), (794, 1123)):
        table.page.set_viewport_size({"width": width, "height": height})
        table.until(lambda: table.page.locator(".list").evaluate("list => list.scrollHeight === list.clientHeight"))
    assert table.page.locator(".chip").first.evaluate("chip => getComputedStyle(chip).printColorAdjust") == "exact"


def test_a_number_field_stores_plain_integers(table):
    table.page.get_by_role("button", name="Search for values").click()
    size = table.page.get_by_label("Memory for positions, in MiB")
    kept = "JSON.parse(localStorage.getItem('outflank-settings'))?.options.Hash"
    for value, expected in (("", None), ("1e1", "10"), ("", "10"), ("1.5", "10"), ("32", "32")):
        size.fill(value)
        table.press("Tab")
        assert table.page.evaluate(kept) == expected, value


def test_a_tap_outside_a_dialog_only_closes_it(open_table):
    table = open_table(width=412, height=915, has_touch=True)
    table.open()
    table.people()
    page = table.page
    browser = page.context.new_cdp_session(page)

    # Longer than a redraw takes.
    def tap(x, y):
        browser.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(150)
        browser.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    menu = page.get_by_role("button", name="Set up").bounding_box()
    dialog = table.dialog("open", "o")
    assert dialog.bounding_box()["y"] > menu["y"] + menu["height"]
    tap(menu["x"] + menu["width"] / 2, menu["y"] + menu["height"] / 2)
    table.closed()
    page.wait_for_timeout(200)  # Time for another one to open.
    table.closed()
    # A drag that begins inside does not close the dialog.
    area = table.dialog("open", "o").locator("textarea").bounding_box()
    page.mouse.move(area["x"] + 20, area["y"] + 20)
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    table.dialog("open")
    page.mouse.click(5, 5)
    table.closed()


def test_a_notice_stays_under_pointer_and_focus(open_table):
    table = open_table()
    table.page.clock.install()
    table.open()
    table.people()
    table.play("e6")
    table.paste("f5d6")
    table.has("f5", "d6")
    undo = table.page.locator(".toast").get_by_role("button", name="Undo")
    undo.focus()
    table.page.clock.fast_forward(65_000)  # Longer than the life of a notice.
    table.press("Enter")
    table.has("e6")
    expect(undo).to_be_hidden()
    assert table.page.evaluate("document.activeElement.role") == "gridcell"


@pytest.mark.both
def test_values_wait_for_the_analysis(table):
    table.set(analysisLevel=26)
    table.paste(GAME)
    table.until(lambda: len(table.moves()) == 60)
    table.press("a", "h", "Home")
    expect(table.page.get_by_text("Values appear after the analysis.")).to_be_visible()
    table.press("Escape")
    expect(table.page.locator(".hint .score").filter(has_text=".").first).to_be_visible()


def test_scrollable_boxes_scroll_by_keys(table):
    page = table.page
    table.paste(GAME)
    expect(page.locator(".pair")).to_have_count(30)  # Then the list has its final height.
    moves = page.locator(".list")
    moves.focus()
    table.press("Home")
    table.until(lambda: moves.evaluate("each => each.scrollTop") == 0)
    last = table.current()
    table.press("End", "ArrowUp")
    table.until(lambda: moves.evaluate("each => each.scrollTop") > 0)
    assert table.current() == last
    table.press("ArrowLeft")
    table.until(lambda: table.current() != last)


def test_the_list_of_moves_does_not_scroll_away_from_the_user(table):
    page = table.page
    table.paste(GAME)
    table.until(lambda: len(table.moves()) == 60)
    moves = page.locator(".list")
    table.press("End", *["ArrowLeft"] * 6)
    table.until(lambda: moves.evaluate("each => each.scrollTop") > 0)
    # The values shorten the list, which then scrolls back to the move.
    table.press("h")
    value = page.locator(".hint .score").filter(has_text="+").first
    expect(value).to_be_visible()
    table.settled()
    moves.evaluate("each => (each.scrollTop = 0)")
    value.hover(force=True)
    expect(page.locator(".lines li").first).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 700})
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert moves.evaluate("each => each.scrollTop") == 0
    table.press("ArrowLeft")
    table.until(lambda: moves.evaluate("each => each.scrollTop") > 0)


def test_redrawing_keeps_the_focus(table):
    page = table.page
    focused = lambda: page.evaluate("document.activeElement.textContent || document.activeElement.ariaLabel")
    table.people()
    table.play("f5", "d6")
    back = page.get_by_role("button", name="Take back")
    back.focus()
    table.press("Enter", "Enter", "Enter")
    table.at()
    expect(back).to_be_focused()
    table.press("End")
    table.at("d6")
    # The lines redraw often. Each is one tab stop.
    table.press("h")
    steps = page.locator(".lines li").first.locator(".step")
    table.until(lambda: steps.count() > 3)
    assert steps.evaluate_all("all => all.filter(each => each.tabIndex === 0).length") == 1
    steps.first.focus()
    table.press("ArrowRight")
    status = page.locator(".status")
    before = status.inner_text()
    table.until(lambda: status.inner_text() != before)
    assert page.evaluate("document.activeElement.matches('.lines li:first-child .step:nth-child(2)')")
    stop = page.get_by_role("button", name="Stop")
    stop.focus()
    table.press("Enter")
    expect(stop).to_be_hidden()
    assert focused() == "Values"


def test_reduced_motion_and_the_setting_stop_the_animation(open_table):
    table = open_table(reduced_motion="reduce")
    table.open()
    assert table.page.locator(".face").first.evaluate("each => getComputedStyle(each).transitionDuration") == "0s"


def test_screen_readers_get_announcements(table):
    table.people()
    expect(table.square("f5")).to_have_attribute("aria-label", "f5, legal")
    expect(table.square("e4")).to_have_attribute("aria-label", "e4, Black")
    table.play("f5")
    expect(table.page.locator(".unseen[aria-live]")).to_have_text("Black played f5. Black 4, White 1. White to move.")
    expect(table.square("f5")).to_have_attribute("aria-label", "f5, Black, last move")
    assert table.page.get_by_role("grid").count() == 1
    assert table.page.get_by_role("gridcell").count() == 64


@pytest.mark.native
def test_reconnecting_keeps_the_game(open_table, site):
    table = open_table()
    table.open()
    table.people()
    table.play("f5")
    site.stop()
    expect(table.page.locator(".trouble")).to_be_visible()
    site.start()
    other = open_table(table.page.context)
    other.open()
    expect(table.page.locator(".trouble")).to_be_hidden()
    table.ready()
    assert table.moves() == ["f5"]
    table.play("d6")
    table.has("f5", "d6")


@pytest.mark.static
def test_the_static_page_works_offline(open_table):
    table = open_table()
    table.open()
    table.people()
    table.play("f5")
    # The service worker controls the page once all files are cached.
    table.until(lambda: table.page.evaluate("navigator.serviceWorker.controller !== null"))
    table.page.context.set_offline(True)
    table.reload()
    table.has("f5")
    assert table.counts() == [4, 1]
    table.play("d6")
    table.has("f5", "d6")

"""Opening and sharing: paste, files, links, the editor, stored games."""

import json
import re
import struct

import pytest
from playwright.sync_api import expect

GAME = ["f5", "d6", "c3", "d3", "c4"]


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3d3c4",
        "1. F5 d6 2. C3 d3 3. C4",
        '[Black "ann"]\n[White "bob"]\n\n1. f5 d6 2. c3 d3\n3. c4',
        "(;GM[Othello]PB[ann]PW[bob]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3]W[D3]B[C4];)",
        '{"black":{"name":"ann"},"moves":["f5","d6","c3","d3","c4"]}',
        "http://example.org/#f5d6c3d3c4",
    ],
)
def test_a_game_can_be_pasted(table, text):
    table.paste(text)
    table.has(*GAME)
    table.at("c4")
    if "ann" in text:
        expect(table.page.locator(".player.black .who")).to_have_text("ann")


def test_a_drawn_board_can_be_pasted(table):
    rows = ["--------"] * 3 + ["---OX---", "---XXX--"] + ["--------"] * 3
    table.paste("\n".join(rows) + "\nwhite to move")
    table.until(lambda: table.counts() == [4, 1])


LONG = "http://example.org/#" + "f5d6" * 70_000


@pytest.mark.both
@pytest.mark.parametrize("text", ["hello", "f5d3", "🙂" * 50, "<script>alert(1)</script>", "(;GM[Othello", "x" * 200_000, LONG])
def test_garbage_is_refused_with_a_reason(table, text):
    table.people()
    table.play("f5")
    table.paste(text)
    toast = table.page.locator(".toast.error")
    expect(toast).to_be_visible()
    expect(toast).to_contain_text("line too long" if text == LONG else " ")
    assert len(toast.inner_text()) > 10
    assert table.moves() == ["f5"], "the game is still there"
    table.play("d6")


def test_opening_a_game_can_be_undone(table):
    table.people()
    table.play("e6")
    table.paste("f5d6c3d3c4")
    table.has(*GAME)
    table.page.locator(".toast").get_by_role("button", name="Undo").click()
    table.has("e6")


@pytest.mark.parametrize("name, text", [("new", "Start"), ("open", "Open"), ("edit", "Use this position")])
def test_a_double_click_acts_once(table, name, text):
    table.people()
    table.play("e6")
    dialog = table.dialog(name, {"new": "n", "open": "o", "edit": "e"}[name])
    if name == "open":
        dialog.locator("textarea").fill("f5d6")
    # The second click comes before the redraw.
    dialog.get_by_role("button", name=text, exact=True).evaluate(
        "async button => { button.click(); for (let i = 0; i < 100; i++) await null; button.click(); }"
    )
    table.closed()
    undo = table.page.locator(".toast").get_by_role("button", name="Undo")
    table.page.wait_for_timeout(300)  # Time for the second answer.
    undo.click()
    table.has("e6")


def wthor(games):
    """A WTHOR file with these games, each a list of moves."""
    header = struct.pack("<BBBBIHHBBBB", 20, 24, 1, 1, len(games), 0, 2024, 0, 0, 0, 0)
    square = lambda move: "abcdefgh".index(move[0]) + 1 + 10 * int(move[1])
    body = b"".join(
        struct.pack("<HHHBB", 0, number, number + 1, 32, 32)
        + bytes(map(square, moves)).ljust(60, b"\0")
        for number, moves in enumerate(games)
    )
    return header + body


@pytest.mark.both
def test_a_wthor_file_opens_as_a_list(table):
    games = [GAME, ["d3", "c3", "c4"]] + [["e6", "f4"]] * 300
    table.dialog("open", "o").locator('input[type="file"]').set_input_files(
        {"name": "WTH_2024.wtb", "mimeType": "application/octet-stream", "buffer": wthor(games)}
    )
    dialog = table.dialog("games")
    expect(dialog.locator(".game")).to_have_count(200)
    expect(dialog.get_by_role("status")).to_contain_text("200 of 302")
    dialog.get_by_role("searchbox").fill("#1 #2")
    dialog.locator(".game").filter(has_text="#1 – #2").first.click()
    table.has("d3", "c3", "c4")


@pytest.mark.both
def test_the_number_of_unlisted_games_is_shown(table):
    table.paste("f5d6\n" * 20_003)
    expect(table.dialog("games").locator(".game")).to_have_count(200)
    expect(table.page.locator("dialog.games .error")).to_have_text("3 more games not listed")


def test_text_with_several_games(table):
    dialog = table.dialog("open", "o")
    dialog.locator("textarea").fill("f5d6\nf5f4\n")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(table.dialog("games").locator(".game")).to_have_count(2)


def test_a_second_text_replaces_the_list(table):
    table.paste("f5d6\nf5f4\n")
    rows = table.dialog("games").locator(".game")
    expect(rows).to_have_count(2)
    table.paste("f5d6\nf5f4\nf5f6\n")
    expect(rows).to_have_count(3)


def test_errors_beside_a_readable_game_are_shown(table):
    wrong = 'Line 2: move 1, "a1", is illegal: a1 flips nothing for black'
    table.paste("f5d6\na1\n")
    table.has("f5", "d6")
    expect(table.page.locator(".toast.error")).to_contain_text(wrong)
    expect(table.page.locator(".toast").get_by_role("button", name="Undo")).to_be_visible()
    table.paste("f5d6\na1\nf5f4\nx\n")
    dialog = table.dialog("games")
    expect(dialog.locator(".game")).to_have_count(2)
    expect(dialog).to_contain_text(f"{wrong} (and 1 more)")


def test_errors_appear_beside_the_typed_text(table):
    dialog = table.dialog("open", "o")
    dialog.locator("textarea").fill("a1")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(dialog.get_by_role("alert")).to_have_text('Cannot read this: move 1, "a1", is illegal: a1 flips nothing for black')


def test_a_game_opens_up_to_an_illegal_move(table):
    table.people()
    table.play("e6")
    table.paste('[Black "ann"]\n\n1. f5 d6 2. c3 a1 3. c4\n')
    table.has("f5", "d6", "c3")
    toast = table.page.locator(".toast.error")
    expect(toast).to_contain_text('Line 3: move 4, "a1", is illegal: a1 flips nothing for white')
    toast.get_by_role("button", name="Undo").click()
    table.has("e6")


@pytest.mark.parametrize("key, name", [("?", "help"), ("o", "open")])
def test_errors_of_a_paste_appear_in_an_open_dialog(table, key, name):
    dialog = table.dialog(name, key)
    dialog.locator("h2").click()
    table.paste("hello")
    toast = table.page.locator(".toast.error")
    expect(toast).to_be_visible()
    toast.get_by_role("button", name="Close").click()
    expect(toast).to_be_hidden()
    expect(dialog).to_be_visible()
    table.paste("hello")
    expect(toast).to_be_visible()
    table.press("Escape")
    table.closed()
    expect(toast).to_be_visible()
    assert table.page.locator("body > .toast").count() == 1


def test_a_file_can_be_dropped(table):
    table.page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.items.add(new File(['f5d6c3d3c4'], 'game.txt'));
            document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        }"""
    )
    table.has(*GAME)


def test_text_dragged_into_a_field_stays_there(table):
    dialog = table.dialog("open", "o")
    drag = """(area, file) => ['dragover', 'drop'].map((kind) => {
        const data = new DataTransfer();
        if (file) data.items.add(new File(['f5d6c3d3c4'], 'game.txt'));
        else data.setData('text/plain', 'f5d6');
        const event = new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
        area.dispatchEvent(event);
        return event.defaultPrevented;
    })"""
    area = dialog.locator("textarea")
    assert area.evaluate(drag, False) == [False, False]
    table.page.wait_for_timeout(300)  # Time to open it.
    expect(dialog).to_be_visible()
    expect(table.page.locator(".drop")).to_be_hidden()
    assert area.evaluate(drag, True) == [True, True]
    table.has(*GAME)


def test_lines_can_be_copied_without_clipboard_access(table):
    table.paste("f5d6c3d3c4")
    table.has(*GAME)
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog = table.dialog("share", "c")
    expect(dialog.locator('input[aria-label="PGN"]')).not_to_have_value("")
    table.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    copy = dialog.get_by_role("button", name="Copy: PGN")
    copy.click()
    expect(copy).to_have_text("Copied")
    assert "]\n\n1. f5 d6" in table.page.evaluate("navigator.clipboard.readText()")


@pytest.mark.both
def test_every_format_can_be_copied(table):
    table.paste("f5d6c3d3c4")
    table.has(*GAME)
    dialog = table.dialog("share", "c")
    field = lambda name: dialog.locator(f'input[aria-label="{name}"]')
    expect(field("JSON")).not_to_have_value("")
    assert field("Moves").input_value() == "f5d6c3d3c4"
    if table.site.name == "static":
        assert field("Link").input_value().endswith("/#f5d6c3d3c4")
    else:
        expect(field("Link")).to_be_hidden()  # Others cannot open it.
    assert "B[F5]W[D6]B[C3]" in field("GGF").input_value()
    assert len(field("Board").input_value()) == 66
    assert field("OBF").input_value().endswith(";")
    for button, start in (("Save as SVG", b"<svg"), ("Save as PNG", b"\x89PNG")):
        with table.page.expect_download() as download:
            dialog.get_by_role("group", name="Picture of the board").get_by_role("button", name=button).click()
        with open(download.value.path(), "rb") as file:
            assert file.read(4) == start
    # Twice the size of the drawing: 528 by 528.
    with open(download.value.path(), "rb") as file:
        assert struct.unpack(">16x2I", file.read(24)) == (1056, 1056)


def test_records_include_the_names_of_the_players(table):
    table.opponent("skill", 3, colour="white")
    table.until(lambda: len(table.moves()) == 1 and table.legal())
    dialog = table.dialog("share", "c")
    field = lambda name: dialog.locator(f'input[aria-label="{name}"]')
    expect(field("GGF")).to_have_value(re.compile(r"PB\[Outflank, Strength 3 of 10\]PW\[You\]"))
    expect(field("PGN")).to_have_value(re.compile(r'\[White "You"\]'))
    ggf = field("GGF").input_value()
    table.press("Escape")
    table.closed()
    table.paste(ggf)
    expect(table.page.locator(".player.black .who")).to_have_text("Outflank, Strength 3 of 10")


def test_a_paste_arrives_while_escape_closes_a_dialog(table):
    dialog = table.dialog("share", "c")
    # After Escape, before the event of the closed dialog.
    dialog.evaluate(
        """dialog => dialog.addEventListener('cancel', () => {
            const data = new DataTransfer();
            data.setData('text/plain', 'f5d6c3d3c4');
            document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
        })"""
    )
    table.press("Escape")
    table.closed()
    table.has(*GAME)


def test_cancelling_the_file_chooser_keeps_the_dialog(table):
    dialog = table.dialog("open", "o")
    dialog.locator("input[type=file]").dispatch_event("cancel", {"bubbles": True})
    table.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    expect(dialog).to_be_visible()
    table.press("Escape")
    table.closed()


@pytest.mark.both
def test_a_link_opens_its_game(open_table):
    table = open_table()
    table.open("f5d6c3d3c4@2")
    table.has(*GAME)
    table.at("d6")
    assert "#" not in table.page.url


@pytest.mark.both
def test_a_link_opens_in_another_tab(open_table, site):
    one = open_table()
    one.open()
    link = f"http://127.0.0.1:{site.port}/#f5d6c3d3c4"
    two = open_table(one.page.context)
    two.page.goto(link)
    two.ready()
    two.has(*GAME)
    if site.name == "static":
        return
    stranger = open_table()
    stranger.page.goto(link)
    expect(stranger.page.locator(".trouble")).to_contain_text("Open the address that outflank gui prints")


@pytest.mark.both
@pytest.mark.parametrize("fragment", ["zz", "f5d", "f5d6c3x", "@3", "%E0%A4%A"])
def test_a_link_without_a_game_is_reported(open_table, fragment):
    table = open_table()
    table.open(fragment)
    expect(table.page.locator(".toast.error")).to_be_visible()
    assert table.moves() == []


@pytest.mark.both
def test_a_long_name_is_shortened(open_table):
    table = open_table(width=360, height=640)
    table.open()
    names = {"black": "Name " * 400, "white": "N" * 70_000}
    table.paste(json.dumps(names | {"moves": ["f5"]}))
    table.has("f5")
    toast = table.page.locator(".toast")
    expect(toast).to_contain_text("Name")
    assert toast.bounding_box()["height"] < 320
    # Too long for a line of the protocol.
    dialog = table.dialog("share", "c")
    expect(dialog.locator('input[aria-label="GGF"]')).to_have_attribute("placeholder", re.compile("line too long"))
    expect(dialog.locator('input[aria-label="FEN"]')).not_to_have_value("")


def test_a_picture_marks_the_last_disc_after_a_pass(table):
    table.paste("XO6/8/8/8/8/8/8/XO6 X")
    table.until(lambda: table.counts() == [2, 2])
    table.play("c1")
    table.until(lambda: "pass" in table.moves())
    dialog = table.dialog("share", "c")
    with table.page.expect_download() as download:
        dialog.get_by_role("group", name="Picture of the board").get_by_role("button", name="Save as SVG").click()
    with open(download.value.path()) as file:
        assert file.read().count("#e0563b") == 1


PGN = """[Black "ann"]
[White "bob"]

{of the game} 1. f5 d6 {of d6} (1... f4 {of f4} e3) 2. c3 ; of c3
2... d3 *
"""


@pytest.mark.parametrize("form", ["PGN", "JSON"])
def test_an_opened_game_has_its_comments_and_variations(table, form):
    comment = table.page.locator(".comment")
    table.paste(PGN)
    table.has("f5", "d6", "c3", "d3")
    if form == "JSON":
        field = table.dialog("share", "c").locator('input[aria-label="JSON"]')
        expect(field).to_have_value(re.compile("of c3"))
        text = field.input_value()
        table.press("Escape")
        table.closed()
        table.paste("e6")
        table.has("e6")
        expect(comment).to_be_hidden()
        table.paste(text)
        table.has("f5", "d6", "c3", "d3")
    for key, move, words in (
        ("ArrowLeft", "c3", "of c3"),
        ("ArrowLeft", "d6", "of d6"),
        ("ArrowDown", "f4", "of f4"),
        ("ArrowRight", "e3", ""),
    ):
        table.press(key)
        table.at(move)
        expect(comment).to_have_text(words)
    table.press("Home")
    expect(comment).to_have_text("of the game")
    variation = table.page.locator(".variation .move").evaluate_all("all => all.map(each => each.textContent)")
    assert variation == ["f4", "e3"]


def test_the_comment_on_the_current_move_is_shown_and_saved(table, open_table):
    table.people()
    table.paste("f5d6c3")
    table.has("f5", "d6", "c3")
    stored = table.kept("f5 d6 c3")
    comments = ["of the game", None, None, "of <b>f4</b>", None, "of c3"]
    review = [comment and {"comment": comment} for comment in comments]
    stored["game"] |= {"moves": "f5 d6 (f4 e3) c3", "at": [0, 0, 0], "review": review}
    other = open_table(stored=stored)
    other.open()
    comment = other.page.locator(".comment")
    for _ in range(2):
        other.press("End")
        expect(comment).to_have_text("of c3")
        other.press("ArrowLeft")
        other.at("d6")
        expect(comment).to_be_hidden()
        other.press("ArrowDown")
        expect(comment).to_have_text("of <b>f4</b>")
        other.press("Home")
        expect(comment).to_have_text("of the game")
        assert other.page.locator(".move.commented").count() == 2
        other.reload()
    dialog = other.dialog("share", "c")
    expect(dialog.locator('input[aria-label="JSON"]')).to_have_value(re.compile('"comment":"of the game"'))


def test_a_position_can_be_set_up(table):
    page = table.page
    dialog = table.dialog("edit", "e")
    dialog.get_by_role("button", name="Clear").click()
    place = lambda name: dialog.get_by_role("button", name=f"{name}, ").click()
    place("a1")
    table.choose(dialog, "white")
    place("b1")
    table.choose(dialog, "X")
    dialog.get_by_role("button", name="Use this position").click()
    table.closed()
    table.until(lambda: table.counts() == [1, 1])
    table.settled()
    assert table.legal() == ["c1"]
    table.play("c1")
    expect(page.locator(".player.black .note")).to_have_text("wins by 64")


def test_a_position_can_be_set_up_by_keys(table):
    dialog = table.dialog("edit", "e")
    assert dialog.locator(".place[tabindex='0']").count() == 1
    dialog.get_by_role("button", name="a1, ").focus()
    table.press("ArrowRight", "ArrowDown", "Enter", "ArrowLeft", "ArrowLeft", "ArrowDown", "Space")
    expect(dialog.get_by_role("button", name="b2, Black")).to_be_visible()
    expect(dialog.get_by_role("button", name="a3, Black")).to_be_focused()
    table.press("Tab", "Shift+Tab")
    expect(dialog.get_by_role("button", name="a3, Black")).to_be_focused()
    assert dialog.locator(".place[tabindex='0']").count() == 1


@pytest.mark.both
def test_a_reload_keeps_the_game(table):
    table.people()
    table.play("f5", "d6", "c3")
    table.press("u")
    table.reload()
    table.has("f5", "d6", "c3")
    table.at("d6")
    assert table.counts() == [3, 3]


@pytest.mark.both
def test_two_tabs_have_two_games(open_table):
    one = open_table()
    one.open()
    one.people()
    one.play("f5")
    two = open_table(one.page.context)
    two.open()
    two.people()
    two.play("e6")
    one.play("d6")
    one.has("f5", "d6")
    one.reload()
    one.has("f5", "d6")
    assert two.moves() == ["e6"]


def test_two_tabs_have_the_same_settings(open_table):
    one = open_table()
    one.open()
    two = open_table(one.page.context)
    two.open()
    root = [table.page.locator("html") for table in (one, two)]
    for table, value in ((one, "dark"), (two, "wood")):
        table.page.get_by_role("button", name="Settings").click()
        table.choose(table.dialog("settings"), value)
    for each in root:
        expect(each).to_have_attribute("data-theme", "dark")
        expect(each).to_have_attribute("data-board", "wood")
    one.reload()
    expect(root[0]).to_have_attribute("data-board", "wood")
    expect(root[0]).to_have_attribute("data-theme", "dark")

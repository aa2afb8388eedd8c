"""Study: the lesson, mistakes, repetition, puzzles and openings."""

import re

import pytest
from playwright.sync_api import expect
from test_first_use import analyse
from test_look import GAME


def begin(table, name, button="Start"):
    dialog = table.dialog("study", "t")
    row = dialog.locator(".choice").filter(has_text=name)
    row.get_by_role("button", name=button).click()
    table.closed()
    return table.page.locator(".task")


def start_of(table):
    """The shown task."""
    return table.page.locator(".task p").first.inner_text()


def test_the_lesson(table):
    table.people()
    table.play("e6")
    task = begin(table, "How to play")
    answer = task.locator(".answer")
    for move in ("f5", "d3", "h6", "h8", "a8", "a6", "d8"):
        expect(task.get_by_role("button", name="Next")).to_be_hidden()
        table.settled()
        if move == "a8":
            table.square(next(each for each in table.legal() if each != move)).click()
            expect(answer).to_contain_text("Another square")
        table.square(move).click()
        expect(answer).to_have_class("answer right")
        task.get_by_role("button", name="Next").click()
    expect(task).to_contain_text("6 of 7 at the first try")
    task.get_by_role("button", name="Back to the game").click()
    table.has("e6")


def test_mistakes_become_tasks_and_return(table):
    analyse(table)
    marked = table.page.locator(".pair .move b").count()
    task = begin(table, "Mistakes of this game")
    expect(task).to_contain_text(re.compile(rf"1 of {marked}"))
    expect(table.page.locator(".engine")).to_be_hidden()
    found = re.search(r"(Black|White) played (\w\d) here", start_of(table))
    table.settled()
    table.square(found.group(2)).click()
    expect(task.locator(".answer")).to_contain_text(f"{found.group(2)} loses")
    table.press("h")
    expect(table.page.locator(".hint:not(.none)")).to_have_count(0)
    best = solution(table, task)
    expect(task.locator(".answer")).to_contain_text(f"The best move is {best}. {found.group(2)} loses")
    table.at(best)
    table.press("p")
    expect(task).to_contain_text(re.compile(rf"2 of {marked}"))
    task.get_by_role("button", name="Back to the game").click()
    table.until(lambda: len(table.moves()) == 60)
    # The task is due.
    table.page.clock.set_fixed_time(table.page.evaluate("Date.now()") + 2 * 86_400_000)
    dialog = table.dialog("study", "t")
    expect(dialog).to_contain_text("1 task due today")
    dialog.locator(".choice").filter(has_text="due today").get_by_role("button").click()
    expect(table.page.locator(".task")).to_contain_text(found.group(0))
    table.settled()
    table.square(best).click()
    expect(table.page.locator(".task .answer")).to_contain_text(f"{best} is right")


def test_puzzles_have_a_single_best_move(table):
    task = begin(table, "Endgame puzzles", "Easy")
    for number in (1, 2):
        expect(task).to_contain_text(f"Puzzle {number}")
        expect(task).to_contain_text(re.compile("Find the best move|Only one move"))
        table.settled()
        task.get_by_role("button", name="Show the solution").click()
        expect(task.locator(".answer")).to_contain_text(re.compile(r"The best move is \w\d\. It ends .\d+|ends 0"))
        task.get_by_role("button", name="Next").click()
    table.page.get_by_role("button", name="Back to the game").click()
    expect(task).to_be_hidden()
    table.settled()
    assert sorted(table.legal()) == ["c4", "d3", "e6", "f5"]


def test_a_player_of_a_file_can_be_studied(table):
    table.paste(f'[Black "ann"][White "bob"]\n\n{GAME}\n\n[Black "bob"][White "cat"]\n\n{GAME[:80]}\n')
    table.dialog("games")
    table.press("Escape")
    table.closed()
    dialog = table.dialog("study", "t")
    row = dialog.locator(".choice").filter(has_text="opened file")
    row.get_by_role("combobox").select_option("cat")
    row.get_by_role("button", name="Start").click()
    task = table.page.locator(".task")
    expect(task).to_contain_text("White played")


def test_finished_games_can_be_studied(table):
    table.page.evaluate("localStorage['outflank-settings'] = JSON.stringify({ animate: false })")
    table.reload()
    table.opponent("level", 1)
    again = table.page.get_by_role("button", name="Rematch")
    for _ in range(60):
        legal = table.until(lambda: table.legal() or again.is_visible() and ["over"])
        if legal == ["over"]:
            break
        move = table.square(legal[0])
        move.click()
        table.until(lambda: "legal" not in move.get_attribute("aria-label"))
    table.reload()
    dialog = table.dialog("study", "t")
    expect(dialog).to_contain_text("Mistakes of my last game")
    row = dialog.locator(".choice").filter(has_text="my last")
    row.get_by_role("button", name="Start").click()
    expect(table.page.locator(".task")).to_contain_text(re.compile("Black played|Looking|No mistakes"))


def solution(table, task):
    """Shows the solution of the task. Returns its move."""
    task.get_by_role("button", name="Show the solution").click()
    return table.until(lambda: re.search(r"The best move is (\w\d)", task.locator(".answer").inner_text())).group(1)


def train(table, repertoire, side):
    dialog = table.dialog("study", "t")
    row = dialog.locator(".choice").filter(has_text="repertoire")
    row.get_by_role("combobox", name="Repertoire").select_option(label=repertoire)
    row.get_by_role("combobox", name="You play").select_option(label=side)
    row.get_by_role("button", name="Start").click()
    table.closed()
    return table.page.locator(".task")


def test_openings_return_for_repetition(table):
    task = train(table, "Aubrey", "White")
    for number, name, move in ((1, "Aubrey", "d6"), (2, "Aubrey", "d3"), (3, "Aubrey", "b3")):
        expect(task).to_contain_text(f"{number} of 3")
        expect(task).to_contain_text(f"{name}: White to move.")
        table.settled()
        if number == 2:
            table.square("f4").click()
            expect(task.locator(".answer")).to_contain_text("f4 is not the move of this opening (Aubrey)")
        table.square(move).click()
    expect(task).to_contain_text("2 of 3 at the first try")


def later(table, open_table, days):
    """Closes the page and opens it with the same storage after some days."""
    context = table.page.context
    table.page.close()
    table = open_table(context)
    table.page.add_init_script(
        f"""{{
            const Real = Date;
            const now = () => Real.now() + {days} * 86_400_000;
            globalThis.Date = class extends Real {{
                static now = now;
                constructor(...values) {{ super(...(values.length ? values : [now()])); }}
            }};
        }}"""
    )
    table.open()
    return table


def test_what_was_missed_returns_the_next_day_and_what_was_solved_later(open_table):
    table = open_table()
    table.open()
    analyse(table)
    task = begin(table, "Mistakes of this game")
    table.settled()
    mistake = start_of(table)
    best = solution(table, task)
    task.get_by_role("button", name="Back to the game").click()
    train(table, "Aubrey", "White")
    for number, moves in ((1, ["d6"]), (2, ["f4", "d3"]), (3, ["b3"])):
        expect(task).to_contain_text(f"{number} of 3")
        table.settled()
        for move in moves:
            table.square(move).click()
    expect(task).to_contain_text("2 of 3 at the first try")

    table = later(table, open_table, 1)
    dialog = table.dialog("study", "t")
    expect(dialog).to_contain_text("2 tasks due today")
    dialog.locator(".choice").filter(has_text="due today").get_by_role("button").click()
    task = table.page.locator(".task")
    for number in (1, 2):
        expect(task).to_contain_text(f"{number} of 2")
        table.settled()
        shown = start_of(table)
        assert "Aubrey" in shown or shown == mistake
        table.square("d3" if "Aubrey" in shown else best).click()
        if "Aubrey" not in shown:
            expect(task.locator(".answer")).to_contain_text(f"{best} is right")
            task.get_by_role("button", name="Next").click()
    expect(task).to_contain_text("2 of 2 at the first try")

    table = later(table, open_table, 2)
    expect(table.dialog("study", "t")).to_contain_text("Nothing is due today")
    table = later(table, open_table, 7)
    expect(table.dialog("study", "t")).to_contain_text("4 tasks due today")
    assert table.errors == []


def test_training_after_balanced_starts(table):
    task = train(table, "Random, balanced", "both sides")
    expect(task).to_contain_text(re.compile(r"(Black|White) to move. Find a good move."))
    table.settled()
    table.at(solution(table, task))
    table.press("p")
    expect(task).to_contain_text(re.compile(r"2 of \d"))

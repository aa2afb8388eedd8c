"""Loading the worker, and how it receives `stop` with and without shared memory."""

import functools
import http.server
import os
import re
import shutil
import threading
from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import Quiet

pytestmark = pytest.mark.static

# Removes the features that the page checks.
WITHOUT = {
    "shared": "",
    "suspend": "Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false });",
    "none": """
        Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false });
        delete WebAssembly.Suspending;
    """,
}


def take_away(table, way):
    """Removes the better ways to receive `stop` from the page and its worker."""

    # A worker has its own globals.
    def without(route):
        response = route.fetch()
        route.fulfill(response=response, body=WITHOUT[way] + response.text())

    table.page.add_init_script(WITHOUT[way])
    table.page.context.route("**/engine/worker.js", without)
    table.page.context.route("**/sw.js", lambda route: route.abort())


# Milliseconds from `stop` to `bestmove`, and to the next reply.
STOP = """async () => {
    const { connect } = await import('./engine/host.js');
    const waiting = [];
    const next = (wanted) => new Promise((resolve) => waiting.push([wanted, resolve]));
    const heard = (text) => {
        const at = waiting.findIndex(([wanted]) => text.startsWith(wanted));
        if (at >= 0) waiting.splice(at, 1)[0][1](performance.now());
    };
    const engine = connect({ onLine: heard, onStatus: ({ state }) => heard(state) });
    await next('ready');
    const answers = [];
    for (let round = 0; round < 30 && !answers.some(([answer]) => answer < 20); round += 1) {
        engine.send('position start moves f5d6c3');
        engine.send('go infinite');
        await next('{"reply":"info"');
        await new Promise((resolve) => setTimeout(resolve, 300));
        const start = performance.now();
        const done = next('{"reply":"bestmove"');
        const again = WAY === 'none' ? next('ready') : null;
        engine.send('stop');
        const answer = (await done) - start;
        await again;
        const ready = next('{"reply":"board"');
        engine.send('d');
        answers.push([answer, (await ready) - start]);
    }
    engine.close();
    return answers;
}"""


@pytest.mark.parametrize("way", WITHOUT)
def test_a_stop_takes_at_most_20_ms(open_table, way):
    table = open_table()
    if way != "shared":
        take_away(table, way)
    table.open()
    if way == "shared":
        # The service worker isolates the page from the second visit on.
        table.until(lambda: table.page.evaluate("Boolean(navigator.serviceWorker.controller)"))
        table.reload()
        table.until(lambda: table.page.evaluate("crossOriginIsolated"))
    answers = table.page.evaluate(STOP.replace("WAY", f"'{way}'"))
    print(way, [[round(each) for each in pair] for pair in answers])
    # Other programs can delay an answer, but not every one.
    assert min(answer for answer, _ in answers) < 20


def test_ending_the_worker_keeps_the_game(open_table):
    table = open_table()
    take_away(table, "none")
    table.open()
    # Without a stop channel, only ending the worker ends an endless search.
    table.set(limit="infinite")
    table.people()
    table.paste("f5d6c3d3")
    table.has("f5", "d6", "c3", "d3")
    table.press("h")
    table.until(lambda: table.page.locator(".hint:not(.none)").count() > 2)
    table.press("Escape")
    # The engine restarts and the game stays.
    table.play("c4")
    table.ready()
    table.has("f5", "d6", "c3", "d3", "c4")
    assert table.legal()


# Collects all notices.
TOLD = """
    new MutationObserver(() => {
        const told = document.querySelectorAll('.toast:not([hidden]) > span, .trouble:not([hidden])');
        for (const each of told) (globalThis.told ??= new Set()).add(each.textContent);
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
"""


def test_ending_the_worker_loses_no_result(open_table):
    table = open_table()
    take_away(table, "none")
    table.page.add_init_script(TOLD)
    table.open()
    table.opponent("time", 30)
    table.play("f5")
    table.until(lambda: "depth" in table.page.locator(".status").inner_text())
    table.page.get_by_role("button", name="Move now").click()
    # Not the full time again.
    table.until(lambda: len(table.moves()) == 2)
    table.ready()
    # A new game ends the search for values and shows only its own notice.
    table.press("h")
    table.until(lambda: table.page.locator(".hint:not(.none)").count() > 1)
    table.paste("f5f4")
    table.has("f5", "f4")
    table.ready()
    expect(table.page.locator(".toast").get_by_role("button", name="Undo")).to_be_visible()
    assert table.page.evaluate("[...told]") == ["Opened"]


READY = """
    const look = () => { if (document.querySelector('[data-engine=ready] .square.legal')) globalThis.readyAt ??= performance.now(); };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
"""
KEPT = "caches.open(`outflank-engine ${location}`).then((cache) => cache.keys()).then((keys) => keys.length)"
SPOIL = """async () => {
    const cache = await caches.open(`outflank-engine ${location}`);
    for (const key of await cache.keys()) await cache.put(key, new Response('?'));
}"""


def test_a_later_visit_loads_within_a_second(open_table):
    table = open_table()
    table.page.add_init_script(READY)
    table.open()
    table.people()
    table.until(lambda: table.page.evaluate(KEPT) == 1)

    def warm():
        table.reload()
        times.append(table.page.evaluate("readyAt"))
        return times[-1] < 1000

    # Other programs can delay a visit, but not every one.
    times = []
    table.until(warm)
    print([round(each) for each in times])
    # The page replaces a damaged cache.
    table.page.evaluate(SPOIL)
    table.reload()
    table.play("f5")


def test_the_board_appears_before_the_engine(site, open_table):
    table = open_table()
    held = []
    table.page.context.route("**/engine.bin", lambda route: held.append(route))
    table.page.context.route("**/sw.js", lambda route: route.abort())
    table.page.goto(site.url)
    expect(table.page.locator(".status")).to_have_text("Starting the engine…")
    assert table.counts() == [2, 2]
    assert sorted(table.legal()) == ["c4", "d3", "e6", "f5"]
    # A move made before that is played and answered once the engine is ready.
    table.square("f5").click()
    table.until(lambda: held)
    held.pop().continue_()
    table.ready()
    expect(table.square("f5")).to_have_attribute("aria-label", re.compile("Black|White"))
    table.until(lambda: len(table.moves()) == 2)


def test_the_new_game_dialog_waits_for_the_engine(open_table):
    table = open_table()
    table.page.context.route("**/sw.js", lambda route: route.abort())
    table.open()
    dialog = table.new_game("engine", "black")
    picker = dialog.locator(".picker").first
    picker.locator("select").first.select_option("style")
    picker.locator("select").last.select_option("edge")
    table.start(dialog)
    for choice, opening in (("standard", ""), ("named", "Aircraft")):
        held = []
        table.page.context.route("**/engine.bin", lambda route: held.append(route))
        table.page.reload()
        dialog = table.new_game(choice)
        dialog.get_by_role("button", name="Start", exact=True).click()
        expect(dialog.get_by_role("button", name="Starting the engine…")).to_be_visible()
        table.until(lambda: held)
        held.pop().continue_()
        table.closed()
        table.ready()
        expect(table.page.locator(".player.white .who")).to_have_text("Close to the edge")
        expect(table.page.locator(".opening")).to_have_text(opening)
        table.page.context.unroute("**/engine.bin")
    # Cancel before the engine is ready and reopen the dialog.
    held = []
    table.page.context.route("**/engine.bin", lambda route: held.append(route))
    table.page.reload()
    dialog = table.new_game("balanced")
    dialog.get_by_role("button", name="Start", exact=True).click()
    expect(dialog.get_by_role("button", name="Starting the engine…")).to_be_visible()
    table.press("Escape")
    table.closed()
    dialog = table.dialog("new", "n")
    table.until(lambda: held)
    held.pop().continue_()
    table.ready()
    table.page.wait_for_timeout(300)
    expect(dialog.get_by_role("button", name="Start", exact=True)).to_be_visible()


def test_two_copies_on_one_host_have_separate_caches(site, tmp_path, browser):
    source = Path(os.environ["OUTFLANK_WEB"])
    for name in ("one", "two"):
        shutil.copytree(source, tmp_path / name)
    worker = tmp_path / "two" / "sw.js"
    worker.write_text(re.sub('VERSION = "[^"]*', 'VERSION = "another', worker.read_text()))
    handler = functools.partial(Quiet, directory=tmp_path)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    context = browser.new_context()
    page = context.new_page()
    for visit in ("first", "later"):
        for name in ("one", "two"):
            page.goto(f"http://127.0.0.1:{server.server_port}/{name}/")
            page.wait_for_function("navigator.serviceWorker.controller")
            page.wait_for_function(KEPT)
    assert page.evaluate("caches.has('engine')") is False, "which may be another page's"
    scopes = page.evaluate("caches.keys()")
    context.close()
    server.shutdown()
    server.server_close()
    for name in ("one", "two"):
        assert len([key for key in scopes if f"/{name}/ " in key]) == 1

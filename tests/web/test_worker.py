"""The worker on its way to the page, and how it hears a `stop` in pages that have nothing better."""

import re

import pytest
from playwright.sync_api import expect

from conftest import Static

# What the page looks for, taken away before it does.
WITHOUT = {
    "shared": "",
    "suspend": "Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false });",
    "none": """
        Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false });
        delete WebAssembly.Suspending;
    """,
}

# The time from `stop` to `bestmove`, then to the first reply of the engine after it.
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
    for (let round = 0; round < 3; round += 1) {
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
def test_a_stop_is_answered_within_20_ms(site, open_table, way):
    if not isinstance(site, Static):
        pytest.skip("about the engine as WebAssembly")
    table = open_table()
    worker = f"{WITHOUT[way]}"
    # A worker has a world of its own: what is taken away goes before its script, too.
    table.page.add_init_script(worker)

    def without(route):
        response = route.fetch()
        route.fulfill(response=response, body=worker + response.text())

    if way != "shared":
        table.page.context.route("**/engine/worker.js", without)
        table.page.context.route("**/sw.js", lambda route: route.abort())
    table.open()
    if way == "shared":
        # The service worker isolates the page from the second visit on.
        table.until(lambda: table.page.evaluate("Boolean(navigator.serviceWorker.controller)"), 30)
        table.reload()
        table.until(lambda: table.page.evaluate("crossOriginIsolated"), 30)
    answers = table.page.evaluate(STOP.replace("WAY", f"'{way}'"))
    print(way, [[round(each) for each in pair] for pair in answers])
    # The shortest of three times, for what else the machine does counts, too.
    assert min(answer for answer, _ in answers) < 20


def test_a_page_whose_worker_is_ended_keeps_the_game(site, open_table):
    if not isinstance(site, Static):
        pytest.skip("about the engine as WebAssembly")
    table = open_table()
    table.page.add_init_script(WITHOUT["none"])

    def without(route):
        response = route.fetch()
        route.fulfill(response=response, body=WITHOUT["none"] + response.text())

    table.page.context.route("**/engine/worker.js", without)
    table.page.context.route("**/sw.js", lambda route: route.abort())
    table.open()
    # Without an end of its own the search can only be ended with its worker.
    table.set(hintTime=0)
    table.people()
    table.paste("f5d6c3d3")
    table.has("f5", "d6", "c3", "d3")
    table.press("h")
    table.until(lambda: table.page.locator(".hint:not(.none)").count() > 2, 30)
    table.press("Escape")
    # The engine comes back, and the game is where it was.
    table.play("c4")
    table.ready()
    table.has("f5", "d6", "c3", "d3", "c4")
    assert table.legal()


READY = """
    const look = () => { if (document.querySelector('[data-engine=ready] .square.legal')) globalThis.readyAt ??= performance.now(); };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
"""
KEPT = "caches.open('engine').then((cache) => cache.keys()).then((keys) => keys.length)"
SPOIL = """async () => {
    const cache = await caches.open('engine');
    for (const key of await cache.keys()) await cache.put(key, new Response('?'));
}"""


def test_a_later_visit_can_move_within_a_second(site, open_table):
    if not isinstance(site, Static):
        pytest.skip("about the engine as WebAssembly")
    table = open_table()
    table.page.add_init_script(READY)
    table.open()
    table.people()
    table.until(lambda: table.page.evaluate(KEPT) == 1)

    def warm():
        table.reload()
        times.append(table.page.evaluate("readyAt"))
        return times[-1] < 1000

    # For what else the machine does counts, too.
    times = []
    table.until(warm, 60)
    print([round(each) for each in times])
    # What is kept may be spoilt.
    table.page.evaluate(SPOIL)
    table.reload()
    table.play("f5")


def test_the_board_is_there_before_the_engine(site, open_table):
    if not isinstance(site, Static):
        pytest.skip("about the engine as WebAssembly")
    table = open_table()
    held = []
    table.page.context.route("**/engine.bin", lambda route: held.append(route))
    table.page.context.route("**/sw.js", lambda route: route.abort())
    table.page.goto(site.url)
    expect(table.page.locator(".status")).to_have_text("Starting the engine…")
    assert table.counts() == [2, 2]
    assert sorted(table.legal()) == ["c4", "d3", "e6", "f5"]
    # A move that was made by then is played, and answered, as soon as the engine is there.
    table.square("f5").click()
    table.until(lambda: held)
    held.pop().continue_()
    table.ready()
    expect(table.square("f5")).to_have_attribute("aria-label", re.compile("Black|White"))
    table.until(lambda: len(table.moves()) == 2)

"""The page in a real browser, in two modes: `native`, served by `outflank gui`, and `static`, a folder
with the engine as WebAssembly.

    OUTFLANK=target/release/outflank OUTFLANK_WEB=target/web pytest tests/web

CHROMIUM and HEADLESS_SHELL replace Debian's browsers. A test runs in one mode, because the page is the
same in both. If behaviour differs, a test has the mark `both`, `native` or `static`. A mode without its
variable does not run. AXE is the path of `axe.min.js` from axe-core.
"""

import functools
import http.server
import json
import os
import re
import socket
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

# Headless Chromium has windows, which take half of the time. The shell has no windows and no preferences.
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
HEADLESS_SHELL = os.environ.get("HEADLESS_SHELL", "/usr/bin/chromium-headless-shell")

# Maximum wait, in seconds. Generous, so that a loaded machine passes.
PATIENCE = 60
expect.set_options(timeout=PATIENCE * 1000)

# A whole game.
GAME = "d3e3f4g3g4c3e6h4f3f2c4f5g5h6e2d1c2f6g6d2h5c5c1b4b6c6b3e1b5b1g1a3g2a4a5a7a2f7e7e8d6h3f1h1d8c8d7b7b2c7f8a1a6g7h2g8h8h7b8a8"

# Notices stay ten times as long, so that tests on a loaded machine can use them.
SLOW_NOTICES = """(() => {
    const start = globalThis.setTimeout;
    globalThis.setTimeout = (work, wait, ...values) => start(work, wait === 6000 ? 60_000 : wait, ...values);
})();"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Native:
    """`outflank gui`. A restart keeps the port."""

    name = "native"

    def __init__(self, *flags):
        self.port = free_port()
        self.flags = flags or ("--no-book",)
        self.process = None
        self.start()

    def start(self):
        """Starts it, unless it runs."""
        if self.process and self.process.poll() is None:
            return
        command = [os.environ["OUTFLANK"], "gui", "--no-open", *self.flags, "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if found := re.search(r"http://\S+", line):
                self.url = found.group()
                break

    def stop(self):
        self.process.kill()
        self.process.wait()


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_):
        pass


class Static:
    """A plain static host: no special headers, no server part."""

    name = "static"

    def __init__(self, port=None, folder=None):
        self.port = port or free_port()
        self.folder = folder or os.environ["OUTFLANK_WEB"]
        self.server = None
        self.start()

    def start(self):
        if self.server:
            return
        handler = functools.partial(Quiet, directory=self.folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.port}/"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        self.server = None


WAYS = [way for way, variable in ((Native, "OUTFLANK"), (Static, "OUTFLANK_WEB")) if os.environ.get(variable)]


def pytest_configure(config):
    config.addinivalue_line("markers", "both: differs between the ways, so it runs on each")
    config.addinivalue_line("markers", "native: about `outflank gui`")
    config.addinivalue_line("markers", "static: about the static folder, or the engine as WebAssembly")


def pytest_generate_tests(metafunc):
    if "site" not in metafunc.fixturenames:
        return
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    ways = WAYS if marks & {"both", "native", "static"} else WAYS[:1]
    only = marks & {"native", "static"}
    ways = [way for way in ways if not only or way.name in only]
    metafunc.parametrize("site", ways, ids=lambda way: way.name, indirect=True, scope="session")


@pytest.fixture(scope="session")
def site(request):
    site = request.param()
    yield site
    site.stop()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=HEADLESS_SHELL, args=["--no-sandbox"])
        yield browser
        browser.close()


@dataclass
class Table:
    """The page and the actions of its user. Actions wait until the page accepts them. Tests wait for
    visible changes, not for time to pass."""

    page: Page
    site: object
    errors: list = field(default_factory=list)

    def __post_init__(self):
        self.page.set_default_timeout(PATIENCE * 1000)

    def open(self, fragment=""):
        joint = "&" if "#" in self.site.url else "#"
        self.page.goto(self.site.url + (joint + fragment if fragment else ""))
        return self.ready()

    def reload(self):
        self.page.reload()
        return self.ready()

    def ready(self):
        """Waits until the engine is ready and the board shows the current position."""
        expect(self.page.locator('html[data-engine="ready"]')).to_have_count(1)
        return self.settled()

    def settled(self):
        """Waits until the board shows the current position."""
        expect(self.page.locator('[role="grid"]:not([aria-busy])')).to_have_count(1)
        return self

    def set(self, **settings):
        """Changes stored settings of the page."""
        self.page.evaluate("settings => localStorage.setItem('outflank-settings', JSON.stringify(settings))", settings)
        return self.reload()

    def square(self, name):
        return self.page.locator(f'[data-square="{name}"]')

    def play(self, *names):
        """Clicks squares and waits for each disc."""
        for name in names:
            self.settled()
            self.square(name).click()
            expect(self.square(name)).to_have_attribute("aria-label", re.compile("Black|White"))

    def legal(self):
        cells = self.page.locator('.cell:not([aria-disabled])')
        return cells.evaluate_all("cells => cells.map(cell => cell.dataset.square)")

    def moves(self):
        return self.page.locator(".pair .move").evaluate_all("all => all.map(each => each.firstChild.textContent)")

    def current(self):
        return self.page.locator(".move[aria-current]").evaluate_all("all => all.map(each => each.firstChild.textContent)")

    def counts(self):
        return [int(self.page.locator(f".player.{side} .count").inner_text() or 0) for side in ("black", "white")]

    def at(self, *move):
        """Waits until this is the current move; without one, the start."""
        self.until(lambda: self.current() == [*move])
        self.settled()

    def has(self, *moves):
        """Waits until these are the moves of the game."""
        self.until(lambda: self.moves() == [*moves])
        self.settled()

    def kept(self, moves):
        """Waits until the page has stored the game with these moves, as notation such as "f5 d6". Returns
        what it has stored."""
        stored = lambda: json.loads(self.page.evaluate("localStorage['outflank-game'] ?? '{}'"))
        return self.until(lambda: (now := stored()).get("game", {}).get("moves") == moves and now)

    def press(self, *keys):
        """Presses keys and waits until the page has drawn what they did."""
        for key in keys:
            self.page.keyboard.press(key)
        self.page.evaluate("new Promise(done => { requestAnimationFrame(done); setTimeout(done, 1000); })")

    def paste(self, text):
        self.page.evaluate(
            """text => {
                const data = new DataTransfer();
                data.setData('text/plain', text);
                document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
            }""",
            text,
        )

    def dialog(self, name, key=None):
        """An open dialog. With a key, opens it first."""
        if key:
            expect(self.page.locator('[role="grid"]')).to_have_count(1)  # Then it listens to keys.
            self.press(key)
        dialog = self.page.locator(f"dialog.{name}[open]")
        expect(dialog).to_be_visible()
        return dialog

    def closed(self):
        """Waits until no dialog is open."""
        expect(self.page.locator("dialog[open]")).to_have_count(0)

    def choose(self, dialog, *values):
        """Clicks radio buttons of a dialog."""
        for value in values:
            choice = dialog.locator(f"label:has(input[value=\"{value}\"])").locator("visible=true")
            choice.click()
            expect(choice.locator("input")).to_be_checked()

    def new_game(self, *choices):
        """Opens the dialog for a new game and clicks radio buttons there."""
        dialog = self.dialog("new", "n")
        self.choose(dialog, *choices)
        return dialog

    def opponent(self, by, value, colour="black"):
        """Begins a game against the engine."""
        dialog = self.new_game("engine", colour)
        picker = dialog.locator(".picker").first
        picker.locator("select").first.select_option(by)
        picker.locator('input[type="range"]').fill(str(value))
        self.start(dialog)

    def people(self):
        self.start(self.new_game("people"))

    def start(self, dialog):
        dialog.get_by_role("button", name="Start", exact=True).click()
        self.closed()
        self.settled()

    def until(self, condition):
        end = time.monotonic() + PATIENCE
        while not (value := condition()):
            assert time.monotonic() < end, "it does not happen"
            self.page.wait_for_timeout(30)
        return value


@pytest.fixture
def open_table(browser, site):
    contexts = []
    site.start()  # A failed test may have stopped it.

    def make(context=None, width=1280, height=800, stored=None, **options):
        """A tab of this browser context, or of a new one in which the page has stored this game."""
        if context is None:
            if stored:
                items = [{"name": "outflank-game", "value": json.dumps(stored)}]
                options["storage_state"] = {"origins": [{"origin": f"http://127.0.0.1:{site.port}", "localStorage": items}]}
            context = browser.new_context(viewport={"width": width, "height": height}, **options)
            contexts.append(context)
        table = Table(context.new_page(), site)
        table.page.add_init_script(SLOW_NOTICES)
        table.page.on("pageerror", lambda error: table.errors.append(str(error)))
        table.page.on("console", lambda message: message.type == "error" and table.errors.append(message.text))
        return table

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def table(open_table):
    table = open_table()
    table.open()
    yield table
    assert table.errors == []


def axe_source():
    path = os.environ.get("AXE")
    return Path(path).read_text() if path else None

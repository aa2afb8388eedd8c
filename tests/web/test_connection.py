"""Connecting to the engine and reconnecting."""

import json
import os
import shutil

import pytest
from playwright.sync_api import expect

from conftest import CHROMIUM, Static, Table


@pytest.mark.native
def test_the_printed_address_works_in_an_open_tab(open_table, site):
    table = open_table()
    table.open()
    table.people()
    table.play("f5")
    # Like a tab from before a restart of the server.
    table.page.evaluate("sessionStorage.setItem('outflank-token', '00')")
    table.page.reload()
    expect(table.page.locator(".trouble")).to_contain_text("This address has expired: open the one that outflank gui prints")
    enter = lambda url: table.page.evaluate("url => void (location.href = url)", url)
    with table.page.expect_event("load"):
        enter(site.url)
    table.ready()
    table.has("f5")
    with table.page.expect_event("load"):
        enter(f"{site.url}&f5d6")
    table.has("f5", "d6")


@pytest.mark.static
def test_a_static_page_ignores_an_old_token(open_table, site):
    table = open_table()
    table.page.goto(f"{site.url}#token=0123&f5d6")
    table.ready()
    table.has("f5", "d6")
    assert "#" not in table.page.url
    table.reload()


@pytest.mark.both
def test_the_page_works_with_site_data_blocked(browser, site, tmp_path):
    (tmp_path / "Default").mkdir()
    preferences = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(preferences))
    context = browser.browser_type.launch_persistent_context(tmp_path, executable_path=CHROMIUM, args=["--no-sandbox"])
    try:
        table = Table(context.new_page(), site)
        table.open()
        blocked = "() => { try { return !localStorage } catch { return true } }"
        assert table.page.evaluate(blocked)
        table.people()
        table.play("f5", "d6")
    finally:
        context.close()


def test_the_page_works_with_full_storage(open_table):
    table = open_table()
    table.page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };")
    table.open()
    table.people()
    table.play("f5", "d6")
    assert table.page.evaluate("sessionStorage.length + localStorage.length") == 0
    assert table.errors == []


@pytest.mark.native
def test_a_tab_above_the_limit_starts_when_another_closes(open_table, site):
    tables = [open_table()]
    tables[0].open()
    full = lambda: tables[-1].page.locator(".trouble").filter(has_text="Too many tabs are open: close one")
    for _ in range(40):
        tables.append(open_table(tables[0].page.context))
        tables[-1].page.goto(site.url)
        expect(tables[-1].page.locator('html:not([data-engine="connecting"])')).to_have_count(1)
        if tables[-1].page.locator('html[data-engine="refused"]').count():
            break
    expect(full()).to_be_visible()
    tables[0].page.close()
    tables[-1].ready()
    expect(full()).to_be_hidden()


@pytest.mark.native
def test_the_panel_reports_a_lost_server_once_with_advice(open_table, site):
    table = open_table()
    table.open()
    table.people()
    table.play("f5")
    site.stop()
    trouble = table.page.locator(".panel .trouble")
    expect(trouble).to_contain_text(f"The server has ended: start it again with outflank gui --port {site.port}. Your game is kept.")
    told = table.page.locator("[role=alert]:visible")
    expect(told).to_have_count(1)
    # The board cannot show the flips of a move.
    table.square("d6").click(force=True)
    table.page.wait_for_timeout(300)
    assert table.moves() == ["f5"]
    assert table.legal() == []
    # A dialog would hide the error.
    dialog = table.dialog("open", "o")
    expect(dialog.locator(".trouble")).to_be_visible()
    table.press("Escape")
    table.closed()
    site.start()
    expect(trouble).to_contain_text("open the one that outflank gui prints")
    expect(told).to_have_count(1)
    open_table(table.page.context).open()
    table.ready()
    expect(trouble).to_be_hidden()
    table.play("d6")
    table.has("f5", "d6")


@pytest.mark.native
def test_gui_replaces_a_cached_static_page_on_its_port(open_table, site, tmp_path):
    if not os.environ.get("OUTFLANK_WEB"):
        pytest.skip("OUTFLANK_WEB is not set")
    folder = tmp_path / "web"
    shutil.copytree(os.environ["OUTFLANK_WEB"], folder)
    index = folder / "index.html"
    index.write_text(index.read_text().replace("<title>Outflank", "<title>The one before"))
    site.stop()
    static = Static(site.port, folder)
    before = open_table()
    before.page.goto(static.url)
    before.page.wait_for_function("navigator.serviceWorker.controller")
    static.stop()
    site.start()
    table = open_table(before.page.context)
    table.page.goto(site.url)
    for each in (table, before):
        each.until(lambda: each.page.title() == "Outflank")
        each.ready()
    kept = "async () => [...await caches.keys(), ...await navigator.serviceWorker.getRegistrations()].length"
    table.until(lambda: table.page.evaluate(kept) == 0)

"""How the page finds its engine, and finds it again."""

import json

import pytest
from playwright.sync_api import expect

from conftest import BROWSER, Table


@pytest.fixture
def native(site):
    if site.name != "native":
        pytest.skip("it is about outflank gui")
    return site


def test_the_printed_address_is_opened_in_the_tab_that_asks_for_it(open_table, native):
    table = open_table()
    table.open()
    table.people()
    table.play("f5")
    # As a tab that was opened before the server was started again.
    table.page.evaluate("sessionStorage.setItem('outflank-token', '00')")
    table.page.reload()
    expect(table.page.locator(".toast.error")).to_contain_text("expired")
    enter = lambda url: table.page.evaluate("url => void (location.href = url)", url)
    with table.page.expect_event("load"):
        enter(native.url)
    table.ready()
    table.has("f5")
    with table.page.expect_event("load"):
        enter(f"{native.url}&f5d6")
    table.has("f5", "d6")


def test_it_works_where_site_data_is_blocked(browser, site, tmp_path):
    (tmp_path / "Default").mkdir()
    preferences = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(preferences))
    context = browser.browser_type.launch_persistent_context(tmp_path, executable_path=BROWSER, args=["--no-sandbox"])
    try:
        table = Table(context.new_page(), site)
        table.open()
        blocked = "() => { try { return !localStorage } catch { return true } }"
        assert table.page.evaluate(blocked)
        table.people()
        table.play("f5", "d6")
    finally:
        context.close()

"""What a person does with the service's page, and the results: each test is a method of `Flows`."""

import json
import os
import time
import urllib.error
import urllib.request

from .service import Person

DANA, EVA, HOME = "dana@contoso.test", "eva@contoso.test", "dana@home.test"
GREEN, SAND, BLUE = [228, 243, 234], [246, 240, 221], [228, 236, 248]


def paints(person, expected, timeout=10):
    """Waits until the corner of the page has a color: its picture arrives after its title."""
    deadline = time.monotonic() + timeout
    while any(abs(left - right) >= 6 for left, right in zip(person.pixels(5, 5)[0], expected)):
        assert time.monotonic() < deadline, f"the corner is {person.pixels(5, 5)[0]}, not {expected}"
        time.sleep(0.05)


class Flows:
    def __init__(self, browser, service):
        self.browser, self.service = browser, service

    def person(self, *accounts):
        person = Person(self.browser, self.service)
        for account in accounts:
            person.sign_in(account)
        return person

    # The five views of the developer guide.

    def test_views_without_organization_data_are_nobodys(self):
        person = self.person(DANA)
        for name, title in (("A", "Notice: privacy"), ("B", "Notice: release"), ("C", "Notice: help")):
            person.open_view(name)
            person.shows(title)
            assert person.owner() == "unmanaged", person.owner()
            paints(person, SAND)
            person.noted("allow navigate · unmanaged", "view.treatAllWebViewsAsUnmanaged")
        person.end()

    def test_a_view_of_the_organization_is_the_accounts(self):
        person = self.person(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        assert person.owner() == DANA
        paints(person, GREEN)
        person.noted("allow navigate · managed", "rule.internal", "rule intranet")
        person.end()

    def test_a_document_keeps_its_links_for_the_managed_browser(self):
        person = self.person(EVA)
        person.open_view("E")
        person.shows("Document 42")
        assert person.owner() == EVA, person.owner()
        paints(person, BLUE)
        mark = self.service.mark()
        person.click_row(4)
        person.noted("route navigate", "http://search.test/")
        link = person.wait("document.querySelector('#notice a')?.href", "a link to the managed browser")
        assert link == "microsoft-edge-http://search.test/", link
        person.shows("Document 42")
        assert not self.service.since(mark, host="search.test")
        # A place in the document belongs to the document.
        person.click_row(2)
        person.wait("active().url.endsWith('#decisions') && hasPicture", "the same document")
        assert person.owner() == EVA
        person.end()

    # Scenarios 1 to 4 of the web-view table.

    def test_what_a_managed_page_has_is_pasted_inside_the_organization_only(self):
        person = self.person(DANA, EVA)
        person.switch(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.select_all()
        person.copy()
        person.noted("protected copy", "clipboard.outbound")
        person.wait("state.clipboard?.isProtected && state.clipboard.owner === 'dana@contoso.test'", "the owner is kept")
        # Into another account of the same organization: allowed.
        person.switch(EVA)
        person.open_view("E")
        person.shows("Document 42")
        person.clear_notes()
        person.paste()
        person.noted("allow paste")
        # Into a page without an owner: refused, with an explanation.
        person.open_view("A")
        person.shows("Notice: privacy")
        person.clear_notes()
        person.click_row(2)
        person.paste()
        person.noted("block paste", "clipboard.outbound.managedApps")
        assert person.text_of_field(2) == ""
        person.end()

    def test_a_short_text_is_an_exception(self):
        person = self.person(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.click_row(8)
        person.page.type("Heron")
        person.select_all()
        person.copy()
        person.noted("plain copy", "5 characters", "clipboard.exception")
        person.open_view("A")
        person.shows("Notice: privacy")
        person.click_row(2)
        person.clear_notes()
        person.paste()
        person.noted("allow paste")
        assert person.text_of_field(2) == "Heron"
        person.end()

    def test_what_comes_from_outside_does_not_go_into_a_managed_page(self):
        person = self.person(DANA)
        person.open_view("A")
        person.shows("Notice: privacy")
        person.select_all()
        person.copy()
        person.noted("plain copy")
        person.open_view("D")
        person.shows("Contoso intranet")
        person.click_row(8)
        person.clear_notes()
        person.paste()
        person.noted("block paste", "clipboard.inbound")
        # The same applies to the person's own clipboard, through the browser's paste event.
        person.run("send('pasteText', {text: 'from this computer'})")
        person.wait("document.querySelectorAll('#notes li.block').length === 2", "refused twice")
        person.end()

    def test_a_personal_account_pastes_and_goes_anywhere(self):
        person = self.person(HOME)
        person.open_view("D")
        person.shows("Contoso intranet")
        assert person.owner() == "unmanaged"
        person.select_all()
        person.copy()
        person.noted("plain copy")
        person.go("http://bets.test/")
        person.shows("Bets")
        person.noted("identity.unmanaged", "http://bets.test/")
        person.end()

    def test_an_external_page_opens_in_the_unmanaged_browser_and_an_internal_one_comes_back(self):
        person = self.person(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.click_row(3)
        person.shows("Search")
        assert person.owner() == "unmanaged", person.owner()
        paints(person, SAND)
        person.noted("page.external")
        person.clear_notes()
        person.click_row(3)
        person.shows("Contoso intranet")
        assert person.owner() == DANA
        person.end()

    def test_cookies_of_managed_and_unmanaged_pages_do_not_meet(self):
        person = self.person(DANA, HOME)
        person.switch(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.go("http://hr.contoso.test/cookie?set=managed")
        person.shows("/cookie")
        mark = self.service.mark()
        person.go("http://hr.contoso.test/handbook")
        person.shows("Handbook")
        assert self.service.since(mark, path="/handbook")[0]["cookie"] == "who=managed"
        person.switch(HOME)
        mark = self.service.mark()
        person.go("http://hr.contoso.test/")
        person.shows("Contoso intranet")
        assert person.owner() == "unmanaged"
        assert self.service.since(mark, path="/")[0]["cookie"] == ""
        person.end()

    def test_blocked_pages_are_not_asked_for(self):
        person = self.person(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        mark = self.service.mark()
        for link, rule in ((4, "gambling"), (5, "salaries")):
            person.clear_notes()
            person.click_row(link)
            person.noted("block navigate", "rule.blocked", f"rule {rule}")
            person.shows("Contoso intranet")
        assert not self.service.since(mark, host="bets.test") and not self.service.since(mark, path="/salaries")
        person.says("Salaries are not shown")
        person.end()

    def test_a_page_in_another_tab_is_the_accounts_too(self):
        person = self.person(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.click_row(6)
        person.shows("Handbook")
        assert person.owner() == DANA and person.run("state.tabs.length") == 2
        person.press("#tabs [role=tab]")
        person.shows("Contoso intranet")
        person.end()

    # Files, printing, capture.

    def test_a_download_of_a_managed_page_stays(self):
        person = self.person(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.click_row(7)
        person.noted("block save", "report.txt", "save")
        time.sleep(0.5)
        assert not person.run('files.length')
        person.end()

    def test_a_download_of_an_unmanaged_page_is_saved(self):
        person = self.person(DANA)
        person.open_view("A")
        person.shows("Notice: privacy")
        person.click_row(4)
        person.noted("allow save", "report.txt")
        person.wait_for_download(b"what is in the file\n")
        person.shows("Notice: privacy")
        person.end()

    def test_uploads_are_asked_and_then_given(self):
        person = self.person(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.click_row(9)
        person.noted("block upload")
        assert person.run("get('files').hidden")
        person.open_view("A")
        person.shows("Notice: privacy")
        mark = self.service.mark()
        person.click_row(3)
        person.noted("allow upload")
        person.wait("!get('files').hidden", "the page asks for a file")
        person.give_file("holiday.txt", b"sun")
        deadline = time.monotonic() + 10
        while not self.service.since(mark, path="/show/uploaded", body="sun"):
            assert time.monotonic() < deadline, self.service.since(mark)
            time.sleep(0.05)
        person.end()

    def test_printing_and_capture_are_asked(self):
        person = self.person(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.press("#print")
        person.noted("block print", "printBlocked")
        person.press("#capture")
        person.noted("block screenCapture")
        assert not person.run('files.length')
        person.open_view("A")
        person.shows("Notice: privacy")
        person.press("#print")
        person.noted("allow print")
        person.wait_for_download(b"%PDF")
        person.press("#capture")
        person.noted("allow screenCapture")
        person.wait_for_download(b"\x89PNG")
        person.end()

    # Accounts.

    def test_pages_keep_whose_they_are_across_a_switch(self):
        person = self.person(DANA, HOME)
        person.switch(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.switch(HOME)
        assert person.owner() == DANA
        person.select_all()
        person.copy()
        person.noted("protected copy", f"as {DANA}")
        # A link of the page is followed for the account that owns the page.
        person.click_row(2)
        person.shows("Handbook")
        assert person.owner() == DANA
        person.end()

    def test_signing_out_closes_what_belonged_to_the_account(self):
        person = self.person(DANA, HOME)
        person.switch(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.select_all()
        person.copy()
        person.wait("state.clipboard?.isProtected", "copied")
        person.switch(HOME)
        person.open_view("A")
        person.shows("Notice: privacy")
        before = self.profiles()
        person.press(f"[data-sign-out='{DANA}']")
        person.wait("state.tabs.length === 1 && !state.clipboard", "tab and clipboard are gone")
        deadline = time.monotonic() + 10
        while len(self.profiles()) != len(before) - 1:
            assert time.monotonic() < deadline, self.profiles()
            time.sleep(0.1)
        person.shows("Notice: privacy")
        person.end()

    def profiles(self):
        """The profiles of the most recent session; those of earlier sessions may still be being deleted."""
        root = f"/tmp/demarc-renderer-{self.service.process.pid}"
        session = max(os.listdir(root), key=lambda name: int(name.rpartition("-")[2]))
        return [name for name in os.listdir(f"{root}/{session}") if "profile" in name]

    # The policy.

    def test_an_edited_policy_decides_next_and_the_session_stays(self):
        person = self.person(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        reloads = person.count("policyReloads")
        self.service.edit("domain: [bets.test, bets.localhost]", "domain: [bets.test, bets.localhost, search.test]")
        try:
            person.wait(f"state.counts.policyReloads > {reloads}", "the policy is in force", 5)
            person.shows("Contoso intranet")
            person.go("http://search.test/")
            person.noted("block navigate", "http://search.test/", "rule gambling")
            self.service.edit("class: blocked", "class: nonsense")
            person.wait("get('policy').textContent.includes('nonsense')", "a bad policy is said to be", 5)
            person.clear_notes()
            person.go("http://search.test/")
            person.noted("block navigate", "rule gambling")
        finally:
            self.service.restore_policy()
        person.wait("!state.policyError", "the policy is good again", 5)
        person.clear_notes()
        person.go("http://search.test/")
        person.shows("Search")
        person.end()

    # The service itself.

    def test_a_session_is_reached_with_its_token_only(self):
        first, second = self.person(DANA), self.person(DANA)
        assert first.run("token") != second.run("token") and len(first.run("token")) == 64
        first.open_view("D")
        first.shows("Contoso intranet")
        assert second.run("state.tabs.length") == 0
        # A file of one session is not accessible from another.
        first.open_view("A")
        first.shows("Notice: privacy")
        first.run("window.saved = []; save = file => saved.push(file); 0")
        first.press("#print")
        file = first.wait("window.saved.length && saved[0].id", "a file is ready")
        for person, expected in ((second, 404), (first, 200)):
            status = person.run(f"fetch('/file/{file}', {{headers: {{Authorization: `Bearer ${{token}}`}}}}).then(a => a.status)")
            assert status == expected, (status, expected)
        first.end()
        second.end()

    def test_other_sites_cannot_use_the_service(self):
        authority, key = self.service.authority, self.service.key

        def ask(method, path, body=None, **fields):
            request = urllib.request.Request(f"http://{authority}{path}", body, method=method)
            for name, value in fields.items():
                request.add_header(name.replace("_", "-"), value)
            try:
                with urllib.request.urlopen(request) as answer:
                    return answer.status
            except urllib.error.HTTPError as error:
                return error.code

        begin = json.dumps({"key": key}).encode()
        own = f"http://{authority}"
        assert ask("GET", "/") == 200
        for host in ("evil.test", "127.0.0.1:1", authority + ".evil.test"):
            assert ask("GET", "/", Host=host) == 403, host
        for origin in ("http://evil.test", "null", "http://127.0.0.1:1", f"https://{authority}"):
            assert ask("POST", "/session", begin, Origin=origin) == 403, origin
        assert ask("POST", "/session", begin) == 403, "no origin"
        assert ask("POST", "/session", json.dumps({"key": "0" * 64}).encode(), Origin=own) == 403
        assert ask("POST", "/session", b"{", Origin=own) == 403
        assert ask("POST", "/upload/x", b"", Origin=own) == 403
        # Nothing is kept of data from a client that is not permitted to send it, or of data beyond the limit.
        large = b"x" * (1 << 20)
        assert ask("POST", "/upload/x", large, Origin=own) == 403
        assert ask("POST", "/session", large, Origin="http://evil.test") == 403
        assert ask("POST", "/session", large, Origin=own) == 413
        assert ask("GET", "/file/x", Authorization="Bearer " + "0" * 64) == 404
        assert ask("GET", "/../../etc/passwd") == 404
        for path, fields, expected in (
            ("/socket", {"Origin": "http://evil.test"}, "refused"),
            ("/socket", {}, "refused"),
            ("/other", {"Origin": own}, "refused"),
            ("/socket", {"Origin": own}, "101"),
        ):
            assert self.shake_hands(authority, path, fields) == expected, (path, fields)

    @staticmethod
    def shake_hands(authority, path, fields):
        import socket
        host, port = authority.split(":")
        with socket.create_connection((host, int(port)), 5) as connection:
            lines = [f"GET {path} HTTP/1.1", f"Host: {authority}", "Connection: Upgrade", "Upgrade: websocket",
                     "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
            lines += [f"{name}: {value}" for name, value in fields.items()]
            connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
            status = connection.recv(4096).decode("latin-1").split("\r\n")[0]
        return "101" if " 101 " in status else "refused"

    def test_the_page_works_with_the_keyboard_and_says_what_it_shows(self):
        person = self.person(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.focus_page()
        assert "Contoso intranet" in person.run("view.getAttribute('aria-label')")
        person.page.key("F6", key_code=117)
        assert person.run("document.activeElement.id") == "url"
        unnamed = person.run("""[...document.querySelectorAll("button, input")].filter(each =>
            !(each.textContent.trim() || each.getAttribute("aria-label") || each.labels?.length)).map(each => each.outerHTML)""")
        assert not unnamed, unnamed
        # Text from a site is shown as text.
        person.go("http://hr.contoso.test/title")
        person.wait("active().title.includes('<img')", "a title with markup")
        assert person.run("document.querySelectorAll('#tabs img').length") == 0
        person.end()

    def test_a_crashed_page_is_not_shown_and_loads_again(self):
        person = self.person(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.crash_renderers()
        person.wait("active().hasCrashed && !hasPicture", "the crash is said")
        mark = self.service.mark()
        person.clear_notes()
        person.press("#reload")
        person.shows("Contoso intranet")
        person.noted("allow navigate", "http://hr.contoso.test/")
        assert len(self.service.since(mark, path="/")) == 1
        # Requests are paused after the crash as before.
        person.click_row(5)
        person.noted("block navigate", "rule salaries")
        person.end()

"""Hostile pages: what arrives at the servers is the judge of whether Demarc holds.

Each technique is first tried in a Chromium without Demarc. One that reaches the blocked site there proves that it works;
one that does not is counted apart, for it proves nothing.
"""

import re
import time

from .chromium import Chromium
from .flows import DANA
from .service import BASE, EXAMPLE, HOSTS, Person, Service

SCRIPT = (EXAMPLE / "Tests/EndToEnd/hostile/evil.contoso.localhost/techniques.js").read_text()
# Where the techniques that leave their page begin in the script.
BOTH = SCRIPT.split("// Navigations; each is tried alone.")
TOGETHER, ALONE = [re.findall(r"^    (\w+): ", part, re.MULTILINE) for part in BOTH]
CHUNKS = [TOGETHER[first:first + 10] for first in range(0, len(TOGETHER), 10)]
# What has no request of its own to be known by: it is seen as a connection or a datagram.
NAMELESS = {"(connection)": {"preconnect", "dnsPrefetch", "linkHeaderPreconnect"}, "(datagram)": {"webRTC", "webRTCRelay", "webTransport"}}
EVIL = "http://evil.contoso.localhost"
# How long what a page has begun may take to arrive.
SETTLE = 1.0


def arrivals(entries):
    """The names of the techniques whose requests, connections or datagrams have arrived at what is blocked."""
    names = {entry["path"].split("/")[2].split("?")[0] for entry in entries
             if entry["host"].startswith("bets.") and entry["path"].startswith("/t/")}
    return names | {f"({entry['kind']})" for entry in entries if entry["kind"] in ("connection", "datagram")}


class Escapes:
    def __init__(self, browser, service):
        self.browser, self.service = browser, service

    @staticmethod
    def url(names):
        return f"{EVIL}/?do={','.join(names)}&host=bets.localhost&udp={BASE}"

    def without_demarc(self):
        """What each technique reaches in a Chromium that nobody decides for."""
        rules = ",".join(f"MAP {host} 127.0.0.1:{Service.port_of(host)}" for host in HOSTS)
        control = Chromium(f"--host-resolver-rules={rules}", "--disable-features=HttpsUpgrades")
        reached = set()
        try:
            for names in [*CHUNKS, *([name] for name in ALONE)]:
                mark = self.service.mark()
                page = control.open(self.url(names))
                page.wait("document.readyState === 'complete' && typeof techniques === 'object'", "the page loads")
                page.click(300, 200)
                deadline = time.monotonic() + (3 if len(names) > 1 else 1.5)
                while time.monotonic() < deadline and not set(names) <= arrivals(self.service.since(mark)):
                    time.sleep(0.1)
                reached |= arrivals(self.service.since(mark))
                control.call("Target.closeTarget", targetId=page.target)
        finally:
            control.close()
        return reached

    def attack(self, person, names, settle=SETTLE):
        # What the page before has opened goes, also what comes late.
        person.wait("""(() => {
            for (const tab of state.tabs) if (tab.id !== first) send("closeTab", { tab: tab.id });
            if (active()?.id !== first) send("activate", { tab: first });
            return state.tabs.length === 1 && active()?.id === first;
        })()""", "one tab is left")
        # A picture of the new page, and not the one of before: a browser drops clicks on what is not painted yet.
        person.run("hasPicture = false; 0")
        person.go(self.url(names))
        person.wait(f"active().url === '{self.url(names)}'", "the hostile page is there", 15)
        person.shows("hostile")
        mark = self.service.mark()
        for _ in range(10):
            person.click_in_page(300, 200)
            deadline = time.monotonic() + 0.7
            while time.monotonic() < deadline and not self.service.since(mark, path=f"/show/clicked/{','.join(names)}"):
                time.sleep(0.05)
            if time.monotonic() < deadline:
                break
        else:
            raise AssertionError(f"the click does not arrive: {names}")
        time.sleep(settle)

    def test_hostile_pages_reach_nothing_that_is_blocked(self):
        reached = self.without_demarc()
        working = reached & set(TOGETHER + ALONE)
        for seen, names in NAMELESS.items():
            working |= names if seen in reached else set()
        idle = sorted(set(TOGETHER + ALONE) - working)
        person = Person(self.browser, self.service)
        person.sign_in(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.run("window.first = active().id; 0")
        mark = self.service.mark()
        # The decisions beside the page say what was tried; the list there is bounded, so that they are kept here.
        person.run("window.tried = new Set(); showNote = note => { const name = /\\/t\\/(\\w+)/.exec(note.subject); if (name && note.verdict === 'block') tried.add(name[1]); }; 0")
        for names in CHUNKS:
            self.attack(person, names, 2.5)
        for name in ALONE:
            self.attack(person, [name])
        time.sleep(2)
        escaped = arrivals(self.service.since(mark))
        counts, tried = person.run("state.counts"), set(person.run("[...tried]"))
        person.end()
        print(f"      {len(TOGETHER + ALONE)} techniques: {len(working)} reach the blocked site without Demarc "
              f"({', '.join(sorted(reached - working))} besides), {len(escaped)} with it; "
              f"{len(tried & working)} of them are blocked with a reason beside the page, without one: "
              f"{', '.join(sorted(working - tried))}")
        print(f"      nothing to prove without Demarc: {', '.join(idle)}")
        print(f"      {counts}")
        assert not escaped, f"escaped: {sorted(escaped)}"
        assert counts["escapes"] == 0, counts
        # The proof is worth something only where the techniques work.
        assert len(working) >= 65, f"only {len(working)} techniques work: without {idle}"
        named = working - set().union(*NAMELESS.values())
        assert len(tried & named) >= 0.9 * len(named), sorted(named - tried)
        assert {"(datagram)", "(connection)"} <= reached, reached

    def test_a_service_worker_does_not_fetch_a_blocked_page(self):
        person = Person(self.browser, self.service)
        person.sign_in(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.run("window.first = active().id; 0")
        mark = self.service.mark()
        self.attack(person, ["serviceWorkerFetch"], 2)
        assert self.service.since(mark, path="/worker.js"), "the service worker is there"
        for _ in range(2):
            person.clear_notes()
            person.go(f"{EVIL}/forbidden")
            person.noted("block navigate", "rule forbidden")
            # Once while the worker runs, and once when the navigation would start it.
            person.crash_renderers()
            person.wait("active().hasCrashed", "its process is gone")
        time.sleep(1)
        assert not self.service.since(mark, path="/forbidden")
        person.end()

    def test_a_page_that_makes_its_own_document_shows_it_only_if_allowed(self):
        person = Person(self.browser, self.service)
        person.sign_in(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        for url in ("data:text/html,<title>made</title>", "javascript:document.title='made'", "file:///etc/passwd",
                    "chrome://version", "about:version", "view-source:http://hr.contoso.test/",
                    "devtools://devtools/bundled/inspector.html", "blob:http://hr.contoso.test/x"):
            person.clear_notes()
            person.go(url)
            time.sleep(0.5)
            # A `blob:` that does not exist is an error of the browser's own; nothing else leaves the page.
            title = person.run("active().title")
            assert title == "Contoso intranet" or url.startswith("blob:") and title == url, (url, title)
        person.end()

    def test_what_passes_an_allowed_tunnel_is_not_seen(self):
        """What cannot be stopped without ending TLS: host and port of a WebSocket are decided, its content is not."""
        person = Person(self.browser, self.service)
        person.sign_in(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        mark = self.service.mark()
        person.go(f"{EVIL}/socket?to=ws://search.localhost/any/path&say=secret")
        person.shows("socket")
        person.noted("allow load", "ws://search.localhost/any/path")
        deadline = time.monotonic() + 5
        while not self.service.since(mark, kind="frame"):
            assert time.monotonic() < deadline, self.service.since(mark)
            time.sleep(0.05)
        frames = self.service.since(mark, kind="frame")
        assert [(frame["host"], frame["path"], frame["body"]) for frame in frames] == [
            ("search.localhost", "/any/path", "secret")], frames
        # Exactly that: not to a host that is blocked, nor to one of which a page is.
        mark = self.service.mark()
        for url, reason in (("ws://bets.localhost/any", "rule gambling"),
                            (f"ws://evil.contoso.localhost/any", "connection.undecided")):
            person.clear_notes()
            person.go(f"{EVIL}/socket?to={url}&say=secret")
            person.shows("socket")
            person.noted("block", reason)
            time.sleep(0.3)
        assert not self.service.since(mark, kind="frame") and not self.service.since(mark, kind="websocket")
        person.end()

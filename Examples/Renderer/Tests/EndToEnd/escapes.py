"""Hostile pages: Demarc is judged by what arrives at the servers.

Each technique is first tried in a Chromium without Demarc. If it reaches the blocked site there, it works; if it does
not, it is counted separately, because it proves nothing.
"""

import re
import time

from .attacker import HOSTILE, Attacker
from .chromium import Chromium
from .service import EXAMPLE, HOSTS, Service

SCRIPT = (EXAMPLE / "Tests/EndToEnd/hostile" / HOSTILE / "techniques.js").read_text()
# Where the techniques that leave their page start in the script.
BOTH = SCRIPT.split("// Navigations; each is tried alone.")
TOGETHER, ALONE = [re.findall(r"^    (\w+): ", part, re.MULTILINE) for part in BOTH]
# Techniques whose requests cannot be identified by name: they appear as a connection or a datagram.
NAMELESS = {"(connection)": {"preconnect", "dnsPrefetch", "linkHeaderPreconnect"}, "(datagram)": {"webRTC", "webRTCRelay", "webTransport"}}
# Over https, the techniques of the network stack are tried again, because there the gate sees only hosts. Techniques of
# pages do not differ.
ALONE_SECURE = ["navigate", "redirectChain", "refreshHeader", "open", "openWithoutOpener", "blankPost", "formPost", "leave"]


def arrivals(entries):
    """The names of the techniques whose requests, connections or datagrams have arrived at a blocked site."""
    names = {entry["path"].split("/")[2].split("?")[0] for entry in entries
             if entry["host"].startswith("bets.") and entry["path"].startswith("/t/")}
    return names | {f"({entry['kind']})" for entry in entries if entry["kind"] in ("connection", "datagram")
                    or entry["kind"] == "handshake" and entry["host"].startswith("bets.")}


def chunks(names, size):
    return [names[first:first + size] for first in range(0, len(names), size)]


class Escapes(Attacker):
    def without_demarc(self, rounds, scheme):
        """What each technique reaches in a Chromium without decisions."""
        rules = ",".join(f"MAP {host} 127.0.0.1:{Service.port_of(host)}" for host in HOSTS)
        control = Chromium(f"--host-resolver-rules={rules}", "--disable-features=HttpsUpgrades",
                           f"--ignore-certificate-errors-spki-list={self.service.certificate_key}")
        reached = set()
        try:
            for names in rounds:
                mark = self.service.mark()
                page = control.open(self.url(names, scheme))
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

    def compare(self, rounds, scheme):
        """Tries every technique without and with Demarc; nothing may arrive. Returns the working and the idle ones."""
        reached = self.without_demarc(rounds, scheme)
        everything = set(sum(rounds, []))
        working = reached & everything
        for seen, names in NAMELESS.items():
            working |= names & everything if seen in reached else set()
        idle = sorted(everything - working)
        person = self.person()
        mark = self.service.mark()
        for names in rounds:
            self.attack(person, names, 2.5 if len(names) > 1 else 1, scheme)
        time.sleep(2)
        escaped = arrivals(self.service.since(mark))
        counts, tried = person.run("state.counts"), set(person.run("[...tried]"))
        person.end()
        print(f"      {len(everything)} techniques by {scheme}: {len(working)} reach the blocked site without Demarc "
              f"({', '.join(sorted(reached - working))} besides), {len(escaped)} with it; "
              f"{len(tried & working)} of them are blocked with a reason beside the page, without one: "
              f"{', '.join(sorted(working - tried))}")
        print(f"      nothing to prove without Demarc: {', '.join(idle)}")
        print(f"      {counts}")
        assert not escaped, f"escaped: {sorted(escaped)}"
        assert counts["escapes"] == 0, counts
        named = working - set().union(*NAMELESS.values())
        assert len(tried & named) >= 0.9 * len(named), sorted(named - tried)
        return reached, working, idle

    def test_hostile_pages_reach_nothing_that_is_blocked(self):
        reached, working, idle = self.compare([*chunks(TOGETHER, 10), *([name] for name in ALONE)], "http")
        # The proof is meaningful only if the techniques work.
        assert len(working) >= 65, f"only {len(working)} techniques work: without {idle}"
        assert {"(datagram)", "(connection)"} <= reached, reached

    def test_hostile_pages_reach_nothing_over_https_either(self):
        """Not even the beginning of a handshake arrives: the tunnel itself is refused."""
        reached, working, idle = self.compare([*chunks(TOGETHER, 15), *([name] for name in ALONE_SECURE)], "https")
        assert len(working) >= 50, f"only {len(working)} techniques work: without {idle}"
        assert {"(handshake)", "(connection)"} <= reached, reached
        assert {"webSocketSecure", "beacon", "fetchKeepalive", "serviceWorkerFetch", "leave"} <= working, idle

    def test_a_page_that_makes_its_own_document_shows_it_only_if_allowed(self):
        person = self.person()
        for url in ("data:text/html,<title>made</title>", "javascript:document.title='made'", "file:///etc/passwd",
                    "chrome://version", "about:version", "view-source:http://hr.contoso.test/",
                    "devtools://devtools/bundled/inspector.html", "blob:http://hr.contoso.test/x"):
            person.clear_notes()
            person.go(url)
            time.sleep(0.5)
            # A `blob:` URL that does not exist yields the browser's own error page; nothing else leaves the page.
            title = person.run("active().title")
            assert title == "Contoso intranet" or url.startswith("blob:") and title == url, (url, title)
        person.end()

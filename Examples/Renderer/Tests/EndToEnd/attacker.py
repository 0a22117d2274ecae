"""A person who looks at hostile pages and clicks in them."""

import time

from .flows import DANA
from .service import BASE, Person

HOSTILE = "evil.contoso.localhost"


class Attacker:
    def __init__(self, browser, service):
        self.browser, self.service = browser, service

    @staticmethod
    def url(names, scheme="http"):
        """The hostile page that tries techniques."""
        return f"{scheme}://{HOSTILE}/?do={','.join(names)}&host=bets.localhost&udp={BASE}"

    def person(self):
        """Somebody who is at work, with one tab that is always there."""
        person = Person(self.browser, self.service)
        person.sign_in(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.run("window.first = active().id; 0")
        # The decisions beside the page say what was tried; the list there is bounded, so that they are kept here.
        person.run("""window.tried = new Set(); { const show = showNote; showNote = note => {
            const name = /\\/t\\/(\\w+)/.exec(note.subject);
            if (name && note.verdict === "block") tried.add(name[1]);
            show(note);
        }; } 0""")
        return person

    def attack(self, person, names, settle, scheme="http"):
        """Has a page try techniques, and waits until they were refused, for a while."""
        # What the page before has opened goes, also what comes late.
        person.wait("""(() => {
            for (const tab of state.tabs) if (tab.id !== first) send("closeTab", { tab: tab.id });
            if (active()?.id !== first) send("activate", { tab: first });
            return state.tabs.length === 1 && active()?.id === first;
        })()""", "one tab is left")
        # A picture of the new page, and not the one of before: a browser drops clicks on what is not painted yet.
        person.run("hasPicture = false; 0")
        url = self.url(names, scheme)
        person.go(url)
        person.wait(f"active().url === '{url}'", "the hostile page is there", 15)
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
        deadline = time.monotonic() + settle
        while time.monotonic() < deadline and not person.run(f"{list(names)}.every(name => tried.has(name))"):
            time.sleep(0.1)
        # What arrives later is seen at the end: arrivals are known by name.
        time.sleep(0.2)

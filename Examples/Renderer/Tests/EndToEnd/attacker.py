"""A person who opens hostile pages and clicks in them."""

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
        """A person at work, with one tab that is always open."""
        person = Person(self.browser, self.service)
        person.sign_in(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.run("window.first = active().id; 0")
        # The decisions next to the page show what was tried; that list is bounded, so they are kept here.
        person.run("""window.tried = new Set(); { const show = showNote; showNote = note => {
            const name = /\\/t\\/(\\w+)/.exec(note.subject);
            if (name && note.verdict === "block") tried.add(name[1]);
            show(note);
        }; } 0""")
        return person

    def attack(self, person, names, settle, scheme="http"):
        """Makes a page try techniques, and waits for a while until they were refused."""
        url = self.url(names, scheme)
        mark = self.service.mark()
        clicked = f"/show/clicked/{','.join(names)}"
        # A busy machine takes seconds to show a page that a browser has just loaded.
        for _ in range(20):
            if person.run("active()?.url") != url and not self.opens(person, url):
                continue
            person.click_in_page(300, 200)
            deadline = time.monotonic() + 1
            while time.monotonic() < deadline and not self.service.since(mark, path=clicked):
                time.sleep(0.05)
            if self.service.since(mark, path=clicked):
                break
        else:
            raise AssertionError(f"the click does not arrive: {names}")
        deadline = time.monotonic() + settle
        while time.monotonic() < deadline and not person.run(f"{list(names)}.every(name => tried.has(name))"):
            time.sleep(0.1)
        # Late arrivals are detected at the end, because arrivals are identified by name.
        time.sleep(0.2)

    @staticmethod
    def opens(person, url):
        """Opens a hostile page in the first tab, and returns whether it is there.

        It may not be: `history.back()` of the previous page acts on this one if it arrives late.
        """
        # Windows that a page has opened are closed, even if they appear late.
        person.wait("""(() => {
            for (const tab of state.tabs) if (tab.id !== first) send("closeTab", { tab: tab.id });
            if (active()?.id !== first) send("activate", { tab: first });
            return state.tabs.length === 1 && active()?.id === first;
        })()""", "one tab is left")
        # A picture of the new page, not of the previous one: a browser drops clicks on content that is not painted yet.
        person.run("hasPicture = false; 0")
        person.go(url)
        try:
            person.wait(f"active().url === '{url}'", "the hostile page is there", 5)
            person.shows("hostile")
        except AssertionError:
            return False
        return True

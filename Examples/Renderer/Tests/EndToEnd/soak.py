"""Opens and closes sessions for an hour, and monitors the service: `RENDERER=PROGRAM soak [--minutes MINUTES]`.

Sessions end in every possible way: by the person, by signing out all accounts, after a crash, or because the person has
simply left. Once a minute, when there is no session, the service is measured: its memory, descriptors and threads, the
browser processes below it and the folders of sessions. A value is flat if it has not grown from the second quarter to
the last one; the first quarter, in which caches fill, is reported in addition.
"""

import argparse
import json
import os
import statistics
import sys
import time

from . import processes
from .chromium import Chromium
from .flows import DANA, EVA
from .service import Person, Service

# The permitted growth. A leak of a few KiB per session exceeds this after an hour.
BAR = 1.1
# The runtime's pools start a thread if the others are busy, up to one per processor, and keep it. A leak of sessions
# would keep growing: the last quarter may not have more than the third.
MORE_THREADS = os.cpu_count()


class Soak:
    def __init__(self, service, browser):
        self.service, self.browser = service, browser
        self.sessions, self.pages, self.samples = 0, 0, []
        self.endings = [self.leave, self.sign_out, self.crash, self.go_away]

    def session(self, ending):
        """One session: pages of both kinds, blocked URLs, the clipboard, a file, another window."""
        person = Person(self.browser, self.service)
        self.sessions += 1
        try:
            person.sign_in(DANA)
            person.open_view("D")
            person.shows("Contoso intranet")
            person.select_all()
            person.copy()
            person.noted("protected copy")
            person.go("http://bets.test/")
            person.noted("block navigate", "rule gambling")
            person.click_row(6)
            person.shows("Handbook")
            person.go("http://search.test/")
            person.shows("Search")
            person.press("#print")
            person.noted("allow print")
            person.wait_for_download(b"%PDF")
            self.pages += 3
            ending(person)
        finally:
            self.browser.call("Target.closeTarget", targetId=person.page.target)

    def leave(self, person):
        person.end()

    def sign_out(self, person):
        person.sign_in(EVA)
        for account in (DANA, EVA):
            person.press(f"[data-sign-out='{account}']")
            person.wait(f"!state.accounts.some(a => a.id === '{account}' && a.isSignedIn)", f"{account} is signed out")
        person.end()

    def crash(self, person):
        person.crash_renderers()
        person.wait("active().hasCrashed", "the crash is said")
        person.press("#reload")
        person.shows("Search")
        person.end()

    def go_away(self, person):
        """The page is closed without ending the session, which then ends after its idle time."""

    def rest(self, limit=60):
        """Waits for a while until every session has ended; the remaining ones are then counted."""
        deadline = time.monotonic() + limit
        while (self.service.session_folders() or processes.below(self.service.process.pid)) and time.monotonic() < deadline:
            time.sleep(0.5)

    def sample(self, minute):
        self.rest()
        process = self.service.process.pid
        found = {
            "minute": round(minute, 1), "sessions": self.sessions, "memory": round(processes.memory(process), 1),
            "descriptors": processes.descriptors(process), "threads": processes.threads(process),
            "browsers": len(processes.below(process)), "folders": len(self.service.session_folders()),
        }
        self.samples.append(found)
        print(json.dumps(found), flush=True)

    def run(self, seconds, pace):
        begun, failures = time.monotonic(), 0
        due = begun + 60
        while time.monotonic() - begun < seconds:
            start = time.monotonic()
            try:
                self.session(self.endings[self.sessions % len(self.endings)])
            except Exception as problem:  # On a busy machine, a person may wait too long; the session ends when idle.
                failures += 1
                print(f"session {self.sessions}: {type(problem).__name__}: {problem}", flush=True)
            if self.sessions % 10 == 0:
                # The policy is edited in between, so that the previously compiled policy must be released.
                self.service.edit("revision: ", f"# {self.sessions}\nrevision: ")
                if self.sessions % 100 == 0:
                    self.service.restore_policy()
            if time.monotonic() >= due:
                self.sample((time.monotonic() - begun) / 60)
                due = max(due + 60, time.monotonic())
            time.sleep(max(0, pace - (time.monotonic() - start)))
        return failures

    def report(self, failures):
        """Prints the values of each quarter; returns whether they were flat."""
        size = max(1, len(self.samples) // 4)
        quarters = [self.samples[index * size:(index + 1) * size] for index in range(3)] + [self.samples[-size:]]
        isFlat = bool(self.samples) and all(quarters)
        print(f"{self.sessions} sessions with {self.pages} pages in {self.samples[-1]['minute'] if self.samples else 0} minutes; "
              f"{failures} of them were not gone through to their end")
        for name in ("memory", "descriptors", "threads", "browsers", "folders"):
            medians = [statistics.median(sample[name] for sample in quarter) if quarter else 0 for quarter in quarters]
            if name == "threads":
                holds = medians[3] <= min(medians[2], medians[1] + MORE_THREADS)
            else:
                holds = medians[3] <= BAR * medians[1]
            isFlat = isFlat and holds
            print(f"{name:12} quarters {', '.join(f'{median:g}' for median in medians)}; highest "
                  f"{max((sample[name] for sample in self.samples), default=0):g}{'' if holds else '  <- it grows'}")
        return isFlat


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--pace", type=float, default=0, help="seconds from one session to the next, where others work too")
    arguments = parser.parse_args()
    service, browser = Service("--sessions", "20", "--idle", "5"), Chromium()
    soak = Soak(service, browser)
    try:
        failures = soak.run(arguments.minutes * 60, arguments.pace)
        isFlat = soak.report(failures)
    finally:
        browser.close()
        service.close()
    left = service.left_behind()
    print(f"left behind: {left}" if left else "nothing is left behind")
    # A busy machine occasionally takes too long; more failures than that are an error.
    sys.exit(0 if isFlat and not left and failures <= soak.sessions / 50 else 1)


if __name__ == "__main__":
    main()

"""Measures what Demarc adds to a navigation: `RENDERER=PROGRAM OPEN_GATE=PROGRAM measure [--navigations COUNT]`.

The same page of the same server is loaded in the same Chromium, in interleaved parts of fifty:

- `plain`: Chromium with its defaults, without a proxy and without pictures;
- `alike`: Chromium with the service's arguments and preferences, with the same size, in front, with a screencast and
  behind the service's own gate, without decisions: everything that the service does except Demarc;
- `again`: a second instance of `alike`, which shows the noise;
- `service`: the service. Its person views the page, but decodes no pictures, which another computer would do.

Times are taken where all of them are observed alike: at the origin server, from one request for the page to the next.
Each page navigates to the next one itself, in one run when it is loaded (its load event), and in the other when it was
also painted (the second animation frame after that event).
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import time

from . import processes
from .chromium import Chromium
from .flows import DANA
from .service import HOSTS, Person, Service

HERE = pathlib.Path(__file__).resolve().parent
RUN = "http://hr.contoso.test/run?left={}&until={}&round={}"


class Plain:
    """Chromium with its defaults, with a page in front."""

    def __init__(self, *arguments, preferences=None):
        self.browser = Chromium(*arguments, preferences=preferences)
        self.page = self.browser.open()
        self.page.call("Page.bringToFront")

    def go(self, url):
        self.page.call("Page.navigate", url=url)

    def close(self):
        self.browser.close()


class Alike(Plain):
    """Chromium as the service starts and observes it, behind a gate that lets everything through."""

    def __init__(self, service):
        # Uses the arguments of the service's own browser, so that they are not duplicated here.
        browsers = [name.split("\0") for name in processes.below(service.process.pid).values() if "--type=" not in name]
        managed = next(arguments for arguments in browsers if "--remote-debugging-pipe" in arguments)
        profile = next(each for each in managed if each.startswith("--user-data-dir=")).partition("=")[2]
        preferences = (pathlib.Path(profile) / "Default/Preferences").read_text()
        maps = [f"{host}=127.0.0.1:{Service.port_of(host)}" for host in HOSTS]
        self.gate = subprocess.Popen([os.environ["OPEN_GATE"], *maps], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        proxy = "--proxy-server=http://127.0.0.1:" + self.gate.stdout.readline().strip()
        kept = [each for each in managed if each.startswith("--") and not each.startswith(("--user-data-dir=", "--proxy-server="))]
        super().__init__(*kept, proxy, preferences=preferences)
        self.frames = 0
        self.browser.on_event = self.acknowledge
        size = {"width": 1024, "height": 640}
        assert f"--window-size={size['width']},{size['height']}" in kept, kept
        self.page.call("Page.enable")
        self.page.call("Emulation.setDeviceMetricsOverride", **size, deviceScaleFactor=1, mobile=False)
        self.page.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.page.call("Page.startScreencast", format="jpeg", quality=70, maxWidth=size["width"], maxHeight=size["height"])

    def acknowledge(self, event):
        if event["method"] == "Page.screencastFrame":
            self.frames += 1
            self.browser.post("Page.screencastFrameAck", event["sessionId"], sessionId=event["params"]["sessionId"])

    def close(self):
        super().close()
        self.gate.stdin.close()
        self.gate.wait(10)


class Watched:
    """The service, and a person who has one of its pages open."""

    def __init__(self, service, browser):
        self.person = Person(browser, service)
        self.person.sign_in(DANA)
        self.person.open_view("D")
        self.person.shows("Contoso intranet")
        self.person.run("window.pictures = 0; showPicture = () => { pictures += 1; }; showNote = () => {}; 0")

    def go(self, url):
        self.person.go(url)

    def counts(self):
        return self.person.run("({...state.counts, pictures})")

    def close(self):
        self.person.end()


def laps(service, mark, number):
    """The times from page to page in one round, in milliseconds."""
    times = [entry["time"] for entry in service.log()[mark:] if entry["path"].startswith("/run?")
             and entry["path"].endswith(f"round={number}")]
    return [1000 * (after - before) for before, after in zip(times, times[1:])]


def one_round(service, browser, each, until, number):
    mark = service.mark()
    browser.go(RUN.format(each, until, number))
    deadline = time.monotonic() + 300
    # Only the log of this round is read while it runs, because reading also costs machine time.
    with open(service.log_file) as log:
        for _ in range(mark):
            log.readline()
        last = f"/run?left=0&until={until}&round={number}"
        while not any(json.loads(line)["path"] == last for line in log.readlines()):
            assert time.monotonic() < deadline, f"round {number} does not end"
            time.sleep(0.2)
    return laps(service, mark, number)


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def spread(values, unit, digits=1):
    """The median and the interquartile range."""
    low, middle, high = statistics.quantiles(values, n=4) if len(values) > 1 else values * 3
    return f"{middle:+.{digits}f}{unit} ({low:+.{digits}f} to {high:+.{digits}f})"


def compare(parts, left, right):
    """Compares adjacent parts, so that other activity of the machine affects both."""
    pairs = [(statistics.median(one), statistics.median(other)) for one, other in zip(parts[left], parts[right])]
    whole = [sum(parts[name], []) for name in (left, right)]
    tails = [percentile(values, 0.99) for values in whole]
    # The tail needs more samples than a part has: the run in quarters.
    quarters = []
    for quarter in range(4):
        one, other = (values[quarter * len(values) // 4:(quarter + 1) * len(values) // 4] for values in whole)
        quarters.append(percentile(one, 0.99) / percentile(other, 0.99))
    print(f"  {left} against {right}: median {spread([one - other for one, other in pairs], ' ms')}, "
          f"x {spread([one / other for one, other in pairs], '', 3)}; p99 {tails[0] - tails[1]:+.1f} ms, "
          f"x {tails[0] / tails[1]:.2f} (quarters {', '.join(f'{ratio:.2f}' for ratio in quarters)})")


def measure(service, browsers, count, each, until):
    """Loads the pages in every browser, alternately, and prints the times of each."""
    parts = {name: [] for name in browsers}
    names = list(browsers)
    for part in range(count // each):
        # The first browser of one part is the last of the next.
        for name in names[part % len(names):] + names[:part % len(names)]:
            # The first lap belongs to the URL that was typed.
            parts[name].append(one_round(service, browsers[name], each + 1, until, f"{until}-{part}-{name}")[1:])
    print(f"until {until}: {count // each} parts of {each} navigations each")
    for name in names:
        values = sum(parts[name], [])
        print(f"  {name:8} {len(values)} navigations: median {statistics.median(values):.1f} ms, p90 {percentile(values, 0.9):.1f} ms, "
              f"p99 {percentile(values, 0.99):.1f} ms")
    for left, right in (("service", "alike"), ("again", "alike"), ("alike", "plain"), ("service", "plain")):
        compare(parts, left, right)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--navigations", type=int, default=1000)
    parser.add_argument("--each", type=int, default=50, help="how many before it is the other's turn")
    parser.add_argument("--until", action="append", choices=["load", "frame"], help="what a page waits for [both, in turn]")
    arguments = parser.parse_args()
    service, browser = Service(folders=[HERE / "measured"]), Chromium()
    rules = ",".join(f"MAP {host} 127.0.0.1:{Service.port_of(host)}" for host in HOSTS)
    opened = []
    try:
        watched = Watched(service, browser)
        opened.append(watched)
        browsers = {"service": watched}
        for name in ("alike", "again"):
            browsers[name] = Alike(service)
            opened.append(browsers[name])
        browsers["plain"] = Plain(f"--host-resolver-rules={rules}")
        opened.append(browsers["plain"])
        before = watched.counts()
        for until in arguments.until or ["load", "frame"]:
            measure(service, browsers, arguments.navigations, min(arguments.each, arguments.navigations), until)
        time.sleep(1)
        after = watched.counts()
        print("a page of the service: " + ", ".join(
            f"{(after[name] - before[name]) / (after['navigations'] - before['navigations']):.2f} {name}"
            for name in ("decisions", "requests", "pictures", "heldPictures")))
        assert after["escapes"] == 0, after
    finally:
        for each in reversed(opened):
            each.close()
        browser.close()
        service.close()


if __name__ == "__main__":
    main()

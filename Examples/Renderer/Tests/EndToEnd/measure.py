"""What Demarc adds to a navigation: the service by turns with Chromium alone, and the memory of sessions opened and closed.

The same page is loaded by the same Chromium: by the service, which pauses, decides and sends every request through its gate,
and without it. The two are not alike yet in what they paint and in some flags, so that medians cannot be compared; see the
README. Time is taken where both can be seen alike: at the origin server, from one
request of a page to the next, where each page goes to the next one as soon as it is loaded.
"""

import argparse
import pathlib
import statistics
import time

from .chromium import Chromium
from .flows import DANA
from .service import HOSTS, Person, Service

HERE = pathlib.Path(__file__).resolve().parent
RUN = "http://hr.contoso.test/run?left={}&round={}"


def laps(service, mark, number):
    """The times from page to page in milliseconds, of one round."""
    times = [entry["time"] for entry in service.log()[mark:] if entry["path"].startswith("/run")
             and entry["path"].endswith(f"round={number}")]
    return [1000 * (after - before) for before, after in zip(times, times[1:])]


def wait_for(service, mark, number, deadline):
    while not any(entry["path"].startswith(f"/run?left=0&round={number}") for entry in service.log()[mark:]):
        if time.monotonic() > deadline:
            raise AssertionError(f"round {number} does not end")
        time.sleep(0.2)


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def memory(service):
    """What the service itself keeps in memory, in MiB; its browsers are processes of their own."""
    status = pathlib.Path(f"/proc/{service.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def navigations(service, browser, count, each):
    rules = ",".join(f"MAP {host} 127.0.0.1:{Service.port_of(host)}" for host in HOSTS)
    alone = Chromium(f"--host-resolver-rules={rules}", "--disable-features=BackForwardCache,Prerender2",
                     preferences={"net": {"network_prediction_options": 2}})
    person = Person(browser, service)
    person.sign_in(DANA)
    person.open_view("D")
    person.shows("Contoso intranet")
    page = alone.open("about:blank")
    found = {"alone": [], "demarc": []}
    before = person.run("state.counts")
    for number in range(2 * count // each):
        mark = service.mark()
        url = RUN.format(each, number)
        if number % 2:
            page.call("Page.navigate", url=url)
        else:
            person.go(url)
        wait_for(service, mark, number, time.monotonic() + 120)
        found["alone" if number % 2 else "demarc"] += laps(service, mark, number)
    time.sleep(1)
    after = person.run("state.counts")
    person.end()
    alone.close()
    for name, values in found.items():
        print(f"{name:8} {len(values)} navigations: median {statistics.median(values):.1f} ms, p99 {percentile(values, 0.99):.1f} ms")
    print(f"added    median {statistics.median(found['demarc']) - statistics.median(found['alone']):.1f} ms, "
          f"p99 {percentile(found['demarc'], 0.99) - percentile(found['alone'], 0.99):.1f} ms")
    pages = after["navigations"] - before["navigations"]
    print(f"decisions a page: {(after['decisions'] - before['decisions']) / pages:.2f}, of which its requests are "
          f"{(after['requests'] - before['requests']) / pages:.2f}")


def sessions(service, browser, seconds):
    begun, rounds, seen = time.monotonic(), 0, []
    while time.monotonic() - begun < seconds:
        person = Person(browser, service)
        person.sign_in(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        person.go("http://search.test/")
        person.shows("Search")
        person.end()
        browser.call("Target.closeTarget", targetId=person.page.target)
        rounds += 1
        seen.append(memory(service))
    fifth = max(1, len(seen) // 5)
    print(f"{rounds} sessions opened and closed in {time.monotonic() - begun:.0f} s: the service had {seen[0]:.1f} MiB after "
          f"the first, {statistics.median(seen[fifth:2 * fifth]):.1f} in the second fifth and "
          f"{statistics.median(seen[-fifth:]):.1f} MiB in the last")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--navigations", type=int, default=1000)
    parser.add_argument("--each", type=int, default=50, help="how many before it is the other's turn")
    parser.add_argument("--seconds", type=int, default=120, help="how long sessions are opened and closed")
    arguments = parser.parse_args()
    service, browser = Service("--sessions", "10", folders=[HERE / "measured"]), Chromium()
    try:
        navigations(service, browser, arguments.navigations, arguments.each)
        sessions(service, browser, arguments.seconds)
    finally:
        browser.close()
        service.close()


if __name__ == "__main__":
    main()

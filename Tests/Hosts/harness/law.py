"""The law: what the site received, read again, is what was decided; or nothing arrived.

Requests are generated from a seed and sent one on a connection, several at once. Each has a number, which the site sees;
each decision has an id, which goes to the site with the request. Where a proxy has no way to pass the id on, one request
is under way at a time.
"""

import json
import queue
import threading
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field

from .decisions import Decision, DecisionLog, canonical, reread
from .generate import Generator
from .proxies import Proxy, Running
from .upstream import Upstream
from .wire import Head, escape, exchange

BATCH = 1_000
WORKERS = 4


@dataclass
class Tally:
    """What came of the requests of one proxy."""

    sent: int = 0
    # Nothing arrived, and Demarc was not asked: the proxy refused by itself.
    refused: int = 0
    decided: int = 0
    allowed: int = 0
    arrived: int = 0
    violations: list[str] = field(default_factory=list)
    codes: Counter = field(default_factory=Counter)

    def line(self, name: str) -> str:
        return (
            f"{name}: {self.sent} sent, {self.refused} refused by the proxy, {self.decided} decided, {self.allowed} allowed, "
            f"{self.arrived} arrived, {len(self.violations)} violations"
        )

    def object(self) -> dict:
        return {
            "sent": self.sent,
            "refused": self.refused,
            "decided": self.decided,
            "allowed": self.allowed,
            "arrived": self.arrived,
            "violations": self.violations[:100],
            "codes": dict(self.codes.most_common()),
        }


def send_all(address, requests) -> dict[int, int]:
    """Sends requests from a few threads; the status of each."""
    statuses: dict[int, int] = {}
    waiting = queue.SimpleQueue()
    for request in requests:
        waiting.put(request)

    def work():
        while True:
            try:
                request = waiting.get_nowait()
            except queue.Empty:
                return
            statuses[request.number] = exchange(address, [request.raw], timeout=10)[0].status

    threads = [threading.Thread(target=work) for _ in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses


def number_of(head: Head) -> int:
    number = head.first("x-demarc-probe")
    return int(number) if number.isdigit() else 0


def compare(proxy: Proxy, requests, statuses, decisions: list[Decision], arrived: list[Head], tally: Tally):
    """Holds what arrived to what was decided."""
    allowed = [decision for decision in decisions if decision.verdict == "allow"]
    tally.sent += len(requests)
    tally.decided += len(decisions)
    tally.allowed += len(allowed)
    tally.arrived += len(arrived)
    tally.refused += max(0, len(requests) - len(decisions))
    for decision in decisions:
        tally.codes[decision.codes[0] if decision.codes else decision.verdict] += 1
    raw = {request.number: request.raw for request in requests}
    read = [(head, reread(head, proxy, raw.get(number_of(head), b""))) for head in arrived]
    urls = canonical([url for _, url in read if url] + [decision.url for decision in allowed if decision.url])
    by_id = {decision.id: decision for decision in allowed if decision.id}
    unused = Counter(urls.get(decision.url) for decision in allowed if decision.url)
    for head, url in read:
        sent = escape(raw.get(number_of(head), b"?"))
        wrong = None
        if url is None or urls.get(url) is None:
            wrong = "arrived, and can be read in two ways"
        elif head.values("x-demarc-id"):
            decision = by_id.pop(head.first("x-demarc-id"), None)
            if decision is None:
                wrong = "arrived without a decision of its own"
            elif urls.get(decision.url or "") != urls[url]:
                wrong = f"arrived as {url}, decided was {decision.url}"
        elif unused[urls[url]] <= 0:
            wrong = f"arrived as {url}, which was not decided on"
        elif proxy.convention != "squid":
            # Squid asks once for equal requests that are under way together.
            unused[urls[url]] -= 1
        if b"forged" in head.raw.split(b"\r\n\r\n")[0] and proxy.convention not in ("squid", "icap"):
            if any(value == b"forged" for value in head.values("x-demarc-verdict")):
                wrong = "arrived with the client's own verdict"
        if wrong:
            tally.violations.append(f"{wrong}; sent {sent}; received {escape(head.raw)}")
    # A client that gets a 2xx for something that did not arrive was answered by somebody else.
    numbers = {head.first("x-demarc-probe") for head in arrived}
    for number, status in statuses.items():
        if 200 <= status < 300 and str(number) not in numbers and not arrived:
            tally.violations.append(f"answered with {status}, and nothing arrived; sent {escape(raw[number])}")


def run(proxy: Proxy, base: int, count: int, seed: int, from_: int = 0, note=None) -> Tally:
    """Sends the requests from one number to another.

    - note: is told the tally after each batch, to resume a long run from there.
    """
    tally = Tally()
    with Running(proxy, base) as running, closing(Upstream(running.ports[8081])) as upstream:
        if proxy.convention == "squid":
            running.tap()
        running.start()
        log = DecisionLog(running.log)
        generator = Generator(seed, proxy.forwards)
        for _ in range(from_):
            generator.next()
        done = from_
        while done < count:
            requests = [generator.next() for _ in range(min(BATCH, count - done))]
            statuses = send_all(running.address, requests)
            decisions, arrived = log.take(), upstream.take()
            # The log is written by a thread of its own, which a busy machine may keep waiting.
            for turn in range(500):
                time.sleep(0.02)
                more, other = log.take(), upstream.take()
                decisions, arrived = decisions + more, arrived + other
                allowed = sum(decision.verdict == "allow" for decision in decisions)
                if not more and not other and (turn >= 5 and allowed >= len(arrived)):
                    break
            compare(proxy, requests, statuses, decisions, arrived, tally)
            done += len(requests)
            if note:
                note(done, tally)
    return tally


def figures(tallies: dict[str, Tally]) -> str:
    return json.dumps({name: tally.object() for name, tally in tallies.items()}, indent=2)

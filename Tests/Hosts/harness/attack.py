"""Runs the table of attacks through a live proxy with Demarc behind it, and compares with what is expected."""

import time
from contextlib import closing
from pathlib import Path

from . import table
from .decisions import Decision, DecisionLog, canonical, reread
from .proxies import Proxy, Running
from .upstream import Upstream
from .wire import Head, Response


def described(responses: list[Response], decisions: list[Decision], arrived: list[Head], proxy: Proxy) -> str:
    """What came of a case, in a few words: the table's form.

    `allow URL` where what arrived is what was decided; `block CODE`; `refuse` where the proxy did not ask, `answer` where it answered
    by itself; several where
    there were several requests; `tunnel` where what the client sent through one arrived. What must never be is in capitals.
    """
    parts = []
    for decision in decisions:
        parts.append(f"allow {decision.url}" if decision.verdict == "allow" else f"{decision.verdict} {' '.join(decision.codes[:1])}")
    isAnswered = not arrived and any(200 <= response.status < 300 for response in responses)
    if isAnswered:
        # `OPTIONS *` is about the proxy itself. An answer to what Demarc blocked is another matter.
        parts.append("ANSWERED" if decisions else "answer")
    elif not decisions:
        parts.append("refuse")
    allowed = [decision for decision in decisions if decision.verdict == "allow"]
    # What is inside of a tunnel that may be opened is the client's own business.
    requests = [head for head in arrived if b"/tunnelled" not in head.line]
    tunnels = [decision for decision in allowed if decision.question == "connection"]
    if len(arrived) > len(requests):
        parts.append("tunnel" if tunnels else "TUNNEL")
    urls = canonical([url for head in requests if (url := reread(head, proxy))] + [d.url for d in allowed if d.url])
    left = [urls.get(decision.url) for decision in allowed if decision.url]
    for head in requests:
        url = reread(head, proxy)
        if url is None or urls.get(url) is None:
            parts.append("AMBIGUOUS")
        elif urls.get(url) not in left:
            parts.append(f"DIFFERENT {url}")
        else:
            left.remove(urls[url])
    return ", ".join(parts)


def forged(case: table.Case, arrived: list[Head]) -> bool:
    """Whether a field came through with the client's value."""
    values = [value for head in arrived for name in case.stripped for value in head.values(name)]
    return any(value == b"forged" or value.startswith(b"admin@") for value in values)


def settle(log: DecisionLog, upstream: Upstream, delay: float, isDecided: bool) -> tuple[list[Decision], list[Head]]:
    """What was decided and what arrived, once nothing more comes.

    - delay: how long a line may take to the log, in seconds.
    - isDecided: whether a decision has to come; it is waited for, up to a second.
    """
    decisions, arrived = log.take(), upstream.take()
    began = quiet = time.monotonic()
    while time.monotonic() - quiet < delay or (isDecided and not decisions and time.monotonic() - began < 1):
        time.sleep(0.01)
        more, other = log.take(), upstream.take()
        decisions += more
        arrived += other
        if more or other:
            quiet = time.monotonic()
    return decisions, arrived


def outcomes(proxy: Proxy, base: int, cases: list[table.Case]) -> dict[str, str]:
    """What came of each case."""
    found = {}
    with Running(proxy, base) as running, closing(Upstream(running.ports[8081])) as upstream:
        if proxy.convention == "squid":
            running.tap()
        running.start()
        log = DecisionLog(running.log)
        for case in table.for_proxy(cases, proxy):
            settle(log, upstream, proxy.log_delay, False)
            responses = case.run(proxy, running.address)
            statuses = [response.status for response in responses]
            decisions, arrived = settle(log, upstream, proxy.log_delay, 403 in statuses or 200 in statuses)
            outcome = described(responses, decisions, arrived, proxy)
            if forged(case, arrived):
                outcome += ", FORGED"
            found[case.name] = outcome.replace(f":{running.ports[8081]}", ":{site}")
    return found


def is_bad(outcome: str) -> bool:
    return any(word.isupper() for word in outcome.split())


def differences(proxy: Proxy, cases: list[table.Case], found: dict[str, str]) -> list[str]:
    """What is not as the table has it, and what must never be, whatever the table has."""
    lines = []
    for case in table.for_proxy(cases, proxy):
        outcome, expected = found[case.name], case.expected.get(proxy.name)
        if is_bad(outcome):
            lines.append(f"{proxy.name} {case.name}: {outcome}")
        elif outcome != expected:
            lines.append(f"{proxy.name} {case.name}: expected {expected}, was {outcome}")
    return lines


def page(cases: list[table.Case], names: list[str]) -> str:
    """The table for people: a row for each case, a column for each proxy, in Markdown."""
    rows = ["| case | " + " | ".join(names) + " |", "|" + "---|" * (len(names) + 1)]
    for case in cases:
        cells = [case.expected.get(name, "–").replace("|", "\\|") for name in names]
        short = [cell if len(cell) <= 60 else cell[:57] + "…" for cell in cells]
        rows.append(f"| `{case.name}` | " + " | ".join(short) + " |")
    return "\n".join(rows) + "\n"

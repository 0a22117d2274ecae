"""The table of attacks, `attacks.json`: read, sent to a proxy, and what came of it in a few words."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from .proxies import Proxy
from .wire import Response, exchange, exchange_http2, unescape

TABLE = Path(__file__).resolve().parents[1] / "attacks.json"
ORIGIN = re.compile(r"\{origin(?: ([^}]+))?\}")
# What goes through a tunnel that is open, so that the site sees that it is.
TUNNELLED = b"GET /tunnelled HTTP/1.1\r\nHost: good.test\r\n\r\n"


@dataclass
class Case:
    """One attack. `send` has one of the forms `head` (lines), `raw`, `slow` (texts and seconds) or `http2` (fields)."""

    name: str
    why: str
    send: dict
    expected: dict[str, str]
    # "agree": what arrives is what was decided; "never": nothing may arrive; "stripped": no field keeps its value.
    judge: str = "agree"
    only: list[str] | None = None
    stripped: list[str] = field(default_factory=list)
    directive: str | None = None

    def parts(self, proxy: Proxy, site: int) -> list:
        """The bytes to send, and seconds to wait; `{site}` in them is the port of the site."""
        if lines := self.send.get("head"):
            texts = ["\\r\\n".join(lines) + "\\r\\n\\r\\n"]
        else:
            texts = [self.send["raw"]] if "raw" in self.send else self.send["slow"]
        fill = lambda match: f"http://{match[1] or 'good.test'}" if proxy.forwards else ""
        texts = [text.replace("{site}", str(site)) if isinstance(text, str) else text for text in texts]
        return [unescape(ORIGIN.sub(fill, text)) if isinstance(text, str) else text for text in texts]

    def run(self, proxy: Proxy, address) -> list[Response]:
        """Sends it to a proxy whose site has the next port."""
        timeout = self.send.get("timeout", 5.0)
        if fields := self.send.get("http2"):
            return [exchange_http2(address, [tuple(pair) for pair in fields], timeout)]
        parts = self.parts(proxy, address[1] + 1)
        tunnelled = TUNNELLED if parts[0].startswith(b"CONNECT") else b""
        linger = 0.2 if "raw" in self.send else 0.0
        return exchange(address, parts, timeout, self.send.get("answers", 1), tunnelled, linger)


def read() -> list[Case]:
    return [Case(**entry) for entry in json.loads(TABLE.read_text())]


def write(cases: list[Case]):
    """Rewrites the table, one case a paragraph; for `record --expect`."""

    def paragraph(case: Case) -> str:
        rows = {"name": case.name, "why": case.why, "send": case.send}
        if case.only:
            rows["only"] = case.only
        if case.judge != "agree":
            rows["judge"] = case.judge
        if case.stripped:
            rows["stripped"] = case.stripped
        if case.directive:
            rows["directive"] = case.directive
        lines = [f'    "{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in rows.items()]
        expected = [f'      "{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in case.expected.items()]
        body = "{\n" + ",\n".join(expected) + "\n    }" if expected else "{}"
        return "  {\n" + ",\n".join([*lines, f'    "expected": {body}']) + "\n  }"

    TABLE.write_text("[\n" + ",\n".join(paragraph(case) for case in cases) + "\n]\n")


def for_proxy(cases: list[Case], proxy: Proxy) -> list[Case]:
    return [case for case in cases if not case.only or proxy.name in case.only]

"""The decision log of a running server, and the comparison of what was decided with what arrived."""

import json
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .proxies import ROOT, Proxy
from .wire import Head


@dataclass
class Decision:
    """One line of the log, as much of it as matters here."""

    id: str
    url: str | None
    verdict: str
    question: str
    codes: list[str]

    @classmethod
    def reading(cls, line: str) -> "Decision":
        entry = json.loads(line)
        codes = [reason["code"] for reason in entry.get("reasons") or []]
        if entry.get("fault"):
            codes = [entry["fault"], *[code for code in codes if code != entry["fault"]]]
        return cls(entry.get("id") or "", entry.get("url"), entry["verdict"], entry.get("question") or "navigate", codes)


class DecisionLog:
    """Follows the log; the helper of Squid writes one where it is asked to."""

    def __init__(self, path: Path):
        self.path = path
        self.offset = path.stat().st_size if path.exists() else 0
        self.pending = ""

    def take(self) -> list[Decision]:
        """What has been written since the last call."""
        if not self.path.exists():
            return []
        with open(self.path, encoding="utf-8", errors="replace") as file:
            file.seek(self.offset)
            text = file.read()
            self.offset = file.tell()
        lines = (self.pending + text).split("\n")
        self.pending = lines.pop()
        return [Decision.reading(line) for line in lines if line]


def target_of(head: Head) -> tuple[str, str] | None:
    """Method and target of a request; none where its first line is not one of HTTP/1."""
    parts = head.line.split(b" ")
    if len(parts) != 3 or not parts[2].startswith(b"HTTP/1."):
        return None
    return parts[0].decode("latin-1"), parts[1].decode("latin-1")


def reread(head: Head, proxy: Proxy, sent: bytes = b"") -> str | None:
    """The URL of what arrived, read as strictly as a server can; none where two servers could differ about it.

    - sent: what the client sent. A forward proxy is asked for `https:` too, and then speaks TLS to a site; the site of
      the example is behind a peer that takes both in the clear, so the scheme is the one thing that it cannot see.
    """
    scheme = "https" if proxy.forwards and re.match(rb"\S+ https:", sent, re.IGNORECASE) else proxy.scheme
    request = target_of(head)
    hosts = head.values("host")
    if request is None or len(hosts) != 1 or not hosts[0]:
        return None
    method, target = request
    host = hosts[0].decode("latin-1")
    if target.startswith("/"):
        url = f"{scheme}://{host}{target}"
    elif target.lower().startswith(("http://", "https://")):
        # Behind a reverse proxy the scheme of the target says nothing that the binding has not fixed.
        claimed, rest = target.split("://", 1)
        # haproxy takes the port of the scheme out of Host, and leaves the target as it came.
        usual = ":443" if claimed.lower() == "https" else ":80"
        authority = rest.split("/")[0].split("?")[0]
        if authority.lower().removesuffix(usual) != host.lower().removesuffix(usual):
            return None
        url = f"{scheme}://{rest}"
    else:
        return None
    if "#" in url or any(not "!" <= letter <= "~" for letter in url if letter < "\x80"):
        return None
    if len(head.values("content-length")) + len(head.values("transfer-encoding")) > 1:
        return None
    return url


def canonical(urls: list[str]) -> dict[str, str | None]:
    """Each URL as the URL Standard writes it; none for what is no URL. One run of `demarc url` for all."""
    wanted = sorted({url for url in urls if "\n" not in url and "\r" not in url})
    if not wanted:
        return {}
    # A raw byte of a path is what its percent-encoded form is; as text it would be two.
    lines = ["".join(c if c < "\x80" else f"%{ord(c):02X}" for c in url) for url in wanted]
    demarc = ROOT / ".build/release/demarc"
    result = subprocess.run(
        [os.environ.get("DEMARC") or (demarc if demarc.exists() else ROOT / ".build/whole/release/demarc"), "url", "--quiet", "--format", "ndjson", "--input-format", "ndjson", "--input", "-"],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        check=True,
    )
    found = [json.loads(line) for line in result.stdout.splitlines()]
    return {url: (http_of(entry["href"]) if entry["valid"] else None) for url, entry in zip(wanted, found, strict=True)}


def http_of(url: str) -> str:
    """A URL with the scheme that carries it: a WebSocket begins as a request of HTTP."""
    return "http" + url.removeprefix("ws") if url.startswith(("ws:", "wss:")) else url

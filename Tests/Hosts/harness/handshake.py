"""The name that a client gives in the TLS handshake, through an Envoy that ends TLS and asks the server."""

import ssl
import subprocess
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from .attack import settle
from .decisions import DecisionLog
from .proxies import Proxy, Running
from .upstream import Upstream
from .wire import Stream, connect


@dataclass(frozen=True)
class Handshake:
    """What a client says in the handshake, and in the request that follows."""

    why: str
    name: str | None
    host: str
    expected: str


HANDSHAKES = [
    Handshake("both say the same", "good.test", "good.test", "allow"),
    Handshake("a name in capitals is the same name", "GOOD.test", "good.test", "allow"),
    Handshake("a blocked site behind an allowed name", "good.test", "evil.test", "block request.authoritiesDiffer"),
    Handshake("an allowed site behind a blocked name", "evil.test", "good.test", "block request.authoritiesDiffer"),
    Handshake("another site of the same domain", "www.good.test", "good.test", "block request.authoritiesDiffer"),
    Handshake("both say a blocked site", "evil.test", "evil.test", "block rule.blocked"),
    Handshake("no name where the host is one", None, "good.test", "block request.fieldMissing"),
    Handshake("no name where the host is an address", None, "127.0.0.1", "route rule.default.external"),
]


def make_certificate(folder: str):
    """A certificate and its key, which no client here checks."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=good.test", "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"],
        check=True,
        capture_output=True,
    )


def ask(address, handshake: Handshake) -> int:
    """Sends one request over TLS.

    Returns the status; 0 where the connection ended without one.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    try:
        with connect(address, 5.0) as plain, context.wrap_socket(plain, server_hostname=handshake.name) as connection:
            connection.sendall(f"GET /a HTTP/1.1\r\nHost: {handshake.host}\r\nConnection: close\r\n\r\n".encode())
            head = Stream(connection).head()
            return int(head.line.split(b" ")[1]) if head else 0
    except OSError:
        return 0


def outcome(status: int, decisions: list, arrived: list) -> str:
    """What came of it, in the words of the table of attacks; what must never be is in capitals."""
    if not decisions:
        return "UNASKED" if arrived else "refuse"
    decision = decisions[0]
    if decision.verdict == "allow":
        return "allow" if status == 200 and len(arrived) == 1 else f"LOST {status}"
    return f"{decision.verdict} {decision.codes[0]}" + (", ARRIVED" if arrived or status == 200 else "")


def run(proxy: Proxy, base: int) -> list[str]:
    """What was not as expected."""
    wrong = []
    with tempfile.TemporaryDirectory(prefix="demarc-tls.") as folder:
        make_certificate(folder)
        with Running(proxy, base, EXAMPLE_TLS=str(Path(folder))) as running, closing(Upstream(running.ports[8081])) as upstream:
            running.start()
            log = DecisionLog(running.log)
            for handshake in HANDSHAKES:
                settle(log, upstream, proxy.log_delay, False)
                status = ask(running.address, handshake)
                found = outcome(status, *settle(log, upstream, proxy.log_delay, True))
                if found != handshake.expected:
                    wrong.append(f"{proxy.name}: {handshake.why}: expected {handshake.expected}, was {found}")
    return wrong

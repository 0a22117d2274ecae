"""What a client gets for a URL that belongs in another browser: the page, or a redirect that only Demarc can choose."""

from contextlib import closing
from dataclasses import dataclass

from .proxies import Proxy, Running
from .upstream import Upstream
from .wire import exchange

# What a client would send to be redirected elsewhere, if its own fields counted.
FORGED = (
    "X-Demarc-Redirect: 302\r\nX-Demarc-Location: https://elsewhere.test/\r\nLocation: https://elsewhere.test/\r\n"
)


@dataclass(frozen=True)
class Case:
    """A request, and the status and address of its answer with `onRoute: redirect`; with `page`, all of them are 403."""

    why: str
    host: str
    path: str
    html: bool
    status: int
    location: str = ""


CASES = [
    Case("a navigation", "other.test", "/", True, 302, "microsoft-edge-{scheme}://other.test/"),
    Case("its query stays", "other.test", "/a?b=c", True, 302, "microsoft-edge-{scheme}://other.test/a?b=c"),
    Case("a program follows no link", "other.test", "/", False, 403),
    Case("a block", "evil.test", "/", True, 403),
    Case("two readings", "good.test", "//admin", True, 403),
    Case("a route of 2 KiB", "other.test", "/" + "a" * 2000, True, 302, "microsoft-edge-{scheme}://other.test/" + "a" * 2000),
    # Longer ones do not fit into the fields of an answer: they have the page, but never an error of the proxy.
    *(Case(f"a route of {length} bytes", "other.test", "/" + "a" * length, True, 403) for length in range(3072, 4400, 120)),
]


def ask(proxy: Proxy, address, case: Case) -> tuple[int, str, bool]:
    """Sends a case: the status, the address, and whether the answer has a page."""
    target = f"http://{case.host}{case.path}" if proxy.forwards else case.path
    accept = "text/html" if case.html else "application/json"
    head = f"GET {target} HTTP/1.1\r\nHost: {case.host}\r\nAccept: {accept}\r\n{FORGED}Connection: close\r\n\r\n"
    response = exchange(address, [head.encode()], 5.0)[0]
    location = response.head.first("location") if response.head else ""
    return response.status, location, b"<html" in response.body


def run(proxy: Proxy, base: int) -> list[str]:
    """What is answered otherwise."""
    wrong = []
    for on_route in ("page", "redirect"):
        environment = {"EXAMPLE_ON_ROUTE": on_route}
        with Running(proxy, base, **environment) as running, closing(Upstream(running.ports[8081])) as upstream:
            running.start()
            for case in CASES:
                redirects = on_route == "redirect" and case.status == 302
                location = case.location.replace("{scheme}", proxy.scheme) if redirects else ""
                status, found, has_page = ask(proxy, running.address, case)
                if (status, found) != (302 if redirects else 403, location):
                    wrong.append(f"{proxy.name}, {on_route}: {case.why}: {status} {found[:80]}")
                elif status == 403 and case.html and not has_page:
                    wrong.append(f"{proxy.name}, {on_route}: {case.why}: no page")
            if arrived := upstream.take():
                wrong.append(f"{proxy.name}, {on_route}: {arrived[0].line.decode()} arrived")
    return wrong

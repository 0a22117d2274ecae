"""Records what each real proxy asks and sends on for each attack, with a server in Demarc's place that allows everything.

The recordings are fixtures of the root's tests, which replay them through RequestReading without a proxy.
"""

import json
import re
import time
from contextlib import closing

from . import table
from .proxies import ROOT, Proxy, Running
from .stub import HelperStub, Stub
from .upstream import Upstream
from .wire import escape

FOLDER = ROOT / "Tests/RequestReadingTests/Observations"


def stub_for(running: Running):
    proxy = running.proxy
    if proxy.convention == "squid":
        stub = HelperStub(running.folder)
        running.environment["DEMARC"] = str(stub.program)
        return stub
    running.environment["EXAMPLE_DEMARC"] = "none"
    address = ("127.0.0.1", running.ports[proxy.port]) if proxy.port else running.folder / "auth.sock"
    # Envoy takes only a 200 for an allow.
    return Stub(address, icap=proxy.convention == "icap", status=200 if proxy.convention == "envoy" else 204)


def observations(proxy: Proxy, base: int) -> list[dict]:
    """One object for each attack: what the proxy asked, what arrived, and the client's status."""
    rows = []
    with Running(proxy, base) as running, closing(Upstream(running.ports[8081])) as upstream:
        with closing(stub_for(running)) as stub:
            running.start()
            for case in table.for_proxy(table.read(), proxy):
                responses = case.run(proxy, running.address)
                time.sleep(0.03)
                rows.append(
                    {
                        "case": case.name,
                        "asked": [asked.object() for asked in stub.take()],
                        "received": [escape(head.raw) for head in upstream.take()],
                        "status": [response.status for response in responses],
                    }
                )
    return rows


def stable(rows: list[dict], running_ports: dict[int, int]) -> list[str]:
    """The rows as text, with the example's ports in place of the tests'."""
    lines = []
    for row in rows:
        text = json.dumps(row, ensure_ascii=False)
        for old, new in running_ports.items():
            text = text.replace(f":{new}", f":{old}")
        # Envoy's request ids.
        text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "00000000-0000-4000-8000-000000000000", text)
        lines.append(text)
    return lines


def meaning(line: str):
    """A recording without the order of the fields of a question: Lua has none."""
    row = json.loads(line)
    for asked in row["asked"]:
        if "fields" in asked:
            asked["fields"].sort()
    return row


def path_of(proxy: Proxy):
    return FOLDER / f"{proxy.name}.ndjson"

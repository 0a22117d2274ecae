"""What only a running Envoy shows: where accounts come from, fields that look like ours, and settings that are refused."""

import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PORT = int(os.environ.get("DEMARC_TEST_PORT", "24980"))
DEMARC = os.environ.get("DEMARC") or ROOT / ".build/whole/release/demarc"
ENVOY = os.environ.get("ENVOY") or ROOT / ".build/hosts-venv/bin/envoy"
EXAMPLE = (ROOT / "Examples/envoy-module/envoy.yaml").read_text()
SETTINGS = EXAMPLE[EXAMPLE.index("                          library:") : EXAMPLE.index("                  - name: envoy.filters.http.router")]

failures = []


def check(holds: bool, what: str, got=None):
    if not holds:
        failures.append(f"{what}; was: {got}")


def configuration(folder: Path, *lines: str) -> Path:
    """The example's configuration with other settings."""
    text = EXAMPLE.replace(SETTINGS, "".join(f"                          {line}\n" for line in lines))
    text = text.replace("/run/demarc", str(folder)).replace("port_value: 8080", f"port_value: {PORT}").replace("port_value: 8081", f"port_value: {PORT + 1}")
    (folder / "envoy.yaml").write_text(text)
    return folder / "envoy.yaml"


def environment() -> dict[str, str]:
    return dict(os.environ, SWIFT_BACKTRACE="enable=no", ENVOY_DYNAMIC_MODULES_SEARCH_PATH=str(ROOT / ".build/modules"))


def listens(port: int) -> bool:
    """Waits until something listens."""
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return True
        except OSError:
            time.sleep(0.05)
    return False


class Envoy:
    def __init__(self, folder: Path, *lines: str):
        self.command = [ENVOY, "-c", configuration(folder, *lines), "--concurrency", "1", "--disable-hot-restart", "--log-level", "error", "--file-flush-interval-msec", "50"]
        self.log = folder / "envoy.log"

    def __enter__(self):
        self.process = subprocess.Popen(self.command, env=environment(), stdin=subprocess.DEVNULL, stderr=open(self.log, "wb"))
        if listens(PORT + 1) and listens(PORT):
            return self
        raise RuntimeError(self.log.read_text())

    def __exit__(self, *reason):
        self.process.terminate()
        self.process.wait(10)

    def get(self, path: str, fields: list[tuple[str, str]], host: str = "good.test") -> tuple[int, str, dict]:
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=5)
        connection.putrequest("GET", path, skip_host=True, skip_accept_encoding=True)
        for name, value in [("Host", host), *fields]:
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), {name.lower(): value for name, value in answer.getheaders()}


def accounts(folder: Path, common: list[str]):
    dana = ("X-Demarc-Account", "dana@good.test")
    with Envoy(folder, *common, "accountField: X-Demarc-Account") as envoy:
        for what, fields, status in [
            ("the field says who asks", [dana], 200),
            ("without it nothing passes", [], 403),
            ("nor with an empty one", [("X-Demarc-Account", "")], 403),
            ("nor with two", [dana, dana], 403),
            ("nor with two that differ", [dana, ("X-Demarc-Account", "mallory@good.test")], 403),
            ("nor with another name of it beside it", [dana, ("X_Demarc_Account", "mallory@good.test")], 403),
            ("nor with an unknown account", [("X-Demarc-Account", "mallory@good.test")], 403),
        ]:
            got = envoy.get("/a", fields)
            check(got[0] == status, what, got)
        got = envoy.get("/a", [dana, ("X.Demarc.Verdict", "forged"), ("x-demarc-verdict", "forged"), ("x_demarc_other", "forged")])
        check(got[0] == 200 and "forged" not in got[1] and "x-demarc-verdict: allow" in got[1], "ours replace the client's", got)
        got = envoy.get("/admin/x", [dana, ("Accept", "text/html"), ("Accept-Language", "de")])
        check(got[0] == 403 and "gesperrt" in got[1] and got[2]["content-type"] == "text/html; charset=utf-8", "the page is in German", got)
        got = envoy.get("/", [dana, ("Accept", "text/html")], "other.test")
        check(got[0] == 403 and "location" not in got[2], "a route is a page", got)
        got = envoy.get("/long", [dana, ("x-demarc-" + "a" * 510, "forged")])
        check(got[0] == 403 and "request.headInvalid" in got[1], "a field that cannot be removed blocks", got)
        written = decision(folder, "/long")
        check(written.get("verdict") != "allow", "and is not logged as allowed", written)
    with Envoy(folder, *common, "accountMetadata: envoy.filters.http.jwt_authn upn", "absent: block") as envoy:
        got = envoy.get("/a", [dana])
        check(got[0] == 403 and "accountMissing" in got[1], "without metadata nobody asks, whatever the client writes", got)
    with Envoy(folder, *common, "account: dana@good.test", "onRoute: redirect") as envoy:
        got = envoy.get("/x", [("Accept", "text/html")], "other.test")
        check(got[0] == 302 and got[2]["location"] == "microsoft-edge-https://other.test/x", "a route is a redirect", got)


def decision(folder: Path, path: str) -> dict:
    """The last line of the log of decisions that is about a path, or without a URL."""
    log = folder / "decisions.ndjson"
    for _ in range(40):
        lines = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
        if lines and (lines[-1].get("url") or path).endswith(path):
            return lines[-1]
        time.sleep(0.05)
    return {}


def reloaded(folder: Path, common: list[str]):
    source = (ROOT / "Examples/envoy-module/policy.yaml").read_text()
    with Envoy(folder, *common, "account: dana@good.test") as envoy:
        for what, policy, status, is_said in [
            ("with the view, requests pass", source, 200, False),
            ("without it, they are blocked", source.replace("id: E,", "id: F,"), 403, True),
            ("without the account too", source.replace("dana@good.test", "mia@good.test"), 403, True),
        ]:
            envoy.log.write_bytes(b"")
            compiled(folder, policy)
            time.sleep(1.2)
            got = envoy.get("/a", [])
            check(got[0] == status, what, got)
            check(("requests are blocked" in envoy.log.read_text()) == is_said, f"{what}: an error says so", envoy.log.read_text())
    compiled(folder, source)


def compiled(folder: Path, policy: str):
    """Compiles a policy over the one in use."""
    (folder / "next.yaml").write_text(policy)
    subprocess.run([DEMARC, "compile", folder / "next.yaml", "-o", folder / "policy.demarc", "--quiet"], check=True)


def refused(folder: Path, common: list[str]):
    for what, lines in [
        ("an unknown setting", [*common, "scheem: https"]),
        ("an unknown view", [line.replace("view: E", "view: Nowhere") for line in common]),
        ("a missing policy", [line.replace("policy.demarc", "gone.demarc") for line in common]),
        ("an unknown account", [*common, "account: dana@gud.test"]),
        ("an unknown account for the absent", [*common, "absent: dana@gud.test"]),
        ("a word in another case", [*common, "absent: lockdown"]),
        ("the name of a field that is none", [*common, "accountField: a b"]),
        ("a missing library", [line.replace("libdemarc.so", "gone.so") for line in common]),
    ]:
        command = [ENVOY, "-c", configuration(folder, *lines), "--mode", "validate", "--log-level", "error"]
        done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=60)
        check(done.returncode != 0 and "demarc" in done.stderr, f"{what} is refused", done.stderr[-400:])


with tempfile.TemporaryDirectory(prefix="demarc-modules.", dir="/tmp") as text:
    place = Path(text)
    compiled(place, (ROOT / "Examples/envoy-module/policy.yaml").read_text())
    settings = [f"library: {ROOT}/.build/modules/libdemarc.so", f"policy: {place}/policy.demarc", "view: E"]
    site = subprocess.Popen([sys.executable, ROOT / "Examples/upstream.py", str(PORT + 1)])
    try:
        accounts(place, settings)
        reloaded(place, settings)
        refused(place, settings)
    finally:
        site.terminate()
        site.wait(5)
for line in failures:
    print(f"WRONG {line}", file=sys.stderr)
print(f"modules: Envoy's accounts and settings, {len(failures)} failed")
sys.exit(1 if failures else 0)

"""The real proxies: where their examples are, how they ask, and how they are started and ended."""

import os
import signal
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "Examples"


@dataclass(frozen=True)
class Proxy:
    name: str
    example: str
    number: int
    # How it asks: a name of RequestConvention, `squid` for the lines of the helper, or `module` where Demarc is inside.
    convention: str
    arguments: tuple[str, ...] = ()
    # A forward proxy is sent absolute-form targets, a reverse proxy origin-form.
    forwards: bool = False
    # The example's port of Demarc; 0 for a unix socket, or none at all.
    port: int = 9900
    scheme: str = "https"
    # How long a decision may take to the log, in seconds.
    log_delay: float = 0.03

    @property
    def origin(self) -> str:
        return "http://good.test" if self.forwards else ""


PROXIES = [
    Proxy("nginx", "nginx", 0, "nginx", port=0),
    Proxy("caddy", "caddy", 1, "forwarded"),
    Proxy("haproxy", "haproxy", 2, "forwarded"),
    Proxy("envoy", "envoy", 3, "envoy"),
    Proxy("envoy-http", "envoy", 4, "envoy", arguments=("http",)),
    Proxy("squid", "squid", 5, "squid", forwards=True, port=0, scheme="http"),
    Proxy("icap", "icap", 6, "icap", forwards=True, port=1344, scheme="http"),
    Proxy("nginx-module", "nginx-module", 7, "module", port=0),
    # The log is Envoy's own, which its example has written every 50 ms.
    Proxy("envoy-module", "envoy-module", 8, "module", port=0, log_delay=0.12),
]


def named(names: list[str] | None) -> list[Proxy]:
    """The proxies of these names; without names, all that ask a program of ours."""
    return [proxy for proxy in PROXIES if (proxy.name in names if names else proxy.convention != "module")]


class Running:
    """A proxy that runs by the `run` script of its example, on ports of the tests, with a folder for its files."""

    def __init__(self, proxy: Proxy, base: int, **environment: str):
        self.proxy = proxy
        first = base + proxy.number * 10
        self.ports = {8080: first, 8081: first + 1, 9900: first + 2, 9901: first + 3, 1344: first + 4}
        self.address = ("127.0.0.1", first)
        self.kept = tempfile.TemporaryDirectory(prefix="demarc-hosts.", dir="/tmp", ignore_cleanup_errors=True)
        self.folder = Path(self.kept.name)
        self.folder.chmod(0o777)
        self.log = self.folder / "decisions.ndjson"
        self.environment = dict(
            os.environ,
            EXAMPLE_FOLDER=str(self.folder),
            EXAMPLE_PORTS=" ".join(f"{old}={new}" for old, new in self.ports.items()),
            EXAMPLE_UPSTREAM="none",
            EXAMPLE_UNMASKED="yes",
            EXAMPLE_UNCACHED="yes",
            **environment,
        )
        self.process: subprocess.Popen | None = None

    def __enter__(self) -> "Running":
        return self

    def tap(self):
        """Lets Squid's helper write a log of decisions."""
        demarc = os.environ.get("DEMARC") or str(ROOT / ".build/whole/release/demarc")
        program = self.folder / "demarc"
        program.write_text(f'#!/bin/sh\nexec python3 {Path(__file__).parent}/tap.py {self.log} {demarc} "$@"\n')
        program.chmod(0o755)
        self.log.touch()
        self.log.chmod(0o666)
        self.environment["DEMARC"] = str(program)

    def start(self) -> "Running":
        # What is left of another run would answer in its place.
        if is_listening(self.ports[8080]):
            raise RuntimeError(f"something listens on port {self.ports[8080]} already; --base takes other ports")
        script = EXAMPLES / self.proxy.example / "run"
        self.process = subprocess.Popen(
            [script, *self.proxy.arguments],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=open(self.folder / "output.txt", "wb"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        deadline = time.monotonic() + 20
        while b"ready on" not in (self.folder / "output.txt").read_bytes():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{self.proxy.name} did not start:\n{self.messages()}")
            time.sleep(0.05)
        return self

    def messages(self) -> str:
        names = ["output.txt", f"{self.proxy.example}.log", "envoy.log", "error.log", "cache.log"]
        files = [self.folder / name for name in names]
        return "\n".join(file.read_text(errors="replace")[-4000:] for file in files if file.exists())

    def identifier(self, name: str) -> int:
        """The process id of a program that the script started."""
        return int((self.folder / f"{name}.pid").read_text())

    def __exit__(self, *reason):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
        self.kept.cleanup()


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.2)
        return probe.connect_ex(("127.0.0.1", port)) == 0

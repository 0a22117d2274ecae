"""Faults, live: whatever happens to Demarc, the client never sees an allow that it should not, and recovers by itself."""

import os
import signal
import subprocess
import threading
import time
from contextlib import closing
from pathlib import Path

from .proxies import ROOT, Proxy, Running
from .upstream import Upstream
from .wire import exchange

ALLOWED = "/a"
BLOCKED = "/admin/x"


class Load:
    """Two threads that ask for what is allowed and for what is blocked, as fast as they are answered."""

    def __init__(self, running: Running):
        self.running = running
        self.counts: dict[tuple[str, int], int] = {}
        self.isRunning = True
        self.lock = threading.Lock()
        self.threads = [threading.Thread(target=self.work, args=(path,)) for path in (ALLOWED, BLOCKED)]
        for thread in self.threads:
            thread.start()

    def work(self, path: str):
        request = f"GET {self.running.proxy.origin}{path} HTTP/1.1\r\nHost: good.test\r\n\r\n".encode()
        while self.isRunning:
            status = exchange(self.running.address, [request], timeout=5)[0].status
            with self.lock:
                self.counts[path, status] = self.counts.get((path, status), 0) + 1

    def stop(self) -> dict[tuple[str, int], int]:
        self.isRunning = False
        for thread in self.threads:
            thread.join()
        return self.counts

    def take(self) -> dict[tuple[str, int], int]:
        with self.lock:
            counts, self.counts = self.counts, {}
        return counts


def count(counts, path: str, isAllow: bool) -> int:
    return sum(number for (asked, status), number in counts.items() if asked == path and (200 <= status < 300) == isAllow)


def never_allowed(counts, upstream: Upstream, what: str) -> list[str]:
    """What was answered with a 2xx, or arrived, though the policy blocks it."""
    wrong = []
    if count(counts, BLOCKED, True):
        wrong.append(f"{what}: {count(counts, BLOCKED, True)} blocked requests were answered with 2xx")
    arrived = [head for head in upstream.take() if b"/admin" in head.line]
    if arrived:
        wrong.append(f"{what}: {len(arrived)} blocked requests arrived")
    return wrong


def server_killed(proxy: Proxy, base: int) -> list[str]:
    """kill -9 under load: nothing passes until the server is back, and then all is as before."""
    with Running(proxy, base) as running, closing(Upstream(running.ports[8081])) as upstream:
        running.start()
        load = Load(running)
        time.sleep(0.7)
        before = load.take()
        os.kill(running.identifier("demarc"), signal.SIGKILL)
        time.sleep(0.3)
        load.take()
        upstream.take()
        time.sleep(0.7)
        dead = load.stop()
        wrong = never_allowed(before | dead, upstream, "server killed")
        if not count(before, ALLOWED, True):
            wrong.append("server killed: nothing was allowed before")
        if count(dead, ALLOWED, True):
            wrong.append(f"server killed: {count(dead, ALLOWED, True)} requests passed without a decision")
    return [f"{proxy.name}: {line}" for line in wrong]


def helper_killed(proxy: Proxy, base: int) -> list[str]:
    """kill -9 of Squid's helper under load: Squid starts another one, and nothing that is blocked passes meanwhile."""
    with Running(proxy, base) as running, closing(Upstream(running.ports[8081])) as upstream:
        running.start()
        load = Load(running)
        time.sleep(0.5)
        for _ in range(3):
            for helper in children_named(running.identifier("squid"), "demarc"):
                os.kill(helper, signal.SIGKILL)
            time.sleep(0.5)
        counts = load.stop()
        wrong = never_allowed(counts, upstream, "helper killed")
        if not count(counts, ALLOWED, True):
            wrong.append("helper killed: nothing was allowed")
    return [f"{proxy.name}: {line}" for line in wrong]


def children_named(parent: int, name: str) -> list[int]:
    """Processes that descend from ours, by the name of their program."""
    found = []
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,comm="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    parents = {parent}
    for _ in range(4):
        parents |= {int(pid) for pid, ppid, _ in rows if int(ppid) in parents}
    return [int(pid) for pid, _, command in rows if int(pid) in parents and command == name]


def hang_up(running: Running):
    """Tells Demarc to reload its policy, be it a server or Squid's helpers."""
    if running.proxy.convention == "squid":
        asked = children_named(running.identifier("squid"), "demarc")
    else:
        asked = [running.identifier("demarc")]
    for process in asked:
        os.kill(process, signal.SIGHUP)


def policy_broken(proxy: Proxy, base: int) -> list[str]:
    """A policy that cannot be read, and then one that is gone: the last good one stays in force."""
    with Running(proxy, base) as running, closing(Upstream(running.ports[8081])) as upstream:
        running.start()
        load = Load(running)
        policy = running.folder / "policy.yaml"
        good = policy.read_text()
        wrong = []
        for name, change in [("broken", lambda: policy.write_text("demarc: [")), ("gone", policy.unlink)]:
            time.sleep(0.3)
            change()
            hang_up(running)
            time.sleep(1.2)
            load.take()
            time.sleep(0.4)
            counts = load.take()
            wrong += never_allowed(counts, upstream, f"policy {name}")
            if not count(counts, ALLOWED, True) or count(counts, ALLOWED, False):
                wrong.append(f"policy {name}: the last good policy did not stay: {counts}")
        # A new policy that blocks what was allowed takes over.
        policy.write_text(good.replace("class: internal", "class: blocked"))
        hang_up(running)
        time.sleep(1.5)
        load.take()
        time.sleep(0.4)
        counts = load.stop()
        if count(counts, ALLOWED, True):
            wrong.append("policy replaced: the old policy still allows")
    return [f"{proxy.name}: {line}" for line in wrong]


def disk_full(proxy: Proxy, base: int) -> list[str]:
    """Audit mode with a log that cannot be written: everything blocks."""
    with Running(proxy, base) as running, closing(Upstream(running.ports[8081])) as upstream:
        running.environment["EXAMPLE_AUDIT"] = "/dev/full"
        running.start()
        load = Load(running)
        time.sleep(0.7)
        # What is in a buffer may still have been allowed at the very first.
        load.take()
        upstream.take()
        time.sleep(0.7)
        counts = load.stop()
        wrong = never_allowed(counts, upstream, "disk full")
        if count(counts, ALLOWED, True):
            wrong.append(f"disk full: {count(counts, ALLOWED, True)} requests passed that no log has")
        if not counts:
            wrong.append("disk full: no answer at all")
    return [f"{proxy.name}: {line}" for line in wrong]


def rewritten(proxy: Proxy, base: int) -> list[str]:
    """The helper as Squid's rewriter: what is allowed stays as it is, what is not leads to the page."""
    with Running(proxy, base, EXAMPLE_REWRITE="yes") as running, closing(Upstream(running.ports[8081])) as upstream:
        running.start()
        wrong = []
        for path, status, place in [(ALLOWED, 200, b""), (BLOCKED, 303, b"https://page.test/v1/page?ticket=")]:
            request = f"GET {proxy.origin}{path} HTTP/1.1\r\nHost: good.test\r\n\r\n".encode()
            answer = exchange(running.address, [request])[0]
            places = answer.head.values("location") if answer.head else []
            if answer.status != status or [found[: len(place)] for found in places] != ([place] if place else []):
                wrong.append(f"rewriter: {path} was answered with {answer.status} {places}")
        arrived = [head.line.split(b" ")[1] for head in upstream.take()]
        if arrived != [ALLOWED.encode()]:
            wrong.append(f"rewriter: {arrived} arrived")
    return [f"{proxy.name}: {line}" for line in wrong]


def workers(running: Running) -> list[int]:
    """The workers of an nginx that was started by a script."""
    return [pid for pid in children_named(running.identifier("nginx"), "nginx") if pid != running.identifier("nginx")]


def worker_killed(proxy: Proxy, base: int) -> list[str]:
    """kill -9 of nginx's workers under load: others take their place, and nothing that is blocked passes meanwhile."""
    with Running(proxy, base) as running, closing(Upstream(running.ports[8081])) as upstream:
        running.start()
        load = Load(running)
        time.sleep(0.5)
        for _ in range(3):
            for worker in workers(running):
                os.kill(worker, signal.SIGKILL)
            time.sleep(0.4)
        load.take()
        time.sleep(0.5)
        after = load.stop()
        wrong = never_allowed(after, upstream, "worker killed")
        if not count(after, ALLOWED, True):
            wrong.append("worker killed: nothing was allowed afterwards")
    return [f"{proxy.name}: {line}" for line in wrong]


def compiled(running: Running, text: str) -> bytes:
    """A policy as the module opens it."""
    source, made = running.folder / "next.yaml", running.folder / "next.demarc"
    source.write_text(text)
    demarc = os.environ.get("DEMARC") or str(ROOT / ".build/whole/release/demarc")
    subprocess.run([demarc, "compile", source, "-o", made, "--quiet"], check=True)
    return made.read_bytes()


def replace(running: Running, content: bytes):
    """Puts a file in the place of the policy in one step."""
    waiting = running.folder / "waiting.demarc"
    waiting.write_bytes(content)
    waiting.chmod(0o644)
    waiting.rename(running.folder / "policy.demarc")


def file_damaged(proxy: Proxy, base: int) -> list[str]:
    """A policy file that is cut, changed, empty, foreign or gone: the last good policy stays, and the log says why."""
    with Running(proxy, base) as running, closing(Upstream(running.ports[8081])) as upstream:
        running.start()
        load = Load(running)
        text = (running.folder / "policy.yaml").read_text()
        good = compiled(running, text)
        middle = len(good) // 2
        damaged = {
            "cut": good[:middle],
            "changed": good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1 :],
            "empty": b"",
            "foreign": text.encode(),
        }
        wrong = []
        for name, content in damaged.items():
            replace(running, content)
            wrong += stays(load, upstream, f"policy {name}")
        (running.folder / "policy.demarc").unlink()
        wrong += stays(load, upstream, "policy gone")
        said = "\n".join((running.folder / log).read_text() for log in ("error.log", "envoy.log") if (running.folder / log).exists())
        if said.count("the policy in force stays") < len(damaged):
            wrong.append(f"policy damaged: the log does not say so:\n{said[-2000:]}")
        # A new policy that blocks what was allowed takes over.
        replace(running, compiled(running, text.replace("class: internal", "class: blocked")))
        time.sleep(2.3)
        load.take()
        time.sleep(0.4)
        counts = load.stop()
        if count(counts, ALLOWED, True) or not count(counts, ALLOWED, False):
            wrong.append(f"policy replaced: the old policy still allows: {counts}")
    return [f"{proxy.name}: {line}" for line in wrong]


def stays(load: Load, upstream: Upstream, what: str) -> list[str]:
    """Whether everything is decided as before, once the file was looked at."""
    time.sleep(1.3)
    load.take()
    time.sleep(0.3)
    counts = load.take()
    wrong = never_allowed(counts, upstream, what)
    if not count(counts, ALLOWED, True) or count(counts, ALLOWED, False):
        wrong.append(f"{what}: the last good policy did not stay: {counts}")
    return wrong


def reloaded(proxy: Proxy, base: int) -> list[str]:
    """Four workers decide while the policy is replaced again and again: what every policy blocks never passes."""
    with Running(proxy, base, EXAMPLE_WORKERS="4") as running, closing(Upstream(running.ports[8081])) as upstream:
        running.start()
        text = (running.folder / "policy.yaml").read_text()
        contents = [compiled(running, text), compiled(running, text.replace("class: internal", "class: blocked"))]
        loads = [Load(running), Load(running)]
        for turn in range(8):
            replace(running, contents[(turn + 1) % 2])
            time.sleep(0.7)
        counts = [load.stop() for load in loads]
        wrong = [line for counted in counts for line in never_allowed(counted, upstream, "reloads")]
        merged = {key: sum(counted.get(key, 0) for counted in counts) for counted in counts for key in counted}
        if not count(merged, ALLOWED, True) or not count(merged, ALLOWED, False):
            wrong.append(f"reloads: the policies did not take turns: {merged}")
    return [f"{proxy.name}: {line}" for line in wrong]


def opened_badly(proxy: Proxy, base: int) -> list[str]:
    """A proxy whose policy is damaged from the start does not start; an nginx that loses it between has workers that block."""
    wrong = []
    with Running(proxy, base) as running:
        running.environment["EXAMPLE_POLICY"] = "damaged"
        try:
            running.start()
            wrong.append("damaged policy: the proxy started")
        except RuntimeError as error:
            if "demarc" not in str(error):
                wrong.append(f"damaged policy: nothing says why: {error}")
    if proxy.example == "nginx-module":
        with Running(proxy, base) as running, closing(Upstream(running.ports[8081])) as upstream:
            running.start()
            good = (running.folder / "policy.demarc").read_bytes()
            replace(running, b"damaged")
            for worker in workers(running):
                os.kill(worker, signal.SIGKILL)
            time.sleep(0.5)
            load = Load(running)
            time.sleep(0.5)
            counts = load.take()
            if count(counts, ALLOWED, True) or not count(counts, ALLOWED, False) or upstream.take():
                wrong.append(f"no policy: {counts}")
            replace(running, good)
            time.sleep(2)
            load.take()
            time.sleep(0.3)
            counts = load.stop()
            wrong += never_allowed(counts, upstream, "policy back")
            if not count(counts, ALLOWED, True):
                wrong.append(f"policy back: nothing is allowed: {counts}")
    return [f"{proxy.name}: {line}" for line in wrong]


def run(proxies: list[Proxy], base: int) -> list[str]:
    """Every fault behind every proxy that it can happen behind."""
    wrong = []
    for proxy in proxies:
        faults = [helper_killed, policy_broken, rewritten] if proxy.convention == "squid" else [server_killed]
        if proxy.convention == "module":
            faults = [file_damaged, reloaded, opened_badly]
            if proxy.example == "nginx-module":
                faults.append(worker_killed)
        elif proxy.name in ("nginx", "icap", "envoy"):
            faults += [policy_broken, disk_full]
        for fault in faults:
            found = fault(proxy, base)
            print(f"{proxy.name}: {fault.__name__}: {'; '.join(found) or 'nothing passed that should not'}", flush=True)
            wrong += found
    return wrong

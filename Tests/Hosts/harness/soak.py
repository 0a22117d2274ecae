"""Long runs: memory after ten million requests, and full load with a reload every second."""

import os
import signal
import subprocess
import re
import threading
import time
from contextlib import closing

from .proxies import Proxy, Running
from .upstream import Upstream
from .wire import exchange

# What wrk runs: what is allowed and what is blocked in turn, and a count of answers that are neither.
SCRIPT = """
local paths = {{ "/a", "/admin/x" }}
local n = 0
request = function()
    n = n + 1
    return wrk.format("GET", "/v1/auth/edge", {{
        ["X-Original-URL"] = "https://good.test" .. paths[n % 2 + 1],
        ["X-Original-Method"] = "GET", ["X-Demarc-Authority"] = "good.test", ["X-Demarc-Account"] = "dana@good.test",
    }})
end
"""


def memory(process: int) -> int:
    """Resident memory in KiB."""
    with open(f"/proc/{process}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])


def direct(running: Running) -> str:
    """The serve.yaml of nginx with a TCP listener, because wrk knows no unix sockets."""
    return f"  - {{tcp: 127.0.0.1:{running.ports[9900]}, serves: [auth]}}\n"


def load(running: Running, script, seconds: int) -> dict:
    arguments = ["wrk", "-t1", "-c32", f"-d{seconds}s", "-s", str(script), f"http://127.0.0.1:{running.ports[9900]}/"]
    text = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout
    errors = re.search(r"Socket errors: (.*)", text)
    other = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    return {
        "requests": int(re.search(r"(\d+) requests in", text)[1]),
        "blocked": int(other[1]) if other else 0,
        "socket errors": errors[1] if errors else "none",
        "requests a second": float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]),
    }


def memory_after(proxy: Proxy, base: int, requests: int, note) -> dict:
    """Memory after a warm-up of 200,000 requests and after so many, straight to the server."""
    with Running(proxy, base) as running:
        running.environment["EXAMPLE_DIRECT"] = str(running.ports[9900])
        running.start()
        script = running.folder / "load.lua"
        script.write_text(SCRIPT.format())
        server = running.identifier("demarc")
        done, first = 0, 0
        while done < requests:
            done += load(running, script, 10)["requests"]
            # Buffers and rings have their size by now.
            if not first and done >= min(200_000, requests // 10):
                first, warm = memory(server), done
            note({"requests": done, "KiB": memory(server)})
        return {"requests": done, "KiB after warm-up": first, "KiB at the end": memory(server), "ratio": round(memory(server) / first, 3)}


def reloads(proxy: Proxy, base: int, seconds: int, note) -> dict:
    """Full load with a reload every second, alternating between two policies that differ in what a rule is called.

    No answer fails, and none mixes two policies: the policy an answer names is the one whose rule it names.
    """
    with Running(proxy, base) as running, closing(Upstream(running.ports[8081])) as upstream:
        running.environment["EXAMPLE_DIRECT"] = str(running.ports[9900])
        running.start()
        script = running.folder / "load.lua"
        script.write_text(SCRIPT.format())
        server = running.identifier("demarc")
        policy = running.folder / "policy.yaml"
        texts = [f"revision: {number}\n" + policy.read_text().replace("id: site", f"id: site{number}") for number in (1, 2)]
        isRunning, count, mixed, failed, asked = True, 0, set(), 0, 0
        pairs: dict[str, set[str]] = {}

        def reload():
            nonlocal count
            while isRunning:
                fresh = running.folder / "policy.new"
                fresh.write_text(texts[count % 2])
                fresh.rename(policy)
                os.kill(server, signal.SIGHUP)
                count += 1
                time.sleep(1)

        def watch():
            nonlocal failed, asked
            request = b"GET /a HTTP/1.1\r\nHost: good.test\r\nConnection: close\r\n\r\n"
            while isRunning:
                status = exchange(running.address, [request])[0].status
                asked += 1
                failed += status != 200
                for head in upstream.take():
                    pairs.setdefault(head.first("x-demarc-rule"), set()).add(head.first("x-demarc-policy"))

        threads = [threading.Thread(target=reload), threading.Thread(target=watch)]
        for thread in threads:
            thread.start()
        began, total, errors, blocked = time.monotonic(), 0, [], 0
        before = memory(server)
        while time.monotonic() - began < seconds:
            figures = load(running, script, min(10, seconds))
            total += figures["requests"]
            blocked += figures["blocked"]
            if figures["socket errors"] != "none":
                errors.append(figures["socket errors"])
            note({"seconds": round(time.monotonic() - began), "requests": total, "reloads": count})
        isRunning = False
        for thread in threads:
            thread.join()
        rules = list(pairs.values())
        mixed = [rule for rule in pairs if any(pairs[rule] & pairs[other] for other in pairs if other != rule)]
        return {
            "seconds": seconds,
            "requests": total,
            "blocked": blocked,
            "reloads": count,
            "socket errors": errors,
            "through nginx": asked,
            "failed": failed,
            "answers of mixed policies": mixed,
            "policies seen": {rule: sorted(policies) for rule, policies in pairs.items()},
            "KiB before and after": [before, memory(server)],
        }

"""What forward auth adds to a request through nginx, alternating with an nginx that answers `return 204` in Demarc's place."""

import re
import statistics
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from .proxies import Proxy, Running

STUB = """daemon off; pid {folder}/stub.pid; error_log {folder}/stub.log; worker_processes 1;
events {{ worker_connections 1024; }}
http {{
    access_log off; client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
    scgi_temp_path {folder}/s; uwsgi_temp_path {folder}/u;
    server {{ listen {listen}; location / {{ return {answer}; }} }}
}}
"""


@contextmanager
def nginx(folder: Path, listen: str, answer: str):
    file = folder / "stub.conf"
    file.write_text(STUB.format(folder=folder, listen=listen, answer=answer))
    process = subprocess.Popen(["nginx", "-e", str(folder / "stub.log"), "-c", str(file)], stdin=subprocess.DEVNULL)
    try:
        time.sleep(0.3)
        yield
    finally:
        process.terminate()
        process.wait(5)


def measure(url: str, seconds: float) -> tuple[float, float]:
    """The median in microseconds, and requests a second, of two connections."""
    arguments = ["wrk", "-t1", "-c2", f"-d{seconds}s", "--latency", "-H", "Host: good.test", url]
    text = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout
    found = re.search(r"^ +50% +([\d.]+)(us|ms|s)", text, re.M)
    median = float(found[1]) * {"us": 1, "ms": 1_000, "s": 1_000_000}[found[2]]
    return median, float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])


def run(proxy: Proxy, base: int, rounds: int) -> dict:
    """Rounds of three: the site alone through nginx, with the stub, with Demarc. Differences are what asking adds."""
    with tempfile.TemporaryDirectory(prefix="demarc-latency.", dir="/tmp") as text, Running(proxy, base) as real:
        folder = Path(text)
        folder.chmod(0o755)
        (folder / "site").mkdir()
        stubbed = Running(proxy, base + 60)
        stubbed.environment["EXAMPLE_DEMARC"] = "none"
        plain = Running(proxy, base + 80)
        plain.environment["EXAMPLE_DEMARC"] = "none"
        plain.environment["EXAMPLE_UNASKED"] = "yes"
        with stubbed, plain:
            for running in (stubbed, plain):
                running.environment["EXAMPLE_PORTS"] = running.environment["EXAMPLE_PORTS"].replace(
                    f"8081={running.ports[8081]}", f"8081={real.ports[8081]}"
                )
            with nginx(folder / "site", f"127.0.0.1:{real.ports[8081]}", '200 "ok"'):
                (folder / "auth").mkdir()
                with nginx(folder / "auth", f"unix:{stubbed.folder}/auth.sock", "204"):
                    for running in (real, stubbed, plain):
                        running.start()
                    return turns({"demarc": real, "stub": stubbed, "plain": plain}, rounds)


def turns(running: dict[str, Running], rounds: int) -> dict:
    rows = []
    for number in range(rounds + 1):
        order = list(running) if number % 2 else list(reversed(running))
        row = {name: measure(f"http://127.0.0.1:{running[name].address[1]}/a", 1) for name in order}
        # The first round warms up.
        if number:
            rows.append(row)
    added = [(row["demarc"][0] - row["plain"][0]) / max(1.0, row["stub"][0] - row["plain"][0]) for row in rows]
    middle = lambda name, part: statistics.median(row[name][part] for row in rows)
    return {
        "rounds": rounds,
        "p50 in microseconds": {name: middle(name, 0) for name in running},
        "requests a second": {name: middle(name, 1) for name in running},
        "added by Demarc / added by nginx's return 204, p50, median of rounds": round(statistics.median(added), 2),
        "p50 with Demarc / p50 with nginx's return 204, median of rounds": round(
            statistics.median(row["demarc"][0] / row["stub"][0] for row in rows), 2
        ),
    }

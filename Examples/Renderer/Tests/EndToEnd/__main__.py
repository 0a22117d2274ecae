"""Runs the end-to-end tests: `RENDERER=PROGRAM run [--only TEXT] [--screenshot FILE]`."""

import argparse
import sys
import time
import traceback

from .chromium import Chromium
from .escapes import Escapes
from .flows import Flows
from .frames import Frames
from .service import EXAMPLE, Service
from .tunnels import Tunnels
from .workers import Workers


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="only tests whose names contain this")
    arguments = parser.parse_args()
    service = Service("--sessions", "40", folders=[EXAMPLE / "Tests/EndToEnd/hostile"])
    browser = Chromium()
    failed, ran, begun = [], 0, time.monotonic()
    try:
        for suite in (made(browser, service) for made in (Flows, Frames, Workers, Tunnels, Escapes)):
            for name in [name for name in dir(suite) if name.startswith("test_") and arguments.only in name]:
                start = time.monotonic()
                ran += 1
                try:
                    getattr(suite, name)()
                    print(f"ok    {time.monotonic() - start:5.1f} s  {name[5:].replace('_', ' ')}", flush=True)
                except Exception:
                    failed.append(name)
                    print(f"FAIL  {time.monotonic() - start:5.1f} s  {name[5:].replace('_', ' ')}", flush=True)
                    traceback.print_exc()
                    service.restore_policy()
    finally:
        browser.close()
        service.close()
    # Profiles contain what people have seen.
    ran += 1
    left = service.left_behind()
    if left:
        failed.append("left behind")
    print(f"{'FAIL' if left else 'ok  '}    0.0 s  an ended service leaves nothing behind {' '.join(left)}", flush=True)
    print(f"{ran - len(failed)} of {ran} tests passed in {time.monotonic() - begun:.0f} s")
    sys.exit(1 if failed or not ran else 0)


main()

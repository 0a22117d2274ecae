#!/usr/bin/env python3
"""Stands between Squid and its helper, and writes each question and its answer as a line of the log of decisions.

`tap.py LOG PROGRAM ARGUMENT…`: the helper has no log of its own, because Squid has one.
"""

import json
import re
import subprocess
import sys
import threading


def main():
    log = open(sys.argv[1], "a", buffering=1)
    helper = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    asked: dict[bytes, list[bytes]] = {}

    def answers():
        for line in helper.stdout:
            note(line)
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()

    def note(line: bytes):
        channel, _, answer = line.rstrip(b"\n").partition(b" ")
        method, url, *_ = asked.pop(channel, [b"", b""])
        text = answer.decode("latin-1")
        tag, logged = re.search(r"tag=(\w+)", text), re.search(r"log=[^, ]*(?:,[a-z]+)?,([a-z]+\.[A-Za-z.]+)", text)
        isAllowed = text.split(" ")[0] == "OK"
        isTunnel = method == b"CONNECT"
        entry = {
            "id": "",
            "url": f"https://{url.decode('latin-1')}/" if isTunnel else url.decode("latin-1"),
            "verdict": "allow" if isAllowed else tag[1] if tag else "block",
            "question": "connection" if isTunnel else "navigate",
            "reasons": [{"code": logged[1]}] if logged else [],
        }
        log.write(json.dumps(entry) + "\n")

    reader = threading.Thread(target=answers)
    reader.start()
    for line in sys.stdin.buffer:
        channel, *tokens = line.rstrip(b"\n").split(b" ")
        asked[channel] = tokens
        helper.stdin.write(line)
        helper.stdin.flush()
    helper.stdin.close()
    reader.join()
    sys.exit(helper.wait())


main()

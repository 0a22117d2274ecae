#!/usr/bin/env python3
"""Holds the models of URL readers against the real readers.

    swift build -c release --product WriteReadings
    compare.py --count 1000000 --seed 1 --readings .build/release/WriteReadings [--only urllib,curl]

Prints for each reader its version, how many texts were compared, how many readings differ, and how many are known exceptions.
Exits with 1 if a reading differs and is not an exception. It also says whether a reader is of another version than the one
that the models and the exceptions are made for. A reader that is not installed is named and skipped. nginx and Squid run live
on loopback for the first --live texts.
"""

import argparse
import itertools
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import real

HERE = pathlib.Path(__file__).parent

# The version of each reader that the models and the exceptions were made for, as the reader itself begins to name it.
VERSIONS = {
    "rfc3986": "RFC 3986",
    "ruby": "Ruby 3.1.",
    "urllib": "Python 3.11.",
    "curl": "libcurl/7.88.",
    "goNetURL": "Go 1.19",
    "javaURI": "OpenJDK 17.",
    "javaURL": "OpenJDK 17.",
    "nodeLegacy": "Node.js v20.20.",
    "nsurl": "swift-foundation of Swift version 6.3",
    "nginx": "nginx 1.22.",
    "squid": "Squid 5.7",
}

# What a model does not follow: the reader, its version, why, and the texts that it is about. An exception holds only for a
# reader of this version.
EXCEPTIONS = [
    ("ruby", "Ruby 3.1.", "a relative reference whose host is an IPv6 address without its closing bracket is accepted",
     r"\A//([^/?#@]*@)?\[[0-9a-fA-F:.]*:[0-9a-fA-F:.]*([/?#]|\Z)"),
]

# Readers that have no model of their own: the model that each is compared with. They refuse more than the model; what they
# refuse is counted, and not compared.
STRICTER = {"ruby": "rfc3986"}


def java(name):
    return lambda folder: ["java", "-cp", built(folder, "javac"), "Real", name]


def built(folder, tool):
    """The folder with what a compiler made of its source."""
    if tool == "javac" and not (folder / "Real.class").exists():
        subprocess.run(["javac", "-d", folder, HERE / "Real.java"], check=True)
    if tool == "go" and not (folder / "real").exists():
        subprocess.run(["go", "build", "-o", folder / "real", HERE / "real.go"], check=True,
                       env={**os.environ, "GOCACHE": str(folder / "cache"), "GOFLAGS": "-mod=mod", "GO111MODULE": "off"})
    return str(folder)


def python(name):
    return lambda folder: [sys.executable, str(HERE / "real.py"), name]


# What each model is held against: the programs that are needed, and the command that reads lines.
FILTERS = {
    "rfc3986": ([], python("rfc3986")),
    "urllib": ([], python("urllib")),
    "curl": ([], python("curl")),
    "nodeLegacy": (["node"], lambda folder: ["node", str(HERE / "real.js")]),
    "javaURI": (["javac", "java"], java("javaURI")),
    "javaURL": (["javac", "java"], java("javaURL")),
    "goNetURL": (["go"], lambda folder: [built(folder, "go") + "/real", "go"]),
    "ruby": (["ruby"], lambda folder: ["ruby", str(HERE / "real.rb")]),
}


def version(command):
    if command[0].endswith("WriteReadings"):
        swift = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
        return "swift-foundation of " + (re.search(r"Swift version [\d.]+", swift) or ["this toolchain"])[0]
    arguments = command[:-1] + ["--version", command[-1]] if len(command) > 2 or command[0].endswith("real") else (
        command + ["--version"])
    done = subprocess.run(arguments, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


# Readers that permit more zeros at the beginning of a number of an IPv6 address than Python does.
PERMIT_ZEROS = {"javaURI", "javaURL"}


def addressed(reading, permits_zeros=False):
    """A reading with an IPv6 address in its shortest form, and a port as a number, of which the models know no larger."""
    parts = reading.split(",")
    if len(parts) == 5 and "3a" in parts[1]:
        host = bytes.fromhex(parts[1])
        address = real.address(re.sub(rb"(?<![0-9a-fA-F])0+(?=[0-9a-fA-F])", b"", host) if permits_zeros else host)
        if isinstance(address, str):
            parts[1] = address.encode().hex()
    if len(parts) == 5 and parts[2].isdigit():
        parts[2] = str(min(int(parts[2]), 65536))
    return ",".join(parts)


def is_expected(name, found):
    """Whether a reader is of the version that its model was made for."""
    return found.startswith(VERSIONS[name])


def exception(name, found, text):
    for reader, made_for, why, expression in EXCEPTIONS:
        if reader == name and found.startswith(made_for) and re.search(expression, text, re.DOTALL):
            return why
    return None


def dotless(reading):
    """A reading of a reader that leaves dot segments to another function, with these removed."""
    parts = reading.split(",")
    if len(parts) == 5:
        parts[3] = real.without_dot_segments(bytes.fromhex(parts[3])).hex()
    return ",".join(parts)


def shown(reading):
    if "," not in reading:
        return reading
    scheme, host, port, path, query = reading.split(",")
    words = [bytes.fromhex(part).decode("utf-8", "backslashreplace") for part in (scheme, host, path)]
    asked = "-" if query == "-" else repr(bytes.fromhex(query).decode("utf-8", "backslashreplace"))
    return f"{words[0]!r} {words[1]!r} {port} {words[2]!r} {asked}"


class Total:
    """What was found out about a reader of one version."""

    def __init__(self, name, found):
        self.name, self.found = name, found
        self.compared, self.differing, self.refused, self.known = 0, 0, 0, {}

    def add(self, other):
        self.compared += other.compared
        self.differing += other.differing
        self.refused += other.refused
        for why, number in other.known.items():
            self.known[why] = self.known.get(why, 0) + number

    def write(self):
        made_for = "" if is_expected(self.name, self.found) else (
            f", which is NOT the version that the table is made for: {VERSIONS[self.name].rstrip('.')}")
        against = f", compared with the model {STRICTER[self.name]}" if self.name in STRICTER else ""
        print(f"{self.name} ({self.found}{made_for}{against}): {self.compared} compared, {self.differing} differ, "
              f"{sum(self.known.values())} are exceptions")
        if self.name in STRICTER:
            print(f"  {self.refused} that it refuses are not compared")
        for reader, version, why, _ in EXCEPTIONS:
            if reader == self.name:
                print(f"  {self.known.get(why, 0)}, exception of {version.rstrip('.')}: {why}")


def compare(name, found, texts, models, answers, most):
    """Counts what differs, and prints the first of it."""
    total = Total(name, found)
    for text, model, answer in zip(texts, models, answers):
        if name in STRICTER:
            if answer == "refused":
                total.refused += 1
                continue
            answer = dotless(answer)
        total.compared += 1
        model, answer = addressed(model), addressed(answer, name in PERMIT_ZEROS)
        if model == answer:
            continue
        data = bytes.fromhex(text).decode("utf-8", "backslashreplace")
        why = exception(name, found, data)
        if why:
            total.known[why] = total.known.get(why, 0) + 1
            continue
        total.differing += 1
        if total.differing <= most:
            print(f"  {name}: {data!r}\n    model {shown(model)}\n    real  {shown(answer)}")
    return total


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=1_000_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--live", type=int, default=50_000, help="texts for nginx and Squid")
    options.add_argument("--show", type=int, default=5, help="differences that are shown of each reader")
    options.add_argument("--only", default="")
    options.add_argument("--readings", required=True, help="the program that writes what the models read")
    options.add_argument("--batch", type=int, default=100_000)
    chosen = options.parse_args()
    # An exit by a signal must stop nginx and Squid too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))

    only = set(filter(None, chosen.only.split(",")))
    filters = dict(FILTERS)
    filters["nsurl"] = ([], lambda folder: [chosen.readings, "--foundation"])
    totals = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        commands = {}
        for reader, (needs, command) in filters.items():
            if only and reader not in only:
                continue
            missing = [program for program in needs if not shutil.which(program)]
            found = None if missing else version(command(folder))
            if found is None:
                print(f"{reader}: not compared, because {' and '.join(missing) or 'the library'} is not there")
                continue
            commands[reader] = command(folder)
            totals[reader] = Total(reader, found)
        live = {}
        if not only or only & {"nginx", "squid"}:
            import live as servers
            live = servers.readers(folder, only)
            for reader, server in live.items():
                totals[reader] = Total(reader, server.version)
        for reader, total in totals.items():
            if not is_expected(reader, total.found):
                print(f"{reader}: {total.found} is installed, but the model and its exceptions are made for "
                      f"{VERSIONS[reader].rstrip('.')}")
        writer = subprocess.Popen([chosen.readings, str(chosen.count), str(chosen.seed)], stdout=subprocess.PIPE, text=True)
        done = 0
        while True:
            lines = [line.rstrip("\n").split("\t") for line in itertools.islice(writer.stdout, chosen.batch)]
            if not lines:
                break
            texts = [line[0] for line in lines]
            models = [dict(part.split("=", 1) for part in line[1:]) for line in lines]
            given = "\n".join(texts) + "\n"
            for reader, command in commands.items():
                answers = subprocess.run(command, input=given, capture_output=True, text=True).stdout.split("\n")[:-1]
                if len(answers) != len(texts):
                    sys.exit(f"{reader}: {len(answers)} answers to {len(texts)} texts")
                found = [model[STRICTER.get(reader, reader)] for model in models]
                totals[reader].add(compare(reader, totals[reader].found, texts, found, answers, chosen.show))
            for reader, server in live.items():
                part = max(0, min(len(texts), chosen.live - done))
                answers = server.read(texts[:part])
                pairs = [(t, m[reader], a) for t, m, a in zip(texts, models, answers) if a is not None]
                if pairs:
                    ts, ms, ans = zip(*pairs)
                    ms = [server.seen(model) for model in ms]
                    totals[reader].add(compare(reader, server.version, ts, ms, ans, chosen.show))
            done += len(lines)
            print(f"{done} texts", file=sys.stderr)
        for server in live.values():
            server.stop()
    for total in totals.values():
        total.write()
    sys.exit(1 if any(total.differing for total in totals.values()) else 0)


if __name__ == "__main__":
    main()

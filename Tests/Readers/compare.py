#!/usr/bin/env python3
"""Holds the models of URL readers against the real readers.

    swift build --product WriteReadings
    compare.py --count 1000000 --seed 1 --readings .build/debug/WriteReadings [--only urllib,curl]

Prints for each reader its version, how many texts were compared, how many readings differ, and how many of these are known
exceptions; exits with 1 where one is not. A reader that is not there is named and left out. nginx and Squid run live on
loopback for the first --live texts.
"""

import argparse
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import real

HERE = pathlib.Path(__file__).parent

# What a model does not follow, by reader and version: a name, why, and the texts that it is about.
EXCEPTIONS = [
    ("nodeLegacy", "20", "an `xn--` label that does not decode is refused, as Node's own IDNA has it", r"(?i)(x|\uff58)(n|\uff4e)--"),
    ("nodeLegacy", "20", "a control in a host that is not ASCII is kept or refused by its own IDNA",
     r"(?=.*[^\x00-\x7f]).*[\x00-\x1f\x7f]"),
    ("nsurl", "6.3", "`%xx` of a host that is not ASCII is decoded behind IDNA mapping",
     r"//[^/?#]*(%[^/?#]*[^\x00-\x7f]|[^\x00-\x7f][^/?#]*%)"),
    ("nsurl", "6.3", "a port ends at a `%`", r":[0-9]*%"),
    ("javaURL", "17", "pieces of an IPv6 address may have more than four digits that begin with zeros",
     r"\[[^\]]*0[0-9a-fA-F]{4,}"),
    ("nsurl", "6.3", "a host that is not ASCII holds no punctuation but `-` and `.`",
     r"//(?=[^/?#]*[^\x00-\x7f])[^/?#]*[_~!$&'()*+,;=]"),
    ("javaURL", "17", "leading zeros in the dotted part of an IPv6 address are taken",
     r":[0-9]*\.?[0-9.]*0[0-9]+[0-9.]*\]"),
    ("javaURI", "17", "leading zeros in the dotted part of an IPv6 address are taken", r":[0-9]*\.?[0-9.]*0[0-9]+[0-9.]*\]"),
]


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
}


def version(command):
    if command[0].endswith("WriteReadings"):
        swift = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
        return "swift-foundation of " + (re.search(r"Swift version [\d.]+", swift) or ["this toolchain"])[0]
    arguments = command[:-1] + ["--version", command[-1]] if len(command) > 2 or command[0].endswith("real") else (
        command + ["--version"])
    done = subprocess.run(arguments, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def addressed(reading):
    """A reading with an IPv6 address in its shortest form, and a port as a number, of which the models know no larger."""
    parts = reading.split(",")
    if len(parts) == 5 and "3a" in parts[1]:
        parts[1] = real.address(bytes.fromhex(parts[1])).encode().hex() if isinstance(
            real.address(bytes.fromhex(parts[1])), str) else parts[1]
    if len(parts) == 5 and parts[2].isdigit():
        parts[2] = str(min(int(parts[2]), 65536))
    return ",".join(parts)


def exception(name, text):
    for reader, _, why, expression in EXCEPTIONS:
        if reader == name and re.search(expression, text, re.DOTALL):
            return why
    return None


def shown(reading):
    if "," not in reading:
        return reading
    scheme, host, port, path, query = reading.split(",")
    words = [bytes.fromhex(part).decode("utf-8", "backslashreplace") for part in (scheme, host, path)]
    asked = "-" if query == "-" else repr(bytes.fromhex(query).decode("utf-8", "backslashreplace"))
    return f"{words[0]!r} {words[1]!r} {port} {words[2]!r} {asked}"


def compare(name, texts, models, answers, most):
    """Counts what differs, and prints the first of it."""
    differing, known = 0, {}
    for text, model, answer in zip(texts, models, answers):
        model, answer = addressed(model), addressed(answer)
        if model == answer:
            continue
        data = bytes.fromhex(text).decode("utf-8", "backslashreplace")
        why = exception(name, data)
        if why:
            known[why] = known.get(why, 0) + 1
            continue
        differing += 1
        if differing <= most:
            print(f"  {data!r}\n    model {shown(model)}\n    real  {shown(answer)}")
    return differing, known


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

    only = set(filter(None, chosen.only.split(",")))
    filters = dict(FILTERS)
    filters["nsurl"] = ([], lambda folder: [chosen.readings, "--foundation"])
    totals, failed = {}, False
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
            totals[reader] = [found, 0, 0, {}]
        live = {}
        if not only or only & {"nginx", "squid"}:
            import live as servers
            live = {key: value for key, value in servers.readers(folder).items() if not only or key in only}
            for reader, server in live.items():
                totals[reader] = [server.version, 0, 0, {}]
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
                add(totals, reader, compare(reader, texts, [m[reader] for m in models], answers, chosen.show), len(texts))
            for reader, server in live.items():
                part = max(0, min(len(texts), chosen.live - done))
                answers = server.read(texts[:part])
                pairs = [(t, m[reader], a) for t, m, a in zip(texts, models, answers) if a is not None]
                if pairs:
                    ts, ms, ans = zip(*pairs)
                    ms = [server.seen(model) for model in ms]
                    add(totals, reader, compare(reader, ts, ms, ans, chosen.show), len(pairs))
            done += len(lines)
            print(f"{done} texts", file=sys.stderr)
        for server in live.values():
            server.stop()
    for reader, (found, count, differing, known) in totals.items():
        print(f"{reader} ({found}): {count} compared, {differing} differ, {sum(known.values())} are exceptions")
        for why, number in known.items():
            print(f"  {number}: {why}")
        failed = failed or differing > 0
    sys.exit(1 if failed else 0)


def add(totals, reader, result, count):
    differing, known = result
    totals[reader][1] += count
    totals[reader][2] += differing
    for why, number in known.items():
        totals[reader][3][why] = totals[reader][3].get(why, 0) + number


if __name__ == "__main__":
    main()

"""`python3 -m harness COMMAND`: see Tests/Hosts/README.md."""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from . import attack, embed, examples, faults, handshake, latency, law, proxies, record, routes, soak, table

FIGURES = proxies.ROOT / ".build/hosts"


def note(text: str):
    print(text, flush=True)


def table_command(options) -> int:
    """Every attack through every proxy."""
    cases, wrong = table.read(), []
    for proxy in proxies.named(options.proxy):
        began = time.monotonic()
        found = attack.outcomes(proxy, options.base, cases)
        if options.write:
            for case in cases:
                if case.name in found and not attack.is_bad(found[case.name]):
                    case.expected[proxy.name] = found[case.name]
        lines = attack.differences(proxy, cases, found)
        refused = sum(outcome == "refuse" for outcome in found.values())
        note(f"{proxy.name}: {len(found)} attacks, {refused} refused by the proxy itself, {len(lines)} not as expected, {time.monotonic() - began:.0f} s")
        wrong += lines
    if options.write:
        order = [proxy.name for proxy in proxies.PROXIES]
        for case in cases:
            case.expected = {name: case.expected[name] for name in order if name in case.expected}
        table.write(cases)
    for proxy in proxies.named(options.proxy):
        # Of those that ask the server, Envoy over gRPC alone says which name the client gave in the handshake.
        if proxy.name == "envoy":
            found = handshake.run(proxy, options.base)
            note(f"{proxy.name}: {len(handshake.HANDSHAKES)} handshakes, {len(found)} not as expected")
            wrong += found
    return report(wrong)


def law_command(options) -> int:
    """Generated requests through every proxy."""
    wrong, tallies = [], {}
    for proxy in proxies.named(options.proxy):
        tally = law.run(proxy, options.base, options.count, options.seed)
        note(tally.line(proxy.name))
        tallies[proxy.name] = tally
        wrong += [f"{proxy.name}: {line}" for line in tally.violations]
        if tally.allowed < options.count // 50 or tally.decided - tally.allowed < options.count // 50:
            wrong.append(f"{proxy.name}: too little was decided for the law to say much")
    return report(wrong)


def examples_command(options) -> int:
    """What the README of each example says that its commands print."""
    wrong = []
    for proxy in proxies.named(options.proxy):
        found = examples.check(proxy, options.base)
        note(f"{proxy.name}: {len(examples.commands(proxy))} commands of the README, {len(found)} not as it says")
        wrong += found
    return report(wrong)


def routes_command(options) -> int:
    """What a client gets for a URL that belongs in another browser, with each `onRoute`."""
    wrong = []
    for proxy in proxies.named(options.proxy):
        if proxy.convention in ("squid", "module"):
            continue
        found = routes.run(proxy, options.base)
        note(f"{proxy.name}: {len(routes.CASES)} routes and denials with each onRoute, {len(found)} not as expected")
        wrong += found
    return report(wrong)


def faults_command(options) -> int:
    return report(faults.run(proxies.named(options.proxy), options.base))


def record_command(options) -> int:
    """Records what the proxies ask; or compares, where nothing is to be written."""
    wrong = []
    record.FOLDER.mkdir(exist_ok=True)
    for proxy in proxies.named(options.proxy):
        # A gRPC server is more than a stub; the server's own tests have CheckRequests. A module asks nobody.
        if proxy.name == "envoy" or proxy.convention == "module":
            continue
        lines = record.stable(record.observations(proxy, options.base), proxies.Running(proxy, options.base).ports)
        path = record.path_of(proxy)
        if options.compare:
            recorded = path.read_text().splitlines()
            changed = [json.loads(new)["case"] for old, new in zip(recorded, lines) if record.meaning(old) != record.meaning(new)]
            if len(recorded) != len(lines):
                changed.append(f"{len(lines)} cases instead of {len(recorded)}")
            note(f"{proxy.name}: {len(lines)} recordings, {len(changed)} changed")
            wrong += [f"{proxy.name}: {name} is not asked as it was recorded; see make hosts-record" for name in changed]
        else:
            path.write_text("\n".join(lines) + "\n")
            note(f"{proxy.name}: {len(lines)} cases recorded")
    return report(wrong)


def probe_command(options) -> int:
    """`demarc probe` through the examples: nothing passes that should not."""
    wrong = []
    demarc = os.environ.get("DEMARC") or proxies.ROOT / ".build/whole/release/demarc"
    for proxy in proxies.named(options.proxy):
        if proxy.convention == "squid":
            continue
        with proxies.Running(proxy, options.base) as running:
            running.start()
            arguments = [demarc, "probe", "--through", f"http://127.0.0.1:{running.ports[8080]}"]
            arguments += ["--upstream", f":{running.ports[8081]}", "--log", running.log]
            result = subprocess.run(arguments, capture_output=True, text=True)
            note(f"{proxy.name}: demarc probe: {result.stderr.strip()}")
            if result.returncode:
                failed = [line for line in result.stdout.splitlines() if not line.startswith("ok")]
                wrong.append(f"{proxy.name}: demarc probe ended with {result.returncode}:\n" + "\n".join(failed))
    return report(wrong)


def corpus_command(options) -> int:
    embed.write()
    return 0


def page_command(options) -> int:
    """The table for people, into the page of the documentation."""
    path = proxies.ROOT / "Sources/Demarc/Demarc.docc/Hosts.md"
    text = path.read_text()
    begin, end = "<!-- table -->\n", "<!-- end of the table -->\n"
    head, rest = text.split(begin, 1)
    path.write_text(head + begin + attack.page(table.read(), [proxy.name for proxy in proxies.PROXIES]) + end + rest.split(end, 1)[1])
    return 0


def latency_command(options) -> int:
    figures = latency.run(proxies.named(["nginx"])[0], options.base, options.rounds)
    note(json.dumps(figures, indent=2))
    keep("latency", figures)
    return 0


def keep(name: str, figures):
    FIGURES.mkdir(parents=True, exist_ok=True)
    (FIGURES / f"{name}.json").write_text(json.dumps(figures, indent=2) + "\n")


def kept(name: str):
    path = FIGURES / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else None


def soak_command(options) -> int:
    """The long runs. What is done already is not done again; `--again` forgets it."""
    if options.again:
        for path in FIGURES.glob("*.json"):
            path.unlink()
    wrong = []
    for proxy in proxies.named(options.proxy):
        wrong += soak_law(proxy, options)
    nginx = proxies.named(["nginx"])[0]
    runs = [
        ("reloads", lambda told: soak.reloads(nginx, options.base, options.seconds, told)),
        ("memory", lambda told: soak.memory_after(nginx, options.base, options.requests, told)),
        ("latency", lambda told: latency.run(nginx, options.base, options.rounds)),
    ]
    for name, work in [] if options.law else runs:
        figures = kept(name)
        if figures is None:
            figures = work(lambda figures: note(f"{name}: {figures}"))
            keep(name, figures)
        note(f"{name}: {json.dumps(figures)}")
    return report(wrong)


def soak_law(proxy: proxies.Proxy, options) -> list[str]:
    """The law for one proxy, in pieces, each with a seed of its own and written down when it is done."""
    name = f"law-{proxy.name}"
    figures = kept(name) or {"pieces": 0, "sent": 0, "refused": 0, "decided": 0, "allowed": 0, "arrived": 0, "violations": []}
    piece = min(10_000, options.count)
    while figures["sent"] < options.count:
        tally = law.run(proxy, options.base, piece, seed=options.seed + 1_000 + figures["pieces"])
        for key in ("sent", "refused", "decided", "allowed", "arrived"):
            figures[key] += getattr(tally, key)
        figures["violations"] += tally.violations[:100]
        figures["pieces"] += 1
        keep(name, figures)
        note(f"{proxy.name}: {figures['sent']} of {options.count}, {len(figures['violations'])} violations")
    note(f"{name}: " + ", ".join(f"{figures[key]} {key}" for key in ("sent", "refused", "decided", "allowed", "arrived")))
    return [f"{proxy.name}: {line}" for line in figures["violations"]]


def report(wrong: list[str]) -> int:
    for line in wrong[:40]:
        print(f"WRONG {line}", file=sys.stderr)
    if len(wrong) > 40:
        print(f"… and {len(wrong) - 40} more", file=sys.stderr)
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="harness", description=__doc__)
    parser.add_argument("--base", type=int, default=26000, help="the first of two hundred ports to use")
    parser.add_argument("--proxy", action="append", choices=[proxy.name for proxy in proxies.PROXIES])
    commands = parser.add_subparsers(dest="command", required=True)

    def command(name: str, run, **more):
        added = commands.add_parser(name, help=run.__doc__, **more)
        added.set_defaults(run=run)
        return added

    command("table", table_command).add_argument("--write", action="store_true", help="take what happened as expected")
    generated = command("law", law_command)
    generated.add_argument("--count", type=int, default=2_000)
    generated.add_argument("--seed", type=int, default=1)
    command("examples", examples_command)
    command("routes", routes_command)
    command("faults", faults_command)
    command("record", record_command).add_argument("--compare", action="store_true", help="write nothing, compare")
    command("probe", probe_command)
    command("corpus", corpus_command)
    command("page", page_command)
    command("latency", latency_command).add_argument("--rounds", type=int, default=15)
    long = command("soak", soak_command)
    long.add_argument("--count", type=int, default=100_000)
    long.add_argument("--seed", type=int, default=1)
    long.add_argument("--requests", type=int, default=10_000_000)
    long.add_argument("--seconds", type=int, default=600)
    long.add_argument("--rounds", type=int, default=15)
    long.add_argument("--law", action="store_true", help="nothing but the law")
    long.add_argument("--again", action="store_true")
    # Whoever ends the harness ends what it started, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options = parser.parse_args()
    return options.run(options)


sys.exit(main())

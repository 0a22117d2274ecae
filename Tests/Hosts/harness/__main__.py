"""`python3 -m harness COMMAND`: see Tests/Hosts/README.md."""

import argparse
import sys

from . import proxies, record


def record_command(options) -> int:
    record.FOLDER.mkdir(exist_ok=True)
    for proxy in proxies.named(options.proxy):
        if proxy.name == "envoy":
            # A gRPC server is more than a stub; the server's own tests have recordings of CheckRequest.
            continue
        ports = proxies.Running(proxy, options.base).ports
        lines = record.stable(record.observations(proxy, options.base), ports)
        record.path_of(proxy).write_text("\n".join(lines) + "\n")
        print(f"{proxy.name}: {len(lines)} cases recorded")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="harness", description=__doc__)
    parser.add_argument("--base", type=int, default=26000, help="the first of a hundred ports to use")
    parser.add_argument("--proxy", action="append", choices=[proxy.name for proxy in proxies.PROXIES])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("record", help="record what the proxies send").set_defaults(run=record_command)
    options = parser.parse_args()
    return options.run(options)


sys.exit(main())

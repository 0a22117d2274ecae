"""The resources of a process, read from /proc: the processes below it, memory, descriptors, threads."""

import os
import pathlib


def below(ancestor):
    """The command lines of all direct and indirect child processes of a process, by id."""
    parents, names = {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                stat = pathlib.Path(f"/proc/{entry}/stat").read_text()
                names[int(entry)] = pathlib.Path(f"/proc/{entry}/cmdline").read_text()
                parents[int(entry)] = int(stat.rsplit(")", 1)[1].split()[1])
            except OSError:
                pass

    def is_below(process):
        while process in parents:
            process = parents[process]
            if process == ancestor:
                return True
        return False

    return {process: name for process, name in names.items() if is_below(process)}


def start(process):
    """When a process was started, in clock ticks since the system's start. Numbers of processes are used again."""
    return int(pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[19])


def memory(process):
    """The resident memory of one process in MiB."""
    return int(field(process, "VmRSS").split()[0]) / 1024


def threads(process):
    return int(field(process, "Threads"))


def descriptors(process):
    return len(os.listdir(f"/proc/{process}/fd"))


def field(process, name):
    return pathlib.Path(f"/proc/{process}/status").read_text().split(name + ":")[1].split("\n")[0].strip()

"""Asks nginx and Squid, live on loopback, what they make of the target of a request line."""

import atexit
import os
import pathlib
import re
import shutil
import socket
import subprocess
import time
from urllib.parse import unquote_to_bytes

import real

NO_HOST = "no-host.invalid"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def exchange(port, target, fields=b""):
    """The status and the body of an answer; None where there is none."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(b"GET " + target + b" HTTP/1.1\r\nHost: " + NO_HOST.encode() + b"\r\n" + fields
                           + b"Connection: close\r\n\r\n")
        answer = b""
        try:
            while chunk := connection.recv(1 << 16):
                answer += chunk
        except ConnectionError:
            pass
    head, _, body = answer.partition(b"\r\n\r\n")
    found = re.match(rb"HTTP/1\.[01] (\d{3})", head)
    return (int(found[1]), body) if found else None


class Server:
    """A program that listens on loopback until it is stopped."""

    def start(self, command):
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(self.stop)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"{command[0]} does not listen")

    def stop(self):
        self.process.terminate()
        self.process.wait()

    @staticmethod
    def is_one_line(target):
        """Whether a target stays on the request line: what does not is another request."""
        return not any(byte in target for byte in b"\r\n\0")


class Nginx(Server):
    """nginx, which answers with `$host`, `$args` and `$uri`. Scheme and port are those of its own socket."""

    def __init__(self, folder):
        self.port = free_port()
        self.version = subprocess.run(["nginx", "-v"], capture_output=True, text=True).stderr.split("nginx/")[-1].strip()
        self.version = "nginx " + self.version
        configuration = folder / "nginx.conf"
        configuration.write_text(f"""
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log crit;
events {{ worker_connections 64; }}
http {{
  access_log off; client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder}; default_type text/plain;
  server {{ listen 127.0.0.1:{self.port}; return 200 "$host\\n$args\\n$uri"; }}
}}
""")
        self.start(["nginx", "-p", str(folder), "-c", str(configuration)])

    def read(self, texts):
        return [self.reading(bytes.fromhex(text)) for text in texts]

    def reading(self, target):
        answer = exchange(self.port, target) if self.is_one_line(target) else None
        if answer is None or answer[0] not in (200, 400):
            return None
        if answer[0] == 400:
            return "refused"
        host, args, path = answer[1].split(b"\n", 2)
        if host.decode() == NO_HOST:
            host = b""
        return self.seen(real.line("", host, None, path, args or None))

    @staticmethod
    def seen(reading):
        """A reading without what nginx does not take from the URL."""
        if reading == "refused":
            return reading
        parts = reading.split(",")
        return ",".join(["", parts[1], "-", *parts[3:]])


class Squid(Server):
    """Squid, which denies everything and logs what it read."""

    def __init__(self, folder):
        self.port = free_port()
        found = subprocess.run(["squid", "-v"], capture_output=True, text=True).stdout
        self.version = "Squid " + re.search(r"Version (\S+)", found)[1]
        self.folder = folder / "squid"
        self.folder.mkdir()
        self.log = self.folder / "access.log"
        self.number, self.place, self.rest = 0, 0, b""
        configuration = self.folder / "squid.conf"
        configuration.write_text(f"""
http_port 127.0.0.1:{self.port}
http_access deny all
logformat read %{{X-Number}}>h %>rs %#>rd %>rP %#>rp
access_log stdio:{self.log} logformat=read
buffered_logs off
cache_log {self.folder}/cache.log
pid_filename none
coredump_dir {self.folder}
cache deny all
visible_hostname reader.invalid
shutdown_lifetime 0 seconds
netdb_filename none
pinger_enable off
""")
        if os.getuid() == 0:
            # Squid gives up root's rights, and has to be let into the folder.
            folder.chmod(0o755)
            shutil.chown(self.folder, "proxy")
        self.start(["squid", "-N", "-f", str(configuration)])

    def read(self, texts):
        numbers, answers = {}, []
        for text in texts:
            target = bytes.fromhex(text)
            answer = None
            if self.is_one_line(target) and target.strip(b" "):
                answer = exchange(self.port, target, b"X-Number: %d\r\n" % self.number)
            if answer is None or answer[0] not in (400, 403):
                answers.append(None)
            elif answer[0] == 400:
                answers.append("refused")
            else:
                numbers[self.number] = len(answers)
                answers.append(None)
            self.number += 1
        deadline = time.monotonic() + 20
        while numbers and time.monotonic() < deadline:
            for line in self.lines():
                parts = line.split(b" ")
                position = numbers.pop(int(parts[0]), None) if len(parts) == 5 and parts[0].isdigit() else None
                if position is not None:
                    answers[position] = self.reading(*parts[1:])
            if numbers:
                time.sleep(0.05)
        return answers

    def lines(self):
        with open(self.log, "rb") as file:
            file.seek(self.place)
            self.rest += file.read()
            self.place = file.tell()
        *lines, self.rest = self.rest.split(b"\n")
        return lines

    @staticmethod
    def reading(scheme, host, port, target):
        path, _, query = unquote_to_bytes(target).partition(b"#")[0].partition(b"?")
        asked = query if b"?" in unquote_to_bytes(target).partition(b"#")[0] else None
        # A host that is empty without its dots is logged as `-`.
        name = b"" if host == b"-" else unquote_to_bytes(host)
        return Squid.seen(real.line(scheme, name, int(port), path, asked))

    @staticmethod
    def seen(reading):
        """A reading with the port of the scheme where none is written, as Squid has it."""
        if reading == "refused":
            return reading
        scheme, host, port, path, query = reading.split(",")
        known = {"http": "80", "https": "443", "ftp": "21"}
        if port == "-":
            port = known.get(bytes.fromhex(scheme).decode("latin1"), "-")
        return ",".join([scheme, host, port, path, query])


def readers(folder, only):
    """Starts the servers that are installed, by the name of their model; if `only` is not empty, only those in it."""
    found = {}
    for name, program, server in (("nginx", "nginx", Nginx), ("squid", "squid", Squid)):
        if only and name not in only:
            continue
        if not shutil.which(program):
            print(f"{name}: not compared, because {program} is not there")
            continue
        found[name] = server(pathlib.Path(folder))
    return found

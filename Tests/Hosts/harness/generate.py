"""Hostile requests by the thousand, the same ones for the same seed."""

import random
from dataclasses import dataclass

HOSTS = ["good.test"] * 6 + ["evil.test", "other.test", "files.good.test", "GOOD.test", "good.test.", "good.test:80", "good.test:443"]
ODD_HOSTS = [
    "good.test@evil.test", "evil.test#good.test", "evil.test?good.test", "evil.test\\good.test", "evil.test/good.test",
    "good.test,evil.test", "%67ood.test", "g\xf6\xf6d.test", "0x7f.1", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "a_b.good.test",
    "good.test:", "good.test:080", "good.test:99999", " good.test", "good.test\t", "", "xn--a.test", "good..test", ".good.test",
]  # fmt: skip
SEGMENTS = [
    "a", "b", "admin", "x", "%61dmin", "adm%69n", "%2561dmin", ".", "..", "%2e", "%2e%2e", ".%2e", "%252e%252e", "", "a;x=1", "..;", ";a",
    "admin;x", "a%2fb", "a%5cb", "a\\b", "%00", "%0a", "A", "Admin", "a b", "a%20b", "*", "~", "%c3%a9", "\xe9", "a%", "%zz", "a:b", "@", "|", "\"", "<", "^", "`", "{", "a,b", "a'b", "$", "!", "+", "(", "=",
]  # fmt: skip
QUERIES = ["", "", "", "?", "?a=b", "?a=b?c", "?/../admin", "?a#b", "?\\", "?%00", "?a=\xe9", "?a b", "?'", "?uri=/a&binding=x"]
FIELDS = [
    "X-Original-URL: https://good.test/a", "X-Original-Method: GET", "X-Demarc-Authority: good.test", "X-Forwarded-Uri: /a",
    "X-Forwarded-Host: good.test", "X-Forwarded-Proto: http", "X-Forwarded-Method: GET", "X_Forwarded_Uri: /a",
    "X.Forwarded.Uri: /a", "X-Demarc-Account: admin@good.test", "X-Demarc-Verdict: forged", "Connection: close, Host",
    "Connection: X-Forwarded-Uri", "Connection: keep-alive, X-Demarc-Verdict", "X-Rewrite-URL: /a", "Forwarded: host=good.test",
    "Accept: text/html", "Sec-Fetch-Dest: iframe", "Upgrade: websocket", "X-Envoy-Original-Path: /a", "Range: bytes=0-1",
    "Expect: 100-continue", "TE: trailers", "Via: 1.1 x", "Max-Forwards: 0", "Cookie: a=b",
]  # fmt: skip
METHODS = ["GET"] * 12 + ["HEAD", "POST", "PUT", "OPTIONS", "PROPFIND", "get", "G-T", "TRACE"]


@dataclass
class Generated:
    number: int
    raw: bytes
    isHead: bool


class Generator:
    """Makes requests for one proxy; nine in ten are odd in one or two ways only, so that most reach Demarc."""

    def __init__(self, seed: int, forwards: bool):
        self.random = random.Random(seed)
        self.forwards = forwards
        self.number = 0

    def next(self) -> Generated:
        self.number += 1
        choose = self.random.choice
        chance = lambda odds: self.random.random() < odds
        host = choose(HOSTS)
        path = "".join("/" + choose(SEGMENTS) for _ in range(self.random.randint(1, 5)))
        if chance(0.02):
            path = path[1:]
        query = choose(QUERIES) if chance(0.4) else ""
        hosts = [host]
        if chance(0.06):
            hosts = [choose(ODD_HOSTS)]
        elif chance(0.04):
            hosts = [host, choose(HOSTS + ODD_HOSTS)]
        elif chance(0.02):
            hosts = []
        origin = f"http://{host}" if self.forwards else ""
        if chance(0.06):
            origin = choose(["http", "https", "HTTP", "ftp", "ws"]) + "://" + choose(HOSTS + ODD_HOSTS)
        elif self.forwards and chance(0.02):
            origin = ""
        method = choose(METHODS)
        fields = [f"{'host' if chance(0.1) else 'Host'}: {name}" for name in hosts]
        fields += self.random.sample(FIELDS, self.random.choice([0, 0, 0, 1, 1, 2, 4]))
        fields.append(f"X-Demarc-Probe: {self.number}")
        if method in ("POST", "PUT"):
            fields.append("Content-Length: 0")
        if chance(0.1):
            self.random.shuffle(fields)
        version = "HTTP/1.0" if chance(0.03) else "HTTP/1.1"
        lines = [f"{method} {origin}{path}{query} {version}", *fields, "", ""]
        ending = "\n" if chance(0.01) else "\r\n"
        return Generated(self.number, ending.join(lines).encode("latin-1", "replace"), method == "HEAD")

#!/usr/bin/env python3
"""Makes hostile URLs, and says what ada, the URL parser of Node.js, makes of them.

    pip install ada-url unicodedata2
    ada.py --count 1000000 --seed 1 > urls.tsv
    swift run -c release CompareURLs < urls.tsv

Each line: the input and the base in hexadecimal UTF-8 (`-` for no base), then `refused`, or href, hostname, port, path,
query, fragment, user name and password as the getters of the URL class give them, and `bidi`, `mark`,
`joiner` or `punycode` where ada accepts a host that UTS #46 forbids (see forbidden_by). One seed gives one file.

Half of the inputs are put together from the pieces of a URL's grammar, well formed and not; the others are URLs,
of --corpus where given, with a few characters changed.
"""

import argparse
import random
import sys

import ada_url
import unicodedata2 as unicodedata  # Python's own knows no Unicode as new as ICU's.

SCHEMES = ["http", "https", "ws", "wss", "ftp", "file", "HTTP", "HttPs", "FILE", "foo", "a+b-c.d", "blob", "data",
           "mailto", "javascript", "non-special", "1x", "h_t", "", "http\u017f", "x" * 20]
SEPARATORS = ["://", "://", "://", "://", ":", ":/", ":///", ":////", ":\\\\", ":/\\", ":\\", "//", "/", "\\\\", "", ":\t//",
              "\n://"]
USERS = ["", "", "", "", "", "u@", "u:p@", ":@", "@", "a:b:c@", "u%40x@", "u@v@", "u:@", ":p@", "\u00fc:\u00df@", "a b@",
         "[x]:^@", "u|;=@", "%@", "\ud7fb@"]
LABELS = ["a", "example", "www", "com", "EXAMPLE", "xn--fa-hia", "xn--", "xn--a", "xn--zzzzzz", "XN--80AK6AA92E", "xn--a-",
          "a--b", "-a", "a-", "_x", "localhost", "LocalHost", "1", "0x1", "08", "co", "fa\u00df", "\u00fcml\u00e4ut", "\uff45\uff58",
          "\uff11\uff12", "\u2488", "\u212a", "\u1e9e", "\u03c2", "\u03a3", "a\u0308", "\u0308a", "\u200d", "a\u200cb", "\u0915\u094d\u200d\u0937",
          "\u0646\u0627\u0645\u0647\u200c\u0627\u06cc", "\u05d0\u05d1", "\u05d01", "1\u05d0", "\u05d0a", "\u0627\u0661", "\u06f1\u0661", "\u65e5\u672c", "\U0001f4a9", "\u00ad",
          "a\u00adb", "\u2060", "\ufeff", "\ufffd", "<\u0338", "=\u0338", ">\u0338", "\u2260", "\u00a0", "\u3000", "\u2100", "\uff05\uff14\uff11",
          "%41", "%c3%9f", "%e2%80%8b", "%00", "%25", "%2e", "%2F", "%zz", "%", "a b", "a|b", "a^b", "a%b", "a*b", "a'b", "a!b",
          "a~b", "a\\b", "\x7f", "\x01", "a<b", "\u10a0", "\u04c0", "\u2132", "\u115f", "\u17b4", "\u180e", "\ufe0f", "\U000e0100", "x" * 64]
DOTS = [".", ".", ".", ".", ".", "..", "\u3002", "\uff0e", "\uff61", "%2e", "%E3%80%82"]
NUMBERS = ["0", "1", "127", "255", "256", "65535", "65536", "16777215", "16777216", "4294967295", "4294967296", "0x0", "0xff",
           "0xFF", "0x100", "0x", "0X7f", "00", "01", "010", "0377", "0400", "08", "09", "0x7f000001", "017700000001",
           "99999999999999999999", "0x00000000000000000001", "000000000000000000000000000001", "1e3", "+1", "-1", "0b1", "0xg"]
SIX = ["::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "0:0:0:0:0:0:0:0", "1:0:0:2:0:0:0:3",
       "0:f:0:0:f:f:0:0", "::ffff:1.2.3.4", "::1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3", "::1.2.3.256",
       "::01.2.3.4", "::1.2.3.4.5", "::1.2.3.", "1:::2", "1::2::3", ":1", "1:", "00001::", "FFFF::AbCd", "g::", "::%31", "::1%25eth0",
       "", ":", ":::", "fe80::1]", "[::1", "0000:0000::0000:0001", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "::\u0661"]
PORTS = ["", "", "", "", "", ":", ":80", ":443", ":21", ":8080", ":0", ":00080", ":65535", ":65536", ":99999999999", ":8a", ":-1",
         ":\t80", ": 80", ":80:80", ":\uff18"]
SEGMENTS = ["a", "b c", "..", ".", "%2e", "%2E%2e", ".%2e", "%2e.", "...", "%2e%2e%2e", "", "", "C:", "c|", "C|", "D:x", "a%20b", "%",
            "%zz", "%2f", "%5c", "~", "{}", "^", "|", "`", "'", "\"", "<>", "\u00e9", "\U0001f600", "\x00", "\x1f", "\x7f", "@", "a:b",
            ";p=1", "*", "&", "..;", " ", "x" * 40, "caf\u00e9" * 6, "[", "]", "\u2028", "\ufdd0", ".htaccess", "..a", "%2ea"]
SUFFIXES = ["", "", "", "?", "#", "?q", "?a=b&c='d'", "?a b\"<>`{}|^#", "#f", "#a b\"<>`{}|^'#x", "?\u00e9#\u00e9", "??", "?#?", "?\x00",
            "#\x00", "?%zz", "?a#b?c#d", "? ", "# ", "?" + "y" * 40 + "#" + "z" * 40, "?\t\n#\r"]
EDGES = ["", "", "", "", "", " ", "\t", "\n", "\x00", "\x1f ", "\u00a0", "\ufeff"]
HOSTILE = list("/\\?#@:[]%.&=;|^`'\"<>{}~ \t\n\r\x00\x1f\x7f-_+*!$,0123456789abcfxzABFXZ") + [
    "\u00df", "\u00e9", "\u3002", "\uff0e", "\uff0f", "\uff1a", "\uff20", "\u200d", "\u00ad", "\u0338", "\u05d0", "\u0661", "\u1e9e", "%2e", "%2F", "%5c",
    "%00", "%40", "..", "//", "xn--", "\ufffd", "\U0001f4a9"]
BASES = ["http://example.org/foo/bar", "https://u:p@example.org:8080/a/b/c/?q#f", "http://h", "file:///", "file:///C:/a/b",
         "file:///C:", "file://host/x/y/../z", "file:///a/../b?q#f", "foo://h/p/q?r#s", "foo://h", "foo:/a/b", "foo:/.//p/q", "foo:opaque?q#f",
         "mailto:a@b", "data:text/plain,x", "about:blank", "blob:https://a/b", "ws://h/p", "ftp://h/p/q", "non-special://[::1]:80/x/./y",
         "foo:///", "foo:////x", "javascript:alert(1)", "wss://h:444/", "http://h/a%2e%2E/b//c", "foo://u@h:1/"]
FALLBACK = ["https://www.example.com/path/to/file.html?query=1&x=y#top", "http://user:pass@sub.example.co.uk:8080/a/b/../c",
            "file:///C:/Users/x/y.txt", "https://xn--mnchen-3ya.de/", "http://192.168.0.1/admin", "http://[2001:db8::1]:80/x",
            "foo:bar/baz?q#f", "//example.org/x", "/rooted/path", "../up?x", "data:text/html,<b>", "ws://h/chat"]


def code_point(r):
    """A code point from anywhere, mostly from where scripts live."""
    while True:
        c = r.choice([r.randrange(0x80, 0x3000), r.randrange(0x80, 0x3000), r.randrange(0xA000, 0x20000), r.randrange(0x80, 0x110000)])
        if not 0xD800 <= c <= 0xDFFF:
            return chr(c)


def label(r):
    kind = r.random()
    if kind < 0.7:
        return r.choice(LABELS)
    if kind < 0.9:
        return r.choice(LABELS) + r.choice(LABELS)
    return "".join(code_point(r) if r.random() < 0.5 else r.choice("abz09-") for _ in range(r.randrange(1, 5)))


def host(r):
    kind = r.random()
    if kind < 0.45:
        text = label(r)
        for _ in range(r.choice([0, 1, 1, 1, 2, 3])):
            text += r.choice(DOTS) + label(r)
        return text + r.choice(["", "", "", "", ".", "..", "\u3002"])
    if kind < 0.65:
        return r.choice(DOTS[:6]).join(r.choice(NUMBERS) for _ in range(r.randrange(1, 6))) + r.choice(["", "", "", ".", "..", ".x"])
    if kind < 0.75:
        return "[" + r.choice(SIX) + r.choice(["]", "]", "]", "]", "", "]x"])
    if kind < 0.82:
        pieces = [format(r.randrange(0x10000), r.choice("xX")) if r.random() < 0.5 else "0" for _ in range(8)]
        text = ":".join(pieces)
        if r.random() < 0.5:
            text = text.replace(":0:0:", "::", 1)
        return "[" + text + "]"
    if kind < 0.9:
        return r.choice(["", "localhost", "C:", "c|", "C|", "example.com", "EXAMPLE.com.", "1.2.3.4"])
    # Any host, percent-encoded in part.
    return "".join("".join("%%%02x" % b for b in c.encode()) if r.random() < 0.3 else c for c in r.choice(LABELS) + "." + r.choice(LABELS))


def from_grammar(r):
    text = r.choice(EDGES)
    if r.random() < 0.85:
        text += r.choice(SCHEMES) if r.random() < 0.4 else r.choice(["http", "https", "file", "foo", "ws"])
        text += r.choice(SEPARATORS) if r.random() < 0.5 else "://"
    if r.random() < 0.85:
        text += r.choice(USERS) + host(r) + r.choice(PORTS)
    for _ in range(r.choice([0, 0, 1, 1, 2, 3, 5])):
        text += r.choice(["/", "/", "/", "/", "\\"]) + r.choice(SEGMENTS)
    text += r.choice(SUFFIXES) + r.choice(EDGES)
    return mutated(r, text) if r.random() < 0.2 else text


def reference(r):
    """Something that needs a base."""
    text = r.choice(["", "", "/", "//", "\\", "\\\\", "///", "?", "#", ".", "..", "C:", "C|/", "/C|", "file:", "http:", "https:", "foo:"])
    for _ in range(r.randrange(0, 5)):
        text += r.choice(SEGMENTS) + r.choice(["/", "/", "\\", ""])
    return text + r.choice(SUFFIXES)


def mutated(r, text):
    characters = list(text)
    for _ in range(r.choice([1, 1, 1, 2, 3, 6])):
        position = r.randrange(len(characters) + 1)
        kind = r.random()
        if kind < 0.45:
            characters.insert(position, r.choice(HOSTILE))
        elif kind < 0.65 and position < len(characters):
            characters[position] = r.choice(HOSTILE)
        elif kind < 0.85 and position < len(characters):
            del characters[position]
        elif kind < 0.95:
            end = min(len(characters), position + r.randrange(1, 9))
            characters[position:position] = characters[position:end]
        else:
            characters.insert(position, code_point(r))
    return "".join(characters)


def forbidden_by(hostname):
    """The rule of UTS #46 that a host breaks which ada accepted.

    ada 4.0 does not hold the other labels of a domain to the Bidi rule (RFC 5893, section 2) when one of them is
    written from right to left, nor any label with a joiner; it knows fewer combining marks, with which no label may
    begin; it takes some characters that do not join for ones that do; and it takes the delimiter of Punycode for one
    where nothing stands before it (RFC 3492, section 6.2).
    """
    labels = []
    for text in hostname.split("."):
        try:
            labels.append(text[4:].encode().decode("punycode") if text.startswith("xn--") else text)
        except UnicodeError:
            return "-"
    if all(text.isascii() for text in labels):
        return "-"
    if any(text.startswith("xn---") and "-" not in text[5:] for text in hostname.split(".")):
        return "punycode"
    if any(text and unicodedata.category(text[0]).startswith("M") for text in labels):
        return "mark"
    if any(breaks_joiner_rule(text) for text in labels):
        return "joiner"
    classes = [[unicodedata.bidirectional(c) for c in text] for text in labels]
    if any({"R", "AL", "AN"} & set(text) for text in classes):
        if any(text and breaks_bidi_rule(text) for text in classes):
            return "bidi"
    return "-"


def breaks_joiner_rule(text):
    """RFC 5892, appendix A.1 and A.2, as far as it takes no data on joining: only letters join, and none of ASCII."""
    for index, c in enumerate(text):
        if c not in "\u200c\u200d" or (index > 0 and unicodedata.combining(text[index - 1]) == 9):
            continue
        if c == "\u200d":
            return True
        for side in (text[:index][::-1], text[index + 1:]):
            joined = [n for n in side if n in "\u200c\u200d" or unicodedata.category(n) not in ("Mn", "Me", "Cf")][:1]
            if not joined or joined[0].isascii() or not unicodedata.category(joined[0]).startswith("L"):
                return True
    return False


def breaks_bidi_rule(classes):
    """RFC 5893, section 2, for the Bidi classes of one label."""
    end = [c for c in classes if c != "NSM"][-1:] if classes[0] != "NSM" else []
    if classes[0] in ("R", "AL"):
        if set(classes) - {"R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"}:
            return True
        return end[0] not in ("R", "AL", "EN", "AN") or {"EN", "AN"} <= set(classes)
    if classes[0] == "L":
        return bool(set(classes) - {"L", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"}) or end[0] not in ("L", "EN")
    return True


def expectation(text, base):
    try:
        url = ada_url.URL(text, base) if base is not None else ada_url.URL(text)
    except ValueError:
        return ["refused"]
    return [url.href, url.hostname, url.port, url.pathname, url.search, url.hash, url.username, url.password,
            forbidden_by(url.hostname)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", action="append", default=[], help="a file with one URL per line")
    arguments = parser.parse_args()
    r = random.Random(arguments.seed)
    corpus = list(FALLBACK)
    for path in arguments.corpus:
        with open(path, encoding="utf-8", errors="ignore") as file:
            corpus += file.read().splitlines()
    for _ in range(arguments.count):
        kind = r.random()
        if kind < 0.5:
            text = from_grammar(r)
        elif kind < 0.6:
            text = reference(r)
        else:
            text = mutated(r, r.choice(corpus))
        needs_base = 0.5 <= kind < 0.6 or r.random() < 0.2
        base = r.choice(BASES) if needs_base else None
        fields = [text.encode().hex(), base.encode().hex() if base is not None else "-"] + expectation(text, base)
        sys.stdout.write("\t".join(fields) + "\n")


if __name__ == "__main__":
    main()

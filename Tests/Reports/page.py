"""Looks at reports in headless Chromium: what they show, ask for, and let a person do with the keyboard alone.

usage: python3 page.py FOLDER    (holds two.html, a report of two policies, hostile.html, one with hostile names,
                                  claims.html, one with claims of such names and a rule that is escaped, and
                                  diff.html, a comparison with such names;
                                  PYTHONPATH has the folder of EndToEnd, whose Chromium it uses)
"""

import os
import sys
import time
import traceback

from EndToEnd.chromium import Chromium

# The relative luminance and the contrast of WCAG 2, of every text against what is behind it.
CONTRAST = """
(() => {
  const channels = color => color.match(/[\\d.]+/g).map(Number);
  const luminance = color => channels(color).slice(0, 3)
    .map(value => value / 255).map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = element => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if ((channels(color)[3] ?? 1) === 1) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const low = [];
  let count = 0;
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    if (!own || element.closest("[hidden], script, svg, .skip") || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const [one, two] = [luminance(style.color), luminance(behind(element))].sort((a, b) => b - a);
    count += 1;
    if ((one + 0.05) / (two + 0.05) < 4.5) low.push([element.outerHTML.slice(0, 80), (one + 0.05) / (two + 0.05)]);
  }
  return {count, low: low.slice(0, 5)};
})()
"""


class Report:
    """A page with a report, and every request and complaint that it made."""

    def __init__(self, browser, path, script=True, dark=False, width=1180, emulation=()):
        self.browser, self.requests, self.complaints = browser, [], []
        browser.on_event = self.note
        self.page = browser.open()
        for domain in ("Network", "Log", "Runtime", "Accessibility"):
            self.page.call(domain + ".enable")
        self.page.call("Emulation.setScriptExecutionDisabled", value=not script)
        self.page.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.page.call("Emulation.setEmulatedMedia",
                       features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        start = time.monotonic()
        self.page.call("Page.navigate", url="file://" + path)
        self.page.wait("document.readyState == 'complete' && location.protocol == 'file:'", "the page loads")
        self.seconds = time.monotonic() - start

    def note(self, message):
        method, params = message["method"], message["params"]
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Log.entryAdded":
            self.complaints.append(params["entry"]["text"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(params["exceptionDetails"]["text"])

    def run(self, expression):
        return self.page.run(expression)

    def tree(self):
        """The role and name of everything that a screen reader is told."""
        nodes = self.page.call("Accessibility.getFullAXTree")["nodes"]
        return [(node.get("role", {}).get("value"), node.get("name", {}).get("value", ""))
                for node in nodes if not node.get("ignored")]

    def focused(self):
        return self.run("document.activeElement.matches(':focus-visible') && "
                        "(document.activeElement.id || document.activeElement.textContent.trim().slice(0, 40))")

    def tab(self):
        self.page.key("Tab", key_code=9)


def is_quiet(report):
    """One request, for the page itself, and no complaint of the browser."""
    assert len(report.requests) == 1 and report.requests[0].startswith("file:"), report.requests
    assert report.complaints == [], report.complaints


def loads_in_time(browser, path, report, **options):
    """Other tests may use the processors at the same time, so the fastest of a few loads counts."""
    seconds = report.seconds
    for _ in range(4):
        if seconds < 0.5:
            return
        seconds = min(seconds, Report(browser, path, **options).seconds)
    browser.on_event = report.note
    assert seconds < 0.5, f"{seconds:.3f} s to load"


def without_script(browser, path):
    report = Report(browser, path, script=False)
    is_quiet(report)
    text = report.run("document.body.innerText")
    assert "contoso data can leave in 25 ways" in text and "What to change" in text, text[:300]
    assert "leaks by a detour" in text and "What this rests on" in text
    # What needs the script is not there, and every path can be opened without it.
    assert "Sorted by" not in text and "What if" not in text
    assert report.run("document.querySelectorAll('details.path').length") == 25
    assert report.run("[...document.querySelectorAll('a[href]')].every(link => document.querySelector(link.hash))")


def with_script(browser, path):
    report = Report(browser, path)
    is_quiet(report)
    loads_in_time(browser, path, report)
    shown = "[...document.querySelectorAll('details.path')].filter(card => !card.hidden).length"
    assert report.run(shown) == 25
    report.run("document.querySelector('input[value=warning]').click()")
    assert report.run(shown) == 1 and report.run("document.getElementById('path-count').textContent") == "1 of 25 shown"
    report.run("document.querySelector('input[value=warning]').click()")
    report.run("(() => { const text = document.getElementById('path-text'); text.value = 'Genmoji';"
               " text.dispatchEvent(new Event('input', {bubbles: true})); })()")
    assert report.run(shown) == 2
    report.run("(() => { const order = document.getElementById('path-order'); order.value = 'to';"
               " order.dispatchEvent(new Event('input', {bubbles: true})); })()")
    ends = report.run("[...document.querySelectorAll('details.path')].map(card => card.dataset.to)")
    assert ends == sorted(ends, key=str.lower), ends
    # A link to a path shows it, although the filter does not.
    report.run("document.querySelector('.changes a').click()")
    report.page.wait("document.querySelector('details.path.error').open && !document.querySelector('details.path.error').hidden",
                     "a linked path is shown")


def what_if(browser, path):
    report = Report(browser, path)
    choose = ("(([setting, value]) => { const label = [...document.querySelectorAll('#what-if label')].find(label =>"
              " label.closest('details').textContent.startsWith('Policy pool') && label.textContent.startsWith(setting));"
              " const select = label.querySelector('select');"
              " select.value = [...select.options].find(option => option.text.split(' ')[0] === value).value;"
              " select.dispatchEvent(new Event('change')); })")
    result = "document.getElementById('what-if-result').textContent"
    report.run(f"{choose}(['allowedOutboundClipboardSharingLevel', 'managedApps'])")
    assert report.run(result) == "1 change: closes 1 path, opens none. 24 paths are left.", report.run(result)
    assert report.run("document.querySelectorAll('details.path.gone').length") == 1
    report.run(f"{choose}(['allowedOutboundDataTransferDestinations', 'allApps'])")
    assert "opens none" not in report.run(result), report.run(result)
    report.run("document.getElementById('what-if-reset').click()")
    assert report.run("document.querySelectorAll('details.path.gone').length") == 0
    assert report.run("document.getElementById('what-if-reset').disabled")
    is_quiet(report)


def refuses_other_tables(browser, path):
    """A page whose tables do not give what the audit found offers no what-if."""
    with open(path) as file:
        text = file.read()
    start = text.rindex('"paths":["') + len('"paths":["')
    changed = path + ".changed.html"
    with open(changed, "w") as file:
        file.write(text[:start] + "0" * 64 + text[start + 64:])
    report = Report(browser, changed)
    assert "does not guess" in report.run("document.getElementById('what-if-choices').textContent")
    assert report.run("document.querySelectorAll('#what-if select').length") == 0


def accessibility(browser, path):
    report = Report(browser, path)
    tree = report.tree()
    names = {}
    for role, name in tree:
        names.setdefault(role, []).append(name)
    for role, name in [
        ("heading", "contoso data can leave in 25 ways"), ("heading", "What to change"), ("navigation", "On this page"),
        ("region", "Where data can go"), ("columnheader", "from data of pool@contoso.com"), ("rowheader", "backups"),
        ("cell", "leaks by a detour"), ("searchbox", "Containing"), ("combobox", "Sorted by"),
        ("button", "Undo all"), ("main", ""),
    ]:
        assert name in names.get(role, []), (role, name, names.get(role, [])[:20])
    pictures = names.get("image", []) + names.get("img", [])
    assert any("lines from organization data" in name for name in pictures), pictures
    assert any(name.startswith("Error data of dana@contoso.com → any app") for name in names["DisclosureTriangle"]), \
        names["DisclosureTriangle"][:5]
    # Whatever a person can act on has a name.
    for role in ("button", "link", "combobox", "searchbox", "checkbox", "DisclosureTriangle"):
        assert all(names.get(role, [])), (role, names.get(role))


def contrast(browser, path):
    for dark in (False, True):
        report = Report(browser, path, dark=dark)
        report.run("document.querySelectorAll('details').forEach(details => { details.open = true; })")
        measured = report.run(CONTRAST)
        assert measured["count"] > 300 and measured["low"] == [], measured


def keyboard(browser, path):
    report = Report(browser, path)
    report.page.call("Page.bringToFront")
    report.tab()
    assert report.focused() == "Skip to the findings", report.focused()
    seen = []
    for _ in range(150):
        report.tab()
        name = report.focused()
        assert name is not False, f"the focus cannot be seen after {seen[-3:]}"
        seen.append(name)
        if name and name.startswith("Warning"):
            break
    # The table scrolls by keys; the tools, what-if and the cards are reached in the order of the page.
    for stop in ("path-text", "path-order"):
        assert stop in seen, (stop, seen)
    assert any(name.startswith("Policy pool") for name in seen), seen
    assert not report.run("document.activeElement.closest('details').open")
    report.page.key("Enter", key_code=13, text="\r")
    assert report.run("document.activeElement.closest('details').open"), "Enter opens a card"


def narrow(browser, path):
    for name in (path, os.path.join(os.path.dirname(path), "hostile.html")):
        report = Report(browser, name, width=360)
        report.run("document.querySelectorAll('details').forEach(details => { details.open = true; })")
        width = report.run("document.documentElement.scrollWidth")
        assert width <= 360, f"{name} is {width} wide on a phone"


def printed(browser, path):
    report = Report(browser, path)
    report.page.call("Emulation.setEmulatedMedia", media="print")
    assert report.run("document.querySelector('nav').checkVisibility()") is False
    cards = report.run("[...document.querySelectorAll('details.path .inside')].every(inside => inside.offsetHeight > 0)")
    assert cards, "a closed card is empty on paper"


def hostile(browser, path):
    report = Report(browser, os.path.join(os.path.dirname(path), "hostile.html"))
    is_quiet(report)
    assert report.run("document.scripts.length") == 3, "two scripts and their data"
    assert report.run("document.querySelectorAll('img, iframe, object, embed, link, base, b').length") == 0
    assert report.run("typeof window.x") == "undefined", "a name ran"
    text = report.run("document.body.textContent")
    assert "</script><script>window.x = 1</script>" in text and "<U+202E>" in text, text[:500]
    assert not any(ord(letter) in range(0x202A, 0x202F) or ord(letter) in range(0x2066, 0x206A) for letter in text)
    # Names reach what the script makes as text, too.
    report.run("document.querySelectorAll('#what-if details').forEach(details => { details.open = true; })")
    assert report.run("document.querySelectorAll('#what-if select').length") > 10
    assert "</script><script>window.x = 1</script>" in report.run("document.getElementById('what-if-choices').textContent")


def claims(browser, path):
    path = os.path.join(os.path.dirname(path), "claims.html")
    report = Report(browser, path, script=False)
    is_quiet(report)
    text = report.run("document.getElementById('claims').innerText")
    # What does not hold can be read without a click, and the rest with one.
    assert "got plain" in text and "got none" in text and "names nothing" in text, text
    assert "</details><script>window.x = 1</script> 1" in text, text
    for dark in (False, True):
        report = Report(browser, path, dark=dark, width=360)
        is_quiet(report)
        assert report.run("typeof window.x") == "undefined", "a name ran"
        names = [name for role, name in report.tree() if role == "DisclosureTriangle"]
        assert any(name.startswith("Refuted") and name.endswith("does not hold") for name in names), names
        assert any(name.startswith("Warning The blocked rule corporate.pay") for name in names), names
        # The tools are for the list of paths, and leave claims alone.
        shown = "document.querySelectorAll('#claims details:not([hidden])').length"
        report.run("document.querySelectorAll('#path-tools input[type=checkbox]').forEach(box => box.click())")
        assert report.run(shown) == 6
        report.run("document.querySelectorAll('details').forEach(details => { details.open = true; })")
        measured = report.run(CONTRAST)
        assert measured["low"] == [], measured
        assert report.run("document.documentElement.scrollWidth") <= 360




def comparison(browser, path):
    """The page of demarc diff, which has no script and holds hostile names."""
    path = os.path.join(os.path.dirname(path), "diff.html")
    for dark in (False, True):
        report = Report(browser, path, dark=dark)
        is_quiet(report)
        loads_in_time(browser, path, report, dark=dark)
        assert report.run("document.scripts.length") == 0
        assert report.run("document.querySelectorAll('img, iframe, object, embed, link, base, b').length") == 0
        assert report.run("document.querySelector('h1').textContent.trim() && document.querySelectorAll('details').length")
        text = report.run("document.body.textContent")
        assert "<b>www" in text and "r]]>&lt;" in text, text[:500]
        assert report.run("[...document.querySelectorAll('a[href]')].every(link => document.querySelector(link.hash))")
        report.run("document.querySelectorAll('details').forEach(details => { details.open = true; })")
        measured = report.run(CONTRAST)
        assert measured["count"] > 30 and measured["low"] == [], measured
    names = [name for role, name in report.tree() if role == "DisclosureTriangle"]
    assert names and all(names), names
    report = Report(browser, path, width=360)
    report.run("document.querySelectorAll('details').forEach(details => { details.open = true; })")
    assert report.run("document.documentElement.scrollWidth") <= 360, "too wide for a phone"


CHECKS = [without_script, with_script, what_if, refuses_other_tables, accessibility, contrast, keyboard, narrow, printed, hostile,
          claims, comparison]


def main(folder):
    browser = Chromium()
    failures = 0
    try:
        for check in CHECKS:
            try:
                check(browser, os.path.join(folder, "two.html"))
                print(f"passed {check.__name__}")
            except Exception as error:  # Every check is to be run, and each failure told.
                failures += 1
                line = traceback.extract_tb(error.__traceback__)[-1]
                print(f"FAILED {check.__name__}: {type(error).__name__}: {str(error)[:1500]} in: {line.line}")
    finally:
        browser.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

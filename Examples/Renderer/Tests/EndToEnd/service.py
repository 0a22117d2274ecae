"""The service under test with its sites, and a person who uses its page."""

import base64
import contextlib
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from . import processes

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLE = HERE.parent.parent
BASE = int(os.environ.get("BASE", "25100"))
# All names in the tests, and the address that they resolve to.
HOSTS = """hr.contoso.test docs.contoso.test evil.contoso.test notices.test search.test bets.test other.test
    evil.contoso.localhost bets.localhost search.localhost shared.contoso.localhost""".split()

FORBIDDEN = """      - id: forbidden
        class: blocked
        url: http://evil.contoso.localhost/forbidden
        priority: 10
      - id: forbidden-secure
        class: blocked
        url: https://shared.contoso.localhost/forbidden
        priority: 10
"""
# Starts Chromium with the service's arguments, and makes it accept only the tests' own certificate, by its key. The
# service itself has no option for that. While a certain file exists next to it, a test can also inspect the browser
# through a port.
CHROMIUM = """#!/bin/sh
[ -e "{folder}/debugged" ] && set -- --remote-debugging-port=0 '--remote-allow-origins=*' "$@"
exec "{chromium}" --ignore-certificate-errors-spki-list={key} "$@"
"""


def make_certificate(folder):
    """Creates a certificate for all names, valid for two days; returns the file with its key, and the key's hash."""
    file = str(folder / "certificate.pem")
    names = ",".join(f"DNS:{host}" for host in HOSTS)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
         "/CN=Demarc tests", "-addext", f"subjectAltName={names}", "-keyout", file, "-out", file + ".public"],
        check=True, capture_output=True)
    with open(file, "a") as whole:
        whole.write(pathlib.Path(file + ".public").read_text())
    key = subprocess.run(["openssl", "pkey", "-in", file, "-pubout", "-outform", "DER"], check=True, capture_output=True).stdout
    return file, base64.b64encode(hashlib.sha256(key).digest()).decode()


class Service:
    """The origin server and the rendering service, on separate ports, with a copy of the policy."""

    def __init__(self, *arguments, folders=()):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="demarc-renderer-test-"))
        self.policy = self.folder / "policy.yaml"
        self.restore_policy()
        self.log_file = self.folder / "origin.ndjson"
        self.log_file.touch()
        self.origin_port = BASE
        certificate, self.certificate_key = make_certificate(self.folder)
        chromium = self.folder / "chromium"
        chromium.write_text(CHROMIUM.format(
            folder=self.folder, chromium=os.environ.get("CHROMIUM", "chromium"), key=self.certificate_key))
        chromium.chmod(0o700)
        self.origin = subprocess.Popen(
            [sys.executable, str(EXAMPLE / "site/origin.py"), "--port", str(self.origin_port), "--watched", str(BASE + 5),
             "--certificate", certificate, "--log", str(self.log_file), str(EXAMPLE / "site"), *map(str, folders)])
        maps = [part for host in HOSTS for part in ("--map", f"{host}=127.0.0.1:{self.port_of(host)}")]
        self.process = subprocess.Popen(
            [os.environ["RENDERER"], "--policy", str(self.policy), "--port", str(BASE + 1), "--chromium", str(chromium),
             *maps, *arguments],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.address = re.match(r"Open (http://\S+)", line).group(1)
        self.authority = self.address.split("/")[2]
        self.key = self.address.split("#")[1]

    @staticmethod
    def port_of(host):
        """The separate port of blocked hosts, where a connection without a request is also detected."""
        return BASE + 5 if host.startswith("bets.") else BASE

    def log(self):
        return [json.loads(line) for line in self.log_file.read_text().splitlines()]

    def mark(self):
        """The present size of the log; later entries are `since` it."""
        return len(self.log())

    def since(self, mark, **fields):
        return [entry for entry in self.log()[mark:] if all(entry[name] == value for name, value in fields.items())]

    @contextlib.contextmanager
    def debugged(self):
        """Makes browsers that are started in the meantime inspectable through a port."""
        switch = self.folder / "debugged"
        switch.touch()
        try:
            yield
        finally:
            switch.unlink()

    def edit(self, old, new):
        text = self.policy.read_text()
        assert old in text, old
        # Like an editor: writes next to the file, and renames.
        beside = self.policy.with_suffix(".new")
        beside.write_text(text.replace(old, new))
        beside.rename(self.policy)

    def restore_policy(self):
        """The policy of the demo, plus a page of the organization that a hostile site must not show."""
        text = (EXAMPLE / "policy.yaml").read_text()
        beside = self.policy.with_suffix(".new")
        beside.write_text(text.replace("  document:\n    default", FORBIDDEN + "  document:\n    default", 1))
        beside.rename(self.policy)

    @property
    def state_folder(self):
        """The folder of the profiles and files of the service's sessions."""
        return pathlib.Path(tempfile.gettempdir()) / f"demarc-renderer-{self.process.pid}"

    def session_folders(self):
        return sorted(self.state_folder.iterdir()) if self.state_folder.exists() else []

    def left_behind(self):
        """The files of the service that still exist after it has ended."""
        time.sleep(2)  # A late write of a browser process would recreate a folder.
        return [str(path) for path in self.state_folder.rglob("*")]

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.origin.kill()
        self.origin.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Person:
    """A person who has the service's page open and uses it."""

    def __init__(self, browser, service):
        self.service = service
        self.page = browser.open(service.address)
        self.page.wait("typeof begin === 'function'", "the page loads")
        # Outgoing files and texts are kept for inspection.
        self.page.run("""
            window.left = []; leave = text => left.push(text);
            window.files = []; save = async file => {
                const answer = await fetch(`/file/${file.id}`, { headers: { Authorization: `Bearer ${token}` } });
                files.push({ ...file, bytes: [...new Uint8Array(await answer.arrayBuffer())].slice(0, 50) });
            };0""")
        self.page.wait("typeof state !== 'undefined' && state.views.length > 0", "the session begins", 20)

    def run(self, expression):
        return self.page.run(expression)

    def wait(self, expression, why, timeout=10):
        return self.page.wait(expression, why, timeout)

    def press(self, selector):
        """Clicks a button of the service's page with the pointer."""
        self.wait(f"!!document.querySelector({json.dumps(selector)})", f"there is {selector}")
        x, y = self.run(f"""(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2]; }})()""")
        self.page.click(x, y)

    def sign_in(self, account):
        self.press(f"[data-sign-in='{account}']")
        self.wait(f"state.accounts.some(a => a.id === '{account}' && a.isActing)", f"{account} acts")

    def switch(self, account):
        self.press(f"[data-account='{account}']")
        self.wait(f"state.accounts.some(a => a.id === '{account}' && a.isActing)", f"{account} acts")

    def open_view(self, name):
        self.press(f"[data-view='{name}']")
        self.wait(f"active() && active().view === '{name}'", f"view {name} is in front")

    def go(self, url):
        """Types a URL and presses Enter."""
        self.run("get('url').focus(); get('url').select()")
        self.page.call("Input.insertText", text=url)
        self.page.key("Enter", key_code=13, text="\r")

    def shows(self, title, timeout=15):
        """Waits until the page with a title is shown, with its pixels."""
        self.wait(f"active() && active().title === {json.dumps(title)} && !active().isLoading && hasPicture",
                  f"{title} is shown", timeout)

    def owner(self):
        return self.run("get('owner').textContent")

    def notes(self):
        """The decisions next to the page, latest first, as displayed."""
        return self.run("[...get('notes').children].map(item => item.textContent)")

    def noted(self, *parts, timeout=10):
        """Waits for a decision next to the page that contains all of these texts."""
        conditions = " && ".join(f"item.textContent.includes({json.dumps(part)})" for part in parts)
        try:
            self.wait(f"[...get('notes').children].some(item => {conditions})", f"a decision with {parts}", timeout)
        except AssertionError as error:
            raise AssertionError(f"{error}; there are {self.notes()}, and {self.run('JSON.stringify(active())')}") from None

    def clear_notes(self):
        self.run("get('notes').replaceChildren()")

    def says(self, text):
        """Waits until the notice above the page contains a text."""
        self.wait(f"!get('notice').hidden && get('notice').textContent.includes({json.dumps(text)})", f"it says: {text}")

    def at(self, x, y):
        """A point of the remote page, on the screen."""
        return self.run(f"""(() => {{ const box = picture.getBoundingClientRect();
            return [box.left + {x} * box.width / state.width, box.top + {y} * box.height / state.height]; }})()""")

    def click_in_page(self, x, y, count=1):
        x, y = self.at(x, y)
        for number in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self.page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=number)

    def focus_page(self):
        self.run("view.focus()")

    def tab_to(self, count):
        """Moves the focus inside the remote page with the Tab key."""
        self.focus_page()
        for _ in range(count):
            self.page.key("Tab", key_code=9)

    def press_enter(self):
        self.page.key("Enter", key_code=13, text="\r")

    def select_all(self):
        self.focus_page()
        self.page.key("a", "KeyA", 65, modifiers=2)
        time.sleep(0.3)

    def copy(self):
        self.press("#copy")

    def paste(self):
        self.press("#paste")

    def pixels(self, x, y, width=1, height=1):
        """The colors of a part of the remote page, as displayed."""
        return self.run(f"""(() => {{ const canvas = document.createElement("canvas");
            canvas.width = state.width; canvas.height = state.height;
            const context = canvas.getContext("2d");
            context.drawImage(picture, 0, 0, state.width, state.height);
            const all = [...context.getImageData({x}, {y}, {width}, {height}).data], colors = [];
            while (all.length) colors.push(all.splice(0, 4).slice(0, 3));
            return colors; }})()""")

    def count(self, name):
        return self.run(f"state.counts.{name}")

    def end(self):
        self.press("#end")

    # Steps that several tests of the flows share.

    def click_row(self, number):
        """Clicks the start of a row of one of the sites' pages."""
        x, y = 60, 40 + 40 * number
        # The first picture of a page can be blank, and a browser drops clicks on content that is not painted yet.
        deadline = time.monotonic() + 10
        while len({tuple(color) for color in self.pixels(x - 20, y - 10, 40, 20)}) < 2:
            assert time.monotonic() < deadline, f"row {number} is not painted"
            time.sleep(0.05)
        self.click_in_page(x, y)

    def text_of_field(self, row):
        """The content of a field of an unmanaged page, obtained by copying."""
        self.click_row(row)
        self.select_all()
        self.run("left.length = 0")
        self.clear_notes()
        self.copy()
        try:
            return self.wait("left[0]", "a text leaves", 2)
        except AssertionError:
            return ""

    def wait_for_download(self, beginning):
        expected = list(beginning)
        self.wait(f"files.some(file => JSON.stringify(file.bytes.slice(0, {len(expected)})) === '{json.dumps(expected, separators=(',', ':'))}')",
                  f"a file that begins with {beginning}", 15)

    def give_file(self, name, content):
        """Selects a file, as the person would."""
        path = self.service.folder / name
        path.write_bytes(content)
        root = self.page.call("DOM.getDocument")["root"]["nodeId"]
        node = self.page.call("DOM.querySelector", nodeId=root, selector="#file")["nodeId"]
        self.page.call("DOM.setFileInputFiles", files=[str(path)], nodeId=node)

    def crash_renderers(self):
        """Kills all renderer processes of the service."""
        for process, name in processes.below(self.service.process.pid).items():
            if "--type=renderer" in name:
                os.kill(process, signal.SIGKILL)
        # One of them is kept for the next page. A page that gets it before the browser has noticed its end crashes too.
        time.sleep(1)

"""A second headless Chromium, driven over the DevTools pipe: the person who uses the service's page."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time


class Chromium:
    def __init__(self, *arguments, preferences=None):
        """Starts a browser with additional arguments and the contents of a preferences file."""
        self.profile = tempfile.mkdtemp(prefix="demarc-person-")
        if preferences:
            os.makedirs(self.profile + "/Default")
            with open(self.profile + "/Default/Preferences", "w") as file:
                file.write(preferences)
        commands, self.output = os.pipe()
        self.input, messages = os.pipe()
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        self.process = subprocess.Popen(
            ["sh", "-c", 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1', "sh", os.environ.get("CHROMIUM", "chromium"),
             "--headless", "--remote-debugging-pipe", "--user-data-dir=" + self.profile, "--no-first-run", "--disable-gpu",
             "--window-size=1500,1000", *sandbox, *arguments, "about:blank"],
            stdin=commands, stdout=messages, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(messages)
        self.lock = threading.Condition()
        self.answers, self.next = {}, 1
        self.on_event = None
        self.closed = False
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        pending = b""
        while True:
            chunk = os.read(self.input, 1 << 20)
            if not chunk:
                with self.lock:
                    self.closed = True
                    self.lock.notify_all()
                return
            pending += chunk
            *messages, pending = pending.split(b"\0")
            for text in messages:
                message = json.loads(text)
                if self.on_event and "method" in message:
                    self.on_event(message)
                with self.lock:
                    if message.get("id", 0) > 0:
                        self.answers[message["id"]] = message
                    self.lock.notify_all()

    def call(self, method, session=None, timeout=30, **params):
        with self.lock:
            number, self.next = self.next, self.next + 1
            message = {"id": number, "method": method, "params": params}
            if session:
                message["sessionId"] = session
            os.write(self.output, json.dumps(message).encode() + b"\0")
            deadline = time.monotonic() + timeout
            while number not in self.answers:
                if self.closed or not self.lock.wait(max(0, deadline - time.monotonic())) and time.monotonic() > deadline:
                    raise TimeoutError(method)
            answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def post(self, method, session=None, **params):
        """Sends a command without waiting for its answer; may be called from `on_event`."""
        message = {"id": 0, "method": method, "params": params, **({"sessionId": session} if session else {})}
        with self.lock:
            os.write(self.output, json.dumps(message).encode() + b"\0")

    def open(self, url="about:blank"):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session, target)
        if url != "about:blank":
            page.call("Page.navigate", url=url)
        return page

    def close(self):
        os.close(self.output)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


class Page:
    def __init__(self, browser, session, target):
        self.browser, self.session, self.target = browser, session, target

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def run(self, expression):
        """The value of a JavaScript expression; promises are awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True,
                           userGesture=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:500])
        return answer["result"].get("value")

    def wait(self, expression, why, timeout=10):
        """Waits until an expression is true, and returns its value."""
        deadline = time.monotonic() + timeout
        while True:
            value = self.run(expression)
            if value:
                return value
            if time.monotonic() > deadline:
                raise AssertionError(f"{why}: {expression} is {value!r}")
            time.sleep(0.05)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def key(self, key, code=None, key_code=0, modifiers=0, text=None):
        down = dict(key=key, code=code or key, windowsVirtualKeyCode=key_code, modifiers=modifiers)
        self.call("Input.dispatchKeyEvent", type="keyDown", **({"text": text} if text else {}), **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", **down)

    def type(self, text):
        for letter in text:
            self.key(letter, text=letter)

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

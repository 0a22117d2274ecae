"""Service workers: they start by themselves, and request pages before any page does."""

import json
import time
import urllib.request

from .attacker import HOSTILE, Attacker

# Controls a page of another browser over a WebSocket, as its DevTools do: stops the workers once one of them is
# running, and returns the script of the worker that was stopped.
STOP = """new Promise((resolve, reject) => {
    const socket = new WebSocket(%s);
    const running = new Set();
    socket.onerror = () => reject(new Error("no connection"));
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: "ServiceWorker.enable" }));
    socket.onmessage = message => {
        const { method, params } = JSON.parse(message.data);
        if (method !== "ServiceWorker.workerVersionUpdated") return;
        for (const { versionId, runningStatus, scriptURL } of params.versions) {
            if (runningStatus === "running" && !running.has(versionId)) {
                running.add(versionId);
                socket.send(JSON.stringify({ id: 2, method: "ServiceWorker.stopAllWorkers" }));
            } else if (runningStatus === "stopped" && running.has(versionId)) {
                socket.close();
                resolve(scriptURL);
            }
        }
    };
    setTimeout(() => { socket.close(); resolve("no worker was seen to stop"); }, 8000);
})"""


class Workers(Attacker):
    def stop_workers(self):
        """Stops every service worker of the browser with the hostile page, like its DevTools; returns one's script."""
        folder = max(self.service.session_folders(), key=lambda path: int(path.name.rpartition("-")[2]))
        for file in folder.glob("profile-*/DevToolsActivePort"):
            with urllib.request.urlopen(f"http://127.0.0.1:{file.read_text().splitlines()[0]}/json") as answer:
                targets = json.load(answer)
            for target in targets:
                if target["type"] == "page" and HOSTILE in target["url"]:
                    page = self.browser.open(f"http://127.0.0.1:{self.service.origin_port}/show/nobody")
                    page.wait("document.title === '/show/nobody'", "a page to speak from")
                    stopped = page.run(STOP % json.dumps(target["webSocketDebuggerUrl"]))
                    self.browser.call("Target.closeTarget", targetId=page.target)
                    return stopped
        raise AssertionError("no hostile page is open")

    def starts(self, mark):
        """Each start of the worker's script is reported to the server of its site, which is allowed."""
        return len(self.service.since(mark, path="/show/started"))

    def cold_start(self, scheme):
        """Stops the worker, requests a page that it would answer, and then wakes it with a message."""
        with self.service.debugged():
            person = self.person()
            mark = self.service.mark()
            self.attack(person, ["serviceWorkerFetch"], 2, scheme)
            person.wait("tried.has('serviceWorkerFetch')", "the worker's request is refused")
            assert self.service.since(mark, path="/worker.js") and self.starts(mark) == 1, self.service.since(mark)
            stopped = self.stop_workers()
            assert stopped == f"{scheme}://{HOSTILE}/worker.js", stopped
            if scheme == "http":
                person.clear_notes()
                person.go(f"http://{HOSTILE}/forbidden")
                person.noted("block navigate", "rule forbidden")
            person.go(f"{scheme}://{HOSTILE}/show/allowed")
            person.shows("/show/allowed")
            time.sleep(0.5)
            # Allowed requests arrived once, from the page: no worker was started for them, and there was no additional
            # preload.
            assert not self.service.since(mark, path="/forbidden")
            assert len(self.service.since(mark, path="/show/allowed")) == 1 and self.starts(mark) == 1
            person.run("tried.clear()")
            self.attack(person, ["serviceWorkerFetch"], 2, scheme)
            person.wait("tried.has('serviceWorkerFetch')", "the woken worker's request is refused")
            assert self.starts(mark) == 2, self.service.since(mark)
            assert not [entry for entry in self.service.since(mark) if entry["host"].startswith("bets.")]
            person.end()

    def test_a_stopped_service_worker_that_starts_again_is_held_before_it_asks(self):
        self.cold_start("http")

    def test_a_stopped_service_worker_over_https_is_held_too(self):
        self.cold_start("https")

    def test_a_service_worker_does_not_fetch_a_blocked_page(self):
        person = self.person()
        mark = self.service.mark()
        self.attack(person, ["serviceWorkerFetch"], 2)
        assert self.service.since(mark, path="/worker.js"), "the service worker is there"
        for _ in range(2):
            person.clear_notes()
            person.go(f"http://{HOSTILE}/forbidden")
            person.noted("block navigate", "rule forbidden")
            # Once while the worker is running, and once when its process has crashed.
            person.crash_renderers()
            person.wait("active().hasCrashed", "its process is gone")
        time.sleep(1)
        assert not self.service.since(mark, path="/forbidden")
        person.end()

// Each start is told to its own site, which is allowed.
fetch("/show/started");
addEventListener("install", () => skipWaiting());
addEventListener("activate", event => event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()])));
addEventListener("message", event => { fetch(event.data).catch(() => {}); });
addEventListener("fetch", event => {
    // A navigation is answered by the worker, with what navigation preload has fetched for it.
    if (event.request.mode === "navigate") event.respondWith((async () => await event.preloadResponse || fetch(event.request))());
});

// Each start is reported to its own site, which is allowed.
fetch("/show/started");
addEventListener("install", () => skipWaiting());
addEventListener("activate", event => event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()])));
addEventListener("message", event => { fetch(event.data).catch(() => {}); });
addEventListener("fetch", event => {
    // The worker answers a navigation with the result of navigation preload.
    if (event.request.mode === "navigate") event.respondWith((async () => await event.preloadResponse || fetch(event.request))());
});

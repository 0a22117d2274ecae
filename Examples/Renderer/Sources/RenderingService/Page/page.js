"use strict";
// The page shows the session's updates, and sends the person's actions. It decides nothing. Everything from a site is
// set as text, never as markup.

const get = id => document.getElementById(id);
const picture = get("picture");
const view = get("page");
let socket = null;
let token = sessionStorage.getItem("token");
let state = { tabs: [], accounts: [], views: [], width: 1024, height: 640 };
let hasPicture = false;
let upload = null;

function element(name, text, attributes = {}) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) {
        if (key === "click") made.addEventListener("click", value);
        else if (value !== false && value !== undefined) made.setAttribute(key, value);
    }
    return made;
}

// Rebuilds the content of an element only if it changed: a button that is replaced between press and release of a
// pointer is not clicked, and a focused button loses the focus.
function fill(holder, content, make) {
    const key = JSON.stringify(content);
    if (holder.content === key) return;
    holder.content = key;
    holder.replaceChildren(...content.flatMap(make));
}

function send(type, fields = {}) {
    if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type, ...fields }));
}

const active = () => state.tabs.find(tab => tab.isActive);

// MARK: The session

async function begin() {
    // The key is after the #, which a browser sends to no server; it is removed from the address immediately.
    const key = location.hash.slice(1);
    if (key) history.replaceState(null, "", "/");
    if (!token || key) {
        const answer = await fetch("/session", { method: "POST", body: JSON.stringify({ key }) });
        if (!answer.ok) return tell(await answer.text());
        token = (await answer.json()).token;
        sessionStorage.setItem("token", token);
    }
    connect();
}

function connect() {
    socket = new WebSocket(`ws://${location.host}/socket`);
    socket.binaryType = "blob";
    socket.onopen = () => send("begin", { token });
    socket.onmessage = message => {
        if (message.data instanceof Blob) showPicture(message.data);
        else receive(JSON.parse(message.data));
    };
    socket.onclose = () => { tell("The session has ended, or another page shows it."); hidePicture(); };
}

function receive({ type, value }) {
    switch (type) {
    case "state": state = value; showState(); break;
    case "note": showNote(value); break;
    case "noPicture": hidePicture(); break;
    case "text": leave(value); break;
    case "chooseFiles": askForFiles(value); break;
    case "file": save(value); break;
    }
}

function tell(text) {
    get("notice").replaceChildren(text);
    get("notice").hidden = !text;
}

// MARK: What is shown

function showPicture(blob) {
    const url = URL.createObjectURL(blob);
    const before = picture.src;
    picture.onload = () => { if (before) URL.revokeObjectURL(before); };
    picture.src = url;
    picture.hidden = false;
    get("empty").hidden = true;
    hasPicture = true;
    picture.dataset.pictures = Number(picture.dataset.pictures || 0) + 1;
}

function hidePicture() {
    if (picture.src) URL.revokeObjectURL(picture.src);
    picture.removeAttribute("src");
    picture.hidden = true;
    get("empty").hidden = false;
    get("empty").textContent = active() ? "There is no page to show." : "Open a view to begin.";
    hasPicture = false;
}

function showState() {
    const tab = active();
    fill(get("accounts"), state.accounts, account => account.isSignedIn ? [
        element("button", account.id, {
            type: "button", "aria-pressed": String(account.isActing), "data-account": account.id,
            click: () => send("switchIdentity", { account: account.id }),
        }),
        element("button", "Sign out", {
            type: "button", "aria-label": `Sign out ${account.id}`, "data-sign-out": account.id,
            click: () => send("signOut", { account: account.id }),
        }),
    ] : [
        element("button", `Sign in ${account.id}`, {
            type: "button", "data-sign-in": account.id, click: () => send("signIn", { account: account.id }),
        }),
    ]);
    fill(get("tabs"), state.tabs.map(({ id, view, title, url, owner, isActive }) => ({ id, view, title, url, owner, isActive })), each => {
        const name = [each.view, each.title || each.url].filter(Boolean).join(" · ").slice(0, 40);
        const holder = element("span", undefined, { class: "tab", role: "presentation" });
        holder.append(
            element("button", name, {
                type: "button", role: "tab", "aria-selected": String(each.isActive), "data-tab": each.id,
                "data-owner": each.owner, click: () => send("activate", { tab: each.id }),
            }),
            element("button", "×", {
                type: "button", "aria-label": `Close ${name}`, "data-close": each.id,
                click: () => send("closeTab", { tab: each.id }),
            }));
        return holder;
    });
    fill(get("views"), state.views, name => element("button", `View ${name}`, {
        type: "button", "data-view": name, click: () => send("openView", { text: name }),
    }));
    const kind = !tab || !tab.owner ? "" : tab.owner === "unmanaged" ? "unmanaged" : "managed";
    get("owner").textContent = tab ? tab.owner : "";
    get("owner").className = `badge ${kind}`;
    view.className = kind;
    view.setAttribute("aria-label", tab ? `${tab.title || tab.url}, ${kind}` : "no page");
    picture.alt = tab ? tab.title : "";
    if (document.activeElement !== get("url")) get("url").value = tab ? tab.url : "";
    if (tab && tab.notice) {
        tell(tab.notice.text);
        // A link that the policy routes elsewhere opens where this computer opens it, and only if the person chooses
        // to. A scheme that runs a script never becomes a link.
        if (tab.notice.link && /^[a-z][a-z0-9+.-]*:/i.test(tab.notice.link) && !/^(javascript|data|vbscript|blob):/i.test(tab.notice.link))
            get("notice").append(" ", element("a", tab.notice.link, { href: tab.notice.link, rel: "noreferrer", target: "_blank" }));
    } else if (tab) tell("");
    const held = state.clipboard;
    get("clipboard").textContent = held
        ? `Clipboard: ${held.characters} characters of ${held.owner}${held.isProtected ? ", protected" : ""}`
        : "Clipboard: empty";
    get("counts").replaceChildren(...Object.entries(state.counts).flatMap(([name, value]) =>
        [element("dt", name), element("dd", String(value), { "data-count": name })]));
    get("policy").textContent = state.policyError ? `The policy file is not used: ${state.policyError}` : `Policy revision ${state.revision}`;
}

function showNote(note) {
    const item = element("li", undefined, { class: note.verdict });
    const title = element("p");
    title.append(element("strong", note.verdict), ` ${note.question}`,
        note.page ? ` · ${note.page}` : "", ` · as ${note.account}`);
    item.append(title, element("p", note.subject));
    for (const reason of note.reasons) {
        const line = element("p", reason.message + " ");
        line.append(element("code", [reason.code, reason.source].filter(Boolean).join(" · ")));
        item.append(line);
    }
    get("notes").prepend(item);
    while (get("notes").children.length > 100) get("notes").lastChild.remove();
}

// MARK: What the person does

function place(event) {
    const box = picture.getBoundingClientRect();
    return {
        x: (event.clientX - box.left) * state.width / box.width,
        y: (event.clientY - box.top) * state.height / box.height,
    };
}

const modifiers = event => (event.altKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.metaKey ? 4 : 0) | (event.shiftKey ? 8 : 0);
const buttons = ["left", "middle", "right"];

function pointer(kind, event, more = {}) {
    if (!hasPicture) return;
    send("pointer", { pointer: { kind, ...place(event), modifiers: modifiers(event), ...more } });
}

view.addEventListener("mousedown", event => {
    view.focus();
    event.preventDefault();
    pointer("mousePressed", event, { button: buttons[event.button] || "left", clickCount: event.detail || 1 });
});
view.addEventListener("mouseup", event =>
    pointer("mouseReleased", event, { button: buttons[event.button] || "left", clickCount: event.detail || 1 }));
let lastMove = 0;
view.addEventListener("mousemove", event => {
    if (event.timeStamp - lastMove < 30) return;
    lastMove = event.timeStamp;
    pointer("mouseMoved", event, { button: event.buttons & 1 ? "left" : "none" });
});
view.addEventListener("wheel", event => {
    event.preventDefault();
    pointer("mouseWheel", event, { deltaX: event.deltaX, deltaY: event.deltaY });
}, { passive: false });
view.addEventListener("contextmenu", event => event.preventDefault());

for (const kind of ["keydown", "keyup"]) view.addEventListener(kind, event => {
    const isShortcut = event.ctrlKey || event.metaKey;
    if (event.key === "F6") {
        if (kind === "keydown") get("url").focus();
        return event.preventDefault();
    }
    if (isShortcut && event.key === "c") {
        if (kind === "keydown") send("copy");
        return event.preventDefault();
    }
    // The browser's own paste event follows, with this computer's text.
    if (isShortcut && event.key === "v") return;
    event.preventDefault();
    send("key", { key: {
        kind: kind === "keydown" ? "keyDown" : "keyUp",
        key: event.key, code: event.code, keyCode: event.keyCode, modifiers: modifiers(event),
    } });
});
view.addEventListener("paste", event => {
    event.preventDefault();
    // An item copied in the session takes precedence; otherwise this computer's text is pasted, without an owner.
    const text = event.clipboardData.getData("text/plain");
    if (state.clipboard) send("paste");
    else if (text) send("pasteText", { text });
});

get("address").addEventListener("submit", event => {
    event.preventDefault();
    const tab = active();
    if (tab) send("go", { tab: tab.id, text: get("url").value });
    view.focus();
});
for (const id of ["back", "forward", "reload"])
    get(id).addEventListener("click", () => { const tab = active(); if (tab) send(id, { tab: tab.id }); });
for (const id of ["copy", "paste", "print", "capture"]) get(id).addEventListener("click", () => send(id));
get("end").addEventListener("click", () => { send("endSession"); sessionStorage.removeItem("token"); });

// MARK: What leaves and comes in

function leave(text) {
    // Only a text that the policy allows out arrives here. Without clipboard permission it stays in the session.
    if (navigator.clipboard) navigator.clipboard.writeText(text).catch(() => {});
}

function askForFiles(request) {
    upload = request;
    get("file").value = "";
    get("file").multiple = request.isMultiple;
    get("files").hidden = false;
    get("file").focus();
}

get("file").addEventListener("change", async () => {
    const file = get("file").files[0];
    get("files").hidden = true;
    if (!file || !upload) return;
    const answer = await fetch(`/upload/${upload.id}`, {
        method: "POST", body: file,
        headers: { Authorization: `Bearer ${token}`, "X-File-Name": encodeURIComponent(file.name) },
    });
    if (!answer.ok) tell(await answer.text());
});

async function save(file) {
    const answer = await fetch(`/file/${file.id}`, { headers: { Authorization: `Bearer ${token}` } });
    if (!answer.ok) return tell(await answer.text());
    const url = URL.createObjectURL(await answer.blob());
    const link = element("a", undefined, { href: url, download: file.name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}

begin();

// The connection, in words, in [data-link-state]; its texts come in data attributes.
// Three misses in a row are "no network". A form that could not be sent is marked as
// pending, counted, and sent again (the same write, same id) when the network returns.
// [data-fresh] says how old what is shown may be: it counts up by itself, each answer of a
// live part sets it back. It is no live region: nobody wants to hear every second.

const ENOUGH_MISSES = 3;
const RETRY_EVERY = 5000;
let misses = 0;
let answered = Date.now();
const waiting = new Map();

const isOff = () => misses >= ENOUGH_MISSES || !navigator.onLine;

function showAge() {
  const seconds = Math.max(0, Math.round((Date.now() - answered) / 1000));
  const age = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
  for (const words of document.querySelectorAll("[data-fresh]")) {
    words.textContent = (isOff() ? words.dataset.textStale : words.dataset.textFresh).replace("{n}", age);
  }
}

function show(line) {
  const off = isOff();
  const pending = [...waiting.keys()].filter((form) => form.isConnected).length;
  const state = off ? "off" : pending ? "weak" : "ok";
  const text = line.dataset[{ off: "textOff", weak: "textWeak", ok: "textOk" }[state]];
  const tail = pending ? line.dataset.textPending.replace("{n}", String(pending)) : "";
  line.classList.toggle("off", state === "off");
  line.classList.toggle("weak", state === "weak");
  const use = line.querySelector("use");
  const icon = { off: "wifi-off", weak: "cloud-upload", ok: "wifi" }[state];
  if (use) use.setAttribute("href", `${use.getAttribute("href").split("#")[0]}#i-${icon}`);
  const words = line.querySelector("[data-link-words]");
  const said = tail ? `${text}, ${tail}` : text;
  // Written only when it changes: the line is a live region and is read aloud.
  if (words && words.textContent !== said) words.textContent = said;
}

function showAll() {
  for (const line of document.querySelectorAll("[data-link-state]")) show(line);
  showAge();
}

function markPending(form, pending) {
  form.toggleAttribute("data-pending", pending);
  for (const note of form.querySelectorAll("[data-pending-note]")) note.hidden = !pending;
}

function retry() {
  for (const [form, submitter] of waiting) {
    if (!form.isConnected) {
      waiting.delete(form);
      continue;
    }
    if (form.hasAttribute("aria-busy")) return;
    form.requestSubmit(submitter?.isConnected ? submitter : undefined);
    // In order: the next one goes when this one has been answered.
    return;
  }
}

function couldNotSend(event) {
  const form = event.target.closest?.("form");
  misses += 1;
  if (form?.querySelector('input[name="client_id"]')) {
    waiting.set(form, event.detail.requestConfig?.triggeringEvent?.submitter);
    markPending(form, true);
  }
  showAll();
}

document.addEventListener("htmx:sendError", couldNotSend);
document.addEventListener("htmx:timeout", couldNotSend);
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const form = event.target.closest?.("form");
  misses = 0;
  if (form && waiting.delete(form)) markPending(form, false);
  showAll();
});
document.addEventListener("input", (event) => {
  // Somebody changes what was waiting: it is sent when they say so, not by itself.
  const form = event.target.form;
  if (form && waiting.delete(form)) {
    markPending(form, false);
    showAll();
  }
});
document.addEventListener("link:ok", () => {
  misses = 0;
  answered = Date.now();
  showAll();
  retry();
});
document.addEventListener("link:miss", () => {
  misses += 1;
  showAll();
});
window.addEventListener("online", () => {
  misses = 0;
  showAll();
  retry();
});
window.addEventListener("offline", showAll);
document.addEventListener("htmx:load", showAll);
document.addEventListener("live:updated", showAll);
window.addEventListener("beforeunload", (event) => {
  if (waiting.size) event.preventDefault();
});
setInterval(showAge, 1000);
setInterval(() => waiting.size && navigator.onLine && retry(), RETRY_EVERY);
showAll();

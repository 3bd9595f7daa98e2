// Live parts: an element with data-live-url asks for itself again every data-live-every
// seconds (2 unless said) while the page is in front, with the ETag of what it shows.
// 304 changes nothing; a new answer is morphed in, and what somebody is typing is left
// alone. data-live-etag holds the tag of the first contents.
// Tells link-state.js how it goes: link:ok and link:miss on the document.

const parts = new WeakMap();
const touched = new WeakSet();
const SLOWEST = 5;
let swaps = 0;

function partOf(element) {
  if (!parts.has(element)) {
    parts.set(element, { etag: element.dataset.liveEtag || "", due: 0, busy: false, misses: 0, stopped: false });
  }
  return parts.get(element);
}

function isTyping(node) {
  if (!(node instanceof Element)) return false;
  if (node.hasAttribute("data-live-keep")) return true;
  if (node.matches("input, select, textarea") && node === document.activeElement) return true;
  return node.matches("form") && (touched.has(node) || node.hasAttribute("aria-busy"));
}

// A form marked data-live-drop (a PIN) goes with its moment, however much of it is typed.
function keeps(node) {
  if (!isTyping(node)) return false;
  return node.hasAttribute("aria-busy") || !node.closest("[data-live-drop]");
}

function morph(element, html) {
  const before = element.id && document.getElementById(element.id);
  window.Idiomorph.morph(element, html, {
    morphStyle: element.dataset.liveStyle === "outer" ? "outerHTML" : "innerHTML",
    ignoreActiveValue: true,
    callbacks: {
      beforeNodeMorphed: (node) => !isTyping(node),
      // What somebody has unfolded stays so.
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.matches("details")),
      beforeNodeRemoved: (node) => !keeps(node) && !(node instanceof Element && [...node.querySelectorAll("form")].some(keeps)),
    },
  });
  const now = (before && document.getElementById(element.id)) || element;
  window.htmx?.process(now);
  now.dispatchEvent(new CustomEvent("live:updated", { bubbles: true }));
}

async function ask(element, part) {
  const headers = { "HX-Request": "true", "HX-Current-URL": location.href };
  if (element.id) headers["HX-Target"] = element.id;
  if (part.etag) headers["If-None-Match"] = part.etag;
  const swapsBefore = swaps;
  const answer = await fetch(element.dataset.liveUrl, { headers, cache: "no-store", signal: AbortSignal.timeout(8000) });
  const away = answer.headers.get("HX-Redirect");
  if (away) {
    location.assign(away);
    return;
  }
  if ([403, 404, 410].includes(answer.status)) {
    // No longer to be seen from here: the whole page says why.
    part.stopped = true;
    if (!element.querySelector("form") || ![...element.querySelectorAll("form")].some(isTyping)) location.reload();
    return;
  }
  if (answer.status === 304) return;
  if (!answer.ok) throw new Error(String(answer.status));
  const html = await answer.text();
  // While this was under way a form's answer was swapped in: it is newer than this one.
  if (swapsBefore !== swaps) return;
  part.etag = answer.headers.get("ETag") || "";
  morph(element, html);
}

async function refresh(element) {
  const part = partOf(element);
  const now = Date.now();
  if (part.busy || part.stopped || now < part.due) return;
  const every = Number(element.dataset.liveEvery || 2);
  part.busy = true;
  part.due = now + every * 1000 - 100;
  try {
    await ask(element, part);
    part.misses = 0;
    document.dispatchEvent(new CustomEvent("link:ok"));
  } catch {
    part.misses += 1;
    // Sooner or later than usual, but a part that is seldom asked for is not asked more often for failing.
    part.due = Date.now() + Math.max(every, Math.min(every * (1 + part.misses), SLOWEST)) * 1000;
    document.dispatchEvent(new CustomEvent("link:miss"));
  } finally {
    part.busy = false;
  }
}

function tick() {
  if (document.visibilityState !== "visible") return;
  for (const element of document.querySelectorAll("[data-live-url]")) refresh(element);
}

function firstLook() {
  // What has just come with the page need not be asked for at once.
  for (const element of document.querySelectorAll("[data-live-url]")) {
    partOf(element).due = Date.now() + Number(element.dataset.liveEvery || 2) * 1000;
  }
}

for (const name of ["input", "change"]) {
  document.addEventListener(name, (event) => {
    const form = event.target.form ?? event.target.closest?.("form");
    if (form) touched.add(form);
  });
}
document.addEventListener("reset", (event) => touched.delete(event.target));
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest?.("form");
  if (form && event.detail.successful) touched.delete(form);
});
document.addEventListener("htmx:afterSwap", () => { swaps += 1; });
document.addEventListener("visibilitychange", tick);
window.addEventListener("online", tick);
firstLook();
setInterval(tick, 500);

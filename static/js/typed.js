// What was typed and could not be sent, because the session had ended or the page was too old,
// waits in this tab until the same form is shown again. The server says so with X-Keep-Typed;
// after a plain sending the login page does, with [data-login]. Passwords, PINs and codes are
// never kept. It is put back to be looked at and sent by hand, not sent by itself.

const PLACE = "typed";
const MAX_AGE = 30 * 60 * 1000;
const NEVER = /password|pin|code|csrf|credential/i;

function fieldsOf(form) {
  return [...form.elements].filter((field) =>
    field.name && !NEVER.test(field.name) && !["hidden", "password", "file", "submit", "button"].includes(field.type));
}

function placeOf(form) {
  const path = new URL(form.getAttribute("action") || form.getAttribute("hx-post") || "", location.href).pathname;
  const alike = [...document.forms].filter((other) => other.getAttribute("action") === form.getAttribute("action"));
  return { path, index: alike.indexOf(form) };
}

function keep(form, ready) {
  const fields = fieldsOf(form).map((field) => ({ name: field.name, value: field.value, checked: field.checked }));
  if (!fields.length) return;
  const kept = { page: location.pathname, form: placeOf(form), fields, ready, at: Date.now() };
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing: the page works as without this.
  }
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE));
  } catch {
    return null;
  }
}

function fill(form, kept) {
  for (const field of fieldsOf(form)) {
    const choice = field.type === "checkbox" || field.type === "radio";
    const was = kept.fields.find((one) => one.name === field.name && (!choice || one.value === field.value));
    if (!was) continue;
    if (choice) field.checked = was.checked;
    else field.value = was.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const words = document.querySelector("template[data-typed-note]");
  if (words) form.prepend(words.content.cloneNode(true));
}

function putBack() {
  const kept = read();
  if (!kept) return;
  if (document.querySelector("[data-login]")) {
    sessionStorage.setItem(PLACE, JSON.stringify({ ...kept, ready: true }));
    return;
  }
  const old = Date.now() - kept.at > MAX_AGE;
  if (kept.ready && !old && kept.page !== location.pathname) return;
  sessionStorage.removeItem(PLACE);
  if (!kept.ready || old) return;
  const alike = [...document.forms].filter((form) => placeOf(form).path === kept.form.path);
  const form = alike[kept.form.index] ?? alike[0];
  if (form) fill(form, kept);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented || form.closest("[data-login]")) return;
  keep(form, false);
});

document.addEventListener("htmx:beforeOnLoad", (event) => {
  const form = event.target.closest?.("form");
  if (form && event.detail.xhr.getResponseHeader("X-Keep-Typed")) keep(form, true);
});

// The word of it belongs into the form that was being sent.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig } = event.detail;
  const form = requestConfig?.elt?.closest("form");
  if (!form || !xhr.getResponseHeader("X-Keep-Typed")) return;
  let note = form.querySelector(":scope > [data-stale-note]");
  if (!note) {
    note = document.createElement("div");
    note.setAttribute("data-stale-note", "");
    form.prepend(note);
  }
  event.detail.target = note;
  event.detail.swapOverride = "innerHTML show:top";
});

putBack();

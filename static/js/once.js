// A form is sent once: a second tap while the first is on its way does nothing.
// The button comes back when the answer arrives, fails, or the page is shown again.

const sending = new WeakMap();
const GIVE_UP_AFTER = 15000;

function hold(form, button) {
  sending.set(form, button ?? null);
  form.setAttribute("aria-busy", "true");
  // After this turn of the loop: a disabled button would leave its own name out of the form.
  setTimeout(() => {
    if (sending.has(form) && button) button.disabled = true;
  }, 0);
}

function free(form) {
  const button = sending.get(form);
  sending.delete(form);
  form.removeAttribute("aria-busy");
  if (button) button.disabled = false;
}

function isPost(form) {
  return form.getAttribute("method")?.toLowerCase() === "post" || form.hasAttribute("hx-post");
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!isPost(form)) return;
  if (sending.has(form)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);

document.addEventListener("submit", (event) => {
  const form = event.target;
  // htmx prevents the browser's own sending; its request is followed by the events below.
  if (!isPost(form) || event.defaultPrevented) return;
  hold(form, event.submitter);
  // An answer that is a download leaves the page where it is.
  setTimeout(() => free(form), GIVE_UP_AFTER);
});

document.addEventListener("htmx:beforeRequest", (event) => {
  const form = event.target.closest("form");
  if (!form || event.detail.requestConfig?.verb === "get") return;
  hold(form, event.detail.requestConfig?.triggeringEvent?.submitter);
});

for (const name of ["htmx:afterRequest", "htmx:sendAbort", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, (event) => {
    const form = event.target.closest?.("form");
    if (form) free(form);
  });
}

window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const form of document.querySelectorAll("form[aria-busy]")) free(form);
});

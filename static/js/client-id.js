// Each write carries an id made by this device, so that a repeat of the same write is
// recognised as the same (a lost answer, a double tap, a network that comes back).
// Without script the id that came with the form from the server is sent.

const made = new WeakMap();

function newId() {
  // crypto.randomUUID needs HTTPS; getRandomValues does not.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bodyOf(form, submitter) {
  const data = new FormData(form, submitter ?? undefined);
  for (const name of ["client_id", "device_time", "csrfmiddlewaretoken"]) data.delete(name);
  return JSON.stringify([form.getAttribute("action"), [...data].map(([name, value]) => [name, String(value)])]);
}

// Before any other listener, htmx's included: what is sent must hold the new values.
document.addEventListener("submit", (event) => {
  const form = event.target;
  const idField = form.querySelector('input[type="hidden"][name="client_id"]');
  if (idField) {
    const body = bodyOf(form, event.submitter);
    const last = made.get(form);
    // The same body again is the same write; a changed one is another write.
    if (last?.body !== body) made.set(form, { body, id: newId(), time: new Date().toISOString() });
    idField.value = made.get(form).id;
  }
  const timeField = form.querySelector('input[type="hidden"][name="device_time"]');
  if (timeField) timeField.value = made.get(form)?.time ?? new Date().toISOString();
}, true);

// Once the server has answered well, the next sending is a new write even if it reads the same.
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest?.("form");
  if (form && event.detail.successful) made.delete(form);
});

window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const form of document.querySelectorAll("form")) made.delete(form);
});

// Comforts of a table's page; all of it works without them.
// [data-pin]: the four boxes above the field fill as it is typed in.
// [data-draft]: what is typed of a hand outlives a glance at another page of the board.
// .tile-input: with both halves typed, on to the next player.

const kept = "hoja:";

function fillBoxes(input) {
  const boxes = input.previousElementSibling?.querySelectorAll("span[aria-hidden]") ?? [];
  boxes.forEach((box, index) => {
    const full = index < input.value.length;
    box.classList.toggle("full", full);
    if (box.textContent !== (full ? "•" : "")) box.textContent = full ? "•" : "";
  });
}

function store() {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

function draftOf(form) {
  const values = {};
  for (const name of ["side", "points", "ending", "reason"]) {
    const value = new FormData(form).get(name);
    if (value) values[name] = String(value);
  }
  return values;
}

function keepDraft(form) {
  const values = draftOf(form);
  const key = kept + form.dataset.draft;
  if (values.points || values.side) store()?.setItem(key, JSON.stringify(values));
  else store()?.removeItem(key);
}

function restoreDraft(form) {
  // A form that came back with an answer already holds what was typed.
  if (form.hasAttribute("data-live-keep") || form.dataset.drafted === form.dataset.draft) return;
  form.dataset.drafted = form.dataset.draft;
  const text = store()?.getItem(kept + form.dataset.draft);
  if (!text) return;
  const values = JSON.parse(text);
  for (const [name, value] of Object.entries(values)) {
    for (const field of form.querySelectorAll(`[name="${name}"]`)) {
      if (field.type === "radio") field.checked = field.value === value;
      else field.value = value;
    }
  }
  // So that the live page knows that somebody is typing here.
  form.querySelector("[name='points']")?.dispatchEvent(new Event("input", { bubbles: true }));
}

function prepare() {
  document.querySelectorAll("[data-pin]").forEach(fillBoxes);
  document.querySelectorAll("form[data-draft]").forEach(restoreDraft);
}

for (const name of ["input", "change"]) {
  document.addEventListener(name, (event) => {
    const input = event.target;
    if (input.matches?.("[data-pin]")) fillBoxes(input);
    if (input.form?.dataset.draft) {
      keepDraft(input.form);
      // What the last act said has been read by whoever goes on.
      document.getElementById("messages")?.replaceChildren();
    }
    if (name === "input" && input.matches?.(".tile-input")) {
      const halves = input.value.replace(/\D/g, "").slice(0, 2);
      if (halves !== input.value) input.value = halves;
      if (halves.length < 2) return;
      const all = [...input.form.querySelectorAll(".tile-input")];
      all[all.indexOf(input) + 1]?.focus();
    }
  });
}

// A button that is held while its form is sent loses the focus: it gets it back with the answer.
let focused = null;
document.addEventListener("htmx:beforeRequest", () => {
  const active = document.activeElement;
  if (active?.closest("#entry")) focused = active;
});
document.addEventListener("htmx:afterSettle", () => {
  if (focused?.isConnected && document.activeElement === document.body) focused.focus({ preventScroll: true });
  focused = null;
});

// A refusal that lies off the screen is brought into sight.
document.addEventListener("htmx:afterSettle", (event) => {
  if ((event.detail.xhr?.status ?? 0) < 400) return;
  const told = document.querySelector("#sheet .conflict, #sheet .notice[role='alert'], #sheet .error");
  const box = told?.getBoundingClientRect();
  if (box && (box.top < 120 || box.bottom > window.innerHeight)) told.scrollIntoView({ block: "center" });
});

let sent = "";
document.addEventListener("htmx:beforeRequest", (event) => {
  sent = event.target.closest?.("form")?.dataset.draft ?? "";
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (sent && event.detail.xhr.status === 200) store()?.removeItem(kept + sent);
  sent = "";
});
document.addEventListener("htmx:load", prepare);
document.addEventListener("htmx:afterSettle", prepare);
document.addEventListener("live:updated", prepare);
prepare();

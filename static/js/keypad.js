// The buttons of a .keypad type into one input: the one named by data-for, or the
// .amount of the same form. Without script the input itself is used, with the phone's
// numeric keyboard; with it that keyboard stays away.

function targetOf(keypad) {
  const named = keypad.dataset.for && document.getElementById(keypad.dataset.for);
  return named || keypad.closest("form")?.querySelector("input.amount");
}

function prepare(root) {
  for (const keypad of root.querySelectorAll(".keypad")) {
    const input = targetOf(keypad);
    if (input) input.inputMode = "none";
  }
}

function type(input, key) {
  const limit = input.maxLength > 0 ? input.maxLength : Infinity;
  if (key === "del") input.value = input.value.slice(0, -1);
  else if (input.value.length < limit) input.value += key;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const key = event.target.closest?.(".keypad button[type='button'][value]");
  if (!key) return;
  const input = targetOf(key.closest(".keypad"));
  if (input && !input.disabled && !input.readOnly) type(input, key.value);
});

document.addEventListener("htmx:load", (event) => prepare(event.target));
document.addEventListener("live:updated", (event) => prepare(event.target));
prepare(document);

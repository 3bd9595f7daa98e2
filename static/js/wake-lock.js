// Keeps the screen awake on a page that has [data-wake-lock]. The browser lets go when
// the page is hidden, so it is asked again on return. Over plain HTTP it is not to be
// had; then the [data-wake-lock-note] that is in the page says so.

let lock = null;

function note(shown) {
  for (const element of document.querySelectorAll("[data-wake-lock-note]")) element.hidden = !shown;
}

async function keepAwake() {
  if (!document.querySelector("[data-wake-lock]") || document.visibilityState !== "visible") return;
  if (!("wakeLock" in navigator)) {
    note(true);
    return;
  }
  if (lock && !lock.released) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    note(false);
  } catch {
    // A phone that saves battery refuses it; the page works all the same.
    note(true);
  }
}

document.addEventListener("visibilitychange", keepAwake);
// A part that was swapped in brings its note hidden.
document.addEventListener("htmx:load", keepAwake);
keepAwake();

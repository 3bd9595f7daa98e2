// [data-until]: counts down to a moment of the server's clock (milliseconds). data-now is what that
// clock said when the page was made; [data-left] inside shows what is left, data-warn-from when it is
// short. [data-shown-from] is shown from its moment on, [data-hidden-from] hidden. Without script the
// page says until when.

const clocks = new WeakMap();

function now(element) {
  const said = Number(element.dataset.now);
  const known = clocks.get(element);
  if (!known || known.said !== said) clocks.set(element, { said, at: performance.now() });
  return said + performance.now() - clocks.get(element).at;
}

function left(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

function tick() {
  for (const element of document.querySelectorAll("[data-until]")) {
    const moment = now(element);
    const text = left(Number(element.dataset.until) - moment);
    const shown = element.querySelector("[data-left]");
    if (shown && shown.textContent !== text) shown.textContent = text;
    element.classList.toggle("short", moment >= Number(element.dataset.warnFrom ?? Infinity));
    element.classList.toggle("over", moment >= Number(element.dataset.until));
  }
  for (const element of document.querySelectorAll("[data-shown-from]")) {
    const waits = now(element) < Number(element.dataset.shownFrom);
    if (element.hidden !== waits) element.hidden = waits;
  }
  for (const element of document.querySelectorAll("[data-hidden-from]")) {
    if (now(element) >= Number(element.dataset.hiddenFrom)) element.hidden = true;
  }
}

for (const name of ["htmx:load", "htmx:afterSettle", "live:updated", "visibilitychange"]) {
  document.addEventListener(name, tick);
}
setInterval(tick, 250);
tick();

// Draws a signature in [data-signature] and keeps it as vector strokes of whole numbers
// in a hidden input: [[[x, y], …], …], in a box 1000 wide and data-height (400) high.
// Needs signature_pad. Without script the box stays hidden and one signs without drawing.

const WIDTH = 1000;
const MOST_POINTS = 4000;

function strokesOf(pad, scale) {
  let left = MOST_POINTS;
  const strokes = [];
  for (const group of pad.toData()) {
    const points = group.points.slice(0, left).map((point) => [Math.round(point.x * scale), Math.round(point.y * scale)]);
    left -= points.length;
    if (points.length) strokes.push(points);
  }
  return strokes;
}

function start(box) {
  const canvas = box.querySelector("canvas");
  const field = box.querySelector("[data-signature-strokes]");
  const height = Number(box.dataset.height || 400);
  box.hidden = false;
  const ink = getComputedStyle(box).getPropertyValue("--signature-ink").trim() || "#101820";
  const pad = new window.SignaturePad(canvas, { minWidth: 1.2, maxWidth: 2.6, penColor: ink });
  let width = 0;

  function fit() {
    const shown = canvas.clientWidth;
    if (!shown || shown === width) return;
    const ratio = Math.max(window.devicePixelRatio || 1, 1);
    const kept = pad.toData();
    const growth = width ? shown / width : 1;
    width = shown;
    canvas.width = shown * ratio;
    canvas.height = ((shown * height) / WIDTH) * ratio;
    canvas.getContext("2d").scale(ratio, ratio);
    for (const group of kept) {
      for (const point of group.points) {
        point.x *= growth;
        point.y *= growth;
      }
    }
    pad.clear();
    pad.fromData(kept);
  }

  function store() {
    field.value = pad.isEmpty() ? "" : JSON.stringify(strokesOf(pad, WIDTH / width));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  pad.addEventListener("endStroke", store);
  box.querySelector("[data-signature-clear]")?.addEventListener("click", () => {
    pad.clear();
    store();
  });
  new ResizeObserver(fit).observe(canvas);
  fit();
}

function startAll(root) {
  if (!window.SignaturePad) return;
  for (const box of root.querySelectorAll("[data-signature]:not([data-started])")) {
    box.dataset.started = "";
    start(box);
  }
}

document.addEventListener("htmx:load", (event) => startAll(event.target));
startAll(document);

// Draws a signature in [data-signature] and keeps it as vector strokes of whole numbers
// in a hidden input: [[[x, y], …], …], in a box 1000 wide and data-height (400) high.
// Needs signature_pad. Without script the box stays hidden and one signs without drawing.
// The limits are those of matches/rules/signing.py: a drawing with more points is thinned
// as a whole, never cut off.

const WIDTH = 1000;
const MOST_STROKES = 60;
const MOST_POINTS = 1200;

function within(value, most) {
  return Math.min(Math.max(Math.round(value), 0), most);
}

function thinned(points, keep) {
  if (points.length <= keep) return points;
  const step = (points.length - 1) / Math.max(keep - 1, 1);
  return Array.from({ length: keep }, (_, index) => points[Math.round(index * step)]);
}

function strokesOf(pad, scale, height) {
  const groups = pad.toData().slice(0, MOST_STROKES);
  const drawn = groups.reduce((sum, group) => sum + group.points.length, 0);
  const share = Math.min(1, (MOST_POINTS - MOST_STROKES) / Math.max(drawn, 1));
  return groups.filter((group) => group.points.length).map((group) => {
    const points = thinned(group.points, Math.max(1, Math.floor(group.points.length * share)));
    return points.map((point) => [within(point.x * scale, WIDTH), within(point.y * scale, height)]);
  });
}

// A page that comes back with an error brings the drawing that was sent.
function groupsOf(text, scale) {
  try {
    return JSON.parse(text).map((stroke) => ({
      minWidth: 1.2,
      maxWidth: 2.6,
      points: stroke.map(([x, y], index) => ({ x: x * scale, y: y * scale, pressure: 0.5, time: index * 16 })),
    }));
  } catch {
    return [];
  }
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
    const kept = width ? pad.toData() : groupsOf(field.value, shown / WIDTH).map((group) => ({ ...group, penColor: ink }));
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
    field.value = pad.isEmpty() ? "" : JSON.stringify(strokesOf(pad, WIDTH / width, height));
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

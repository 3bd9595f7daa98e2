// [data-tile-board]: the 28 tiles of a hand that is counted by what is left. One of the four is chosen,
// and each tile that is touched goes to him, or back. What is kept are the fields of the form, which
// without script are typed in: "63 50".

const pipsOf = (tile) => Number(tile[0]) + Number(tile[1]);

function fieldOf(form, who) {
  return form.querySelector(`input[name="left_${who}"]`);
}

function tilesOf(input) {
  const figures = input.value.replace(/\D/g, "");
  return (figures.match(/../g) ?? []).map((pair) => [...pair].sort().reverse().join(""));
}

function picks(form) {
  return [...form.querySelectorAll("[data-who]")];
}

function show(form) {
  const owners = new Map();
  let total = 0;
  for (const pick of picks(form)) {
    const tiles = tilesOf(fieldOf(form, pick.dataset.who));
    const sum = tiles.reduce((all, tile) => all + pipsOf(tile), 0);
    total += sum;
    const text = tiles.length ? `${tiles.length} · ${sum}` : "–";
    const label = pick.querySelector("[data-sum]");
    if (label.textContent !== text) label.textContent = text;
    for (const tile of tiles) owners.set(tile, pick);
  }
  for (const button of form.querySelectorAll("[data-tile]")) {
    const owner = owners.get(button.dataset.tile);
    button.setAttribute("aria-pressed", String(Boolean(owner)));
    const letter = owner?.dataset.letter ?? "";
    const mark = button.querySelector("[data-owner]");
    if (mark.textContent !== letter) mark.textContent = letter;
  }
  const told = form.querySelector("[data-total]");
  const text = total ? String(total) : "";
  if (told && told.textContent !== text) told.textContent = text;
}

function change(form, input, tiles) {
  input.value = tiles.join(" ");
  // So that the live page knows that somebody is counting here.
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function touch(form, tile) {
  const chosen = picks(form).find((pick) => pick.getAttribute("aria-pressed") === "true");
  for (const pick of picks(form)) {
    const input = fieldOf(form, pick.dataset.who);
    const tiles = tilesOf(input);
    const has = tiles.includes(tile);
    if (has) change(form, input, tiles.filter((each) => each !== tile));
    else if (pick === chosen && tiles.length < 7) change(form, input, [...tiles, tile]);
  }
  show(form);
}

document.addEventListener("click", (event) => {
  const form = event.target.closest?.("[data-tile-board]");
  if (!form) return;
  const pick = event.target.closest("[data-who]");
  if (pick) {
    for (const each of picks(form)) each.setAttribute("aria-pressed", String(each === pick));
  }
  const tile = event.target.closest("[data-tile]");
  if (tile) touch(form, tile.dataset.tile);
});

function prepare() {
  document.querySelectorAll("[data-tile-board]").forEach(show);
}

for (const name of ["htmx:load", "htmx:afterSettle", "live:updated"]) document.addEventListener(name, prepare);
prepare();

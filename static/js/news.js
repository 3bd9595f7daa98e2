// "It is done" is news until the page goes on: what a success message said leaves with the first
// live change that comes after it, when it has stood long enough to be read. Refusals and warnings stay.

const READ_IN = 10_000;

function drop() {
  for (const told of document.querySelectorAll("#messages > .notice.ok")) told.remove();
}

document.addEventListener("live:updated", () => setTimeout(drop, Math.max(0, READ_IN - performance.now())));

// A file that is too large is told at once, before it travels. The server looks again.

document.addEventListener("change", (event) => {
  const input = event.target;
  const most = Number(input.dataset?.mostBytes);
  if (!most || !input.files) return;
  const tooLarge = [...input.files].some((file) => file.size > most);
  input.setCustomValidity(tooLarge ? input.dataset.textTooLarge : "");
  if (tooLarge) input.reportValidity();
});

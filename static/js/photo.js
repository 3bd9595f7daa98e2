// A camera's picture is made smaller before it travels: a photo of 12 MB goes through, on a bad network too.
// Whatever cannot be read here is sent as it is, and the server says why not.

const LONGEST = 1600;
const QUALITY = 0.9;

async function smaller(file) {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  if (scale === 1) return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const drawn = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  if (!drawn) return file;
  return new File([drawn], "foto.jpg", { type: "image/jpeg" });
}

function tellSize(input) {
  const [file] = input.files;
  const tooLarge = Boolean(file) && file.size > Number(input.dataset.mostBytes);
  input.setCustomValidity(tooLarge ? input.dataset.textTooLarge : "");
  if (tooLarge) input.reportValidity();
}

for (const input of document.querySelectorAll("input[data-shrink]")) {
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    try {
      const made = await smaller(file);
      if (made !== file && input.files[0] === file) {
        const held = new DataTransfer();
        held.items.add(made);
        input.files = held.files;
      }
    } catch {
      // No picture, or none that this browser reads.
    }
    tellSize(input);
  });
}

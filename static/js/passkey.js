// Passkeys. A form with data-passkey="create" or "get" asks the device for one, puts the answer
// into its hidden field and is sent. What is asked comes as JSON inside the page, or with
// data-passkey-url from the server when the button is pressed (login: nobody is known yet).
// Browsers offer them over HTTPS and on localhost only; elsewhere [data-passkey-off] says so.

const offered = window.isSecureContext && "PublicKeyCredential" in window && "credentials" in navigator;

function toBytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function toText(buffer) {
  const letters = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function withBytes(options) {
  const ready = { ...options, challenge: toBytes(options.challenge) };
  if (options.user) ready.user = { ...options.user, id: toBytes(options.user.id) };
  for (const name of ["excludeCredentials", "allowCredentials"]) {
    if (options[name]) ready[name] = options[name].map((known) => ({ ...known, id: toBytes(known.id) }));
  }
  return ready;
}

function withText(credential) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[name]) response[name] = toText(credential.response[name]);
  }
  if (credential.response.getTransports) response.transports = credential.response.getTransports();
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? null,
    clientExtensionResults: credential.getClientExtensionResults(),
    response,
  };
}

async function optionsOf(form) {
  if (!form.dataset.passkeyUrl) return JSON.parse(document.getElementById(form.dataset.passkeyOptions).textContent);
  const answer = await fetch(form.dataset.passkeyUrl, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return (await answer.json()).request_options;
}

async function ask(form) {
  const publicKey = withBytes((await optionsOf(form)).publicKey);
  const credential = form.dataset.passkey === "create"
    ? await navigator.credentials.create({ publicKey })
    : await navigator.credentials.get({ publicKey });
  return JSON.stringify(withText(credential));
}

function tell(form, error) {
  const words = {
    NotAllowedError: form.dataset.textCancelled,
    InvalidStateError: form.dataset.textRepeated,
  }[error.name] ?? form.dataset.textFailed;
  const place = form.querySelector("[data-passkey-error]");
  place.querySelector("p").textContent = words;
  place.hidden = false;
}

function prepare(form) {
  const field = form.querySelector('input[name="credential"]');
  const button = form.querySelector("button");
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    if (field.value) return;
    event.preventDefault();
    form.querySelector("[data-passkey-error]").hidden = true;
    button.disabled = true;
    try {
      field.value = await ask(form);
    } catch (error) {
      tell(form, error);
      return;
    } finally {
      button.disabled = false;
    }
    form.requestSubmit(button);
  });
  // Back from the next page: what was shown then is worth nothing now.
  window.addEventListener("pageshow", () => { field.value = ""; });
}

if (offered) for (const form of document.querySelectorAll("form[data-passkey]")) prepare(form);
else for (const note of document.querySelectorAll("[data-passkey-off]")) note.hidden = false;

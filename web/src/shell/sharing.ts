/** Giving a link away; plain http has no clipboard interface, so there is an old way too. */
import { toasts } from "../kit/toasts.svelte";

export async function copy(text: string): Promise<void> {
  if (await isCopied(text)) toasts.note("Copied. Paste it wherever your friends are.");
  else toasts.note("Copying is not possible here; select the link and copy it by hand.");
}

async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return isCopiedByHand(text);
  }
}

function isCopiedByHand(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
  }
}

export async function share(text: string, url: string): Promise<void> {
  try {
    await navigator.share({ title: "Dottable", text, url });
  } catch {
    // Closed without sharing.
  }
}

/** Copying and sharing of links. Plain http has no clipboard API, so copying falls back to `execCommand`. */
import { toasts } from "../kit/toasts.svelte";

export async function copyLink(link: string): Promise<void> {
  if (await copyText(link)) toasts.info("Link copied.");
  else toasts.info("Copying is not possible here. Select the link and copy it by hand.");
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const textField = document.createElement("textarea");
  textField.value = text;
  textField.style.position = "fixed";
  textField.style.opacity = "0";
  (document.querySelector("dialog[open]") ?? document.body).append(textField);
  textField.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    textField.remove();
  }
}

/** Share a text with a link by the share sheet of the device. On a device without a share sheet, copy text and link. */
export async function shareOrCopy(text: string, url: string): Promise<void> {
  if (typeof navigator.share === "function") return shareLink(text, url);
  if (await copyText(`${text} ${url}`)) toasts.info("Text and link copied.");
  else toasts.info("Copying is not possible here. Select the link and copy it by hand.");
}

/** Open the share sheet of the device. */
export async function shareLink(text: string, url: string): Promise<void> {
  try {
    await navigator.share({ title: "Dottable", text, url });
  } catch {
    // The player closed the sheet without sharing.
  }
}

/** Short messages near the board that disappear by themselves. */
import { untrack } from "svelte";

export interface Toast {
  id: number;
  text: string;
  /** Screen readers announce an error at once, and an info when they are idle. */
  kind: "error" | "info";
}

/** Display time of a toast in milliseconds. */
const TOAST_MS = 5000;
const LONG_TOAST_MS = 10_000;
/** Maximum number of toasts on screen. Only one fits over the seats of a table. */
const MAX_TOASTS = 1;

class Toasts {
  all = $state.raw<Toast[]>([]);
  #count = 0;

  error(text: string): void {
    this.#add(text, "error");
  }

  /** Show a message, for ten seconds instead of five if it is long to read. */
  info(text: string, { isLong = false } = {}): void {
    this.#add(text, "info", isLong ? LONG_TOAST_MS : TOAST_MS);
  }

  dismiss(id: number): void {
    this.all = this.all.filter((toast) => toast.id !== id);
  }

  #add(text: string, kind: Toast["kind"], shownMs = TOAST_MS): void {
    const id = ++this.#count;
    const otherToasts = untrack(() => this.all.filter((toast) => toast.text !== text)); // callers must not depend on the list
    this.all = [...otherToasts, { id, text, kind }].slice(-MAX_TOASTS);
    setTimeout(() => this.dismiss(id), shownMs);
  }
}

export const toasts = new Toasts();

import { untrack } from "svelte";

/** Short sentences that come up near the board and go by themselves. */
export interface Toast {
  id: number;
  text: string;
  /** A refusal interrupts a screen reader, a note waits. */
  kind: "refusal" | "note";
}

const SHOWN_MS = 5000;
const LONG_MS = 10_000;

class Toasts {
  all = $state.raw<Toast[]>([]);
  #count = 0;

  refuse(text: string): void {
    this.#add(text, "refusal");
  }

  /** Longer, if it is something that one has to read. */
  note(text: string, { isLong = false } = {}): void {
    this.#add(text, "note", isLong ? LONG_MS : SHOWN_MS);
  }

  drop(id: number): void {
    this.all = this.all.filter((one) => one.id !== id);
  }

  #add(text: string, kind: Toast["kind"], shownMs = SHOWN_MS): void {
    const id = ++this.#count;
    const others = untrack(() => this.all.filter((one) => one.text !== text)); // an effect may speak without listening
    this.all = [...others, { id, text, kind }].slice(-3);
    setTimeout(() => this.drop(id), shownMs);
  }
}

export const toasts = new Toasts();

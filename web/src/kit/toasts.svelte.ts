import { untrack } from "svelte";

/** Short sentences that come up near the board and go by themselves. */
export interface Toast {
  id: number;
  text: string;
  /** A refusal interrupts a screen reader, a note waits. */
  kind: "refusal" | "note";
}

const SHOWN_MS = 5000;

class Toasts {
  all = $state.raw<Toast[]>([]);
  #count = 0;

  refuse(text: string): void {
    this.#add(text, "refusal");
  }

  note(text: string): void {
    this.#add(text, "note");
  }

  drop(id: number): void {
    this.all = this.all.filter((one) => one.id !== id);
  }

  #add(text: string, kind: Toast["kind"]): void {
    const id = ++this.#count;
    const others = untrack(() => this.all.filter((one) => one.text !== text)); // an effect may speak without listening
    this.all = [...others, { id, text, kind }].slice(-3);
    setTimeout(() => this.drop(id), SHOWN_MS);
  }
}

export const toasts = new Toasts();

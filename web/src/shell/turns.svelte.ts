/** Tells a player elsewhere that it is their turn: the tab's title and icon, a note of the system, a soft sound. */
import { looks } from "../lib/settings.svelte";

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="11" cy="29" r="7" fill="#d33c4a"/><circle cx="29" cy="29" r="7" fill="#2f6fdb"/><circle cx="11" cy="11" r="7" fill="#f2b632"/><circle cx="28" cy="12" r="12" fill="#d33c4a" stroke="#fff" stroke-width="3"/></svg>`;

let sounds: AudioContext | null = null;

/** Two short notes, quietly; nothing where the browser does not let us: not before the page was touched, for one. */
export function chime(): void {
  if (!looks.sound || navigator.userActivation?.hasBeenActive === false) return;
  try {
    sounds ??= new AudioContext();
    for (const [n, pitch] of [523.25, 783.99].entries()) {
      const at = sounds.currentTime + n * 0.11;
      const tone = new OscillatorNode(sounds, { type: "sine", frequency: pitch });
      const volume = new GainNode(sounds, { gain: 0 });
      volume.gain.setValueAtTime(0, at);
      volume.gain.linearRampToValueAtTime(0.07, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
      tone.connect(volume).connect(sounds.destination);
      tone.start(at);
      tone.stop(at + 0.4);
    }
  } catch {
    // No sound is no harm.
  }
}

export function mayNotify(): boolean {
  return "Notification" in window && Notification.permission === "granted" && looks.notices;
}

/** Asks the browser; true if notes may come. */
export async function allowNotices(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

export class TurnSign {
  #usual = document.title;
  #note: Notification | null = null;
  #icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  #usualIcon = this.#icon?.href ?? "";
  #wasMine = false;

  show(title: string, isMine: boolean): void {
    this.#usual = title;
    if (isMine && !this.#wasMine) this.#call(title);
    if (!isMine) this.#note?.close();
    this.#wasMine = isMine;
    document.title = isMine ? `● Your turn · ${title}` : title;
    if (this.#icon) this.#icon.href = isMine ? `data:image/svg+xml,${encodeURIComponent(ICON)}` : this.#usualIcon;
  }

  end(): void {
    this.#note?.close();
    document.title = this.#usual;
    if (this.#icon) this.#icon.href = this.#usualIcon;
  }

  #call(title: string): void {
    chime();
    if (!document.hidden || !mayNotify()) return;
    try {
      this.#note = new Notification("Your turn", { body: title, icon: "/icons/dottable-192.png", tag: "dottable-turn" });
      this.#note.onclick = () => {
        focus();
        this.#note?.close();
      };
    } catch {
      // Some phones allow notes to service workers only; title and icon have to do.
    }
  }
}

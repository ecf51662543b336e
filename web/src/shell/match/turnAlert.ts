/** Alerts a player in another tab to their turn: page title, icon, system notification and sound. */
import { vibrate } from "../../kit/feedback/haptics";
import { playSound } from "../../kit/feedback/sounds";
import { preferences } from "../../lib/preferences.svelte";

/** Favicon with a red dot, shown while it is the player's turn. */
const TURN_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="11" cy="29" r="7" fill="#d33c4a"/><circle cx="29" cy="29" r="7" fill="#2f6fdb"/><circle cx="11" cy="11" r="7" fill="#f2b632"/><circle cx="28" cy="12" r="12" fill="#d33c4a" stroke="#fff" stroke-width="3"/></svg>`;

export function canNotify(): boolean {
  return "Notification" in window && Notification.permission === "granted" && preferences.notices;
}

/** Ask for the permission to show notifications. Resolves with whether it was granted. */
export async function requestNotificationPermission(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

export class TurnAlert {
  #pageTitle = document.title;
  #notification: Notification | null = null;
  #icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  #pageIcon = this.#icon?.href ?? "";
  #wasMyTurn = false;

  show(title: string, isMyTurn: boolean): void {
    this.#pageTitle = title;
    if (isMyTurn && !this.#wasMyTurn) this.#alert(title);
    if (!isMyTurn) this.#notification?.close();
    this.#wasMyTurn = isMyTurn;
    document.title = isMyTurn ? `● Your turn · ${title}` : title;
    if (this.#icon) this.#icon.href = isMyTurn ? `data:image/svg+xml,${encodeURIComponent(TURN_ICON)}` : this.#pageIcon;
  }

  end(): void {
    this.#notification?.close();
    document.title = this.#pageTitle;
    if (this.#icon) this.#icon.href = this.#pageIcon;
  }

  #alert(title: string): void {
    playSound("turn");
    vibrate("turn");
    if (!document.hidden || !canNotify()) return;
    try {
      this.#notification = new Notification("Your turn", { body: title, icon: "/icons/dottable-192.png", tag: "dottable-turn" });
      this.#notification.onclick = () => {
        focus();
        this.#notification?.close();
      };
    } catch {
      // Some phones allow notifications from service workers only: the title and icon still change.
    }
  }
}

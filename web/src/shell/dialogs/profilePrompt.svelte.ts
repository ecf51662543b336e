/** Opens the profile dialog before the first action that needs a name, and waits for it. */
import { localPlayer } from "../../lib/localPlayer.svelte";

class ProfilePrompt {
  isOpen = $state(false);
  #waiting: ((isRegistered: boolean) => void)[] = [];

  /** Resolve with whether the player is registered. Opens the dialog if not, or if `isEdit` asks for it. */
  ask({ isEdit = false } = {}): Promise<boolean> {
    if (localPlayer.isRegistered && !isEdit) return Promise.resolve(true);
    this.isOpen = true;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.isOpen = false;
    for (const resolveWaiting of this.#waiting.splice(0)) resolveWaiting(localPlayer.isRegistered);
  }
}

export const profilePrompt = new ProfilePrompt();

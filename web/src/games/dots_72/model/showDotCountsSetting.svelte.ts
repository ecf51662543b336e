/** Whether DOTS cards show how many dots of each colour they have, as they do at first. Stored on this device. */
import { readStored, writeStored } from "../../../lib/localStore";

const STORAGE_KEY = "dottable.dots_72.counts";

class ShowDotCountsSetting {
  isShown = $state(readStored<boolean>(STORAGE_KEY) !== false);

  toggle(): void {
    this.isShown = !this.isShown;
    writeStored(STORAGE_KEY, this.isShown);
  }
}

export const showDotCountsSetting = new ShowDotCountsSetting();

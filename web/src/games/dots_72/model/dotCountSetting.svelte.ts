/** Whether DOTS cards show how many dots of each colour they have. Stored on this device. */
import { readStored, writeStored } from "../../../lib/localStore";

const STORAGE_KEY = "dottable.dots_72.counts";

class DotCountSetting {
  isShown = $state(readStored<boolean>(STORAGE_KEY) === true);

  toggle(): void {
    this.isShown = !this.isShown;
    writeStored(STORAGE_KEY, this.isShown);
  }
}

export const dotCountSetting = new DotCountSetting();

/** Display preferences of this device, stored in the browser. CSS reads them from data attributes of the root element. */
import { readStored, writeStored } from "./localStore";

export type ThemeSetting = "auto" | "light" | "dark";
export type PatternsSetting = "auto" | "always";
export type MotionSetting = "auto" | "full" | "none";
export type CardSize = "small" | "normal" | "large";

interface StoredPreferences {
  theme: ThemeSetting;
  patterns: PatternsSetting;
  motion: MotionSetting;
  sound: boolean;
  haptics: boolean;
  shortcuts: boolean;
  cardSize: CardSize;
  notices: boolean;
}

const STORAGE_KEY = "dottable.settings";

class Preferences implements StoredPreferences {
  theme = $state<ThemeSetting>("auto");
  /** "always" draws a shape inside every dot; "auto" only where a game needs it to tell colours apart. */
  patterns = $state<PatternsSetting>("auto");
  motion = $state<MotionSetting>("auto");
  sound = $state(false);
  /** Whether phones vibrate at taps, turns, snaps and wins. */
  haptics = $state(true);
  /** Whether single keys are shortcuts at a table. Some voice controls and screen readers need them for themselves. */
  shortcuts = $state(true);
  cardSize = $state<CardSize>("normal");
  /** Whether system notifications announce the player's turn while the tab is hidden. */
  notices = $state(false);
  readonly #reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

  constructor() {
    Object.assign(this, readStored<StoredPreferences>(STORAGE_KEY));
    this.#applyToPage();
  }

  change(change: Partial<StoredPreferences>): void {
    Object.assign(this, change);
    const { theme, patterns, motion, sound, haptics, shortcuts, cardSize, notices } = this;
    writeStored(STORAGE_KEY, { theme, patterns, motion, sound, haptics, shortcuts, cardSize, notices });
    this.#applyToPage();
  }

  /** Whether animations may run. "auto" follows the system's `prefers-reduced-motion`. */
  get allowsMotion(): boolean {
    return this.motion === "auto" ? !this.#reducedMotion.matches : this.motion === "full";
  }

  #applyToPage(): void {
    const { dataset } = document.documentElement;
    dataset.theme = this.theme;
    dataset.patterns = this.patterns;
    dataset.motion = this.motion;
    dataset.cards = this.cardSize;
  }
}

export const preferences = new Preferences();

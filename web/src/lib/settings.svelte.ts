/** How this device shows things; kept in the browser, mirrored as data attributes on the page for CSS. */
export type Theme = "auto" | "light" | "dark";
export type Patterns = "auto" | "always";
export type Motion = "auto" | "full" | "none";
export type CardSize = "small" | "normal" | "large";

const KEY = "dottable.settings";

class Looks {
  theme = $state<Theme>("auto");
  /** Shapes in dots always, or as the games draw them by themselves. */
  patterns = $state<Patterns>("auto");
  motion = $state<Motion>("auto");
  sound = $state(false);
  cardSize = $state<CardSize>("normal");
  /** Notes of the system when it is one's turn elsewhere. */
  notices = $state(false);
  /** What the system was asked for. */
  readonly #isStill = matchMedia("(prefers-reduced-motion: reduce)");

  constructor() {
    try {
      Object.assign(this, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    } catch {
      // Unreadable settings are worth no more than none.
    }
    this.#show();
  }

  change(change: Partial<Pick<Looks, "theme" | "patterns" | "motion" | "sound" | "cardSize" | "notices">>): void {
    Object.assign(this, change);
    const { theme, patterns, motion, sound, cardSize, notices } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ theme, patterns, motion, sound, cardSize, notices }));
    } catch {
      // Without storage they last as long as the page.
    }
    this.#show();
  }

  /** Whether things may move. */
  get moves(): boolean {
    if (this.motion !== "auto") return this.motion === "full";
    return !this.#isStill.matches;
  }

  #show(): void {
    const page = document.documentElement;
    page.dataset.theme = this.theme;
    page.dataset.patterns = this.patterns;
    page.dataset.motion = this.motion;
    page.dataset.cards = this.cardSize;
  }
}

export const looks = new Looks();

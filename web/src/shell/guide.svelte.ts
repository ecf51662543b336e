/** Which lessons of a game this browser has seen, and whether its guide is wanted at all. */
const KEY = "dottable.guide.";

interface Kept {
  isDone: boolean;
  seen: string[];
}

export class GuideMemory {
  isDone = $state(false);
  seen = $state.raw<string[]>([]);

  constructor(private readonly slug: string) {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY + slug) ?? "null") as Kept | null;
      if (kept) [this.isDone, this.seen] = [kept.isDone === true, kept.seen ?? []];
    } catch {
      // Nothing kept: all is new.
    }
  }

  see(lesson: string): void {
    this.#keep(this.isDone, [...this.seen, lesson]);
  }

  /** No more lessons of this game: the first match is over, or one had enough. */
  finish(): void {
    this.#keep(true, this.seen);
  }

  restart(): void {
    this.#keep(false, []);
  }

  #keep(isDone: boolean, seen: string[]): void {
    [this.isDone, this.seen] = [isDone, seen];
    try {
      localStorage.setItem(KEY + this.slug, JSON.stringify({ isDone, seen } satisfies Kept));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}

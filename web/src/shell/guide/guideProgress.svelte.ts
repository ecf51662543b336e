/** Which lessons of a game this browser has shown, and whether its guide is switched off. */
import { readStored, writeStored } from "../../lib/localStore";

const STORAGE_PREFIX = "dottable.guide.";

interface StoredProgress {
  isDone: boolean;
  seen: string[];
}

export class GuideProgress {
  isDone = $state(false);
  seen = $state.raw<string[]>([]);

  constructor(private readonly slug: string) {
    const storedProgress = readStored<StoredProgress>(STORAGE_PREFIX + slug);
    if (storedProgress) [this.isDone, this.seen] = [storedProgress.isDone === true, storedProgress.seen ?? []];
  }

  /** Whether the guide is on and has lessons that were not shown yet. */
  hasUnseen(lessons: readonly { id: string }[]): boolean {
    return !this.isDone && lessons.some(({ id }) => !this.seen.includes(id));
  }

  markSeen(lesson: string): void {
    this.#store(this.isDone, [...this.seen, lesson]);
  }

  /** Show no more lessons of this game. */
  finish(): void {
    this.#store(true, this.seen);
  }

  restart(): void {
    this.#store(false, []);
  }

  #store(isDone: boolean, seen: string[]): void {
    [this.isDone, this.seen] = [isDone, seen];
    writeStored(STORAGE_PREFIX + this.slug, { isDone, seen } satisfies StoredProgress);
  }
}

/** The server's previews of placements, cached for the current view. */
import type { Preview, View } from "../../../types/dot_allot";

/** Delay in milliseconds before a preview is requested, so that fast sliding sends few requests. */
const REQUEST_DELAY_MS = 40;

export class PreviewCache {
  #latest = $state.raw<{ action: number; preview: Preview } | null>(null);
  #cache = new Map<number, Preview>();
  #view: View | null = null;

  constructor(private readonly request: (action: number) => Promise<unknown>) {}

  /** Return the preview of an action if it is the latest one loaded. */
  get(action: number | undefined): Preview | null {
    return action !== undefined && this.#latest?.action === action ? this.#latest.preview : null;
  }

  /** Load the preview of an action. Returns a function that cancels the request. */
  load(view: View, action: number | undefined): (() => void) | undefined {
    if (this.#view !== view) {
      this.#cache.clear();
      this.#view = view;
    }
    if (action === undefined) return undefined;
    const cachedPreview = this.#cache.get(action);
    if (cachedPreview) {
      this.#latest = { action, preview: cachedPreview };
      return undefined;
    }
    const requestTimer = setTimeout(async () => {
      const receivedPreview = (await this.request(action)) as Preview | null;
      if (!receivedPreview || view !== this.#view) return;
      this.#cache.set(action, receivedPreview);
      this.#latest = { action, preview: receivedPreview };
    }, REQUEST_DELAY_MS);
    return () => clearTimeout(requestTimer);
  }
}

/** JSON values in `localStorage`. Without storage (private mode, full disk) values last as long as the page. */

/** Return the stored value, or null if there is none or it cannot be parsed. */
export function readStored<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** Store a value as JSON. `undefined` removes the key. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is unavailable: the value lasts as long as the page.
  }
}

/** Structural sharing: equal parts of a new value are replaced by the old objects, so that Svelte does not redraw them. */

/** Return `next` with every part equal to `previous` replaced by the old object. Modifies `next` in place. */
export function replaceEqualDeep<T>(previous: unknown, next: T): T {
  if (Object.is(previous, next)) return next;
  if (Array.isArray(previous) && Array.isArray(next)) return replaceEqualItems(previous, next as unknown[]) as T;
  if (isPlainObject(previous) && isPlainObject(next)) return replaceEqualFields(previous, next) as T;
  return next;
}

function replaceEqualItems(previous: unknown[], next: unknown[]): unknown[] {
  let isEqual = previous.length === next.length;
  for (let n = 0; n < next.length; n++) {
    if (n < previous.length) next[n] = replaceEqualDeep(previous[n], next[n]);
    isEqual &&= Object.is(previous[n], next[n]);
  }
  return isEqual ? previous : next;
}

function replaceEqualFields(previous: Record<string, unknown>, next: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(next);
  let isEqual = Object.keys(previous).length === keys.length;
  for (const key of keys) {
    if (key in previous) next[key] = replaceEqualDeep(previous[key], next[key]);
    else isEqual = false;
    isEqual &&= Object.is(previous[key], next[key]);
  }
  return isEqual ? previous : next;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

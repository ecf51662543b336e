/**
 * The server tells a position whole, though a move changes little of it. What is told again is taken from before:
 * the same object again, so that nothing of it is drawn anew.
 */

/** `now`, with every part that is equal to that of `before` replaced by it; `before` itself if all is. Changes `now`. */
export function retold<T>(before: unknown, now: T): T {
  if (Object.is(before, now)) return now;
  if (Array.isArray(before) && Array.isArray(now)) return retoldList(before, now as unknown[]) as T;
  if (isRecord(before) && isRecord(now)) return retoldRecord(before, now) as T;
  return now;
}

function retoldList(before: unknown[], now: unknown[]): unknown[] {
  let isSame = before.length === now.length;
  for (let n = 0; n < now.length; n++) {
    if (n < before.length) now[n] = retold(before[n], now[n]);
    isSame &&= Object.is(before[n], now[n]);
  }
  return isSame ? before : now;
}

function retoldRecord(before: Record<string, unknown>, now: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(now);
  let isSame = Object.keys(before).length === keys.length;
  for (const key of keys) {
    if (key in before) now[key] = retold(before[key], now[key]);
    else isSame = false;
    isSame &&= Object.is(before[key], now[key]);
  }
  return isSame ? before : now;
}

/** What JSON calls an object. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

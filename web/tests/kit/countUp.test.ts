import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import CountUpNumber from "../../src/kit/CountUpNumber.svelte";
import { preferences } from "../../src/lib/preferences.svelte";

afterEach(cleanup);

const withMotion = (allowed: boolean) => vi.spyOn(preferences, "allowsMotion", "get").mockReturnValue(allowed);
const readOut = (root: Element) => [...root.querySelectorAll(".hidden-label")].map((one) => one.textContent).join() || root.textContent;

test("a score counts up to its value, which a screen reader hears at once", async () => {
  withMotion(true);
  const { container } = render(CountUpNumber, { value: 12, from: 0 });
  expect(container.textContent).not.toBe("12");
  expect(readOut(container)).toBe("12");
  await vi.waitFor(() => expect(container.textContent).toBe("12"), 3000);
});

test("without motion it does not count", () => {
  withMotion(false);
  const { container } = render(CountUpNumber, { value: 12, from: 0 });
  expect(container.textContent).toBe("12");
});

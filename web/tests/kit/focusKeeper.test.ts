import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepFocus } from "../../src/kit/interaction/focusKeeper";

let root: HTMLElement;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<main><ul><button>A</button><button>B</button><button>C</button></ul><section><button>Deal</button></section></main><button id="outside">X</button>`;
  root = document.querySelector("main")!;
  end = keepFocus(root);
});

afterEach(() => {
  end();
  vi.useRealTimers();
});

const button = (name: string) => [...document.querySelectorAll("button")].find((one) => one.textContent === name)!;
const focused = () => (document.activeElement === document.body ? "" : document.activeElement?.textContent);

/** Remove a focused button as a browser does, and let the observer see it. */
async function remove(name: string) {
  const gone = button(name);
  gone.remove();
  if (document.activeElement === gone || !document.activeElement?.isConnected) (document.activeElement as HTMLElement)?.blur();
  await vi.advanceTimersByTimeAsync(0);
}

it("moves the focus to the next control of the group when the focused one goes", async () => {
  button("B").focus();
  await remove("B");
  expect(focused()).toBe("");
  await vi.advanceTimersByTimeAsync(600);
  expect(focused()).toBe("C");
});

it("returns to a control of the same name", async () => {
  button("B").focus();
  const list = document.querySelector("ul")!;
  list.innerHTML = "<button>C</button><button>A</button><button>B</button>";
  (document.activeElement as HTMLElement)?.blur();
  await vi.advanceTimersByTimeAsync(0);
  expect(focused()).toBe("B");
});

it("prefers a control that is legal now, also outside of the group", async () => {
  button("Deal").focus();
  button("B").className = "legal";
  await remove("Deal");
  expect(focused()).toBe("B");
});

it("leaves the focus alone where the player has moved it", async () => {
  button("B").focus();
  button("X").focus();
  await remove("B");
  expect(focused()).toBe("X");
});

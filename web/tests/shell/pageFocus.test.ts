import { afterEach, expect, it } from "vitest";
import { focusNewPage } from "../../src/shell/pageFocus";

let stop = () => {};
afterEach(() => {
  stop();
  document.body.innerHTML = "";
});

const settle = () => new Promise((resolve) => setTimeout(resolve));

it("focuses the main part of a page, then its heading as soon as there is one", async () => {
  document.body.innerHTML = `<a href="/">Home</a><main></main>`;
  stop = focusNewPage();
  expect(document.activeElement?.tagName).toBe("MAIN");
  document.querySelector("main")!.innerHTML = "<h1>Settings</h1>";
  await settle();
  expect(document.activeElement?.textContent).toBe("Settings");
});

it("leaves the focus alone once the player has used the page", async () => {
  document.body.innerHTML = `<main><button>Play</button></main>`;
  stop = focusNewPage();
  document.querySelector("button")!.focus();
  document.querySelector("main")!.insertAdjacentHTML("afterbegin", "<h1>Late</h1>");
  await settle();
  expect(document.activeElement?.textContent).toBe("Play");
});

it("does not take the focus from an open dialog", () => {
  document.body.innerHTML = `<h1>Page</h1><dialog open><button>Yes</button></dialog>`;
  document.querySelector("button")!.focus();
  stop = focusNewPage();
  expect(document.activeElement?.textContent).toBe("Yes");
});

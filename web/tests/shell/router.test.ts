import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { router, pageAt } from "../../src/shell/router.svelte";

describe("an address", () => {
  it.each([
    ["/", { name: "home" }],
    ["/game/dots_52", { name: "game", slug: "dots_52" }],
    ["/table/a%20b", { name: "table", id: "a b" }],
    ["/replay/abc/", { name: "replay", id: "abc" }],
    ["/matches", { name: "matches" }],
    ["/transfer", { name: "transfer" }],
    ["/matches/abc", { name: "notFound" }],
    ["/game", { name: "notFound" }],
    ["/game/a/b", { name: "notFound" }],
    ["/nowhere", { name: "notFound" }],
    ["/table/%E0%A4%A", { name: "table", id: "%E0%A4%A" }],
  ])("%s shows its screen", (path, screen) => {
    expect(pageAt(path)).toEqual(screen);
  });
});

describe("going", () => {
  beforeAll(() => {
    const { settings } = (window as unknown as { happyDOM: { settings: { navigation: Record<string, boolean> } } }).happyDOM;
    for (const one of ["MainFrameNavigation", "ChildPageNavigation", "FallbackToSetURL"]) settings.navigation[`disable${one}`] = true;
  });

  afterEach(() => {
    router.go("/");
    document.body.innerHTML = "";
  });

  /** Whether the router took a click; this browser follows no link by itself. */
  function isTaken(html: string, init: MouseEventInit = {}): boolean {
    document.body.innerHTML = html;
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
    document.querySelector("b")!.dispatchEvent(event);
    return event.defaultPrevented;
  }

  it("changes address and screen", () => {
    router.go("/game/dots_52");
    expect(location.pathname).toBe("/game/dots_52");
    expect(router.page).toEqual({ name: "game", slug: "dots_52" });
  });

  it("follows a plain click on our own link without a reload", () => {
    expect(isTaken(`<a href="/tables"><b>Tables</b></a>`)).toBe(true);
    expect(router.path).toBe("/tables");
  });

  it.each([
    ["a new tab by key", `<a href="/tables"><b>x</b></a>`, { ctrlKey: true }],
    ["a new tab by link", `<a href="/tables" target="_blank"><b>x</b></a>`, {}],
    ["a page that is not a screen", `<a href="/api"><b>x</b></a>`, {}],
    ["another site", `<a href="https://example.org/tables"><b>x</b></a>`, {}],
  ])("leaves %s to the browser", (_, html, init) => {
    const path = router.path;
    expect(isTaken(html, init)).toBe(false);
    expect(router.path).toBe(path);
  });
});

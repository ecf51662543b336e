/** Client-side router: maps addresses to pages and navigates without a reload. */

/** A page with the parts of its address, such as the slug of a game or the id of a match. */
export type Page =
  | { name: "home" | "matches" | "puzzles" | "tables" | "settings" | "transfer" | "about" | "stage" | "notFound" }
  | { name: "game"; slug: string }
  | { name: "table" | "replay" | "review"; id: string };

/** Pages whose address is their name alone. */
const SIMPLE_PAGES = ["matches", "puzzles", "tables", "settings", "transfer", "about", "stage"] as const;

export function pageAt(path: string): Page {
  const [first = "", second, ...rest] = path.split("/").filter(Boolean);
  if (first === "") return { name: "home" };
  const simplePage = SIMPLE_PAGES.find((name) => name === first);
  if (simplePage && second === undefined) return { name: simplePage };
  if (second === undefined || rest.length) return { name: "notFound" };
  if (first === "game") return { name: "game", slug: decodePathPart(second) };
  if (first === "table" || first === "replay" || first === "review") return { name: first, id: decodePathPart(second) };
  return { name: "notFound" };
}

function decodePathPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  path = $state(location.pathname);
  page = $derived(pageAt(this.path));
  /** Whether the previous history entry is a page of the app. */
  hasHistory = false;

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
    document.addEventListener("click", this.#onLinkClick);
  }

  go(path: string, { replaces = false } = {}): void {
    if (replaces) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.hasHistory ||= !replaces;
    this.path = location.pathname;
    scrollTo(0, 0);
  }

  /** Navigate on plain clicks on links of the app. Modified clicks are left to the browser. */
  #onLinkClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
    if (!link || link.target || link.download || link.origin !== location.origin) return;
    if (pageAt(link.pathname).name === "notFound") return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  };
}

export const router = new Router();

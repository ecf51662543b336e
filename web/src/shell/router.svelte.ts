/** Which screen an address shows, and going from one to the other without a reload. */
export type Screen =
  | { name: "home" | "matches" | "tables" | "settings" | "transfer" | "about" | "lost" }
  | { name: "game"; slug: string }
  | { name: "table" | "replay"; id: string };

const PLAIN = ["matches", "tables", "settings", "transfer", "about"] as const;

export function screenOf(path: string): Screen {
  const [first = "", second, ...rest] = path.split("/").filter(Boolean);
  if (first === "") return { name: "home" };
  const plain = PLAIN.find((name) => name === first);
  if (plain && second === undefined) return { name: plain };
  if (second === undefined || rest.length) return { name: "lost" };
  if (first === "game") return { name: "game", slug: decoded(second) };
  if (first === "table" || first === "replay") return { name: first, id: decoded(second) };
  return { name: "lost" };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  path = $state(location.pathname);
  screen = $derived(screenOf(this.path));
  /** Whether a step back stays in the app. */
  hasHistory = false;

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
    document.addEventListener("click", this.#followLink);
  }

  go(path: string, { replaces = false } = {}): void {
    if (replaces) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.hasHistory ||= !replaces;
    this.path = location.pathname;
    scrollTo(0, 0);
  }

  /** Plain clicks on our own links; whoever wants a new tab gets one. */
  #followLink = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
    if (!link || link.target || link.download || link.origin !== location.origin) return;
    if (screenOf(link.pathname).name === "lost") return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  };
}

export const router = new Router();

/** The drawings of the symbols: fetched when a card is first shown, kept once in the page, used by reference. */

const SPRITE = "dobble-symbols";

/** The id under which a symbol's drawing can be used. */
export function drawingId(symbol: string): string {
  return `dobble-${symbol.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}

let asked: Promise<void> | undefined;

/** Bring the drawings into the page. Cards may be there before: they fill as soon as the drawings are. */
export function bringArt(): Promise<void> {
  asked ??= import("./symbols").then(
    ({ DRAWINGS }) => mount(DRAWINGS),
    () => {
      asked = undefined;
    },
  );
  return asked;
}

function mount(drawings: Readonly<Record<string, string>>): void {
  if (document.getElementById(SPRITE)) return;
  const parts = Object.entries(drawings).map(([name, body]) => `<g id="${drawingId(name)}">${body}</g>`);
  const holder = document.createElement("div");
  holder.innerHTML = `<svg id="${SPRITE}" width="0" height="0" style="position:absolute" aria-hidden="true"><defs>${parts.join("")}</defs></svg>`;
  document.body.append(holder.firstElementChild!);
}

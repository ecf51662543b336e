/** Loads the SVG sprite with the drawings of all symbols when the first card is shown. Cards refer to its drawings by id. */

/** Id of the SVG element that holds all drawings. */
const SPRITE_ID = "dobble-symbols";

/** Return the id of a symbol's drawing in the sprite. */
export function symbolElementId(symbol: string): string {
  return `dobble-${symbol.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}

let spriteLoading: Promise<void> | undefined;

/** Add the sprite to the page. Cards that are already shown then get their symbols. */
export function loadSymbolSprite(): Promise<void> {
  spriteLoading ??= import("./symbolDrawings").then(
    ({ SYMBOL_DRAWINGS }) => mountSprite(SYMBOL_DRAWINGS),
    () => {
      spriteLoading = undefined;
    },
  );
  return spriteLoading;
}

function mountSprite(drawings: Readonly<Record<string, string>>): void {
  if (document.getElementById(SPRITE_ID)) return;
  const symbolGroups = Object.entries(drawings).map(([name, body]) => `<g id="${symbolElementId(name)}">${body}</g>`);
  const spriteElement = document.createElement("div");
  spriteElement.innerHTML = `<svg id="${SPRITE_ID}" width="0" height="0" style="position:absolute" aria-hidden="true"><defs>${symbolGroups.join("")}</defs></svg>`;
  document.body.append(spriteElement.firstElementChild!);
}

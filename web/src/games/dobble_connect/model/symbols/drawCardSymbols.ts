/** Rendering of the ten symbols of a card. Built once per card and cloned wherever the card is shown. */
import { SYMBOL_EXTENTS } from "./symbolExtents";
import { symbolLayout } from "./symbolLayout";
import { symbolElementId } from "./symbolSprite";

/** Share of its circle that a drawing fills. */
const CIRCLE_FILL_RATIO = 0.97;
/** Extent of a drawing that was not measured: its whole view box. */
const DEFAULT_EXTENT = [16, 16, 18] as const;
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

const fragmentCache = new Map<string, DocumentFragment>();

/** Attachment that fills an SVG element with the symbols of a card. */
export function drawCardSymbols(card: number, symbols: readonly string[]) {
  return (node: SVGElement): void => {
    const key = `${card} ${symbols.join()}`;
    let symbolFragment = fragmentCache.get(key);
    if (!symbolFragment) fragmentCache.set(key, (symbolFragment = buildSymbolFragment(card, symbols)));
    node.replaceChildren(symbolFragment.cloneNode(true));
  };
}

function buildSymbolFragment(card: number, symbols: readonly string[]): DocumentFragment {
  const symbolFragment = document.createDocumentFragment();
  for (const [place, symbol] of symbols.entries()) {
    const { x, y, radius, rotation } = symbolLayout(card)[place]!;
    const [centreX, centreY, extent] = SYMBOL_EXTENTS[symbol] ?? DEFAULT_EXTENT;
    const symbolScale = ((radius * CIRCLE_FILL_RATIO) / extent).toFixed(3);
    const use = document.createElementNS(SVG_NAMESPACE, "use");
    use.setAttribute("href", `#${symbolElementId(symbol)}`);
    use.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${rotation}) scale(${symbolScale}) translate(${-centreX} ${-centreY})`);
    symbolFragment.append(use);
  }
  return symbolFragment;
}

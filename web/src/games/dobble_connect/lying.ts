/** The ten symbols of a card where they lie: put together once, and copied wherever the card is shown. */
import { drawingId } from "./art";
import { EXTENTS } from "./extents";
import { layoutOf } from "./packing";

/** Drawings fill their circles but for this. */
const FILL = 0.97;
const WHOLE_SQUARE = [16, 16, 18] as const;
const SVG = "http://www.w3.org/2000/svg";

const known = new Map<string, DocumentFragment>();

/** For an element of an SVG: fills it with the symbols of a card. */
export function symbolsOf(card: number, symbols: readonly string[]) {
  return (node: SVGElement): void => {
    const key = `${card} ${symbols.join()}`;
    let drawn = known.get(key);
    if (!drawn) known.set(key, (drawn = draw(card, symbols)));
    node.replaceChildren(drawn.cloneNode(true));
  };
}

function draw(card: number, symbols: readonly string[]): DocumentFragment {
  const drawn = document.createDocumentFragment();
  for (const [place, symbol] of symbols.entries()) {
    const { x, y, radius, turn } = layoutOf(card)[place]!;
    const [middleX, middleY, extent] = EXTENTS[symbol] ?? WHOLE_SQUARE;
    const scale = ((radius * FILL) / extent).toFixed(3);
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${drawingId(symbol)}`);
    use.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn}) scale(${scale}) translate(${-middleX} ${-middleY})`);
    drawn.append(use);
  }
  return drawn;
}

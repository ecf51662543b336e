/** Playing cards: parsing of their text, names, suit shapes and the image of the back. */

/** The sign of a suit, as it stands in a card's text. */
export type Suit = "♠" | "♥" | "♦" | "♣";

export interface PrintedCard {
  rank: string;
  suit: Suit;
}

export const SUIT_NAMES: Record<Suit, string> = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };
const RANK_NAMES: Record<string, string> = { A: "ace", J: "jack", Q: "queen", K: "king" };

/** SVG paths of the suits, 10 units from the centre to each side. */
export const SUIT_SHAPES: Record<Suit, string> = {
  "♠": "M0-10C3-5 10-1 10 4C10 9 4 10 1 6Q1.5 8.5 4 10H-4Q-1.5 8.5-1 6C-4 10-10 9-10 4C-10-1-3-5 0-10z",
  "♥": "M0 10C-3 5-10 1-10-4C-10-11-2-11 0-5C2-11 10-11 10-4C10 1 3 5 0 10z",
  "♦": "M0-10Q3.5-4 8 0Q3.5 4 0 10Q-3.5 4-8 0Q-3.5-4 0-10z",
  "♣": "M0-10A4.7 4.7 0 0 1 3.4-2A4.7 4.7 0 1 1 1 5Q1.5 8.5 4 10H-4Q-1.5 8.5-1 5A4.7 4.7 0 1 1-3.4-2A4.7 4.7 0 0 1 0-10z",
};

const BLACK_SUIT_COLOUR = "#232a3a";
const RED_SUIT_COLOUR = "#c52b3d";
/** Colours on the dark back of a card. */
const PALE_BLACK_SUIT_COLOUR = "#ffffff";
const PALE_RED_SUIT_COLOUR = "#ffb3b8";

export function isRed(suit: Suit): boolean {
  return suit === "♥" || suit === "♦";
}

export function suitColour(suit: Suit): string {
  return isRed(suit) ? RED_SUIT_COLOUR : BLACK_SUIT_COLOUR;
}

export function paleSuitColour(suit: Suit): string {
  return isRed(suit) ? PALE_RED_SUIT_COLOUR : PALE_BLACK_SUIT_COLOUR;
}

/** Return rank and suit of a card's text: "10♦" has rank 10 and suit ♦. */
export function parseCard(text: string): PrintedCard {
  return { rank: text.slice(0, -1), suit: text.slice(-1) as Suit };
}

/** Return the spoken name of a card: "7 of spades". */
export function cardName(text: string): string {
  const { rank, suit } = parseCard(text);
  return `${RANK_NAMES[rank] ?? rank} of ${SUIT_NAMES[suit]}`;
}

/** Return the SVG of a card's back: rows of dots that grow towards the centre. */
function cardBackSvg(): string {
  const dots: string[] = [];
  for (let row = 0; row < 11; row++) {
    for (let column = 0; column < 7 - (row % 2); column++) {
      const x = 15.5 + 11.5 * (column + (row % 2) / 2);
      const y = 15 + 11 * row;
      const dotRadius = 4.1 - Math.hypot((x - 50) / 35, (y - 70) / 55) * 2.3;
      dots.push(`<circle cx='${x}' cy='${y}' r='${Math.max(1, dotRadius).toFixed(2)}'/>`);
    }
  }
  return (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 140'><rect width='100' height='140' fill='#fdfbf5'/>" +
    "<rect x='5' y='5' width='90' height='130' rx='7' fill='#27406b'/>" +
    `<g fill='#7fa0d6'>${dots.join("")}</g></svg>`
  );
}

export const CARD_BACK_IMAGE = `url("data:image/svg+xml,${encodeURIComponent(cardBackSvg())}")`;

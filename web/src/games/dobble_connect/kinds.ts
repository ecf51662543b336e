/** The kinds of cards: an ink, a letter and a border of its own each, so that colour is never alone. */

export interface Kind {
  word: string;
  letter: string;
  ink: string;
  /** The outermost line; a black card needs a lighter one in the dark. */
  rim?: string;
  /** The face of a card: white with a breath of its colour. */
  face: string;
  /** Marks in the border, as a dash pattern; none: a plain border. */
  dashes: string;
}

const KINDS: Record<string, Kind> = {
  pink: { word: "Pink", letter: "P", ink: "#cf2f6b", face: "#fff5f8", dashes: "" },
  orange: { word: "Orange", letter: "O", ink: "#c05600", face: "#fff7ee", dashes: "14 10" },
  green: { word: "Green", letter: "G", ink: "#22793a", face: "#f3fbf4", dashes: "0.1 11" },
  blue: { word: "Blue", letter: "B", ink: "#1c5fb8", face: "#f3f8ff", dashes: "16 9 0.1 9" },
  start: { word: "Start", letter: "S", ink: "#20232b", rim: "light-dark(#20232b, #7b8394)", face: "#ffffff", dashes: "" },
};

export function kindOf(word: string): Kind {
  return KINDS[word] ?? KINDS.start!;
}

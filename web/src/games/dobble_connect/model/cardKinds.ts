/** The kinds of cards. Each has a colour, a letter and a border pattern, so that colour alone never carries meaning. */

/** Name, letter, colours and border pattern of a kind of card. */
export interface CardKind {
  label: string;
  letter: string;
  ink: string;
  /** Colour of the outermost line if it differs from the ink. Black cards need a lighter line in the dark theme. */
  rim?: string;
  /** Background colour of the card. */
  face: string;
  /** Dash pattern in the border. Empty for a plain border. */
  dashes: string;
}

const CARD_KINDS: Record<string, CardKind> = {
  pink: { label: "Pink", letter: "P", ink: "#cf2f6b", face: "#fff5f8", dashes: "" },
  orange: { label: "Orange", letter: "O", ink: "#c05600", face: "#fff7ee", dashes: "14 10" },
  green: { label: "Green", letter: "G", ink: "#22793a", face: "#f3fbf4", dashes: "0.1 11" },
  blue: { label: "Blue", letter: "B", ink: "#1c5fb8", face: "#f3f8ff", dashes: "16 9 0.1 9" },
  start: { label: "Start", letter: "S", ink: "#20232b", rim: "light-dark(#20232b, #7b8394)", face: "#ffffff", dashes: "" },
};

export function cardKind(name: string): CardKind {
  return CARD_KINDS[name] ?? CARD_KINDS.start!;
}

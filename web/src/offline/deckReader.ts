// Reads deck files with the same Python functions as the server, run by MicroPython in the page.
import { sha256 } from "../lib/sha256";
import type { OwnDeck } from "./offlineMatch";
import { loadObject, textFunctions, startPython } from "./pythonInterpreter";
import { DECK_RUNTIME_SOURCES } from "./runtimeSources";

/** A deck file that is invalid. The message says what is wrong and where. */
export class BadDeck extends Error {}

export interface CheckedDeck {
  deck: OwnDeck;
  /** Sentences about what is allowed but may be a mistake. */
  warnings: string[];
}

/** Answer of `DeckReader.deck` in deckRuntime.py. */
type ReaderAnswer = { problem: string } | { numbers: number[]; warnings: string[] };

export type DeckReader = (text: string, name: string) => CheckedDeck;

/** Load the Python bundle of a game's deck reader. Returns a function that reads a deck and throws BadDeck for an invalid one. */
export async function loadDeckReader(bundle: string, url?: string): Promise<DeckReader> {
  const microPython = await startPython(url);
  const pythonReader = loadObject(microPython, "deck_reader", textFunctions(), [...DECK_RUNTIME_SOURCES, bundle]) as { read_as_json(text: string, name: string): string };
  return (text, name) => {
    const readerAnswer = JSON.parse(pythonReader.read_as_json(text, name)) as ReaderAnswer;
    if ("problem" in readerAnswer) throw new BadDeck(readerAnswer.problem);
    const { numbers, warnings } = readerAnswer;
    return { deck: { name, text, numbers, hash: sha256(new Uint8Array(Int32Array.from(numbers).buffer)) }, warnings };
  };
}

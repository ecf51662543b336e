// Python sources that MicroPython runs before the bundles of a game.
import arrayRuntime from "./arrayRuntime.py?raw";
import deckRuntime from "./deckRuntime.py?raw";
import libraryRuntime from "./libraryRuntime.py?raw";
import positionsRuntime from "./positionsRuntime.py?raw";
import recordRuntime from "./recordRuntime.py?raw";
import studyRuntime from "./studyRuntime.py?raw";

/** What `view.bundle` needs. */
export const VIEW_RUNTIME = [libraryRuntime, recordRuntime, positionsRuntime];

/** What `study.bundle` needs, besides `view.bundle`. */
export const STUDY_RUNTIME = [arrayRuntime, studyRuntime];

/** What `deck.bundle` needs. */
export const DECK_RUNTIME = [libraryRuntime, recordRuntime, deckRuntime];

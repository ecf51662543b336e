// Python sources that MicroPython runs before the bundles of a game.
import arrayRuntime from "./arrayRuntime.py?raw";
import deckRuntime from "./deckRuntime.py?raw";
import stdlibRuntime from "./stdlibRuntime.py?raw";
import viewRuntime from "./viewRuntime.py?raw";
import recordRuntime from "./recordRuntime.py?raw";
import studyRuntime from "./studyRuntime.py?raw";

/** Sources that must run before `view.bundle`. */
export const VIEW_RUNTIME_SOURCES = [stdlibRuntime, recordRuntime, viewRuntime];

/** Sources that must run before `study.bundle`, besides those of `view.bundle`. */
export const STUDY_RUNTIME_SOURCES = [arrayRuntime, studyRuntime];

/** Sources that must run before `deck.bundle`. */
export const DECK_RUNTIME_SOURCES = [stdlibRuntime, recordRuntime, deckRuntime];

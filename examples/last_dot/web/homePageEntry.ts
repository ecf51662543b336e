/** What the home page shows of this game: the length of a match and the position among the games. */
import type { HomePageEntry } from "../contract";

export const homePageEntry: HomePageEntry = { minutes: 3, order: 10 };

// The log of a match as text. The counterpart of `core/matches/match_log.py`, so that `dottable verify` accepts it.
import { bytesFromHex, sha256 } from "../lib/sha256";
import type { LogCheck } from "../types/http";
import { CLOCK_SEAT } from "./gameData";
import { OfflineMatch, type LoadedGame, type Move, type OptionValue, type OwnDeck } from "./offlineMatch";

const CHECKSUM_DIGITS = 8;
const FOOTER_LINE_NAMES = { 1: ["seed", "salt", "result", "scores", "state"], 2: ["seed", "salt", "entropies", "result", "scores", "state"] };
const utf8 = new TextEncoder();

/** Return the SHA-256 of several byte arrays or texts, joined. */
function digestOf(...parts: (Uint8Array | string)[]): Uint8Array {
  const byteParts = parts.map((part) => (typeof part === "string" ? utf8.encode(part) : part));
  const joinedBytes = new Uint8Array(byteParts.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of byteParts) {
    joinedBytes.set(piece, at);
    at += piece.length;
  }
  return bytesFromHex(sha256(joinedBytes));
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return a number as Python's format `.6g` writes it. */
export function formatReturn(value: number): string {
  if (Object.is(value, -0)) return "-0";
  if (value !== 0 && Math.abs(value) < 1e-4) {
    const [digits, exponent] = value.toExponential(5).split("e") as [string, string];
    return `${Number(digits)}e-${String(Math.abs(Number(exponent))).padStart(2, "0")}`;
  }
  return String(Number(value.toPrecision(6)));
}

function headerLines(match: OfflineMatch, players: string[]): string[] {
  const { gameData } = match.game;
  const { contributions, seats, deck } = match.setup;
  const optionsText = [...match.writtenOptions].map(([name, value]) => `${name}=${value}`).join(" ");
  const headLines = [
    `dottable-log ${contributions.length ? 2 : 1}`,
    `game ${gameData.details.slug}`,
    `rules ${gameData.details.rules_version}`,
    `options ${optionsText || "none"}`,
    `deck ${deck ? `own ${deck.hash} ${JSON.stringify([deck.name, deck.text])}` : gameData.deck_line}`,
    `seats ${seats}`,
    `players ${JSON.stringify(players)}`,
    `commitment ${match.commitment}`,
  ];
  if (contributions.length) headLines.push(`contributions ${contributions.map(({ seat, entropy }) => `p${seat + 1}:${sha256(bytesFromHex(entropy))}`).join(" ")}`);
  return headLines;
}

function footerLines(match: OfflineMatch): string[] {
  const { seed, salt, contributions } = match.setup;
  const entropiesText = contributions.map(({ seat, entropy }) => `p${seat + 1}:${entropy}`).join(" ");
  return [
    `seed ${seed}`,
    `salt ${salt}`,
    ...(entropiesText ? [`entropies ${entropiesText}`] : []),
    `result ${match.isOver ? match.returns().map(formatReturn).join(" ") : "unfinished"}`,
    `scores ${match.scores().join(" ")}`,
    `state ${sha256(match.record)}`,
  ];
}

/** Return the line of a move without its checksum. */
function formatMove(match: OfflineMatch, n: number, { seat, action, at_ms }: Move): string {
  return `${n} ${seat === CLOCK_SEAT ? "clock" : `p${seat + 1}`} ${match.game.texts.writeAction(action)} ${at_ms}`;
}

/** Return the log of a match, by replaying its moves. Throws if a move is refused. */
export function writeLog(played: OfflineMatch, players: string[], moves: readonly Move[] = played.moves): string {
  const replayedMatch = played.beforeFirstMove();
  const logLines = headerLines(replayedMatch, players);
  let digest = digestOf(logLines.join("\n"), replayedMatch.record);
  const checksumDigits = () => hex(digest).slice(0, CHECKSUM_DIGITS);
  logLines.push(`moves ${checksumDigits()}`);
  moves.forEach((move, k) => {
    const refusal = replayedMatch.apply(move.seat, move.action, move.at_ms);
    if (refusal) throw new Error(`Move ${k + 1} is not possible: ${refusal.sentence}`);
    const text = formatMove(replayedMatch, k + 1, move);
    digest = digestOf(digest, text, replayedMatch.record);
    logLines.push(`${text} ${checksumDigits()}`);
  });
  return [...logLines, "end", ...footerLines(replayedMatch)].join("\n") + "\n";
}

/** The contents of a log that are needed to replay it: match, players and moves. */
export interface LogContents {
  match: OfflineMatch;
  players: string[];
  moves: Move[];
}

/** Return name and text of the custom deck in a log; null for the house deck. */
export function deckOfLog(text: string): { name: string; text: string } | null {
  const deckJson = /^deck own \w+ (.+)$/m.exec(text)?.[1];
  if (deckJson === undefined) return null;
  const [name, content] = JSON.parse(deckJson) as [string, string];
  return { name, text: content };
}

/** Return the slug of the game in a log, or null. */
export function gameOfLog(text: string): string | null {
  return /^game (\w+)$/m.exec(text)?.[1] ?? null;
}

function readOptions(text: string): Record<string, OptionValue> {
  return text === "none" ? {} : Object.fromEntries(text.split(" ").map((pair) => pair.split("=", 2) as [string, string]));
}

/** Return match, players and moves of a log. Throws if it cannot be read. For a log with a custom deck, pass the deck as `deck`. */
export function readLog(game: LoadedGame, text: string, deck: OwnDeck | null = null): LogContents {
  const logLines = text.trimEnd().split("\n");
  const formatVersion = logLines[0] === "dottable-log 2" ? 2 : 1;
  const valueOfLine = (name: string, among = logLines) => among.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? "";
  const end = logLines.indexOf("end");
  const firstMoveLine = logLines.findIndex((line) => line.startsWith("moves ")) + 1;
  const footerLinesRead = logLines.slice(end + 1);
  if (firstMoveLine < 1 || end < firstMoveLine || footerLinesRead.length !== FOOTER_LINE_NAMES[formatVersion].length) throw new Error("The log is not complete.");
  const entropiesText = valueOfLine("entropies", footerLinesRead);
  const contributionsRead = entropiesText ? entropiesText.split(" ").map((part) => ({ seat: Number(part.slice(1, part.indexOf(":"))) - 1, entropy: part.slice(part.indexOf(":") + 1) })) : [];
  const matchSetup = {
    seats: Number(valueOfLine("seats")),
    options: readOptions(valueOfLine("options")),
    seed: valueOfLine("seed", footerLinesRead),
    salt: valueOfLine("salt", footerLinesRead),
    contributions: contributionsRead,
    deck,
  };
  const movesRead = logLines.slice(firstMoveLine, end).map((line) => {
    const [, mover = "", notation = "", at = ""] = line.split(" ");
    const actionRead = game.texts.readAction(notation);
    if (actionRead === null) throw new Error(`Unknown action '${notation}'.`);
    return { seat: mover === "clock" ? CLOCK_SEAT : Number(mover.slice(1)) - 1, action: actionRead, at_ms: Number(at) };
  });
  return { match: new OfflineMatch(game, matchSetup, false), players: JSON.parse(valueOfLine("players")) as string[], moves: movesRead };
}

/** Replay a log, write the replayed match as a log and compare the two logs line by line. Throws if the log cannot be read. */
export function verifyLog(game: LoadedGame, text: string, deck: OwnDeck | null = null): LogCheck {
  const { match, players, moves } = readLog(game, text, deck);
  const replayedLines = writeLog(match, players, moves).split("\n");
  const wrongLine = text.split("\n").findIndex((line, k) => line !== replayedLines[k]);
  if (wrongLine >= 0) return { is_valid: false, sentence: `Line ${wrongLine + 1} does not follow from the lines before it.`, line: wrongLine + 1 };
  return { is_valid: true, sentence: `All ${moves.length} moves, the seed and the result fit together. This device replayed them.`, game: game.gameData.details.slug, moves: moves.length };
}

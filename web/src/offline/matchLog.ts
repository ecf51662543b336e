// The log of a match as text. The counterpart of `core/matches/match_log.py`, so that `dottable verify` accepts it.
import { fromHex, sha256 } from "../lib/sha256";
import type { LogCheck } from "../types/http";
import { CLOCK } from "./gameData";
import { OfflineMatch, type LoadedGame, type Move, type OptionValue, type OwnDeck } from "./match";

const CHECKSUM_DIGITS = 8;
const FOOTER_NAMES = { 1: ["seed", "salt", "result", "scores", "state"], 2: ["seed", "salt", "entropies", "result", "scores", "state"] };
const utf8 = new TextEncoder();

/** Return the SHA-256 of several byte arrays or texts, joined. */
function digestOf(...parts: (Uint8Array | string)[]): Uint8Array {
  const pieces = parts.map((part) => (typeof part === "string" ? utf8.encode(part) : part));
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return fromHex(sha256(whole));
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
  const options = [...match.writtenOptions].map(([name, value]) => `${name}=${value}`).join(" ");
  const lines = [
    `dottable-log ${contributions.length ? 2 : 1}`,
    `game ${gameData.details.slug}`,
    `rules ${gameData.details.rules_version}`,
    `options ${options || "none"}`,
    `deck ${deck ? `own ${deck.hash} ${JSON.stringify([deck.name, deck.text])}` : gameData.deck_line}`,
    `seats ${seats}`,
    `players ${JSON.stringify(players)}`,
    `commitment ${match.commitment}`,
  ];
  if (contributions.length) lines.push(`contributions ${contributions.map(({ seat, entropy }) => `p${seat + 1}:${sha256(fromHex(entropy))}`).join(" ")}`);
  return lines;
}

function footerLines(match: OfflineMatch): string[] {
  const { seed, salt, contributions } = match.setup;
  const entropies = contributions.map(({ seat, entropy }) => `p${seat + 1}:${entropy}`).join(" ");
  return [
    `seed ${seed}`,
    `salt ${salt}`,
    ...(entropies ? [`entropies ${entropies}`] : []),
    `result ${match.isOver ? match.returns().map(formatReturn).join(" ") : "unfinished"}`,
    `scores ${match.scores().join(" ")}`,
    `state ${sha256(match.record)}`,
  ];
}

/** Return the line of a move without its checksum. */
function formatMove(match: OfflineMatch, n: number, { seat, action, at_ms }: Move): string {
  return `${n} ${seat === CLOCK ? "clock" : `p${seat + 1}`} ${match.game.texts.write(action)} ${at_ms}`;
}

/** Return the log of a match, by replaying its moves. Throws if a move is refused. */
export function writeLog(played: OfflineMatch, players: string[], moves: readonly Move[] = played.moves): string {
  const match = played.beforeFirstMove();
  const lines = headerLines(match, players);
  let digest = digestOf(lines.join("\n"), match.record);
  const checksum = () => hex(digest).slice(0, CHECKSUM_DIGITS);
  lines.push(`moves ${checksum()}`);
  moves.forEach((move, k) => {
    const refused = match.apply(move.seat, move.action, move.at_ms);
    if (refused) throw new Error(`Move ${k + 1} is not possible: ${refused.sentence}`);
    const text = formatMove(match, k + 1, move);
    digest = digestOf(digest, text, match.record);
    lines.push(`${text} ${checksum()}`);
  });
  return [...lines, "end", ...footerLines(match)].join("\n") + "\n";
}

/** The contents of a log that are needed to replay it: match, players and moves. */
export interface ReadLog {
  match: OfflineMatch;
  players: string[];
  moves: Move[];
}

/** Return name and text of the own deck in a log; null for the house deck. */
export function deckOfLog(text: string): { name: string; text: string } | null {
  const found = /^deck own \w+ (.+)$/m.exec(text)?.[1];
  if (found === undefined) return null;
  const [name, content] = JSON.parse(found) as [string, string];
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
export function readLog(game: LoadedGame, text: string, deck: OwnDeck | null = null): ReadLog {
  const lines = text.trimEnd().split("\n");
  const version = lines[0] === "dottable-log 2" ? 2 : 1;
  const value = (name: string, among = lines) => among.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? "";
  const end = lines.indexOf("end");
  const start = lines.findIndex((line) => line.startsWith("moves ")) + 1;
  const footer = lines.slice(end + 1);
  if (start < 1 || end < start || footer.length !== FOOTER_NAMES[version].length) throw new Error("The log is not complete.");
  const entropies = value("entropies", footer);
  const contributions = entropies ? entropies.split(" ").map((part) => ({ seat: Number(part.slice(1, part.indexOf(":"))) - 1, entropy: part.slice(part.indexOf(":") + 1) })) : [];
  const setup = {
    seats: Number(value("seats")),
    options: readOptions(value("options")),
    seed: value("seed", footer),
    salt: value("salt", footer),
    contributions,
    deck,
  };
  const moves = lines.slice(start, end).map((line) => {
    const [, mover = "", notation = "", at = ""] = line.split(" ");
    const action = game.texts.read(notation);
    if (action === null) throw new Error(`Unknown action '${notation}'.`);
    return { seat: mover === "clock" ? CLOCK : Number(mover.slice(1)) - 1, action, at_ms: Number(at) };
  });
  return { match: new OfflineMatch(game, setup, false), players: JSON.parse(value("players")) as string[], moves };
}

/** Replay a log, write the replayed match as a log and compare the two logs line by line. Throws if the log cannot be read. */
export function verifyLog(game: LoadedGame, text: string, deck: OwnDeck | null = null): LogCheck {
  const { match, players, moves } = readLog(game, text, deck);
  const again = writeLog(match, players, moves).split("\n");
  const wrong = text.split("\n").findIndex((line, k) => line !== again[k]);
  if (wrong >= 0) return { is_valid: false, sentence: `Line ${wrong + 1} does not follow from the lines before it.`, line: wrong + 1 };
  return { is_valid: true, sentence: `All ${moves.length} moves, the seed and the result fit together. This device replayed them.`, game: game.gameData.details.slug, moves: moves.length };
}

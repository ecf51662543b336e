/**
 * This browser's part in the commit-reveal shuffle of a table. It first sends the hash of 32 random bytes. It reveals
 * the bytes once the server and all other players have committed to theirs. It never reveals the same bytes for two
 * shuffles.
 */
import type { NewTable } from "../types/http";
import type { ContributionInfo, ShuffleInfo, Snapshot } from "../types/messages";
import { api } from "./api";
import { readStored, writeStored } from "./localStore";
import { bytesFromHex, sha256 } from "./sha256";

export interface OwnContribution {
  entropy: string;
  hash: string;
  /** The shuffle for which the bytes were revealed, as `shuffleIdentity` writes it. Null if they are still secret. */
  revealedFor: string | null;
}

const STORAGE_KEY = "dottable.shuffle";
const ENTROPY_BYTES = 32;
/** Number of tables whose contribution is stored, for a reload and for the check after the match. */
const MAX_TABLES = 30;
/** Contributions by table, for browsers without storage. */
const contributionsInMemory = new Map<string, OwnContribution>();

/** Return new random bytes and their hash. */
export function newContribution(): OwnContribution {
  const randomBytes = crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES));
  const entropy = Array.from(randomBytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { entropy, hash: sha256(randomBytes), revealedFor: null };
}

/** Return this browser's latest contribution at a table. Other tabs of the browser share it. */
export function ownContribution(table: string): OwnContribution | null {
  const storedContributions = readStored<[string, OwnContribution][]>(STORAGE_KEY) ?? [];
  return storedContributions.find(([id]) => id === table)?.[1] ?? contributionsInMemory.get(table) ?? null;
}

export function storeContribution(table: string, contribution: OwnContribution): void {
  contributionsInMemory.set(table, contribution);
  const contributionsOfOtherTables = (readStored<[string, OwnContribution][]>(STORAGE_KEY) ?? []).filter(([id]) => id !== table);
  writeStored(STORAGE_KEY, [...contributionsOfOtherTables, [table, contribution]].slice(-MAX_TABLES));
}

/** Open a table with a contribution of this browser, so that a match against bots can start without another request. */
export async function openTable(token: string, request: NewTable): Promise<Snapshot> {
  const contribution = newContribution();
  const openedTable = await api.newTable(token, { ...request, entropy_hash: contribution.hash });
  storeContribution(openedTable.table, contribution);
  return openedTable;
}

/** Return everything that fixes a shuffle as one text, to compare it with another: the server's commitment, and the hash of each seat. */
export function shuffleIdentity(commitment: string, contributions: ContributionInfo[]): string {
  return [commitment, ...contributions.map((one) => `p${one.seat + 1}:${one.entropy_hash}`)].join(" ");
}

/** Result of checking whether this browser's random bytes are part of a match's shuffle. */
export type OwnContributionState = "included" | "left out" | "changed" | "unknown";

/** Return whether this browser's contribution is in the shuffle, and whether the shuffle is the one it was revealed for. */
export function checkOwnContribution(table: string, you: number | null, commitment: string, contributions: ContributionInfo[]): OwnContributionState {
  const own = ownContribution(table);
  if (you === null || own === null) return "unknown";
  if (own.revealedFor !== null) return own.revealedFor === shuffleIdentity(commitment, contributions) ? "included" : "changed";
  const listedContribution = contributions.find((one) => one.seat === you);
  return listedContribution ? "unknown" : "left out";
}

/** Whether all revealed bytes have the hashes to which their seats committed. */
export function allMatchTheirHashes(contributions: ContributionInfo[]): boolean {
  return contributions.every((one) => one.entropy !== null && sha256(bytesFromHex(one.entropy)) === one.entropy_hash);
}

interface ShuffleTableState {
  you: number | null;
  status: Snapshot["status"];
  commitment: string | null;
  shuffle: ShuffleInfo;
}

type ShuffleCommand = { kind: "contribute"; entropy_hash: string } | { kind: "reveal"; entropy: string };

/** Takes part in the shuffle of one table on behalf of the player, without any action of theirs. */
export class ShuffleParticipant {
  /** Whether a hash was sent that the server has not answered yet. */
  #isContributing = false;
  #hasContributed = false;
  #revealedFor: string | null = null;

  constructor(
    readonly table: string,
    private readonly send: (command: ShuffleCommand) => Promise<unknown>,
  ) {}

  /** Send what the shuffle needs from this browser in the table's state: a hash, the bytes, or nothing. */
  update({ you, status, commitment, shuffle }: ShuffleTableState): void {
    if (you === null || status !== "open") return;
    const listedContribution = shuffle.contributions.find((one) => one.seat === you);
    if (!shuffle.is_starting) return this.#contribute(listedContribution);
    if (listedContribution && listedContribution.entropy === null && commitment) this.#reveal(listedContribution, shuffleIdentity(commitment, shuffle.contributions));
  }

  /** Send a new hash if the table has none of this seat, or one that another device sent before this page was opened. */
  #contribute(listed: ContributionInfo | undefined): void {
    if (this.#isContributing) return;
    if (listed && (this.#hasContributed || ownContribution(this.table)?.hash === listed.entropy_hash)) return;
    const contribution = newContribution();
    storeContribution(this.table, contribution);
    this.#isContributing = this.#hasContributed = true;
    this.#revealedFor = null;
    const finishContributing = () => (this.#isContributing = false);
    this.send({ kind: "contribute", entropy_hash: contribution.hash }).then(finishContributing, finishContributing);
  }

  /** Reveal the bytes, once and for one shuffle only. */
  #reveal(listed: ContributionInfo, shuffle: string): void {
    const own = ownContribution(this.table);
    if (own === null || own.hash !== listed.entropy_hash || this.#revealedFor === shuffle) return;
    if (own.revealedFor !== null && own.revealedFor !== shuffle) return;
    this.#revealedFor = shuffle;
    storeContribution(this.table, { ...own, revealedFor: shuffle });
    this.send({ kind: "reveal", entropy: own.entropy }).catch(() => {}); // another tab was first, or the start was cancelled
  }
}

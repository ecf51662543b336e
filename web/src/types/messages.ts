// Made by `npm run types` from the server's types. Do not edit.

/** The first message on a socket. Without a token one looks on; `since` is the last version one has seen. */
export interface Hello {
  kind: "hello";
  protocol: number;
  token?: string | null;
  since?: number | null;
}

/** The answer to a ping, at once: the server measures the round trip by it. */
export interface Pong {
  kind: "pong";
  n: number;
}

/** Asks for a snapshot. */
export interface Refresh {
  kind: "refresh";
}

/** Asks what a move would lead to; it changes nothing, and only the sender is answered. */
export interface Preview {
  kind: "preview";
  client_id?: string | null;
  action: number;
}

/** Take a free seat; the first one if none is named. */
export interface Sit {
  kind: "sit";
  client_id?: string | null;
  seat?: number | null;
}

/** Give up one's seat; in a live match a bot takes it over. */
export interface Stand {
  kind: "stand";
  client_id?: string | null;
}

/** The host of the table puts a bot on a free seat. */
export interface SeatBot {
  kind: "seatbot";
  client_id?: string | null;
  level: "casual" | "master" | "newcomer" | "sharp" | "steady";
  seat?: number | null;
}

/** The host of the table frees a seat before the start. */
export interface Unseat {
  kind: "unseat";
  client_id?: string | null;
  seat: number;
}

/** Say that one is ready, or not any more; the match starts when all seats are taken and ready. */
export interface Ready {
  kind: "ready";
  client_id?: string | null;
  is_ready?: boolean;
}

/** The host of the table starts without waiting for anybody to be ready; all seats have to be taken. */
export interface Start {
  kind: "start";
  client_id?: string | null;
}

export interface Move {
  kind: "move";
  client_id?: string | null;
  action: number;
}

/** Chat; what cannot be shown in one line is taken out. */
export interface Say {
  kind: "say";
  client_id?: string | null;
  text: string;
}

/** A quick reaction. */
export interface React {
  kind: "react";
  client_id?: string | null;
  reaction: "good game" | "good luck" | "hello" | "hurry" | "oops" | "thanks" | "well played" | "wow";
}

/** The host of the table ends it without a result. */
export interface Abort {
  kind: "abort";
  client_id?: string | null;
}

/** Ask for another match at a new table; an event `renewed` tells everybody where. */
export interface Rematch {
  kind: "rematch";
  client_id?: string | null;
}

/** The answer to hello; a snapshot or the events since the version one has seen come next. */
export interface Welcome {
  kind: "welcome";
  table: string;
  seat: number | null;
  protocol?: number;
  server?: string;
}

/** The whole table as one may see it. */
export interface Seen {
  kind: "snapshot";
  table: Snapshot;
}

/** The whole table as the viewer sees it. */
export interface Snapshot {
  table: string;
  version: number;
  game: string;
  rules_version: number;
  options: string;
  settings: Settings;
  status: "aborted" | "live" | "open" | "over";
  you: number | null;
  seats: SeatTold[];
  commitment: string | null;
  position: Position | null;
  moves: MoveTold[];
  sayings: SayingTold[];
  result: Result | null;
  rematch: string | null;
  rematch_of: string | null;
}

/** How a table is kept; limits are off unless set. */
export interface Settings {
  is_private?: boolean;
  move_limit_s?: number | null;
  match_limit_s?: number | null;
  bots_for_absent?: boolean;
  absent_after_s?: number;
  absent_level?: "casual" | "master" | "newcomer" | "sharp" | "steady";
  pace?: "calm" | "natural" | "quick";
}

/** A seat as everybody sees it. */
export interface SeatTold {
  seat: number;
  name: string | null;
  colour: string | null;
  bot: string | null;
  is_person: boolean;
  is_ready: boolean;
  is_connected: boolean;
  is_host: boolean;
  spent_ms: number;
  limit_ms: number | null;
}

/** The match as the viewer sees it now. Times are match time. */
export interface Position {
  move_number: number;
  now_ms: number;
  view: unknown;
  to_act: number[];
  legal: number[];
  words: string[];
  deadline_ms: number | null;
}

/** A move as the viewer saw it. */
export interface MoveTold {
  version: number;
  seat: number;
  action: number | null;
  by: "bot" | "clock" | "default" | "player";
  at_ms: number;
  sentence: string;
  race: RaceTold | null;
}

/** Who was first, and by how much. */
export interface RaceTold {
  reason: "coin" | "earlier" | "unrivalled";
  rivals: RivalTold[];
}

export interface RivalTold {
  seat: number;
  credited_ms: number;
}

/** Something said, or a quick reaction; the seat is None for somebody who looks on. */
export interface SayingTold {
  version: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
}

/** How it ended; seed and salt let anyone check the shuffle against the commitment. */
export interface Result {
  reason: "aborted" | "finished";
  scores: number[];
  returns: number[];
  winners: number[];
  seed: string | null;
  salt: string | null;
  progress?: number[][];
}

/** What one event changed, as one may see it; `version` of its happening counts up by one each time. */
export interface Happened {
  kind: "event";
  event: Happening;
}

/** What one event changed for the viewer; it leads from the version before to this one. */
export interface Happening {
  version: number;
  at: number;
  kind: "ended" | "moved" | "reacted" | "renewed" | "said" | "seats" | "started";
  status: "aborted" | "live" | "open" | "over";
  seats?: SeatTold[];
  commitment?: string | null;
  move?: MoveTold | null;
  position?: Position | null;
  saying?: SayingTold | null;
  result?: Result | null;
  rematch?: string | null;
}

/** The command is carried out and kept: it will be in the log whatever happens now. */
export interface Ack {
  kind: "ack";
  client_id: string | null;
  version: number;
}

/** The command changed nothing, and why. */
export interface Refused {
  kind: "refused";
  client_id: string | null;
  code: string;
  sentence: string;
}

/** What a move would lead to, in a type of the game's own; nothing has changed. */
export interface Previewed {
  kind: "previewed";
  client_id: string | null;
  action: number;
  version: number;
  preview: unknown;
}

/** A message that was not understood, or came too fast; it changed nothing. */
export interface Trouble {
  kind: "problem";
  code: string;
  sentence: string;
}

/** To be answered with a pong of the same number, at once. */
export interface Ping {
  kind: "ping";
  n: number;
}

/** Somebody came or went, which is no event: the seats as they are now, and how many look on. */
export interface Presence {
  kind: "presence";
  seats: SeatTold[];
  spectators: number;
}

/** The server closes this socket; come back if `is_temporary`. */
export interface Bye {
  kind: "bye";
  code: string;
  sentence: string;
  is_temporary: boolean;
}

export type FromClient = Hello | Pong | Refresh | Preview | Sit | Stand | SeatBot | Unseat | Ready | Start | Move | Say | React | Abort | Rematch;

export type FromServer = Welcome | Seen | Happened | Ack | Refused | Previewed | Trouble | Ping | Presence | Bye;

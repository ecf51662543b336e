// The page's connection to the worker that runs the tables of this device.
import { ApiError } from "../lib/api";
import { readStored } from "../lib/localStore";
import type { FromClient, FromServer } from "../types/messages";
import type { PlayerProfile } from "./offlineApi";
import type { MessageFromWorker, MessageToWorker } from "./tableWorker";

let worker: Worker | null = null;
let count = 0;
const pendingRequests = new Map<number, { resolve: (value: unknown) => void; reject: (error: ApiError) => void }>();
const socketEvents = new Map<number, SocketEvents>();

interface SocketEvents {
  onopen(): void;
  onmessage(message: FromServer): void;
  onmissing(): void;
}

function tableWorker(): Worker {
  if (!worker) {
    worker = new Worker(new URL("./tableWorker.ts", import.meta.url), { type: "module", name: "tables" });
    worker.onmessage = ({ data }: MessageEvent<MessageFromWorker>) => receiveFromWorker(data);
  }
  return worker;
}

const post = (message: MessageToWorker) => tableWorker().postMessage(message);

function receiveFromWorker(message: MessageFromWorker): void {
  if (message.kind === "answer" || message.kind === "refusal") {
    const pendingRequest = pendingRequests.get(message.n);
    pendingRequests.delete(message.n);
    if (message.kind === "answer") pendingRequest?.resolve(message.value);
    else pendingRequest?.reject(new ApiError(message.code, message.sentence, message.status));
  } else if (message.kind === "connected") socketEvents.get(message.socket)?.onopen();
  else if (message.kind === "missing") socketEvents.get(message.socket)?.onmissing();
  else socketEvents.get(message.socket)?.onmessage(message.message);
}

/** Answer a request of the HTTP API on this device. */
export function answerRequest(method: string, path: string, body: unknown): Promise<unknown> {
  const n = ++count;
  const { name = "", colour = null } = readStored<PlayerProfile>("dottable.me") ?? {};
  post({ kind: "request", n, method, path, body, profile: { name, colour } });
  return new Promise((resolve, reject) => pendingRequests.set(n, { resolve, reject }));
}

/** Connect to a table of this device. */
export function connectToLocalTable(table: string, events: SocketEvents): { send(message: FromClient): void; close(): void } {
  const socketNumber = ++count;
  socketEvents.set(socketNumber, events);
  post({ kind: "connect", socket: socketNumber, table });
  return {
    send: (message) => post({ kind: "message", socket: socketNumber, message, at: Date.now() }),
    close: () => {
      socketEvents.delete(socketNumber);
      post({ kind: "disconnect", socket: socketNumber });
    },
  };
}

// The page's connection to the worker that runs the tables of this device.
import { ApiError } from "../lib/api";
import { readStored } from "../lib/localStore";
import type { FromClient, FromServer } from "../types/messages";
import type { Profile } from "./apiService";
import type { FromWorker, ToWorker } from "./tableWorker";

let worker: Worker | null = null;
let count = 0;
const requests = new Map<number, { resolve: (value: unknown) => void; reject: (error: ApiError) => void }>();
const sockets = new Map<number, SocketEvents>();

interface SocketEvents {
  onopen(): void;
  onmessage(message: FromServer): void;
  onmissing(): void;
}

function tableWorker(): Worker {
  if (!worker) {
    worker = new Worker(new URL("./tableWorker.ts", import.meta.url), { type: "module", name: "tables" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => receive(data);
  }
  return worker;
}

const post = (message: ToWorker) => tableWorker().postMessage(message);

function receive(message: FromWorker): void {
  if (message.kind === "answer" || message.kind === "refusal") {
    const request = requests.get(message.n);
    requests.delete(message.n);
    if (message.kind === "answer") request?.resolve(message.value);
    else request?.reject(new ApiError(message.code, message.sentence, message.status));
  } else if (message.kind === "connected") sockets.get(message.socket)?.onopen();
  else if (message.kind === "missing") sockets.get(message.socket)?.onmissing();
  else sockets.get(message.socket)?.onmessage(message.message);
}

/** Answer a request of the HTTP API on this device. */
export function answerRequest(method: string, path: string, body: unknown): Promise<unknown> {
  const n = ++count;
  const { name = "", colour = null } = readStored<Profile>("dottable.me") ?? {};
  post({ kind: "request", n, method, path, body, profile: { name, colour } });
  return new Promise((resolve, reject) => requests.set(n, { resolve, reject }));
}

/** Connect to a table of this device. */
export function connect(table: string, events: SocketEvents): { send(message: FromClient): void; close(): void } {
  const socket = ++count;
  sockets.set(socket, events);
  post({ kind: "connect", socket, table });
  return {
    send: (message) => post({ kind: "message", socket, message, at: Date.now() }),
    close: () => {
      sockets.delete(socket);
      post({ kind: "disconnect", socket });
    },
  };
}

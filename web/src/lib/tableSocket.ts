/** Sockets of tables: a WebSocket to a server, or the same messages to a table of this device. */
import type { FromClient } from "../types/messages";

/** Prefix of the ids of tables and matches of this device. */
export const LOCAL_PREFIX = "local-";

export const isLocalId = (id: string) => id.startsWith(LOCAL_PREFIX);

/** The part of a WebSocket that a connection to a table uses. */
export type TableSocket = Pick<WebSocket, "readyState" | "send" | "close" | "onopen" | "onmessage" | "onclose">;

export function openTableSocket(id: string, url: string): TableSocket {
  return isLocalId(id) ? new LocalSocket(id) : new WebSocket(url);
}

/** WebSocket close codes: no such table, and a page that could not load what it needs. */
const NO_TABLE_CLOSE_CODE = 4404;
const INTERNAL_ERROR_CLOSE_CODE = 1011;

/** A connection to a table in a worker of this page. */
class LocalSocket implements TableSocket {
  readyState: WebSocket["readyState"] = WebSocket.CONNECTING;
  onopen: WebSocket["onopen"] = null;
  onmessage: WebSocket["onmessage"] = null;
  onclose: WebSocket["onclose"] = null;
  #connection: { send(message: FromClient): void; close(): void } | null = null;

  constructor(id: string) {
    void this.#open(id).catch(() => this.#end(INTERNAL_ERROR_CLOSE_CODE));
  }

  async #open(id: string): Promise<void> {
    const { connectToLocalTable } = await import("../offline/tableWorkerClient");
    if (this.readyState === WebSocket.CLOSED) return;
    this.#connection = connectToLocalTable(id, {
      onopen: () => {
        this.readyState = WebSocket.OPEN;
        this.onopen?.call(this as unknown as WebSocket, new Event("open"));
      },
      onmessage: (message) => this.onmessage?.call(this as unknown as WebSocket, new MessageEvent("message", { data: JSON.stringify(message) })),
      onmissing: () => this.#end(NO_TABLE_CLOSE_CODE),
    });
  }

  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    this.#connection?.send(JSON.parse(data as string) as FromClient);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.#connection?.close();
    this.#connection = null;
  }

  #end(code: number): void {
    this.close();
    this.onclose?.call(this as unknown as WebSocket, new CloseEvent("close", { code }));
  }
}

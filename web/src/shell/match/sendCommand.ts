/** Sends a command to a table, and shows a toast if the server rejects it. */
import { toasts } from "../../kit/toasts.svelte";
import { errorMessage } from "../../lib/api";
import type { TableCommand, TableConnection } from "../../lib/tableConnection.svelte";

/** Send a command. Shows the server's reason, or `fallback`, if it is rejected. */
export async function sendCommand(table: TableConnection, command: TableCommand, fallback = "That did not work. Try again."): Promise<void> {
  try {
    await table.send(command);
  } catch (error) {
    toasts.error(errorMessage(error, fallback));
  }
}

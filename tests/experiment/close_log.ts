import { DatabaseSync } from "../../lib/sqlite.ts";

/** Makes a recording fit for replaying: compacting it would need all permissions. */
export function closeLog(recording: string): void {
  const database = new DatabaseSync(recording);
  database.exec("PRAGMA journal_mode = DELETE");
  database.close();
}

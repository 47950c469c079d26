/**
 * Proof that untrusted SQL is harmless on this machine.
 *
 * @module
 */
import type { SqlOutcome } from "../domain.ts";
import { InfrastructureError } from "../errors.ts";
import { createSqlPool } from "../sql/pool.ts";
import { DatabaseSync } from "../sqlite.ts";

const endless =
  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";
const deadlineMs = 300;

function makeDatabase(path: string): void {
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE probe (a INTEGER); INSERT INTO probe VALUES (42)");
  database.close();
}

async function listNames(folder: string): Promise<string> {
  return (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort().join(" ");
}

/**
 * Runs a query that must work and statements that must not: a write, another file, a new file, an
 * endless query.
 *
 * @returns what was proven, in a few words
 * @throws {InfrastructureError} where a child process cannot start, or one of the statements ends
 * otherwise than it must
 *
 * @example
 * ```ts
 * import { checkSandbox } from "./check_sandbox.ts";
 * if (!(await checkSandbox()).includes("refused")) throw new Error("Expected a proof");
 * ```
 */
export async function checkSandbox(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "merit-doctor-" });
  try {
    await using pool = createSqlPool({ workers: 1, spares: 0 });
    const path = `${folder}/probe.sqlite`, other = `${folder}/other.sqlite`;
    makeDatabase(path);
    makeDatabase(other);
    const before = await Deno.readFile(path), names = await listNames(folder);
    // Only the endless query has a short deadline: on a busy machine the others may take their time.
    const expect = async (
      sql: string,
      kinds: readonly SqlOutcome["kind"][],
      timeoutMs = 30_000,
    ) => {
      const outcome = await pool.run(path, sql, { timeoutMs });
      if (kinds.includes(outcome.kind)) return outcome;
      throw new InfrastructureError(
        `The sandbox answers "${sql}" with ${outcome.kind}, need ${kinds.join(" or ")}`,
      );
    };
    await expect("SELECT a FROM probe", ["rows"]);
    await expect("INSERT INTO probe VALUES (1)", ["write_attempt", "error"]);
    await expect(`ATTACH '${other}' AS other`, ["write_attempt", "error"]);
    await expect(`VACUUM INTO '${folder}/new.sqlite'`, ["write_attempt", "error"]);
    await expect(endless, ["timeout"], deadlineMs);
    await expect("SELECT a FROM probe", ["rows"]);
    const after = await Deno.readFile(path);
    if (before.some((byte, at) => byte !== after[at]) || await listNames(folder) !== names) {
      throw new InfrastructureError("The sandbox let a statement change files");
    }
    return "queries run; writes and other files are refused; an endless query is stopped";
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

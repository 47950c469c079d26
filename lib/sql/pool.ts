/**
 * Runs untrusted SQL in child processes that may read one database and do nothing else.
 *
 * @module
 */
import type { SqlOutcome } from "../domain.ts";
import { InfrastructureError } from "../errors.ts";
import { copyWithoutLog, findDatabaseFile } from "./database_file.ts";
import { createGuard } from "./guard.ts";
import { checkSqlLimits, defaultSqlLimits, type SqlLimits } from "./limits.ts";
import { ChildCrash, type SqlChild, startSqlChild } from "./sql_child.ts";

export { checkSqlLimits, defaultSqlLimits, type SqlLimits } from "./limits.ts";

/** A bounded set of child processes. */
export interface SqlPool extends AsyncDisposable {
  /**
   * Runs one statement on one database, after those that wait already.
   *
   * @param databasePath an existing SQLite file; it is never written and never created
   * @param sql any text
   * @param limits what differs from the pool's limits
   * @returns what came of it: a failure of the statement is an outcome
   * @throws {InputError} when the file is missing or no database
   * @throws {InfrastructureError} when no process can be started, when one dies twice on the same
   * statement, when the file is locked or damaged under it, or when the pool is closed
   */
  run(databasePath: string, sql: string, limits?: Partial<SqlLimits>): Promise<SqlOutcome>;
  /** Kills every child process, waits for their ends and removes temporary copies. */
  close(): Promise<void>;
}

/** How a pool is set up. */
export interface SqlPoolOptions {
  /** Most statements that run at the same time. */
  readonly workers?: number;
  /** Most processes beyond those that wait, ready, for the next statement: some 20 MB each. */
  readonly spares?: number;
  /** Limits of statements that give none of their own. */
  readonly limits?: Partial<SqlLimits>;
}

/** What a child process is for. */
interface Service {
  /** Equal where one process can serve both. */
  readonly key: string;
  readonly path: string;
  readonly heapBytes: number;
}

interface Slot {
  readonly service: Service;
  readonly child: Promise<SqlChild>;
  busy: boolean;
}

/** A statement that waits for its turn. */
interface Waiting {
  readonly service: Service;
  readonly since: number;
  readonly turn: PromiseWithResolvers<Slot>;
}

/** A statement waits this long for the busy process of its database: starting one takes as much. */
const patienceMs = 100;

function checkCount(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RangeError(`Cannot create an SQL pool: ${name} is ${value}, need at least ${least}`);
  }
}

/**
 * Creates a pool. Processes start when they are first needed; a process serves one database, stays
 * ready for the next statement on it, and is recycled when another database needs its place.
 * Statements run in the order of their calls, but one whose database is busy lets those of other
 * databases pass; a database gets a second process where the first keeps it waiting.
 *
 * A statement that runs past its time is ended by SIGKILL. A process that dies for another reason
 * is replaced once, and the statement runs again.
 *
 * @param options see {@link SqlPoolOptions}
 * @throws {RangeError} when a count or a limit is out of range
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { createSqlPool } from "./pool.ts";
 * const path = await Deno.makeTempFile({ suffix: ".sqlite" });
 * const database = new DatabaseSync(path);
 * database.exec("CREATE TABLE singer (name TEXT); INSERT INTO singer VALUES ('Ann')");
 * database.close();
 * await using pool = createSqlPool();
 * const outcome = await pool.run(path, "SELECT name FROM singer");
 * await Deno.remove(path);
 * if (outcome.kind !== "rows" || outcome.rows[0]?.[0] !== "Ann") throw new Error("Expected Ann");
 * ```
 */
export function createSqlPool(options: SqlPoolOptions = {}): SqlPool {
  const { workers = 2, spares = 20 } = options;
  checkCount("workers", workers, 1);
  checkCount("spares", spares, 0);
  const poolLimits = checkSqlLimits({ ...defaultSqlLimits, ...options.limits });

  const guard = createGuard();
  const slots = new Set<Slot>();
  /** Processes on their way out. */
  const ends = new Set<Promise<void>>();
  const copies = new Map<string, { path: string; folder: string }>();
  const queue: Waiting[] = [];
  let running = 0;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let closing: Promise<void> | undefined;

  /**
   * The file to read for a path: a private copy where the database has a write-ahead log, or a comma
   * in its path, which no permission list of Deno's can hold.
   */
  const locate = (databasePath: string): { path: string; version: string } => {
    const { path, version, hasLog } = findDatabaseFile(databasePath);
    if (!hasLog && !path.includes(",")) return { path, version };
    const copy = copies.get(version) ?? copyWithoutLog(path);
    copies.set(version, copy);
    return { path: copy.path, version };
  };

  const discard = (slot: Slot): Promise<void> => {
    slots.delete(slot);
    const end = slot.child.then((child) => child.kill(), () => {});
    ends.add(end);
    return end.finally(() => ends.delete(end));
  };

  /** Starts a process, if need be in the place of the one that has been idle longest. */
  const start = (service: Service): Slot => {
    const longestIdle = [...slots].find((slot) => !slot.busy);
    if (longestIdle !== undefined && slots.size >= workers + spares) discard(longestIdle);
    const slot = { service, child: startSqlChild({ ...service, guard }), busy: true };
    slots.add(slot);
    slot.child.then((child) => child.ended).catch(() => {}).then(() => slots.delete(slot));
    return slot;
  };

  const takeIdle = (service: Service): Slot | undefined => {
    const slot = [...slots].findLast((one) => !one.busy && one.service.key === service.key);
    if (slot !== undefined) slot.busy = true;
    return slot;
  };

  /** Puts a process back as the last used, or another where its deadline killed it. */
  const release = (slot: Slot, child: SqlChild): void => {
    slots.delete(slot);
    if (closing !== undefined) return;
    const kept = child.alive ? slot : start(slot.service);
    kept.busy = false;
    slots.add(kept);
  };

  const runTwice = async (first: Slot, sql: string, limits: SqlLimits): Promise<SqlOutcome> => {
    for (let slot = first, tries = 1;; tries++) {
      try {
        const child = await slot.child;
        const outcome = await child.run(sql, limits);
        release(slot, child);
        return outcome;
      } catch (error) {
        await discard(slot);
        if (closing !== undefined) {
          throw new InfrastructureError("Cannot finish the statement: the pool was closed", {
            cause: error,
          });
        }
        if (tries === 2 || !(error instanceof ChildCrash)) throw error;
        // At once: a pool that were closed in between would never end this process.
        slot = start(slot.service);
      }
    }
  };

  /** The statement to run next: the first whose database is not busy, or that has waited enough. */
  const takeNext = (): Waiting | undefined => {
    const keysOf = (busy: boolean) =>
      new Set([...slots].filter((slot) => slot.busy === busy).map(({ service }) => service.key));
    const busy = keysOf(true), idle = keysOf(false);
    let place = queue.findIndex(({ service: { key } }) => idle.has(key) || !busy.has(key));
    if (place < 0 && performance.now() - queue[0]!.since >= patienceMs) place = 0;
    return place < 0 ? undefined : queue.splice(place, 1)[0];
  };

  const admit = (): void => {
    clearTimeout(patience);
    while (running < workers && queue.length > 0) {
      const next = takeNext();
      if (next === undefined) {
        patience = setTimeout(admit, patienceMs);
        return;
      }
      running++;
      next.turn.resolve(takeIdle(next.service) ?? start(next.service));
    }
  };
  const enter = (service: Service): Promise<Slot> => {
    const turn = Promise.withResolvers<Slot>();
    queue.push({ service, since: performance.now(), turn });
    admit();
    return turn.promise;
  };
  const leave = (): void => {
    running--;
    admit();
  };

  const closed = () => new InfrastructureError("Cannot run SQL: the pool is closed");

  const closeAll = async (): Promise<void> => {
    clearTimeout(patience);
    for (const { turn } of queue.splice(0)) turn.reject(closed());
    for (const slot of slots) discard(slot);
    await Promise.all(ends);
    await guard.close();
    await Promise.all(
      [...copies.values()].map(({ folder }) => Deno.remove(folder, { recursive: true })),
    );
  };

  const pool: SqlPool = {
    async run(databasePath, sql, limits) {
      if (closing !== undefined) throw closed();
      const merged = checkSqlLimits({ ...poolLimits, ...limits });
      const { path, version } = locate(databasePath), { heapBytes } = merged;
      const key = [path, version, heapBytes].join("\0");
      const slot = await enter({ key, path, heapBytes });
      try {
        return await runTwice(slot, sql, merged);
      } finally {
        leave();
      }
    },
    close: () => closing ??= closeAll(),
    [Symbol.asyncDispose]: () => pool.close(),
  };
  return pool;
}

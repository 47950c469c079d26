/** What a fault is, and how its tries are counted. */
import assert from "node:assert/strict";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { auditRun } from "../../lib/runs/audit_run.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { newPath, worldCell } from "../runs/world.ts";

/** What a fault took from runs that have since gone on to their ends. */
export interface Damage {
  /** Questions without a verdict that the undisturbed run has. */
  readonly lost: number;
  /** Questions with another verdict, attempt, prompt, retrieval or memory than in the undisturbed run. */
  readonly wrong: number;
}

/** One way for a fault to happen. */
export interface Try {
  /** The way, in a few words. */
  readonly what: string;
  /** Lets it happen, mends it and goes on; throws where the end is another than the fault must have. */
  run(): Promise<Damage>;
}

/** Something that goes wrong outside the kit. */
export interface Fault {
  readonly name: string;
  /** How it must end. */
  readonly end: string;
  readonly tries: readonly Try[];
  /** Tries at the same time; one by default. */
  readonly atOnce?: number;
}

/** Why a try cannot be made on this machine. */
export class Skipped extends Error {}

/** No run was begun, so nothing can have been taken. */
export const noDamage: Damage = { lost: 0, wrong: 0 };

/** What came of all tries of a fault. */
export interface Tally extends Damage {
  readonly tried: number;
  readonly survived: number;
  /** Reasons, each once. */
  readonly skipped: readonly string[];
  /** What went otherwise. */
  readonly faults: readonly string[];
}

/** Makes all tries of a fault. */
export async function tryFault({ tries, atOnce = 1 }: Fault): Promise<Tally> {
  let tried = 0, survived = 0, lost = 0, wrong = 0;
  const skipped = new Set<string>(), faults: string[] = [];
  const waiting = [...tries];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        const damage = await next.run();
        lost += damage.lost;
        wrong += damage.wrong;
        survived++;
      } catch (error) {
        if (error instanceof Skipped) {
          skipped.add(error.message);
          continue;
        }
        faults.push(`${next.what}: ${Deno.inspect(error)}`);
      }
      tried++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { tried, survived, lost, wrong, skipped: [...skipped], faults };
}

/** What a run holds of each question: everything but times, digests and who answered. */
const parts = {
  episodes: "position, outcome, solved_at, note",
  attempts: "*",
  retrievals: "*",
  calls: "position, number, place, purpose, prompt_digest, text",
};

function readPositions(path: string): ReadonlyMap<number, { outcome: unknown; all: string }> {
  using database = new DatabaseSync(path, { readOnly: true });
  const rows = Object.entries(parts).flatMap(([table, columns]) =>
    database.prepare(`SELECT ${columns} FROM ${table} ORDER BY rowid`).all()
  );
  const memory = database.prepare("SELECT * FROM memory ORDER BY id").all();
  const byPosition = Map.groupBy([...rows, ...memory], ({ position }) => Number(position));
  return new Map(
    [...byPosition].map(([position, own]) => [position, {
      outcome: own[0]!.outcome,
      all: JSON.stringify(own),
    }]),
  );
}

/** Compares a run that a fault hit with an undisturbed one; throws where its audit finds anything. */
export async function findDamage(path: string, undisturbed: string): Promise<Damage> {
  assert.deepEqual((await auditRun(readRun(path))).violations, []);
  const found = readPositions(path);
  let lost = 0, wrong = 0;
  for (const [position, wanted] of readPositions(undisturbed)) {
    const own = found.get(position);
    if (own === undefined || own.outcome === "unscored") lost++;
    else if (own.all !== wanted.all) wrong++;
  }
  return { lost, wrong };
}

let whole: Promise<string> | undefined;

/** A run of the small world's first cell that nothing disturbed; made once. */
export function undisturbedRun(): Promise<string> {
  return whole ??= (async () => {
    const path = await newPath();
    await runCell(worldCell(path));
    return path;
  })();
}

/** Damage of a run that has not gone on yet: what is not run is not lost. */
export async function findWrong(path: string, undisturbed: string): Promise<number> {
  return (await findDamage(path, undisturbed)).wrong;
}

/** The message of the error that some work must end with, checked for its class and what it says. */
export async function failsWith(
  work: () => unknown,
  names: "InputError" | "InfrastructureError" | RegExp,
  says: RegExp,
): Promise<void> {
  await assert.rejects(async () => void await work(), (error: Error) => {
    assert.match(error.name, new RegExp(names), Deno.inspect(error));
    assert.match(error.message, says);
    return true;
  });
}

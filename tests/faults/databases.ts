/** Databases and benchmark files that change, and processes of the sandbox that are killed. */
import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { prepareCells } from "../../lib/experiment/prepare_cells.ts";
import { runCells } from "../../lib/experiment/run_cells.ts";
import { defaultRequest, type RunRequest } from "../../lib/experiment/run_request.ts";
import { methodVariants } from "../../lib/experiment/variant.ts";
import type { LanguageModel } from "../../lib/llm/language_model.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { createRandom } from "../../lib/random.ts";
import { runFileExists } from "../../lib/runs/run_file.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { writeBirdLayout } from "../benchmark/bird_layout.ts";
import { newFolder } from "../runs/world.ts";
import { childrenOf } from "../sql/children_of.ts";
import { startProgram } from "./child.ts";
import { type Damage, failsWith, type Fault, findDamage, noDamage, type Try } from "./fault.ts";

/** A benchmark in BIRD's layout and runs of two methods over it. */
interface Bench {
  readonly folder: string;
  /** The database of its first two questions. */
  readonly database: string;
  readonly request: RunRequest;
  /** Paths of the run files. */
  paths(): string[];
}

async function makeBench(): Promise<Bench> {
  const folder = await newFolder(), out = `${folder}/runs`;
  await writeBirdLayout(`${folder}/data`);
  const methods = ["stateless", "merit"];
  return {
    folder: `${folder}/data`,
    database: `${folder}/data/dev_databases/clinic/clinic.sqlite`,
    request: {
      ...defaultRequest,
      benchmark: `${folder}/data`,
      variants: methodVariants(methods, { ...defaultConfiguration, budget: 2 }),
      model: "scripted:count-rows",
      embedder: "hashing",
      out,
    },
    paths: () => methods.map((method) => `${out}/data-${method}-order1-seed1.run.sqlite`),
  };
}

/** A query of its own at every call, so that the database has to answer it. */
function countingModel(
  live: LanguageModel,
  before: (call: number) => Promise<void>,
): LanguageModel {
  let call = 0;
  return {
    identity: live.identity,
    async complete(request, signal) {
      await before(call++);
      const response = await live.complete(request, signal);
      const text = response.text.replace("count(*)", `count(*) + 0 * ${request.sampling.seed}`);
      return { ...response, text };
    },
  };
}

/** Runs all cells or goes on with them. */
async function runBench(
  { request }: Bench,
  before: (call: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await using prepared = await prepareCells(request, { resume: true });
  const model = countingModel(prepared.model, before);
  const cells = prepared.cells.map((cell) => ({ ...cell, model }));
  await runCells({ cells, model }, { parallel: 1, prefetch: false });
}

let whole: Promise<Bench> | undefined;

/** What the runs of a benchmark hold beside the undisturbed ones. */
async function findAll(bench: Bench): Promise<Damage> {
  const undisturbed = await (whole ??= (async () => {
    const bench = await makeBench();
    await runBench(bench);
    return bench;
  })());
  let lost = 0, wrong = 0;
  for (const [at, path] of bench.paths().entries()) {
    const damage = await findDamage(path, undisturbed.paths()[at]!);
    lost += damage.lost;
    wrong += damage.wrong;
  }
  return { lost, wrong };
}

/** Goes on with what a fault has left, after a look at what it holds already. */
async function goOn(bench: Bench): Promise<Damage> {
  const before = bench.paths().every(runFileExists) ? await findAll(bench) : noDamage;
  await runBench(bench);
  const after = await findAll(bench);
  return { lost: after.lost, wrong: before.wrong + after.wrong };
}

/** What is done to a file; the result undoes it. */
type Spoil = (path: string) => Promise<() => Promise<void>>;

const keepAndWrite = (write: (path: string) => void | Promise<void>): Spoil => async (path) => {
  const kept = `${path}.kept`;
  await Deno.copyFile(path, kept);
  await write(path);
  return () => Deno.rename(kept, path);
};

const lock: Spoil = async (path) => {
  const program = await startProgram(new URL("fixtures/lock_database.ts", import.meta.url), path);
  return async () => assert.ok(await program.finish());
};

const corrupt = keepAndWrite(async (path) => {
  using file = await Deno.open(path, { write: true });
  await file.seek(4096, Deno.SeekMode.Start);
  await file.write(new Uint8Array((await Deno.stat(path)).size - 4096).fill(0xaa));
});
const noDatabase = keepAndWrite((path) => Deno.writeTextFile(path, "Not found\n".repeat(500)));
const empty = keepAndWrite((path) => Deno.writeFile(path, new Uint8Array()));
const gone = keepAndWrite((path) => Deno.remove(path));
const edited = keepAndWrite((path) => {
  using database = new DatabaseSync(path);
  database.exec("INSERT INTO owner VALUES (4, 'Di', 'Köln')");
});

/** Spoilt before the run starts: it is refused, and starts when the file is back. */
function fromTheStart(what: string, spoil: Spoil, says: RegExp): Try {
  return {
    what: `${what} from the start`,
    async run() {
      const bench = await makeBench();
      const mend = await spoil(bench.database);
      await failsWith(() => runBench(bench), /InputError|InfrastructureError/, says);
      await mend();
      return await goOn(bench);
    },
  };
}

/** Spoilt in mid-run: nothing is scored from then on, and the run goes on when the file is back. */
function inMidRun(what: string, spoil: Spoil, call: number): Try {
  return {
    what: `${what} from call ${call} on`,
    async run() {
      const bench = await makeBench();
      let mend: (() => Promise<void>) | undefined;
      const attempt = runBench(bench, async (now) => {
        if (now === call) mend = await spoil(bench.database);
      });
      // Three questions a run: where the last ones stay unscored, the run comes to its end.
      const error = await attempt.then(() => null, (error: Error) => error);
      if (error !== null) assert.match(error.name, /^(?:InputError|InfrastructureError)$/);
      assert.ok(mend !== undefined, "need a run that comes that far");
      await mend();
      return await goOn(bench);
    },
  };
}

const calls = [1, 2, 4];
const spoiltDatabases: readonly (readonly [string, Spoil, RegExp])[] = [
  ["locked", lock, /database .*clinic\.sqlite.*: another process keeps it locked/],
  ["corrupt", corrupt, /clinic\.sqlite.*: database disk image is malformed|golds of .* do not run/],
  ["no database", noDatabase, /clinic\.sqlite.*: file is not a database/],
  ["empty", empty, /golds of 2 of 3 tasks do not run: .*no such table: owner/],
  ["gone", gone, /Cannot find 1 databases: clinic; looked up/],
];

const databaseFaults = spoiltDatabases.map(([what, spoil, says]): Fault => ({
  name: `database ${what}`,
  end: "refused or unscored, goes on when it is back",
  atOnce: 4,
  tries: [fromTheStart(what, spoil, says), ...calls.map((call) => inMidRun(what, spoil, call))],
}));

/** Files of the benchmark, and an edit that leaves them well formed. */
const edits: readonly (readonly [string, Spoil])[] = [
  ["dev.json", keepAndWrite((path) => replaceIn(path, "Name every owner.", "Name all owners."))],
  ["dev.json", keepAndWrite((path) => replaceIn(path, "SELECT `name` FROM", "SELECT city FROM"))],
  ["dev.json", keepAndWrite((path) => appendFileSync(path, "\n"))],
  ["dev_tables.json", keepAndWrite((path) => replaceIn(path, "owner id", "owner number"))],
  ["dev_databases/clinic/clinic.sqlite", edited],
];

function replaceIn(path: string, before: string, after: string): void {
  const text = Deno.readTextFileSync(path);
  assert.ok(text.includes(before));
  Deno.writeTextFileSync(path, text.replace(before, after));
}

const editedBenchmark: Fault = {
  name: "benchmark file edited between stop and resume",
  end: "refused, file named, goes on when it is back",
  tries: edits.map(([file, spoil], number) => ({
    what: `${file}, edit ${number}`,
    async run() {
      const bench = await makeBench();
      const stop = new Error("Stopped");
      await assert.rejects(
        () => runBench(bench, (call) => call === 4 ? Promise.reject(stop) : Promise.resolve()),
        stop,
      );
      const mend = await spoil(`${bench.folder}/${file}`);
      await failsWith(
        () => runBench(bench),
        "InputError",
        new RegExp(`Cannot resume.*${file}`, "s"),
      );
      await mend();
      return await goOn(bench);
    },
  })),
};

const gigabyte = 1024 ** 3;

const large: Fault = {
  name: "database of 1 GB",
  end: "read in pieces, same verdicts",
  tries: [{
    what: "1 GB",
    async run() {
      const bench = await makeBench();
      {
        using database = new DatabaseSync(bench.database);
        database.exec(
          "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE filler (a)",
        );
        const insert = database.prepare("INSERT INTO filler VALUES (zeroblob(?))");
        for (let written = 0; written < gigabyte; written += gigabyte / 8) insert.run(gigabyte / 8);
        // The pages stay, and prompts show the tables of the other runs.
        database.exec("DROP TABLE filler");
      }
      assert.ok((await Deno.stat(bench.database)).size >= gigabyte);
      const before = Deno.memoryUsage().rss;
      await runBench(bench);
      const grown = Deno.memoryUsage().rss - before;
      assert.ok(grown < gigabyte / 4, `need a run that reads in pieces, it took ${grown} bytes`);
      const damage = await findAll(bench);
      await Deno.remove(bench.database);
      return damage;
    },
  }],
};

/** Kills all processes that run SQL on a benchmark. */
function killSandbox({ folder }: Bench): number {
  const ids = childrenOf(folder);
  for (const id of ids) {
    try {
      Deno.kill(id, "SIGKILL");
    } catch (error) {
      assert.ok(error instanceof Deno.errors.NotFound, Deno.inspect(error));
    }
  }
  return ids.length;
}

const killedChildren: Fault = {
  name: "sandbox process killed from outside",
  end: "asked again, else unscored, goes on",
  tries: [
    ...[1, 3, 5].map((call) => ({
      what: `before call ${call}`,
      async run() {
        const bench = await makeBench();
        let killed = 0;
        await runBench(bench, (now) => {
          if (now === call) killed = killSandbox(bench);
          return Promise.resolve();
        });
        assert.ok(killed > 0, "need a process to kill");
        return await findAll(bench);
      },
    })),
    ...Array.from({ length: 6 }, (_, number) => ({
      what: `again and again, ${number}`,
      async run() {
        const bench = await makeBench();
        const random = createRandom(`sandbox ${number}`);
        let timer: ReturnType<typeof setTimeout> | undefined, killed = 0;
        const kill = () => {
          killed += killSandbox(bench);
        };
        const again = () => {
          kill();
          timer = setTimeout(again, random.integer(20, 250));
        };
        again();
        // A quick machine ends the run before the timer does: one kill comes at a call in any case.
        const attempt = runBench(bench, (now) => {
          if (now === 1) kill();
          return Promise.resolve();
        });
        const error = await attempt.then(() => null, (error: Error) => error);
        clearTimeout(timer);
        if (error !== null) assert.equal(error.name, "InfrastructureError", Deno.inspect(error));
        assert.ok(killed > 0, "need a process to kill");
        return await goOn(bench);
      },
    })),
  ],
};

export const dataFaults: readonly Fault[] = [
  ...databaseFaults,
  editedBenchmark,
  large,
  killedChildren,
];

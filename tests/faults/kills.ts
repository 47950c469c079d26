/** Processes that end at the wrong moment, or are one too many. */
import assert from "node:assert/strict";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { runCells } from "../../lib/experiment/run_cells.ts";
import { openRecording } from "../../lib/llm/open_recording.ts";
import { createRecordedModel } from "../../lib/llm/recorded_model.ts";
import { methods } from "../../lib/loop/methods.ts";
import { createRandom, type Random } from "../../lib/random.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { newFolder, newPath, stream, worldCell, worldCells, worldModel } from "../runs/world.ts";
import { startProgram } from "./child.ts";
import { type Damage, failsWith, type Fault, findDamage, undisturbedRun } from "./fault.ts";

const victim = new URL("fixtures/run_and_record.ts", import.meta.url);
const holder = new URL("../runs/fixtures/hold_run.ts", import.meta.url);
const kills = 100;
/** Longer than the victim runs, so that no moment is spared. */
const longestMs = 700;
/** Kills that are tried until one hits a given method. */
const mostTries = 50;
/** Share of the runs that are killed once more as they go on. */
const killedTwice = 0.25;

let whole: Promise<string> | undefined;

/** A folder with the undisturbed runs of all methods. */
function undisturbedFolder(): Promise<string> {
  return whole ??= (async () => {
    const folder = await newFolder();
    await runCells({ cells: worldCells(folder), model: worldModel() }, {
      parallel: 2,
      prefetch: false,
    });
    return folder;
  })();
}

/** Methods whose run a kill has cut in two. */
const cutMethods = new Set<string>();

/** Ends what was killed, from the answers that were recorded before, and looks for damage. */
async function finishAll(folder: string): Promise<Damage> {
  using database = openRecording(`${folder}/recording.sqlite`);
  const model = createRecordedModel({ database, model: worldModel(), mode: "record" });
  const cells = worldCells(folder, { resume: true, model });
  await runCells({ cells, model }, { parallel: 2, prefetch: false });
  const whole = await undisturbedFolder();
  let lost = 0, wrong = 0;
  for (const { path } of cells) {
    const damage = await findDamage(path, path.replace(folder, whole));
    lost += damage.lost;
    wrong += damage.wrong;
  }
  return { lost, wrong };
}

function noteCuts(folder: string): void {
  for (const { path, manifest } of worldCells(folder)) {
    try {
      const { length } = readRun(path).episodes;
      if (length > 0 && length < stream.length) cutMethods.add(manifest.method);
    } catch (error) {
      assert.match((error as Error).message, /there is no such file/);
    }
  }
}

/** A victim that starts with a method, in a folder, and chance. */
interface Blow {
  readonly folder: string;
  readonly first: string;
  readonly random: Random;
}

/** Kills a program at a random moment; false where it came to its end before. */
async function killAtRandom({ folder, first, random }: Blow): Promise<boolean> {
  const program = await startProgram(victim, folder, first);
  await new Promise((resolve) => setTimeout(resolve, random.integer(0, longestMs)));
  const isHit = await program.kill();
  noteCuts(folder);
  return isHit;
}

/** Kills new runs until a kill hits, some of them again as they go on, and ends what is left. */
async function killAndFinish({ first, random }: Omit<Blow, "folder">): Promise<Damage> {
  let folder: string;
  do folder = await newFolder(); while (!await killAtRandom({ folder, first, random }));
  if (random.next() < killedTwice) await killAtRandom({ folder, first, random });
  return await finishAll(folder);
}

const killed: Fault = {
  name: "SIGKILL at a random moment, all methods and the recording",
  end: "goes on to the same rows",
  atOnce: 2,
  tries: Array.from({ length: kills }, (_, number) => ({
    what: `kill ${number}`,
    run: () =>
      killAndFinish({
        first: methods[number % methods.length]!.name,
        random: createRandom(`kill ${number}`),
      }),
  })),
};

const allCut: Fault = {
  name: "a kill inside the run of each method",
  end: "all methods were hit",
  tries: methods.map(({ name }) => ({
    what: name,
    async run() {
      // How many of the kills above hit it depends on the machine: these go on until one does.
      const random = createRandom(name);
      let lost = 0, wrong = 0;
      for (let tries = 0; tries < mostTries && !cutMethods.has(name); tries++) {
        const damage = await killAndFinish({ first: name, random });
        lost += damage.lost;
        wrong += damage.wrong;
      }
      assert.ok(cutMethods.has(name), `need a kill that hits ${name} in mid-run`);
      return { lost, wrong };
    },
  })),
};

/** Lets a process have a run, and looks at what a second one is told. */
async function contend(enter: (path: string, says: RegExp) => Promise<void>): Promise<Damage> {
  const path = await newPath();
  const first = await startProgram(holder, path);
  await enter(
    path,
    new RegExp(`"${path}": process ${first.pid} on \\S+ is writing it; wait for it`),
  );
  assert.equal(await first.kill(), true);
  await runCell({ ...worldCell(path), resume: true });
  return await findDamage(path, await undisturbedRun());
}

const twoWriters: Fault = {
  name: "a second process on one run file",
  end: "refused, first one named with its pid",
  tries: [
    {
      what: "in this process",
      run: () =>
        contend((path, says) =>
          failsWith(() => runCell({ ...worldCell(path), resume: true }), "InputError", says)
        ),
    },
    {
      what: "as a program",
      run: () =>
        contend(async (path, says) => {
          const { stderr, success } = await new Deno.Command(Deno.execPath(), {
            args: ["run", "--no-check", "--no-lock", "-A", holder.pathname, path],
            env: { NO_COLOR: "1" },
            stdin: "null",
          }).output();
          assert.equal(success, false);
          assert.match(new TextDecoder().decode(stderr), says);
        }),
    },
  ],
};

export const killFaults: readonly Fault[] = [killed, allCut, twoWriters];

/** Killed at any moment, a replay loses at most its running episodes, and ends as if never killed. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { createRandom, type Random } from "../../lib/random.ts";
import { auditRun } from "../../lib/runs/audit_run.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { dumpDatabase, newFolder } from "./world.ts";

/** The path of a file of the repository. */
const fileIn = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const { recording, methods, databases }: Readonly<{
  recording: string;
  methods: readonly string[];
  databases: readonly string[];
}> = JSON.parse(await Deno.readTextFile(fileIn("data/recordings/bundled.json")));

/** Independent sequences of kills at the same time: a start takes longer than what follows it. */
const lanes = ["a", "b", "c", "d"];
const killsEach = 5;
/** Questions; a run writes a line for each gold, then ten for the episodes of all methods. */
const limit = 6;

/** When to kill: a line of its progress, and milliseconds after it. */
interface Moment {
  readonly line: number;
  readonly delayMs: number;
}

/** Replays all recorded methods into a folder, or goes on; the lines it wrote, and whether it ended. */
async function replay(folder: string, moment: Moment | null) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "--frozen", `--lock=${fileIn("deno.lock")}`],
      ...[`--config=${fileIn("deno.json")}`, fileIn("cli.ts"), "run", "--replay", "--resume"],
      ...["--recording", fileIn(`data/recordings/${recording}`), "--out", "runs"],
      ...["--methods", methods.join(), "--parallel", `${methods.length}`],
      ...["--databases", databases[0]!, "--limit", `${limit}`],
    ],
    cwd: folder,
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const lines: string[] = [];
  let text = "", timer: ReturnType<typeof setTimeout> | undefined;
  for await (const part of child.stderr.pipeThrough(new TextDecoderStream())) {
    text += part;
    lines.splice(0, lines.length, ...text.split("\n").slice(0, -1));
    if (moment === null || timer !== undefined || lines.length < moment.line) continue;
    timer = setTimeout(() => kill(child), moment.delayMs);
  }
  const { success, signal } = await child.status;
  clearTimeout(timer);
  assert.ok(success || signal === "SIGKILL", `need an end that is good or a kill: ${text}`);
  return { lines, ended: success };
}

/** Kills a program that may just have come to its end by itself. */
function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    assert.ok(error instanceof TypeError, "need a program that runs or has ended");
  }
}

/** The run files of a folder by name, row by row, without times and the folder's own name. */
function dumpRuns(folder: string) {
  const names = [...Deno.readDirSync(`${folder}/runs`)].map(({ name }) => name);
  return names.sort().filter((name) => name.endsWith(".run.sqlite")).map((name) => {
    const { run, ...tables } = dumpDatabase(`${folder}/runs/${name}`);
    return { name, tables, run: JSON.stringify(run).replaceAll(folder, "") };
  });
}

Deno.test("merit run: G7-05 a replay killed at 20 random moments and resumed writes what an uninterrupted one does", async () => {
  const folder = await newFolder();
  assert.ok((await replay(folder, null)).ended);
  const whole = dumpRuns(folder);
  assert.equal(whole.length, methods.length);
  for (const { name } of whole) {
    const run = readRun(`${folder}/runs/${name}`);
    assert.equal(run.episodes.length, limit);
    assert.deepEqual((await auditRun(run)).violations, []);
  }
  let duringEpisodes = 0;
  const killAndResume = async (random: Random) => {
    let folder = await newFolder();
    for (let killed = 0; killed < killsEach;) {
      const moment = { line: random.integer(1, limit + 10), delayMs: random.integer(0, 30) };
      const { lines, ended } = await replay(folder, moment);
      if (ended) {
        assert.deepEqual(dumpRuns(folder), whole);
        folder = await newFolder();
      } else {
        killed++;
        if (/^(?:\[.*\] \d+\/\d+, |finished )/.test(lines.at(-1)!)) duringEpisodes++;
      }
    }
    assert.ok((await replay(folder, null)).ended);
    assert.deepEqual(dumpRuns(folder), whole);
  };
  await Promise.all(lanes.map((lane) => killAndResume(createRandom(lane))));
  assert.ok(duringEpisodes > 0, "need kills between the first episode and the last");
});

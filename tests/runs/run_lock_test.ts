import assert from "node:assert/strict";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { auditRun } from "../../lib/runs/audit_run.ts";
import { runFileExists } from "../../lib/runs/run_file.ts";
import { lockRun } from "../../lib/runs/run_lock.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { openRunWriter } from "../../lib/runs/run_writer.ts";
import { newPath, worldCell } from "./world.ts";

/** A process of a fixture, with the rights to files that a test has, and to the machine's name. */
function spawn(fixture: string, path: string, ...args: string[]): Deno.ChildProcess {
  const program = fileURLToPath(new URL(`fixtures/${fixture}.ts`, import.meta.url));
  return new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--no-prompt", "--no-check", "--no-lock", "--allow-read"],
      ...["--allow-sys=hostname", `--allow-write=${Deno.realPathSync(dirname(path))}`],
      ...[program, path, ...args],
    ],
    env: { NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

const decoder = new TextDecoder();

/** A process that has a run open for writing. */
async function holdRun(path: string) {
  const child = spawn("hold_run", path);
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  return {
    said: decoder.decode(value),
    pid: child.pid,
    async end(signal: "SIGKILL" | null) {
      if (signal === null) await child.stdin.close();
      else child.kill(signal);
      await child.status;
      await Promise.all([reader.cancel(), child.stderr.cancel()]);
      if (signal !== null) await child.stdin.close().catch(() => {});
    },
  };
}

/** What a process that opens a run says in the end. */
async function tryRun(path: string): Promise<string> {
  const child = spawn("hold_run", path);
  await child.stdin.close();
  const { stdout, stderr } = await child.output();
  return decoder.decode(stdout) + decoder.decode(stderr);
}

const lockOf = (path: string) => `${path}.lock`;

Deno.test("lockRun: of two processes on one run the second is told who has it", async () => {
  const path = await newPath();
  const holder = await holdRun(path);
  assert.equal(holder.said, "ready with 8\n");
  const reason = new RegExp(
    `InputError: Cannot write run file "${path}": process ${holder.pid} on \\S+ is writing it; wait`,
  );
  assert.match(await tryRun(path), reason);
  const resumed = { ...worldCell(path), resume: true };
  await assert.rejects(() => runCell(resumed), new RegExp(`process ${holder.pid} on `));

  const run = readRun(path);
  assert.deepEqual([run.episodes, (await auditRun(run)).violations], [[], []]);

  await holder.end(null);
  assert.equal(runFileExists(lockOf(path)), false);
  assert.equal(await runCell(resumed), 8);
});

Deno.test("lockRun: what a killed process left is taken over", async () => {
  const path = await newPath();
  const holder = await holdRun(path);
  await holder.end("SIGKILL");
  const left = JSON.parse(await Deno.readTextFile(lockOf(path)));
  assert.equal(left.pid, holder.pid);
  assert.equal(await tryRun(path), "ready with 8\n");
  assert.equal(runFileExists(lockOf(path)), false);
});

Deno.test("lockRun: nor does it matter that the killed one's id is another process's now", async () => {
  const path = await newPath();
  await Deno.writeTextFile(lockOf(path), JSON.stringify({ pid: Deno.pid, host: null }));
  lockRun(path)[Symbol.dispose]();
  assert.equal(runFileExists(lockOf(path)), false);
});

Deno.test("lockRun: what another machine left is not, and the file to delete is named", async () => {
  const path = await newPath();
  await Deno.writeTextFile(lockOf(path), JSON.stringify({ pid: 17, host: "elsewhere" }));
  const said = await tryRun(path);
  assert.match(
    said,
    /process 17 on elsewhere was writing it, this is \S+; if that process has ended/,
  );
  assert.ok(said.includes(`delete "${lockOf(path)}"`), said);
  assert.equal(runFileExists(path), false);
  await Deno.remove(lockOf(path));
  assert.equal(await tryRun(path), "ready with 8\n");
});

for (const content of ["", "{", "[]", '{"pid":"x","host":7}', "x".repeat(5000)]) {
  Deno.test(`lockRun: takes a free lock file that says ${content.slice(0, 20) || "nothing"}`, async () => {
    const path = await newPath();
    await Deno.writeTextFile(lockOf(path), content);
    {
      using _lock = lockRun(path);
      assert.equal(JSON.parse(await Deno.readTextFile(lockOf(path))).pid, Deno.pid);
    }
    assert.equal(runFileExists(lockOf(path)), false);
  });
}

Deno.test("lockRun: a lock file that its last holder removes meanwhile is no lock", async () => {
  const path = await newPath();
  const { prototype } = Deno.FsFile, { tryLockSync } = prototype;
  prototype.tryLockSync = function (exclusive) {
    prototype.tryLockSync = tryLockSync;
    Deno.removeSync(lockOf(path));
    return tryLockSync.call(this, exclusive);
  };
  using _lock = lockRun(path);
  assert.equal(prototype.tryLockSync, tryLockSync);
  assert.equal(JSON.parse(await Deno.readTextFile(lockOf(path))).pid, Deno.pid);
  assert.throws(() => lockRun(path), { name: "InputError", message: /is writing it/ });
});

Deno.test("lockRun: a run reached by a link has one lock", async () => {
  const [path, link] = [await newPath(), await newPath("link")];
  await Deno.writeTextFile(path, "");
  await Deno.symlink(path, link);
  using _lock = lockRun(path);
  assert.throws(() => lockRun(link), { name: "InputError", message: /is writing it/ });
});

Deno.test("lockRun: refuses a folder where no file can be made", async () => {
  const path = await newPath();
  await Deno.mkdir(lockOf(path));
  for (const bad of [path, `${dirname(path)}/none/a.run.sqlite`]) {
    assert.throws(() => lockRun(bad), {
      name: "InputError",
      message: new RegExp(`^Cannot write run file "${bad}": cannot make "${bad}.lock": `),
    });
    assert.throws(() => openRunWriter(worldCell(bad)), { name: "InputError" });
  }
});

Deno.test("lockRun: processes that contend never have it at the same time", async () => {
  const path = await newPath();
  const children = Array.from({ length: 4 }, () => spawn("contend_lock", path, "800"));
  const ends = await Promise.all(children.map(async (child) => {
    await child.stdin.close();
    const { stdout, stderr } = await child.output();
    return { taken: decoder.decode(stdout).trim(), error: decoder.decode(stderr) };
  }));
  assert.deepEqual(ends.map(({ error }) => error), ["", "", "", ""]);
  const taken = ends.reduce((sum, end) => sum + Number(end.taken), 0);
  assert.ok(taken > 50, `need a lock that is often taken, was ${taken} times`);
});

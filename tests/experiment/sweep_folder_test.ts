import assert from "node:assert/strict";
import { listCells, readSweep } from "../../lib/experiment/sweep_folder.ts";
import { lockRun } from "../../lib/runs/run_lock.ts";
import { inTempDir } from "../benchmark/bird_layout.ts";

Deno.test("readSweep: gives what listCells wrote", () =>
  inTempDir(async (folder) => {
    const sweep = {
      engine: "slurm",
      cells: [{ run: "a/b.run.sqlite", model: "openai:m@http://a:1,http://b:1" }],
    } as const;
    await listCells(folder, sweep);
    assert.deepEqual(await readSweep(folder), sweep);
    assert.equal((await Array.fromAsync(Deno.readDir(folder))).length, 1);
  }));

Deno.test("listCells: what is listed goes before, what was listed stays, a cell stands once", () =>
  inTempDir(async (folder) => {
    const list = (...names: readonly string[]) =>
      listCells(folder, {
        engine: "local",
        cells: names.map((name) => ({ run: `${name}.run.sqlite`, model: names.join("") })),
      });
    for (const names of ["ab", "cd", "bd"]) await list(...names);
    assert.deepEqual(
      (await readSweep(folder))!.cells,
      [
        ["b", "bd"],
        ["d", "bd"],
        ["c", "cd"],
        ["a", "ab"],
      ].map(([name, model]) => ({ run: `${name}.run.sqlite`, model })),
    );
  }));

Deno.test("listCells: while another process writes the list nothing is written", () =>
  inTempDir(async (folder) => {
    const cells = [{ run: "a.run.sqlite", model: "" }];
    using _lock = lockRun(`${folder}/sweep.json`);
    await assert.rejects(listCells(folder, { engine: "local", cells }), { name: "InputError" });
    assert.equal(await readSweep(folder), null);
  }));

Deno.test("readSweep: refuses what is no list of cells", () =>
  inTempDir(async (folder) => {
    for (
      const text of [
        "",
        "[]",
        "null",
        '{"engine":"cloud","cells":[]}',
        '{"engine":"local","cells":{}}',
        '{"engine":"local","cells":[null]}',
        '{"engine":"local","cells":[{"run":"a.sqlite","model":""}]}',
        '{"engine":"local","cells":[{"run":"a.run.sqlite"}]}',
      ]
    ) {
      await Deno.writeTextFile(`${folder}/sweep.json`, text);
      await assert.rejects(readSweep(folder), {
        name: "InputError",
        message: /sweep\.json": it is/,
      });
    }
  }));

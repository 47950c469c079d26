import assert from "node:assert/strict";
import { readSweep, writeSweep } from "../../lib/experiment/sweep_folder.ts";
import { inTempDir } from "../benchmark/bird_layout.ts";

Deno.test("readSweep: gives what writeSweep wrote", () =>
  inTempDir(async (folder) => {
    const sweep = {
      engine: "slurm",
      cells: [{ run: "a/b.run.sqlite", model: "openai:m@http://a:1,http://b:1" }],
    } as const;
    await writeSweep(folder, sweep);
    assert.deepEqual(await readSweep(folder), sweep);
    assert.equal((await Array.fromAsync(Deno.readDir(folder))).length, 1);
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

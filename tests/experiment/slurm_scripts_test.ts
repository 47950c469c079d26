import assert from "node:assert/strict";
import { type SlurmOptions, writeScripts } from "../../lib/experiment/slurm_scripts.ts";

const options: SlurmOptions = {
  folder: "/work/100% mine's",
  cells: 72,
  workers: 8,
  time: "04:00:00",
  memory: "2G",
  requeue: true,
  extra: ["--partition=cpu", "--account=a b"],
  prepare: ["deno", "sweep", "--set", "a=$(rm)"],
  cell: ["deno", "sweep", "cell", "/work/100% mine's"],
};

Deno.test("writeScripts: what is asked for, quoted", () => {
  const { prepare, cells } = writeScripts(options);
  assert.equal(
    cells,
    `#!/bin/bash
#SBATCH --job-name=merit-cells
#SBATCH --array=1-72%8
#SBATCH --output='/work/100%% mine'\\''s/cells.log'
#SBATCH --open-mode=append
#SBATCH --ntasks=1
#SBATCH --time=04:00:00
#SBATCH --mem=2G
#SBATCH --requeue
#SBATCH --partition=cpu
#SBATCH --account=a b
exec deno sweep cell '/work/100% mine'\\''s' "$SLURM_ARRAY_TASK_ID"
`,
  );
  assert.match(prepare, /\nexec deno sweep --set 'a=\$\(rm\)'\n$/);
  assert.doesNotMatch(prepare, /--array/);
});

Deno.test("writeScripts: without limits none are asked for, and nothing is requeued", () => {
  const { time: _time, memory: _memory, ...rest } = options;
  const { cells } = writeScripts({ ...rest, requeue: false });
  assert.doesNotMatch(cells, /--time|--mem/);
  assert.match(cells, /#SBATCH --no-requeue\n/);
});

Deno.test("writeScripts: refuses what is no option of sbatch", () => {
  for (const extra of ["partition=cpu", "", "--a\n--b", "-"]) {
    assert.throws(() => writeScripts({ ...options, extra: [extra] }), { name: "InputError" });
  }
});

Deno.test("writeScripts: refuses what the sweep sets itself, however it is written", () => {
  const own = [
    ...["--array=1-2", "--array 1-2", "--arr=1", "-a1-2", "-a 1", '--qos=x "--array"=1'],
    ...["--output=x", "--out=x", "-o x", "--dependency=singleton", "-d1", "-p cpu --depend=1"],
  ];
  for (const option of own) {
    assert.throws(() => writeScripts({ ...options, extra: [option] }), {
      name: "InputError",
      message: /the sweep sets --(array|output|dependency) itself/,
    }, option);
  }
  const others = ["--account=a", "-A a", "-D /x", "--open-mode=truncate", "--array-like", "-p a-o"];
  for (const option of others) {
    const { cells } = writeScripts({ ...options, extra: [option] });
    assert.ok(cells.includes(`\n#SBATCH ${option}\n`));
  }
});

Deno.test("writeScripts: takes times and memory as Slurm writes them, and nothing else", () => {
  for (const time of ["10", "10:30", "04:00:00", "1-0", "1-12:30", "2-00:00:00", "UNLIMITED"]) {
    assert.ok(writeScripts({ ...options, time }).cells.includes(`\n#SBATCH --time=${time}\n`));
  }
  for (const time of ["abc", "", "-1", "1:2:3:4", "1h", "00:10:00\necho INJECTED", "10\n"]) {
    assert.throws(() => writeScripts({ ...options, time }), { name: "InputError" }, time);
  }
  for (const memory of ["500", "500M", "2G", "2g", "1T"]) {
    assert.ok(writeScripts({ ...options, memory }).prepare.includes(`\n#SBATCH --mem=${memory}\n`));
  }
  for (const memory of ["-2G", "", "2GB", "2 G", "lots", "2G\n--array=1"]) {
    assert.throws(() => writeScripts({ ...options, memory }), { name: "InputError" }, memory);
  }
});

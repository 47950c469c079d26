import assert from "node:assert/strict";
import { classifyCommand } from "../../lib/commands/classify.ts";
import { exampleCell } from "../../lib/experiment/examples.ts";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { captureTerminal } from "./capture_terminal.ts";

async function classify(...args: string[]): Promise<string> {
  const terminal = captureTerminal();
  assert.equal(await classifyCommand.run(args, terminal), 0);
  assert.deepEqual(terminal.errors, []);
  return terminal.text();
}

interface Result {
  readonly set: string;
  readonly split: string;
  readonly classifier: string;
  readonly confusion: { readonly n: number; readonly correct: number; readonly matrix: number[][] };
}

/** Right ones of all, as data/failures/README.md says. The held-out part was run once. */
const reported = [
  "mutations development paper 452 of 808",
  "mutations development shape 478 of 808",
  "mutations development structural 783 of 808",
  "mutations held_out paper 432 of 817",
  "mutations held_out shape 472 of 817",
  "mutations held_out structural 726 of 817",
  "real development paper 34 of 82",
  "real development shape 36 of 82",
  "real development structural 77 of 82",
  "real held_out paper 42 of 68",
  "real held_out shape 44 of 68",
  "real held_out structural 54 of 68",
];

Deno.test("classify: the accuracies that the README reports", async () => {
  const { results }: { results: Result[] } = JSON.parse(await classify("--json"));
  const measured = results.map(({ set, split, classifier, confusion: { correct, n } }) =>
    `${set} ${split} ${classifier} ${correct} of ${n}`
  );
  assert.deepEqual(measured, reported);
});

Deno.test("classify: the README's table is what the command prints", async () => {
  const readme = await Deno.readTextFile(new URL("../../data/failures/README.md", import.meta.url));
  const cells = (text: string) =>
    text.split("\n").filter((line) => /^\| (?:mutations|real), /.test(line))
      .map((line) => line.split("|").map((cell) => cell.trim()));
  const printed = cells(await classify());
  assert.equal(printed.length, 12);
  assert.deepEqual(cells(readme), printed);
});

Deno.test("classify: one classifier, type by type, with the matrix", async () => {
  const text = await classify("--classifier", "paper");
  assert.match(text, /^## mutations, held_out: paper$/m);
  assert.match(text, /^\| unknown +\| +0 \| +– \| +– \| +– \|$/m);
  assert.equal(text.match(/^\| cause /gm)?.length, 4);
});

Deno.test("classify: labelled failures of a folder of one's own", async () => {
  const folder = await Deno.makeTempDir();
  const failure = {
    ...{ task: "45", type: "filter_value", split: "held_out", status: "mismatch", outcome: "rows" },
    ...{ sql: "SELECT COUNT(*) FROM repair WHERE status = 'done'", message: "" },
    shape: { rows: 1, columns: 1 },
  };
  await Deno.writeTextFile(`${folder}/mine.json`, JSON.stringify([failure]));
  const text = await classify("--failures", folder);
  await Deno.remove(folder, { recursive: true });
  assert.match(text, /^\| mine, held_out +\| +paper \| +1 \| +0\.0 % \|/m);
  assert.match(text, /^\| mine, held_out +\| +structural \| +1 \| +100\.0 % \|/m);
});

Deno.test("classify: the failures of a run, by stored type and by the classifier's", async () => {
  const folder = await Deno.makeTempDir();
  await runCell(exampleCell(`${folder}/a.run.sqlite`));
  const text = await classify(folder);
  const { types, runs } = JSON.parse(await classify(folder, "--json", "--classifier", "paper"));
  await Deno.remove(folder, { recursive: true });
  assert.match(text, /^1 of 1 failures keep their type$/m);
  const place = types.indexOf("schema_linking");
  assert.equal(runs[0].counts[place][place], 1);
  assert.equal(runs[0].kept, runs[0].failures);
});

Deno.test("classify: an unknown folder is the user's to mend", async () => {
  await assert.rejects(() => classify("--failures", "/nowhere"), { name: "InputError" });
});

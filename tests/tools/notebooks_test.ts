/** Runs with all rights: the kernel has them too. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { isInstalled } from "../../tools/notebooks/environment.ts";
import { parseNotebook, writeNotebook } from "../../tools/notebooks/notebook_file.ts";
import { checkNotebook, checkNotebooks } from "../../tools/notebooks.ts";
import { makeNotebook } from "./notebooks/make_notebook.ts";

const ignore = !await isInstalled();
if (ignore) console.log("skipped, because .venv is not installed: deno task notebooks installs it");

const library = new URL("../../lib/notebook/", import.meta.url);
const imports =
  `import { show } from "${library}show.ts";\nimport { table } from "${library}table.ts";`;

/** Stores a notebook in a folder of its own, executes it there and lists what is wrong with it. */
async function check(
  text: string,
  options: { readonly write: boolean; readonly meanwhile?: string },
): Promise<{ readonly faults: readonly string[]; readonly text: string }> {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "fixture.ipynb");
  await Deno.writeTextFile(path, options.meanwhile ?? text);
  const faults = await checkNotebook({ path, notebook: parseNotebook(text) }, {
    settleS: 0.3,
    timersS: 2,
    ...options,
  });
  const left = { faults, text: await Deno.readTextFile(path) };
  assert.deepEqual((await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name), [
    "fixture.ipynb",
  ]);
  await Deno.remove(folder, { recursive: true });
  return left;
}

Deno.test({
  name: "checkNotebook: what it stores passes, a changed number or other metadata does not",
  ignore,
  async fn() {
    const sources = [imports, "const n = 40 ;", 'await show("n", table([{ n, share: "57.5 %" }]))'];
    const first = await check(writeNotebook(makeNotebook(sources)), { write: true });
    assert.deepEqual(first.faults, []);
    const [, two, three] = parseNotebook(first.text).cells;
    assert.deepEqual(two!.source, ["const n = 40;"]);
    assert.deepEqual(three!.outputs?.map(({ data }) => data?.["text/plain"]), [
      ["n"],
      [" n   share\n", "--  ------\n", "40  57.5 %"],
    ]);
    assert.deepEqual(three!.outputs?.map(({ metadata }) => metadata), [{}, {}]);
    assert.equal(three!.execution_count, 3);

    assert.deepEqual(await check(first.text, { write: false }), { ...first, faults: [] });

    const changed = first.text.replaceAll("57.5 %", "60.0 %").replace(
      'share: \\"60.0',
      'share: \\"57.5',
    );
    const found = await check(changed, { write: false });
    assert.match(
      found.faults.join(),
      /^cell 3 output 2 differs in text\/html, line 4:\n.*60\.0 %.*\n.*57\.5 %/,
    );
    assert.equal(found.text, changed, "a check writes nothing");

    const versioned = first.text.replace(
      '"name": "typescript",',
      '"name": "typescript",\n   "version": "6",',
    );
    assert.deepEqual((await check(versioned, { write: false })).faults, [
      "is not stored as --write stores it",
    ]);
  },
});

Deno.test({
  name: "checkNotebook: what somebody else saved meanwhile is kept",
  ignore,
  async fn() {
    const text = writeNotebook(makeNotebook(["const a = 1;"]));
    const meanwhile = writeNotebook(makeNotebook(["const a = 2;"]));
    const { faults, text: left } = await check(text, { write: true, meanwhile });
    assert.match(faults.join(), /^was changed by somebody else/);
    assert.equal(left, meanwhile);
  },
});

Deno.test({
  name: "checkNotebook: lost, printed, unawaited and rejected things are found, and not stored",
  ignore,
  async fn() {
    const sources = [
      imports,
      `await Deno.jupyter.broadcast("update_display_data", { data: {}, metadata: {}, transient: {} });`,
      "void Promise.reject(new Error(`nobody waits`));",
      'setTimeout(() => { throw new Error("in a timer"); }, 10);',
      'console.log("printed");',
      "if (Date.now() < 0) await show(1 + 1 + ``);",
      'void show("not awaited");\nawait new Promise((resolve) => setTimeout(resolve, 200));',
      'await Deno.jupyter.display(Deno.jupyter.md`raw`);\nawait show("after");',
    ];
    const text = writeNotebook(makeNotebook(sources));
    const found = await check(text, { write: true });
    assert.equal(found.text, text);
    const faults = found.faults.join("\n");
    assert.match(faults, /^cell 2 lost 1 of its 1 outputs$/m, "readers drop such a message");
    assert.match(faults, /^cell 3 or one before it leaves something behind: Error: nobody waits$/m);
    assert.match(faults, /behind: (?:Uncaught )?Error: in a timer$/m);
    assert.match(faults, /^cell 5 prints/m);
    assert.match(faults, /^cell 6 shows nothing although it calls show$/m);
    assert.match(faults, /^cell 7 does not await show$/m);
    assert.match(faults, /^cell 8 shows something without show/m);
  },
});

Deno.test({
  name: "checkNotebook: an error, a failing Deno.test and a kernel that ends are found",
  ignore,
  async fn() {
    const faultsOf = async (source: string) =>
      (await check(writeNotebook(makeNotebook(["const a = 1;", source])), { write: false })).faults;
    const [thrown, tested, ended] = [
      await faultsOf('await Promise.reject(new RangeError("awaited"));'),
      await faultsOf('Deno.test("fails", () => { throw new Error("unseen"); });'),
      await faultsOf("Deno.exit(0);"),
    ];
    assert.deepEqual(thrown, ["cell 2 fails: RangeError: awaited"]);
    assert.match(tested.join(), /^cell 2 fails: Error: Cannot check by Deno.test in a notebook/);
    assert.match(ended.join(), /^Cannot execute .*fixture\.ipynb: .*(?:died|DeadKernelError)/s);
  },
});

Deno.test({
  name: "checkNotebook: what fails only after the last cell is waited for",
  ignore,
  async fn() {
    const faultsOf = async (...sources: readonly string[]) =>
      (await check(writeNotebook(makeNotebook(sources)), { write: false })).faults;
    const behind = "cell 2 or one before it leaves something behind:";
    const late = (name: string) => `.then(() => {\n  throw new Error("${name}");\n});`;
    assert.deepEqual(
      await faultsOf(
        `const own = new Promise((resolve) => setTimeout(resolve, 700))${late("own")}`,
        `const node = (await import("node:timers/promises")).setTimeout(1400)${late("node")}`,
      ),
      [`${behind} Error: own`, `${behind} Error: node`],
    );
    assert.deepEqual(await faultsOf("const a = 1;", "const b = setInterval(() => {}, 100);"), [
      `${behind} a timer, still there after 2 s`,
    ]);
  },
});

Deno.test("checkNotebooks: arguments that cannot be met are refused before anything runs", async () => {
  const lines: string[] = [];
  const run = (...args: string[]) => checkNotebooks(args, { print: (line) => lines.push(line) });
  const refused = (message: RegExp) => ({ name: "InputError", message });
  await assert.rejects(() => run("00_quikstart"), refused(/nearest is 00_quickstart/));
  await assert.rejects(() => run("--write", "--check"), refused(/--write with --check/));
  await assert.rejects(() => run("--wrote"), refused(/--wrote/));
  assert.deepEqual(lines, []);
});

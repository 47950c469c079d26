import assert from "node:assert/strict";
import type { Attempt, MemoryEntry, Status } from "../../lib/domain.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { exampleAttempt } from "../../lib/loop/examples.ts";
import { promptSets } from "../../lib/loop/prompts.ts";
import {
  renderFirst,
  renderReflection,
  renderRepair,
  type RepairView,
} from "../../lib/loop/render_prompt.ts";
import { exampleEntry, exampleTask } from "../../lib/memory/examples.ts";
import { entryAt } from "../memory/entries.ts";
import { leftOverGoldens, matchGolden } from "./golden.ts";
import { observations, secret } from "./scripted_loop.ts";

const prompts = promptSets[defaultConfiguration.prompts];
const score = { dense: 1, lexical: 1, lexicalRaw: 2, total: 1 };
const evidence = "older than 30 means age > 30";

const attemptWith = (status: Status): Attempt => ({
  ...exampleAttempt,
  observation: observations[status],
});
const view = (changes: Partial<RepairView> = {}): RepairView => ({
  task: exampleTask,
  failed: attemptWith("error"),
  retrieved: [],
  reflections: [],
  reflects: false,
  polarity: "split",
  ...changes,
});
const showing = (...entries: readonly MemoryEntry[]) =>
  view({
    retrieved: entries.map((entry, i) => ({ entry, rank: i + 1, score, poolSize: 9 })),
  });
const lastMessage = (of: RepairView) => renderRepair(of, prompts).at(-1)!.content;
const reflectionOn = (sql: string, message: string) =>
  renderReflection(failedWith(sql, message), prompts).at(-1)!.content;

const pair = entryAt(4, { kind: "pair", failureType: null, sqlBefore: "" });
const reflection = entryAt(5, {
  kind: "reflection",
  text: "The column was misspelt;\nread the schema before naming one.",
});
const negative = entryAt(6, {
  polarity: "negative",
  failureType: "result_mismatch",
  sqlAfter: "SELECT max(age) FROM singer",
});

const goldens: Readonly<Record<string, () => ReturnType<typeof renderFirst>>> = {
  first: () => renderFirst(exampleTask, prompts),
  first_with_evidence: () => renderFirst({ ...exampleTask, evidence }, prompts),
  repair_after_error: () => renderRepair(view(), prompts),
  repair_after_mismatch: () => renderRepair(view({ failed: attemptWith("mismatch") }), prompts),
  repair_after_timeout: () => renderRepair(view({ failed: attemptWith("timeout") }), prompts),
  reflection: () => renderReflection(view(), prompts),
  reflection_on_mismatch: () =>
    renderReflection(view({ failed: attemptWith("mismatch") }), prompts),
  repair_without_query: () =>
    renderRepair(view({ failed: { ...attemptWith("error"), sql: "" } }), prompts),
  repair_with_evidence: () => renderRepair(view({ task: { ...exampleTask, evidence } }), prompts),
  memory_positive: () => renderRepair(showing(exampleEntry), prompts),
  memory_negative: () => renderRepair(showing(negative), prompts),
  memory_pair: () => renderRepair(showing(pair), prompts),
  memory_reflection: () => renderRepair(showing(reflection), prompts),
  memory_several: () => renderRepair(showing(exampleEntry, entryAt(7), negative), prompts),
  own_reflections: () =>
    renderRepair(view({ reflections: ["The join was wrong.", "So was the filter."] }), prompts),
  memory_pooled: () =>
    renderRepair({ ...showing(exampleEntry, negative), polarity: "pooled" }, prompts),
  repair_reflecting: () => renderRepair(view({ reflects: "inline" }), prompts),
  repair_reflecting_with_memory: () =>
    renderRepair({
      ...showing(exampleEntry),
      reflections: ["The join was wrong."],
      reflects: "inline",
    }, prompts),
  memory_and_own_reflections: () =>
    renderRepair({ ...showing(reflection), reflections: ["The join was wrong."] }, prompts),
};

for (const [name, render] of Object.entries(goldens)) {
  Deno.test(`prompts: ${name} is its golden text`, () => matchGolden(name, render()));
}

Deno.test("prompts: no golden text is left over", () => {
  assert.deepEqual(leftOverGoldens(Object.keys(goldens)), []);
});

Deno.test("renderRepair: starts with the messages of attempt 0, which servers keep", () => {
  const [system, question] = renderFirst(exampleTask, prompts);
  const [first, second, ...others] = renderRepair(showing(exampleEntry), prompts);
  assert.deepEqual([first, second!.role, others], [system, "user", []]);
  assert.ok(second!.content.startsWith(question!.content));
});

Deno.test("renderRepair: never shows why the judge said so", () => {
  for (const status of ["error", "mismatch", "timeout"] as const) {
    const failed = attemptWith(status);
    const messages = [
      ...renderRepair(view({ failed }), prompts),
      ...renderReflection(view({ failed }), prompts),
    ];
    assert.equal(messages.some(({ content }) => content.includes(secret)), false);
  }
});

Deno.test("renderRepair: a correct attempt has no feedback", () => {
  assert.throws(() => renderRepair(view({ failed: attemptWith("correct") }), prompts), RangeError);
});

Deno.test("renderRepair: ends with its own question, whatever the precedents ask", () => {
  const others = entryAt(3, { question: "How many bands are there?" });
  for (const reflects of ["call", "inline", false] as const) {
    assert.ok(lastMessage({ ...showing(others), reflects }).endsWith(exampleTask.question));
  }
});

Deno.test("renderRepair: a reflection of its own call changes nothing in what is asked", () => {
  const given = { ...showing(exampleEntry), reflections: ["The join was wrong."] };
  assert.equal(lastMessage({ ...given, reflects: "call" }), lastMessage(given));
  assert.notEqual(lastMessage({ ...given, reflects: "inline" }), lastMessage(given));
});

Deno.test("renderRepair: pooled repairs of both polarities read alike", () => {
  const pooled = (entry: MemoryEntry) => lastMessage({ ...showing(entry), polarity: "pooled" });
  const positive = { ...negative, polarity: "positive" } as const;
  assert.equal(pooled(positive), pooled(negative));
  assert.notEqual(lastMessage(showing(positive)), lastMessage(showing(negative)));
  for (const entry of [pair, reflection]) assert.equal(pooled(entry), lastMessage(showing(entry)));
});

const shapes: readonly [rows: number, columns: number, preview: string, shown: string][] = [
  [0, 1, "", "It returned 0 rows of 1 column."],
  [1, 1, "7", "It returned 1 row of 1 column, beginning with:\n7"],
  [12, 3, "a | b | c", "It returned 12 rows of 3 columns, beginning with:\na | b | c"],
];

for (const [rows, columns, preview, shown] of shapes) {
  Deno.test(`renderRepair: a result of ${rows} × ${columns}`, () => {
    const observation = { ...observations.mismatch, shape: { rows, columns }, preview };
    assert.ok(lastMessage(view({ failed: { ...exampleAttempt, observation } })).includes(shown));
  });
}

Deno.test("renderRepair: a refusal of the kit's own is not put into SQLite's mouth", () => {
  const message = "There is no SQL statement to run";
  const observation = { ...observations.error, outcome: "no_statement", message } as const;
  const shown = lastMessage(view({ failed: { ...exampleAttempt, observation } }));
  assert.ok(shown.includes(`The query failed. ${message}\n`));
});

Deno.test("renderRepair: text that looks like a placeholder stays as it is", () => {
  const observation = { ...observations.error, message: "near {{memory}}" };
  const question = "What is {{schema}}?";
  const shown = renderRepair(
    { ...showing(entryAt(3, { question })), failed: { ...exampleAttempt, observation } },
    prompts,
  ).at(-1)!.content;
  assert.ok(shown.includes("near {{memory}}") && shown.includes("What is {{schema}}?"));
});

const long = "word ".repeat(400);

for (const entry of [exampleEntry, negative, pair, reflection, "pooled"] as const) {
  const polarity = entry === "pooled" ? "pooled" : "split";
  const shown = entry === "pooled" ? negative : entry;
  const what = entry === "pooled" ? "pooled repair" : `${entry.polarity} ${entry.kind}`;
  Deno.test(`renderRepair: a long ${what} is cut, on single lines`, () => {
    const grown = { ...shown, question: long, sqlBefore: long, sqlAfter: long, text: long };
    const message = lastMessage({ ...showing(grown), polarity });
    const added = message.length - lastMessage(view()).length;
    // Some 80 tokens of four characters, and the words around them.
    assert.ok(added > 200 && added < 500, `need a short precedent, it takes ${added} characters`);
    const lined = showing({ ...shown, sqlAfter: "SELECT 1\n\n  FROM t" });
    const lines = lastMessage({ ...lined, polarity });
    if (shown.kind !== "reflection") assert.ok(lines.includes(": SELECT 1 FROM t\n"));
  });
}

Deno.test("renderRepair: no text is cut within a character", () => {
  for (let length = 80; length < 100; length++) {
    const question = "x".repeat(length) + "😀".repeat(50);
    assert.equal(lastMessage(showing({ ...pair, question })).isWellFormed(), true);
  }
});

const failedWith = (sql: string, message: string) =>
  view({
    failed: { ...exampleAttempt, sql, observation: { ...observations.error, message } },
  });

Deno.test("renderRepair: a failed query and a message within their limits stay byte for byte", () => {
  const sql = `SELECT '${"x".repeat(1991)}'`, message = "m".repeat(500);
  assert.equal(sql.length, 2000);
  for (const shown of [lastMessage(failedWith(sql, message)), reflectionOn(sql, message)]) {
    assert.ok(
      shown.includes(`\`\`\`sql\n${sql}\n\`\`\`\nThe query failed. SQLite says: ${message}\n`),
    );
  }
});

Deno.test("renderRepair: beyond them the middle goes, and the mark says so", () => {
  const sql = `SELECT '${"x".repeat(1992)}'`, message = `near "${"m".repeat(483)}": syntax error`;
  assert.deepEqual([sql.length, message.length], [2001, 504]);
  const shownSql = `SELECT '${"x".repeat(1492)} … ${"x".repeat(499)}'`;
  const shownMessage = `near "${"m".repeat(369)} … ${"m".repeat(110)}": syntax error`;
  for (const shown of [lastMessage(failedWith(sql, message)), reflectionOn(sql, message)]) {
    assert.ok(shown.includes(`\`\`\`sql\n${shownSql}\n\`\`\`\n`));
    assert.ok(shown.includes(`SQLite says: ${shownMessage}\n`));
  }
});

Deno.test("renderRepair: whatever an attempt was, a prompt grows by some kilobytes at most", () => {
  const endless = "SELECT 1, ".repeat(100_000);
  const preview = Array(3).fill(Array(2000).fill("a cell of a very wide result").join(" | ")).join(
    "\n",
  );
  const wide = { ...observations.mismatch, preview, shape: { rows: 3, columns: 2000 } };
  const shown = [
    lastMessage(failedWith(endless, endless)),
    lastMessage(view({ failed: { ...exampleAttempt, sql: endless, observation: wide } })),
    lastMessage(view({ reflections: [endless, endless, endless] })),
  ];
  for (const text of shown) assert.ok(text.length < 9000, `it has ${text.length} characters`);
});

Deno.test("renderRepair: nor is a long query or message cut within a character", () => {
  for (let lead = 0; lead < 4; lead++) {
    const text = "x".repeat(lead) + "😀".repeat(3000);
    const shown = lastMessage(failedWith(text, text));
    assert.equal(shown.isWellFormed(), true);
    assert.ok(shown.length < 3500);
  }
});

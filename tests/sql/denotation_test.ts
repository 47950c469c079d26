import assert from "node:assert/strict";
import { cpuUsage } from "node:process";
import type { Cell, RowsOutcome } from "../../lib/domain.ts";
import { createRandom } from "../../lib/random.ts";
import {
  compareDenotations,
  type ComparisonMode,
  comparisonVersions,
} from "../../lib/sql/denotation.ts";
import { pythonText, pythonTypeText } from "../../lib/sql/python_text.ts";

type Rows = readonly (readonly Cell[])[];

const modes = Object.keys(comparisonVersions) as ComparisonMode[];

function outcome(rows: Rows, invalidUtf8 = false): RowsOutcome {
  return { kind: "rows", columns: [], rows, invalidUtf8 };
}

function verdicts(gold: Rows, prediction: Rows, goldSql = "SELECT 1"): Record<string, boolean> {
  return Object.fromEntries(modes.map((mode) => [
    mode,
    compareDenotations({ mode, gold: outcome(gold), prediction: outcome(prediction), goldSql })
      .equal,
  ]));
}

function wanted(spider: boolean, bird: boolean, own: boolean): Record<string, boolean> {
  return { "spider-ts": spider, "bird-ex": bird, "denotation": own };
}

/** [name, gold rows, predicted rows, gold SQL, spider-ts, bird-ex, denotation] */
const cases: readonly (readonly [string, Rows, Rows, string, boolean, boolean, boolean])[] = [
  [
    "G1-01 duplicates",
    [["apple"], ["pear"]],
    [["pear"], ["apple"], ["apple"]],
    "",
    false,
    true,
    false,
  ],
  [
    "G1-04 collapsing columns",
    [["A", 1n, 1n], ["B", 1n, 1n]],
    [["A", 1n, 5n], ["B", 1n, 7n]],
    "",
    false,
    false,
    false,
  ],
  ["G1-04 permuted columns", [["A", 1n, 1n, 2n]], [["A", 2n, 1n, 1n]], "", true, false, true],
  ["G1-07 empty", [], [], "", true, true, true],
  ["G1-07 rows in another order", [[1n], [2n]], [[2n], [1n]], "", true, true, true],
  ["G1-07 duplicated NULL", [[null]], [[null], [null]], "", false, true, false],
  [
    "G1-08 NULL and text in a column",
    [["x", null], [null, 1n]],
    [[null, 1n], ["x", null]],
    "",
    true,
    true,
    true,
  ],
  ["G1-08 numbers", [[10n], [9n], [1n]], [[1n], [10n], [9n]], "", true, true, true],
  ["G1-10 no tolerance", [[9.995], [10.5]], [[10.002], [10.5]], "", false, false, false],
  ["G1-10 sum of tenths", [[0.3]], [[0.1 + 0.2]], "", false, false, true],
  ["integer and float", [[1n]], [[1.0]], "", true, true, true],
  ["number and text", [[1n]], [["1"]], "", false, false, false],
  ["bytes and text", [[Uint8Array.of(97)]], [["a"]], "", false, false, false],
  ["case", [["a"]], [["A"]], "", false, false, false],
  ["blank", [["a"]], [["a "]], "", false, false, false],
  ["empty against rows", [], [[1n]], "", false, false, false],
  ["rows against empty", [[1n]], [], "", false, false, false],
  ["fewer columns", [[1n, 2n]], [[1n]], "", false, false, false],
  ["order of rows", [[1n], [2n]], [[2n], [1n]], "SELECT a FROM t ORDER BY a", false, true, false],
  [
    "order, columns permuted",
    [[1n, 2n], [3n, 4n]],
    [[2n, 1n], [4n, 3n]],
    "SELECT a, b FROM t ORDER BY a",
    true,
    false,
    true,
  ],
  [
    "order in a subquery",
    [[1n], [2n]],
    [[2n], [1n]],
    "SELECT a FROM (SELECT a FROM t ORDER BY a)",
    false,
    true,
    true,
  ],
  ["order in a literal", [[1n], [2n]], [[2n], [1n]], "SELECT 'order by'", false, true, true],
  [
    "order over two lines",
    [[1n], [2n]],
    [[2n], [1n]],
    "SELECT a FROM t ORDER\nBY a",
    true,
    true,
    false,
  ],
  [
    "one permutation for all rows",
    [[1n, 2n], [3n, 4n]],
    [[1n, 2n], [4n, 3n]],
    "",
    false,
    false,
    false,
  ],
  ["quirk of step 4", [[1n, 10n]], [[1, 10n]], "", false, true, true],
  ["quirk of step 4 spares the same order", [[1n, 20n]], [[1, 20]], "", true, true, true],
  ["large integers", [[9007199254740993n]], [[9007199254740992n]], "", false, false, false],
  ["large integer and float", [[9007199254740993n]], [[9007199254740992]], "", false, false, false],
  ["eleven digits, integers", [[12345678901n]], [[12345678902n]], "", false, false, false],
  ["eleven digits, integer and float", [[12345678901n]], [[12345678901.0]], "", true, true, true],
  ["eleven digits, noise", [[12345678901n]], [[12345678901.000002]], "", false, false, true],
  ["ten digits of a float", [[1234567890.12]], [[1234567890.19]], "", false, false, true],
  ["nine digits of a float", [[123456789.1]], [[123456789.2]], "", false, false, false],
  ["infinite", [[Infinity]], [[Infinity]], "", true, true, true],
  ["infinite signs", [[Infinity]], [[-Infinity]], "", false, false, false],
];

for (const [name, gold, prediction, sql, spider, bird, own] of cases) {
  Deno.test(`compareDenotations: ${name}`, () => {
    assert.deepEqual(verdicts(gold, prediction, sql), wanted(spider, bird, own));
  });
}

Deno.test("compareDenotations: says why", () => {
  const reason = (gold: Rows, prediction: Rows, goldSql = "") =>
    modes.map((mode) =>
      compareDenotations({ mode, gold: outcome(gold), prediction: outcome(prediction), goldSql })
        .reason
    );
  assert.deepEqual(reason([[1n]], [[1n]]), ["equal", "equal", "equal"]);
  assert.deepEqual(reason([[1n], [2n]], [[1n]]), [
    "row count 1, gold has 2",
    "values differ",
    "row count 1, gold has 2",
  ]);
  assert.deepEqual(reason([[1n, 2n]], [[1n]]), Array(3).fill("column count 1, gold has 2"));
  assert.deepEqual(reason([[1n]], [[2n]]), Array(3).fill("values differ"));
  assert.deepEqual(reason([[1n], [2n]], [[2n], [1n]], "SELECT a ORDER BY a"), [
    "order differs",
    "equal",
    "order differs",
  ]);
  assert.deepEqual(reason([], [[2n]]), Array(3).fill("row count 1, gold has 0"));
});

Deno.test("compareDenotations: text that is not UTF-8 is wrong in bird-ex only", () => {
  const pairs = [[outcome([["a"]], true), outcome([["a"]])], [
    outcome([["a"]]),
    outcome([["a"]], true),
  ]] as const;
  for (const [gold, prediction] of pairs) {
    const equal = modes.map((mode) =>
      compareDenotations({ mode, gold, prediction, goldSql: "" }).equal
    );
    assert.deepEqual(equal, [true, false, true]);
  }
});

Deno.test("compareDenotations: a million cells end in seconds", () => {
  const rows = Array.from(
    { length: 100_000 },
    (_, i) => Array.from({ length: 10 }, (_, column) => BigInt((i * 7919 + column * 31) % 1000)),
  );
  const turned = rows.toReversed().map((row) => row.toReversed());
  const start = cpuUsage().user;
  assert.deepEqual(verdicts(rows, turned), wanted(true, false, true));
  assert.ok(cpuUsage().user - start < 20_000_000);
});

function* permutations(size: number): Generator<number[]> {
  if (size === 0) return yield [];
  for (const shorter of permutations(size - 1)) {
    for (let at = 0; at < size; at++) yield shorter.toSpliced(at, 0, size - 1);
  }
}

/** The five steps of Spider's comparison by their definition, cells told apart by `Object.is`. */
function spiderByDefinition(gold: Rows, prediction: Rows, ordered: boolean): boolean {
  if (gold.length === 0 && prediction.length === 0) return true;
  if (gold.length !== prediction.length || gold[0]!.length !== prediction[0]!.length) return false;
  const value = (cell: Cell) => typeof cell === "number" ? `n${cell}` : `${typeof cell}${cell}`;
  const plain = (cell: Cell) => value(typeof cell === "bigint" ? Number(cell) : cell);
  const text = (cell: Cell) => pythonText(cell) + pythonTypeText(cell);
  const quick = (rows: Rows) =>
    rows.map((row) => row.toSorted((a, b) => text(a) < text(b) ? -1 : 1).map(plain).join());
  const list = (keys: string[]) => ordered ? keys.join(";") : [...new Set(keys)].sort().join(";");
  if (list(quick(gold)) !== list(quick(prediction))) return false;
  const bag = (keys: string[]) => (ordered ? keys : keys.sort()).join(";");
  const target = bag(gold.map((row) => row.map(plain).join()));
  for (const order of permutations(gold[0]!.length)) {
    const rows = prediction.map((row) => order.map((column) => plain(row[column]!)).join());
    if (bag(rows) === target) return true;
  }
  return false;
}

Deno.test("compareDenotations: spider-ts agrees with its definition on mixed types", () => {
  const random = createRandom("mixed");
  const pool: readonly Cell[] = [1n, 1, 10n, 10, 2.5, "1", "10", "a", null, 100n, 100];
  const counts = { true: 0, false: 0 };
  for (let i = 0; i < 700; i++) {
    const columns = random.integer(1, 4), count = random.integer(1, 4);
    const gold = Array.from(
      { length: count },
      () => Array.from({ length: columns }, () => random.pick(pool)),
    );
    const order = random.shuffle(gold[0]!.map((_, column) => column));
    const turned = random.shuffle(gold).map((row) => order.map((column) => row[column]!));
    const prediction = turned.map((row) =>
      row.map((cell) => {
        if (random.next() < 0.2 && typeof cell === "bigint") return Number(cell);
        return random.next() < 0.03 ? random.pick(pool) : cell;
      })
    );
    for (const ordered of [false, true]) {
      const want = spiderByDefinition(gold, prediction, ordered);
      const got = compareDenotations({
        mode: "spider-ts",
        gold: outcome(gold),
        prediction: outcome(prediction),
        goldSql: ordered ? "SELECT a ORDER BY a" : "SELECT a",
      }).equal;
      assert.equal(got, want, Deno.inspect({ gold, prediction, ordered }));
      counts[`${want}`]++;
    }
  }
  assert.ok(counts.true > 150 && counts.false > 150, JSON.stringify(counts));
});

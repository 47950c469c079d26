/** What loaders read is what was written; anything else is refused in words. */
import assert from "node:assert/strict";
import { parseQuestions } from "../../lib/benchmark/parse_questions.ts";
import { parseDescriptions } from "../../lib/benchmark/read_descriptions.ts";
import { type PredictionFormat, readPredictions } from "../../lib/benchmark/read_predictions.ts";
import { parseTables } from "../../lib/benchmark/tables_file.ts";
import { flattenSql, writePredictions } from "../../lib/benchmark/write_predictions.ts";
import { loadBenchmark } from "../../lib/benchmark/load_benchmark.ts";
import { InputError } from "../../lib/errors.ts";
import { formatCsv } from "../../lib/figures/format_csv.ts";
import { writeBirdLayout } from "../benchmark/bird_layout.ts";
import { arbitrary, testProperty } from "../property.ts";
import { newFolder } from "../runs/world.ts";

const text = arbitrary.oneof(
  arbitrary.string({ unit: "grapheme", maxLength: 20 }),
  arbitrary.array(arbitrary.constantFrom('"', ",", "\n", "\r\n", " ", "\t", "a", ";", "ü")).map(
    (parts) => parts.join(""),
  ),
);
const columns = [
  "original_column_name",
  "column_name",
  "column_description",
  "data_format",
  "value_description",
];

testProperty(
  "parseDescriptions: gives back the cells of a CSV file, blanks around them aside",
  [arbitrary.array(arbitrary.tuple(text, text, text, text, text), { maxLength: 5 })],
  (rows) => {
    const file = { file: "a.csv", table: "a", text: formatCsv([columns, ...rows]) };
    const wanted = rows.map((row) => row.map((cell) => cell.trim()))
      .filter(([column]) => column !== "")
      .map(([column, name, description, dataFormat, values]) => ({
        ...{ table: "a", column, name, description, dataFormat, values },
      }));
    assert.deepEqual(parseDescriptions(file), wanted);
  },
);

/** Runs a parser: its value, or undefined where it refuses the text with the file's name. */
function parseOrRefuse<Value>(parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch (error) {
    assert.ok(error instanceof InputError, Deno.inspect(error));
    assert.match(error.message, /^Cannot read some\.file: /);
  }
}

testProperty("parseDescriptions: any text is read or refused", [
  arbitrary.string({ unit: "binary" }).map((text) => `original_column_name,b\n${text}`),
], (text) => {
  const rows = parseOrRefuse(() => parseDescriptions({ text, file: "some.file", table: "a" }));
  for (const { column } of rows ?? []) assert.notEqual(column.trim(), "");
});

const question = arbitrary.record({
  db_id: arbitrary.stringMatching(/^[a-z][a-z_0-9]{0,8}$/),
  question: text.filter((text) => text.trim() !== ""),
  evidence: text,
  difficulty: text,
  SQL: text.filter((text) => text.trim() !== ""),
});

testProperty(
  "parseQuestions: gives back the questions of a JSON file",
  [arbitrary.array(question, { minLength: 1, maxLength: 5 })],
  (items) => {
    const { format, questions } = parseQuestions({ text: JSON.stringify(items), file: "dev.json" });
    assert.equal(format, "bird");
    assert.deepEqual(
      questions,
      items.map(({ db_id, SQL, ...item }, index) => ({
        ...item,
        id: String(index),
        index,
        databaseId: db_id,
        gold: SQL,
      })),
    );
  },
);

/** JSON that looks like the right file and has some value where another belongs. */
const nearly = arbitrary.oneof(
  arbitrary.json(),
  arbitrary.string(),
  arbitrary.array(
    arbitrary.record({
      db_id: arbitrary.oneof(arbitrary.string(), arbitrary.constantFrom("../up", "a/b", "music")),
      question: arbitrary.jsonValue({ maxDepth: 1 }),
      SQL: arbitrary.jsonValue({ maxDepth: 1 }),
      question_id: arbitrary.jsonValue({ maxDepth: 0 }),
      table_names_original: arbitrary.jsonValue(),
      column_names_original: arbitrary.jsonValue(),
      primary_keys: arbitrary.jsonValue(),
      foreign_keys: arbitrary.jsonValue(),
    }, { requiredKeys: [] }),
  ).map((items) => JSON.stringify(items)),
);

testProperty(
  "parseQuestions: any text is read or refused, and no path is a name",
  [nearly],
  (text) => {
    const read = parseOrRefuse(() => parseQuestions({ text, file: "some.file" }));
    for (const { databaseId } of read?.questions ?? []) {
      assert.doesNotMatch(
        databaseId,
        /[/\\]|^\.|\0/,
      );
    }
  },
);

testProperty("parseTables: any text is read or refused", [nearly], (text) => {
  parseOrRefuse(() => parseTables({ text, file: "some.file" }));
});

let loaded: ReturnType<typeof loadBenchmark> | undefined;

/** A benchmark of three questions; read once. */
function benchmarkOfThree(): ReturnType<typeof loadBenchmark> {
  return loaded ??= (async () => {
    const directory = await newFolder();
    await writeBirdLayout(directory);
    return await loadBenchmark({ directory });
  })();
}

const answer = text.filter((sql) => flattenSql(sql).sql !== "" && sql.trim() === sql);

testProperty(
  "readPredictions: gives back what was written, in every format",
  [
    arbitrary.tuple(answer, answer, answer),
    arbitrary.constantFrom<PredictionFormat>("spider", "bird", "jsonl"),
  ],
  async (answers, format) => {
    const benchmark = await benchmarkOfThree();
    const path = `${await newFolder()}/predictions`;
    const predictions = benchmark.tasks.map((task, at) => ({ task, sql: answers[at]! }));
    await writePredictions({ path, benchmark, predictions, format });
    const read = await readPredictions({ path, benchmark, format });
    assert.deepEqual(
      read.map(({ sql }) => sql),
      answers.map((sql) => format === "spider" ? flattenSql(sql).sql : sql),
    );
  },
);

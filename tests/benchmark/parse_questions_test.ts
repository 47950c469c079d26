import assert from "node:assert/strict";
import { InputError } from "../../lib/errors.ts";
import { parseQuestions } from "../../lib/benchmark/parse_questions.ts";

const item = { db_id: "pets", question: "How many?", query: "SELECT 1" };

function refusal(value: unknown, format: "spider" | "bird" = "spider"): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  try {
    parseQuestions({ text, file: "dev.json", format });
  } catch (error) {
    assert(error instanceof InputError, String(error));
    return error.message;
  }
  throw new assert.AssertionError({ message: "Expected a refusal" });
}

Deno.test("parseQuestions: detects BIRD by its fields and Spider otherwise", () => {
  const bird = { ...item, question_id: 3, SQL: "SELECT 2" };
  const format = (value: unknown) =>
    parseQuestions({ text: JSON.stringify([value]), file: "x" }).format;
  assert.equal(format(bird), "bird");
  assert.equal(format({ ...item, evidence: "", difficulty: "simple" }), "spider");
});

Deno.test("parseQuestions: Spider ids are positions in the whole file, which a part names by idx", () => {
  const ids = (...items: readonly unknown[]) =>
    parseQuestions({ text: JSON.stringify(items), file: "x" }).questions
      .map(({ id, index }) => [id, index]);
  assert.deepEqual(ids(item, item), [["0", 0], ["1", 1]]);
  assert.deepEqual(ids({ ...item, idx: 6 }, { ...item, idx: 9 }), [["6", 0], ["9", 1]]);
  assert.match(refusal([{ ...item, idx: 0.5 }]), /"idx", it is 0\.5/);
  assert.match(refusal([{ ...item, idx: 1 }, item]), /item 1 .*the id 1 of item 0/);
});

Deno.test("parseQuestions: malformed items are refused with position and field", () => {
  assert.match(refusal("[{"), /dev\.json: it is not JSON/);
  assert.match(refusal({}), /an object, need a list/);
  assert.match(refusal([]), /an empty list/);
  assert.match(refusal([item, 5]), /item 1 .*is the number 5, need an object/);
  assert.match(refusal([item, { ...item, question: " " }]), /item 1 .*"question", it is empty/);
  assert.match(refusal([{ question: "x", query: "y" }]), /item 0 .*"db_id", it is missing/);
  assert.match(refusal([{ ...item, query: 5 }]), /"query", it is the number 5/);
  const empty = parseQuestions({ text: JSON.stringify([{ ...item, query: "" }]), file: "x" });
  assert.equal(empty.questions[0]!.gold, "");
  assert.match(refusal([{ ...item, evidence: [] }]), /"evidence", it is a list/);
  assert.match(refusal([{ ...item, question_id: 1.5 }], "bird"), /"question_id", it is 1\.5/);
});

Deno.test("parseQuestions: an id given twice is refused, naming both items", () => {
  const items = [{ ...item, question_id: 4 }, item, { ...item, question_id: "4" }];
  assert.match(refusal(items, "bird"), /item 2 .*the id 4 of item 0/);
});

Deno.test("parseQuestions: database names that are paths are refused", () => {
  for (
    const name of ["../etc", "a/b", "a\\b", "..", ".", "._pets", "C:x", "a\u0000b", "a\nb", "-a"]
  ) {
    assert.match(refusal([{ ...item, db_id: name }]), /need a plain folder name/, name);
  }
  for (const name of ["pets_1", "cre_Doc_Template_Mgt", "formula 1", "école"]) {
    parseQuestions({ text: JSON.stringify([{ ...item, db_id: name }]), file: "x" });
  }
});

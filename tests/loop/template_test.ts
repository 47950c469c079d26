import assert from "node:assert/strict";
import { fillTemplate } from "../../lib/loop/template.ts";

const cases: readonly [
  what: string,
  template: string,
  values: Readonly<Record<string, string>>,
  filled: string,
][] = [
  ["no placeholder", "Plain\n", {}, "Plain"],
  ["several of one name", "{{a}}, {{a}}", { a: "x" }, "x, x"],
  ["an empty value", "[{{a}}]", { a: "" }, "[]"],
  ["values that look like placeholders", "{{a}}{{b}}", { a: "{{b}}", b: "{{a}}" }, "{{b}}{{a}}"],
  ["values with replacement patterns", "{{a}}", { a: "$& $1 $$" }, "$& $1 $$"],
  ["only the last newline is dropped", "\n{{a}}\n\n", { a: "x\n" }, "\nx\n\n"],
  ["single braces stay", "{a} {{a}}", { a: "x" }, "{a} x"],
];

for (const [what, template, values, filled] of cases) {
  Deno.test(`fillTemplate: ${what}`, () => assert.equal(fillTemplate(template, values), filled));
}

Deno.test("fillTemplate: a placeholder without a value is refused", () => {
  assert.throws(() => fillTemplate("{{a}} {{b}}", { a: "x" }), {
    name: "RangeError",
    message: 'Cannot fill a prompt: no value for "b"',
  });
});

Deno.test("fillTemplate: values without a placeholder are refused", () => {
  assert.throws(() => fillTemplate("{{a}}", { a: "x", b: "y", c: "z" }), {
    name: "RangeError",
    message: 'Cannot fill a prompt: no placeholder for "b", "c"',
  });
});

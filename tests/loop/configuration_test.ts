import assert from "node:assert/strict";
import { defaultConfiguration, parameterChoices } from "../../lib/loop/configuration.ts";

function textParameters(tree: object, prefix = ""): [path: string, value: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "object"
      ? textParameters(value, `${prefix}${key}.`)
      : typeof value === "string"
      ? [[`${prefix}${key}`, value] as [string, string]]
      : []
  );
}

Deno.test("parameterChoices: every parameter of text has choices, its default among them", () => {
  const parameters = textParameters(defaultConfiguration);
  assert.deepEqual(
    parameters.map(([path]) => path).toSorted(),
    Object.keys(parameterChoices).toSorted(),
  );
  for (const [path, value] of parameters) {
    assert.ok(parameterChoices[path]!.includes(value), `need "${value}" among those of ${path}`);
  }
});

Deno.test("defaultConfiguration: frozen throughout", () => {
  const isFrozen = (value: unknown): boolean =>
    typeof value !== "object" || value === null ||
    (Object.isFrozen(value) && Object.values(value).every(isFrozen));
  assert.equal(isFrozen(defaultConfiguration), true);
});

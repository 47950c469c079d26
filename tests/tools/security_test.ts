import assert from "node:assert/strict";

const read = (path: string) => Deno.readTextFileSync(new URL(`../../${path}`, import.meta.url));
const text = read("docs/security.md").replace(/\s+/g, " ");
const [, ...threats] = text.split(" What is left to the reader")[0]!.split(" - **");

/** Tests as the page names them: a file, then the name. */
const named = (part: string) =>
  [...part.matchAll(/`(tests\/[\w/]+\.ts)`: _([^_]+)_/g)].map(([, file, name]) => ({
    file: file!,
    name: name!,
  }));

/** Whether a source has a test, a fault or a case of a name, or of one that goes on after it. */
function hasTest(source: string, name: string): boolean {
  const text = source.replace(/\s+/g, " ");
  return ["test(", "testProperty(", "name: ", "what: "].some((before) =>
    ['"', "`"].some((quote) =>
      text.includes(`${before}${quote}${name}`) || text.includes(`${before} ${quote}${name}`)
    )
  );
}

Deno.test("docs/security.md: every threat names a test that shows what stops it", () => {
  assert.ok(threats.length >= 25, `need all threats, found ${threats.length}`);
  for (const threat of threats) {
    assert.ok(named(threat).length > 0, `need a test for: ${threat.slice(0, 80)}`);
  }
});

Deno.test("docs/security.md: every test that it names is there", () => {
  const missing = named(text).filter(({ file, name }) => !hasTest(read(file), name));
  assert.deepEqual(missing, []);
  assert.equal(named(text).length, text.match(/`tests\/[\w/]+\.ts`: /g)!.length);
  assert.ok(!hasTest('Deno.test("a: b", () => {})', "a: c"));
});

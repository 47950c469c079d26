import assert from "node:assert/strict";
import { findReferences } from "../../tools/check_markdown.ts";

Deno.test("findReferences: links, images, definitions and HTML, without other sites", () => {
  const { links } = findReferences(`
[a](docs/a.md), [b](<docs/b.md#part>) ![c](figures/c.svg "title") [d](#here)
[site](https://example.org/x.md) [mail](mailto:a@example.org)
[e]: docs/e.md
<img src="figures/f.png" width="3">
`);
  const expected = ["docs/a.md", "docs/b.md#part", "figures/c.svg", "#here", "docs/e.md"];
  assert.deepEqual(links, [...expected, "figures/f.png"]);
});

Deno.test("findReferences: what stands in code is no link and no heading", () => {
  const { links, anchors } = findReferences(
    "`[a](a.md)` and ``[`b`](b.md)``\n```ts\n# c\nf[0](d.md)\n```\n\n[e](e.md)\n",
  );
  assert.deepEqual(links, ["e.md"]);
  assert.deepEqual(anchors, []);
});

Deno.test("findReferences: tasks, with and without a version, in code too", () => {
  const { tasks } = findReferences("`deno task ok`\n```sh\nnpx --yes deno@2.9.6 task test\n```\n");
  assert.deepEqual(tasks, ["ok", "test"]);
});

Deno.test("findReferences: anchors of headings", () => {
  const { anchors } = findReferences(
    "# The kit\n\n## `merit run`, [twice](a.md)\n### Été & co #\n",
  );
  assert.deepEqual(anchors, ["the-kit", "merit-run-twice", "été--co"]);
});

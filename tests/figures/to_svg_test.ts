import assert from "node:assert/strict";
import { breakdownFigure } from "../../lib/figures/breakdown_figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { loadFont } from "../../lib/figures/font.ts";
import { tokensFigure } from "../../lib/figures/tokens_figure.ts";
import { toSvg } from "../../lib/figures/to_svg.ts";
import { longArms, sampleFigures } from "./sample_figures.ts";
import { findTexts } from "./svg_texts.ts";

const manyDatabases = Array.from({ length: 20 }, (_, at) => `database_with_a_long_name_${at}`);
const collections = {
  "a few arms": {},
  "long and odd labels": { arms: longArms, databases: manyDatabases },
  "eight arms": { arms: Array.from({ length: 8 }, (_, at) => `arm ${at}`) },
  "ten arms": { arms: Array.from({ length: 10 }, (_, at) => `limit.positive=${at}`) },
} as const;

for (const width of ["column", "page", "screen"] as const) {
  for (const [what, options] of Object.entries(collections)) {
    Deno.test(`toSvg: G8-08 ${width}, ${what}: every text lies within the figure`, async () => {
      const font = await loadFont();
      for (const figure of sampleFigures(width, options)) {
        const svg = await toSvg(figure);
        const [, across, down] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!.map(Number);
        const texts = findTexts(svg, font);
        assert.ok(texts.length > 5, `${figure.name} has ${texts.length} texts`);
        for (const { text, corners } of texts) {
          const isWithin = corners.every(([x, y]) =>
            x > -1 && y > -1 && x < across! + 1 && y < down! + 1
          );
          assert.ok(isWithin, `${figure.name}: "${text}" at ${JSON.stringify(corners)}`);
        }
        assert.equal(across, figure.spec.width, figure.name);
      }
    });
  }
}

Deno.test("toSvg: G8-08 the same bytes for the same figure", async () => {
  for (const figure of sampleFigures("column")) {
    assert.equal(await toSvg(figure), await toSvg(figure), figure.name);
  }
});

Deno.test("toSvg: the size is that of the paper, and the description its label", async () => {
  const [figure] = sampleFigures("page");
  const svg = await toSvg({ ...figure!, description: 'A "quote" & <b>' });
  assert.match(svg, /^<svg [^>]*width="504pt" height="[\d.]+pt" role="img"/);
  assert.ok(svg.includes('aria-label="A &quot;quote&quot; &amp; &lt;b>"'));
});

Deno.test("toSvg: hostile labels stay text", async () => {
  for (const figure of sampleFigures("screen", { arms: longArms })) {
    assert.doesNotMatch(await toSvg(figure), /<b>|<script/);
  }
});

const dot = { label: "merit", tokens: 9, accuracy: 0.6, low: null, high: null, isOnFront: true };

/** A figure with another value in the first row of a layer. */
function withRow(figure: Figure, layer: string, row: Record<string, string | number | null>) {
  const layers = figure.spec.layer.map((one) =>
    one.name === layer ? { ...one, data: { values: [...one.data.values, row] } } : one
  );
  return { ...figure, spec: { ...figure.spec, layer: layers } };
}

Deno.test("toSvg: every text is one line, held to the width that the font gives it", async () => {
  const font = await loadFont();
  for (const figure of sampleFigures("screen", { arms: longArms.slice(0, 4) })) {
    const svg = await toSvg(figure);
    assert.doesNotMatch(svg, /<tspan/, figure.name);
    const texts = [...svg.matchAll(/<text([^>]*)>([^<]*)<\/text>/g)];
    assert.equal(texts.length, [...svg.matchAll(/<text/g)].length);
    for (const [, tag, content] of texts) {
      const size = Number(/font-size="([\d.]+)px"/.exec(tag!)![1]);
      const text = content!.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
      const held = Number(/textLength="([\d.]+)"/.exec(tag!)![1]);
      assert.ok(Math.abs(held - font.width(text.trim(), size)) < 1e-3, String(content));
    }
  }
});

Deno.test("toSvg: lines of one title stand below each other", async () => {
  const svg = await toSvg(sampleFigures("column")[0]!);
  const lines = [...svg.matchAll(/<text([^>]*)>(execution accuracy|bars: )/g)];
  assert.deepEqual(lines.map(([, tag]) => / y="(\d+)"/.exec(tag!)?.[1]), [undefined, "9"]);
  assert.equal(lines.length, 2);
});

Deno.test("toSvg: a row without a mark is an error", async () => {
  const broken = withRow(tokensFigure([dot]), "dot", { label: "merit", tokens: null, accuracy: 1 });
  await assert.rejects(toSvg(broken), /"dot" drew 1 marks, need one for each of 2 rows/);
});

Deno.test("toSvg: a text beyond the edge is an error that names it", async () => {
  const figure = tokensFigure([dot]);
  const layer = {
    name: "far",
    data: { values: [{ text: "out of sight" }] },
    mark: { type: "text", dx: 20, align: "left" },
    encoding: {
      x: { value: "width" },
      y: { value: -400 },
      text: { field: "text", type: "nominal" },
    },
  } as const;
  const broken = { ...figure, spec: { ...figure.spec, layer: [...figure.spec.layer, layer] } };
  await assert.rejects(
    toSvg({ ...broken, spec: { ...broken.spec, autosize: { type: "none" } } }),
    /"out of sight" reaches from .*, need it within/,
  );
});

Deno.test("toSvg: a letter that the font lacks is an error, not a box", async () => {
  const part = { attempt: 1, entry: "+ 漢字", part: "dense", score: 0.5 } as const;
  await assert.rejects(toSvg(breakdownFigure([part], { task: "1" })), /lacks: 漢 字/);
});

Deno.test("toSvg: what vega-lite only warns of is an error", async () => {
  const figure = tokensFigure([dot]);
  const [layer, ...others] = figure.spec.layer;
  const encoding = { ...layer!.encoding, shape: { field: "label", type: "nominal" } };
  const broken = [{ ...layer!, mark: { type: "rect" }, encoding }, ...others] as const;
  await assert.rejects(
    toSvg({ ...figure, spec: { ...figure.spec, layer: broken as Figure["spec"]["layer"] } }),
    /Cannot draw tokens: /,
  );
});

import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import { toPdf } from "../../lib/figures/to_pdf.ts";
import { sampleFigures } from "./sample_figures.ts";

const latin1 = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

/** The streams of a PDF, inflated. */
function readStreams(pdf: Uint8Array): readonly string[] {
  const whole = latin1(pdf);
  return [...whole.matchAll(/\/Length (\d+)[^]*?stream\n/g)].map((match) => {
    const start = match.index + match[0].length;
    const bytes = pdf.subarray(start, start + Number(match[1]));
    return match[0].includes("/FlateDecode") ? latin1(inflateSync(bytes)) : latin1(bytes);
  });
}

/** The words of a page: its glyphs through the map that the file gives for copying text. */
function readWords(pdf: Uint8Array): string {
  const streams = readStreams(pdf);
  const map = streams.find((stream) => stream.includes("beginbfrange"))!;
  const letters = [...map.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list]) =>
    [...list!.matchAll(/<([0-9a-f]+)>/gi)].map(([, hex]) =>
      String.fromCharCode(...hex!.match(/.{4}/g)!.map((code) => parseInt(code, 16)))
    )
  );
  const page = streams.find((stream) => stream.includes(" Tj"))!;
  return [...page.matchAll(/^BT$([^]*?)^ET$/gm)].map(([, block]) =>
    [...block!.matchAll(/<([0-9a-f]+)> Tj/gi)].flatMap(([, hex]) => hex!.match(/.{4}/g)!)
      .map((glyph) => letters[parseInt(glyph, 16)]).join("")
  ).join("\n");
}

Deno.test("toPdf: text is text", async () => {
  const forest = sampleFigures("column").find(({ name }) => name === "forest")!;
  const words = readWords(await toPdf(forest));
  for (const text of ["dynamic-rag", "merit", "not tested, bite 4.0 %", "+2.5 [−7.5, +15.0]"]) {
    assert.ok(words.includes(text), `need "${text}" among ${JSON.stringify(words)}`);
  }
});

Deno.test("toPdf: the page has the figure's size, and the one font is embedded", async () => {
  const sizes = { column: "240", page: "504", screen: "510" } as const;
  for (const width of ["column", "page", "screen"] as const) {
    const text = latin1(await toPdf(sampleFigures(width)[0]!));
    assert.match(text, new RegExp(`/MediaBox \\[0 0 ${sizes[width]} [\\d.]+\\]`));
    assert.match(text, /\/FontName \/\w+\+Arimo-Regular/);
    assert.doesNotMatch(text, /Helvetica|\/Subtype \/Image/);
  }
});

Deno.test("toPdf: the same bytes for the same figure, dates fixed", async () => {
  for (const figure of sampleFigures("column")) {
    const pdf = await toPdf(figure);
    assert.deepEqual(pdf, await toPdf(figure), figure.name);
    assert.match(latin1(pdf), /^\(D:19700101000000Z\)$/m);
  }
});

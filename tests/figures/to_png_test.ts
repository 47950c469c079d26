import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { crc32, inflateSync } from "node:zlib";
import { forestFigure } from "../../lib/figures/forest_figure.ts";
import { toPng } from "../../lib/figures/to_png.ts";
import { sampleFigures } from "./sample_figures.ts";

interface Png {
  readonly width: number;
  readonly height: number;
  readonly dotsPerMetre: number;
  /** Red of each pixel, row by row. */
  readonly red: Uint8Array;
}

/** Reads chunks, checks their sums, and undoes the filters of 8-bit RGBA. */
function readPng(bytes: Uint8Array): Png {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: Uint8Array[] = [];
  let width = 0, height = 0, dotsPerMetre = 0;
  for (let at = 8; at < bytes.length;) {
    const length = view.getUint32(at);
    const name = new TextDecoder().decode(bytes.subarray(at + 4, at + 8));
    assert.equal(crc32(bytes.subarray(at + 4, at + 8 + length)), view.getUint32(at + 8 + length));
    if (name === "IHDR") {
      [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
      assert.deepEqual([...bytes.subarray(at + 16, at + 18)], [8, 6], "need 8-bit RGBA");
    }
    if (name === "pHYs") dotsPerMetre = view.getUint32(at + 8);
    if (name === "IDAT") parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const data = inflateSync(Buffer.concat(parts));
  const pixels = new Uint8Array(width * height * 4), stride = width * 4;
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const left = x < 4 ? 0 : pixels[y * stride + x - 4]!;
      const up = y === 0 ? 0 : pixels[(y - 1) * stride + x]!;
      const corner = x < 4 || y === 0 ? 0 : pixels[(y - 1) * stride + x - 4]!;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
      pixels[y * stride + x] = data[y * (stride + 1) + 1 + x]! + guess;
    }
  }
  return { width, height, dotsPerMetre, red: pixels.filter((_, at) => at % 4 === 0) };
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value));
  return a! <= b! && a! <= c! ? left : b! <= c! ? up : corner;
}

/** Dark pixels in a rectangle. */
function countInk({ width, red }: Png, [x1, y1, x2, y2]: readonly number[]): number {
  return red.filter((value, at) => {
    const x = at % width, y = Math.floor(at / width);
    return x >= x1! && x < x2! && y >= y1! && y < y2! && value < 128;
  }).length;
}

Deno.test("toPng: one column is 1,000 pixels wide at 300 dots an inch, and says so", async () => {
  const [figure] = sampleFigures("column");
  const { width, dotsPerMetre } = readPng(await toPng(figure!));
  assert.deepEqual([width, dotsPerMetre], [1000, 11811]);
});

Deno.test("toPng: two columns are 2,100 pixels wide; a screen has a pixel a pixel at 96", async () => {
  assert.equal(readPng(await toPng(sampleFigures("page")[0]!)).width, 2100);
  assert.equal(readPng(await toPng(sampleFigures("screen")[0]!, 96)).width, 680);
});

Deno.test("toPng: texts are drawn, whatever fonts the machine has", async () => {
  const rowOf = (label: string) => ({ label, difference: 0, low: -0.1, high: 0.1 });
  const draw = async (label: string) => {
    const row = {
      ...rowOf(label),
      detectable: 0.05,
      family: 1,
      verdict: "separated",
      bite: 1,
    } as const;
    return readPng(await toPng(forestFigure([row])));
  };
  // Equally wide labels in the same place, so that all else is the same.
  const [strokes, digits] = [await draw("________"), await draw("88888888")];
  const ink = (png: Png) => countInk(png, [0, 0, png.width, png.height]);
  assert.ok(ink(digits) > ink(strokes) + 400, `${ink(digits)} and ${ink(strokes)} dark pixels`);
});

Deno.test("toPng: the same bytes for the same figure", async () => {
  const [figure] = sampleFigures("column");
  assert.deepEqual(await toPng(figure!), await toPng(figure!));
});

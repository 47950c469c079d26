import type { FontMeasure } from "../../lib/figures/font.ts";

/** A text of an SVG with the corners of its box, by its own transforms and the font's widths. */
export interface SvgText {
  readonly text: string;
  readonly corners: readonly (readonly [x: number, y: number])[];
}

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

function readTransform(attribute: string | undefined): Matrix {
  let whole: Matrix = [1, 0, 0, 1, 0, 0];
  for (const [, name, list] of (attribute ?? "").matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [x = 0, y = 0] = list!.split(/[ ,]+/).map(Number);
    const turn = x * Math.PI / 180;
    if (name === "translate") whole = multiply(whole, [1, 0, 0, 1, x, y]);
    else if (name === "rotate") {
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      whole = multiply(whole, [cos, sin, -sin, cos, 0, 0]);
    } else throw new Error(`Cannot read the transform ${name}`);
  }
  return whole;
}

const unescape = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

const readAttribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** The texts of an SVG and where they stand; read from the document, not from vega's own bounds. */
export function findTexts(svg: string, font: FontMeasure): readonly SvgText[] {
  const texts: SvgText[] = [];
  const stack: Matrix[] = [[1, 0, 0, 1, 0, 0]];
  const tags = /<text\b([^>]*)>(.*?)<\/text>|<(\/)?(?:\w+)([^>]*?)(\/)?>/gs;
  for (const [, text, content, close, tag, empty] of svg.matchAll(tags)) {
    if (close) stack.pop();
    else {
      const own = readTransform(readAttribute(text ?? tag!, "transform"));
      const matrix = multiply(stack.at(-1)!, own);
      if (text !== undefined) texts.push(...measureText(text, content!, { matrix, font }));
      else if (!empty) stack.push(matrix);
    }
  }
  return texts;
}

function measureText(
  tag: string,
  content: string,
  { matrix: [a, b, c, d, e, f], font }: { readonly matrix: Matrix; readonly font: FontMeasure },
): readonly SvgText[] {
  if (readAttribute(tag, "opacity") === "0") return [];
  const size = Number(/^([\d.]+)px$/.exec(readAttribute(tag, "font-size")!)![1]);
  const anchor = { start: 0, middle: 0.5, end: 1 }[readAttribute(tag, "text-anchor") ?? "start"]!;
  const lines = [...content.matchAll(/<tspan([^>]*)>([^<]*)<\/tspan>/g)];
  const spans = lines.length > 0
    ? lines.map(([, span, words]) => [words!, Number(readAttribute(span!, "dy") ?? 0)] as const)
    : [[content, 0] as const];
  let base = Number(readAttribute(tag, "y") ?? 0);
  return spans.map(([words, down]) => {
    base += down;
    const text = unescape(words), width = font.width(text, size);
    const left = -anchor * width;
    const corners = [left, left + width].flatMap((x) =>
      // Arimo's tallest letters reach 0.74 above the line, its deepest 0.22 below.
      [base - 0.74 * size, base + 0.22 * size].map((y) =>
        [a * x + c * y + e, b * x + d * y + f] as const
      )
    );
    return { text, corners };
  });
}

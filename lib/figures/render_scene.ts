/**
 * From a figure to vega's scene: the one file that knows vega and vega-lite.
 *
 * @module
 */
import type { Figure } from "./figure.ts";
import { type FontMeasure, loadFont } from "./font.ts";
import { loadPackage } from "./load_package.ts";

/** The pinned libraries. No literals where they are imported: Deno fetches them at first use. */
export const vegaSpecifier = "npm:vega@6.4.0";

/** See {@link vegaSpecifier}. */
export const vegaLiteSpecifier = "npm:vega-lite@6.5.0";

/** A rectangle from its upper left to its lower right corner. */
export interface Box {
  /** Left. */
  readonly x1: number;
  /** Top. */
  readonly y1: number;
  /** Right. */
  readonly x2: number;
  /** Bottom. */
  readonly y2: number;
}

/** An item of vega's scene. */
export interface SceneItem {
  /** Where it is, in its group. */
  readonly bounds: Box;
  /** Of a group: its place from the left. */
  readonly x?: number;
  /** Of a group: its place from the top. */
  readonly y?: number;
  /** Of a text: its line or lines. */
  readonly text?: string | readonly string[];
  /** 0 where it is not seen. */
  readonly opacity?: number;
  /** Of a group. */
  readonly items?: readonly SceneMark[];
}

/** Items of one kind. */
export interface SceneMark {
  /** Such as `text`; `group` holds others. */
  readonly marktype: string;
  /** The layer's name with `_marks` behind; axes and legends have none. */
  readonly name?: string;
  /** What was drawn. */
  readonly items: readonly SceneItem[];
}

/** A figure as vega laid it out. */
export interface Scene {
  /** The group that holds all others. */
  readonly root: SceneMark;
  /** Where it stands within the figure. */
  readonly origin: readonly [x: number, y: number];
  /** Of the whole figure. */
  readonly width: number;
  /** Of the whole figure. */
  readonly height: number;
  /** The drawing as SVG, its lengths without a unit. */
  readonly svg: string;
}

interface Logger {
  level(value?: number): Logger | number;
  error(...words: readonly unknown[]): Logger;
  warn(...words: readonly unknown[]): Logger;
  info(...words: readonly unknown[]): Logger;
  debug(...words: readonly unknown[]): Logger;
}

interface View {
  runAsync(): Promise<View>;
  finalize(): View;
  toSVG(): Promise<string>;
  scenegraph(): { readonly root: SceneMark };
  origin(): readonly [number, number];
  padding(): { readonly left: number; readonly top: number };
}

interface Vega {
  readonly textMetrics: { width(item: TextItem, text: unknown): number };
  readonly View: new (runtime: unknown, options: { renderer: "none"; logger: Logger }) => View;
  parse(spec: unknown): unknown;
  resetSVGDefIds(): void;
}

interface TextItem {
  readonly fontSize?: number;
  readonly limit?: number;
}

interface VegaLite {
  compile(spec: unknown, options: { logger: Logger }): { readonly spec: unknown };
}

/**
 * Lays a figure out, its texts measured in the kit's font.
 *
 * @param figure any figure
 * @returns its scene and SVG; the same bytes for the same figure
 * @throws {RangeError} where vega or vega-lite warns: a figure that needs a warning is not printed
 * @throws {InfrastructureError} where a library cannot be loaded
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { renderScene } from "./render_scene.ts";
 * import { attemptsFigure } from "./attempts_figure.ts";
 * const row = { label: "merit", attempt: 0, accuracy: 0.5, low: 0.4, high: 0.6 };
 * assert.equal((await renderScene(attemptsFigure([row]))).width, 240);
 * ```
 */
export async function renderScene(figure: Figure): Promise<Scene> {
  const [vega, vegaLite, font] = await Promise.all([
    loadPackage<Vega>(vegaSpecifier),
    loadPackage<VegaLite>(vegaLiteSpecifier),
    loadFont(),
  ]);
  measureWith(font, vega);
  const logger = refuseWarnings(figure.name);
  // Vega writes into what it is given.
  const { spec } = vegaLite.compile(structuredClone(figure.spec), { logger });
  const view = new vega.View(vega.parse(spec), { renderer: "none", logger });
  try {
    await view.runAsync();
    vega.resetSVGDefIds();
    const svg = await view.toSVG();
    const [, width, height] = /^<svg [^>]*?viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!;
    const { left, top } = view.padding();
    const [x, y] = view.origin();
    return {
      root: view.scenegraph().root,
      origin: [left + x, top + y],
      width: Number(width),
      height: Number(height),
      svg,
    };
  } finally {
    view.finalize();
  }
}

/** Vega guesses widths where there is no canvas; it takes a function that knows them instead. */
function measureWith(font: FontMeasure, { textMetrics }: Vega): void {
  textMetrics.width = (item, text) => {
    const width = font.width(String(text ?? "").trim(), item.fontSize ?? 11);
    return item.limit ? Math.min(width, item.limit) : width;
  };
}

function refuseWarnings(name: string): Logger {
  const refuse = (...words: readonly unknown[]): never => {
    throw new RangeError(`Cannot draw ${name}: ${words.map(String).join(" ")}`);
  };
  const pass = () => logger;
  const logger: Logger = {
    level: (value) => value === undefined ? 2 : logger,
    error: refuse,
    warn: refuse,
    info: pass,
    debug: pass,
  };
  return logger;
}

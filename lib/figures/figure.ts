/**
 * What a figure is: a vega-lite specification as plain data, and its name.
 *
 * @module
 */

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  /** Its members. */
  readonly [key: string]: Json;
}

/** The marks that the kit's figures draw. */
export type MarkType = "bar" | "line" | "point" | "rect" | "rule" | "text";

/** A mark and its fixed properties, as vega-lite names them. */
export interface Mark {
  /** Its kind. */
  readonly type: MarkType;
  /** Properties such as `size` and `dx`. */
  readonly [property: string]: Json;
}

/** The channels that the kit's figures encode. */
export type Channel =
  | "x"
  | "x2"
  | "y"
  | "y2"
  | "yOffset"
  | "color"
  | "fill"
  | "stroke"
  | "shape"
  | "text"
  | "order";

/** What a layer encodes, by channel. */
export type Encoding = { readonly [Name in Channel]?: JsonObject };

/** Marks of one kind over rows of their own: one mark a row. */
export interface Layer {
  /** Unique within the figure; the rendered marks are found by it. */
  readonly name: string;
  /** Its rows. */
  readonly data: { readonly values: readonly JsonObject[] };
  /** The mark that each row gets. */
  readonly mark: Mark;
  /** Where and how it is drawn. */
  readonly encoding: Encoding;
}

/** The part of vega-lite's specification that the kit writes: layers over shared axes. */
export interface VegaLiteSpec {
  /** Address of vega-lite's JSON schema, which names its version. */
  readonly $schema: string;
  /** What the figure shows, in words. */
  readonly description: string;
  /** What it is of, in a line or two above the plot. */
  readonly title?: JsonObject;
  /** Of the whole figure with its labels. */
  readonly width: number;
  /** Of the plot without its labels. */
  readonly height: number;
  /** How the plot shrinks to make room for its labels. */
  readonly autosize: JsonObject;
  /** The theme. */
  readonly config: JsonObject;
  /** From back to front. */
  readonly layer: readonly Layer[];
}

/** A figure that can be rendered, stored and edited. */
export interface Figure {
  /** Stem of its files' names. */
  readonly name: string;
  /** What it shows, in a sentence: its text where no image can be shown. */
  readonly description: string;
  /** Unit of the specification's lengths: points on paper, pixels on a screen. */
  readonly unit: "pt" | "px";
  /** Its specification. */
  readonly spec: VegaLiteSpec;
}

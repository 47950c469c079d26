import assert from "node:assert/strict";
import {
  cleanNotebook,
  codeCells,
  parseNotebook,
  writeNotebook,
} from "../../../tools/notebooks/notebook_file.ts";
import { makeNotebook } from "./make_notebook.ts";

Deno.test("parseNotebook: what is no notebook of 4.5 is refused", () => {
  const notebook = makeNotebook(["1"]);
  assert.deepEqual(parseNotebook(JSON.stringify(notebook)), notebook);
  const unfit = ["null", "[]", '{"nbformat":3,"cells":[]}', '{"nbformat":4,"nbformat_minor":5}'];
  for (const text of [...unfit, '{"nbformat":4,"nbformat_minor":4,"cells":[]}', "{"]) {
    assert.throws(() => parseNotebook(text), SyntaxError, text);
  }
});

Deno.test("cleanNotebook: what changes from run to run goes, the rest stays", () => {
  const executed = parseNotebook(JSON.stringify({
    cells: [
      { cell_type: "markdown", id: "a", metadata: { collapsed: true }, source: "# A\n\ntext" },
      {
        cell_type: "code",
        id: "b",
        metadata: { execution: { "iopub.status.busy": "2026-01-01" }, tags: ["x"] },
        source: ["const a = 1;\n", "a"],
        outputs: [{
          output_type: "execute_result",
          execution_count: 17,
          data: { "text/plain": "1\n2\n", "application/json": { b: ["1", "2"] } },
          metadata: { origin: 1 },
        }],
        execution_count: 17,
      },
    ],
    metadata: { kernelspec: { name: "deno" }, language_info: { version: "6.0.3" }, widgets: {} },
    nbformat: 4,
    nbformat_minor: 6,
  }));
  const clean = cleanNotebook(executed);
  assert.deepEqual(clean.cells, [
    { cell_type: "markdown", id: "a", metadata: {}, source: ["# A\n", "\n", "text"] },
    {
      cell_type: "code",
      id: "b",
      metadata: { tags: ["x"] },
      source: ["const a = 1;\n", "a"],
      outputs: [{
        output_type: "execute_result",
        data: { "text/plain": ["1\n", "2\n"], "application/json": { b: ["1", "2"] } },
        metadata: {},
      }],
      execution_count: 1,
    },
  ]);
  assert.deepEqual(Object.keys(clean.metadata), ["kernelspec", "language_info"]);
  assert.equal("version" in (clean.metadata.language_info as object), false);
  assert.deepEqual(cleanNotebook(clean), clean);
});

Deno.test("writeNotebook: sorted keys, one blank of indent, a newline at the end", () => {
  const text = writeNotebook(makeNotebook(["a"]));
  assert.match(text, /^\{\n "cells": \[\n {2}\{\n {3}"cell_type": "code",\n {3}"execution_count"/);
  assert.match(text, /\n "nbformat_minor": 5\n\}\n$/);
  assert.deepEqual(JSON.parse(text), makeNotebook(["a"]));
});

Deno.test("codeCells: Markdown is not counted", () => {
  const notebook = makeNotebook(["a", "b"]);
  const prose = { cell_type: "markdown", id: "m", metadata: {}, source: "text" };
  const cells = [prose, notebook.cells[0]!, prose, notebook.cells[1]!];
  assert.deepEqual(codeCells({ ...notebook, cells }).map(({ id }) => id), ["cell-1", "cell-2"]);
});

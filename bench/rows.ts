/**
 * The rows, in the order in which they are measured and printed.
 *
 * @module
 */
import type { Row } from "./row.ts";
import { addRow } from "./rows/add.ts";
import { bm25Row } from "./rows/bm25.ts";
import { bootstrapRow } from "./rows/bootstrap.ts";
import { columnsRow } from "./rows/columns.ts";
import { denseRow } from "./rows/dense.ts";
import { embedRow } from "./rows/embed.ts";
import { hybridRow } from "./rows/hybrid.ts";
import { judgeRow } from "./rows/judge.ts";
import { replayRow } from "./rows/replay.ts";

/** All rows. */
export const rows: readonly Row[] = [
  ...[bm25Row, denseRow, hybridRow, addRow, judgeRow, columnsRow, bootstrapRow, embedRow],
  replayRow,
];

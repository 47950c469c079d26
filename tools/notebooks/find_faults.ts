/**
 * What an execution shows to be wrong with a notebook, whatever is stored of it.
 *
 * @module
 */
import type { Execution } from "./execute.ts";
import { type Cell, codeCells, joinText, type Output } from "./notebook_file.ts";
import { type CellReport, type Origin, originKey } from "./watch_kernel.ts";

/**
 * Finds errors, rejected promises, tags that would hide them, lost outputs and outputs that may get lost.
 *
 * @param execution what came out
 * @returns a line a fault, with the number of its cell; after a cell with an error only that one's
 */
export function findFaults({ notebook, report }: Execution): string[] {
  const cells = codeCells(notebook);
  const tagged = cells.flatMap((cell, at) =>
    tagsOf(cell).map((tag) => `cell ${at + 1} has the tag ${tag}: need none that bends execution`)
  );
  if (tagged.length > 0) return tagged;
  if (report === null) return ["its last cell did not end: no report from the kernel"];
  const failing = cells.findIndex((cell) => errorsOf(cell).length > 0);
  return cells.slice(0, failing === -1 ? cells.length : failing + 1)
    .flatMap((cell, at) =>
      findCellFaults(cell, at + 1, report[at + 1]!).map((fault) => `cell ${at + 1} ${fault}`)
    );
}

/** Those that nbconvert obeys: one lets errors pass, one lets the cell out. */
function tagsOf({ metadata: { tags } }: Cell): readonly string[] {
  return ["raises-exception", "skip-execution"].filter((tag) =>
    Array.isArray(tags) && tags.includes(tag)
  );
}

function errorsOf({ outputs = [] }: Cell): readonly Output[] {
  return outputs.filter(({ output_type }) => output_type === "error");
}

function findCellFaults(cell: Cell, number: number, report: CellReport): string[] {
  const { outputs = [] } = cell;
  const has = (type: Output["output_type"]) =>
    outputs.some(({ output_type }) => output_type === type);
  const shown = outputs.filter(({ output_type }) => output_type === "display_data");
  const origins = shown.map(({ metadata }) => metadata?.[originKey] as Origin | undefined);
  const own = origins.filter((origin) => origin?.cell === number).length;
  const foreign = origins.find((origin) => origin !== undefined && origin.cell !== number);
  const code = joinText(cell.source).replace(/^\s*\/\/.*$/gm, "");
  const calls = [...code.matchAll(/(\bawait\s+)?\bshow\(/g)];
  const isSilent = calls.length > 0 && report.shown === 0 && errorsOf(cell).length === 0;
  return [
    ...errorsOf(cell).map(({ ename, evalue }) => `fails: ${ename}: ${evalue}`),
    ...report.unhandled.map((reason) => `or one before it leaves something behind: ${reason}`),
    ...(own < report.shown ? [`lost ${report.shown - own} of its ${report.shown} outputs`] : []),
    ...(foreign === undefined ? [] : [`holds an output of cell ${foreign.cell}`]),
    ...(origins.includes(undefined) ? ["shows something without show: it may get lost"] : []),
    ...(calls.some(([, awaits]) => awaits === undefined) ? ["does not await show"] : []),
    ...(isSilent ? ["shows nothing although it calls show"] : []),
    ...(report.printed || has("stream")
      ? ["prints: need show, since printed lines may get lost"]
      : []),
    ...(/\bDeno\.std(?:out|err)\b/.test(code)
      ? ["writes to a stream that no notebook shows: need show"]
      : []),
    ...(has("execute_result") ? ["ends in a value: need show, since it may get lost"] : []),
  ];
}

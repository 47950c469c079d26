/**
 * The fault suite: lets things go wrong outside the kit, mends them, goes on, and compares with runs
 * that nothing disturbed. Prints a table and, as `deno test` does, counts, in which a fault is one.
 * An argument keeps the faults whose names hold it.
 */
import { alignTable } from "../../lib/commands/align_table.ts";
import { clockFaults } from "./clocks.ts";
import { dataFaults } from "./databases.ts";
import { diskFaults } from "./disks.ts";
import { type Fault, tryFault } from "./fault.ts";
import { fileFaults } from "./files.ts";
import { killFaults } from "./kills.ts";
import { serverFaults } from "./servers.ts";

const started = performance.now();
const all: readonly Fault[] = [
  ...killFaults,
  ...diskFaults,
  ...fileFaults,
  ...serverFaults,
  ...dataFaults,
  ...clockFaults,
];
const [chosen = ""] = Deno.args;
const faults = all.filter(({ name }) => name.includes(chosen));
if (faults.length === 0) throw new Error(`Cannot find a fault whose name holds "${chosen}"`);
const rows: string[][] = [];
let passed = 0, failed = 0, ignored = 0;
for (const fault of faults) {
  const began = performance.now();
  const tally = await tryFault(fault);
  const { tried, survived, lost, wrong } = tally;
  const isSkipped = tried === 0 && tally.skipped.length > 0;
  const isSound = tried > 0 && survived === tried && lost === 0 && wrong === 0;
  if (isSkipped) ignored++;
  else if (isSound) passed++;
  else failed++;
  for (const reason of tally.skipped) console.log(`${fault.name}: skipped, because ${reason}`);
  for (const line of tally.faults) console.log(`FAILED ${fault.name}: ${line}`);
  console.error(`${fault.name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  rows.push([fault.name, ...[tried, survived, lost, wrong].map(String), fault.end]);
}
const header = ["fault", "tried", "survived", "lost", "wrongly scored", "end"];
for (const line of alignTable(header, rows)) console.log(line);
const seconds = Math.round((performance.now() - started) / 1000);
const verdict = failed === 0 ? "ok" : "FAILED";
console.log(`${verdict} | ${passed} passed | ${failed} failed | ${ignored} ignored (${seconds}s)`);
Deno.exit(failed === 0 ? 0 : 1);

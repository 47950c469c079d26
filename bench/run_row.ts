/**
 * Measures one row in a process of its own, so that no row meets what another left behind; prints the
 * report as JSON.
 *
 * @module
 */
import { startPeer } from "./peer.ts";
import { rows } from "./rows.ts";

const [name, mode] = Deno.args;
const row = rows.find((one) => one.name === name)!;
const quick = mode === "quick";
const folder = await Deno.makeTempDir({ prefix: "merit-bench-" });
try {
  const report = await row.measure({ quick, rounds: quick ? 2 : 7, folder, startPeer });
  // Goals are for full sizes.
  const lines = quick ? report.lines.map((line) => ({ ...line, goal: null })) : report.lines;
  console.log(JSON.stringify({ ...report, lines }));
} finally {
  await Deno.remove(folder, { recursive: true });
}

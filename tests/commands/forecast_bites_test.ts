import assert from "node:assert/strict";
import { commands } from "../../cli.ts";
import { dispatch } from "../../lib/commands/dispatch.ts";
import { type BiteForecast, writeBites } from "../../lib/commands/forecast_bites.ts";
import { captureTerminal } from "./capture_terminal.ts";

const dryRun = (...args: string[]) => dryRunOver("bike_share", ...args);

async function dryRunOver(
  database: string,
  ...args: string[]
): Promise<Map<string, BiteForecast>> {
  const terminal = captureTerminal();
  const part = ["--databases", database, "--limit", "12", "--orders", "1"];
  const line = ["experiment", ...args, "--dry-run", "--json", ...part];
  assert.equal(await dispatch(line, { commands, terminal }), 0, terminal.errors.join("\n"));
  const { bites }: { bites: BiteForecast[] } = JSON.parse(terminal.text());
  return new Map(bites.map((bite) => [`${bite.variant} − ${bite.against}`, bite]));
}

Deno.test("--dry-run: arms that are not recorded are given the base's answers", async () => {
  const bites = await dryRun("sweep_retrieval");
  const expected = [...bites.values()].filter(({ source }) => source === "expected");
  assert.ok(expected.length > 0);
  for (const { share, prompts } of expected) {
    assert.ok(prompts! > 0 && share! > 0 && share! <= 1);
  }
});

Deno.test("--dry-run: the bite of recorded arms is measured", async () => {
  const bite = (await dryRun("main_comparison")).get("merit − stateless")!;
  assert.equal(bite.source, "measured");
  assert.ok(bite.share! > 0.5);
});

Deno.test("--dry-run: without a recorded base there is no bite, and why", async () => {
  const bites = await dryRun("main_comparison", "--run-seed", "99");
  for (const { source, share, why } of bites.values()) {
    assert.deepEqual([source, share, why], [null, null, "the base is not recorded to its end"]);
  }
});

Deno.test("--dry-run: a base without the answers that an arm asks for, in words instead of a miss", async () => {
  // Of this database reflexion is recorded, and not both in one call.
  const bites = await dryRunOver("film_festival", "combine_reflexion");
  const bite = bites.get("merit-reflexion − reflexion")!;
  const why = "it asks more than the base has answers or vectors for";
  assert.deepEqual([bite.source, bite.why], [null, why]);
  assert.match(writeBites([bite]).join("\n"), new RegExp(`\\| ${why} +\\|$`, "m"));
});

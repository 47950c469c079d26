import assert from "node:assert/strict";
import { dirname } from "node:path";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { defaultRequest, type RunRequest } from "../../lib/experiment/run_request.ts";
import { methodVariants } from "../../lib/experiment/variant.ts";
import { requestOf } from "../../lib/experiment/stored_request.ts";
import { newFolder, order, worldCell } from "../runs/world.ts";

const name = `example-merit-order${order}-seed1.run.sqlite`;
const request: RunRequest = {
  ...defaultRequest,
  variants: methodVariants(["merit"]),
  model: "ollama:qwen",
  out: "elsewhere",
};

/** A finished run that keeps a request. */
async function makeRun(file = name, kept: RunRequest | null = request): Promise<string> {
  const path = `${await newFolder()}/${file}`;
  await runCell({ ...worldCell(path), request: kept });
  return path;
}

Deno.test("requestOf: what the run was started with, in the folder where it lies now", async () => {
  const path = await makeRun();
  assert.deepEqual(requestOf(path, undefined), { ...request, out: dirname(path) });
});

Deno.test("requestOf: the model may be at another address", async () => {
  const path = await makeRun();
  const model = "ollama:qwen@http://127.0.0.1:9";
  assert.equal(requestOf(path, model).model, model);
});

Deno.test("requestOf: refuses a run that was renamed", async () => {
  const path = await makeRun("renamed.run.sqlite");
  assert.throws(() => requestOf(path, undefined), {
    name: "InputError",
    message: `Cannot resume "${path}": it was renamed, need ${name}`,
  });
});

Deno.test("requestOf: refuses a run that keeps no request", async () => {
  const path = await makeRun(name, null);
  assert.throws(() => requestOf(path, undefined), {
    name: "InputError",
    message: `Cannot resume "${path}": it keeps no request; was it made by merit run?`,
  });
});

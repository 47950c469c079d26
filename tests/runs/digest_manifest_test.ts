import assert from "node:assert/strict";
import { sha256 } from "../../lib/sha256.ts";
import { digestManifest } from "../../lib/runs/digest_manifest.ts";
import type { RunManifest } from "../../lib/runs/manifest.ts";
import { worldManifest } from "./world.ts";

Deno.test("digestManifest: SHA-256 of the JSON with sorted keys", () => {
  const small = { b: [1, null], a: { d: "x", c: 0.5 } } as unknown as RunManifest;
  assert.equal(digestManifest(small), sha256('{"a":{"c":0.5,"d":"x"},"b":[1,null]}'));
});

Deno.test("digestManifest: is the same before a file and after it, in any order of fields", () => {
  const manifest = worldManifest();
  const turned = Object.fromEntries(Object.entries(manifest).toReversed());
  const read: RunManifest = JSON.parse(JSON.stringify(turned));
  assert.equal(digestManifest(read), digestManifest(manifest));
  assert.notEqual(digestManifest({ ...manifest, order: 2 }), digestManifest(manifest));
});

Deno.test("digestManifest: a number that no file can hold is refused", () => {
  const manifest = worldManifest({ configuration: { budget: Infinity } });
  assert.throws(() => digestManifest(manifest), TypeError);
});

import assert from "node:assert/strict";
import { sha256 } from "../lib/sha256.ts";

Deno.test("sha256: the first example of FIPS 180-2", () => {
  assert.equal(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

Deno.test("sha256: a text is hashed as UTF-8", () => {
  assert.equal(sha256("é"), sha256(Uint8Array.of(0xc3, 0xa9)));
});

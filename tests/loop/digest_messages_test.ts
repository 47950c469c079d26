import assert from "node:assert/strict";
import { digestMessages } from "../../lib/loop/digest_messages.ts";

Deno.test("digestMessages: SHA-256 of the canonical text, as sha256sum gives it", () => {
  assert.equal(
    digestMessages([{ role: "user", content: "hello" }]),
    "b963d64220a6c6e1ca70cb17b13374b1f34761af3c2146fccf3769ebbcb1bd46",
  );
  assert.equal(
    digestMessages([{ role: "system", content: "a\nb" }, { role: "user", content: "é" }]),
    "5a5cffc8896f25fa9856e12853c6b5836372ab97bc006f4e2177df8cce763f25",
  );
});

Deno.test("digestMessages: the order of a message's fields does not matter", () => {
  assert.equal(
    digestMessages([{ content: "hello", role: "user" }]),
    digestMessages([{ role: "user", content: "hello" }]),
  );
});

Deno.test("digestMessages: texts that join alike differ", () => {
  const digests = [["a", "b"], ["ab", ""], ["a\n", "b"], ["a"]].map((contents) =>
    digestMessages(contents.map((content) => ({ role: "user", content })))
  );
  assert.equal(new Set(digests).size, 4);
});

import assert from "node:assert/strict";
import { digestStream } from "../../lib/runs/digest_stream.ts";
import { stream } from "./world.ts";

Deno.test("digestStream: holds what tasks say and their order, schemas by their digest", () => {
  const [first, second] = stream;
  const digests = [
    [first!, second!],
    [second!, first!],
    [first!],
    [first!, { ...second!, schemaDigest: "other" }],
    [first!, { ...second!, id: "other" }],
    [first!, { ...second!, question: "Other?" }],
    [first!, { ...second!, evidence: "other" }],
  ].map(digestStream);
  assert.equal(new Set(digests).size, 7);
  assert.equal(digestStream([first!, { ...second!, schema: "other" }]), digests[0]);
});

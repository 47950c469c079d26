import assert from "node:assert/strict";
import {
  callKey,
  callKeyText,
  messageAddress,
  type RecordableCall,
} from "../../lib/llm/call_key.ts";
import { sampling } from "./requests.ts";

const call: RecordableCall = {
  identity: { name: "qwen", digest: "sha256:1", server: "ollama 0.12.6" },
  messages: [{ role: "user", content: "Wie viele Sänger?" }],
  sampling,
  sampleIndex: 0,
};

const text = '{"identity":{"digest":"sha256:1","name":"qwen","server":"ollama 0.12.6"},' +
  '"messages":[{"content":"Wie viele Sänger?","role":"user"}],"sampleIndex":0,' +
  '"sampling":{"contextTokens":4096,"maxTokens":256,"seed":7,"temperature":0,"topP":1}}';

Deno.test("callKeyText: shows all of the key and nothing else", () => {
  const more = {
    ...call,
    identity: { ...call.identity, url: "http://127.0.0.1", apiKey: "secret" },
  };
  assert.equal(callKeyText(more), text);
});

Deno.test("callKey: is the SHA-256 of that text, pinned so that recordings stay valid", () => {
  // printf %s "$text" | sha256sum
  assert.equal(callKey(call), "da571e4c2583cedfe2d560d09fc50596ca17ecfc843333ba143ca1108698ad5f");
});

Deno.test("messageAddress: tells role and content apart", () => {
  const addresses = [
    messageAddress({ role: "user", content: "x" }),
    messageAddress({ role: "system", content: "x" }),
    messageAddress({ role: "user", content: "x " }),
  ];
  assert.equal(new Set(addresses).size, 3);
  assert.match(addresses[0]!, /^[0-9a-f]{32}$/);
});

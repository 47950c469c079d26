import assert from "node:assert/strict";
import { InfrastructureError, ReplayMissError } from "../../lib/errors.ts";
import type { ModelRequest } from "../../lib/llm/language_model.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { digestMessages } from "../../lib/loop/digest_messages.ts";
import { methods } from "../../lib/loop/methods.ts";
import { promptSets } from "../../lib/loop/prompts.ts";
import { renderFirst } from "../../lib/loop/render_prompt.ts";
import { noGold } from "../../lib/loop/repair_episode.ts";
import { firstSampling } from "../../lib/loop/sampling.ts";
import { exampleTask } from "../../lib/memory/examples.ts";
import { entryAt } from "../memory/entries.ts";
import {
  observations,
  purposeOf,
  reflectionBefore,
  runScript,
  type Script,
  secret,
} from "./scripted_loop.ts";

const names = methods.map(({ name }) => name);
const purposes = (requests: readonly ModelRequest[]) =>
  requests.map((request) => Object.values(purposeOf(request)).join(" "));
/** Everything that any method may recall. */
const entries = [
  entryAt(0),
  entryAt(4, { databaseId: "zoo" }),
  entryAt(1, { polarity: "negative" }),
  entryAt(2, { kind: "pair", text: "How many <mask> are there?" }),
  entryAt(3, { kind: "reflection", text: "Spell the columns right, as the schema does." }),
];
const twoThenRight = ["error", "mismatch", "correct"] as const;

for (const method of names) {
  const run = (script: Script) => runScript({ method, entries, ...script });
  const reflects = method === "reflexion";

  Deno.test(`repairEpisode: ${method} shares attempt 0`, async () => {
    const { episode, requests } = run({ statuses: ["correct"] });
    const { outcome, solvedAt, steps } = await episode;
    assert.deepEqual([outcome, solvedAt, steps.length], ["solved", 0, 1]);
    assert.deepEqual(requests.map(({ messages, sampling }) => ({ messages, sampling })), [{
      messages: renderFirst(exampleTask, promptSets[defaultConfiguration.prompts]),
      sampling: firstSampling(defaultConfiguration),
    }]);
  });

  for (const budget of [0, 1, 7]) {
    Deno.test(`repairEpisode: ${method} makes exactly ${budget} repairs`, async () => {
      const { episode, requests } = run({ statuses: ["mismatch"], configuration: { budget } });
      const { outcome, solvedAt, steps } = await episode;
      assert.deepEqual([outcome, solvedAt], ["unsolved", null]);
      assert.deepEqual(
        steps.map(({ attempt }) => attempt.number),
        Array.from({ length: budget + 1 }, (_, number) => number),
      );
      assert.equal(requests.length, 1 + budget * (reflects ? 2 : 1));
    });
  }

  Deno.test(`repairEpisode: ${method} asks nothing after a success`, async () => {
    const { episode, requests, observed } = run({ statuses: twoThenRight });
    const { outcome, solvedAt } = await episode;
    assert.deepEqual([outcome, solvedAt], ["solved", 2]);
    assert.deepEqual(observed, ["SELECT 0", "SELECT 1", "SELECT 2"]);
    assert.deepEqual(
      purposes(requests),
      reflects
        ? ["0 first", "1 reflection", "1 repair", "2 reflection", "2 repair"]
        : ["0 first", "1 repair", "2 repair"],
    );
  });

  Deno.test(`repairEpisode: ${method} samples a repair as every other method`, async () => {
    const sampled = async (name: string) => {
      const { episode, requests } = run({ method: name, statuses: ["error"] });
      await episode;
      return requests.filter((request) => purposeOf(request).purpose === "repair")
        .map(({ sampling }) => sampling);
    };
    assert.deepEqual(await sampled(method), await sampled("stateless"));
  });

  Deno.test(`repairEpisode: ${method} never shows why the judge said so`, async () => {
    const { episode, requests } = run({ statuses: ["error", "mismatch", "timeout", "mismatch"] });
    await episode;
    assert.equal(JSON.stringify(requests.map(({ messages }) => messages)).includes(secret), false);
  });

  Deno.test(`repairEpisode: ${method} records each call and the digest of its prompt`, async () => {
    const { episode, requests } = run({ statuses: twoThenRight });
    const calls = (await episode).steps.flatMap((step) => step.calls);
    assert.deepEqual(
      calls.map(({ purpose, promptDigest }) => [purpose, promptDigest]),
      requests.map((request) => [purposeOf(request).purpose, digestMessages(request.messages)]),
    );
  });

  Deno.test(`repairEpisode: ${method} unscored by broken machinery leaves no entries`, async () => {
    const gone = new InfrastructureError("The server is gone");
    const broken: Readonly<Record<string, Partial<Script>>> = {
      model: {
        answer(request) {
          if (purposeOf(request).number === 2) throw gone;
          return undefined;
        },
      },
      oracle: {
        setting: {
          observe: (_, sql) =>
            sql === "SELECT 2" ? Promise.reject(gone) : Promise.resolve(observations.error),
        },
      },
      "cut prompt": {
        answer: (request) =>
          purposeOf(request).number === 2
            ? { text: "SELECT 2", finish: "truncated_prompt" }
            : undefined,
      },
    };
    for (const [what, script] of Object.entries(broken)) {
      const episode = await run({ statuses: ["error"], ...script }).episode;
      const { outcome, solvedAt, entries, steps, note } = episode;
      assert.deepEqual([outcome, solvedAt, entries], ["unscored", null, []], what);
      assert.equal(steps.length, 2, what);
      assert.match(note, what === "cut prompt" ? /the server cut the prompt/ : /server is gone/);
    }
  });
}

for (const method of ["dynamic-rag", "dynamic-rag-repairs", "merit", "merit-placebo"]) {
  const prompts = async (name: string, given: typeof entries) => {
    const { episode, requests } = runScript({
      method: name,
      statuses: ["error", "timeout", "mismatch"],
      entries: given,
    });
    await episode;
    return requests.map(({ messages, sampling }) => ({ messages, sampling }));
  };

  Deno.test(`repairEpisode: ${method} asks what stateless asks where nothing is recalled`, async () => {
    assert.deepEqual(await prompts(method, []), await prompts("stateless", []));
    assert.notDeepEqual(await prompts(method, entries), await prompts("stateless", entries));
  });
}

Deno.test("repairEpisode: resample asks the first prompt again, without feedback", async () => {
  const { episode, requests } = runScript({ method: "resample", statuses: ["error"], entries });
  await episode;
  for (const { messages } of requests) assert.deepEqual(messages, requests[0]!.messages);
  assert.equal(new Set(requests.map(({ sampling }) => sampling.seed)).size, 8);
});

Deno.test("repairEpisode: a broken embedder leaves the episode unscored", async () => {
  const memory = {
    search: () => Promise.reject(new InfrastructureError("Cannot embed: the server is gone")),
  };
  const { episode } = runScript({ method: "merit", statuses: ["error"], setting: { memory } });
  const { outcome, note } = await episode;
  assert.deepEqual([outcome, note], ["unscored", "Cannot embed: the server is gone"]);
});

/** Own reflections that each repair prompt shows, by the attempt they were made before. */
async function ownReflections(own: number, answer?: Script["answer"]): Promise<number[][]> {
  const { episode, requests } = runScript({
    method: "reflexion",
    statuses: ["error"],
    configuration: { budget: 5, reflexion: { shared: true, own } },
    ...(answer ? { answer } : {}),
  });
  await episode;
  return requests.filter((request) => purposeOf(request).purpose === "repair")
    .map(({ messages }) =>
      [...messages.at(-1)!.content.matchAll(/Reflection (\d+)/g)].map(([, number]) =>
        Number(number)
      )
    );
}

Deno.test("repairEpisode: reflexion shows its last three reflections", async () => {
  assert.deepEqual(await ownReflections(3), [[1], [1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5]]);
});

Deno.test("repairEpisode: reflexion shows as many reflections as it is told", async () => {
  assert.deepEqual(await ownReflections(1), [[1], [2], [3], [4], [5]]);
  assert.deepEqual(await ownReflections(0), [[], [], [], [], []]);
});

Deno.test("repairEpisode: a reflection that only answers is neither shown nor kept", async () => {
  const answer: Script["answer"] = (request) => {
    const { number, purpose } = purposeOf(request);
    return purpose === "reflection" && number > 2
      ? `\`\`\`sql\nSELECT Reflection ${number}\n\`\`\``
      : undefined;
  };
  assert.deepEqual(await ownReflections(3, answer), [[1], [1, 2], [1, 2], [1, 2], [1, 2]]);
  const { episode } = runScript({ method: "reflexion", statuses: ["error"], answer });
  const { entries, steps } = await episode;
  assert.deepEqual(entries.map(({ text }) => text), [reflectionBefore(2)]);
  assert.match(steps[4]!.reflection!, /SELECT Reflection 4/);
});

/** A sentence and a query; the third repair has no sentence. */
const inlineAnswer: Script["answer"] = (request) => {
  const { number } = purposeOf(request);
  const words = number === 3 ? "" : `Reflection ${number}: it spells the column wrongly. So:\n`;
  return `${words}\`\`\`sql\nSELECT ${number}\n\`\`\``;
};

Deno.test("repairEpisode: merit-reflexion asks for a sentence and shows the last one next", async () => {
  const { episode, requests } = runScript({
    method: "merit-reflexion",
    statuses: ["error"],
    configuration: { budget: 5 },
    answer: inlineAnswer,
  });
  const { steps } = await episode;
  assert.deepEqual(
    purposes(requests),
    [0, 1, 2, 3, 4, 5].map((number) => `${number} ${number === 0 ? "first" : "repair"}`),
  );
  const repairs = requests.slice(1).map(({ messages }) => messages.at(-1)!.content);
  const shown = repairs.map((text) =>
    [...text.matchAll(/Your reflection on an earlier attempt: Reflection (\d)/g)].map((found) =>
      Number(found[1])
    )
  );
  // What comes with attempt 0 was not asked for; the third repair gives none, so the second stays.
  assert.deepEqual(shown, [[], [1], [2], [2], [4]]);
  assert.ok(repairs.every((text) => text.includes("Say in one sentence why that query is wrong")));
  assert.deepEqual(
    steps.map(({ reflection }) => reflection),
    [null, 1, 2, null, 4, 5].map((number) =>
      number && `Reflection ${number}: it spells the column wrongly.`
    ),
  );
});

Deno.test("repairEpisode: merit-reflexion shows merit's precedents and keeps merit's memory", async () => {
  const run = async (method: string) => {
    const { episode } = runScript({
      method,
      statuses: twoThenRight,
      entries,
      answer: inlineAnswer,
    });
    const { steps, entries: kept } = await episode;
    return { retrieved: steps.map((step) => step.retrieved), kept };
  };
  const both = await run("merit-reflexion");
  assert.deepEqual(both, await run("merit"));
  assert.ok(both.retrieved[1]!.length > 0 && both.kept.length > 0);
});

Deno.test("repairEpisode: pooled precedents are shown without their polarity", async () => {
  const shown = async (polarity: "split" | "pooled") => {
    const memory = { ...defaultConfiguration.memory, polarity };
    const { episode, requests } = runScript({
      method: "merit",
      statuses: ["error", "correct"],
      entries,
      configuration: { memory },
    });
    await episode;
    return requests[1]!.messages.at(-1)!.content;
  };
  const [split, pooled] = [await shown("split"), await shown("pooled")];
  assert.match(split, /Confirmed repair[^]*Observed unsuccessful direction/);
  assert.doesNotMatch(pooled, /Confirmed repair|Observed unsuccessful direction/);
  assert.equal(pooled.match(/Two queries, one after the other, for an earlier/g)?.length, 2);
});

/** What an answer cut at the token limit holds, and the query in it. */
const cutOff: Readonly<Record<string, readonly [text: string, sql: string]>> = {
  "an answer cut before its fence": ["SELECT 0 FROM", "SELECT 0 FROM"],
  "an answer cut inside its fence": ["It is:\n```sql\nSELECT 0", "SELECT 0"],
  "thinking that was cut": ["<think>SELECT 0", ""],
};
const cutAt0 = (text: string): NonNullable<Script["answer"]> => (request) =>
  purposeOf(request).number === 0 ? { text, finish: "length" } : undefined;

for (const [what, [text, sql]] of Object.entries(cutOff)) {
  for (const wrong of ["error", "mismatch", "timeout"] as const) {
    Deno.test(`repairEpisode: G2-07 ${what} is no mistake of SQL, even where it gives a ${wrong}`, async () => {
      const { episode, requests, observed } = runScript({
        statuses: [wrong, "correct"],
        answer: cutAt0(text),
      });
      const { solvedAt, steps } = await episode;
      assert.deepEqual(observed, [sql, "SELECT 1"]);
      assert.equal(solvedAt, 1);
      const { answer, observation, failure } = steps[0]!.attempt;
      assert.deepEqual([answer, observation.status, observation.outcome, observation.reason], [
        ...["truncated", "error", "no_statement", "truncated output"],
      ]);
      assert.deepEqual(failure, { type: "unknown", rule: "truncated_output" });
      assert.match(requests[1]!.messages.at(-1)!.content, /cut off before the query ended/);
    });
  }
}

Deno.test("repairEpisode: G2-07 a truncated answer whose query is right is right", async () => {
  const { episode } = runScript({ statuses: ["correct"], answer: cutAt0("```sql\nSELECT 0") });
  const { solvedAt, steps: [step] } = await episode;
  assert.deepEqual([solvedAt, step!.attempt.answer, step!.attempt.failure], [0, "truncated", null]);
  assert.deepEqual(step!.attempt.observation, observations.correct);
});

Deno.test("repairEpisode: with execution-only feedback a truncated query that runs ends it, right or wrong", async () => {
  for (const status of ["correct", "mismatch"] as const) {
    const { episode } = runScript({
      statuses: [status],
      answer: cutAt0("```sql\nSELECT 0"),
      configuration: { feedback: "execution-only" },
    });
    const { solvedAt, steps } = await episode;
    assert.deepEqual([solvedAt, steps.length], [status === "correct" ? 0 : null, 1]);
    assert.deepEqual(steps[0]!.attempt.observation, observations[status]);
  }
});

const whole = {
  "a query without a fence before words that were cut": {
    text: "SELECT 0\n\nThis counts the",
    finish: "length",
  },
  "a closed query before words that were cut": {
    text: "It is:\n```sql\nSELECT 0\n```\nThis counts the",
    finish: "length",
  },
  "a query whose fence the model did not close": "It is:\n```sql\nSELECT 0",
} as const;

for (const [what, first] of Object.entries(whole)) {
  Deno.test(`repairEpisode: ${what} is run`, async () => {
    const { episode, observed } = runScript({
      statuses: ["correct"],
      answer: (request) => purposeOf(request).number === 0 ? first : undefined,
    });
    const { solvedAt, steps: [step] } = await episode;
    assert.deepEqual([solvedAt, step!.attempt.answer], [0, "whole"]);
    assert.deepEqual(observed, ["SELECT 0"]);
  });
}

const withoutQuery = {
  "words alone": ["I do not know", "whole"],
  "G6-08 thinking that the server keeps apart": [{ text: "", finish: "empty" }, "empty"],
  "thinking alone": ["<think>SELECT 2</think>\n", "empty"],
} as const;

for (const [what, [first, kind]] of Object.entries(withoutQuery)) {
  Deno.test(`repairEpisode: ${what} is judged as the empty query`, async () => {
    const answer: Script["answer"] = (request) =>
      purposeOf(request).number === 0 ? first : undefined;
    const { episode, observed } = runScript({ statuses: ["error", "correct"], answer });
    const { solvedAt, steps: [step] } = await episode;
    assert.deepEqual([solvedAt, step!.attempt.answer], [1, kind]);
    assert.deepEqual(observed, ["", "SELECT 1"]);
  });
}

Deno.test("repairEpisode: with execution-only feedback the first query that runs ends it", async () => {
  const configuration = { feedback: "execution-only" } as const;
  const wrong = runScript({
    method: "merit",
    statuses: ["error", "timeout", "mismatch", "correct"],
    configuration,
  });
  const { outcome, solvedAt, steps } = await wrong.episode;
  assert.deepEqual([outcome, solvedAt, steps.length], ["unsolved", null, 3]);
  assert.equal(steps[2]!.attempt.failure, null);
  assert.equal(steps[2]!.attempt.observation.status, "mismatch");
  const right = await runScript({ statuses: ["error", "correct"], configuration }).episode;
  assert.deepEqual([right.outcome, right.solvedAt], ["solved", 1]);
});

Deno.test("repairEpisode: a task without gold is unscored and not asked again", async () => {
  const { episode, requests } = runScript({ method: "dynamic-rag", statuses: [null] });
  const { outcome, solvedAt, steps, note, entries } = await episode;
  assert.deepEqual([outcome, solvedAt, steps, note, entries], ["unscored", null, [], noGold, []]);
  assert.equal(requests.length, 1);
});

for (
  const error of [
    new ReplayMissError("Cannot replay: the recording lacks the call"),
    new RangeError("A programmer's mistake"),
    new DOMException("Interrupted", "AbortError"),
  ]
) {
  Deno.test(`repairEpisode: ${error.name} goes through`, async () => {
    const answer: Script["answer"] = (request) => {
      if (purposeOf(request).number === 1) throw error;
      return undefined;
    };
    await assert.rejects(() => runScript({ statuses: ["error"], answer }).episode, error);
  });
}

Deno.test("repairEpisode: a given first query is judged without a call", async () => {
  const { episode, requests, observed } = runScript({
    statuses: ["error", "correct"],
    setting: { initialSql: () => "SELECT 0 FROM given" },
  });
  const { steps } = await episode;
  assert.deepEqual(observed, ["SELECT 0 FROM given", "SELECT 1"]);
  assert.deepEqual(purposes(requests), ["1 repair"]);
  assert.deepEqual([steps[0]!.calls, steps[0]!.attempt.completion], [[], "SELECT 0 FROM given"]);
  const none = runScript({ statuses: ["correct"], setting: { initialSql: () => null } });
  await none.episode;
  assert.deepEqual(purposes(none.requests), ["0 first"]);
});

Deno.test("repairEpisode: characters that no run file can keep become U+FFFD", async () => {
  const answer = () => "\ud83d a\0b\n```sql\nSELECT '\0'\n```";
  const { episode, observed } = runScript({ statuses: ["correct"], answer });
  const [step] = (await episode).steps;
  assert.deepEqual(observed, ["SELECT '\ufffd'"]);
  assert.equal(step!.attempt.completion, "\ufffd a\ufffdb\n```sql\nSELECT '\ufffd'\n```");
  assert.equal(step!.calls[0]!.text, step!.attempt.completion);
});

Deno.test("repairEpisode: nor does the oracle's answer bring them in", async () => {
  const odd = { message: "a\0", preview: "b\0", reason: "\ud83d" };
  const observe = () => Promise.resolve({ ...observations.correct, ...odd });
  const { episode } = runScript({ statuses: ["correct"], setting: { observe } });
  const { message, preview, reason } = (await episode).steps[0]!.attempt.observation;
  assert.deepEqual([message, preview, reason], ["a\ufffd", "b\ufffd", "\ufffd"]);
});

Deno.test("repairEpisode: timers and signals get through where model and oracle answer at once", async () => {
  const stop = new AbortController(), reason = new DOMException("Interrupted", "AbortError");
  setTimeout(() => stop.abort(reason), 20);
  const scripted = createScriptedModel({ answer: () => "```sql\nSELECT 1\n```" });
  // It does not look at the signal, so that the loop itself must.
  const model = { ...scripted, complete: (request: ModelRequest) => scripted.complete(request) };
  const { episode, observed } = runScript({
    method: "resample",
    statuses: ["error"],
    configuration: { budget: 50_000 },
    setting: { signal: stop.signal, model },
  });
  await assert.rejects(() => episode, reason);
  assert.ok(observed.length < 50_000, `need an end before the last of ${observed.length} attempts`);
});

Deno.test("repairEpisode: aborted from the start, nothing is asked", async () => {
  const signal = AbortSignal.abort(new Error("Enough"));
  const { episode, requests } = runScript({ statuses: ["error"], setting: { signal } });
  await assert.rejects(() => episode, /Enough/);
  assert.deepEqual(requests, []);
});

Deno.test("repairEpisode: letting them through costs far less than a millisecond an attempt", async () => {
  const budget = 1000, started = performance.now();
  const script = { method: "resample", statuses: ["error"], configuration: { budget } } as const;
  await runScript(script).episode;
  const took = (performance.now() - started) / budget;
  assert.ok(took < 1, `an attempt took ${took} ms`);
});

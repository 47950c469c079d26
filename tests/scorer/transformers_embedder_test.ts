import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { InfrastructureError } from "../../lib/errors.ts";
import {
  createTransformersEmbedder,
  type TransformersModule,
  transformersSpecifier,
} from "../../lib/scorer/transformers_embedder.ts";

const checks = fileURLToPath(new URL("./live/minilm_checks.ts", import.meta.url));

/** Runs Deno without network, lock file or downloads. */
async function runDeno(args: readonly string[]): Promise<Deno.CommandOutput> {
  return await new Deno.Command(Deno.execPath(), {
    args: [...args],
    env: { NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).output();
}

/** The folder of real weights, or why the checks that need them are skipped. */
async function findWeights(): Promise<{ readonly folder: string } | { readonly lack: string }> {
  try {
    const folder = Deno.env.get("MERIT_MODELS") ??
      `${Deno.env.get("HOME") ?? ""}/.cache/merit-models`;
    const weights = `${folder}/all-MiniLM-L6-v2/onnx/model_int8.onnx`;
    if (!await Deno.stat(weights).then(() => true, () => false)) return { lack: weights };
    const load = `await import("${transformersSpecifier}")`;
    const cache = await runDeno(["eval", "--cached-only", "--no-lock", load]);
    return cache.success ? { folder } : { lack: `${transformersSpecifier} in Deno's cache` };
  } catch (error) {
    return { lack: `a permission (${error instanceof Error ? error.message : error})` };
  }
}

const weights = await findWeights();
if ("lack" in weights) console.log(`skipped MiniLM's checks, because there is no ${weights.lack}`);

Deno.test({
  name: "createTransformersEmbedder: fulfils the contract with real weights, without network",
  ignore: "lack" in weights,
  async fn() {
    assert.ok("folder" in weights);
    const permissions = ["--allow-read", "--allow-env", "--allow-sys", "--allow-ffi"];
    const { success, stdout, stderr } = await runDeno(
      [
        "test",
        "--no-check",
        "--no-lock",
        "--cached-only",
        "--no-prompt",
        ...permissions,
        checks,
        "--",
      ]
        .concat(weights.folder),
    );
    const decoder = new TextDecoder();
    assert.ok(success, decoder.decode(stdout) + decoder.decode(stderr));
  },
});

/** A library whose models give one fixed vector, and what it was asked. */
function fakeLibrary(data: Float32Array = Float32Array.of(0.6, 0.8)) {
  const loads: { readonly model: string; readonly options: object }[] = [];
  const calls: { readonly text: string; readonly options: object }[] = [];
  const library: TransformersModule = {
    pipeline(_task, model, options) {
      loads.push({ model, options });
      return Promise.resolve((text, options) => {
        calls.push({ text, options });
        return Promise.resolve({ data });
      });
    },
  };
  return { loads, calls, importLibrary: () => Promise.resolve(library) };
}

/** A folder with a model of empty files in it. */
async function makeModel(files: readonly string[], name = "tiny"): Promise<string> {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/${name}/onnx`, { recursive: true });
  for (const file of files) await Deno.writeTextFile(`${folder}/${name}/${file}`, "");
  return folder;
}

const allFiles = ["config.json", "tokenizer.json", "onnx/model_int8.onnx"];

Deno.test("createTransformersEmbedder: imports the library by no literal, so that nothing is fetched early", async () => {
  const source = new URL("../../lib/scorer/transformers_embedder.ts", import.meta.url);
  assert.doesNotMatch(await Deno.readTextFile(source), /(?:from|import\()\s*["'`]npm:/);
});

Deno.test("createTransformersEmbedder: loads once, at the first text, from the folder only", async () => {
  const folder = await makeModel(allFiles);
  const { loads, calls, importLibrary } = fakeLibrary();
  const embedder = createTransformersEmbedder({
    folder,
    model: "tiny",
    dimensions: 2,
    importLibrary,
  });
  assert.deepEqual(await embedder.embed([]), []);
  assert.equal(loads.length, 0);
  const vectors = await Promise.all([embedder.embed(["a", "b"]), embedder.embed(["c"])]);
  assert.deepEqual(vectors.flat(), Array(3).fill(Float32Array.of(0.6, 0.8)));
  assert.deepEqual(loads, [{
    model: `${folder}/tiny`,
    options: {
      local_files_only: true,
      dtype: "int8",
      session_options: { intraOpNumThreads: 1 },
    },
  }]);
  assert.deepEqual(calls.map(({ text }) => text).sort(), ["a", "b", "c"]);
  assert.deepEqual(calls[0]!.options, { pooling: "mean", normalize: true });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("createTransformersEmbedder: G6-01, a missing file is named with its full path and nothing is imported", async () => {
  const folder = await makeModel(["config.json", "onnx/model_int8.onnx"]);
  const { importLibrary, loads } = fakeLibrary();
  const embed = (options: object) =>
    createTransformersEmbedder({ folder, model: "tiny", importLibrary, ...options }).embed(["a"]);
  const cases: readonly (readonly [object, string])[] = [
    [{}, `${folder}/tiny/tokenizer.json`],
    [{ folder: `${folder}/tiny` }, `${folder}/tiny/tiny/config.json`],
    [{ model: "tinny" }, `${folder}/tinny/config.json`],
    [{ folder: `${folder}/nowhere` }, `${folder}/nowhere/tiny/config.json`],
  ];
  for (const [options, path] of cases) {
    await assert.rejects(() => embed(options), (error: unknown) => {
      assert.ok(error instanceof InfrastructureError);
      assert.ok(error.message.includes(`no file ${path},`), error.message);
      return true;
    });
  }
  assert.equal(loads.length, 0);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("createTransformersEmbedder: G6-02, the number format chooses the file and is in the identity", async () => {
  const folder = await makeModel(allFiles);
  const { importLibrary } = fakeLibrary();
  const full = createTransformersEmbedder({ folder, model: "tiny", dtype: "fp32", importLibrary });
  await assert.rejects(() => full.embed(["a"]), /no file \S+\/tiny\/onnx\/model\.onnx,/);
  const identity = (options: object) => createTransformersEmbedder({ folder, ...options }).identity;
  const identities = [{}, { dtype: "fp32" }, { model: "tiny" }, { digest: "ab" }].map(identity);
  assert.equal(new Set(identities).size, 4);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("createTransformersEmbedder: downloads only where that is allowed, into the folder", async () => {
  const folder = await makeModel([]);
  const { loads, importLibrary } = fakeLibrary();
  const options = { folder, model: "Xenova/tiny", dimensions: 2, importLibrary };
  await createTransformersEmbedder({ ...options, allowRemoteModels: true }).embed(["a"]);
  assert.deepEqual(loads, [{
    model: "Xenova/tiny",
    options: { cache_dir: folder, dtype: "int8", session_options: { intraOpNumThreads: 1 } },
  }]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("createTransformersEmbedder: a hub out of reach is told with the remedy, and asked again", async () => {
  const folder = await makeModel([]);
  const cause = new TypeError("fetch failed");
  const { importLibrary } = fakeLibrary();
  let isReachable = false;
  const embedder = createTransformersEmbedder({
    folder,
    model: "Xenova/tiny",
    dimensions: 2,
    allowRemoteModels: true,
    importLibrary: () =>
      isReachable ? importLibrary() : Promise.resolve({ pipeline: () => Promise.reject(cause) }),
  });
  await assert.rejects(() => embedder.embed(["a"]), {
    name: "InfrastructureError",
    message: `Cannot download the embedding model Xenova/tiny (int8) into ${folder}: ` +
      "TypeError: fetch failed; need the hub within reach, or a folder that holds Xenova/tiny/",
    cause,
  });
  isReachable = true;
  assert.equal((await embedder.embed(["a"])).length, 1);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("createTransformersEmbedder: weights of another digest are refused", async () => {
  const folder = await makeModel(allFiles);
  const { importLibrary } = fakeLibrary();
  const options = { folder, model: "tiny", dimensions: 2, importLibrary };
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  await createTransformersEmbedder({ ...options, digest: empty }).embed(["a"]);
  const embedder = createTransformersEmbedder({ ...options, digest: "00" });
  await assert.rejects(() => embedder.embed(["a"]), /model_int8\.onnx: .* is e3b0c442\w+, need 00/);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("createTransformersEmbedder: a failed load is told with its cause and may be tried again", async () => {
  const folder = await makeModel(allFiles);
  const { importLibrary } = fakeLibrary();
  let tries = 0;
  const embedder = createTransformersEmbedder({
    folder,
    model: "tiny",
    dimensions: 2,
    importLibrary() {
      if (++tries === 1) throw new TypeError("Cannot find the native library");
      return importLibrary();
    },
  });
  await assert.rejects(() => embedder.embed(["a"]), (error: unknown) => {
    assert.ok(error instanceof InfrastructureError && error.cause instanceof TypeError);
    assert.match(error.message, /tiny \(int8\).*native library/);
    return true;
  });
  assert.equal((await embedder.embed(["a"])).length, 1);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("createTransformersEmbedder: malformed vectors are refused", async () => {
  const folder = await makeModel(allFiles);
  for (const data of [Float32Array.of(1), Float32Array.of(1, NaN)]) {
    const { importLibrary } = fakeLibrary(data);
    const options = { folder, model: "tiny", dimensions: 2, importLibrary };
    const embedder = createTransformersEmbedder(options);
    await assert.rejects(() => embedder.embed(["a"]), /need 2 finite/);
  }
  await Deno.remove(folder, { recursive: true });
});

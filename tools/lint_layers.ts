/**
 * A lint plugin: what a layer of the kit may import.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { dirname, relative, resolve } from "node:path";

const rootFiles = [
  ...["domain.ts", "errors.ts", "nearest_name.ts", "random.ts", "sha256.ts", "sqlite.ts"],
  ...["stream_key.ts", "transaction.ts", "until_aborted.ts"],
];

/** The layers and what each may import beside itself and the root files. */
const layers: Readonly<Record<string, readonly string[]>> = {
  root: [],
  data: [],
  sql: [],
  llm: [],
  stats: [],
  classifier: [],
  scorer: [],
  memory: ["scorer", "classifier"],
  benchmark: ["sql", "data"],
  loop: ["sql", "llm", "classifier", "scorer", "memory"],
  runs: ["sql", "llm", "classifier", "scorer", "memory", "loop"],
  experiment: [
    ...["sql", "llm", "stats", "classifier", "scorer", "memory", "benchmark", "loop", "runs"],
  ],
  analysis: ["stats", "runs"],
  figures: [],
  notebook: ["analysis", "figures", "commands"],
  commands: [
    ...["sql", "llm", "stats", "classifier", "scorer", "memory", "benchmark", "loop", "runs"],
    ...["experiment", "analysis", "figures"],
  ],
};

const repository = fileURLToPath(new URL("../", import.meta.url));

/** The layer of a file, or null for files that may import what they like (`cli.ts`, `tests/`, …). */
function findLayer(path: string): string | null {
  const [top, second, ...rest] = relative(repository, path).split(/[\\/]/);
  if (top === "data") return "data";
  if (top !== "lib" || second === undefined) return null;
  return rest.length > 0 ? second : rootFiles.includes(second) ? "root" : second;
}

/** Why a file must not import this, or null where it may. */
function findFault(file: string, specifier: string): string | null {
  const layer = findLayer(file);
  if (layer === null) return null;
  const allowed = layers[layer];
  if (allowed === undefined) return `Cannot place lib/${layer}: the table names no such layer`;
  if (specifier === "node:sqlite") {
    const isDoor = relative(repository, file) === "lib/sqlite.ts";
    return isDoor ? null : "Cannot import node:sqlite here: only lib/sqlite.ts may";
  }
  if (/^(?:node|npm):/.test(specifier)) return null;
  if (!specifier.startsWith(".")) {
    return `Cannot import ${specifier}: need a relative path, node:… or npm:name@version`;
  }
  const target = findLayer(resolve(dirname(file), specifier));
  if (target === layer || target === "root" || (target && allowed.includes(target))) return null;
  return `Cannot import ${specifier}: ${layer} may import ${["root", ...allowed].join(", ")}, ` +
    `not ${target ?? "what is outside lib"}`;
}

const plugin: Deno.lint.Plugin = {
  name: "layers",
  rules: {
    imports: {
      create(context) {
        const check = (source: Deno.lint.Node | null | undefined) => {
          if (source?.type !== "Literal" || typeof source.value !== "string") return;
          const message = findFault(resolve(repository, context.filename), source.value);
          if (message !== null) context.report({ node: source, message });
        };
        return {
          ImportDeclaration: (node) => check(node.source),
          ExportNamedDeclaration: (node) => check(node.source),
          ExportAllDeclaration: (node) => check(node.source),
          ImportExpression: (node) => check(node.source),
          "TSImportType Literal": check,
        };
      },
    },
  },
};
export default plugin;

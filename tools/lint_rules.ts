/**
 * A lint plugin: the kit's own rules on determinism, output and the size of files.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { relative, resolve } from "node:path";

/** Sources of what differs between two runs. */
const unrepeatable = new Set([
  "Date.now",
  "Math.random",
  "crypto.randomUUID",
  "crypto.getRandomValues",
]);

/** Where one of them is needed, and why it can change no result. */
const mayBeUnrepeatable: Readonly<Record<string, string>> = {
  "lib/benchmark/build_database.ts": "a name for an unfinished file that is renamed at the end",
  "lib/llm/with_retries.ts": "the default of the parameter `now`",
  "lib/runs/run_writer.ts": "a name for an unfinished file that is renamed at the end",
};

/** Files that print, and why. */
const mayPrint: Readonly<Record<string, string>> = {
  "lib/commands/terminal.ts": "the terminal",
  "lib/notebook/show.ts": "outside a notebook it prints what it would show",
};

const longestFile = 300;

/** Files that are longer, and why. */
const mayBeLong: Readonly<Record<string, string>> = {
  "lib/classifier/sqlite_rules.ts": "one table of messages",
};

const repository = fileURLToPath(new URL("../", import.meta.url));
const locate = (context: Deno.lint.RuleContext): string =>
  relative(repository, resolve(repository, context.filename)).replaceAll("\\", "/");

const plugin: Deno.lint.Plugin = {
  name: "kit",
  rules: {
    "no-console": {
      create(context) {
        const file = locate(context);
        if (!file.startsWith("lib/") || file in mayPrint) return {};
        return {
          'MemberExpression[object.name="console"]'(node: Deno.lint.MemberExpression) {
            const message = "Cannot print from lib: return the text, or take a Terminal";
            context.report({ node, message });
          },
        };
      },
    },
    "no-unrepeatable": {
      create(context) {
        const file = locate(context);
        if (!file.startsWith("lib/") || file in mayBeUnrepeatable) return {};
        const report = (node: Deno.lint.Node, what: string) => {
          const message = `Cannot use ${what} in lib: take the clock or a Random as a parameter, ` +
            "or name the file and the reason in tools/lint_rules.ts";
          context.report({ node, message });
        };
        return {
          MemberExpression(node) {
            if (node.object.type !== "Identifier" || node.property.type !== "Identifier") return;
            const name = `${node.object.name}.${node.property.name}`;
            if (unrepeatable.has(name)) report(node, name);
          },
          'NewExpression[callee.name="Date"]'(node: Deno.lint.NewExpression) {
            if (node.arguments.length === 0) report(node, "new Date()");
          },
        };
      },
    },
    "file-length": {
      create(context) {
        const file = locate(context);
        if (file.startsWith("tests/") || file.startsWith("data/") || file in mayBeLong) return {};
        return {
          Program() {
            const lines = context.sourceCode.text.trimEnd().split("\n").length;
            if (lines <= longestFile) return;
            const message = `Cannot keep ${file} at ${lines} lines, need at most ${longestFile}: ` +
              "split it, or name it and the reason in tools/lint_rules.ts";
            context.report({ range: [0, 0], message });
          },
        };
      },
    },
  },
};
export default plugin;

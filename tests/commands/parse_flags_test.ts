import assert from "node:assert/strict";
import { parseFlags } from "../../lib/commands/parse_flags.ts";
import { InputError } from "../../lib/errors.ts";

const table = {
  json: { kind: "boolean", help: "" },
  file: { kind: "text", value: "FILE", help: "" },
  by: { kind: "choice", choices: ["database", "failure"], help: "" },
  limit: { kind: "integer", value: "N", least: 1, default: 7, help: "" },
  most: { kind: "integer", value: "N", least: -5, most: 9, help: "" },
  methods: { kind: "list", value: "A,B", unique: true, help: "" },
  set: { kind: "list", value: "PATH=VALUE", help: "" },
} as const;
const operands = { name: "RUN", least: 0, most: 2 };
const parse = (...args: string[]) => parseFlags(args, { command: "report", table, operands });

Deno.test("parseFlags: reads every kind of option and the operands", () => {
  const args = ["--json", "a", "--file=-x", "--by", "failure", "--limit=3", "b"];
  const { flags, operands } = parse(...args, "--methods", "merit, stateless", "--methods=resample");
  assert.deepEqual({ ...flags }, {
    json: true,
    file: "-x",
    by: "failure",
    limit: 3,
    most: undefined,
    methods: ["merit", "stateless", "resample"],
    set: [],
  });
  assert.deepEqual(operands, ["a", "b"]);
});

Deno.test("parseFlags: left out options are false, undefined, their default or empty", () => {
  assert.deepEqual({ ...parse().flags }, {
    json: false,
    file: undefined,
    by: undefined,
    limit: 7,
    most: undefined,
    methods: [],
    set: [],
  });
});

Deno.test("parseFlags: after -- everything is an operand", () => {
  assert.deepEqual(parse("--", "--json").operands, ["--json"]);
});

Deno.test("parseFlags: a list taken whole keeps its commas and may repeat", () => {
  const table = { model: { kind: "list", value: "SPEC", whole: true, help: "" } } as const;
  const args = ["--model", "openai:m@http://a,http://b", "--model=ollama:m"];
  const { flags, args: given } = parseFlags(args, { command: "sweep", table });
  assert.deepEqual(flags.model, ["openai:m@http://a,http://b", "ollama:m"]);
  assert.deepEqual(given, args);
});

const refused: readonly (readonly [args: readonly string[], reason: RegExp])[] = [
  [["--jsn"], /no option --jsn, the nearest is --json;/],
  [["--hepl"], /the nearest is --help/],
  [["-j"], /no option -j/],
  [["--no-json"], /no option --no-json/],
  [["--constructor"], /no option --constructor/],
  [["--__proto__=1"], /no option --__proto__/],
  [["--json=1"], /--json takes no value, it has "1"/],
  [["--file"], /--file FILE is without its value/],
  [["--file="], /--file FILE is without its value/],
  [["--file", "--json"], /--file FILE is without its value/],
  [["--file", "a", "--file", "b"], /--file is given twice/],
  [["--json", "--json"], /--json is given twice/],
  [
    ["--by", "databse"],
    /--by is "databse", need one of database, failure; the nearest is database/,
  ],
  [["--limit", "0"], /--limit is "0", need an integer from 1/],
  [["--limit=-1"], /--limit is "-1", need an integer from 1/],
  [["--limit", "-3"], /--limit is "-3", need an integer from 1/],
  [["--limit", "-.5"], /--limit is "-\.5", need an integer from 1/],
  [["--limit", "-x"], /--limit N is without its value/],
  [["--by", "-1"], /--by is "-1", need one of database, failure/],
  [["-3"], /no option -3/],
  [["--limit", "1e3"], /need an integer from 1/],
  [["--limit", "99999999999999999999"], /need an integer from 1/],
  [["--most", "10"], /--most is "10", need an integer from -5 to 9/],
  [["--most=-6"], /--most is "-6", need an integer from -5 to 9/],
  [["--most", "99999999999999999999"], /need an integer from -5 to 9/],
  [["--methods", "a,,b"], /--methods has an empty item/],
  [["--methods", "a,b, a"], /--methods has "a" twice, need each once/],
  [["--methods", "a,b", "--methods", "b"], /--methods has "b" twice, need each once/],
  [["a", "b", "c"], /it takes 2 RUN, not "c" beside/],
];

Deno.test("parseFlags: the ends of a range, and a list that may repeat", () => {
  assert.equal(parse("--most", "9").flags.most, 9);
  assert.equal(parse("--most=-5").flags.most, -5);
  assert.equal(parse("--most", "-5").flags.most, -5);
  assert.deepEqual(parse("--set", "-1,2").flags.set, ["-1", "2"]);
  assert.deepEqual(parse("--set", "a=1,a=1").flags.set, ["a=1", "a=1"]);
});

for (const [args, reason] of refused) {
  Deno.test(`parseFlags: refuses ${args.join(" ")}`, () => {
    assert.throws(() => parse(...args), (error: Error) => {
      assert.ok(error instanceof InputError);
      assert.match(error.message, /^Cannot run "merit report": .*; see merit report --help$/);
      assert.match(error.message, reason);
      return true;
    });
  });
}

Deno.test("parseFlags: names a missing operand and a missing required option", () => {
  const required = { file: { kind: "text", value: "FILE", required: true, help: "" } } as const;
  assert.throws(
    () => parseFlags([], { command: "judge", table: required }),
    /it needs --file FILE/,
  );
  assert.throws(
    () => parseFlags([], { command: "audit", table, operands: { name: "RUN", least: 1, most: 9 } }),
    /it needs a RUN/,
  );
  assert.throws(() => parseFlags(["x"], { command: "doctor", table }), /options only, not "x"/);
});

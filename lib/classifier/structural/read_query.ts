/**
 * From the parser's tree to a query as the rules see it.
 *
 * @module
 */
import type { Expression, Query, Select, Source } from "./query.ts";

/** A node of the parser's tree: an object with one key a variant, a list, a text, a number. */
type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] => Array.isArray(value) ? value : [];
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((node, key) => isNode(node) ? node[key] : undefined, value);

const signs: Readonly<Record<string, string>> = {
  Eq: "=",
  NotEq: "<>",
  Lt: "<",
  LtEq: "<=",
  Gt: ">",
  GtEq: ">=",
  Plus: "+",
  Minus: "-",
  Multiply: "*",
  Divide: "/",
  Modulo: "%",
  StringConcat: "||",
  And: "and",
  Or: "or",
};

/** The last name of a dotted path, and whether it is in double quotes. */
function nameOf(value: unknown): { name: string; quoted: boolean } {
  const last = list(value).at(-1);
  const word = at(last, "Identifier") ?? last;
  return { name: String(at(word, "value") ?? ""), quoted: at(word, "quote_style") === '"' };
}

function operation(
  operator: string,
  parts: readonly unknown[],
  negated: unknown = false,
): Expression {
  return {
    kind: "operation",
    operator,
    negated: negated === true,
    parts: parts.filter((part) => part !== undefined && part !== null).map(readExpression),
  };
}

function readValue(value: unknown): Expression {
  if (value === "Null") return { kind: "value", type: "null", text: "NULL" };
  const number = at(value, "Number");
  if (number !== undefined) return { kind: "value", type: "number", text: String(list(number)[0]) };
  const text = at(value, "SingleQuotedString");
  return text === undefined
    ? { kind: "value", type: "other", text: JSON.stringify(value) }
    : { kind: "value", type: "text", text: String(text) };
}

function readCall(node: Node): Expression {
  const args = list(at(node.args, "List", "args")).map((argument) => {
    const inner = at(argument, "Unnamed") ?? at(argument, "Named", "arg");
    return at(inner, "Expr") ?? inner;
  });
  const parts = args.map((argument): Expression =>
    isNode(argument) && !("QualifiedWildcard" in argument)
      ? readExpression(argument)
      : { kind: "star" }
  );
  if (node.filter !== undefined && node.filter !== null) parts.push(readExpression(node.filter));
  const over = at(node.over, "WindowSpec");
  const call: Expression = {
    kind: "call",
    name: nameOf(node.name).name.toLowerCase(),
    distinct: at(node.args, "List", "duplicate_treatment") === "Distinct",
    parts,
  };
  if (over === undefined) return call;
  const order = list(at(over, "order_by")).map((term) => at(term, "expr"));
  const window = operation("over", [...list(at(over, "partition_by")), ...order]);
  return { kind: "operation", operator: "window", negated: false, parts: [call, window] };
}

/** Functions that the parser reads as syntax of their own, by its name for them. */
const specialCalls: Readonly<Record<string, string>> = {
  Substring: "substr",
  Trim: "trim",
  Floor: "floor",
  Ceil: "ceil",
  Extract: "extract",
  Position: "position",
  Overlay: "overlay",
  Convert: "convert",
};

function readExpression(node: unknown): Expression {
  if (!isNode(node)) return { kind: "value", type: "other", text: String(node) };
  const [variant, body] = Object.entries(node)[0] ?? ["", null];
  const inner = isNode(body) ? body : {};
  switch (variant) {
    case "Identifier": {
      const quoted = inner.quote_style === '"';
      return { kind: "column", qualifier: null, name: String(inner.value), quoted };
    }
    case "CompoundIdentifier": {
      const names = list(body).map((word) => String(at(word, "value")));
      return {
        kind: "column",
        qualifier: names.at(-2) ?? null,
        name: names.at(-1)!,
        quoted: false,
      };
    }
    case "Value":
      return readValue(inner.value);
    case "Function":
      return readCall(inner);
    case "Nested":
      return readExpression(body);
    case "BinaryOp": {
      const operator = signs[String(inner.op)] ?? String(inner.op).toLowerCase();
      return operation(operator, [inner.left, inner.right]);
    }
    case "UnaryOp":
      return operation(String(inner.op).toLowerCase(), [inner.expr]);
    case "IsNull":
    case "IsNotNull":
      return operation("is null", [body], variant === "IsNotNull");
    case "Between":
      return operation("between", [inner.expr, inner.low, inner.high], inner.negated);
    case "InList":
      return operation("in", [inner.expr, ...list(inner.list)], inner.negated);
    case "InSubquery":
      return operation("in", [inner.expr, { Subquery: inner.subquery }], inner.negated);
    case "Exists":
      return operation("exists", [{ Subquery: inner.subquery }], inner.negated);
    case "Like":
    case "ILike":
      return operation("like", [inner.expr, inner.pattern], inner.negated);
    case "Subquery":
      return { kind: "query", query: readBody(body) };
  }
  const call = specialCalls[variant];
  const parts = Object.values(inner).flatMap((value) => Array.isArray(value) ? value : [value])
    .flatMap((value) => isNode(value) && "condition" in value ? Object.values(value) : [value])
    .filter((value) => isNode(value) && isExpression(value));
  if (call !== undefined) {
    return { kind: "call", name: call, distinct: false, parts: parts.map(readExpression) };
  }
  return operation(variant.toLowerCase(), Array.isArray(body) ? body : parts);
}

/** Whether a node's only key is a variant, as those of expressions are. */
function isExpression(node: Node): boolean {
  const keys = Object.keys(node);
  return keys.length === 1 && /^[A-Z]/.test(keys[0]!) && keys[0] !== "DateTimeField";
}

function readSource(factor: unknown, join: Source["join"], condition: unknown): Source {
  const table = at(factor, "Table"), derived = at(factor, "Derived");
  const name = nameOf(at(table, "name")).name;
  const alias = at(table ?? derived, "alias", "name", "value");
  return {
    table: name,
    alias: alias === undefined ? name : String(alias),
    query: derived === undefined ? null : readBody(at(derived, "subquery")),
    join,
    on: at(condition, "On") === undefined ? null : readExpression(at(condition, "On")),
    using: list(at(condition, "Using")).map((column) => nameOf(column).name),
  };
}

function readSources(from: unknown): readonly Source[] {
  return list(from).flatMap((chain, which) => [
    readSource(at(chain, "relation"), which === 0 ? "first" : "comma", null),
    ...list(at(chain, "joins")).map((step) => {
      const [kind, condition] = Object.entries((at(step, "join_operator") ?? {}) as Node)[0] ?? [];
      const join = condition === "Natural"
        ? "natural"
        : /Left|Right|Full/.test(String(kind))
        ? "outer"
        : kind === "CrossJoin"
        ? "cross"
        : "inner";
      return readSource(at(step, "relation"), join, condition);
    }),
  ]);
}

function readOutput(item: unknown): Select["outputs"][number] {
  const named = at(item, "ExprWithAlias");
  if (named !== undefined) {
    return {
      expression: readExpression(at(named, "expr")),
      alias: String(at(named, "alias", "value")),
    };
  }
  const plain = at(item, "UnnamedExpr");
  return {
    expression: plain === undefined ? { kind: "star" } : readExpression(plain),
    alias: null,
  };
}

function readSelect(node: unknown): Select {
  const where = at(node, "selection"), having = at(node, "having");
  return {
    distinct: at(node, "distinct") !== undefined,
    outputs: list(at(node, "projection")).map(readOutput),
    sources: readSources(at(node, "from")),
    where: where === undefined ? null : readExpression(where),
    group: list(list(at(node, "group_by", "Expressions"))[0]).map(readExpression),
    having: having === undefined ? null : readExpression(having),
  };
}

/** The SELECTs of a query's body, and the outermost set operation. */
function readSet(body: unknown): Pick<Query, "selects" | "setOperator"> {
  const set = at(body, "SetOperation");
  if (set !== undefined) {
    const all = at(set, "set_quantifier") === "All" ? " all" : "";
    return {
      selects: [...readSet(at(set, "left")).selects, ...readSet(at(set, "right")).selects],
      setOperator: String(at(set, "op")).toLowerCase() + all,
    };
  }
  const nested = at(body, "Query");
  if (nested !== undefined) return readSet(at(nested, "body"));
  const select = at(body, "Select");
  return { selects: select === undefined ? [] : [readSelect(select)], setOperator: "" };
}

function readBody(node: unknown): Query {
  const limit = at(node, "limit_clause", "LimitOffset", "limit", "Value", "value", "Number");
  return {
    ...readSet(at(node, "body")),
    order: list(at(node, "order_by", "kind", "Expressions")).map((term) => ({
      expression: readExpression(at(term, "expr")),
      descending: at(term, "options", "asc") === false,
    })),
    limit: limit === undefined ? null : Number(list(limit)[0]),
    named: list(at(node, "with", "cte_tables")).map((table) => readBody(at(table, "query"))),
  };
}

/**
 * Reads a statement's tree.
 *
 * @param statement what the parser of `sql_parser.ts` gave
 * @returns the query; null where there is no tree, or it is no query
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readQuery } from "./read_query.ts";
 * import { loadSqlParser } from "./sql_parser.ts";
 * const parse = await loadSqlParser();
 * const query = readQuery(parse("SELECT v.name FROM vet AS v ORDER BY v.name DESC LIMIT 3"));
 * assert.equal(query?.limit, 3);
 * assert.equal(query?.selects[0]?.sources[0]?.table, "vet");
 * ```
 */
export function readQuery(statement: unknown): Query | null {
  const node = at(statement, "Query");
  return node === undefined ? null : readBody(node);
}

/**
 * Signs of wrong tables and joins in a query that runs.
 *
 * @module
 */
import { type Clues, columnIn, nameStems, tableNamed, tableOf } from "./clues.ts";
import { sameName } from "./columns.ts";
import { type ColumnExpression, conjunctsOf, type Expression, walk } from "./query.ts";
import { stemsOf } from "./read_question.ts";
import type { KnownTable } from "./read_tables.ts";
import { hasUnquotedName } from "./refusal_rules.ts";
import type { StructuralRule } from "./structural_rule.ts";

/** Whether two columns are a foreign key and what it refers to, or refer to the same column. */
function isLink(
  a: { table: KnownTable; column: string },
  b: { table: KnownTable; column: string },
): boolean {
  const refersTo = (from: typeof a, to: typeof a) =>
    from.table.links.some(({ column, table, target }) =>
      sameName(column, from.column) && sameName(table, to.table.name) && sameName(target, to.column)
    );
  const shared = a.table.links.some((one) =>
    sameName(one.column, a.column) &&
    b.table.links.some((other) =>
      sameName(other.column, b.column) && sameName(one.table, other.table) &&
      sameName(one.target, other.target)
    )
  );
  return refersTo(a, b) || refersTo(b, a) || shared;
}

/** Pairs of columns of two tables that a condition sets equal; subqueries see the outer tables. */
function equalPairs(
  condition: Expression | null,
): readonly (readonly [ColumnExpression, ColumnExpression])[] {
  return conjunctsOf(condition).flatMap((part) => {
    if (part.kind !== "operation" || part.operator !== "=") return [];
    const [left, right] = part.parts;
    return left?.kind === "column" && right?.kind === "column" ? [[left, right] as const] : [];
  });
}

/** Whether some join goes over columns that no key connects. */
function hasWrongLink({ selects, tables }: Clues): boolean {
  const outer = selects[0];
  return selects.some((select) => {
    const find = (column: ColumnExpression) =>
      tableOf(column, select, tables) ?? (outer && tableOf(column, outer, tables));
    const pairs = [select.where, ...select.sources.map(({ on }) => on)].flatMap(equalPairs);
    return pairs.some(([left, right]) => {
      const a = find(left), b = find(right);
      if (a === undefined || b === undefined || a === b && left.qualifier === right.qualifier) {
        return false;
      }
      return !isLink({ table: a, column: left.name }, { table: b, column: right.name });
    });
  });
}

/** Columns that `IN (SELECT …)` compares with columns that no key connects. */
function hasWrongMembership({ selects, tables }: Clues): boolean {
  return selects.some((select) =>
    [...walk(select.where)].some((part) => {
      if (part.kind !== "operation" || part.operator !== "in") return false;
      const [left, right] = part.parts;
      if (left?.kind !== "column" || right?.kind !== "query") return false;
      const inner = right.query.selects[0];
      const output = inner?.outputs[0]?.expression;
      if (inner === undefined || output?.kind !== "column") return false;
      const a = tableOf(left, select, tables), b = tableOf(output, inner, tables);
      if (a === undefined || b === undefined) return true;
      if (a === b && sameName(left.name, output.name)) return false;
      return !isLink({ table: a, column: left.name }, { table: b, column: output.name });
    })
  );
}

/** Whether a table stands beside others without a condition that binds it. */
function hasProduct({ selects }: Clues): boolean {
  return selects.some(({ sources, where }) => {
    const free = sources.slice(1).filter(({ join, on, using }) =>
      join !== "natural" && on === null && using.length === 0
    );
    const pairs = conjunctsOf(where).filter((part) =>
      part.kind === "operation" && part.operator === "=" &&
      part.parts.every((side) => columnIn(side) !== null)
    );
    return free.length > pairs.length;
  });
}

/** Names of tables that the question speaks of. */
function mentionedTables({ tables, question }: Clues): readonly KnownTable[] {
  return tables.filter(({ name }) =>
    stemsOf(name).every((stem) => question.stems.includes(stem)) &&
    // A longer name covers a shorter one: "port call" is no port.
    !tables.some((other) =>
      other.name !== name && stemsOf(other.name).length > stemsOf(name).length &&
      stemsOf(name).every((stem) => stemsOf(other.name).includes(stem)) &&
      question.text.includes(other.name.toLowerCase().replaceAll("_", " "))
    )
  );
}

/** Whether a joined table serves nothing: no column outside its join, and no word of it asked. */
function hasIdleTable(clues: Clues): boolean {
  return clues.selects.some((select) =>
    select.sources.length > 1 && select.sources.some((source) => {
      const table = tableNamed(clues.tables, source.table);
      if (table === undefined || source.query !== null || source.join === "outer") return false;
      const otherWords = select.sources.flatMap((other) =>
        other === source ? [] : stemsOf(other.table)
      );
      const ownWords = nameStems(table.name).filter((stem) => !otherWords.includes(stem));
      if (ownWords.some((stem) => clues.question.stems.includes(stem))) return false;
      const others = [
        ...select.outputs.map(({ expression }) => expression),
        ...(select.where === null ? [] : [select.where]),
        ...select.group,
        ...(select.having === null ? [] : [select.having]),
        ...select.sources.flatMap((other) =>
          other === source || other.on === null ? [] : [other.on]
        ),
        ...(select === clues.top ? clues.query!.order.map(({ expression }) => expression) : []),
      ];
      const isUsed = (column: ColumnExpression) =>
        column.qualifier !== null
          ? sameName(column.qualifier, source.alias)
          : tableOf(column, select, clues.tables) === table;
      const parts = others.flatMap((other) => [...walk(other)]);
      // A star or a subquery may need the table.
      if (parts.some((part) => part.kind === "query")) return false;
      return !parts.some((part) => part.kind === "column" && isUsed(part));
    })
  );
}

/** The table that the question counts or lists: the first one that it names. */
function askedTable(clues: Clues): KnownTable | undefined {
  const { stems } = clues.question;
  const opening = stems.slice(0, 9);
  return mentionedTables(clues)
    .map((table) => ({ table, place: opening.indexOf(stemsOf(table.name)[0]!) }))
    .filter(({ place }) => place >= 0)
    .toSorted((a, b) => a.place - b.place)[0]?.table;
}

/** Whether the query reads other tables than the one asked for. */
function missesAskedTable(clues: Clues): boolean {
  const asked = askedTable(clues);
  const { top } = clues;
  if (asked === undefined || top === null) return false;
  if (!/^(?:how many|which|list|what are the|give|name)\b/.test(clues.question.text)) return false;
  if (top.sources.length === 0 || top.sources.some(({ query }) => query !== null)) return false;
  if (top.sources.some(({ table }) => sameName(table, asked.name))) return false;
  // A key that refers to the table may stand for it.
  const shown = [...top.outputs.map(({ expression }) => expression), ...top.group];
  return !shown.some((term) => {
    const column = columnIn(term);
    const table = column === null ? undefined : tableOf(column, top, clues.tables);
    return table?.links.some((link) =>
      sameName(link.column, column!.name) && sameName(link.table, asked.name)
    );
  });
}

/** Whether a table is joined to the rows that must have none of it. */
function joinsExcluded(clues: Clues): boolean {
  return clues.selects.some((select) => {
    const joined = select.sources.slice(1)
      .filter(({ join, query }) => join !== "outer" && query === null);
    return conjunctsOf(select.where).some((part) => {
      if (part.kind !== "operation") return false;
      if (part.operator === "is null" && !part.negated) {
        const column = part.parts[0]?.kind === "column" ? part.parts[0] : null;
        const table = column === null ? undefined : tableOf(column, select, clues.tables);
        return column !== null && table !== undefined && table.primaryKey.includes(column.name) &&
          joined.some((source) => sameName(source.table, table.name));
      }
      const excludes = /^(?:exists|in)$/.test(part.operator) && part.negated ||
        part.operator === "not";
      const inner = part.parts.flatMap((side) => side.kind === "query" ? side.query.selects : []);
      return excludes &&
        inner.some(({ sources }) =>
          sources.some(({ table }) => joined.some((source) => sameName(source.table, table)))
        );
    });
  });
}

/** Rules of tables and joins. `FROM visit treatment` reads a table visit. */
export const tableRules: readonly StructuralRule[] = [
  { id: "unquoted_name", type: "schema_linking", applies: hasUnquotedName },
  { id: "no_join_condition", type: "schema_linking", applies: hasProduct },
  { id: "join_over_no_key", type: "schema_linking", applies: hasWrongLink },
  { id: "membership_over_no_key", type: "schema_linking", applies: hasWrongMembership },
  { id: "joined_and_excluded", type: "schema_linking", applies: joinsExcluded },
  { id: "idle_table", type: "schema_linking", applies: hasIdleTable },
  { id: "other_table", type: "schema_linking", applies: missesAskedTable },
];

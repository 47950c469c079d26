import type { FailureRule } from "./failure_rule.ts";

/**
 * Wordings of SQLite, 3.40 to 3.53, in the order they are tried; those of the parser come last.
 *
 * Ours: a circular or repeated recursive reference is `execution` (the names exist, the engine
 * cannot run the form); an ORDER BY term that names no result column is `syntax` whether it is a
 * number or a name, a GROUP BY term out of range is `aggregation`; a placeholder without a value
 * is `execution` (it parses, and nothing can be run).
 */
export const sqliteRules: readonly FailureRule[] = [
  {
    id: "double_quoted_value",
    type: "filter_value",
    pattern:
      /^no such column: "(?<name>[^]*)" - should this be a string literal in single-quotes\?$/,
    example: 'no such column: "France" - should this be a string literal in single-quotes?',
  },
  {
    id: "typographic_quote",
    type: "filter_value",
    pattern: /^no such column: (?<name>[‘’‚“”„«»‹›´][^]*)$/,
    example: "no such column: ‘Ann’",
  },
  {
    id: "typographic_quote",
    type: "filter_value",
    pattern: /^near "(?<name>[^]*[‘’‚“”„«»‹›´][^]*)": syntax error$/,
    example: 'near "York’": syntax error',
  },
  {
    id: "missing_table",
    type: "schema_linking",
    pattern: /^no such (?:table|view): (?<name>[^]+)$/,
    example: "no such table: singers",
  },
  {
    id: "missing_column",
    type: "schema_linking",
    pattern: /^no such column: (?<name>[^]+)$/,
    example: "no such column: t9.name",
  },
  {
    id: "missing_column",
    type: "schema_linking",
    pattern: /^cannot join using column (?<name>[^]+) - column not present in both tables$/,
    example: "cannot join using column zz - column not present in both tables",
  },
  {
    id: "missing_index",
    type: "schema_linking",
    pattern: /^no such index: (?<name>[^]+)$/,
    example: "no such index: nope",
  },
  {
    id: "missing_database",
    type: "schema_linking",
    pattern: /^unknown database:? (?<name>[^]+)$/,
    example: "unknown database foo",
  },
  {
    id: "ambiguous_column",
    type: "schema_linking",
    pattern: /^ambiguous column name: (?<name>[^]+)$/,
    example: "ambiguous column name: id",
  },
  {
    id: "ambiguous_column",
    type: "schema_linking",
    pattern: /^ambiguous reference to (?<name>[^]+) in USING\(\)$/,
    example: "ambiguous reference to id in USING()",
  },
  {
    id: "duplicate_table_name",
    type: "schema_linking",
    pattern: /^duplicate WITH table name: (?<name>[^]+)$/,
    example: "duplicate WITH table name: a",
  },
  {
    id: "table_order",
    type: "schema_linking",
    pattern: /^ON clause references tables to its right$/,
    example: "ON clause references tables to its right",
  },
  {
    id: "window_misuse",
    type: "aggregation",
    pattern: /^misuse of (?:aliased )?window function (?<name>[^]+?)(?:\(\))?$/,
    example: "misuse of window function row_number()",
  },
  {
    id: "window_misuse",
    type: "aggregation",
    pattern: /^no such window: (?<name>[^]+)$/,
    example: "no such window: w",
  },
  {
    id: "window_misuse",
    type: "aggregation",
    pattern: /^(?<name>[^]+)\(\) may not be used as a window function$/,
    example: "upper() may not be used as a window function",
  },
  {
    id: "window_misuse",
    type: "aggregation",
    pattern: /^DISTINCT is not supported for window functions$/,
    example: "DISTINCT is not supported for window functions",
  },
  {
    id: "window_misuse",
    type: "aggregation",
    pattern:
      /^(?:RANGE with offset |unsupported frame |frame (?:starting|ending) offset |argument of ntile |second argument to nth_value |cannot override )/,
    example: "RANGE with offset PRECEDING/FOLLOWING requires one ORDER BY expression",
  },
  {
    id: "aggregate_misuse",
    type: "aggregation",
    pattern: /^misuse of (?:aliased )?aggregate(?: function|:)? (?<name>[^]+?)(?:\(\))?$/,
    example: "misuse of aggregate function count()",
  },
  {
    id: "aggregate_misuse",
    type: "aggregation",
    pattern: /^aggregate functions are not allowed in the GROUP BY clause$/,
    example: "aggregate functions are not allowed in the GROUP BY clause",
  },
  {
    id: "aggregate_misuse",
    type: "aggregation",
    pattern: /^DISTINCT aggregates must have exactly one argument$/,
    example: "DISTINCT aggregates must have exactly one argument",
  },
  {
    id: "aggregate_misuse",
    type: "aggregation",
    pattern: /^(?:FILTER|ORDER BY) may not be used with non-aggregate (?<name>[^]+)\(\)$/,
    example: "FILTER may not be used with non-aggregate lower()",
  },
  {
    id: "having_without_group",
    type: "aggregation",
    pattern:
      /^(?:HAVING clause on a non-aggregate query|a GROUP BY clause is required before HAVING)$/,
    example: "HAVING clause on a non-aggregate query",
  },
  {
    id: "group_by_term",
    type: "aggregation",
    pattern: /^\d+(?:st|nd|rd|th) GROUP BY term out of range\b/,
    example: "1st GROUP BY term out of range - should be between 1 and 1",
  },
  {
    id: "datatype_mismatch",
    type: "filter_value",
    pattern: /^datatype mismatch$/,
    example: "datatype mismatch",
  },
  {
    id: "invalid_value",
    type: "filter_value",
    pattern:
      /^(?:malformed JSON|bad JSON path|JSON path error|JSON cannot hold|hex literal too big)/,
    example: "malformed JSON",
  },
  {
    id: "pattern_value",
    type: "filter_value",
    pattern: /^(?:LIKE or GLOB pattern too complex|ESCAPE expression must be a single character)$/,
    example: "LIKE or GLOB pattern too complex",
  },
  {
    id: "unknown_function",
    type: "execution",
    pattern: /^no such function: (?<name>[^]+)$/,
    example: "no such function: from_unixtime",
  },
  {
    id: "unknown_function",
    type: "execution",
    pattern: /^'(?<name>[^]+)' is not a function$/,
    example: "'singer' is not a function",
  },
  {
    id: "unknown_function",
    type: "execution",
    pattern: /^unable to use function (?<name>[^]+) in the requested context$/,
    example: "unable to use function MATCH in the requested context",
  },
  {
    id: "unknown_collation",
    type: "execution",
    pattern: /^no such collation sequence: (?<name>[^]+)$/,
    example: "no such collation sequence: utf8mb4_bin",
  },
  {
    id: "function_arity",
    type: "execution",
    pattern: /^wrong number of arguments to function (?<name>[^]+)\(\)$/,
    example: "wrong number of arguments to function count()",
  },
  {
    id: "function_arity",
    type: "execution",
    pattern: /^too many arguments on (?:function )?(?<name>[^(]+)/,
    example: "too many arguments on function abs",
  },
  {
    id: "set_width",
    type: "execution",
    pattern:
      /^SELECTs to the left and right of (?<name>[^]+) do not have the same number of result columns$/,
    example:
      "SELECTs to the left and right of UNION ALL do not have the same number of result columns",
  },
  {
    id: "set_width",
    type: "execution",
    pattern: /^all VALUES must have the same number of terms$/,
    example: "all VALUES must have the same number of terms",
  },
  {
    id: "set_width",
    type: "execution",
    pattern:
      /^table (?<name>[^]+) has \d+ (?:values for \d+ columns|columns but \d+ values were supplied)$/,
    example: "table a has 1 values for 2 columns",
  },
  {
    id: "row_width",
    type: "execution",
    pattern: /^sub-select returns \d+ columns - expected \d+$/,
    example: "sub-select returns 2 columns - expected 1",
  },
  {
    id: "row_width",
    type: "execution",
    pattern: /^(?:row value misused$|IN\(\.\.\.\) element has \d+ terms? - expected \d+$)/,
    example: "row value misused",
  },
  {
    id: "recursive_reference",
    type: "execution",
    pattern:
      /^(?:circular reference|multiple (?:recursive references|references to recursive table)|recursive reference in a subquery): (?<name>[^]+)$/,
    example: "circular reference: r",
  },
  {
    id: "recursive_reference",
    type: "execution",
    pattern:
      /^(?:recursive aggregate queries not supported|cannot use window functions in recursive queries)$/,
    example: "recursive aggregate queries not supported",
  },
  {
    id: "overflow",
    type: "execution",
    pattern: /^integer overflow$/,
    example: "integer overflow",
  },
  {
    id: "overflow",
    type: "execution",
    pattern: /^Value is too large to be represented as a JavaScript number/,
    example: "Value is too large to be represented as a JavaScript number: 9223372036854775807",
  },
  {
    id: "timeout",
    type: "execution",
    pattern: /^(?:interrupted|query aborted)$/,
    example: "interrupted",
  },
  {
    id: "too_large",
    type: "execution",
    pattern: /^(?:string or blob too big|out of memory)$/,
    example: "string or blob too big",
  },
  {
    id: "too_complex",
    type: "execution",
    pattern:
      /^(?:too many (?:terms|columns|references|levels|SQL variables)|at most \d+ tables in a join|Expression tree is too large|Recursion limit|parser stack overflow|statement too long)/,
    example: "too many terms in compound SELECT",
  },
  {
    id: "write_attempt",
    type: "execution",
    pattern: /^(?:attempt to write a readonly database$|cannot modify )/,
    example: "attempt to write a readonly database",
  },
  {
    id: "not_authorized",
    type: "execution",
    pattern:
      /^(?:not authorized(?: to use function: (?<name>[^]+))?$|access to [^]+ (?:is )?prohibited$|unsafe use of )/,
    example: "not authorized",
  },
  {
    id: "cannot_open",
    type: "execution",
    pattern: /^unable to open database\b/,
    example: "unable to open database: x.db",
  },
  {
    id: "locked",
    type: "execution",
    pattern: /^database (?:table |schema )?is locked\b/,
    example: "database is locked",
  },
  {
    id: "unsupported_join",
    type: "execution",
    pattern: /^RIGHT and FULL OUTER JOINs are not currently supported$/,
    example: "RIGHT and FULL OUTER JOINs are not currently supported",
  },
  {
    id: "unbound_parameter",
    type: "execution",
    pattern: /^variable number must be between /,
    example: "variable number must be between ?1 and ?32766",
  },
  {
    id: "no_statement",
    type: "syntax",
    pattern: /^not an error$/,
    example: "not an error",
  },
  {
    id: "join_form",
    type: "syntax",
    pattern: /^unknown (?:or unsupported )?join type: (?<name>[^]+)$/,
    example: "unknown join type: OUTER",
  },
  {
    id: "join_form",
    type: "syntax",
    pattern: /^a NATURAL join may not have an ON or USING clause$/,
    example: "a NATURAL join may not have an ON or USING clause",
  },
  {
    id: "clause_order",
    type: "syntax",
    pattern: /^(?<name>ORDER BY|LIMIT) clause should come after [^]+ not before$/,
    example: "ORDER BY clause should come after UNION not before",
  },
  {
    id: "order_by_term",
    type: "syntax",
    pattern:
      /^\d+(?:st|nd|rd|th) ORDER BY term (?:does not match any column in the result set|out of range\b)/,
    example: "1st ORDER BY term does not match any column in the result set",
  },
  {
    id: "incomplete",
    type: "syntax",
    pattern: /^(?:incomplete input|no tables specified)$/,
    example: "incomplete input",
  },
  {
    id: "unrecognized_token",
    type: "syntax",
    pattern: /^unrecognized token: "(?<name>[^]*)"$/,
    example: 'unrecognized token: ":"',
  },
  {
    id: "near_token",
    type: "syntax",
    pattern: /^near "(?<name>[^]*)": syntax error$/,
    example: 'near "ilike": syntax error',
  },
];

import type { FailureRule } from "./failure_rule.ts";

/** Wordings of PostgreSQL, first line, in the order they are tried. */
export const postgresqlRules: readonly FailureRule[] = [
  {
    id: "missing_table",
    type: "schema_linking",
    pattern: /^relation "(?<name>[^"]+)" does not exist/,
    example: 'relation "singers" does not exist',
  },
  {
    id: "missing_table",
    type: "schema_linking",
    pattern: /^(?:missing|invalid reference to) FROM-clause entry for table "(?<name>[^"]+)"/,
    example: 'missing FROM-clause entry for table "t9"',
  },
  {
    id: "missing_column",
    type: "schema_linking",
    pattern:
      /^column "?(?<name>[^"]+)"? (?:does not exist|specified in USING clause does not exist)/,
    example: 'column "nme" does not exist',
  },
  {
    id: "missing_database",
    type: "schema_linking",
    pattern: /^(?:schema|database) "(?<name>[^"]+)" does not exist/,
    example: 'schema "foo" does not exist',
  },
  {
    id: "ambiguous_column",
    type: "schema_linking",
    pattern: /^(?:column|table) reference "(?<name>[^"]+)" is ambiguous/,
    example: 'column reference "id" is ambiguous',
  },
  {
    id: "ambiguous_column",
    type: "schema_linking",
    pattern: /^common column name "(?<name>[^"]+)" appears more than once/,
    example: 'common column name "id" appears more than once in left table',
  },
  {
    id: "duplicate_table_name",
    type: "schema_linking",
    pattern: /^table name "(?<name>[^"]+)" specified more than once/,
    example: 'table name "s" specified more than once',
  },
  {
    id: "ungrouped_column",
    type: "aggregation",
    pattern: /^column "(?<name>[^"]+)" must appear in the GROUP BY clause/,
    example:
      'column "s.name" must appear in the GROUP BY clause or be used in an aggregate function',
  },
  {
    id: "ungrouped_column",
    type: "aggregation",
    pattern: /^subquery uses ungrouped column "(?<name>[^"]+)"/,
    example: 'subquery uses ungrouped column "s.name" from outer query',
  },
  {
    id: "aggregate_misuse",
    type: "aggregation",
    pattern: /^aggregate function(?:s are not allowed in| calls cannot )/,
    example: "aggregate functions are not allowed in WHERE",
  },
  {
    id: "window_misuse",
    type: "aggregation",
    pattern: /^window function(?:s are not allowed in| calls cannot )/,
    example: "window functions are not allowed in WHERE",
  },
  {
    id: "window_misuse",
    type: "aggregation",
    pattern: /^window function (?<name>\S+) requires an OVER clause/,
    example: "window function row_number requires an OVER clause",
  },
  {
    id: "window_misuse",
    type: "aggregation",
    pattern: /^OVER specified, but (?<name>[^(]+)\([^]*\) is not a window function/,
    example: "OVER specified, but upper(text) is not a window function nor an aggregate function",
  },
  {
    id: "window_misuse",
    type: "aggregation",
    pattern: /^window "(?<name>[^"]+)" does not exist/,
    example: 'window "w" does not exist',
  },
  {
    id: "group_by_term",
    type: "aggregation",
    pattern: /^GROUP BY position \d+ is not in select list/,
    example: "GROUP BY position 2 is not in select list",
  },
  {
    id: "invalid_value",
    type: "filter_value",
    pattern: /^invalid input (?:syntax for (?:type )?(?<name>[a-z ]+)|value for enum )/,
    example: 'invalid input syntax for type integer: "abc"',
  },
  {
    id: "invalid_value",
    type: "filter_value",
    pattern: /^date\/time field value out of range/,
    example: 'date/time field value out of range: "2014-13-01"',
  },
  {
    id: "pattern_value",
    type: "filter_value",
    pattern: /^invalid (?:regular expression|escape string)/,
    example: "invalid regular expression: parentheses () not balanced",
  },
  {
    id: "datatype_mismatch",
    type: "filter_value",
    pattern: /^operator does not exist: (?<name>[^\n]+)/,
    example: "operator does not exist: integer = text",
  },
  {
    id: "datatype_mismatch",
    type: "filter_value",
    pattern: /^\S+ types (?<name>[^\n]+) cannot be matched/,
    example: "UNION types integer and text cannot be matched",
  },
  {
    id: "datatype_mismatch",
    type: "filter_value",
    pattern: /^(?:argument of (?<name>\S+) must be type |cannot cast type )/,
    example: "argument of WHERE must be type boolean, not type integer",
  },
  {
    id: "unknown_function",
    type: "execution",
    pattern: /^function (?<name>[^(]+)\([^]*\) (?:does not exist|is not unique)/,
    example: "function date_format(date, unknown) does not exist",
  },
  {
    id: "unknown_collation",
    type: "execution",
    pattern: /^collation "(?<name>[^"]+)" for encoding /,
    example: 'collation "nocase" for encoding "UTF8" does not exist',
  },
  {
    id: "set_width",
    type: "execution",
    pattern: /^each (?<name>UNION|INTERSECT|EXCEPT) query must have the same number of columns/,
    example: "each UNION query must have the same number of columns",
  },
  {
    id: "row_width",
    type: "execution",
    pattern:
      /^(?:subquery (?:must return only one column|has too (?:many|few) columns)|unequal number of entries in row expressions)/,
    example: "subquery must return only one column",
  },
  {
    id: "subquery_rows",
    type: "execution",
    pattern: /^more than one row returned by a subquery used as an expression/,
    example: "more than one row returned by a subquery used as an expression",
  },
  {
    id: "division_by_zero",
    type: "execution",
    pattern: /^division by zero/,
    example: "division by zero",
  },
  {
    id: "overflow",
    type: "execution",
    pattern:
      /^(?:\S+ out of range|numeric field overflow|value out of range: (?:over|under)flow|value "[^"]*" is out of range for type )/,
    example: "integer out of range",
  },
  {
    id: "timeout",
    type: "execution",
    pattern: /^canceling statement due to (?:statement timeout|user request)/,
    example: "canceling statement due to statement timeout",
  },
  {
    id: "locked",
    type: "execution",
    pattern: /^(?:canceling statement due to lock timeout|deadlock detected)/,
    example: "deadlock detected",
  },
  {
    id: "too_complex",
    type: "execution",
    pattern: /^(?:stack depth limit exceeded|target lists can have at most \d+ entries)/,
    example: "stack depth limit exceeded",
  },
  {
    id: "write_attempt",
    type: "execution",
    pattern: /^cannot execute (?<name>[A-Z ]+) in a read-only transaction/,
    example: "cannot execute INSERT in a read-only transaction",
  },
  {
    id: "not_authorized",
    type: "execution",
    pattern: /^permission denied for \S+ (?<name>\S+)/,
    example: "permission denied for table singer",
  },
  {
    id: "unbound_parameter",
    type: "execution",
    pattern: /^there is no parameter (?<name>\$\d+)/,
    example: "there is no parameter $1",
  },
  {
    id: "several_statements",
    type: "syntax",
    pattern: /^cannot insert multiple commands into a prepared statement/,
    example: "cannot insert multiple commands into a prepared statement",
  },
  {
    id: "order_by_term",
    type: "syntax",
    pattern:
      /^(?:ORDER BY position \d+ is not in select list|for SELECT DISTINCT, ORDER BY expressions must appear in select list|invalid UNION\/INTERSECT\/EXCEPT ORDER BY clause)/,
    example: "ORDER BY position 2 is not in select list",
  },
  {
    id: "missing_alias",
    type: "syntax",
    pattern: /^(?:subquery|VALUES) in FROM must have an alias/,
    example: "subquery in FROM must have an alias",
  },
  {
    id: "incomplete",
    type: "syntax",
    pattern: /^(?:syntax error at end of input|SELECT \* with no tables specified is not valid)/,
    example: "syntax error at end of input",
  },
  {
    id: "unrecognized_token",
    type: "syntax",
    pattern: /^(?:unterminated|zero-length|trailing junk after|invalid Unicode escape)/,
    example: 'unterminated quoted string at or near "\'Ann"',
  },
  {
    id: "near_token",
    type: "syntax",
    pattern: /^syntax error at or near "(?<name>[^]*?)"(?:$|\n)/,
    example: 'syntax error at or near "ilike"',
  },
];

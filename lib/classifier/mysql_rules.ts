import type { FailureRule } from "./failure_rule.ts";

/** Wordings of MySQL and MariaDB in the order they are tried. */
export const mysqlRules: readonly FailureRule[] = [
  {
    id: "missing_table",
    type: "schema_linking",
    pattern: /^Table '(?<name>[^']+)' doesn't exist/,
    example: "Table 'concert_singer.singers' doesn't exist",
  },
  {
    id: "missing_table",
    type: "schema_linking",
    pattern: /^Unknown table '(?<name>[^']+)'/,
    example: "Unknown table 't9'",
  },
  {
    id: "missing_column",
    type: "schema_linking",
    pattern: /^Unknown column '(?<name>[^']+)'/,
    example: "Unknown column 'nme' in 'field list'",
  },
  {
    id: "missing_database",
    type: "schema_linking",
    pattern: /^(?:Unknown database '(?<name>[^']+)'|No database selected)/,
    example: "Unknown database 'foo'",
  },
  {
    id: "ambiguous_column",
    type: "schema_linking",
    pattern: /^Column '(?<name>[^']+)' in [^]+ is ambiguous/,
    example: "Column 'id' in field list is ambiguous",
  },
  {
    id: "ambiguous_column",
    type: "schema_linking",
    pattern: /^Duplicate column name '(?<name>[^']+)'/,
    example: "Duplicate column name 'id'",
  },
  {
    id: "duplicate_table_name",
    type: "schema_linking",
    pattern: /^Not unique table\/alias: '(?<name>[^']+)'/,
    example: "Not unique table/alias: 's'",
  },
  {
    id: "ungrouped_column",
    type: "aggregation",
    pattern:
      /^Expression #\d+ of [A-Za-z ]+ is not in GROUP BY clause and contains nonaggregated column '(?<name>[^']+)'/,
    example:
      "Expression #1 of SELECT list is not in GROUP BY clause and contains nonaggregated column 'db.s.name' which is not functionally dependent on columns in GROUP BY clause",
  },
  {
    id: "ungrouped_column",
    type: "aggregation",
    pattern:
      /^In aggregated query without GROUP BY, expression #\d+ of [A-Za-z ]+ contains nonaggregated column '(?<name>[^']+)'/,
    example:
      "In aggregated query without GROUP BY, expression #1 of SELECT list contains nonaggregated column 'db.s.name'",
  },
  {
    id: "ungrouped_column",
    type: "aggregation",
    pattern: /^'(?<name>[^']+)' isn't in GROUP BY/,
    example: "'db.s.name' isn't in GROUP BY",
  },
  {
    id: "aggregate_misuse",
    type: "aggregation",
    pattern: /^(?:Invalid use of group function|Can't group on '(?<name>[^']+)')/,
    example: "Invalid use of group function",
  },
  {
    id: "window_misuse",
    type: "aggregation",
    pattern: /^(?:You cannot use the window function|Window name) '(?<name>[^']+)'/,
    example: "You cannot use the window function 'row_number' in this context.",
  },
  {
    id: "invalid_value",
    type: "filter_value",
    pattern: /^(?:Truncated incorrect|Incorrect) (?<name>\S+) value: /,
    example: "Incorrect DATE value: '2014-13-01'",
  },
  {
    id: "datatype_mismatch",
    type: "filter_value",
    pattern: /^Illegal mix of collations/,
    example:
      "Illegal mix of collations (latin1_swedish_ci,IMPLICIT) and (utf8mb4_0900_ai_ci,IMPLICIT) for operation '='",
  },
  {
    id: "unknown_function",
    type: "execution",
    pattern: /^FUNCTION (?<name>\S+) does not exist/,
    example: "FUNCTION concert_singer.to_char does not exist",
  },
  {
    id: "unknown_collation",
    type: "execution",
    pattern: /^Unknown collation: '(?<name>[^']+)'/,
    example: "Unknown collation: 'nocase'",
  },
  {
    id: "function_arity",
    type: "execution",
    pattern: /^Incorrect parameter(?: count|s) in the call to native function '(?<name>[^']+)'/,
    example: "Incorrect parameter count in the call to native function 'substr'",
  },
  {
    id: "set_width",
    type: "execution",
    pattern: /^The used SELECT statements have a different number of columns/,
    example: "The used SELECT statements have a different number of columns",
  },
  {
    id: "row_width",
    type: "execution",
    pattern: /^Operand should contain \d+ column/,
    example: "Operand should contain 1 column(s)",
  },
  {
    id: "subquery_rows",
    type: "execution",
    pattern: /^Subquery returns more than 1 row/,
    example: "Subquery returns more than 1 row",
  },
  {
    id: "division_by_zero",
    type: "execution",
    pattern: /^Division by 0/,
    example: "Division by 0",
  },
  {
    id: "overflow",
    type: "execution",
    pattern: /^(?<name>\S+(?: UNSIGNED)?) value is out of range in /,
    example: "BIGINT value is out of range in '(9223372036854775807 + 1)'",
  },
  {
    id: "timeout",
    type: "execution",
    pattern: /^Query execution was interrupted/,
    example: "Query execution was interrupted, maximum statement execution time exceeded",
  },
  {
    id: "locked",
    type: "execution",
    pattern: /^(?:Lock wait timeout exceeded|Deadlock found)/,
    example: "Lock wait timeout exceeded; try restarting transaction",
  },
  {
    id: "too_large",
    type: "execution",
    pattern: /^The SELECT would examine more than MAX_JOIN_SIZE rows/,
    example: "The SELECT would examine more than MAX_JOIN_SIZE rows; check your WHERE",
  },
  {
    id: "write_attempt",
    type: "execution",
    pattern:
      /^(?:Cannot execute statement in a READ ONLY transaction|The MySQL server is running with the )/,
    example: "Cannot execute statement in a READ ONLY transaction.",
  },
  {
    id: "not_authorized",
    type: "execution",
    pattern: /^(?:(?<name>[A-Z]+) command denied to user|Access denied for user)/,
    example: "INSERT command denied to user 'reader'@'localhost' for table 'singer'",
  },
  {
    id: "no_statement",
    type: "syntax",
    pattern: /^Query was empty/,
    example: "Query was empty",
  },
  {
    id: "clause_order",
    type: "syntax",
    pattern: /^Incorrect usage of (?<name>[A-Z ]+ and [A-Z ]+)/,
    example: "Incorrect usage of UNION and ORDER BY",
  },
  {
    id: "missing_alias",
    type: "syntax",
    pattern: /^Every derived table must have its own alias/,
    example: "Every derived table must have its own alias",
  },
  {
    id: "incomplete",
    type: "syntax",
    pattern: /^(?:No tables used|You have an error in your SQL syntax; [^]* near '' at line \d+)/,
    example:
      "You have an error in your SQL syntax; check the manual for the right syntax to use near '' at line 1",
  },
  {
    id: "near_token",
    type: "syntax",
    pattern: /^You have an error in your SQL syntax;(?:[^]* near '(?<name>[^]*)' at line \d+)?/,
    example:
      "You have an error in your SQL syntax; check the manual for the right syntax to use near 'ilike' at line 1",
  },
];

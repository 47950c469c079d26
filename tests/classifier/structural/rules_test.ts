/** Every rule on the schema of a library: an example each. */
import assert from "node:assert/strict";
import type { FailedQuery } from "../../../lib/classifier/failed_query.ts";
import {
  mismatchRules,
  openStructuralClassifier,
} from "../../../lib/classifier/structural/structural_classifier.ts";
import { refusalRules } from "../../../lib/classifier/structural/refusal_rules.ts";

const schema = [
  "CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT, country TEXT, born TEXT);",
  "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, author_id INTEGER REFERENCES author(id), " +
  "genre TEXT, pages INTEGER, price INTEGER, status TEXT);",
  'CREATE TABLE "library card" (id INTEGER PRIMARY KEY, name TEXT, "expiry date" TEXT);',
  "CREATE TABLE loan (id INTEGER PRIMARY KEY, book_id INTEGER REFERENCES book(id), " +
  'card_id INTEGER REFERENCES "library card"(id), day TEXT);',
].join("\n");
const codes = "Book status: 'A' = available, 'L' = lent, 'W' = withdrawn.";
const dates = "loan.day is text in the form DD.MM.YYYY";
const cents = "price is in euro cents";

interface Example {
  readonly rule: string;
  readonly question: string;
  readonly sql: string;
  readonly evidence?: string;
  readonly rows?: number;
  readonly columns?: number;
  readonly message?: string;
}

const examples: readonly Example[] = [
  {
    rule: "unquoted_name",
    question: "How many library cards are there?",
    sql: "SELECT COUNT(*) FROM library card",
    message: "no such table: library",
  },
  {
    rule: "missing_from",
    question: "Which titles do the books have?",
    sql: "SELECT title book",
    message: "no such column: title",
  },
  {
    rule: "unquoted_value",
    question: "How many authors come from Austria?",
    sql: "SELECT COUNT(*) FROM author WHERE country = Austria",
    message: "no such column: Austria",
  },
  {
    rule: "unquoted_words",
    question: "Which books did Jane Doe write?",
    sql: "SELECT title FROM book JOIN author ON author.id = author_id WHERE name = Jane Doe",
    message: 'near "Doe": syntax error',
  },
  {
    rule: "dialect_function",
    question: "In which years were the authors born?",
    sql: "SELECT EXTRACT(YEAR FROM born) FROM author",
    message: 'near "FROM": syntax error',
  },
  {
    rule: "phantom_column",
    question: "How many authors have a country?",
    sql: 'SELECT COUNT(*) FROM author WHERE "home country" IS NOT NULL',
  },
  {
    rule: "no_join_condition",
    question: "How many books did authors from Chile write?",
    sql: "SELECT COUNT(*) FROM book, author WHERE country = 'Chile'",
  },
  {
    rule: "join_over_no_key",
    question: "How many books did authors from Chile write?",
    sql: "SELECT COUNT(*) FROM book b JOIN author a ON b.id = a.id WHERE a.country = 'Chile'",
  },
  {
    rule: "membership_over_no_key",
    question: "How many books did authors from Chile write?",
    sql: "SELECT COUNT(*) FROM book WHERE id IN (SELECT id FROM author WHERE country = 'Chile')",
  },
  {
    rule: "joined_and_excluded",
    question: "Which authors have no book?",
    sql: "SELECT a.name FROM author a JOIN book b ON b.author_id = a.id WHERE b.id IS NULL",
  },
  {
    rule: "idle_table",
    question: "How many authors come from Chile?",
    sql:
      "SELECT COUNT(*) FROM author a JOIN book b ON b.author_id = a.id WHERE a.country = 'Chile'",
  },
  {
    rule: "other_table",
    question: "How many books are there?",
    sql: "SELECT COUNT(*) FROM loan",
  },
  {
    rule: "name_of_other_table",
    question: "What is the author's name of the loan with id 3 to the card with name Ann?",
    sql: 'SELECT c.name FROM loan l JOIN "library card" c ON c.id = l.card_id WHERE l.id = 3',
  },
  {
    rule: "key_for_name",
    question: "How many books did Jane Doe write?",
    sql: "SELECT COUNT(*) FROM book WHERE author_id = 'Jane Doe'",
  },
  {
    rule: "date_of_other_column",
    question: "How many loans were made on 01.02.2024?",
    sql: "SELECT COUNT(*) FROM loan WHERE SUBSTR(card_id, 1, 10) = '01.02.2024'",
    evidence: dates,
  },
  {
    rule: "null_of_other_column",
    question: "How many authors have no country?",
    sql: "SELECT COUNT(*) FROM author WHERE id IS NULL",
  },
  {
    rule: "namesake",
    question: "Give the name for every author who has a book.",
    sql: "SELECT c.name FROM author a JOIN book b ON b.author_id = a.id " +
      'JOIN loan l ON l.book_id = b.id JOIN "library card" c ON c.id = l.card_id',
    rows: 9,
  },
  {
    rule: "codes_of_other_column",
    question: "How many books are lent?",
    sql: "SELECT COUNT(*) FROM book WHERE genre = 'L'",
    evidence: codes,
  },
  {
    rule: "wrong_output_column",
    question: "What are the titles of the books with over 900 pages?",
    sql: "SELECT genre FROM book WHERE pages > 900",
  },
  {
    rule: "wrong_condition_column",
    question: "How many books have over 900 pages?",
    sql: "SELECT COUNT(*) FROM book WHERE price > 900",
  },
  {
    rule: "keys_added_up",
    question: "What is the total of pages in all books?",
    sql: "SELECT SUM(author_id), pages FROM book",
  },
  {
    rule: "ungrouped_extreme",
    question: "What is each author's longest book?",
    sql: "SELECT a.name, b.title FROM book b JOIN author a ON a.id = b.author_id " +
      "WHERE b.pages = (SELECT MAX(pages) FROM book)",
    columns: 2,
  },
  {
    rule: "misread_key",
    question: "How many loans were made in each year?",
    sql: "SELECT strftime('%Y', day), COUNT(*) FROM loan GROUP BY strftime('%Y', day)",
    evidence: dates,
    columns: 2,
  },
  {
    rule: "missing_aggregate",
    question: "How many books are there?",
    sql: "SELECT * FROM book",
    rows: 50,
    columns: 7,
  },
  {
    rule: "groups_and_outputs",
    question: "How many books are there for each genre?",
    sql: "SELECT genre, COUNT(*) FROM book",
    columns: 2,
  },
  {
    rule: "superfluous_groups",
    question: "How many books have over 900 pages?",
    sql: "SELECT COUNT(*) FROM book WHERE pages > 900 GROUP BY genre",
    rows: 4,
  },
  {
    rule: "missing_groups",
    question: "How many books are there per genre?",
    sql: "SELECT COUNT(*) FROM book",
  },
  {
    rule: "distinctness",
    question: "How many different genres do the books have?",
    sql: "SELECT COUNT(genre) FROM book",
  },
  {
    rule: "wrong_having",
    question: "Which authors have at least three books? Give the names.",
    sql: "SELECT a.name FROM author a JOIN book b ON b.author_id = a.id GROUP BY a.id " +
      "HAVING COUNT(*) > 3",
    rows: 4,
  },
  {
    rule: "wrong_aggregate",
    question: "What is the largest number of pages of a book?",
    sql: "SELECT MIN(pages) FROM book",
  },
  {
    rule: "meaning_for_code",
    question: "How many books are lent?",
    sql: "SELECT COUNT(*) FROM book WHERE status = 'lent'",
    evidence: codes,
  },
  {
    rule: "other_code",
    question: "How many books are lent?",
    sql: "SELECT COUNT(*) FROM book WHERE status = 'W'",
    evidence: codes,
  },
  {
    rule: "narrows_open",
    question: "How many books are there, whatever their status?",
    sql: "SELECT COUNT(*) FROM book WHERE status = 'L'",
    evidence: codes,
  },
  {
    rule: "uncalled_condition",
    question: "How many books have over 900 pages?",
    sql: "SELECT COUNT(*) FROM book WHERE pages > 900 AND status = 'A'",
  },
  {
    rule: "forgets_code",
    question: "How many lent books have over 900 pages?",
    sql: "SELECT COUNT(*) FROM book WHERE pages > 900",
    evidence: codes,
  },
  {
    rule: "null_by_comparison",
    question: "How many authors have no country?",
    sql: "SELECT COUNT(*) FROM author WHERE country = NULL",
  },
  {
    rule: "pattern_by_equality",
    question: "How many books have titles with Winter?",
    sql: "SELECT COUNT(*) FROM book WHERE title = '%Winter%'",
  },
  {
    rule: "now",
    question: "How many loans were made in 2024?",
    sql: "SELECT COUNT(*) FROM loan WHERE day > date('now', '-1 year')",
  },
  {
    rule: "misread_test",
    question: "How many loans were made in 2024?",
    sql: "SELECT COUNT(*) FROM loan WHERE SUBSTR(day, 1, 4) = '2024'",
    evidence: dates,
  },
  {
    rule: "other_case",
    question: "How many authors come from Chile?",
    sql: "SELECT COUNT(*) FROM author WHERE country = 'CHILE'",
  },
  {
    rule: "invented_value",
    question: "How many authors come from Chile?",
    sql: "SELECT COUNT(*) FROM author WHERE country = 'Republic of Chile, South America'",
  },
  {
    rule: "shifted_number",
    question: "How many books have exactly 900 pages?",
    sql: "SELECT COUNT(*) FROM book WHERE pages = 901",
  },
  {
    rule: "forgets_value",
    question: "How many authors come from the country Chile?",
    sql: "SELECT COUNT(country) FROM author",
  },
  {
    rule: "forgets_number",
    question: "How many books have exactly 900 pages?",
    sql: "SELECT COUNT(pages) FROM book",
  },
  {
    rule: "stray_or",
    question: "How many books by author 7 have over 900 pages?",
    sql: "SELECT COUNT(*) FROM book WHERE pages > 900 OR author_id = 7",
  },
  {
    rule: "other_sign",
    question: "How many books have at least 900 pages?",
    sql: "SELECT COUNT(*) FROM book WHERE pages > 900",
  },
  {
    rule: "not_equal",
    question: "How many authors come from Chile?",
    sql: "SELECT COUNT(*) FROM author WHERE country <> 'Chile'",
  },
  {
    rule: "forgets_null_test",
    question: "How many authors are of each country? Leave out authors without country (NULL).",
    sql: "SELECT country, COUNT(*) FROM author GROUP BY country",
    columns: 2,
  },
  {
    rule: "turned_null_test",
    question: "How many authors have a country?",
    sql: "SELECT COUNT(*) FROM author WHERE country IS NULL",
  },
  {
    rule: "negation",
    question: "How many books were never lent out in a loan?",
    sql: "SELECT COUNT(*) FROM book b WHERE EXISTS (SELECT 1 FROM loan l WHERE l.book_id = b.id)",
  },
  {
    rule: "no_rows",
    question: "Which books have over 900 pages?",
    sql: "SELECT title FROM book WHERE pages > 900",
    rows: 0,
  },
  {
    rule: "rows_twice",
    question: "Which books have over 900 pages?",
    sql:
      "SELECT title FROM book WHERE pages > 900 UNION ALL SELECT title FROM book WHERE pages > 900",
    rows: 8,
  },
  {
    rule: "misread_order",
    question: "On which days were loans made? Give the days, the latest day first.",
    sql: "SELECT day FROM loan ORDER BY day DESC",
    evidence: dates,
    rows: 9,
  },
  {
    rule: "wrong_unit",
    question: "What is the price of the book 'Winter' in euros?",
    sql: "SELECT price FROM book WHERE title = 'Winter'",
    evidence: cents,
  },
  {
    rule: "wrong_limit",
    question: "What are the titles of the three longest books?",
    sql: "SELECT title FROM book ORDER BY pages DESC LIMIT 5",
    rows: 5,
  },
  {
    rule: "missing_order",
    question: "What are the titles of all books, in alphabetical order?",
    sql: "SELECT title FROM book",
    rows: 50,
  },
  {
    rule: "wrong_direction",
    question: "What are the titles of all books, in alphabetical order?",
    sql: "SELECT title FROM book ORDER BY title DESC",
    rows: 50,
  },
  {
    rule: "wrong_rounding",
    question: "What is the average number of pages of a book, rounded to 2 decimals?",
    sql: "SELECT AVG(pages) FROM book",
  },
  {
    rule: "wrong_order_term",
    question: "What are the titles of all books, ordered by pages?",
    sql: "SELECT title FROM book ORDER BY title",
    rows: 50,
  },
  {
    rule: "uncalled_output",
    question: "Give the titles of all books.",
    sql: "SELECT title, genre FROM book",
    rows: 50,
    columns: 2,
  },
  {
    rule: "wrong_width",
    question: "Give title, genre and pages of all books.",
    sql: "SELECT title || genre || pages FROM book",
    rows: 50,
  },
  {
    rule: "unbroken_ties",
    question:
      "Give the titles of all books, the highest number of pages first, equal ones by title.",
    sql: "SELECT title FROM book ORDER BY pages DESC",
    rows: 50,
  },
];

const { classify } = await openStructuralClassifier();

function failedQuery({ question, sql, evidence = "", rows = 1, columns = 1, message }: Example) {
  const seen: Pick<FailedQuery, "status" | "outcome" | "message" | "shape"> = message === undefined
    ? { status: "mismatch", outcome: "rows", message: "", shape: { rows, columns } }
    : { status: "error", outcome: "error", message, shape: null };
  return { ...seen, sql, schema, question, evidence };
}

for (const example of examples) {
  Deno.test(`structural rule ${example.rule}: ${example.sql.slice(0, 60)}`, () => {
    const rule = [...refusalRules, ...mismatchRules].find(({ id }) => id === example.rule)!;
    assert.deepEqual(classify(failedQuery(example)), { type: rule.type, rule: example.rule });
  });
}

Deno.test("structural rules: each has an example, and ids name one type", () => {
  const rules = [...refusalRules, ...mismatchRules];
  const shown = new Set(examples.map(({ rule }) => rule));
  assert.deepEqual(rules.filter(({ id }) => !shown.has(id)).map(({ id }) => id), []);
  const types = new Map(rules.map(({ id, type }) => [id, type]));
  for (const { id, type } of rules) assert.equal(types.get(id), type);
});

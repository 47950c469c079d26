/** Writes a small benchmark in BIRD's layout, for tests. */
import { dirname, join } from "node:path";
import { DatabaseSync } from "../../lib/sqlite.ts";

export const birdItems = [
  {
    question_id: 7,
    db_id: "clinic",
    question: "How many owners live in Köln?",
    evidence: "Köln is a city",
    SQL: "SELECT COUNT(*) FROM owner WHERE city = 'Köln'",
    difficulty: "simple",
  },
  {
    question_id: 9,
    db_id: "clinic",
    question: "Name every owner.",
    evidence: "",
    SQL: "SELECT `name` FROM owner",
    difficulty: "moderate",
  },
  {
    question_id: 12,
    db_id: "shop",
    question: "Which articles are in an order?",
    evidence: "",
    SQL: "SELECT DISTINCT article FROM line",
    difficulty: "challenging",
  },
];

const schemas: Readonly<Record<string, string>> = {
  clinic: `CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
    INSERT INTO owner VALUES (1, 'Ann', 'Köln'), (2, 'Bo', 'Bonn'), (3, 'Cy', NULL);`,
  shop: `CREATE TABLE line ("order" INTEGER, article TEXT, PRIMARY KEY ("order", article));
    INSERT INTO line VALUES (1, 'pen'), (1, 'ink'), (2, 'pen');`,
};

const tables = [
  {
    db_id: "clinic",
    table_names_original: ["owner"],
    table_names: ["owner"],
    column_names_original: [[-1, "*"], [0, "id"], [0, "name"], [0, "city"]],
    column_names: [[-1, "*"], [0, "owner id"], [0, "name"], [0, "city"]],
    column_types: ["text", "number", "text", "text"],
    primary_keys: [1],
    foreign_keys: [],
  },
  {
    db_id: "shop",
    table_names_original: ["line"],
    table_names: ["order line"],
    column_names_original: [[-1, "*"], [0, "order"], [0, "article"]],
    column_names: [[-1, "*"], [0, "order"], [0, "article"]],
    column_types: ["text", "number", "text"],
    primary_keys: [[1, 2]],
    foreign_keys: [],
  },
];

/** A byte order mark, a field with a newline and quotes, a row that is too long. */
const ownerCsv = "\ufefforiginal_column_name,column_name,column_description,data_format," +
  'value_description\r\nid,owner id,,integer,\r\ncity,,"where the owner lives",text,' +
  '"a name\r\nin ""plain"" words",,\r\n';

/** Latin-1: the description of `article` holds "Stück" with ü as one byte. */
const lineCsv = Uint8Array.from(
  "original_column_name,column_description\narticle ,St\u00fcck\n",
  (character) => character.charCodeAt(0),
);

export const goldLines = birdItems.map(({ SQL, db_id }) => `${SQL}\t${db_id}\n`).join("");

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  await Deno.writeFile(path, bytes);
}

/**
 * Writes the layout into a folder. `files` adds to or replaces its text files by relative path;
 * null leaves one out.
 */
export async function writeBirdLayout(
  directory: string,
  { folder = "dev_databases", files = {} }: {
    readonly folder?: string;
    readonly files?: Readonly<Record<string, string | null>>;
  } = {},
): Promise<void> {
  const described = (name: string) => join(folder, name, "database_description");
  const all: Record<string, string | Uint8Array | null> = {
    "dev.json": JSON.stringify(birdItems),
    "dev_tables.json": JSON.stringify(tables),
    "dev.sql": goldLines,
    [join(described("clinic"), "owner.csv")]: ownerCsv,
    [join(described("clinic"), "._owner.csv")]: "\u0000\u0005junk",
    [join(described("shop"), "line.csv")]: lineCsv,
    [join("__MACOSX", folder, "clinic", "._clinic.sqlite")]: "junk",
    [join(folder, "clinic", "._clinic.sqlite")]: "junk",
    ...files,
  };
  for (const [path, content] of Object.entries(all)) {
    if (content !== null) await write(join(directory, path), content);
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const db = new DatabaseSync(join(directory, folder, name, `${name}.sqlite`));
    db.exec(`PRAGMA synchronous = OFF; ${schema}`);
    db.close();
  }
}

/** Runs a test in a temporary folder and removes it. */
export async function inTempDir(test: (directory: string) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir();
  try {
    await test(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Runs a test on the layout in a temporary folder. */
export function withBirdLayout(
  test: (directory: string) => Promise<void>,
  options: Parameters<typeof writeBirdLayout>[1] = {},
): Promise<void> {
  return inTempDir(async (directory) => {
    await writeBirdLayout(directory, options);
    await test(directory);
  });
}

import { DatabaseSync } from "../../lib/sqlite.ts";

/** A folder with a small database, removed when it goes out of scope. */
export interface SampleDatabase extends AsyncDisposable {
  readonly folder: string;
  readonly path: string;
  /** SHA-256 of the database file, hexadecimal. */
  hash(): Promise<string>;
  /** Names of the files in the folder, sorted. */
  files(): string[];
}

const script = `
  CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, country TEXT);
  INSERT INTO singer VALUES (1, 'Ann', 'France'), (2, 'Bo', 'Japan'), (3, 'Cy', 'France');
  CREATE TABLE concert (id INTEGER PRIMARY KEY, singer_id INTEGER REFERENCES singer(id), name TEXT);
  INSERT INTO concert VALUES (1, 1, 'One'), (2, 1, 'Two');
  CREATE TABLE boxes (value INTEGER);
  INSERT INTO boxes VALUES (1), (2), (3);
  CREATE TABLE broken (name TEXT);
  INSERT INTO broken VALUES (CAST(x'61ff62' AS TEXT)), ('c'), (char(65533));
  CREATE TABLE t (a INTEGER);
  WITH RECURSIVE n(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM n LIMIT 2000)
    INSERT INTO t SELECT a FROM n;
`;

/** Tables with keys and names of every kind. */
export const keysScript = `
  CREATE TABLE "animal kinds" (kind TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE Animal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind   VARCHAR
      (20) NOT NULL REFERENCES "animal kinds",
    "order" INT DEFAULT 3,
    loose,
    twice INT GENERATED ALWAYS AS ("order" * 2)
  );
  CREATE TABLE visit (
    animal_id INTEGER, day DATE, "visit date" TEXT, vet INTEGER REFERENCES missing(nobody),
    PRIMARY KEY (day, animal_id),
    FOREIGN KEY (ANIMAL_ID) REFERENCES animal(ID)
  );
  CREATE TABLE bill (
    day DATE, animal INTEGER, "a""b" REAL,
    FOREIGN KEY (day, animal) REFERENCES visit(day, animal_id),
    FOREIGN KEY (animal) REFERENCES Animal(id),
    FOREIGN KEY (animal) REFERENCES Animal(id)
  );
  CREATE VIEW names AS SELECT kind FROM Animal;
  CREATE INDEX by_day ON visit(day);
`;

/** Creates a database from a script, by default one with a few singers. */
export async function createSampleDatabase(sql = script): Promise<SampleDatabase> {
  const folder = await Deno.makeTempDir({ prefix: "merit-test-" });
  const path = `${folder}/sample.sqlite`;
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return {
    folder,
    path,
    async hash() {
      const bytes = await Deno.readFile(path);
      return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
    },
    files: () => [...Deno.readDirSync(folder)].map(({ name }) => name).sort(),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

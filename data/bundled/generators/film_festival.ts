import type { Random } from "../../../lib/random.ts";

/** A film festival's programme of one edition: films, credits, screenings, tickets and awards. */
export const schema = `CREATE TABLE section (code TEXT PRIMARY KEY, name TEXT, kind INTEGER);
CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, country TEXT, born TEXT,
  jury TEXT REFERENCES section(code));
CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, country TEXT, year INTEGER, minutes INTEGER,
  section TEXT REFERENCES section(code), status INTEGER);
CREATE TABLE credit (film_id INTEGER REFERENCES film(id), person_id INTEGER REFERENCES person(id),
  role TEXT, PRIMARY KEY (film_id, person_id, role));
CREATE TABLE venue (id INTEGER PRIMARY KEY, name TEXT, seats INTEGER, status TEXT);
CREATE TABLE screening (id INTEGER PRIMARY KEY, film_id INTEGER REFERENCES film(id),
  venue_id INTEGER REFERENCES venue(id), day TEXT, start TEXT, status TEXT);
CREATE TABLE "ticket sale" (id INTEGER PRIMARY KEY, screening_id INTEGER REFERENCES screening(id),
  type TEXT, quantity INTEGER, price INTEGER);
CREATE TABLE award (id INTEGER PRIMARY KEY, name TEXT, section TEXT REFERENCES section(code),
  film_id INTEGER REFERENCES film(id), person_id INTEGER REFERENCES person(id),
  "prize money" INTEGER);`;

type Value = string | number | null;

interface Film {
  id: number;
  section: string | null;
  status: number;
}

interface Credit {
  film: Film;
  person: number;
  role: string;
}

// Code, name and kind: 1 = competition, 2 = side programme, 3 = special event.
const sections: readonly (readonly [code: string, name: string, kind: number])[] = [
  ["INT", "International Competition", 1],
  ["NAT", "New Voices", 1],
  ["SHO", "Short Stories", 1],
  ["DOC", "Eyes on the World", 1],
  ["PAN", "Panorama", 2],
  ["YOU", "Young Audience", 2],
  ["MID", "Midnight", 2],
  ["RET", "Retrospective", 3],
  ["OPN", "Open Air", 3], // no film was found for it
];

// Name, seats and status: O = open, C = closed for building works. The last one is never used.
const venues: readonly (readonly [name: string, seats: number, status: string])[] = [
  ["Palace", 480, "O"],
  ["Odeon 1", 260, "O"],
  ["Odeon 2", 140, "O"],
  ["Harbour Cinema", 210, "O"],
  ["Lantern Hall", 320, "O"],
  ["Little Theatre", 80, "O"],
  ["Old Brewery", 180, "C"],
  ["Museum", 140, "O"],
  ["Press Room", 40, "O"],
];

const countries = [
  "France",
  "Germany",
  "Italy",
  "Spain",
  "Poland",
  "Japan",
  "South Korea",
  "Brazil",
  "Mexico",
  "Iran",
  "Denmark",
  "Canada",
];

const firstNames = (
  "Ada Bruno Clara Dario Elena Felix Greta Hugo Ines Jonas Katya Leo Mira Nils Olga Pavel Rosa " +
  "Samir Tilda Ugo Vera Wanda Yuki Zoe"
).split(" ");
const lastNames = (
  "Abbot Brandt Cordes Duarte Eklund Farhadi Garcia Holm Ito Jansen Kowal Lindqvist Moreau " +
  "Novak Oliveira Park Quinn Rossi Silva Tanaka Ueda Varga Weber Ziegler"
).split(" ");
const adjectives = "Silent Last Blue Broken Distant Golden Hidden Long Northern Paper Quiet Salt"
  .split(" ");
const nouns = (
  "River Letter Summer House Garden Winter Border Orchard Train Mirror Island Harvest Station Song"
).split(" ");

/** The text as it was typed in: mostly clean, sometimes in capitals or in small letters. */
function typedIn(random: Random, text: string): string {
  const draw = random.next();
  return draw < 0.1 ? text.toUpperCase() : draw < 0.22 ? text.toLowerCase() : text;
}

/** A date as DD.MM.YYYY. */
function dotted(day: number, month: number, year: number): string {
  return `${String(day).padStart(2, "0")}.${String(month).padStart(2, "0")}.${year}`;
}

function combine(left: readonly string[], right: readonly string[]): string[] {
  return left.flatMap((a) => right.map((b) => `${a} ${b}`));
}

const filmCount = 156;
const personCount = 340;

// The people who may hold each role, as a range of ids; the last twenty hold none.
// R = director, B = writer, D = actor, K = camera, M = music.
const pools: Readonly<Record<string, readonly [first: number, last: number]>> = {
  R: [1, 84],
  B: [60, 130],
  D: [120, 270],
  K: [265, 300],
  M: [296, 320],
};

/** Accepted (1), withdrawn (2) and rejected (3) films; the rejected ones have no section. */
function makeFilms(random: Random): Film[] {
  const codes = sections.map(([code]) => code).filter((code) => code !== "OPN");
  return Array.from({ length: filmCount }, (_, i) => {
    const draw = random.next();
    const status = draw < 0.66 ? 1 : draw < 0.8 ? 2 : 3;
    return { id: i + 1, section: status === 3 ? null : random.pick(codes), status };
  });
}

function makeCredits(random: Random, films: readonly Film[]): Credit[] {
  const credits = new Map<string, Credit>();
  const add = (film: Film, person: number, role: string): void => {
    credits.set(`${film.id}/${person}/${role}`, { film, person, role });
  };
  const someone = (role: string): number => {
    const [first, last] = pools[role] ?? [1, personCount];
    return random.integer(first, last);
  };
  for (const film of films) {
    const director = someone("R");
    add(film, director, "R");
    if (random.next() < 0.12) add(film, someone("R"), "R");
    add(film, random.next() < 0.4 ? director : someone("B"), "B");
    if (random.next() < 0.25) add(film, someone("B"), "B");
    if (film.section !== "DOC") {
      for (let n = random.integer(2, 5); n > 0; n--) add(film, someone("D"), "D");
      if (random.next() < 0.12) add(film, director, "D");
    }
    add(film, random.next() < 0.1 ? director : someone("K"), "K");
    if (random.next() < 0.8) add(film, someone("M"), "M");
  }
  return [...credits.values()];
}

/** Who sits on which jury: two people credited in the section's own films, and outsiders. */
function makeJuries(random: Random, credits: readonly Credit[]): Map<number, string> {
  const juries = new Map<number, string>();
  for (const [code, , kind] of sections) {
    if (kind !== 1 && code !== "YOU") continue;
    const inside = kind === 1 ? 2 : 0;
    const own = random.shuffle(credits.filter(({ film }) => film.section === code));
    const people = [
      ...own.slice(0, inside).map(({ person }) => person),
      ...random.shuffle(Array.from({ length: personCount }, (_, i) => i + 1)),
    ].filter((person) => !juries.has(person));
    for (const person of [...new Set(people)].slice(0, kind === 1 ? 5 : 3)) {
      juries.set(person, code);
    }
  }
  return juries;
}

function* personRows(random: Random, juries: ReadonlyMap<number, string>): Generator<Value[]> {
  const names = random.shuffle(combine(firstNames, lastNames));
  for (let id = 1; id <= personCount; id++) {
    const country = random.next() < 0.1 ? null : random.pick(countries);
    const born = dotted(random.integer(1, 28), random.integer(1, 12), random.integer(1938, 2003));
    const known = random.next() >= 0.08;
    yield [id, names[id - 1] ?? "", country, known ? born : null, juries.get(id) ?? null];
  }
}

function* filmRows(random: Random, films: readonly Film[]): Generator<Value[]> {
  const titles = random.shuffle(combine(adjectives, nouns));
  for (const { id, section, status } of films) {
    const old = section === "RET";
    const year = old ? random.integer(1961, 1994) : random.integer(2022, 2024);
    const minutes = section === "SHO" ? random.integer(8, 35) : random.integer(68, 174);
    const country = typedIn(random, random.pick(countries));
    yield [id, titles[id - 1] ?? "", country, year, minutes, section, status];
  }
}

/** Screenings from 28 August to 8 September 2024: H = held, X = cancelled. */
function* screeningRows(random: Random, films: readonly Film[]): Generator<Value[]> {
  const slots: (readonly [venue: number, day: string, start: string])[] = [];
  for (let venue = 1; venue < venues.length; venue++) {
    for (let n = 0; n < 12; n++) {
      const day = n < 4 ? dotted(28 + n, 8, 2024) : dotted(n - 3, 9, 2024);
      for (const start of ["10:00", "13:30", "16:00", "19:00", "21:30"]) {
        slots.push([venue, day, start]);
      }
    }
  }
  const free = random.shuffle(slots);
  let id = 0;
  for (const film of films) {
    if (film.status === 3 || random.next() < 0.07) continue;
    for (let n = random.integer(1, 4); n > 0; n--) {
      const slot = free.pop();
      if (slot === undefined) throw new Error("Cannot place a screening: no slot is left");
      const [venue, day, start] = slot;
      const closed = venues[venue - 1]?.[2] === "C";
      const cancelled = closed || film.status === 2 || random.next() < 0.08;
      yield [++id, film.id, venue, day, start, cancelled ? "X" : "H"];
    }
  }
}

const ticketTypes = [
  ["Full", 1200],
  ["Full", 1200],
  ["Student", 750],
  ["Senior", 900],
  ["Press", 0],
] as const;

/** Sales until the drawn share of the seats is taken; evening shows cost 200 cents more. */
function* saleRows(random: Random, screenings: readonly Value[][]): Generator<Value[]> {
  let id = 0;
  for (const [screening = null, , venue, , start] of screenings) {
    const seats = venues[Number(venue) - 1]?.[1] ?? 0;
    const share = random.next() < 0.15 ? 1 : 0.15 + 0.8 * random.next();
    let left = random.next() < 0.03 ? 0 : Math.floor(seats * share);
    while (left > 0) {
      const quantity = Math.min(left, random.integer(1, 12 + Math.floor(seats / 12)));
      const [type, price] = random.pick(ticketTypes);
      const evening = price > 0 && String(start) >= "19:00" ? 200 : 0;
      yield [++id, screening, typedIn(random, type), quantity, price + evening];
      left -= quantity;
    }
  }
}

/** Awards; one that was not given has neither a film nor a person. */
function* awardRows(
  random: Random,
  films: readonly Film[],
  credits: readonly Credit[],
): Generator<Value[]> {
  let id = 0;
  for (const [code, , kind] of sections) {
    const running = films.filter((film) => film.section === code && film.status === 1);
    if (kind === 3) continue;
    const prizes: (readonly [name: string, role: string | null, money: number | null])[] =
      kind === 1
        ? [
          ["Golden Lantern", null, random.pick([1_500_000, 2_500_000])],
          ["Best Direction", "R", 800_000],
          ["Best Performance", "D", random.pick([500_000, 750_000])],
          ["Jury Prize", null, random.pick([600_000, 1_000_000])],
          ["Special Mention", null, null],
        ]
        : [["Audience Award", null, 300_000], ["Special Mention", null, null]];
    for (const [name, role, money] of prizes) {
      const film = random.pick(running.slice(0, 8)); // a few favourites share the prizes
      const holder = credits.find((credit) => credit.film === film && credit.role === role);
      const given = random.next() >= 0.18 && (role === null || holder !== undefined);
      yield [
        ++id,
        name,
        code,
        given ? film.id : null,
        given ? holder?.person ?? null : null,
        money,
      ];
    }
  }
  for (const role of ["D", "R"]) {
    const person = random.pick(credits.filter((credit) => credit.role === role)).person;
    yield [++id, "Honorary Lantern", null, null, person, null];
  }
}

/** Yields every row, parents first. */
export function* rows(
  random: Random,
): Generator<readonly [table: string, values: readonly Value[]]> {
  const films = makeFilms(random.fork("films"));
  const credits = makeCredits(random.fork("credits"), films);
  const juries = makeJuries(random.fork("juries"), credits);
  const screenings = [...screeningRows(random.fork("screenings"), films)];
  for (const row of sections) yield ["section", row];
  for (const row of personRows(random.fork("people"), juries)) yield ["person", row];
  for (const row of filmRows(random.fork("titles"), films)) yield ["film", row];
  for (const { film, person, role } of credits) yield ["credit", [film.id, person, role]];
  for (const [i, row] of venues.entries()) yield ["venue", [i + 1, ...row]];
  for (const row of screenings) yield ["screening", row];
  for (const row of saleRows(random.fork("sales"), screenings)) yield ["ticket sale", row];
  for (const row of awardRows(random.fork("awards"), films, credits)) yield ["award", row];
}

import type { Random } from "../../../lib/random.ts";

/** A veterinary practice: owners, their animals, visits, what was done there, and the invoices. */
export const schema = `CREATE TABLE owner (
  owner_id INTEGER PRIMARY KEY,
  name TEXT,
  city TEXT,
  status TEXT
);
CREATE TABLE animal (
  animal_id INTEGER PRIMARY KEY,
  owner_id INTEGER REFERENCES owner(owner_id),
  name TEXT,
  species TEXT,
  sex TEXT,
  born TEXT,
  died TEXT,
  weight_kg REAL
);
CREATE TABLE vet (
  vet_id INTEGER PRIMARY KEY,
  name TEXT,
  code TEXT,
  status TEXT
);
CREATE TABLE visit (
  visit_id INTEGER PRIMARY KEY,
  animal_id INTEGER REFERENCES animal(animal_id),
  vet_id INTEGER REFERENCES vet(vet_id),
  "visit date" TEXT,
  reason INTEGER,
  status TEXT
);
CREATE TABLE treatment (
  treatment_id INTEGER PRIMARY KEY,
  name TEXT,
  code TEXT,
  kind TEXT,
  price INTEGER
);
CREATE TABLE "visit treatment" (
  visit_id INTEGER REFERENCES visit(visit_id),
  treatment_id INTEGER REFERENCES treatment(treatment_id),
  quantity INTEGER,
  PRIMARY KEY (visit_id, treatment_id)
);
CREATE TABLE invoice (
  invoice_id INTEGER PRIMARY KEY,
  visit_id INTEGER REFERENCES visit(visit_id),
  total INTEGER,
  discount INTEGER,
  issued TEXT,
  paid TEXT,
  status INTEGER
);`;

type Row = readonly [table: string, values: readonly (string | number | null)[]];

const FIRST_NAMES = [
  ...["Adele", "Bruno", "Clara", "Dario", "Elsa", "Felix", "Greta", "Hugo", "Ines", "Jakob"],
  ...["Katja", "Leo", "Mira", "Nils", "Olga", "Paul", "Rosa", "Simon", "Thea", "Viktor"],
];
const LAST_NAMES = [
  ...["Aigner", "Brandl", "Ciric", "Dorner", "Egger", "Falk", "Gruber", "Haas", "Illing"],
  ...["Jansky", "Kofler", "Lang", "Moser", "Novak", "Ortner", "Pichler", "Reiter", "Sailer"],
];
const PET_NAMES = [
  ...["Balu", "Bella", "Cookie", "Diva", "Emil", "Flocke", "Gizmo", "Hexe", "Idefix", "Joey"],
  ...["Kira", "Luna", "Max", "Nala", "Oskar", "Pepper", "Rocky", "Sammy", "Tiger", "Zorro"],
];
const CITIES = ["Linz", "Linz", "Linz", "Wels", "Wels", "Steyr", "Traun", "Enns", null];

/** Species, share in percent, lightest and heaviest usual weight in grams. */
const SPECIES: readonly (readonly [name: string, share: number, low: number, high: number])[] = [
  ["dog", 40, 3500, 48000],
  ["cat", 34, 2400, 7800],
  ["rabbit", 13, 900, 4200],
  ["parrot", 8, 80, 900],
  ["hamster", 5, 30, 160],
];

/** Name, code, status (F full time, P part time, L left). The last two are newly hired. */
const VETS: readonly (readonly [name: string, code: string, status: string])[] = [
  ["Dr. Hanna Kolb", "HK", "F"],
  ["Dr. Jonas Peer", "JP", "F"],
  ["Dr. Mira Stadler", "MS", "P"],
  ["Dr. Tobias Wenk", "TW", "L"],
  ["Dr. Lea Brunner", "LB", "P"],
  ["Dr. Emil Rossi", "ER", "F"],
  ["Dr. Nora Zach", "NZ", "L"],
  ["Dr. Ivo Hartl", "IH", "F"],
  ["Dr. Paula Quint", "PQ", "P"],
];
const WORKING_VETS = 7;
/** Vets who have left saw nobody from this day on. */
const LEFT_FROM = Date.UTC(2023, 2, 1);

/** Name, code, kind (P procedure, D drug, L lab test), price in cents. */
const TREATMENTS: readonly (readonly [string, string, string, number])[] = [
  ["Consultation", "GEN-01", "P", 3200],
  ["Follow-up", "GEN-02", "P", 1850],
  ["Rabies vaccine", "VAC-01", "D", 2990],
  ["Distemper vaccine", "VAC-02", "D", 3450],
  ["Leukosis vaccine", "VAC-03", "D", 4125],
  ["Blood count", "LAB-01", "L", 4590],
  ["Urine test", "LAB-02", "L", 2275],
  ["Stool test", "LAB-03", "L", 2640],
  ["Antibiotic tablet", "MED-01", "D", 145],
  ["Painkiller tablet", "MED-02", "D", 95],
  ["Worming paste", "MED-03", "D", 1280],
  ["Eye drops", "MED-04", "D", 1675],
  ["X-ray", "IMG-01", "P", 7800],
  ["Ultrasound", "IMG-02", "P", 6950],
  ["Castration", "SUR-01", "P", 14500],
  ["Wound suture", "SUR-02", "P", 9800],
  ["Tooth extraction", "SUR-03", "P", 5600],
  ["Anaesthesia", "SUR-04", "P", 6200],
  ["Claw trimming", "CAR-01", "P", 1150],
  ["Microchip", "CAR-02", "P", 3900],
  ["Allergy panel", "LAB-04", "L", 11900],
  ["Acupuncture", "ALT-01", "P", 5200],
  ["Hydrotherapy", "ALT-02", "P", 4700],
];
/** The last three are on the price list only. */
const USED_TREATMENTS = 20;

/** Ids of the treatments usual for each visit reason; position 0 is unused. */
const USUAL: readonly (readonly number[])[] = [
  [],
  [1, 6, 7, 8, 11, 19],
  [1, 3, 4, 5, 11, 20],
  [1, 2, 6, 7, 8, 9, 10, 12, 13, 14],
  [15, 16, 17, 18, 9, 10],
  [1, 6, 9, 10, 13, 14, 16],
];
const PACKED_BY_PIECE = new Set([9, 10]);

const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2021, 0, 4);
const LAST_DAY = Date.UTC(2024, 11, 30);

function parts(day: number): readonly [year: string, month: string, day: string] {
  const [year = "", month = "", date = ""] = new Date(day).toISOString().slice(0, 10).split("-");
  return [year, month, date];
}
/** DD.MM.YYYY, the form of visits and animals. */
const dotted = (day: number): string => parts(day).toReversed().join(".");
/** YYYYMMDD, the form of invoices. */
const packed = (day: number): string => parts(day).join("");

const chance = (random: Random, percent: number): boolean => random.integer(1, 100) <= percent;
const dayBetween = (random: Random, low: number, high: number): number =>
  low + DAY * random.integer(0, Math.round((high - low) / DAY));

/** A word as people typed it: mostly lower case, now and then Capitalised or in CAPITALS. */
function typed(random: Random, word: string): string {
  const draw = random.integer(1, 100);
  if (draw <= 66) return word;
  return draw <= 88 ? word.charAt(0).toUpperCase() + word.slice(1) : word.toUpperCase();
}

function pickSpecies(random: Random): (typeof SPECIES)[number] {
  let draw = random.integer(1, 100);
  for (const species of SPECIES) {
    draw -= species[1];
    if (draw <= 0) return species;
  }
  return SPECIES[0]!;
}

/** The days on which an animal can have come. */
interface Patient {
  readonly id: number;
  readonly from: number;
  readonly until: number;
}

/** Yields every row, parents first. */
export function* rows(random: Random): Generator<Row> {
  const ownerCount = 170;
  yield* owners(random.fork("owner"), ownerCount);
  const patients: Patient[] = [];
  yield* animals(random.fork("animal"), ownerCount, patients);
  for (const [i, vet] of VETS.entries()) yield ["vet", [i + 1, ...vet]];
  for (const [i, treatment] of TREATMENTS.entries()) yield ["treatment", [i + 1, ...treatment]];
  yield* visits(random.fork("visit"), patients);
}

function* owners(random: Random, count: number): Generator<Row> {
  const names = FIRST_NAMES.flatMap((first) => LAST_NAMES.map((last) => `${first} ${last}`));
  for (const [i, name] of random.shuffle(names).slice(0, count).entries()) {
    const status = random.pick(["A", "A", "A", "A", "I", "B"]);
    yield ["owner", [i + 1, name, random.pick(CITIES), status]];
  }
}

function* animals(random: Random, ownerCount: number, patients: Patient[]): Generator<Row> {
  let id = 0;
  for (let owner = 1; owner <= ownerCount; owner++) {
    const count = random.pick([0, 1, 1, 1, 2, 2, 3, 4, 5]);
    for (let i = 0; i < count; i++) {
      const [species, , low, high] = pickSpecies(random);
      const born = dayBetween(random, Date.UTC(2011, 0, 1), Date.UTC(2023, 11, 31));
      const from = Math.max(born + 30 * DAY, FIRST_DAY);
      const died = chance(random, 16) ? dayBetween(random, from + 60 * DAY, LAST_DAY) : null;
      const weight = chance(random, 86) ? random.integer(low, high) / 1000 : null;
      id++;
      yield ["animal", [
        id,
        owner,
        random.pick(PET_NAMES),
        typed(random, species),
        random.pick(["m", "mn", "f", "fs", "fs"]),
        chance(random, 88) ? dotted(born) : null,
        died === null ? null : dotted(died),
        weight === null ? null : Math.round(weight * 100) / 100 || 0.05,
      ]];
      if (chance(random, 95)) patients.push({ id, from, until: died ?? LAST_DAY });
    }
  }
}

function* visits(random: Random, patients: readonly Patient[]): Generator<Row> {
  const visitCount = 1700;
  let invoice = 0;
  for (let id = 1; id <= visitCount; id++) {
    const patient = random.pick(patients);
    const day = dayBetween(random, patient.from, patient.until);
    const reason = random.pick([1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 5]);
    const status = random.pick(["D", "D", "D", "D", "D", "D", "D", "X", "N"]);
    const vet = reason <= 3 && chance(random, 12) ? null : pickVet(random, day);
    yield ["visit", [id, patient.id, vet, dotted(day), reason, status]];

    // A cancelled visit may keep what had been planned; a missed one has nothing.
    let sum = 0;
    if (status === "D" ? chance(random, 94) : status === "X" && chance(random, 55)) {
      for (const treatment of pickTreatments(random, reason)) {
        const quantity = PACKED_BY_PIECE.has(treatment)
          ? random.integer(4, 20)
          : random.pick([1, 1, 1, 1, 2]);
        sum += quantity * TREATMENTS[treatment - 1]![3];
        yield ["visit treatment", [id, treatment, quantity]];
      }
    }

    if (status === "N" && chance(random, 40)) sum = 2500;
    if (status === "X" || sum === 0 || chance(random, 5)) continue;
    const issued = day + DAY * random.integer(0, 9);
    // A wrong invoice is voided and written anew.
    if (chance(random, 7)) {
      const wrong = sum + 100 * random.integer(5, 60);
      const paid = chance(random, 25) ? packed(issued + 3 * DAY) : null;
      yield ["invoice", [++invoice, id, wrong, null, packed(issued), paid, 3]];
    }
    const total = chance(random, 4) ? sum + random.pick([-500, 250, 1000, 1900]) : sum;
    const discount = chance(random, 22) ? Math.round(total * random.pick([0.05, 0.1, 0.15])) : null;
    const open = chance(random, 13);
    const paid = open
      ? null
      : packed(issued + DAY * random.pick([0, 0, 0, 4, 9, 14, 21, 30, 34, 52]));
    yield ["invoice", [++invoice, id, total, discount, packed(issued), paid, open ? 1 : 2]];
  }
}

/** A vet's id; the busier ones stand first in the table. */
function pickVet(random: Random, day: number): number {
  for (;;) {
    const vet = Math.min(random.integer(1, WORKING_VETS), random.integer(1, WORKING_VETS + 2));
    if (VETS[vet - 1]![2] !== "L" || day < LEFT_FROM) return vet;
  }
}

/** One to four different treatments, most of them usual for the reason. */
function pickTreatments(random: Random, reason: number): Set<number> {
  const picked = new Set<number>();
  const count = random.integer(1, 4);
  for (let i = 0; i < count; i++) {
    picked.add(
      chance(random, 90) ? random.pick(USUAL[reason]!) : random.integer(1, USED_TREATMENTS),
    );
  }
  return picked;
}

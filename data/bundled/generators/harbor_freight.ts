import type { Random } from "../../../lib/random.ts";

/** A port authority's records: vessels, their calls, the cargo lots handled, the inspections. */
export const schema = `CREATE TABLE port (code TEXT PRIMARY KEY, name TEXT, country TEXT);
CREATE TABLE line (id INTEGER PRIMARY KEY, name TEXT, country TEXT, status TEXT);
CREATE TABLE vessel (imo INTEGER PRIMARY KEY, name TEXT, type TEXT, "gross tonnage" INTEGER,
 built INTEGER, status TEXT, line_id INTEGER REFERENCES line(id));
CREATE TABLE "port call" (id INTEGER PRIMARY KEY, imo INTEGER REFERENCES vessel(imo),
 from_port TEXT REFERENCES port(code), arrival TEXT, departure TEXT, status INTEGER, fee INTEGER);
CREATE TABLE lot (id INTEGER PRIMARY KEY, goods TEXT, hazard TEXT,
 to_port TEXT REFERENCES port(code));
CREATE TABLE call_lot (call_id INTEGER REFERENCES "port call"(id),
 lot_id INTEGER REFERENCES lot(id), direction TEXT, tons INTEGER, PRIMARY KEY (call_id, lot_id));
CREATE TABLE inspection (id INTEGER PRIMARY KEY, call_id INTEGER REFERENCES "port call"(id),
 day TEXT, inspector TEXT, result TEXT, fine_cents INTEGER);`;

const ports = `NLRTM Rotterdam Netherlands|NLAMS Amsterdam Netherlands|BEANR Antwerp Belgium
BEZEE Zeebrugge Belgium|DEHAM Hamburg Germany|DEBRV Bremerhaven Germany|DEWVN Wilhelmshaven Germany
DKAAR Aarhus Denmark|DKEBJ Esbjerg Denmark|NOOSL Oslo Norway|NOBGO Bergen Norway
NOSVG Stavanger Norway|NOAES Aalesund Norway|SEGOT Gothenburg Sweden|SEMMA Malmo Sweden
FIHEL Helsinki Finland|FIKTK Kotka Finland|PLGDN Gdansk Poland|PLGDY Gdynia Poland
GBFXT Felixstowe UK|GBIMM Immingham UK|GBHUL Hull UK|FRDKK Dunkirk France|ESALG Algeciras Spain
ESBIO Bilbao Spain|PTSIE Sines Portugal|ITGOA Genoa Italy|LTKLJ Klaipeda Lithuania
LVRIX Riga Latvia|EETLL Tallinn Estonia|ISREY Reykjavik Iceland|MATNG Tangier Morocco`
  .split(/[|\n]/).map((text) => text.split(" "));
/** The ports vessels come from, the busiest first; the others only occur as destinations. */
const origins = ports.slice(0, 25);
const destinations = ports.slice(4);

const lines = `Nordhaven Line,Norway,A|Skagen Shipping,Denmark,A|Vestfjord Bulk,Norway,A
Kestrel Tankers,UK,A|Lowland Carriers,Netherlands,A|Baltic Arrow,Estonia,A|Gullwing Ro-Ro,Sweden,A
Amberline,Lithuania,S|Dogger Freight,UK,A|Hansa Feeder,Germany,A|Polar Reefer,Iceland,S
Iberia Cargo,Spain,A|Grey Seal Transport,Denmark,S|Oresund Container,Denmark,A`
  .split(/[|\n]/).map((text) => text.split(","));

/** Vessel type, smallest and largest gross tonnage, what it carries. */
const types: readonly (readonly [string, number, number, readonly string[]])[] = [
  ["Bulk Carrier", 18_000, 95_000, ["Grain", "Coal", "Fertiliser", "Timber"]],
  ["Tanker", 9_000, 115_000, ["Fuel Oil", "Chemicals"]],
  ["Container Ship", 12_000, 140_000, ["Machinery", "Chemicals", "Batteries", "Paper", "Fish"]],
  ["General Cargo", 2_000, 14_000, ["Timber", "Steel", "Grain", "Paper", "Fertiliser"]],
  ["Ro-Ro", 15_000, 70_000, ["Cars", "Machinery", "Batteries"]],
];

/** Goods that fall under a hazard class. */
const hazards: Readonly<Record<string, string>> = {
  "Fuel Oil": "3",
  "Chemicals": "8",
  "Fertiliser": "5.1",
  "Batteries": "9",
};

const firstNames = "Nord Silver Amber Frost Stella Ocean Arctic Storm Coral Sea".split(" ");
const lastNames = "Heron Pearl Trader Dawn Falcon Spirit Harmony Pioneer Ranger Otter".split(" ");
const inspectors = "A. Lindqvist|B. Okafor|C. Marsh|D. Petrov|E. Haugen|F. Duarte|G. Weiss"
  .split("|");

type Row = readonly [table: string, values: readonly (string | number | null)[]];

const firstDay = Date.UTC(2022, 0, 1);
/** The day the records were taken, and the last day of the plan, counted from the first day. */
const today = 1048, lastDay = 1090;

/** A day, counted from the first, as [year, month, day of month] in digits. */
function digits(day: number): [string, string, string] {
  const iso = new Date(firstDay + day * 86_400_000).toISOString();
  return [iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10)];
}

const dotted = (day: number): string => digits(day).reverse().join(".");
const compact = (day: number): string => digits(day).join("");

/** The same words as different clerks key them in. */
function keyed(random: Random, text: string): string {
  const draw = random.next();
  return draw < 0.6 ? text : draw < 0.85 ? text.toLowerCase() : text.toUpperCase();
}

interface Call {
  readonly imo: number;
  readonly tonnage: number;
  readonly carries: readonly string[];
  readonly arrival: number;
  readonly departure: number;
}

/** Yields every row, parents first. */
export function* rows(random: Random): Generator<Row> {
  for (const port of ports) yield ["port", port];
  for (const [index, line] of lines.entries()) yield ["line", [index + 1, ...line]];

  const calls: Call[] = [];
  yield* vessels(random.fork("vessels"), calls);
  calls.sort((a, b) => a.arrival - b.arrival || a.imo - b.imo);
  yield* visits(random.fork("calls"), calls);
}

/** Yields the vessels and adds their calls, which never overlap, to the list. */
function* vessels(random: Random, calls: Call[]): Generator<Row> {
  const names = random.shuffle(firstNames.flatMap((a) => lastNames.map((b) => `${a} ${b}`)));
  for (const [index, name] of names.slice(0, 88).entries()) {
    const imo = 3_000_000 + 137 * index + random.integer(0, 99);
    const [type, low, high, carries] = random.pick(types);
    const tonnage = low + Math.floor((high - low) * random.next() * random.next());
    const draw = random.next();
    const status = draw < 0.78 ? "A" : draw < 0.91 ? "L" : "S";
    // The last two lines have no vessel.
    const line = random.next() < 0.16 ? null : 1 + Math.floor(12 * random.next() ** 1.3);
    const values = [imo, name, keyed(random, type), tonnage, random.integer(1988, 2022)];
    yield ["vessel", [...values, status, line]];

    if (random.next() < 0.08) continue; // never called here
    const gap = random.integer(35, 150);
    const end = status === "A" ? lastDay : random.integer(250, 900);
    const late = random.next() < 0.08; // a newcomer, whose first call is under way or to come
    let arrival = late ? random.integer(today - 2, lastDay) : random.integer(2, gap);
    while (arrival <= end) {
      const departure = arrival + random.integer(1, 9);
      calls.push({ imo, tonnage, carries, arrival, departure });
      arrival = departure + random.integer(gap >> 1, gap + (gap >> 1));
    }
  }
}

/** Yields the calls, each followed by its lots and inspections. */
function* visits(random: Random, calls: readonly Call[]): Generator<Row> {
  const stored: { readonly lot: number; readonly goods: string; tons: number }[] = [];
  let lots = 0, inspections = 0;
  for (const [index, call] of calls.entries()) {
    const id = index + 1;
    const planned = call.arrival > today, departed = call.departure <= today;
    // 1 expected, 2 in port, 3 departed, 9 cancelled
    const status = random.next() < 0.09 ? 9 : planned ? 1 : departed ? 3 : 2;
    const origin = origins[Math.floor(origins.length * random.next() ** 1.8)];
    const fee = Math.round(call.tonnage * (status === 9 ? 1.5 : random.integer(9, 14))) + 25_000;
    yield ["port call", [
      id,
      call.imo,
      origin?.[0] ?? null,
      dotted(call.arrival),
      status === 3 ? dotted(call.departure) : null,
      status,
      random.next() < 0.06 ? null : fee,
    ]];
    if (status === 1 || status === 9) continue;

    // Onward cargo first: what lay in store before this call; a lot may leave in parts.
    for (let n = random.integer(0, 2); n > 0; n--) {
      const at = stored.findIndex((lot) => call.carries.includes(lot.goods));
      const lot = stored[at];
      if (lot === undefined) break;
      const part = random.next() < 0.25 ? Math.ceil(lot.tons / 2) : lot.tons;
      yield ["call_lot", [id, lot.lot, "O", part]];
      lot.tons -= part;
      stored.splice(at, 1);
      if (lot.tons === 0) continue;
      stored.push(lot);
      break; // one call takes one part of a lot
    }
    for (let n = random.integer(0, 3); n > 0; n--) {
      const goods = random.pick(call.carries);
      const inbound = random.next() < 0.6;
      const onward = !inbound || random.next() < 0.4;
      const tons = 5 * random.integer(8, 900);
      const hazard = random.next() < 0.85 ? hazards[goods] ?? null : null;
      const target = onward && random.next() < 0.9 ? random.pick(destinations)[0] ?? null : null;
      yield ["lot", [++lots, keyed(random, goods), hazard, target]];
      yield ["call_lot", [id, lots, inbound ? "I" : "O", tons]];
      if (inbound && onward) stored.push({ lot: lots, goods, tons });
    }
    const visited = random.next();
    for (let n = visited < 0.05 ? 2 : visited < 0.28 ? 1 : 0; n > 0; n--) {
      const last = Math.min(call.departure, today);
      const draw = random.next();
      const result = draw < 0.6 ? "OK" : draw < 0.87 ? "DEF" : "DET";
      const fined = result === "DET" || result === "DEF" && random.next() < 0.45;
      const fine = fined ? 50 * random.integer(400, result === "DET" ? 24_000 : 6_000) : null;
      const day = compact(random.integer(call.arrival, last));
      yield ["inspection", [++inspections, id, day, random.pick(inspectors), result, fine]];
    }
  }
}

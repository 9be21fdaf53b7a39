import type { FaultText } from '../../kit/api/failures/faults.ts';
import { dimensionsOf, type ShapeName } from '../tank-shapes/tank-shape.ts';

/** Columns of a file of devices, in the order in which a file without headings has the first of them. */
export const columnNames = [
  'mac_or_serial',
  'name',
  'capacity',
  'high',
  'low',
  'owner',
  'group',
  'place',
  'latitude',
  'longitude',
  'shape',
  'diameter_cm',
  'height_cm',
  'length_cm',
  'width_cm',
  'bottom_diameter_cm',
  'top_diameter_cm',
  'sensor_height_cm',
  'dead_zone_cm',
  'unusable_bottom_cm',
  'supply',
  'key',
  'share',
  'role',
  'known',
  'sensor',
] as const;
export type Column = (typeof columnNames)[number];
/** What a line of a file says, by column; what is empty is left out. */
export type Cells = Partial<Record<Column, string>>;
/** Notes what is wrong with a column; undefined for nothing. */
export type Refuse = (field: Column, message: FaultText | undefined) => void;

/** Headings of each column beside its own name, in English and Swahili. */
const headings: Record<Column, string> = {
  mac_or_serial:
    'mac or serial, mac serial, mac, mac address, mac id, serial, serial no, serial number, device, device id, imei, ' +
    'kifaa, namba ya kifaa, mac au namba',
  name: 'name, device name, tank, tank name, jina, jina la kifaa, jina la tangi, tangi',
  capacity: 'capacity, litres, liters, volume, capacity l, size, ujazo, lita, ukubwa',
  high: 'high, high threshold, upper, upper threshold, juu, kikomo cha juu',
  low: 'low, low threshold, lower, lower threshold, chini, kikomo cha chini',
  owner:
    'owner, owner email, owner e-mail, owner phone, owner’s email, owner’s phone, customer, client, email, ' +
    'e-mail, phone, mobile, phone number, mwenyewe, mmiliki, mteja, simu, namba ya simu, barua pepe',
  group: 'group, estate, village, site, area, kundi, kikundi, mtaa, kijiji, eneo',
  place: 'place, location, position, gps, coordinates, lat long, mahali, gps mahali',
  latitude: 'latitude, lat, latitudo',
  longitude: 'longitude, lon, long, lng, longitudo',
  shape: 'shape, tank shape, form, umbo, umbo la tangi',
  diameter_cm: 'diameter, kipenyo',
  height_cm: 'height, urefu wa kwenda juu, kimo',
  length_cm: 'length, urefu',
  width_cm: 'width, upana',
  bottom_diameter_cm: 'bottom diameter, kipenyo cha chini',
  top_diameter_cm: 'top diameter, kipenyo cha juu',
  sensor_height_cm: 'sensor height, kimo cha kihisi',
  dead_zone_cm: 'dead zone, eneo lisiloonekana',
  unusable_bottom_cm: 'unusable bottom, maji yasiyotumika',
  supply: 'supply, supply times, water supply, mgao, nyakati za maji',
  key: 'key, api key, key required, ufunguo',
  share: 'share, share with, shared with, invite, shiriki, shiriki na, alika',
  role: 'role, rights, jukumu, wajibu',
  known: 'known, already registered, kimesajiliwa',
  sensor: 'sensor, sensor name, kihisi, jina la kihisi',
};

const byHeading = new Map(
  columnNames.flatMap((column) =>
    [column, ...headings[column].split(', ')].map((each) => [plain(each), column] as const),
  ),
);

/** Reads a heading, in whatever case and with whatever unit behind it; undefined where it names no column. */
export function columnOf(heading: string): Column | undefined {
  const text = heading.trim().replace(/\s*[([].*[)\]]$/, '');
  const ways = [text, text.replace(/[\s_]*(%|cm|l)$/i, '')].map(plain);
  return find(ways) ?? find(ways.map((way) => way.replace(ofWhat, '')));
}

/** What a heading is of, in a list that says so with each: `Tank capacity`, `Ujazo wa tangi`. */
const ofWhat = /^(device|tank|sensor|the) | (ya|wa|za|la|cha) (kifaa|tangi|kihisi)$/;

function find(ways: string[]): Column | undefined {
  return ways.map((way) => byHeading.get(way)).find((column) => column !== undefined);
}

function plain(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[_/\s.:-]+/g, ' ')
    .replace(/'s\b/, '')
    .trim();
}

const shapeWords: Record<Exclude<ShapeName, 'table'>, string> = {
  upright_cylinder:
    'upright cylinder, cylinder, round, upright, silinda iliyosimama, silinda, duara',
  lying_cylinder: 'lying cylinder, horizontal cylinder, lying, silinda iliyolala',
  box: 'box, rectangular, rectangle, square, sanduku, mstatili',
  upright_oval: 'upright oval, oval, duaradufu iliyosimama',
  lying_oval: 'lying oval, duaradufu iliyolala',
  cone: 'cone, koni',
  frustum: 'frustum, tapered, koni iliyokatwa',
  sphere: 'sphere, ball, tufe',
};

/** Shapes that a line of a file can say: a table has too many numbers. */
export type LineShape = keyof typeof shapeWords;
export const lineShapes = Object.keys(shapeWords) as LineShape[];

const byShapeWord = new Map(
  lineShapes.flatMap((shape) =>
    [shape, ...shapeWords[shape].split(', ')].map((each) => [plain(each), shape] as const),
  ),
);

export function shapeOf(text: string): LineShape | undefined {
  return byShapeWord.get(plain(text));
}

export const placementColumns = ['sensor_height_cm', 'dead_zone_cm', 'unusable_bottom_cm'] as const;

/** Columns with the dimensions of a shape, all of which it needs. */
export function dimensionColumns(shape: LineShape) {
  return dimensionsOf[shape];
}

/** Columns that say something of a tank, not of its device. */
const tankColumns: readonly Column[] = [
  ...(['capacity', 'high', 'low', 'shape', 'supply'] as const),
  ...lineShapes.flatMap((shape): readonly Column[] => dimensionColumns(shape)),
  ...placementColumns,
];

/** Columns that hold numbers. */
export const amountColumns: readonly Column[] = [
  ...(['capacity', 'high', 'low', 'latitude', 'longitude'] as const),
  ...lineShapes.flatMap((shape): readonly Column[] => dimensionColumns(shape)),
  ...placementColumns,
];

/** True if a line says something of a tank alone: which device, which of its sensors, and what. */
export function isOfTankAlone(cells: Cells): boolean {
  const others: readonly Column[] = ['mac_or_serial', 'sensor', 'known', ...tankColumns];
  return columnNames.every((column) => cells[column] === undefined || others.includes(column));
}

/** Words that take back what nobody has accepted yet: an offer to an owner, an invitation. */
const noneWords = ['none', 'hakuna'];

export function isNone(text: string): boolean {
  return noneWords.includes(plain(text));
}

/** Roles that a line can give. */
export const lineRoles = ['viewer', 'operator', 'manager', 'none'] as const;
export type LineRole = (typeof lineRoles)[number];

const roleWords: Record<LineRole, string[]> = {
  viewer: ['viewer', 'view', 'mtazamaji'],
  operator: ['operator', 'operate', 'mwendeshaji'],
  manager: ['manager', 'manage', 'meneja', 'msimamizi'],
  none: noneWords,
};

/** Reads the column `role`; undefined where it names none that can be shared. */
export function roleWord(text: string): LineRole | undefined {
  return lineRoles.find((role) => roleWords[role].includes(plain(text)));
}

/** True where the column `key` asks for a new key, which the file of keys then has. */
export function isNewKey(text: string): boolean {
  return ['new', 'mpya'].includes(plain(text));
}

/** Words of the column `key`, and whether a device then has to send its key. */
const keyWords = new Map([
  ...['required', 'yes', 'true', '1', 'must', 'lazima', 'ndiyo', 'ndio'].map(
    (word) => [word, true] as const,
  ),
  ...['optional', 'no', 'false', '0', 'hiari', 'hapana'].map((word) => [word, false] as const),
]);

export function keyWord(text: string): boolean | undefined {
  return keyWords.get(plain(text));
}

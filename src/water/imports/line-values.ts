import type { FieldError } from '../../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { phoneOfNetwork } from '../../kit/text/phone.ts';
import {
  capacityRange,
  faultOfDeviceName,
  faultOfInteger,
  faultOfMacOrSerial,
  highRange,
  lowRange,
} from '../device-rules.ts';
import { readDeviceName } from '../devices/identity.ts';
import { supplyPattern } from '../sensor-configs/supply.ts';
import { parseAddressee } from '../sharing/addressee.ts';
import { checkTank } from '../tank-shapes/check-tank.ts';
import type { ConfiguredTank } from '../tank-shapes/tank-shape.ts';
import {
  type Cells,
  type Column,
  dimensionColumns,
  isNewKey,
  isNone,
  isOfTankAlone,
  keyWord,
  type LineRole,
  lineRoles,
  lineShapes,
  placementColumns,
  type Refuse,
  roleWord,
  shapeOf,
} from './columns.ts';
import { readPlace } from './line-place.ts';

/** A line of a file as it is stored; what it does not say is undefined. */
export type LineValues = {
  macOrSerial: string;
  identity: string;
  name: string | undefined;
  /** `none` takes an open offer back. */
  owner: To | 'none' | undefined;
  /** Whom it is shared with; the role `none` takes an open invitation back. */
  share: { to: To; role: LineRole } | undefined;
  group: string | undefined;
  place: { latitude: number; longitude: number } | undefined;
  tank: ConfiguredTank | undefined;
  /** Litres, percent, percent. */
  capacity: number | undefined;
  high: number | undefined;
  low: number | undefined;
  supply: string | undefined;
  keyRequired: boolean | undefined;
  hasNewKey: boolean;
  /** True where the device must be the person's already: then none is registered. */
  mustBeKnown: boolean;
  /** Sensor whose tank it is about, of a device that is known. */
  sensor: string | undefined;
  /** True if it says something of a tank alone, which managers may do, too. */
  isOfTankAlone: boolean;
};

type To = { email: string } | { phone: string };

/** Reads the cells of a line; `faults` names every wrong column, and is empty where the values are right. */
export function readLine(cells: Cells): { values: LineValues; faults: FieldError[] } {
  const faults: FieldError[] = [];
  const refuse = (field: Column, message: FaultText | undefined) => {
    if (message !== undefined && !faults.some((each) => each.field === field)) {
      faults.push({ field, message });
    }
  };
  const amount = (column: Column, check: (value: number) => FaultText | undefined) => {
    const value = readAmount(cells[column]);
    if (value === undefined) return undefined;
    refuse(column, Number.isNaN(value) ? fault('number') : check(value));
    return value;
  };
  const { mac_or_serial: macOrSerial = '', name, group, supply, key, sensor } = cells;
  refuse('mac_or_serial', macOrSerial === '' ? fault('required') : faultOfMacOrSerial(macOrSerial));
  if (name !== undefined) refuse('name', faultOfDeviceName(name));
  if (group !== undefined) refuse('group', faultOfDeviceName(group));
  if (isTotal(macOrSerial)) refuse('mac_or_serial', fault('totalLine'));
  const owner = readOwner(cells, refuse);
  if (supply !== undefined && !new RegExp(supplyPattern).test(supply)) {
    refuse('supply', fault('supply'));
  }
  const hasNewKey = key !== undefined && isNewKey(key);
  const keyRequired = key === undefined ? undefined : keyWord(key);
  if (key !== undefined && keyRequired === undefined && !hasNewKey) {
    refuse('key', fault('oneOf', { values: 'required, optional, new' }));
  }
  const values = {
    ...readDeviceName(macOrSerial),
    name,
    owner,
    group,
    supply,
    keyRequired,
    hasNewKey,
    share: readShare(cells, refuse),
    mustBeKnown: readKnown(cells, refuse) || sensor !== undefined,
    sensor,
    isOfTankAlone: isOfTankAlone(cells),
    place: readPlace(cells, refuse),
    tank: readTank(cells, amount, refuse),
    capacity: amount('capacity', (value) => faultOfInteger(value, capacityRange)),
    high: amount('high', (value) => faultOfInteger(value, highRange)),
    low: amount('low', (value) => faultOfInteger(value, lowRange)),
  };
  return { values, faults };
}

/** Whether a cell begins a line of sums, as lists end with. */
function isTotal(text: string): boolean {
  return /^((grand|sub)[\s-]?)?totals?\W*$|^sums?\W*$|^jumla(\s+(kuu|ndogo))?\W*$/i.test(
    text.trim(),
  );
}

type Amount = (
  column: Column,
  check: (value: number) => FaultText | undefined,
) => number | undefined;

function readOwner({ owner }: Cells, refuse: Refuse): LineValues['owner'] {
  if (owner === undefined) return undefined;
  if (isNone(owner)) return 'none';
  const to = readAddressee(owner);
  if (!to) refuse('owner', fault('addressee'));
  return to;
}

/** Reads an e-mail or a number, which a spreadsheet may have robbed of its 0: `712345678`. */
function readAddressee(text: string): To | undefined {
  const to = parseAddressee(text);
  if (to) return to;
  const phone = phoneOfNetwork(text);
  return phone === undefined ? undefined : { phone };
}

function readKnown({ known }: Cells, refuse: Refuse): boolean {
  if (known === undefined) return false;
  const isKnown = keyWord(known);
  if (isKnown === undefined) refuse('known', fault('oneOf', { values: 'yes, no' }));
  return isKnown ?? false;
}

/** Reads `share` and `role`; who is named without a role may see. */
function readShare({ share, role }: Cells, refuse: Refuse) {
  if (share === undefined) {
    if (role !== undefined) refuse('share', fault('required'));
    return undefined;
  }
  const to = readAddressee(share);
  if (!to) refuse('share', fault('addressee'));
  const given = roleWord(role ?? 'viewer');
  if (!given) refuse('role', fault('oneOf', { values: lineRoles.join(', ') }));
  return to && given ? { to, role: given } : undefined;
}

/** Reads an amount such as `1000`, `1 000`, `1,000 L`, `90 %`, `5000,00` or `5.000,00`; NaN for what is none. */
export function readAmount(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const plain = text
    .replace(/\s*(%|cm|l|lt|lts|ltr|ltrs|litre|liter|litres|liters|lita)\.?$/i, '')
    .replace(/^\d{1,3}(\.\d{3})+(?=,\d{1,2}$)/, (thousands) => thousands.replaceAll('.', ''))
    .replaceAll(/[\s,](?=\d{3}(\D|$))/g, '')
    .replace(/,(?=\d{1,2}$)/, '.');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Centimetres, as the tank of a configuration takes them. */
const lengthRange = { minimum: 1, maximum: 10_000 };
const deadZoneRange = { minimum: 0, maximum: 1000 };
const bottomRange = { minimum: 0, maximum: 10_000 };
const rangeOf = { dead_zone_cm: deadZoneRange, unusable_bottom_cm: bottomRange };

function faultOfLength(value: number, { minimum, maximum }: typeof lengthRange) {
  if (value < minimum) return fault('least', { limit: minimum });
  return value > maximum ? fault('most', { limit: maximum }) : undefined;
}

/** Reads shape, dimensions and the place of the sensor; a dimension that is missing is named, too. */
function readTank(cells: Cells, amount: Amount, refuse: Refuse): ConfiguredTank | undefined {
  if (cells.shape === undefined) {
    for (const column of placementColumns) {
      if (cells[column] !== undefined) refuse(column, fault('needsShape'));
    }
    return undefined;
  }
  const shape = shapeOf(cells.shape);
  if (!shape) {
    refuse('shape', fault('oneOf', { values: lineShapes.join(', ') }));
    return undefined;
  }
  let isRight = true;
  const length = (column: Column, range = lengthRange) => {
    const value = amount(column, (each) => faultOfLength(each, range));
    if (value !== undefined && (Number.isNaN(value) || faultOfLength(value, range))) {
      isRight = false;
    }
    return value;
  };
  const dimensions = dimensionColumns(shape).map((column) => {
    const value = length(column);
    if (value === undefined) {
      isRight = false;
      refuse(column, fault('required'));
    }
    return [column, value] as const;
  });
  const placed = placementColumns.flatMap((column) => {
    const range = column === 'sensor_height_cm' ? lengthRange : rangeOf[column];
    const value = length(column, range);
    return value === undefined ? [] : [[column, value] as const];
  });
  if (!isRight) return undefined;
  const tank = { shape, ...Object.fromEntries([...dimensions, ...placed]) } as ConfiguredTank;
  for (const { field, message } of checkTank(tank)) {
    refuse(field === 'tank' ? 'shape' : (field.replace('tank.', '') as Column), message);
  }
  return tank;
}

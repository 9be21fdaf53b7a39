import { decoders } from './decoders/decoders.ts';
import type { MappableField, MappedField, Mapping, Unit } from './mapping.ts';
import type { Uplink } from './uplink.ts';

/** A reading as a mapping makes it: the fields of a push, to be read as a push is. */
export type Mapped = Partial<Record<MappableField, unknown>>;

/** What a mapping reads. */
export type Payload = Pick<Uplink, 'bytes' | 'decoded' | 'fPort' | 'signal' | 'receivedAt'>;

const levelFields: MappableField[] = ['distance_cm', 'water_level_cm', 'water_level_percent'];

/** What a payload says by a mapping. */
export type SaidOfTank = {
  /** Oldest first; none where nothing is said of a level, as in frames about settings. */
  readings: Mapped[];
  /** The pump's state, also in a frame without a level, as a board sends that only switches. */
  pumpStatus: unknown;
};

/** Maps a payload. A value that is no number stays as it is, so that the reading is refused by its name. */
export function mapUplink({ decoder, fields }: Mapping, payload: Payload): SaidOfTank {
  const mapped = decoder
    ? decoders[decoder](payload.bytes, payload.fPort).map((each) =>
        mapOne(fields, each, payload, each.at),
      )
    : [mapOne(fields, payload.decoded, payload)];
  return { readings: mapped.filter(saysLevel), pumpStatus: mapped.at(-1)?.pump_status };
}

function saysLevel(mapped: Mapped): boolean {
  return levelFields.some((field) => mapped[field] !== undefined);
}

/** @param keptAt when it was measured, in seconds since 1970, where that was before. */
function mapOne(
  fields: MappedField[],
  decoded: unknown,
  { signal, receivedAt }: Payload,
  keptAt?: number,
): Mapped {
  const mapped: Mapped = {};
  // The signal is that of the frame, not of what was measured before.
  if (keptAt !== undefined) mapped.recorded_at = String(keptAt);
  else {
    if (receivedAt !== null) mapped.recorded_at = receivedAt;
    if (signal !== null) mapped.signal_dbm = signal;
  }
  for (const each of fields) {
    const value = valueAt(decoded, each.path);
    if (value === undefined || value === null || value === '') continue;
    mapped[each.field] = convert(each, value);
  }
  return mapped;
}

/** The value at a path; undefined where there is none. Only own members are seen. */
export function valueAt(decoded: unknown, path: string): unknown {
  let value = decoded;
  for (const step of path.split(/[.[\]]+/).filter((each) => each !== '')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) {
      return undefined;
    }
    value = (value as Record<string, unknown>)[step];
  }
  return typeof value === 'object' ? undefined : value;
}

/** Centimetres or degrees Celsius in one of a unit. */
const toOwn: Record<Unit, (value: number) => number> = {
  as_is: (value) => value,
  mm: (value) => value / 10,
  m: (value) => value * 100,
  in: (value) => value * 2.54,
  ft: (value) => value * 30.48,
  F: (value) => ((value - 32) * 5) / 9,
};

/** Where a value is cut to what its field takes: neither says anything of the water. */
const cutTo: Partial<Record<MappableField, [number, number]>> = {
  battery_percent: [0, 100],
  signal_dbm: [-150, 0],
};

function convert({ field, unit = 'as_is', factor = 1, offset = 0 }: MappedField, value: unknown) {
  if (field === 'pump_status') return String(value);
  if (field === 'recorded_at') return value;
  const number = numberOf(value);
  if (number === undefined) return value;
  const converted = toOwn[unit](number) * factor + offset;
  const [least, most] = cutTo[field] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return round(Math.min(most, Math.max(least, converted)));
}

/** Its blanks are counted: an expression that may divide a long run of them in two ways tries all. */
const numberWithUnit = /^([+-]?\d{1,15}(?:\.\d{1,15})?)\s{0,8}[^\d\s.,-]{0,8}$/;

/** A number, also as decoders write it in a text with its unit: `1034 mm`, `-3.50 °C`. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const [, digits] = numberWithUnit.exec(value.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Without the last digits that units leave: 103.4 in place of 103.39999. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

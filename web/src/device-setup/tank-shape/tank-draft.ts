import { gaugeOf } from '../../../../src/water/tank-shapes/gauge.ts';
import {
  type ConfiguredTank,
  dimensionsOf,
  type ShapeName,
} from '../../../../src/water/tank-shapes/tank-shape.ts';
import type { SensorConfig } from '../../api/operations.ts';

type StoredTank = NonNullable<SensorConfig['tank']>;
type Row = { height_cm: number; litres: number };

export const placementNames = ['sensor_height_cm', 'dead_zone_cm', 'unusable_bottom_cm'] as const;
export type LengthName =
  | Exclude<(typeof dimensionsOf)[ShapeName][number], 'table'>
  | (typeof placementNames)[number];

export type TankDraft = {
  shape: ShapeName | '';
  lengths: Partial<Record<LengthName, string>>;
  rows: string;
  calibration: StoredTank['calibration'];
};

export function draftOf(tank: StoredTank | null): TankDraft {
  const { shape = '', table, calibration, ...lengths } = tank ?? {};
  const typed = Object.entries(lengths).flatMap(([name, length]) =>
    typeof length === 'number' ? [[name, String(length)]] : [],
  );
  const rows = (table ?? []).map(({ height_cm, litres }) => `${height_cm} ${litres}`).join('\n');
  return { shape, lengths: Object.fromEntries(typed), rows, calibration };
}

/** Returns the draft with a changed length; moving the sensor drops its calibration. */
export function withLength(draft: TankDraft, name: LengthName, text: string): TankDraft {
  return {
    ...draft,
    lengths: { ...draft.lengths, [name]: text },
    calibration: name === 'sensor_height_cm' ? null : draft.calibration,
  };
}

export function lengthsOf(shape: ShapeName): LengthName[] {
  return dimensionsOf[shape].filter((name) => name !== 'table');
}

/** Returns the tank as the API takes it; null if no shape was chosen. */
export function tankOf({ shape, lengths, rows, calibration }: TankDraft): StoredTank | null {
  if (shape === '') return null;
  const names = [...lengthsOf(shape), ...placementNames];
  const numbers = names.map((name) => [name, amount(lengths[name])]);
  const table = shape === 'table' ? rowsOf(rows) : null;
  return { shape, ...Object.fromEntries(numbers), table, calibration };
}

export type TankSize = {
  /** Usable litres, whole. */
  litres: number;
  /** Percent up to which the sensor sees the water; undefined if it sees all of it. */
  seen: number | undefined;
};

export function sizeOf(draft: TankDraft): TankSize | undefined {
  const tank = tankOf(draft);
  if (!tank) return undefined;
  const isTyped = dimensionsOf[tank.shape].every((name) => {
    const value = tank[name];
    return Array.isArray(value) ? value.length > 0 : Number(value) > 0;
  });
  if (!isTyped) return undefined;
  const given = Object.entries(tank).filter(([, value]) => value !== null && value !== undefined);
  const { capacity, highestMeasured, heightOf, percentAt } = gaugeOf(
    Object.fromEntries(given) as ConfiguredTank,
  );
  const litres = Math.round(capacity);
  if (!(litres > 0)) return undefined;
  return {
    litres,
    seen: highestMeasured === undefined ? undefined : percentAt(heightOf(highestMeasured)),
  };
}

function rowsOf(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [height_cm = Number.NaN, litres = Number.NaN] = line
        .trim()
        .split(/[\s,;]+/)
        .map(Number);
      return { height_cm, litres };
    });
}

function amount(text = ''): number | null {
  return text.trim() === '' ? null : Number(text);
}

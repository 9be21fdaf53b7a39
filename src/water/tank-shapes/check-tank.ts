import type { FieldError } from '../../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { gaugeOf, isPlausible, scaleRange } from './gauge.ts';
import { brimOf } from './litres-at-height.ts';
import type { ConfiguredTank, TableRow } from './tank-shape.ts';

/** Limits of a configuration's capacity in litres (document 1, section 8). */
const smallest = 100;
const largest = 100_000;

/** Returns the contradictions in a tank, by the fields of a configuration. */
export function checkTank(tank: ConfiguredTank): FieldError[] {
  if (tank.shape === 'table' && !isRising(tank.table)) {
    return [wrong('table', fault('tableRises'))];
  }
  const { sensor_height_cm: sensorHeight, dead_zone_cm: deadZone = 0, calibration = [] } = tank;
  const errors: FieldError[] = [];
  if ((tank.unusable_bottom_cm ?? 0) >= brimOf(tank)) {
    errors.push(wrong('unusable_bottom_cm', fault('belowBrim')));
  } else if (!holdsEnough(tank)) {
    const message = fault('tankRoom', { least: smallest, most: largest });
    errors.push({ field: 'tank', message });
  }
  if (deadZone > 0 && deadZone >= (sensorHeight ?? 0)) {
    errors.push(wrong('dead_zone_cm', fault('deadZone')));
  }
  if (!isPlausible(calibration)) {
    const [least, most] = scaleRange;
    const message = fault('calibration', { least, most });
    errors.push(wrong('calibration', message));
  }
  return errors;
}

function holdsEnough(tank: ConfiguredTank): boolean {
  const litres = Math.round(gaugeOf(tank).capacity);
  return litres >= smallest && litres <= largest;
}

function isRising(table: TableRow[]): boolean {
  const isAbove = (row: TableRow, below: TableRow) =>
    row.height_cm > below.height_cm && row.litres > below.litres;
  const [first, ...others] = table;
  if (!first) return false;
  // A table may begin at the bottom, or with the first height above it.
  const isStart = first.height_cm === 0 ? others.length > 0 : first.litres > 0;
  return isStart && others.every((row, index) => isAbove(row, table[index] ?? first));
}

function wrong(name: string, message: FaultText): FieldError {
  return { field: `tank.${name}`, message };
}

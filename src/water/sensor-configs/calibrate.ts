import type { Actor } from '../../accounts/audit/queries.ts';
import { type ApiError, failures } from '../../kit/api/failures/api-error.ts';
import { roundTo2 } from '../../kit/round.ts';
import { hasElapsed } from '../../kit/time/elapsed.ts';
import { hourMs } from '../../kit/time/units.ts';
import { logAction } from '../device-log.ts';
import { holdDevice } from '../devices/hold-device.ts';
import type { Device } from '../guards.ts';
import { findLatestHeight } from '../record/sensor-queries.ts';
import { addPoint, type Gauge, isPlausible } from '../tank-shapes/gauge.ts';
import { readTank, storedGauge } from '../tank-shapes/stored-gauge.ts';
import type { SaveDeps } from './change-config.ts';
import { findConfig, type SensorConfig } from './queries.ts';
import type { CalibrateForm } from './schemas.ts';
import { writeConfig } from './write-config.ts';

/** Greatest age of a reading that present water can be compared with. */
const longestAgeMs = 2 * hourMs;

type Measurement = NonNullable<Awaited<ReturnType<typeof findLatestHeight>>>;

/**
 * Corrects a sensor by what a person knows of the water in its tank.
 * @throws ApiError 404 without a configuration; 409 where it has no tank, where the tank cannot hold so much,
 * where there is no reading to compare with, or where an earlier point contradicts.
 */
export async function calibrate(
  { db, clock, deviceChanges, publisher }: SaveDeps,
  by: Actor,
  device: Device,
  { sensor_name, amount, unit, measured_cm }: CalibrateForm,
): Promise<SensorConfig> {
  const now = clock();
  const calibrated = await db.transaction(async (trx) => {
    await holdDevice(trx, device.id);
    const config = await findConfig(trx, device.id, sensor_name);
    if (!config) throw failures.notFound('Sensor configuration');
    if (config.tank === null) throw noTank();
    const gauge = storedGauge(config.tank);
    const { calibration: points = [], ...tank } = readTank(config.tank);
    const height = heightOf({ amount, unit }, config.capacity, gauge);
    const measure = async () => {
      const latest = await findLatestHeight(trx, device.id, sensor_name);
      // Without a point, the sensor's place may just have been entered.
      const isMoved = tank.sensor_height_cm !== undefined && points.length === 0;
      return measuredNow(latest, { now, since: isMoved ? config.updated_at : 0, gauge });
    };
    const point = { measured_cm: measured_cm ?? (await measure()), height_cm: height };
    const calibration = addPoint(points, point, gauge.brim);
    if (!isPlausible(calibration)) throw contradiction();
    const changed = JSON.stringify({ ...tank, calibration });
    const facts = { sensor_name, amount, unit };
    await logAction(trx, [device.id], { by, action: 'calibrated', facts, now });
    return await writeConfig(trx, config, { known: config, given: { tank: changed }, now });
  });
  deviceChanges.forget(device.identity);
  publisher.deviceChanged(device.id);
  return calibrated;
}

/**
 * Converts an amount of water in a person's unit into its height in centimetres.
 * @throws ApiError 409 where it is above the brim.
 */
function heightOf(
  { amount, unit }: Pick<CalibrateForm, 'amount' | 'unit'>,
  capacity: number,
  { brim, capacity: shaped, heightAt }: Gauge,
): number {
  const most = { cm: brim, litres: capacity, percent: 100 }[unit];
  if (amount > most) throw moreThanFull(`${roundTo2(most)} ${unit}`);
  return roundTo2(unit === 'cm' ? amount : heightAt((amount / most) * shaped));
}

type Circumstances = { now: number; since: number; gauge: Gauge };

function measuredNow(
  latest: Measurement | undefined,
  { now, since, gauge: { highestMeasured } }: Circumstances,
): number {
  if (!latest || latest.level_cm === null) throw nothingMeasured();
  if (latest.recorded_at < since || hasElapsed(latest.recorded_at, now, longestAgeMs)) {
    throw tooOld();
  }
  if (highestMeasured !== undefined && latest.level_cm >= highestMeasured) throw unseen();
  return latest.level_cm;
}

function noTank(): ApiError {
  return failures.conflict('no_tank', 'The sensor has no tank configured; save its shape first.');
}

function moreThanFull(full: string): ApiError {
  return failures.conflict('more_than_full', `The tank is full with ${full}.`);
}

function nothingMeasured(): ApiError {
  return failures.conflict(
    'nothing_measured',
    'The latest reading of the sensor has no height in centimetres; its device must send ' +
      'water_level_cm or distance_cm.',
  );
}

function tooOld(): ApiError {
  return failures.conflict(
    'reading_too_old',
    'The latest reading of the sensor is older than two hours or than the change of its tank; ' +
      'wait for the next one.',
  );
}

function unseen(): ApiError {
  return failures.conflict(
    'in_dead_zone',
    'The water is too near for the sensor to measure it; try again when there is less.',
  );
}

function contradiction(): ApiError {
  return failures.conflict(
    'calibration_conflict',
    'This contradicts what was told of the tank before; save the tank without its calibration to ' +
      'begin anew.',
  );
}

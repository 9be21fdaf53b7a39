import type { Db } from '../../../db/db.ts';
import { rowsOfPages } from '../../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../../kit/async/try-each.ts';
import { lockDevice } from '../../devices/queries.ts';
import type { PublishDeps } from '../../live-publisher.ts';
import { afterSending } from '../../pumps/follow-pump.ts';
import { scheduleAt, switchBySchedule } from '../../pumps/pump-schedule.ts';
import { limitsOf, noLimits, toSituation } from '../../pumps/pump-situation.ts';
import {
  type CommandLives,
  callsOftenEnough,
  livesFor,
  newSwitch,
} from '../../pumps/pump-switch.ts';
import {
  changePump,
  findLastSwitch,
  findPump,
  findSourceTank,
} from '../../record/pumps/pump-queries.ts';
import { findUsualInterval, supersedeSwitches } from '../lifetime-queries.ts';
import { type Command, insertCommand } from '../queries.ts';
import {
  type DueSchedule,
  findDueSchedules,
  findSchedule,
  findZoneOf,
  setNextAt,
} from '../schedule-queries.ts';

type ScheduleDeps = PublishDeps<'commandsChanged'> & CommandLives;

const batchSize = 100;

/**
 * Runs one round of switching pumps by the schedules that are due. Each is checked again with its device
 * locked, and moved on in the same transaction, so that only one of two processes sends.
 * @throws AggregateError where some schedules failed, once the others have been kept.
 */
export async function keepSchedules(deps: ScheduleDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, publisher } = deps;
  const now = clock();
  const due = rowsOfPages<DueSchedule>(batchSize, (page) => findDueSchedules(db.read, now, page));
  const failed = await tryEach(due, signal, async (schedule) => {
    publisher.commandsChanged(await db.transaction((trx) => keepSchedule(trx, schedule, deps)));
  });
  throwFailures(failed, 'some schedules could not be kept');
}

async function keepSchedule(
  db: Db,
  due: DueSchedule,
  { clock, ...lives }: ScheduleDeps,
): Promise<Command[]> {
  const { device_id: deviceId, sensor_name: sensorName } = due;
  if (!(await lockDevice(db, deviceId))) return [];
  const now = clock();
  const schedule = await findSchedule(db, due, now);
  if (!schedule) return [];
  const key = { deviceId, sensorName };
  const moment = scheduleAt(schedule.slots, await findZoneOf(db, deviceId), now);
  const pump = await findPump(db, key);
  const last = await findLastSwitch(db, key);
  const source = pump && (await findSourceTank(db, pump, now));
  const { command, nextAt } = switchBySchedule(
    moment,
    pump && toSituation(pump, { last, source }, now),
    { last, now },
  );
  await setNextAt(db, due, { before: schedule.nextAt, nextAt });
  if (!command) return [];
  const usualMs = command === 'on' ? await findUsualInterval(db, deviceId, now) : undefined;
  const { maxRunMs } = limitsOf(pump ?? noLimits);
  if (command === 'on' && !callsOftenEnough(usualMs, maxRunMs)) return [];
  const superseded = await supersedeSwitches(db, key, now);
  const own = livesFor(usualMs, lives);
  const row = newSwitch(key, { command, source: 'schedule', at: now }, { ...own, now });
  const sent = await insertCommand(db, row);
  if (command === 'on') await changePump(db, key, now, (state) => afterSending(state, now));
  return [...superseded, sent];
}

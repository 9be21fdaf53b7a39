import type { Db } from '../../../db/db.ts';
import { rowsOfPages } from '../../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../../kit/async/try-each.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import { lockDevice } from '../../devices/queries.ts';
import type { PublishDeps } from '../../live-publisher.ts';
import { scheduleAt } from '../../pumps/pump-schedule.ts';
import { toSituation } from '../../pumps/pump-situation.ts';
import { afterSending } from '../../pumps/pump-state.ts';
import { type CommandLives, newSwitch } from '../../pumps/pump-switch.ts';
import { switchBySchedule } from '../../pumps/schedule-switch.ts';
import {
  changePump,
  findLastSwitch,
  findPump,
  findSourceTank,
} from '../../record/pumps/pump-queries.ts';
import { supersedeCommands } from '../lifetime-queries.ts';
import { type Command, insertCommand } from '../queries.ts';
import {
  type DueSchedule,
  findDueSchedules,
  findSchedule,
  findZoneOf,
  setNextAt,
} from '../schedule-queries.ts';
import { findLives } from '../usual-intervals.ts';

type ScheduleDeps = PublishDeps<'commandsChanged'> & CommandLives;

const batchSize = 100;
/** What the server missed by more, since it was down, is not made up for. */
const missedMs = 10 * minuteMs;

/**
 * One round: switches pumps by the schedules whose time has come. Whoever holds the device looks again, and
 * moves the schedule on in the same transaction: of two processes one sends.
 * @throws AggregateError where it failed with some schedules, when the others have been kept.
 */
export async function keepSchedules(deps: ScheduleDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, publisher } = deps;
  const now = clock();
  const due = rowsOfPages<DueSchedule>(batchSize, (page) => findDueSchedules(db.read, now, page));
  const failed = await tryEach(due, signal, async (schedule) => {
    publisher.commandsChanged(await db.transaction((db) => keepSchedule(db, schedule, deps)));
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
    { last, isMissed: now - schedule.nextAt > missedMs, now },
  );
  await setNextAt(db, due, nextAt);
  if (!command) return [];
  const superseded = await supersedeCommands(db, key, { command, now });
  const own = command === 'on' ? await findLives(db, deviceId, { ...lives, now }) : lives;
  const row = newSwitch(key, { command, source: 'schedule', at: now }, { ...own, now });
  const sent = await insertCommand(db, row);
  if (command === 'on') await changePump(db, key, now, (state) => afterSending(state, now));
  return [...superseded, sent];
}

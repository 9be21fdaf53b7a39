import type { Db } from '../../../db/db.ts';
import { rowsOfPages } from '../../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../../kit/async/try-each.ts';
import { lockDevice } from '../../devices/queries.ts';
import type { PublishDeps } from '../../live-publisher.ts';
import { decide, type PumpSituation, type SourceTank } from '../../pumps/pump-automation.ts';
import { toSituation } from '../../pumps/pump-situation.ts';
import { type CommandLives, newSwitch } from '../../pumps/pump-switch.ts';
import { unpackSource } from '../../pumps/source-tank.ts';
import {
  type DuePump,
  findDuePumps,
  findLastSwitch,
  findPump,
  findSourceTank,
  type Pump,
  type PumpKey,
  savePump,
} from '../../record/pumps/pump-queries.ts';
import { findUsualInterval, supersedeSwitches } from '../lifetime-queries.ts';
import { type Command, insertCommand } from '../queries.ts';

type LoopDeps = PublishDeps<'commandsChanged'> & CommandLives;

const batchSize = 100;

/**
 * Runs one round of checks of running pumps that are due, even without readings, and switches off those that
 * may run no longer. Whether a pump still runs only a reading can say: a board that is cut off stops by itself. Each is checked again with its device locked, so that only one of two processes sends.
 * @throws AggregateError where some pumps failed, once the others have been checked.
 */
export async function checkPumps(deps: LoopDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, publisher } = deps;
  const now = clock();
  const due = rowsOfPages<DuePump>(batchSize, (page) => findDuePumps(db.read, now, page));
  const failed = await tryEach(due, signal, async (key) => {
    publisher.commandsChanged(await db.transaction((trx) => checkPump(trx, key, deps)));
  });
  throwFailures(failed, 'some pumps could not be looked at');
}

async function checkPump(db: Db, key: PumpKey, { clock, ...deps }: LoopDeps): Promise<Command[]> {
  if (!(await lockDevice(db, key.deviceId))) return [];
  const now = clock();
  const pump = await findPump(db, key);
  if (!pump || pump.pump_check_at === null || pump.pump_check_at > now) return [];
  const { command, checkAt } = decide(await findSituation(db, key, { pump, now }));
  await savePump(db, key, { pump_check_at: checkAt });
  if (!command) return [];
  const superseded = await supersedeSwitches(db, key, now);
  const sent = newSwitch(key, { command, source: 'auto', at: now }, { ...deps, now });
  return [...superseded, await insertCommand(db, sent)];
}

/** The usual interval of a device is asked for only where a usual level would be too old. */
async function findSituation(
  db: Db,
  key: PumpKey,
  { pump, now }: { pump: Pump; now: number },
): Promise<PumpSituation> {
  const last = await findLastSwitch(db, key);
  const source = await findSource(db, pump, now);
  const situation = toSituation(pump, { last, source }, now);
  if (situation.blindAt > now) return situation;
  const usualMs = await findUsualInterval(db, key.deviceId, now);
  return toSituation(pump, { last, source, usualMs }, now);
}

async function findSource(db: Db, pump: Pump, now: number): Promise<SourceTank | undefined> {
  const source = await findSourceTank(db, pump, now);
  if (pump.fills_from === null || !source?.blindAt || source.blindAt > now) return source;
  const { deviceId } = unpackSource(pump.fills_from);
  return await findSourceTank(db, pump, now, await findUsualInterval(db, deviceId, now));
}

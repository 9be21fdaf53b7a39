import type { Db } from '../../../db/db.ts';
import { rowsOfPages } from '../../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../../kit/async/try-each.ts';
import { judgeReading } from '../../detectors/judge-reading.ts';
import { runsOn } from '../../detectors/tank/pump-runs.ts';
import { packWatch, unpackWatch } from '../../detectors/watch.ts';
import { lockDevice } from '../../devices/queries.ts';
import { readMutedKinds } from '../../incidents/muted-kinds.ts';
import type { Incident } from '../../incidents/queries.ts';
import type { PublishDeps } from '../../live-publisher.ts';
import {
  nextCheckAt,
  type PumpSituation,
  steerPump,
  stopLevel,
} from '../../pumps/pump-automation.ts';
import { toSituation } from '../../pumps/pump-situation.ts';
import { type CommandLives, newSwitch } from '../../pumps/pump-switch.ts';
import { saveIncidentsAlone } from '../../record/incidents/save-incidents-alone.ts';
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
import { supersedeCommands } from '../lifetime-queries.ts';
import { type Command, insertCommand } from '../queries.ts';

type LoopDeps = PublishDeps<'commandsChanged' | 'alertsChanged'> & CommandLives;

const batchSize = 100;

/**
 * Runs one round of checks of running pumps that are due, even without readings, and switches off those that
 * may run no longer. Each is checked again with its device locked, so that only one of two processes sends.
 * @throws AggregateError where some pumps failed, once the others have been checked.
 */
export async function checkPumps(deps: LoopDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, publisher } = deps;
  const now = clock();
  const due = rowsOfPages<DuePump>(batchSize, (page) => findDuePumps(db.read, now, page));
  const failed = await tryEach(due, signal, async (key) => {
    const { commands, incidents } = await db.transaction((db) => checkPump(db, key, deps));
    publisher.commandsChanged(commands);
    publisher.alertsChanged(incidents);
  });
  throwFailures(failed, 'some pumps could not be looked at');
}

type Outcome = { commands: Command[]; incidents: Incident[] };

async function checkPump(db: Db, key: PumpKey, { clock, ...deps }: LoopDeps): Promise<Outcome> {
  const nothing = { commands: [], incidents: [] };
  if (!(await lockDevice(db, key.deviceId))) return nothing;
  const now = clock();
  const pump = await findPump(db, key);
  if (!pump || pump.pump_check_at === null || pump.pump_check_at > now) return nothing;
  const source = await findSourceTank(db, pump, now);
  const situation = toSituation(pump, { last: await findLastSwitch(db, key), source }, now);
  const hasSource = source !== undefined;
  const { watch, incidents } = await judgeRun(db, key, { pump, situation });
  await savePump(db, key, {
    watch,
    pump_check_at: nextCheckAt(situation.state, situation.limits, {
      ...{ now, hasSource, stopAt: stopLevel(situation) },
    }),
  });
  const command = steerPump(situation);
  if (!command) return { commands: [], incidents };
  const superseded = await supersedeCommands(db, key, { command, now });
  const sent = newSwitch(key, { command, source: 'auto', at: now }, { ...deps, now });
  return { commands: [...superseded, await insertCommand(db, sent)], incidents };
}

/** Judges a pump that is past its longest run, or that reports running after an `off`. */
async function judgeRun(
  db: Db,
  { deviceId, sensorName }: PumpKey,
  { pump, situation }: { pump: Pump; situation: PumpSituation },
) {
  const { now, state, thresholds, limits } = situation;
  const level = pump.filtered_level ?? pump.level ?? 0;
  const observation = {
    recordedAt: now,
    level,
    raw: pump.level ?? level,
    isSuspect: false,
    capacity: null,
    before: undefined,
    noise: pump.noise ?? 0,
    pump: situation.pump,
    thresholds,
    run: { state, maxRunMs: limits.maxRunMs },
  };
  const { watch, changes } = judgeReading(unpackWatch(pump.watch), observation, {
    now,
    muted: readMutedKinds(pump.muted_kinds),
    by: [runsOn],
  });
  const found = changes.map((change) => ({ deviceId, sensorName, change }));
  return { watch: packWatch(watch), incidents: await saveIncidentsAlone(db, found, now) };
}

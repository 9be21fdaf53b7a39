import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { ApiError } from '../../kit/api/failures/api-error.ts';
import { findDeviceFor } from '../guards.ts';
import type { PublishDeps } from '../live-publisher.ts';
import type { Command } from '../pump-commands/queries.ts';
import { sendCommand } from '../pump-commands/send-command.ts';
import { whyNotStart } from '../pumps/pump-automation.ts';
import { toSituation } from '../pumps/pump-situation.ts';
import type { CommandLives } from '../pumps/pump-switch.ts';
import { findLastSwitch, findPump, findSourceTank } from '../record/pumps/pump-queries.ts';
import type { Asker } from './queries.ts';
import { smsActor } from './sms-actor.ts';
import { findTanks, type Tank } from './tanks.ts';
import type { Answer, Refusal } from './wording/answer.ts';

export type SwitchDeps = PublishDeps & CommandLives & { sensorsPerDevice: number };

type Switch = {
  asker: Asker;
  phone: string;
  tank: Tank;
  command: 'on' | 'off';
};

/**
 * Sends a pump command as the API does; an `on` only where the server itself might start the pump, since the
 * sender is away from the tank.
 * @param store stores the answer, in the transaction of the command.
 */
export async function switchPump(
  deps: SwitchDeps,
  { asker, phone, tank, command }: Switch,
  store: (trx: Db, answer: Answer) => Promise<void>,
): Promise<Answer> {
  const { db, clock } = deps;
  const now = clock();
  const { deviceId, sensorName, label: name } = tank;
  const refusal = command === 'on' ? await findRefusal(db, tank, now) : undefined;
  if (refusal) return { kind: 'not_started', name, why: refusal };
  // By what was stored: a device that calls seldom is given longer.
  const answerOf = ({ expires_at: expiresAt }: Pick<Command, 'expires_at'>): Answer => ({
    kind: 'sent',
    command,
    tank,
    expiresAt,
    endsAuto: tank.isSteered,
  });
  const { personId, accountId } = asker;
  const { by, facts } = smsActor(asker, phone);
  const order = { device_id: String(deviceId), sensor_name: sensorName, command };
  try {
    await findDeviceFor(db, 'operate', { userId: accountId }, order.device_id);
    const device = await findDeviceFor(db, 'operate', { userId: personId }, order.device_id);
    const sent = await sendCommand(deps, by, device, order, {
      facts,
      alongside: (trx, sent) => store(trx, answerOf(sent)),
    });
    return answerOf(sent);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { kind: 'refused', name, why: error.message };
  }
}

async function findRefusal(
  { read: db }: Database,
  key: Tank,
  now: number,
): Promise<Refusal | undefined> {
  const pump = await findPump(db, key);
  if (!pump) return undefined;
  const [last, source] = [await findLastSwitch(db, key), await findSourceTank(db, pump, now)];
  const why = whyNotStart(toSituation(pump, { last, source }, now));
  return why === 'level_unknown' || why === 'source_unknown' ? undefined : why;
}

type PumpQuestion = { command: 'on' | 'off'; tank: string | undefined };

/** Chooses the one tank whose pump is meant, or the answer where that is not clear. */
export function choosePump(
  tanks: readonly Tank[],
  { command, tank: name }: PumpQuestion,
): { tank: Tank } | { answer: Answer } {
  if (tanks.length === 0) return { answer: { kind: 'no_tanks' } };
  const named = name === undefined ? operableOf(tanks) : findTanks(tanks, name);
  const meant = mostLikely(named, name === undefined && command === 'off');
  const [tank] = meant;
  if (!tank) return { answer: { kind: 'unknown_tank', name: name ?? '' } };
  if (meant.length > 1) {
    return { answer: { kind: 'which', command, names: meant.map(({ label }) => label) } };
  }
  return tank.isOperable ? { tank } : { answer: { kind: 'not_allowed', name: tank.label } };
}

/** Returns the tanks whose pump the person may switch; without any, one, so that the answer says so. */
function operableOf(tanks: readonly Tank[]): readonly Tank[] {
  const operable = tanks.filter(({ isOperable }) => isOperable);
  return operable.length > 0 ? operable : tanks.slice(0, 1);
}

/** Returns the tanks whose pump runs, where one is to stop; else those with a pump; else all. */
function mostLikely(tanks: readonly Tank[], isToStop: boolean): readonly Tank[] {
  const running = tanks.filter(({ isPumpOn }) => isPumpOn);
  if (isToStop && running.length > 0) return running;
  if (tanks.length < 2) return tanks;
  const pumped = tanks.filter(({ hasPump }) => hasPump);
  return pumped.length > 0 ? pumped : tanks;
}

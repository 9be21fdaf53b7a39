import type { Language } from '../../../accounts/language.ts';
import { findUser } from '../../../accounts/queries.ts';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { isFor, type Viewer } from '../../access.ts';
import { findDevice, findDevices } from '../../devices/queries.ts';
import type { MqttMessage } from '../mqtt/message.ts';
import { findOwner } from './queries.ts';
import { readTank } from './read-tank.ts';
import type { Audience } from './show-tanks.ts';
import type { TankView } from './tank-view.ts';

export type AudienceDeps = {
  db: Database;
  clock: Clock;
  onlineMs: number;
  /** Aborted when the program stops. */
  signal: AbortSignal;
};

/** Most tanks of a client; the API shows more. */
export const mostTanks = 1000;
const pageSize = 500;

/** Shows the client of an account what its person, and its program, may see, in the person's language. */
export function accountAudience(
  deps: AudienceDeps,
  viewer: Viewer,
  send: (message: MqttMessage) => void,
): Audience {
  const { db } = deps;
  return {
    list: async () => {
      const ids: number[] = [];
      for (let after = 0; ids.length < mostTanks; ) {
        const page = await findDevices(db.read, viewer, { after, limit: pageSize });
        ids.push(...page.map(({ id }) => id));
        if (page.length < pageSize) break;
        after = ids.at(-1) ?? 0;
      }
      return ids.slice(0, mostTanks);
    },
    read: async (deviceId) => {
      if (!isFor(viewer, deviceId)) return undefined;
      const user = await findUser(db.read, viewer.userId);
      if (!user) return undefined;
      const { language, timezone } = user;
      return await readFor(deps, { viewer, language, timezone }, { deviceId, offersPumps: true });
    },
    send,
    qos: 0,
  };
}

/**
 * Shows all tanks at an external broker, each as its owner sees it. The operator decides who may read there.
 * @param offersPumps whether all clients that may publish there may switch pumps.
 */
export function everybody(
  deps: AudienceDeps,
  offersPumps: boolean,
  send: (message: MqttMessage) => Promise<void>,
): Audience {
  return {
    list: async () => undefined,
    read: async (deviceId) => {
      const owner = await findOwner(deps.db.read, deviceId);
      if (!owner) return undefined;
      const { id: userId, language, timezone } = owner;
      return await readFor(
        deps,
        { viewer: { userId }, language, timezone },
        { deviceId, offersPumps },
      );
    },
    send,
    qos: 1,
  };
}

type Reader = { viewer: Viewer; language: string; timezone: string };

async function readFor(
  { db, clock, onlineMs, signal }: AudienceDeps,
  { viewer, language, timezone }: Reader,
  { deviceId, offersPumps }: { deviceId: number; offersPumps: boolean },
): Promise<TankView | undefined> {
  const device = await findDevice(db.read, viewer.userId, deviceId);
  if (!device) return undefined;
  const person = { viewer, language: language as Language, timezone };
  return await readTank(db, device, person, { now: clock(), onlineMs, offersPumps, signal });
}

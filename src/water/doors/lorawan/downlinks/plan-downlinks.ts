import type { Database } from '../../../../db/database.ts';
import { pagesOf } from '../../../../kit/async/rows-of-pages.ts';
import type { Clock } from '../../../../kit/time/clock.ts';
import { readDevEui } from '../uplink.ts';
import {
  findDownlinks,
  findPumps,
  findServersByIds,
  findWaitingSwitches,
  type PumpInUse,
  replaceDownlink,
} from './queries.ts';
import { isTold, placeOf, wantedOf } from './queued.ts';

type PlanDeps = { db: Database; clock: Clock; wake: () => void };

const pumpsAtOnce = 500;

/**
 * Compares what waits for each pump with what its network server was last told, and stores a downlink where they
 * differ: for a new command as for one that was superseded, was cancelled or has expired. It looks at the state
 * alone, so nothing that happened while this server was away is missed.
 */
export async function planDownlinks(
  { db, clock, wake }: PlanDeps,
  signal: AbortSignal,
): Promise<void> {
  const pages = pagesOf<PumpInUse>(pumpsAtOnce, ({ after, limit }) =>
    findPumps(db.readWhole, { after: after?.device_id ?? 0, limit }),
  );
  for await (const page of pages) {
    if (signal.aborted) return;
    await planPage({ db, clock, wake }, page);
  }
}

async function planPage({ db, clock, wake }: PlanDeps, pumps: PumpInUse[]): Promise<void> {
  const now = clock();
  const ids = pumps.map(({ device_id }) => device_id);
  const waiting = await findWaitingSwitches(db.readWhole, ids, now);
  const stored = await findDownlinks(db.readWhole, ids);
  const serverIds = [...new Set(pumps.map(({ server_id }) => server_id))];
  const servers = new Map(
    (await findServersByIds(db.readWhole, serverIds)).map((each) => [each.id, each]),
  );
  for (const { device_id, server_id, sensor_name, queued, mac_or_serial } of pumps) {
    const devEui = readDevEui(mac_or_serial);
    // A board that took the place of one of LoRaWAN and has no DevEUI has no queue.
    const ofPump = waiting.filter(
      (each) => devEui && each.device_id === device_id && each.sensor_name === sensor_name,
    );
    const wanted = wantedOf(ofPump);
    const server = servers.get(server_id);
    const place = server && placeOf(server);
    if (isTold(queued, wanted, { place, devEui })) continue;
    const open = stored.find((each) => each.device_id === device_id && each.due_at !== null);
    // It is tried again by itself; the wait behind failures ends where the network server is set anew.
    const isOfNow = open && open.created_at >= (server?.changed_at ?? 0);
    if (isOfNow && open.wanted === wanted && open.server_id === server_id) continue;
    const downlink = { server_id, device_id, wanted };
    if (await db.transaction((trx) => replaceDownlink(trx, downlink, now))) wake();
  }
}

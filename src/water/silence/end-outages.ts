import { pagesOf } from '../../kit/async/rows-of-pages.ts';
import { resolveIncidents } from '../incidents/open-incidents.ts';
import {
  countSilent,
  findOpenOutages,
  findStragglers,
  leaveOutages,
} from '../incidents/outages/outage-queries.ts';
import type { Incident } from '../incidents/queries.ts';
import { leastDevices } from './group-silences.ts';
import { raiseOffline, type SilenceDeps } from './note-offline.ts';
import { findNames, findSilentSince } from './silence-queries.ts';

const pageSize = 200;

type OpenOutage = Pick<Incident, 'device_id' | 'id'>;

/**
 * Ends the outages whose devices are back. If one or two are still missing, but no other has come back for
 * `togetherMs`, those become offline incidents of their own.
 */
export async function endOutages(
  deps: SilenceDeps,
  { now, togetherMs }: { now: number; togetherMs: number },
): Promise<void> {
  const { db, publisher } = deps;
  const pages = pagesOf<OpenOutage>(pageSize, ({ after, limit }) =>
    findOpenOutages(db.longRead, { after: after?.id ?? 0, limit }),
  );
  for await (const open of pages) {
    for (const outage of await findOver(deps, open, now - togetherMs)) {
      publisher.alertsChanged(await endOutage(deps, outage, now));
    }
  }
}

/**
 * Finds the outages that are over. @param settled instant by which the last device must have come back in an
 * outage that still has silent ones.
 */
async function findOver(
  { db }: SilenceDeps,
  outages: OpenOutage[],
  settled: number,
): Promise<OpenOutage[]> {
  const ids = outages.map(({ id }) => id);
  const rows = await countSilent(db.longRead, ids);
  const counts = new Map(rows.map((row) => [row.incident_id, row]));
  return outages.filter(({ id }) => {
    const { silent = 0, last_left_at = null } = counts.get(id) ?? {};
    const isSettled = last_left_at !== null && last_left_at <= settled;
    return silent === 0 || (silent < leastDevices && isSettled);
  });
}

async function endOutage(
  { db, onlineMs }: SilenceDeps,
  outage: OpenOutage,
  now: number,
): Promise<Incident[]> {
  return await db.transaction(async (trx) => {
    const ids = await findStragglers(trx, outage.id);
    const resolved = await resolveIncidents(trx, [outage], now);
    if (ids.length === 0) return resolved;
    await leaveOutages(trx, ids, now);
    const silent = await findSilentSince(trx, ids);
    const names = await findNames(trx, ids);
    const offline = await raiseOffline(trx, silent, { names, now, latest: now - onlineMs });
    return [...resolved, ...offline];
  });
}

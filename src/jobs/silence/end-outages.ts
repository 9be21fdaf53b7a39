import { chunksOf } from '../../kit/chunks.ts';
import {
  countSilent,
  findOpenOutages,
  findStragglers,
  leaveOutages,
} from '../../water/incidents/outage-queries.ts';
import type { Incident } from '../../water/incidents/queries.ts';
import { resolveIncidents } from '../../water/incidents/raise-incidents.ts';
import { leastDevices } from './group-silences.ts';
import { findNames, findSilentSince } from './silence-queries.ts';
import { raiseOffline, type SilenceDeps } from './tell-offline.ts';

const outagesAtOnce = 500;

/**
 * Ends the outages whose devices are back. Where one or two are not, though no other has come back for
 * `togetherMs`, they are offline by themselves.
 */
export async function endOutages(
  deps: SilenceDeps,
  { now, togetherMs }: { now: number; togetherMs: number },
): Promise<void> {
  const { db, publisher } = deps;
  const open = await findOpenOutages(db.longRead);
  for (const some of chunksOf(open, outagesAtOnce)) {
    const ids = some.map(({ id }) => id);
    const counts = new Map(
      (await countSilent(db.longRead, ids)).map((row) => [row.incident_id, row]),
    );
    for (const outage of some) {
      const { silent = 0, last_left_at = null } = counts.get(outage.id) ?? {};
      const isSettled = last_left_at !== null && last_left_at <= now - togetherMs;
      const isOver = silent === 0 || (silent < leastDevices && isSettled);
      if (isOver) publisher.alertsRaised(await endOutage(deps, outage, now));
    }
  }
}

async function endOutage(
  { db, onlineMs }: SilenceDeps,
  outage: Incident,
  now: number,
): Promise<Incident[]> {
  return await db.transaction(async (db) => {
    const ids = await findStragglers(db, outage.id);
    const resolved = await resolveIncidents(db, [outage], now);
    if (ids.length === 0) return resolved;
    await leaveOutages(db, ids, now);
    const silent = await findSilentSince(db, ids);
    const names = await findNames(db, ids);
    const offline = await raiseOffline(db, silent, { names, now, latest: now - onlineMs });
    return [...resolved, ...offline];
  });
}

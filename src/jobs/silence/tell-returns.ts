import type { Database } from '../../db/database.ts';
import { chunksOf } from '../../kit/chunks.ts';
import { leaveOutages } from '../../water/incidents/outage-queries.ts';
import { findOpenIncidents, resolveIncidents } from '../../water/incidents/raise-incidents.ts';
import type { LivePublisher } from '../../water/live-publisher.ts';
import { markSeenAgain } from './silence-queries.ts';
import { devicesAtOnce } from './tell-offline.ts';

type ReturnDeps = { db: Database; publisher: Pick<LivePublisher, 'alertsRaised'> };

/** Resolves what was told of devices that were seen since. */
export async function tellReturns(
  { db: database, publisher }: ReturnDeps,
  ids: number[],
  now: number,
): Promise<void> {
  for (const some of chunksOf(ids, devicesAtOnce)) {
    const resolved = await database.transaction(async (db) => {
      const seen = await markSeenAgain(db, database, some);
      if (seen.length === 0) return [];
      await leaveOutages(db, seen, now);
      return await resolveIncidents(db, await findOpenIncidents(db, 'offline', seen), now);
    });
    publisher.alertsRaised(resolved);
  }
}

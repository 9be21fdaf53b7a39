import type { Database } from '../../db/database.ts';
import type { Work } from '../../db/work.ts';
import { chunksOf } from '../../kit/chunks.ts';
import { findOpenIncidents, resolveIncidents } from '../incidents/open-incidents.ts';
import { leaveOutages } from '../incidents/outages/outage-queries.ts';
import type { Incident } from '../incidents/queries.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { devicesAtOnce } from './note-offline.ts';
import { markSeenAgain } from './silence-queries.ts';

type ReturnDeps = { db: Database; publisher: Pick<LivePublisher, 'alertsChanged'> };

/** Resolves what was told of devices that were seen since. */
export async function noteReturns(
  { db, publisher }: ReturnDeps,
  ids: number[],
  now: number,
): Promise<void> {
  for (const some of chunksOf(ids, devicesAtOnce)) {
    publisher.alertsChanged(
      await db.perform(markReturned, { ids: some, now, isSpread: db.isSpread }),
    );
  }
}

type Returned = { ids: number[]; now: number; isSpread: boolean };

export const markReturned: Work<Returned, Incident[]> = {
  url: import.meta.url,
  name: 'markReturned',
  run: async (db, engine, { ids, now, isSpread }) => {
    const seen = await markSeenAgain(db, { engine, isSpread }, ids);
    if (seen.length === 0) return [];
    await leaveOutages(db, seen, now);
    return await resolveIncidents(db, await findOpenIncidents(db, 'offline', seen), now);
  },
};

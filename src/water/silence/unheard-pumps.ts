import type { Db } from '../../db/db.ts';
import { pagesOf } from '../../kit/async/rows-of-pages.ts';
import { findRunningPumps } from '../record/pumps/running-pumps.ts';
import { runningSilence } from '../rhythm.ts';
import { noteOffline, type SilenceDeps } from './note-offline.ts';
import type { SilenceMoment } from './note-silences.ts';
import type { Page } from './silence-queries.ts';

const pageSize = 500;

/**
 * Notes devices of a running pump that have fallen silent though their own silence is far longer, since their rhythm is
 * not known, or they are dark at night: nobody can stop that pump from afar, and a tank has run over long before.
 */
export async function noteUnheardPumps(
  deps: SilenceDeps,
  { silence, now }: Pick<SilenceMoment, 'silence' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const { db, onlineMs } = deps;
  const seenBy = silence.at - onlineMs;
  if (seenBy < 0 || onlineMs > silence.longestMs) return;
  const isSilent = ({ rhythm, last_seen_at, silent_after_ms }: Unheard): boolean => {
    const silenceMs = runningSilence(rhythm, onlineMs);
    // Those of an outage fall silent together by what is usual of them.
    const isFarSooner = farSooner * silenceMs <= (silent_after_ms ?? Number.POSITIVE_INFINITY);
    return isFarSooner && silenceMs <= silence.longestMs && last_seen_at + silenceMs <= silence.at;
  };
  const pages = pagesOf<Unheard>(
    pageSize,
    ({ after, limit }) =>
      findUnheardPumps(db.longRead, { seenBy, after: after?.device_id ?? 0, limit }),
    signal,
  );
  for await (const unheard of pages) {
    const silent = unheard.filter(isSilent).map(({ device_id }) => device_id);
    // One that is looked at as well is a pump that runs only where its board is wrong.
    const running = await findRunningPumps(db.longRead, silent);
    const ids = silent.filter((id) => running.has(id));
    await noteOffline(deps, ids, { silence: { ...silence, seenBy }, now });
  }
}

/** Share by which a silence must be shorter than the device's own. */
const farSooner = 2;

type Unheard = Awaited<ReturnType<typeof findUnheardPumps>>[number];

type UnheardPage = Page<number> & { seenBy: number };

/** Finds devices whose pump runs, that were last seen by an instant, whose people leave its silence to its rhythm. */
async function findUnheardPumps(db: Db, { seenBy, after, limit }: UnheardPage) {
  return await db
    .selectFrom('sensors as s')
    // One that is removed has a status still.
    .innerJoin('devices', 'devices.id', 's.device_id')
    .innerJoin('device_status as d', 'd.device_id', 's.device_id')
    .select(['d.device_id', 'd.rhythm', 'd.silent_after_ms'])
    .select((eb) => eb.ref('d.last_seen_at').$notNull().as('last_seen_at'))
    .distinct()
    .where('s.pump_check_at', 'is not', null)
    .where('d.silent_since', 'is', null)
    .where('d.last_seen_at', '<=', seenBy)
    .where('d.silent_after_minutes', 'is', null)
    .where('d.device_id', '>', after)
    .orderBy('d.device_id')
    .limit(limit)
    .execute();
}

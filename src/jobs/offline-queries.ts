import type { Db } from '../db/db.ts';

/**
 * Devices that were last heard of after one instant, and at or before another; also those that were
 * heard of after `ahead`, by a clock that was ahead.
 */
export type Silence = { seenAfter: number; seenUntil: number; ahead: number };

export type SilentDevice = Awaited<ReturnType<typeof findSilentDevices>>[number];

/** Silent devices whose silence is no incident yet, in the order of their ids. */
export async function findSilentDevices(
  db: Db,
  { seenAfter, seenUntil, ahead }: Silence,
  { after, limit }: { after: number; limit: number },
) {
  return await db
    .selectFrom('device_status as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .select(['d.id', 'd.mac_or_serial', 'd.name'])
    .select((eb) => eb.ref('s.last_seen_at').$notNull().as('last_seen_at'))
    .where('s.device_id', '>', after)
    .where((eb) =>
      eb.or([
        eb.and([eb('s.last_seen_at', '>', seenAfter), eb('s.last_seen_at', '<=', seenUntil)]),
        eb('s.last_seen_at', '>', ahead),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('incidents as i')
            .select('i.id')
            .whereRef('i.device_id', '=', 's.device_id')
            .where((eb) =>
              eb.or([
                eb('i.created_at', '>', eb.ref('s.last_seen_at').$notNull()),
                eb.and([eb('s.last_seen_at', '>', ahead), eb('i.created_at', '>', seenUntil)]),
              ]),
            )
            .where('i.kind', '=', 'offline'),
        ),
      ),
    )
    .orderBy('s.device_id')
    .limit(limit)
    .execute();
}

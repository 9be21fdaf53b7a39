import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { longestLagMs } from '../presence.ts';

/**
 * Limits of silence: devices are silent that were last seen at `seenUntil` or before, or after `ahead`, which
 * only a clock that was ahead can have written.
 */
export type Silence = { seenUntil: number; ahead: number };

export type Page<K> = { after: K; limit: number };
/** Instants after one and until another. */
export type Span = { after: number; until: number };
export type SeenKey = { seenAbout: number; deviceId: number };
export type FallenSilent = Awaited<ReturnType<typeof findFallenSilent>>[number];

/**
 * Finds devices that were last seen in a span and are not known to be silent, longest ago first. The index on
 * `seen_about` yields these and hardly any other.
 */
export async function findFallenSilent(db: Db, { after, until }: Span, page: Page<SeenKey>) {
  return await db
    .selectFrom('device_status')
    .leftJoin('devices as d', 'd.id', 'device_id')
    .select('device_id')
    .select((eb) => [
      eb.fn.coalesce('d.placed_latitude', 'latitude').as('latitude'),
      eb.fn.coalesce('d.placed_longitude', 'longitude').as('longitude'),
      eb.ref('last_seen_at').$notNull().as('last_seen_at'),
      eb.ref('seen_about').$notNull().as('seen_about'),
    ])
    .where('silent_since', 'is', null)
    .where('seen_about', '>', after - longestLagMs)
    .where('seen_about', '<=', until)
    .where('last_seen_at', '>', after)
    .where('last_seen_at', '<=', until)
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('seen_about', 'device_id'),
        '>',
        tuple(page.after.seenAbout, page.after.deviceId),
      ),
    )
    .orderBy('seen_about')
    .orderBy('device_id')
    .limit(page.limit)
    .execute();
}

export async function countSeenAfter(db: Db, after: number): Promise<number> {
  const { count } = await db
    .selectFrom('device_status')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('seen_about', '>', after - longestLagMs)
    .where('last_seen_at', '>', after)
    .executeTakeFirstOrThrow();
  return count;
}

/** Finds devices that were seen since they fell silent, in the order of their ids. */
export async function findReturned(db: Db, { after, limit }: Page<number>): Promise<number[]> {
  const rows = await db
    .selectFrom('device_status')
    .select('device_id')
    .where('silent_since', 'is not', null)
    .where('seen_about', 'is not', null)
    .where('device_id', '>', after)
    .orderBy('device_id')
    .limit(limit)
    .execute();
  return rows.map(({ device_id }) => device_id);
}

/** Finds devices of an account that were last seen in a span and are not known to be silent, oldest first. */
export async function findLastSeen(
  db: Db,
  { ownerId, from, until, limit }: { ownerId: number; from: number; until: number; limit: number },
) {
  return await db
    .selectFrom('devices as d')
    .innerJoin('device_status as s', 's.device_id', 'd.id')
    .select('d.id')
    .select((eb) => [
      eb.fn.coalesce('d.placed_latitude', 's.latitude').as('latitude'),
      eb.fn.coalesce('d.placed_longitude', 's.longitude').as('longitude'),
      eb.ref('s.last_seen_at').$notNull().as('lastSeenAt'),
    ])
    .where('d.owner_id', '=', ownerId)
    .where('s.silent_since', 'is', null)
    .where('s.last_seen_at', '>=', from)
    .where('s.last_seen_at', '<=', until)
    .orderBy('s.last_seen_at')
    .orderBy('d.id')
    .limit(limit)
    .execute();
}

export async function countDevicesOf(db: Db, ownerIds: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('devices')
    .select('owner_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', 'in', ownerIds)
    .groupBy('owner_id')
    .execute();
  return new Map(rows.map(({ owner_id, count }) => [owner_id, count]));
}

export async function findNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'name', 'mac_or_serial'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name, mac_or_serial }) => [id, name ?? mac_or_serial]));
}

export async function findSilentSince(db: Db, ids: number[]) {
  return await db
    .selectFrom('device_status')
    .select('device_id')
    .select((eb) => eb.ref('silent_since').$notNull().as('last_seen_at'))
    .where('device_id', 'in', ids)
    .where('silent_since', 'is not', null)
    .execute();
}

export type Storage = Pick<Database, 'engine' | 'isSpread'>;

/**
 * Marks those of some devices silent that still are, now that their rows are locked: they may have called, or
 * another process may have been faster.
 */
export async function markSilent(
  db: Db,
  storage: Storage,
  ids: number[],
  { seenUntil, ahead }: Silence,
): Promise<{ device_id: number; last_seen_at: number }[]> {
  return await changeEach(db, storage, ids, (some) =>
    db
      .updateTable('device_status')
      .set((eb) => ({ silent_since: eb.ref('last_seen_at'), seen_about: null }))
      .where('device_id', 'in', some)
      .where('silent_since', 'is', null)
      .where((eb) => eb.or([eb('last_seen_at', '<=', seenUntil), eb('last_seen_at', '>', ahead)]))
      .returning(['device_id', (eb) => eb.ref('last_seen_at').$notNull().as('last_seen_at')])
      .execute(),
  );
}

/** Marks those of some devices seen that were seen since they fell silent. @returns their ids. */
export async function markSeenAgain(db: Db, storage: Storage, ids: number[]): Promise<number[]> {
  const seen = await changeEach(db, storage, ids, (some) =>
    db
      .updateTable('device_status')
      .set({ silent_since: null })
      .where('device_id', 'in', some)
      .where('silent_since', 'is not', null)
      .where('seen_about', 'is not', null)
      .returning('device_id')
      .execute(),
  );
  return seen.map(({ device_id }) => device_id);
}

/**
 * Changes devices in the order in which batches lock them, so that two holders never wait for each other: all
 * with one statement where one server locks them in order. Devices that are locked by others are left to the
 * next round, as the rest must not wait for one of them.
 */
async function changeEach<T>(
  db: Db,
  { engine, isSpread }: Storage,
  ids: number[],
  change: (some: number[]) => Promise<T[]>,
): Promise<T[]> {
  const inOrder = [...ids].sort((a, b) => a - b);
  if (engine === 'sqlite') return await change(inOrder);
  const changed: T[] = [];
  for (const some of isSpread ? inOrder.map((id) => [id]) : [inOrder]) {
    const held = await holdFree(db, some);
    if (held.length > 0) changed.push(...(await change(held)));
  }
  return changed;
}

async function holdFree(db: Db, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('device_status')
    .select('device_id')
    .where('device_id', 'in', ids)
    .orderBy('device_id')
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ device_id }) => device_id);
}

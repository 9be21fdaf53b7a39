import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { longestLagMs } from '../presence.ts';
import { type NamedDevice, namedDevice } from '../tank-name.ts';

/** Limits of silence: which devices are silent. */
export type Silence = {
  /** Instant by which a device must have been heard of again; negative while nobody can be judged. */
  at: number;
  /** Silence that makes a device silent whose own is not known, and the longest that can be judged yet. */
  unknownMs: number;
  longestMs: number;
  /** Devices that were last seen after this are silent, too: only a clock that was ahead can have written it. */
  ahead: number;
  /** Devices that are judged by a running pump are silent where they were last seen by this; negative for none. */
  seenBy: number;
};

export type Page<K> = { after: K; limit: number };
export type SilentKey = { silentAbout: number; deviceId: number };
export type FallenSilent = Awaited<ReturnType<typeof findFallenSilent>>[number];

type StatusBuilder = ExpressionBuilder<Tables, 'device_status'>;

/** Silence that makes a device silent. */
function silenceOf(unknownMs: number) {
  return sql<number>`coalesce(silent_after_ms, ${sql.lit(unknownMs)})`;
}

/** Whether a device has been silent for too long. */
function isOverdue(eb: StatusBuilder, { at, unknownMs, longestMs }: Silence) {
  const silence = silenceOf(unknownMs);
  return eb.and([
    eb(sql<number>`last_seen_at + ${silence}`, '<=', at),
    eb(silence, '<=', longestMs),
  ]);
}

/**
 * Finds devices that are silent and not known to be so, by when they fell silent. The index on `silent_about`
 * yields these and hardly any other.
 */
export async function findFallenSilent(db: Db, silence: Silence, page: Page<SilentKey>) {
  return await fallenSilent(db, page)
    .where('silent_about', '<=', silence.at)
    .where((eb) => isOverdue(eb as unknown as StatusBuilder, silence))
    .execute();
}

/** Finds devices that were seen by a clock that was ahead, and are not known to be silent. */
export async function findSeenAhead(db: Db, ahead: number, page: Page<SilentKey>) {
  return await fallenSilent(db, page)
    .where('silent_about', '>', ahead - longestLagMs)
    .where('last_seen_at', '>', ahead)
    .execute();
}

function fallenSilent(db: Db, { after, limit }: Page<SilentKey>) {
  return db
    .selectFrom('device_status')
    .leftJoin('devices as d', 'd.id', 'device_id')
    .select('device_id')
    .select((eb) => [
      eb.fn.coalesce('d.placed_latitude', 'latitude').as('latitude'),
      eb.fn.coalesce('d.placed_longitude', 'longitude').as('longitude'),
      eb.ref('last_seen_at').$notNull().as('last_seen_at'),
      eb.ref('silent_about').$notNull().as('silent_about'),
    ])
    .where('silent_since', 'is', null)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('silent_about', 'device_id'), '>', tuple(after.silentAbout, after.deviceId)),
    )
    .orderBy('silent_about')
    .orderBy('device_id')
    .limit(limit);
}

/** Counts the devices that are online. @param onlineMs silence that ends this where their own is not known. */
export async function countOnline(db: Db, now: number, onlineMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('device_status')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('silent_since', 'is', null)
    .where('silent_about', '>', now - longestLagMs)
    .where(sql<number>`last_seen_at + ${silenceOf(onlineMs)}`, '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Finds devices that were seen since they fell silent, in the order of their ids. */
export async function findReturned(db: Db, { after, limit }: Page<number>): Promise<number[]> {
  const rows = await db
    .selectFrom('device_status')
    .select('device_id')
    .where('silent_since', 'is not', null)
    .where('silent_about', 'is not', null)
    .where('device_id', '>', after)
    .orderBy('device_id')
    .limit(limit)
    .execute();
  return rows.map(({ device_id }) => device_id);
}

type LastSeen = { ownerId: number; from: number; until: number; limit: number; unknownMs: number };

/** Finds devices of an account that were last seen in a span and are not known to be silent, oldest first. */
export async function findLastSeen(db: Db, { ownerId, from, until, limit, unknownMs }: LastSeen) {
  return await db
    .selectFrom('devices as d')
    .innerJoin('device_status as s', 's.device_id', 'd.id')
    .select('d.id')
    .select((eb) => [
      eb.fn.coalesce('d.placed_latitude', 's.latitude').as('latitude'),
      eb.fn.coalesce('d.placed_longitude', 's.longitude').as('longitude'),
      eb.ref('s.last_seen_at').$notNull().as('lastSeenAt'),
      silenceOf(unknownMs).as('silenceMs'),
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

export async function findNames(db: Db, ids: number[]): Promise<Map<number, NamedDevice>> {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'name', 'mac_or_serial'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, name, mac_or_serial }) => [
      id,
      namedDevice({ name, macOrSerial: mac_or_serial }),
    ]),
  );
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
  silence: Silence,
): Promise<{ device_id: number; last_seen_at: number }[]> {
  return await changeEach(db, storage, ids, (some) =>
    db
      .updateTable('device_status')
      .set((eb) => ({ silent_since: eb.ref('last_seen_at'), silent_about: null }))
      .where('device_id', 'in', some)
      .where('silent_since', 'is', null)
      .where((eb) =>
        eb.or([
          isOverdue(eb, silence),
          eb('last_seen_at', '>', silence.ahead),
          eb('last_seen_at', '<=', silence.seenBy),
        ]),
      )
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
      .where('silent_about', 'is not', null)
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

import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { KeyRefusal } from '../../db/tables/device-tables.ts';
import { ApiError, failures } from '../../kit/api/failures/api-error.ts';
import { createBatcher } from '../../kit/async/batcher.ts';
import type { Bucket } from '../../kit/async/token-bucket.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { deviceKeyOf, isDeviceKey } from '../devices/device-key.ts';
import { identityOf } from '../devices/identity.ts';
import { createFirstSensors } from './first-sensors.ts';

/** What the device endpoints need to know of a device, kept in memory between its requests. */
export type KnownDevice = {
  id: number;
  ownerId: number;
  /** As the database has it: a part of a request would keep all of that in memory. */
  identity: string;
  keySalt: string;
  /** Derived when a request first gives a key. */
  apiKey: string | undefined;
  keyRequired: boolean;
  /** Where a push goes that names no sensor: the first configured one, else `main`. */
  sensorName: string;
  /** What is left of its push allowance. */
  allowance: Bucket;
  /** The same of its batches, in readings, once it has sent one. */
  batchAllowance: Bucket | undefined;
  /** When `last_seen_at` was last written for it, in milliseconds that only go forward. */
  seenAt: number;
  /** Readings that were refused since the last one that was taken. */
  readingsRefused: number;
};

export type KnownDevices = {
  /**
   * The device that a request speaks for.
   * @param macAddress MAC or serial.
   * @param gateway what speaks for it, and has shown a key or secret: of the same owner, it needs no other.
   * @throws ApiError 404 when no such one is registered; 401 when the key is wrong, or missing although
   * the owner requires it.
   */
  identify: (
    macAddress: string,
    apiKey: string | null | undefined,
    gateway?: Pick<KnownDevice, 'ownerId'>,
  ) => Promise<KnownDevice>;
  /**
   * What is answered to a device that was gone when it came to be written: it may be registered anew under
   * another id by now, as a device is that goes to a new owner without its history.
   * @returns ApiError 503 where it is registered, so that it comes again; else 404.
   */
  explainGone: (device: KnownDevice) => Promise<ApiError>;
  /** To be called whenever something of the device has changed; other processes are told. */
  forget: (identity: string) => void;
};

type KnownDevicesDeps = {
  db: Pick<Database, 'read' | 'readWhole' | 'partitions'>;
  notices: Notices;
  secret: Buffer;
  /** Is told of requests that are refused for their key. */
  noteRefusal: (deviceId: number, why: KeyRefusal) => void;
  /** Size of a full push allowance. */
  burst: number;
  /** Memory that is kept for them at most. */
  mostBytes?: number;
};

/**
 * Enough for 200,000 devices. Of a larger fleet whose devices push in turn none is found any more, since
 * whoever pushes next was seen longest ago. All of a moment are then looked up in one query.
 */
const usualBytes = 72_000_000;

/** What one takes beside its texts, as measured on Node 24: the entry 273, the derived key 65. */
const deviceBytes = 338;

/** Longest time for which a change goes unnoticed whose process was killed before it told of it. */
const longestUnknownMs = minuteMs;

const channel = 'device-changed';

/**
 * Devices by MAC or serial. Those that nobody registered are not remembered, since a stranger could
 * fill any memory with them; instead all look-ups of one moment share a query, so that a flood of
 * unknown addresses costs one query a batch and not one each. While changes made by other processes
 * cannot be heard of, nothing is answered from memory but what a device has used of its allowance.
 */
export function createKnownDevices({
  db,
  notices,
  secret,
  noteRefusal,
  burst,
  mostBytes = usualBytes,
}: KnownDevicesDeps): KnownDevices {
  const known = new LRUCache<string, KnownDevice>({
    maxSize: mostBytes,
    sizeCalculation: ({ sensorName }, identity) =>
      deviceBytes + identity.length + sensorName.length,
    ttl: notices.areShared ? longestUnknownMs : 0,
    // What a device has used of its allowance outlives what is known of it.
    noDeleteOnStaleGet: true,
  });
  const lookUps = new Map<string, Promise<KnownDevice | undefined>>();

  const batcher = createBatcher(async (identities: string[]) => {
    const rows = await db.readWhole
      .selectFrom('devices')
      .select(['id', 'owner_id', 'identity', 'key_salt', 'key_required', 'readings_refused'])
      .where('identity', 'in', identities)
      .execute();
    const byIdentity = new Map(rows.map((row) => [row.identity, row]));
    return identities.map((identity) => byIdentity.get(identity));
  });
  const findFirstSensor = createFirstSensors(db);

  const find = async (identity: string): Promise<KnownDevice | undefined> => {
    const row = await batcher.add(identity);
    return (
      row && {
        id: row.id,
        ownerId: row.owner_id,
        identity: row.identity,
        keySalt: row.key_salt,
        apiKey: undefined,
        keyRequired: row.key_required === 1,
        sensorName: (await findFirstSensor(row.id)) ?? 'main',
        allowance: { tokens: burst, at: 0 },
        batchAllowance: undefined,
        seenAt: Number.NEGATIVE_INFINITY,
        readingsRefused: row.readings_refused,
      }
    );
  };

  const lookUp = async (identity: string): Promise<KnownDevice | undefined> => {
    const found = find(identity);
    lookUps.set(identity, found);
    try {
      const device = await found;
      const former = known.peek(identity, { allowStale: true });
      if (device && former?.id === device.id) {
        device.allowance = former.allowance;
        device.batchAllowance = former.batchAllowance;
        device.seenAt = former.seenAt;
        device.readingsRefused = former.readingsRefused;
      }
      // Forgotten meanwhile: what was read may already be out of date, so it serves this once only.
      if (device && lookUps.get(identity) === found) known.set(device.identity, device);
      return device;
    } finally {
      if (lookUps.get(identity) === found) lookUps.delete(identity);
    }
  };

  const isKeyOf = (device: KnownDevice, given: string): boolean => {
    device.apiKey ??= deviceKeyOf(secret, device.id, device.keySalt);
    return isDeviceKey(given, device.apiKey);
  };

  const drop = (identity: string): void => {
    known.delete(identity);
    lookUps.delete(identity);
  };
  notices.subscribe<string>(channel, {
    received: drop,
    missed: () => {
      known.clear();
      lookUps.clear();
    },
  });

  return {
    identify: async (macAddress, apiKey, gateway) => {
      const identity = identityOf(macAddress);
      const device =
        (notices.isConnected() ? known.get(identity) : undefined) ??
        (await (lookUps.get(identity) ?? lookUp(identity)));
      if (!device) throw unknownDevice();
      const isSpokenFor = !device.keyRequired || gateway?.ownerId === device.ownerId;
      if (apiKey ? isKeyOf(device, apiKey) : isSpokenFor) return device;
      noteRefusal(device.id, apiKey ? 'wrong_key' : 'missing_key');
      throw invalidKey();
    },
    explainGone: async ({ id, identity }) => {
      drop(identity);
      const found = await batcher.add(identity);
      if (!found || found.id === id) return unknownDevice();
      return failures.unavailable('The device has just changed hands; try again.', 1);
    },
    forget: (identity) => {
      drop(identity);
      notices.publish(channel, identity);
    },
  };
}

function unknownDevice(): ApiError {
  return failures.notFound('A device with this MAC address was');
}

function invalidKey(): ApiError {
  return new ApiError(401, 'invalid_api_key', 'Invalid API key.', {
    headers: { 'WWW-Authenticate': 'ApiKey' },
  });
}

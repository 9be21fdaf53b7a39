import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { DevicesTable, KeyRefusal } from '../../db/tables/device-tables.ts';
import { type ApiError, failures } from '../../kit/api/failures/api-error.ts';
import { createBatcher } from '../../kit/async/batcher.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { identityOf } from '../devices/identity.ts';
import { endFormerKey } from '../devices/key-queries.ts';
import { createFirstSensors } from './first-sensors.ts';
import { createKeyCheck, keyFailure, type Proof } from './key-check.ts';
import type { Knocking } from './knocks/knocks.ts';
import type { KnownDevice } from './known-device.ts';

export type KnownDevices = {
  /**
   * The device of a MAC or serial, whatever it may show later.
   * @param knocking what is noted where nobody has registered it; undefined where it has said nothing itself.
   * @throws ApiError 404 when no such one is registered.
   */
  recognise: (macAddress: string, knocking: Knocking | undefined) => Promise<KnownDevice>;
  /** The device's key with this number; undefined once it is no longer valid. */
  keyOf: (device: KnownDevice, keyNo: number) => string | undefined;
  /**
   * The device that a request speaks for.
   * @param macAddress MAC or serial.
   * @throws ApiError 404 when no such one is registered; 401 when the key or the signature is wrong, or
   * missing although the owner requires it.
   */
  identify: (macAddress: string, proof: Proof) => Promise<KnownDevice>;
  /**
   * The failure for a device that vanished before its reading was written. It may be registered again under another
   * id, as a device is that goes to a new owner without its history.
   * @returns ApiError 503 where it is registered, so that it comes again; else 404.
   */
  explainGone: (device: KnownDevice) => Promise<ApiError>;
  /** To be called whenever something of the device has changed; other processes are told. */
  forget: (identity: string) => void;
  /** Subscribes to changes of devices in any process; the identity is undefined if any device may have changed. */
  onChanged: (listener: (identity: string | undefined) => void) => void;
};

type KnownDevicesDeps = {
  db: Pick<Database, 'read' | 'readWhole' | 'write' | 'partitions'>;
  clock: Clock;
  notices: Notices;
  secret: Buffer;
  /** Called with requests that are refused for their key. */
  countKeyRefusal: (deviceId: number, why: KeyRefusal) => void;
  /** Called with requests of devices that nobody has registered. */
  noteKnock: (identity: string, knocking: Knocking) => void;
  /** Size of a full push allowance. */
  burst: number;
  /** Memory that is kept for them at most. */
  mostBytes?: number;
};

/**
 * Enough for 200,000 devices. Of a larger fleet whose devices push in turn none is found any more, since
 * the one that pushes next was seen longest ago. All of a moment are then looked up in one query.
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
  clock,
  notices,
  secret,
  countKeyRefusal,
  noteKnock,
  burst,
  mostBytes = usualBytes,
}: KnownDevicesDeps): KnownDevices {
  const known = new LRUCache<string, KnownDevice>({
    maxSize: mostBytes,
    sizeCalculation: ({ sensorName }, identity) =>
      deviceBytes + identity.length + sensorName.length,
    ttl: notices.areShared ? longestUnknownMs : 0,
    // One that is out of date stays until it is looked up anew: its allowance, and what else this process counts
    // of it, is carried over.
    noDeleteOnStaleGet: true,
  });
  const lookUps = new Map<string, Promise<KnownDevice | undefined>>();

  const batcher = createBatcher(async (identities: string[]) => {
    const rows = await db.readWhole
      .selectFrom('devices')
      .select(['id', 'owner_id', 'identity', 'key_salt', 'key_required', 'readings_refused'])
      .select(['only_signed', 'key_no', 'former_salt', 'former_until'])
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
        onlySigned: row.only_signed === 1,
        keyNo: row.key_no,
        former: formerOf(row),
        signedUpTo: undefined,
        sensorName: (await findFirstSensor(row.id)) ?? 'main',
        allowance: { tokens: burst, at: 0 },
        batchAllowance: undefined,
        seenTick: Number.NEGATIVE_INFINITY,
        arrived: undefined,
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
        device.seenTick = former.seenTick;
        device.arrived = former.arrived;
        device.signedUpTo = former.signedUpTo;
      }
      // Forgotten meanwhile: what was read may already be out of date, so it serves this once only.
      if (device && lookUps.get(identity) === found) known.set(device.identity, device);
      return device;
    } finally {
      if (lookUps.get(identity) === found) lookUps.delete(identity);
    }
  };

  const { check, keysOf } = createKeyCheck({ secret, clock });

  const listeners: ((identity: string | undefined) => void)[] = [];
  const tell = (identity: string | undefined): void => {
    for (const listener of listeners) listener(identity);
  };

  const drop = (identity: string): void => {
    known.delete(identity);
    lookUps.delete(identity);
  };
  notices.subscribe<string>(channel, {
    received: (identity) => {
      drop(identity);
      tell(identity);
    },
    missed: () => {
      known.clear();
      lookUps.clear();
      tell(undefined);
    },
  });

  const forget = (identity: string): void => {
    drop(identity);
    notices.publish(channel, identity);
    tell(identity);
  };

  const recognise: KnownDevices['recognise'] = async (macAddress, knocking) => {
    const identity = identityOf(macAddress);
    const device =
      (notices.isConnected() ? known.get(identity) : undefined) ??
      (await (lookUps.get(identity) ?? lookUp(identity)));
    if (device) return device;
    if (knocking) noteKnock(identity, knocking);
    throw unknownDevice();
  };

  return {
    recognise,
    keyOf: (device, keyNo) => keysOf(device)[device.keyNo - keyNo],
    identify: async (macAddress, proof) => {
      const device = await recognise(macAddress, proof.isAlias ? undefined : knockingOf(proof));
      const checked = check(device, proof);
      if (checked.refusal) {
        countKeyRefusal(device.id, checked.refusal);
        throw keyFailure(checked.refusal);
      }
      if (checked.isCurrent && device.former) {
        await endFormerKey(db.write, device);
        device.former = undefined;
        forget(device.identity);
      }
      return device;
    },
    explainGone: async ({ id, identity }) => {
      drop(identity);
      const found = await batcher.add(identity);
      if (!found || found.id === id) return unknownDevice();
      return failures.unavailable('The device has just changed hands; try again.', 1);
    },
    forget,
    onChanged: (listener) => void listeners.push(listener),
  };
}

function knockingOf({ door, signed, apiKey }: Proof): Knocking {
  const sends = signed ? 'signature' : apiKey ? 'key' : 'nothing';
  return { door: door === 'mqtt' || door === 'lorawan' ? door : 'http', sends };
}

function unknownDevice(): ApiError {
  return failures.notFound('A device with this MAC address was');
}

type FormerColumns = Pick<DevicesTable, 'former_salt' | 'former_until'>;

function formerOf({ former_salt: salt, former_until: until }: FormerColumns) {
  return salt === null || until === null ? undefined : { salt, until };
}

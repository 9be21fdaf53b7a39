import type { Database } from '../../../db/database.ts';
import { ApiError } from '../../../kit/api/failures/api-error.ts';
import { createBatcher } from '../../../kit/async/batcher.ts';
import { type BatchDeps, storeSentReadings } from '../../direct/batch/take-batch.ts';
import type { Gateway } from '../../direct/key-check.ts';
import type { KnownDevice } from '../../direct/known-device.ts';
import type { KnownDevices } from '../../direct/known-devices.ts';
import type { PublishDeps } from '../../live-publisher.ts';
import { mapByAccount } from './choose-mapping.ts';
import { takePumpStatus } from './downlinks/take-receipt.ts';
import { keptOf, withId } from './kept-message.ts';
import type { Mapping } from './mapping.ts';
import { findHeard, findMappings, type HeardDevice, saveHeard } from './queries.ts';
import { noReadings, type WebhookAnswer } from './schemas.ts';
import { serialsOf, type Uplink } from './uplink.ts';

/** Takes an uplink that came with a secret of an account; resolves once its readings are durable. */
export type TakeUplink = (userId: number, uplink: Uplink) => Promise<WebhookAnswer>;

/**
 * Makes the door of uplinks: each becomes readings by the account's mappings, and goes the way of a batch.
 * A device that is not the account's is answered, and nothing of it is kept.
 * @throws ApiError 429 or 503, where a later try would be stored.
 */
export function createTakeUplink(deps: BatchDeps & PublishDeps<'commandsChanged'>): TakeUplink {
  const { db, devices, clock, touch } = deps;
  const keep = createKeeper(db);

  return async (userId, uplink) => {
    const device = await findDevice(devices, userId, uplink.devEui);
    if (!device) return { ...noReadings, status: 'unknown_device' };
    const heard = await findHeard(db.readWhole, { userId, deviceId: device.id });
    const ids = heard ? (JSON.parse(heard.recent_ids) as string[]) : [];
    if (ids.includes(uplink.id)) return { ...noReadings, status: 'repeated' };
    const { profile } = uplink;
    const { readings, pumpStatus } = mapByAccount(await findOwn(db, userId), profile, uplink);
    const row = { device_id: device.id, user_id: userId, heard_at: clock() };
    const message = JSON.stringify(keptOf(uplink));
    if (readings.length === 0) {
      await touch(device);
      await takePumpStatus(deps, { userId, deviceId: device.id }, pumpStatus);
      await keep({ ...row, message, recent_ids: JSON.stringify(ids) });
      return { ...noReadings, status: 'no_reading' };
    }
    const batch = { head: {}, readings, isCsv: false };
    const answer = await storeSentReadings(deps, batch, {
      sender: device,
      gateway: ofAccount(userId),
      door: 'lorawan',
    });
    // Before its id is kept: where one of the steps fails the network server sends it again, and all are repeated.
    await takePumpStatus(deps, { userId, deviceId: device.id }, pumpStatus);
    await keep({ ...row, message, recent_ids: JSON.stringify(withId(ids, uplink.id)) });
    return { ...answer, status: statusOf(answer) };
  };
}

/** The secret of an account speaks for its devices, but for those that are to sign. */
function ofAccount(ownerId: number): Gateway {
  return { device: { ownerId }, isSigned: false };
}

/** The account's mappings by the keys of their profiles. */
export async function findOwn(db: Database, userId: number): Promise<Map<string, Mapping>> {
  const rows = await findMappings(db.readWhole, userId);
  return new Map(
    rows.map(({ profile_key, mapping }) => [profile_key, JSON.parse(mapping) as Mapping]),
  );
}

function statusOf({ stored, repeated }: { stored: number; repeated: number }) {
  if (stored > 0) return 'stored';
  return repeated > 0 ? 'repeated' : 'refused';
}

/** Finds the account's device that is registered with a DevEUI, in any of its forms. */
export async function findDevice(
  devices: Pick<KnownDevices, 'identify'>,
  userId: number,
  devEui: string,
): Promise<KnownDevice | undefined> {
  for (const serial of serialsOf(devEui)) {
    const device = await devices
      .identify(serial, {
        apiKey: undefined,
        gateway: ofAccount(userId),
        door: 'lorawan',
        isAlias: serial !== devEui,
      })
      .catch((error: unknown) => {
        // Another account's, that wants its key, is as unknown as any.
        if (error instanceof ApiError && error.status < 500) return undefined;
        throw error;
      });
    if (device?.ownerId === userId) return device;
  }
  return undefined;
}

/** Keeps what was heard; what comes at one moment is one statement. */
function createKeeper(db: Database): (row: HeardDevice) => Promise<void> {
  const batcher = createBatcher(async (rows: HeardDevice[]) => {
    // The last of a device counts, and in one order, so that two processes do not wait for each other.
    const last = new Map(rows.map((row) => [row.device_id, row]));
    await saveHeard(
      db.write,
      [...last.values()].sort((a, b) => a.device_id - b.device_id),
    );
    return rows.map(() => undefined);
  });
  return (row) => batcher.add(row);
}

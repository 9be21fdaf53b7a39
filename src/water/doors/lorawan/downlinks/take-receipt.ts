import type { Database } from '../../../../db/database.ts';
import { ApiError } from '../../../../kit/api/failures/api-error.ts';
import type { Clock } from '../../../../kit/time/clock.ts';
import { pumpWords } from '../../../direct/push-form.ts';
import type { LivePublisher } from '../../../live-publisher.ts';
import { takeAck } from '../../../pump-commands/deliver-commands.ts';
import { type Receipt, readDevEui } from '../uplink.ts';
import { findPumpOf, type PumpInUse, saveQueued } from './queries.ts';
import { forgotten, type QueuedCommand, readQueued, writeQueued } from './queued.ts';

type Deps = {
  db: Database;
  clock: Clock;
  publisher: Pick<LivePublisher, 'commandsChanged'>;
};

/** The device of an account. */
type Of = { userId: number; deviceId: number };

/**
 * Takes what a network server says of a downlink. That the radio of a device has confirmed a frame says that
 * it came, and not that the pump has switched: it counts as its acknowledgement only where the owner says so. A
 * frame that did not come is put into the queue again while its command waits.
 * @returns undefined for a downlink that is none of ours, or that is over.
 */
export async function takeReceipt(
  deps: Deps,
  of: Of,
  { names, isReceived }: Pick<Receipt, 'names' | 'isReceived'>,
): Promise<'received' | 'not_received' | undefined> {
  const pump = await findOwn(deps, of);
  const queued = pump && readQueued(pump.queued);
  const command = queued?.commands.find(({ name }) => name !== '' && names.includes(name));
  if (!pump || !queued || !command) return undefined;
  if (!isReceived) {
    await forget(deps, pump);
    return 'not_received';
  }
  command.isReceived = true;
  await saveQueued(deps.db.write, of.deviceId, writeQueued(queued));
  if (pump.receipt_is_done === 1) await acknowledge(deps, of, command);
  return 'received';
}

/**
 * Takes it that a device has begun a new session, at which ChirpStack empties its queue where the device's profile
 * has "flush queue on activate", as new ones have: what waits is queued anew.
 * @returns false where nothing was queued.
 */
export async function takeJoin(deps: Deps, of: Of): Promise<boolean> {
  const pump = await findOwn(deps, of);
  if (!pump || !readQueued(pump.queued)?.commands.length) return false;
  await forget(deps, pump);
  return true;
}

async function forget({ db }: Deps, { device_id, queued, mac_or_serial }: PumpInUse) {
  await saveQueued(db.write, device_id, forgotten(queued, readDevEui(mac_or_serial)));
}

/**
 * Takes what an uplink says of the pump as the acknowledgement of a command that its radio has confirmed: one
 * that was sent before could not know of it.
 */
export async function takePumpStatus(deps: Deps, of: Of, said: unknown): Promise<void> {
  if (said === undefined) return;
  const word = pumpWords.get(String(said).trim().toLowerCase());
  const pump = await findOwn(deps, of);
  const command = pump && readQueued(pump.queued)?.commands.at(-1);
  if (command?.isReceived && command.command === word) await acknowledge(deps, of, command);
}

async function findOwn({ db }: Deps, { userId, deviceId }: Of): Promise<PumpInUse | undefined> {
  const pump = await findPumpOf(db.readWhole, deviceId);
  return pump?.user_id === userId ? pump : undefined;
}

async function acknowledge(
  deps: Deps,
  { deviceId }: Of,
  { commandId }: QueuedCommand,
): Promise<void> {
  try {
    await takeAck(deps, { deviceId, commandId }, deps.clock());
  } catch (error) {
    // It was answered before, was cancelled or has expired.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

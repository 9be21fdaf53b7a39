import type { Database } from '../../../../db/database.ts';
import type { Result } from '../../../../delivery/deliver.ts';
import { fault } from '../../../../kit/api/failures/faults.ts';
import type { Clock } from '../../../../kit/time/clock.ts';
import type { LivePublisher } from '../../../live-publisher.ts';
import { deliverCommands, findRunLimit } from '../../../pump-commands/deliver-commands.ts';
import type { Command } from '../../../pump-commands/queries.ts';
import { findHeard } from '../queries.ts';
import { presentMessage } from '../schemas.ts';
import { type Network, readDevEui } from '../uplink.ts';
import { emptyQueue, isRefusal } from './empty-queue.ts';
import { writeFrame } from './frames.ts';
import type { Frame, QueueFailure, SetQueue } from './network-servers.ts';
import {
  type Downlink,
  findPumpOf,
  findWaitingSwitches,
  type PumpInUse,
  type ServerRow,
  saveQueued,
} from './queries.ts';
import {
  isOfOtherBoard,
  nothingQueued,
  placeOf,
  readQueued,
  wantedOf,
  writeQueued,
} from './queued.ts';

export type SendDeps = {
  db: Database;
  clock: Clock;
  publisher: Pick<LivePublisher, 'commandsChanged'>;
  setQueue: Record<Network, SetQueue>;
  /** The API key of a network server; undefined where another server has sealed it. */
  keyOf: (server: ServerRow) => string | undefined;
};

type Planned = Frame & { command: 'on' | 'off' };

/**
 * Creates the sender of downlinks for the delivery loop. A try sets the queue of the device to the commands that wait
 * by then: a command that was superseded or cancelled, or has expired, is taken out.
 */
export function createSendDownlink(deps: SendDeps) {
  const { db, clock, setQueue, keyOf } = deps;
  return async (
    server: ServerRow,
    { device_id: deviceId }: Downlink,
    signal: AbortSignal,
  ): Promise<Result | undefined> => {
    const pump = await findPumpOf(db.readWhole, deviceId);
    // It has another owner or another network server by now.
    if (!pump || pump.server_id !== server.id) return { outcome: 'delivered' };
    const devEui = readDevEui(pump.mac_or_serial);
    const key = keyOf(server);
    if (key === undefined) return { outcome: 'failed', error: fault('notSetUp') };
    const network = server.network as Network;
    const set = setQueue[network];
    const left = readQueued(pump.queued);
    if (left && isOfOtherBoard(left, devEui)) {
      const failure = await emptyQueue(set, { server, key, signal }, left);
      if (signal.aborted) return undefined;
      if (failure && !(devEui && isRefusal(failure))) return resultOf(failure);
      if (!failure) await saveQueued(db.write, deviceId, writeQueued(undefined));
    }
    if (!devEui) {
      // It has no queue; how the board fetches its commands is not known here.
      await saveQueued(db.write, deviceId, writeQueued(nothingQueued));
      return { outcome: 'delivered' };
    }
    const address = await findAddress(db, pump);
    if (network === 'tts' && !address) return { outcome: 'failed', error: fault('neverHeard') };
    const now = clock();
    const waiting = (await findWaitingSwitches(db.readWhole, [deviceId], now)).filter(
      ({ sensor_name }) => sensor_name === pump.sensor_name,
    );
    const frames = await planFrames(db, pump, waiting, now);
    const result = await set({ server, key, devEui, address, frames, signal });
    if ('error' in result) {
      // Cut short by us: its outcome is unknown.
      if (signal.aborted && result.status === undefined) return undefined;
      return resultOf(result);
    }
    const commands = frames.map(({ commandId, command }, index) => ({
      commandId,
      command,
      name: result.names[index] ?? '',
    }));
    // From here on the pump may run.
    const given = new Set(frames.map(({ commandId }) => commandId));
    if (given.size > 0) await deliverCommands(deps, deviceId, clock(), { ids: given });
    const board = { devEui, ...(address !== undefined && { address }) };
    const queued = { wanted: wantedOf(waiting), at: placeOf(server), board, commands };
    await saveQueued(db.write, deviceId, writeQueued(queued));
    return { outcome: 'delivered' };
  };
}

function resultOf({ error, status }: QueueFailure): Result {
  return { outcome: status === undefined ? 'silent' : 'failed', error };
}

/** How the network server calls the device, as of its last message. */
async function findAddress(db: Database, { user_id, device_id }: PumpInUse) {
  const heard = await findHeard(db.readWhole, { userId: user_id, deviceId: device_id });
  return heard && presentMessage(heard.message).address;
}

/** Writes the frames of commands; an `on` whose run is over has none. */
async function planFrames(
  db: Database,
  pump: PumpInUse,
  waiting: Command[],
  now: number,
): Promise<Planned[]> {
  const frames: Planned[] = [];
  for (const command of waiting) {
    const isOn = command.command === 'on';
    const limit = isOn ? await findRunLimit(db.readWhole, command, now) : undefined;
    if (isOn && !limit) continue;
    frames.push({
      commandId: command.id,
      command: isOn ? 'on' : 'off',
      fPort: pump.f_port,
      bytes: writeFrame(
        isOn ? pump.on_frame : pump.off_frame,
        limit ?? { stopLevel: 0, leftMs: 0 },
      ),
      expiresAt: command.expires_at,
    });
  }
  return frames;
}

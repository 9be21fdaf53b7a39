import { call } from '../../api/call.ts';
import type { DeviceDoors } from '../../api/operations.ts';
import { type DeviceArrival, useLive } from '../../live/stream.ts';
import { type Load, useLoad } from '../../ui/load.tsx';

export type Door = DeviceArrival['door'];

export type Doors = {
  mqtt: DeviceDoors['mqtt'];
  /** When the newest known reading came by each door. */
  lastAt: Partial<Record<Door, string>>;
  /** Doors by which the first reading came while the screen was open. */
  opened: Door[];
};

/** Poll interval without a live stream: an installer on a roof watches for the reading. */
const askMs = 5_000;

/** By which doors readings of a device come, kept current by the live stream, or by polling without one. */
export function useDoors(deviceId: string): Load<Doors> {
  const ask = (signal?: AbortSignal) =>
    call('GET /api/devices.php?action=doors', { query: { device_id: deviceId }, signal });
  const load = useLoad<Doors>(
    async (signal) => {
      const { arrivals, mqtt } = await ask(signal);
      const none: Doors = { mqtt, lastAt: {}, opened: [] };
      return arrivals.reduce((doors, { door, last_at }) => withArrival(doors, door, last_at), none);
    },
    [deviceId],
  );
  const note = (door: Door, at: string) =>
    load.set((before) => before && withOpened(before, door, at));
  const askAgain = async () => {
    if (!load.data) return await load.reload();
    for (const { door, last_at } of (await ask()).arrivals) note(door, last_at);
  };
  useLive(
    {
      arrival: ({ device_id, door, at }) => device_id === deviceId && note(door, at),
      reset: () => void askAgain().catch(() => undefined),
    },
    askMs,
  );
  return load;
}

function withArrival(doors: Doors, door: Door, at: string): Doors {
  const known = doors.lastAt[door];
  if (known !== undefined && known >= at) return doors;
  return { ...doors, lastAt: { ...doors.lastAt, [door]: at } };
}

function withOpened(doors: Doors, door: Door, at: string): Doors {
  const isFirst = doors.lastAt[door] === undefined;
  const noted = withArrival(doors, door, at);
  return isFirst ? { ...noted, opened: [...doors.opened, door] } : noted;
}

import { call } from '../api/call.ts';
import type { Reading } from '../api/operations.ts';
import { useLive } from '../live/use-live.ts';
import { type Load, useLoad } from '../ui/load/use-load.ts';

export type Latest = {
  reading: Reading | undefined;
  /** Whether it came while we looked, and was the first. */
  isFirst: boolean;
};

/** Who stands on a roof with a device looks at the screen until its reading comes. */
const askMs = 5_000;

/** The newest reading of a device, kept right by the live stream, or by asking where there is none. */
export function useLatestReading(deviceId: string): Load<Latest> {
  const load = useLoad<Latest>(
    async (signal) => {
      const found = await askForLatest(deviceId, signal);
      return { reading: newest(found), isFirst: false };
    },
    [deviceId],
  );
  const show = (reading: Reading | undefined) =>
    reading && load.set((before) => after(before, reading));
  const ask = async () => show(newest(await askForLatest(deviceId)));
  useLive(
    {
      reading: (reading) => reading.device_id === deviceId && show(reading),
      reset: () => void ask().catch(() => undefined),
    },
    askMs,
  );
  return load;
}

async function askForLatest(device_id: string, signal?: AbortSignal): Promise<Reading[]> {
  return await call('GET /api/sensors.php?action=latest', { query: { device_id }, signal });
}

function after(before: Latest | undefined, reading: Reading): Latest {
  const known = before?.reading;
  if (known && known.recorded_at >= reading.recorded_at) return before;
  return { reading, isFirst: before !== undefined && (known === undefined || before.isFirst) };
}

function newest(readings: Reading[]): Reading | undefined {
  return readings.reduce<Reading | undefined>(
    (latest, each) => (latest && latest.recorded_at >= each.recorded_at ? latest : each),
    undefined,
  );
}

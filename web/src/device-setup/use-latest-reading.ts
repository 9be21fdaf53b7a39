import { useEffect } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Reading } from '../api/operations.ts';
import { connection, onLive } from '../live/stream.ts';
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
      const query = { device_id: deviceId };
      const found = await call('GET /api/sensors.php?action=latest', { query, signal });
      return { reading: newest(found), isFirst: false };
    },
    [deviceId],
  );
  const { set } = load;
  useEffect(() => {
    const show = (reading: Reading | undefined) =>
      reading && set((before) => after(before, reading));
    const ask = async () => {
      const query = { device_id: deviceId };
      show(newest(await call('GET /api/sensors.php?action=latest', { query })));
    };
    let wasLive = connection.peek() === 'live';
    const stops = [
      // What came while the stream was being opened was told to nobody.
      connection.subscribe((state) => {
        const isLive = state === 'live';
        if (isLive && !wasLive) void ask().catch(() => undefined);
        wasLive = isLive;
      }),
      onLive<Reading>('reading', (reading) => reading.device_id === deviceId && show(reading)),
      onLive('reset', () => void ask().catch(() => undefined)),
    ];
    const timer = setInterval(() => {
      if (connection.value !== 'live' && !document.hidden) void ask().catch(() => undefined);
    }, askMs);
    return () => {
      for (const stop of stops) stop();
      clearInterval(timer);
    };
  }, [deviceId]);
  return load;
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

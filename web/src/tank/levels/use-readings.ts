import { useEffect, useRef } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { TankSensor } from '../../api/operations.ts';
import { useLive } from '../../live/use-live.ts';
import { type Load, useLoad } from '../../ui/load/use-load.ts';
import { type LevelReading, withLevel } from './level-series.ts';
import { hoursOf, type Range } from './range.ts';

export type Readings = { range: Range; readings: LevelReading[] };

/** The readings of a range, kept up to date; a range that was seen already costs no data again. */
export function useReadings(deviceId: string, sensor: TankSensor, range: Range): Load<Readings> {
  const { sensor_name } = sensor;
  const seen = useRef(new Map<Range, LevelReading[]>()).current;
  const load = useLoad(
    async (signal) => {
      const wanted = { device_id: deviceId, sensor_name, range };
      const readings = seen.get(range) ?? (await loadReadings(wanted, signal));
      seen.set(range, readings);
      return { range, readings };
    },
    [deviceId, sensor_name, range],
  );

  const take = (reading: LevelReading) => {
    for (const [each, readings] of seen) seen.set(each, withLevel(readings, reading));
    load.set((data) => data && { ...data, readings: seen.get(data.range) ?? data.readings });
  };

  useLive({
    reading: (reading) => {
      if (reading.device_id === deviceId && reading.sensor_name === sensor_name) take(reading);
    },
    reset: () => {
      seen.clear();
      void load.reload();
    },
  });

  // Without a stream, and for what came while the readings were loading, the gauge knows the newest.
  const loaded = load.data?.range;
  useEffect(() => {
    const newest = toReading(sensor);
    const isKnown = load.data?.readings.some(
      ({ recorded_at }) => recorded_at === newest?.recorded_at,
    );
    // What is known of it already says more: the gauge does not tell what is believed.
    if (loaded && newest && !isKnown) take(newest);
  }, [loaded, sensor.recorded_at]);
  return load;
}

function toReading({
  recorded_at,
  level,
  volume,
  pump_status,
}: TankSensor): LevelReading | undefined {
  if (recorded_at === null || level === null) return undefined;
  return { recorded_at, level, filtered_level: null, quality: null, volume, pump_status };
}

/** More than a screen has dots to show them; the server keeps every extreme among them. */
const points = 2000;

type Wanted = { device_id: string; sensor_name: string; range: Range };

/** The readings of a chart, oldest first. The history reaches back a week, the export further. */
async function loadReadings(
  { device_id, sensor_name, range }: Wanted,
  signal: AbortSignal,
): Promise<LevelReading[]> {
  const query = { device_id, sensor_name, points };
  if (range === '1d' || range === '7d') {
    const hours = hoursOf(range);
    return await call('GET /api/sensors.php?action=history', {
      query: { ...query, hours },
      signal,
    });
  }
  return await call('GET /api/reports.php?action=export', {
    query: { ...query, period: range, format: 'json' },
    signal,
  });
}

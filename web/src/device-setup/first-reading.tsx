import { call } from '../api/call.ts';
import type { Reading } from '../api/operations.ts';
import { useLive } from '../live/stream.ts';
import { type Load, useLoad } from '../ui/load.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { percent, relative } from '../words/format.ts';
import { say } from './words.ts';

/** The newest reading of the device, which one who registers it waits for. */
export function FirstReading({ deviceId }: { deviceId: string }) {
  const now = useNow();
  const { data, failure, reload } = useLatestReading(deviceId);
  if (failure && !data) return <FailureNotice failure={failure} retry={reload} />;
  if (!data) return null;
  const { reading, isFirst } = data;
  if (!reading) {
    return (
      <Notice kind="warning">
        <div>
          <p>
            <strong>{say.waiting()}</strong>
          </p>
          <p>{say.waitingHint()}</p>
        </div>
      </Notice>
    );
  }
  const level = percent(reading.level, 1);
  return (
    <Notice kind="success">
      <div>
        <p>
          <strong>✓ {isFirst ? say.firstReading({ level }) : say.lastReading({ level })}</strong>
        </p>
        <p>{isFirst ? say.firstReadingHint() : relative(reading.recorded_at, now)}</p>
      </div>
      <a class="button" href={`/tanks/${deviceId}`}>
        {say.toTank()}
      </a>
    </Notice>
  );
}

type Latest = {
  reading: Reading | undefined;
  /** Set if it is the device's first reading and came while the screen was open. */
  isFirst: boolean;
};

/** Poll interval without a live stream: an installer on a roof watches for the reading. */
const askMs = 5_000;

/** Newest reading of a device, kept current by the live stream, or by polling without one. */
function useLatestReading(deviceId: string): Load<Latest> {
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

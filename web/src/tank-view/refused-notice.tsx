import { useEffect } from 'preact/hooks';
import { isOfUnsetClock } from '../../../src/water/unset-clock.ts';
import { useLive } from '../live/stream.ts';
import { known, refreshIfChanged, refreshTank } from '../tanks/tanks.ts';
import { faultSentence } from '../ui/failures/fault-sentence.ts';
import { Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { ago } from '../words/format.ts';
import { say } from './words.ts';

/** Notice that a device sends and its readings are refused, and why; nothing while they are taken. */
export function RefusedReadingsNotice({ deviceId }: { deviceId: string }) {
  const now = useNow();
  useLive({ device: ({ id }) => id === deviceId && void refreshTank(deviceId) });
  // An event may have come while this screen was being loaded.
  useEffect(() => refreshIfChanged(deviceId), [deviceId]);
  // A list stored by an older version has no refusals.
  const refused = known.value?.tanks.find(({ device_id }) => device_id === deviceId)?.refused;
  if (!refused) return null;
  const { count, since, last_at, field, message, sent } = refused;
  const why = { field, fault: faultSentence(message) };
  return (
    <Notice kind="warning">
      <div>
        <p>
          <strong class="refused-why">
            {sent === null ? say.refusedFor(why) : say.refusedForSent({ ...why, sent })}
          </strong>
        </p>
        {isOfUnsetClock(refused, Date.parse(since)) && <p>{say.clockUnset()}</p>}
        <p>
          {say.refusedCount({ count, since: ago(since, now) })}{' '}
          {say.refusedLast({ ago: ago(last_at, now) })}
        </p>
      </div>
    </Notice>
  );
}

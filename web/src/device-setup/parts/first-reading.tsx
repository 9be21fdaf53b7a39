import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import { percent, relative } from '../../words/format.ts';
import { useLatestReading } from '../use-latest-reading.ts';
import { say } from '../words.ts';

/** Whether the device is heard: what an installer waits for. */
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

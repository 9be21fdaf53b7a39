import type { UsageReport } from '../api/operations.ts';
import { Notice } from '../ui/notice.tsx';
import { say } from './words.ts';

type Unknown = UsageReport['cannot_be_known'][number];

/** Notice that the level of a sensor does not tell what is used, and why; nothing where it does. */
export function UnknownUseNotice({ unknown, sensor }: { unknown: Unknown[]; sensor: string }) {
  const own = unknown.find(({ sensor_name }) => sensor_name === sensor);
  if (!own) return null;
  return (
    <Notice kind="warning">
      <div>
        <p>
          <strong>{say.unknownUse()}</strong>
        </p>
        <p>{own.reason === 'kept_full' ? say.unknownKeptFull() : say.unknownFewLevels()}</p>
      </div>
    </Notice>
  );
}

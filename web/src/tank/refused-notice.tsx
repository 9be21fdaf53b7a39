import { dayMs } from '../../../src/kit/time/units.ts';
import type { Tank } from '../api/operations.ts';
import { Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { ago } from '../words/format.ts';
import { say } from './words.ts';

/** That readings of the device were refused for their key today, and what to do about it. */
export function RefusedNotice({ tank: { device_id, key } }: { tank: Tank }) {
  const now = useNow();
  // A list that was kept from before does not know of keys.
  const refused = key?.refused;
  if (!refused || now - Date.parse(refused.last_at) > dayMs) return null;
  const { count, last_at, reason } = refused;
  const isWrong = reason === 'wrong_key';
  return (
    <Notice kind="warning">
      <div class="stack">
        <p>
          <strong>{isWrong ? say.wrongKey({ count }) : say.missingKey({ count })}</strong>{' '}
          {say.lastRefused({ ago: ago(last_at, now) })}
        </p>
        <p>{isWrong ? say.wrongKeyHint() : say.missingKeyHint()}</p>
        <p>
          <a class="button" href={`/devices/${device_id}#key`}>
            {say.toKey()}
          </a>
        </p>
      </div>
    </Notice>
  );
}

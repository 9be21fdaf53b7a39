import { dayMs } from '../../../src/kit/time/units.ts';
import type { Tank } from '../api/operations.ts';
import { Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { ago } from '../words/format.ts';
import { sayKey as say } from './key-refused-words.ts';

/** Why requests are refused for their key or signature, and the remedy. */
const refusals = {
  wrong_key: [say.wrongKey, say.wrongKeyHint],
  missing_key: [say.missingKey, say.missingKeyHint],
  unsigned: [say.unsigned, say.unsignedHint],
  wrong_signature: [say.wrongSignature, say.wrongSignatureHint],
  replayed: [say.replayed, say.replayedHint],
} as const;

/** Refusals for the key within a day, or undefined. */
function keyRefusals({ key }: Tank, now: number) {
  // A list stored by an older version has no keys.
  const refused = key?.refused;
  return refused && now - Date.parse(refused.last_at) <= dayMs ? refused : undefined;
}

/** True if the last that came of a device was refused for its key: nothing of it has been taken since. */
export function isKeyRefused(tank: Tank, now: number): boolean {
  const refused = keyRefusals(tank, now);
  return refused !== undefined && refused.last_at > (tank.last_seen_at ?? '');
}

/** Notice that readings of the device were refused today because of their key, with the remedy. */
export function KeyRefusedNotice({ tank }: { tank: Tank }) {
  const { device_id } = tank;
  const now = useNow();
  const refused = keyRefusals(tank, now);
  if (!refused) return null;
  const { count, last_at, reason } = refused;
  const [fault, hint] = refusals[reason];
  return (
    <Notice kind="warning">
      <div class="stack">
        <p>
          <strong>{fault({ count })}</strong> {say.lastRefused({ ago: ago(last_at, now) })}
        </p>
        <p>{hint()}</p>
        <p>
          <a class="button" href={`/devices/${device_id}#key`}>
            {say.toKey()}
          </a>
        </p>
      </div>
    </Notice>
  );
}

import { call } from '../api/call.ts';
import type { NotificationSettings } from '../api/operations.ts';
import { hasSms } from '../session/profile.ts';
import { known } from '../tanks/tanks.ts';
import { useLoad } from '../ui/load.tsx';
import { Notice } from '../ui/notice.tsx';
import { say } from './words.ts';

const stopText = {
  revoked: say.keyRevoked,
  suspended: say.suspended,
  no_credits: say.noCredits,
  simulated: say.trialOnly,
};

/** Of tanks of others only what the reader hears is known: their owners may be told. */
function isNobodyTold({ others_reached }: NotificationSettings): boolean {
  return !others_reached && (known.value?.tanks.some(({ role }) => role === 'owner') ?? false);
}

/** Says that no channel reaches the person yet, with the way there; or that SMS alerts no longer go out; nothing where all is well. */
export function NobodyNotified() {
  const { data } = useLoad(
    (signal) => call('GET /api/notifications.php?action=settings', { signal }),
    [],
  );
  if (!data) return null;
  if (data.sms.phone !== null && !data.reached_by.includes('sms') && data.sms.stopped !== null) {
    return (
      <Notice kind="danger">
        <p>
          <strong>{say.smsStopped()}</strong> {stopText[data.sms.stopped]()}
        </p>
        <p>
          <a class="button" href="/account/notifications">
            {say.toAlerts()}
          </a>
        </p>
      </Notice>
    );
  }
  if (data.reached_by.length > 0)
    return hearsOfLow(data) ? null : <AllOff isNobodyTold={isNobodyTold(data)} />;
  // Where this server sends SMS, a number and its code are the shortest way.
  return (
    <Notice kind="warning">
      <p>{isNobodyTold(data) ? say.nobody() : say.notYou()}</p>
      <p>
        <a
          class="button"
          href={hasSms.value ? '/account/notifications/sms' : '/account/notifications'}
        >
          {say.turnOn()}
        </a>
      </p>
    </Notice>
  );
}

/** True if a channel that reaches the person has a severity which low water has, of any tank. */
function hearsOfLow({ reached_by, channels, devices }: NotificationSettings): boolean {
  const rules = [channels, ...devices.map((device) => device.channels)];
  return rules.some((rule) =>
    reached_by.some((name) => rule[name].some((severity) => severity !== 'info')),
  );
}

function AllOff({ isNobodyTold }: { isNobodyTold: boolean }) {
  return (
    <Notice kind="warning">
      <p>{isNobodyTold ? say.allOff() : say.allOffForYou()}</p>
      <p>
        <a class="button" href="/account/notifications">
          {say.turnOn()}
        </a>
      </p>
    </Notice>
  );
}

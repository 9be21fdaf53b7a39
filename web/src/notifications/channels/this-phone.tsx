import { call } from '../../api/call.ts';
import { Told } from '../../api/failure.ts';
import { profile } from '../../session/profile.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { useLoad } from '../../ui/load/use-load.ts';
import { Notice } from '../../ui/notice.tsx';
import type { SettingsProps } from '../settings.ts';
import { say } from '../words.ts';
import { isPushOn, PushRefused, pushSupport, turnPushOff, turnPushOn } from './push.ts';
import { TestButton } from './test-button.tsx';

/** Messages on the very phone that one holds: one tap, and no SMS to pay for. */
export function ThisPhone({ settings, onChange }: SettingsProps) {
  const userId = profile.value?.user.id ?? '';
  const { public_key, subscriptions } = settings.web_push;
  const isOn = useLoad(() => isPushOn(userId), [userId]);
  const reload = async () => {
    onChange(await call('GET /api/notifications.php?action=settings'));
    await isOn.reload();
  };
  const turning = useAction(async () => {
    try {
      await (isOn.data ? turnPushOff() : turnPushOn(public_key, userId));
    } catch (error) {
      throw error instanceof PushRefused ? new Told(say.refused()) : error;
    }
    await reload();
  });
  const support = pushSupport();
  return (
    <section class="card stack">
      <h2>{say.thisPhone()}</h2>
      {support === 'home-screen' && <Notice kind="info">{say.homeScreen()}</Notice>}
      {support === 'no' && <p>{say.noPush()}</p>}
      {support === 'yes' && (
        <>
          <p>{isOn.data ? say.pushIsOn() : say.pushHint()}</p>
          <FailureNotice failure={turning.failure} />
          <p>
            <Button
              look={isOn.data ? 'plain' : 'main'}
              isBusy={turning.isBusy || isOn.isLoading}
              onClick={() => void turning.run()}
            >
              {isOn.data ? say.pushOff() : say.pushOn()}
            </Button>
          </p>
        </>
      )}
      {subscriptions.length > 0 && (
        <>
          <p class="faint">{say.phones({ count: subscriptions.length })}</p>
          <TestButton channel="web-push" />
        </>
      )}
    </section>
  );
}

import { call } from '../../api/call.ts';
import { Refusal } from '../../api/failure.ts';
import {
  isPushOn,
  ownPushId,
  PushRefused,
  pushSupport,
  turnPushOff,
  turnPushOn,
} from '../../live/push.ts';
import { profile } from '../../session/profile.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { useLoad } from '../../ui/load.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { dateTime } from '../../words/format.ts';
import type { SettingsProps } from '../settings.ts';
import { say } from '../words.ts';
import { TestButton } from './test-button.tsx';

/** Web push on this very phone: one tap, and no SMS to pay for. */
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
      throw error instanceof PushRefused ? new Refusal(say.refused()) : error;
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
          <ul class="stack">
            {subscriptions.map((each) => (
              <BrowserLine key={each.id} browser={each} onRemoved={reload} />
            ))}
          </ul>
          <TestButton channel="web-push" />
        </>
      )}
    </section>
  );
}

type Browser = SettingsProps['settings']['web_push']['subscriptions'][number];

function BrowserLine({ browser, onRemoved }: { browser: Browser; onRemoved: () => Promise<void> }) {
  const isOwn = browser.id === ownPushId();
  const removing = useAction(async () => {
    const query = { id: browser.id };
    if (isOwn) await turnPushOff();
    else await call('DELETE /api/notifications.php?action=remove-subscription', { query });
    await onRemoved();
  });
  const name = browser.browser ?? say.unknownBrowser();
  const since = dateTime(browser.created_at);
  return (
    <li>
      <div class="row row-apart">
        <div>
          <strong>{name}</strong> {isOwn && <span>({say.thisBrowser()})</span>}
          <p class="small faint">{say.toldSince({ since })}</p>
        </div>
        <Button
          aria-label={say.forgetThat({ name, since })}
          isBusy={removing.isBusy}
          onClick={() => void removing.run()}
        >
          {say.forget()}
        </Button>
      </div>
      <FailureNotice failure={removing.failure} />
    </li>
  );
}

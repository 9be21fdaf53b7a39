import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { NotificationSettings } from '../../api/operations.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { say as sayUi } from '../../ui/words.ts';
import { readablePhone } from '../../words/readable-phone.ts';
import { type SettingsProps, saveSettings, severityText } from '../settings.ts';
import { say } from '../words.ts';
import { PhoneForm } from './phone-form.tsx';
import { SmsStanding } from './sms-standing.tsx';

/** Turns SMS alerts on, and does nothing else: a number, its code, done. */
export function SmsScreen() {
  const settings = useLoad(
    (signal) => call('GET /api/notifications.php?action=settings', { signal }),
    [],
  );
  return (
    <Page title={say.smsAlerts()} back={{ href: '/', label: say.tanks() }}>
      <Loaded of={settings}>{(known) => <Steps settings={known} onChange={settings.set} />}</Loaded>
    </Page>
  );
}

function Steps({ settings, onChange }: SettingsProps) {
  const [isConfirmed, setConfirmed] = useState(false);
  const turningOn = useAction(async ({ channels }: NotificationSettings) => {
    // A person who asks for SMS wants some, also where they were once switched off.
    if (channels.sms.length > 0) return;
    onChange(await saveSettings({ channels: { sms: ['critical'] } }));
  });
  const { isBusy, failure } = turningOn;
  const isOn = isConfirmed && !isBusy && !failure;
  const confirmed = (changed: NotificationSettings) => {
    onChange(changed);
    setConfirmed(true);
    void turningOn.run(changed);
  };
  return (
    <section class="card stack">
      <SmsStanding settings={settings} />
      {!isConfirmed && (
        <>
          <p>{say.smsHint()}</p>
          <PhoneForm settings={settings} onChange={confirmed} isFocused />
        </>
      )}
      {isBusy && <p role="status">{sayUi.loading()}</p>}
      <FailureNotice failure={failure} retry={() => turningOn.run(settings)} />
      {isOn && <IsOn settings={settings} />}
      <p>
        <a href="/account/notifications">{isOn ? say.moreChoices() : say.otherWays()}</a>
      </p>
    </section>
  );
}

function IsOn({ settings: { sms, channels, sms_a_day } }: Pick<SettingsProps, 'settings'>) {
  const which = channels.sms.map(severityText).join(', ');
  return (
    <>
      <Notice kind={sms.is_simulated ? 'info' : 'success'}>
        <p>{say.smsTo({ phone: readablePhone(sms.phone ?? '') })}</p>
        <p>{say.smsOf({ which, count: sms_a_day })}</p>
      </Notice>
      <p>
        <a class="button button-main" href="/">
          {say.toTanks()}
        </a>
      </p>
    </>
  );
}

import { call } from '../api/call.ts';
import { Loaded } from '../ui/load/loaded.tsx';
import { useLoad } from '../ui/load/use-load.ts';
import { Page } from '../ui/page.tsx';
import { EmailPart } from './channels/email-part.tsx';
import { SmsPart } from './channels/sms-part.tsx';
import { ThisPhone } from './channels/this-phone.tsx';
import { WebhookPart } from './channels/webhook-part.tsx';
import { History } from './history.tsx';
import { RulesPart } from './rules-part.tsx';
import { TimesForm } from './times-form.tsx';
import { say } from './words.ts';
import './notifications.css';

/** How a person is told of alerts: where, of which, and when not. */
export function Notifications() {
  const settings = useLoad(
    (signal) => call('GET /api/notifications.php?action=settings', { signal }),
    [],
  );
  return (
    <Page title={say.title()} back={{ href: '/account', label: say.account() }}>
      <Loaded of={settings}>
        {(known) => {
          const props = { settings: known, onChange: settings.set };
          return (
            <div class="notifications">
              <div class="stack">
                <ThisPhone {...props} />
                <RulesPart {...props} />
                <TimesForm {...props} />
              </div>
              <div class="stack">
                <SmsPart {...props} />
                <EmailPart {...props} />
                <WebhookPart {...props} />
              </div>
            </div>
          );
        }}
      </Loaded>
      <History />
    </Page>
  );
}

import { useState } from 'preact/hooks';
import { call, callPage } from '../api/call.ts';
import type { Notification } from '../api/operations.ts';
import { profile } from '../session/profile.ts';
import { Button, CopyButton } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { Loaded, Paged, useLoad, usePages } from '../ui/load.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { SmsSection } from './channels/sms-section.tsx';
import { TestButton } from './channels/test-button.tsx';
import { ThisPhone } from './channels/this-phone.tsx';
import { NotificationLine } from './notification-line.tsx';
import { RulesSection } from './rules-section.tsx';
import { type SettingsProps, saveSettings } from './settings.ts';
import { TimesForm } from './times-form.tsx';
import { say } from './words.ts';
import './notifications.css';

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
                <RulesSection {...props} />
                <TimesForm {...props} />
              </div>
              <div class="stack">
                <SmsSection {...props} />
                <EmailSection {...props} />
                <WebhookSection {...props} />
              </div>
            </div>
          );
        }}
      </Loaded>
      <History />
    </Page>
  );
}

function EmailSection({ settings }: SettingsProps) {
  const { is_available } = settings.email;
  return (
    <section class="card stack">
      <h2>{say.email()}</h2>
      <p class="notifications-title">
        {is_available ? say.emailTo({ email: profile.value?.user.email ?? '' }) : say.noEmail()}
      </p>
      {is_available && <TestButton channel="email" />}
    </section>
  );
}

/** Small, since data is metered. */
const usualPage = 10;

function History() {
  const pages = usePages<Notification>(
    async (signal) =>
      await callPage('GET /api/notifications.php?action=history', {
        query: { limit: usualPage },
        signal,
      }),
    [],
  );
  return (
    <section class="card stack" aria-labelledby="history-title">
      <h2 id="history-title">{say.history()}</h2>
      <Paged of={pages}>
        {(items) =>
          items.length === 0 ? (
            <p class="faint">{say.noHistory()}</p>
          ) : (
            <ol class="lines">
              {items.map((each) => (
                <NotificationLine key={each.id} notification={each} />
              ))}
            </ol>
          )
        }
      </Paged>
    </section>
  );
}

function WebhookSection({ settings, onChange }: SettingsProps) {
  const { webhook } = settings;
  // The answer to another change does not have it again, and the next section replaces what all share.
  const [made, setMade] = useState<{ url: string; secret: string }>();
  const saving = useAction(async (url: string) => {
    const saved = await saveSettings({ webhook_url: url.trim() || null });
    const { secret, url: ofSecret = '' } = saved.webhook ?? {};
    if (secret !== undefined) setMade({ url: ofSecret, secret });
    onChange(saved);
  });
  return (
    <section class="card stack">
      <h2>{say.webhook()}</h2>
      <form class="stack" onSubmit={onSubmit((form) => saving.run(formText(form, 'webhook_url')))}>
        <Field
          label={say.webhookUrl()}
          name="webhook_url"
          type="url"
          inputMode="url"
          placeholder="https://"
          isOptional
          hint={say.webhookHint()}
          defaultValue={webhook?.url ?? ''}
          failure={saving.failure}
        />
        <FailureNotice failure={saving.failure} />
        {made && made.url === webhook?.url && (
          <Notice kind="success">
            <p>{say.secretHint()}</p>
            <code class="notifications-title">{made.secret}</code>
            <CopyButton text={made.secret} />
          </Notice>
        )}
        <p>
          <Button type="submit" isBusy={saving.isBusy}>
            {say.save()}
          </Button>
        </p>
      </form>
      {webhook && <TestButton channel="webhook" />}
    </section>
  );
}

import { call } from '../../api/call.ts';
import { Loaded } from '../../ui/load/loaded.tsx';
import { useLoad } from '../../ui/load/use-load.ts';
import { date } from '../../words/format.ts';
import { SmsPage } from '../sms-page.tsx';
import { QuietHoursForm } from './quiet-hours-form.tsx';
import { say } from './words.ts';

/** When promotions wait, and under which names the account sends. */
export function SmsSettings() {
  const settings = useLoad((signal) => call('GET /v1/account/settings', { signal }), []);
  return (
    <SmsPage title={say.title()}>
      <section class="card stack" aria-labelledby="sms-quiet">
        <h2 id="sms-quiet">{say.quiet()}</h2>
        <p>{say.about()}</p>
        <Loaded of={settings}>{(found) => <QuietHoursForm settings={found} />}</Loaded>
      </section>
      <Senders />
    </SmsPage>
  );
}

function Senders() {
  const senders = useLoad((signal) => call('GET /v1/account/senders', { signal }), []);
  return (
    <section class="card stack" aria-labelledby="sms-senders">
      <h2 id="sms-senders">{say.senders()}</h2>
      <Loaded of={senders}>
        {(found) =>
          found.length === 0 ? (
            <p>{say.noSenders()}</p>
          ) : (
            <>
              <p>{say.sendersAbout()}</p>
              <ul class="sms-list">
                {found.map(({ sender, created_at }, index) => (
                  <li key={sender}>
                    <span class="sms-what">
                      <strong>{sender}</strong>{' '}
                      <span class="faint small">{say.since({ when: date(created_at) })}</span>
                    </span>
                    {index === 0 && <span class="tag tag-good">{say.inUse()}</span>}
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

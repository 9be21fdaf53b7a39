import { call } from '../api/call.ts';
import { Loaded } from '../ui/load/loaded.tsx';
import { useLoad } from '../ui/load/use-load.ts';
import { Balance } from './balance.tsx';
import { LastEntries } from './ledger/last-entries.tsx';
import { Outbox } from './outbox/outbox.tsx';
import { SmsPage } from './sms-page.tsx';
import { smsPlaces } from './sms-places.ts';
import { say } from './words.ts';

/** How the SMS account stands, and the ways to everything it offers. */
export function SmsOverview() {
  const account = useLoad((signal) => call('GET /v1/account', { signal }), []);
  return (
    <SmsPage title={say.title()}>
      <Loaded of={account}>{(found) => <Balance account={found} />}</Loaded>
      <Outbox />
      <section class="stack" aria-labelledby="sms-places">
        <h2 id="sms-places">{say.places()}</h2>
        <ul class="sms-tiles">
          {smsPlaces().map(({ href, label, about }) => (
            <li key={href}>
              <a class="card sms-tile" href={href}>
                <strong>{label}</strong>
                <span class="small">{about}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <LastEntries />
    </SmsPage>
  );
}

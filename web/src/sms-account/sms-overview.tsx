import { call, callPage } from '../api/call.ts';
import type { SimulatedMessage, SmsAccount } from '../api/operations.ts';
import { profile } from '../session/profile.ts';
import { Button } from '../ui/button.tsx';
import { Loaded, Paged, useLoad, usePages } from '../ui/load.tsx';
import { Notice } from '../ui/notice.tsx';
import { dateTime, number } from '../words/format.ts';
import { readablePhone } from '../words/readable-phone.ts';
import { type CreditState, creditState } from './credit-state.ts';
import { LastEntries } from './ledger/ledger.tsx';
import { stateName } from './message-state/state-words.ts';
import { SimulatedNotice, SmsPage, SuspendedNotice, smsPlaces } from './sms-page.tsx';
import { say } from './words.ts';

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

function Balance({ account }: { account: SmsAccount }) {
  const { balance, quota, used } = account;
  return (
    <section class="card stack" aria-label={say.ledger()}>
      <div class="sms-balance">
        <p>
          <span class="sms-balance-left">{number(balance)}</span> {say.credits({ count: balance })}
        </p>
        <a class="button button-main" href="/sms/compose">
          {say.send()}
        </a>
      </div>
      <dl class="sms-figures">
        <div>
          <dt>{say.granted()}</dt>
          <dd>{number(quota)}</dd>
        </div>
        <div>
          <dt>{say.used()}</dt>
          <dd>{number(used)}</dd>
        </div>
      </dl>
      {account.suspended && <SuspendedNotice suspended={account.suspended} />}
      {account.simulated && <SimulatedNotice />}
      <MoreCredits account={account} />
    </section>
  );
}

function warning(state: CreditState, { low_balance, is_low }: SmsAccount): string {
  if (state === 'none') return say.none();
  return is_low && low_balance !== null ? say.lowAsSet({ limit: low_balance }) : say.low();
}

function MoreCredits({ account }: { account: SmsAccount }) {
  const state = creditState(account);
  if (state === 'enough') return <p class="faint small">{say.oneEach()}</p>;
  return (
    <Notice kind={state === 'none' ? 'danger' : 'warning'}>
      <p>
        <strong>{warning(state, account)}</strong> {say.askForMore({ email: account.email })}
      </p>
      {profile.value?.role === 'admin' && (
        <a class="button" href="/sms/admin">
          {say.grantMore()}
        </a>
      )}
    </Notice>
  );
}

const shownAtOnce = 3;

/** Messages taken by the simulator, so that a newcomer sees the texts. Hidden if networks send. */
function Outbox() {
  const messages = usePages(
    (signal) => callPage('GET /v1/account/outbox', { query: { limit: shownAtOnce }, signal }),
    [],
  );
  const { data, failure, isLoading, reload } = messages.list;
  if (!failure && !data?.items.length) return null;
  return (
    <section class="card stack" aria-labelledby="sms-outbox">
      <header class="page-head">
        <h2 id="sms-outbox">{say.outboxTitle()}</h2>
        <Button isBusy={isLoading} onClick={() => void reload()}>
          {say.refresh()}
        </Button>
      </header>
      <p class="faint small">{say.about()}</p>
      <Paged of={messages}>
        {(found) => (
          <ul class="stack">
            {found.map((message) => (
              <OutboxMessage key={message.message_id} message={message} />
            ))}
          </ul>
        )}
      </Paged>
    </section>
  );
}

function OutboxMessage({
  message: { to, message, redacted, status, sent_at },
}: {
  message: SimulatedMessage;
}) {
  return (
    <li class="stack">
      <div class="row row-apart small">
        <span>
          <strong>{say.to({ phone: readablePhone(to) })}</strong>{' '}
          <span class="faint">{dateTime(sent_at)}</span>
        </span>
        <span class={`tag ${status === 'delivered' ? 'tag-good' : ''}`}>{stateName[status]()}</span>
      </div>
      {redacted ? (
        <p class="faint">{say.redacted()}</p>
      ) : (
        <p class="sms-text sms-bubble">{message}</p>
      )}
    </li>
  );
}

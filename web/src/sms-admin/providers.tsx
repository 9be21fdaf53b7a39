import { call } from '../api/call.ts';
import type { SmsProvider as Provider } from '../api/operations.ts';
import { Button, CopyButton } from '../ui/button.tsx';
import { faultSentence } from '../ui/failures/fault-sentence.ts';
import { Loaded, useLoad } from '../ui/load.tsx';
import { dateTime, number } from '../words/format.ts';
import { say } from './words.ts';

const states = {
  up: { look: 'tag-good', name: say.up },
  degraded: { look: 'tag-warning', name: say.degraded },
  down: { look: 'tag-danger', name: say.down },
};

/** The server's name for it. */
const africasTalking = 'africastalking';

export function Providers() {
  const providers = useLoad((signal) => call('GET /v1/admin/providers', { signal }), []);
  return (
    <section class="card stack" aria-labelledby="sms-providers">
      <header class="page-head">
        <h2 id="sms-providers">{say.providers()}</h2>
        <Button isBusy={providers.isLoading} onClick={() => void providers.reload()}>
          {say.refresh()}
        </Button>
      </header>
      <p class="faint small">{say.providersAbout()}</p>
      <Loaded of={providers}>
        {(found) => (
          <>
            <ul class="sms-list">
              {found.map(({ name, state, detail, ...money }) => (
                <li key={name}>
                  <div class="sms-what">
                    <strong>{name}</strong>
                    <div class="small">{faultSentence(detail)}</div>
                    <Money {...money} />
                  </div>
                  <span class={`tag ${states[state].look}`}>{states[state].name()}</span>
                </li>
              ))}
            </ul>
            {found.some(({ name }) => name === africasTalking) && <Callbacks />}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** The operator's money at a provider, as far as that says it. */
function Money({
  balance,
  refused_for_money_at,
}: Pick<Provider, 'balance' | 'refused_for_money_at'>) {
  return (
    <>
      {balance && (
        <div class="small">
          {say.balance({
            amount: `${balance.currency} ${number(balance.amount, 2)}`.trim(),
            when: dateTime(balance.asked_at),
          })}{' '}
          {balance.is_low && <span class="tag tag-warning">{say.balanceLow()}</span>}
        </div>
      )}
      {refused_for_money_at !== null && (
        <div class="small">{say.refusedForMoney({ when: dateTime(refused_for_money_at) })}</div>
      )}
    </>
  );
}

/** Callback addresses to be entered at Africa's Talking. */
function Callbacks() {
  const callbacks = useLoad(
    (signal) => call('GET /v1/admin/africas-talking/callbacks', { signal }),
    [],
  );
  return (
    <div class="stack">
      <h3>{say.callbacks()}</h3>
      <p class="small">{say.callbacksAbout()}</p>
      <Loaded of={callbacks}>
        {({ delivery_reports, incoming_messages, opt_outs }) => (
          <ul class="sms-list">
            <Address label={say.deliveryReports()} path={delivery_reports} />
            <Address label={say.incomingMessages()} path={incoming_messages} />
            <Address label={say.bulkOptOuts()} path={opt_outs} />
          </ul>
        )}
      </Loaded>
    </div>
  );
}

function Address({ label, path }: { label: string; path: string }) {
  const address = location.origin + path;
  return (
    <li>
      <div class="sms-what">
        <strong>{label}</strong>
        <div class="small">{address}</div>
      </div>
      <CopyButton text={address} />
    </li>
  );
}

import type { SmsAccount } from '../api/operations.ts';
import { profile } from '../session/profile.ts';
import { Notice } from '../ui/notice.tsx';
import { number } from '../words/format.ts';
import { creditState } from './credit-state.ts';
import { SimulatedNotice } from './sms-page.tsx';
import { say } from './words.ts';

/** What is left to send with, and where more comes from when that is little. */
export function Balance({ account }: { account: SmsAccount }) {
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
      {account.simulated && <SimulatedNotice />}
      <MoreCredits account={account} />
    </section>
  );
}

function MoreCredits({ account }: { account: SmsAccount }) {
  const state = creditState(account);
  if (state === 'enough') return <p class="faint small">{say.oneEach()}</p>;
  return (
    <Notice kind={state === 'none' ? 'danger' : 'warning'}>
      <p>
        <strong>{state === 'none' ? say.none() : say.low()}</strong>{' '}
        {say.askForMore({ email: account.email })}
      </p>
      {profile.value?.role === 'admin' && (
        <a class="button" href="/sms/admin">
          {say.grantMore()}
        </a>
      )}
    </Notice>
  );
}

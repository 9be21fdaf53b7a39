import { call, callRaw } from '../../api/call.ts';
import { SmsPage } from '../sms-page.tsx';
import { DayCounts } from './day-counts.tsx';
import { say } from './words.ts';

/** Messages of the account by day. */
export function Days() {
  return (
    <SmsPage title={say.title()}>
      <p class="faint">{say.about()}</p>
      <section class="card stack" aria-label={say.title()}>
        <DayCounts
          fetchDays={(query, signal) => call('GET /v1/account/sms/days', { query, signal })}
          fetchFile={(query, signal) => callRaw('GET /v1/account/sms/days', { query, signal })}
        />
      </section>
    </SmsPage>
  );
}

/** Messages of all accounts by day, for administrators. */
export function DaysOfAll() {
  return (
    <section class="card stack" aria-labelledby="sms-days-of-all">
      <h2 id="sms-days-of-all">{say.allTitle()}</h2>
      <p class="faint small">{say.about()}</p>
      <DayCounts
        fetchDays={(query, signal) => call('GET /v1/admin/sms/days', { query, signal })}
        fetchFile={(query, signal) => callRaw('GET /v1/admin/sms/days', { query, signal })}
      />
    </section>
  );
}

import { callPage } from '../api/call.ts';
import type { AuditEntry } from '../api/operations.ts';
import { profile } from '../session/profile.ts';
import { DaysOfAll } from '../sms-account/days/days.tsx';
import { SmsPage } from '../sms-account/sms-page.tsx';
import { Paged, usePages } from '../ui/load.tsx';
import { NotFound } from '../ui/page.tsx';
import { dateTime, number } from '../words/format.ts';
import { Accounts } from './accounts.tsx';
import { MessageSearch } from './message-search.tsx';
import { Providers } from './providers.tsx';
import { Senders } from './senders.tsx';
import { say } from './words.ts';

/** Administration of the SMS service. Everybody else gets "not found", as from the API. */
export function SmsAdmin() {
  const known = profile.value;
  if (known && known.role !== 'admin') return <NotFound />;
  return (
    <SmsPage title={say.title()}>
      {known && (
        <>
          <Providers />
          <DaysOfAll />
          <Accounts />
          <Senders />
          <MessageSearch />
          <Audit />
        </>
      )}
    </SmsPage>
  );
}

function Audit() {
  const entries = usePages(
    (signal) => callPage('GET /v1/admin/audit', { query: { limit: 20 }, signal }),
    [],
  );
  return (
    <section class="card stack" aria-labelledby="sms-audit">
      <h2 id="sms-audit">{say.audit()}</h2>
      <p class="faint small">{say.auditAbout()}</p>
      <Paged of={entries}>
        {(found) => (
          <ul class="sms-list">
            {found.length === 0 && <li class="faint">{say.noEntries()}</li>}
            {found.map((entry) => (
              <EntryLine key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </Paged>
    </section>
  );
}

function EntryLine({ entry }: { entry: AuditEntry }) {
  const { by, address, created_at } = entry;
  const who = by === null ? say.terminal() : say.byFrom({ by, address: address ?? '' });
  return (
    <li>
      <div class="sms-what">
        {deedOf(entry)}
        <div class="faint small">
          {dateTime(created_at)} · {who}
        </div>
      </div>
    </li>
  );
}

function deedOf({ action, account, facts }: AuditEntry): string {
  const email = account ?? '';
  const text = (name: string) => String(facts[name] ?? '');
  switch (action) {
    case 'credits_granted':
    case 'credits_taken_back': {
      const count = Number(facts['credits']);
      const sayDeed = action === 'credits_granted' ? say.didGrant : say.didTakeBack;
      const deed = sayDeed({ email, count, credits: number(count) });
      return facts['note'] === null ? deed : `${deed} (${text('note')})`;
    }
    case 'sender_given':
      return say.didGive({ email, sender: text('sender') });
    case 'sender_taken':
      return say.didTake({ email, sender: text('sender') });
    case 'key_revoked':
      return say.didRevoke({ email, name: text('name') });
    case 'account_suspended':
      return say.didSuspend({ email, reason: text('reason') });
    case 'account_resumed':
      return say.didResume({ email });
    case 'messages_searched':
    case 'texts_read': {
      const count = Number(facts['messages']);
      const about = { count, sought: text('sought'), email: email || say.nobody() };
      return action === 'texts_read' ? say.didRead(about) : say.didSearch(about);
    }
    case 'role_changed':
      return text('role') === 'admin' ? say.didPromote({ email }) : say.didDemote({ email });
    case 'second_factor_removed':
      return say.didRemoveSecondFactor({ email });
  }
}

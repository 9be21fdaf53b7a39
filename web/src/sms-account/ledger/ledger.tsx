import { useState } from 'preact/hooks';
import { trialNote } from '../../../../src/sms/credits/trial-note.ts';
import { call, callPage, callRaw } from '../../api/call.ts';
import type { LedgerEntry } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formText, onSubmit } from '../../ui/form/use-action.ts';
import { Loaded, Paged, useLoad, usePages } from '../../ui/load.tsx';
import { dateTime, signedNumber } from '../../words/format.ts';
import { CsvButton } from '../files/csv-button.tsx';
import { SmsPage } from '../sms-page.tsx';
import { Months, Sums } from './sums.tsx';
import { say } from './words.ts';

export function Ledger() {
  const [days, setDays] = useState({ from: '', to: '' });
  const entries = usePages(
    (signal) => callPage('GET /v1/account/ledger', { query: days, signal }),
    [days],
  );
  const take = (form: FormData) =>
    setDays({ from: formText(form, 'from'), to: formText(form, 'to') });
  return (
    <SmsPage title={say.title()}>
      <p class="faint">{say.about()}</p>
      <form class="card stack" onSubmit={onSubmit(take)}>
        <div class="sms-form">
          <Field label={say.from()} name="from" type="date" failure={entries.list.failure} />
          <Field label={say.to()} name="to" type="date" failure={entries.list.failure} />
          <Button type="submit">{say.show()}</Button>
          <CsvButton
            label={say.file()}
            name="credits"
            fetchFile={(signal) =>
              callRaw('GET /v1/account/ledger', { query: { ...days, format: 'csv' }, signal })
            }
          />
        </div>
      </form>
      <Paged of={entries}>{(found) => <EntriesTable entries={found} />}</Paged>
      <Sums days={days} />
      <Months />
    </SmsPage>
  );
}

export function LastEntries() {
  const entries = useLoad(
    (signal) => call('GET /v1/account/ledger', { query: { limit: 5 }, signal }),
    [],
  );
  return (
    <section class="stack" aria-labelledby="sms-last-entries">
      <header class="page-head">
        <h2 id="sms-last-entries">{say.last()}</h2>
        <a class="button" href="/sms/ledger">
          {say.all()}
        </a>
      </header>
      <Loaded of={entries}>{(found) => <EntriesTable entries={found} />}</Loaded>
    </section>
  );
}

const kinds = { grant: say.grant, reversal: say.reversal, charge: say.charge, refund: say.refund };

function EntriesTable({ entries }: { entries: LedgerEntry[] }) {
  if (entries.length === 0) {
    return (
      <div class="card stack">
        <p>{say.empty()}</p>
        <p>
          <a class="button" href="/sms/compose">
            {say.send()}
          </a>
        </p>
      </div>
    );
  }
  return (
    <section class="scroll-x" tabIndex={0} aria-label={say.what()}>
      <table class="sms-ledger">
        <thead>
          <tr>
            <th scope="col">{say.when()}</th>
            <th scope="col">{say.what()}</th>
            <th scope="col" class="number">
              {say.credits()}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{dateTime(entry.created_at)}</td>
              <td>
                <What entry={entry} />
              </td>
              <td class="number">{signedNumber(entry.credits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function What({ entry: { kind, note, message_id, job_id } }: { entry: LedgerEntry }) {
  return (
    <>
      {kinds[kind]()}
      {note !== null && <div>{note === trialNote ? say.trial() : note}</div>}
      {message_id !== null && (
        <div>
          <a href={`/sms/messages/${message_id}`}>{say.message({ id: message_id })}</a>
        </div>
      )}
      {message_id === null && job_id !== null && (
        <div>
          <a href={`/sms/jobs/${job_id}`}>{say.job({ id: String(job_id) })}</a>
        </div>
      )}
    </>
  );
}

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call, callRaw } from '../../api/call.ts';
import type { SmsMonth, SmsSum } from '../../api/operations.ts';
import { SelectField } from '../../ui/form/field.tsx';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { number, signedNumber } from '../../words/format.ts';
import { CsvButton } from '../files/csv-button.tsx';
import { say } from './words.ts';

const grounds = {
  campaign: { name: say.byCampaign, none: say.noCampaign },
  key: { name: say.byKey, none: say.noKey },
  sender: { name: say.bySender, none: say.noSender },
};
type Ground = keyof typeof grounds;

function toGround(text: string): Ground {
  return text === 'key' || text === 'sender' ? text : 'campaign';
}

/** Messages of some days, summed up by what is chosen. */
export function Sums({ days }: { days: { from: string; to: string } }) {
  const [by, setBy] = useState<Ground>('campaign');
  const query = { ...days, by };
  const sums = useLoad((signal) => call('GET /v1/account/sms/sums', { query, signal }), [days, by]);
  return (
    <section class="card stack" aria-labelledby="sms-sums">
      <h2 id="sms-sums">{say.sums()}</h2>
      <p class="faint small">{say.sumsAbout()}</p>
      <div class="sms-form">
        <SelectField
          label={say.by()}
          name="by"
          value={by}
          options={Object.entries(grounds).map(([each, { name }]) => [each, name()] as const)}
          onChange={(event) => setBy(toGround(event.currentTarget.value))}
        />
        <CsvButton
          label={say.file()}
          name={`sms-by-${by}`}
          fetchFile={(signal) =>
            callRaw('GET /v1/account/sms/sums', { query: { ...query, format: 'csv' }, signal })
          }
        />
      </div>
      <Loaded of={sums}>{(found) => <SumsTable by={by} sums={found} />}</Loaded>
    </section>
  );
}

function SumsTable({ by, sums }: { by: Ground; sums: SmsSum[] }) {
  if (sums.length === 0) return <p class="faint">{say.noMessages()}</p>;
  const { name, none } = grounds[by];
  return (
    <Table
      label={say.sums()}
      heads={[name(), say.messages(), say.delivered(), say.credits(), say.refunded()]}
      rows={sums.map((sum) => [
        sum.name ?? none(),
        number(sum.messages),
        number(sum.delivered),
        number(sum.credits),
        number(sum.refunded),
      ])}
    />
  );
}

/** The ledger by months that had anything. */
export function Months() {
  const months = useLoad((signal) => call('GET /v1/account/ledger/months', { signal }), []);
  return (
    <section class="card stack" aria-labelledby="sms-months">
      <header class="page-head">
        <h2 id="sms-months">{say.months()}</h2>
        <CsvButton
          label={say.file()}
          name="credits-by-month"
          fetchFile={(signal) =>
            callRaw('GET /v1/account/ledger/months', { query: { format: 'csv' }, signal })
          }
        />
      </header>
      <Loaded of={months}>
        {(found) => (
          <Table
            label={say.months()}
            heads={[say.month(), say.granted(), say.charged(), say.refunded(), say.change()]}
            rows={found
              .filter((month, index) => index === 0 || hasAny(month))
              .map(({ month, granted, taken_back, charged, refunded, change }) => [
                month,
                number(granted - taken_back),
                number(charged),
                number(refunded),
                signedNumber(change),
              ])}
          />
        )}
      </Loaded>
    </section>
  );
}

function hasAny({ granted, taken_back, charged, refunded }: SmsMonth): boolean {
  return granted + taken_back + charged + refunded > 0;
}

type TableProps = { label: string; heads: string[]; rows: ComponentChildren[][] };

/** A table of figures; the first column names its row. */
function Table({ label, heads, rows }: TableProps) {
  return (
    <section class="scroll-x" tabIndex={0} aria-label={label}>
      <table class="sms-ledger">
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={head} scope="col" class={at > 0 ? 'number' : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={`${row}`}>
              {cells.map((cell, at) => (
                <td key={`${at}`} class={at > 0 ? 'number' : ''}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import { call } from '../../api/call.ts';
import type { Refill } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { date, dateTime, timeOfDay } from '../../words/format.ts';
import { ReceiptLine } from './receipt-line.tsx';
import {
  amountText,
  differenceText,
  flowText,
  groundText,
  sources,
  sourceText,
} from './refill-texts.ts';
import { say } from './words.ts';

type Props = {
  deviceId: string;
  refill: Refill;
  onReceipt: () => void;
  onChange: () => Promise<void>;
};

/** A refill: how much came, when, how fast and from where; folded, what its owner can say of it. */
export function RefillLine({ deviceId, refill, onReceipt, onChange }: Props) {
  const { began_at, source, source_by, receipts } = refill;
  const flow = flowText(refill);
  const difference = differenceText(refill);
  return (
    <li>
      <p class="row row-apart">
        <strong>{amountText(refill)}</strong>
        <span class="tag">{source ? sourceText(source) : say.unknownSource()}</span>
      </p>
      <p>{timeText(refill)}</p>
      {flow && <p class="faint small">{flow}</p>}
      {difference && <p>{difference}</p>}
      {receipts.map((receipt) => (
        <ReceiptLine key={receipt.id} receipt={receipt} onDeleted={onChange} />
      ))}
      <details>
        <summary aria-label={say.moreOf({ when: dateTime(began_at) })}>{say.more()}</summary>
        <div class="water-refill-more">
          {source_by && <p class="faint small">{groundText(source_by)}</p>}
          <SourceChoice deviceId={deviceId} refill={refill} onChange={onChange} />
          <p>
            <Button onClick={onReceipt}>{say.addReceipt()}</Button>
          </p>
        </div>
      </details>
    </li>
  );
}

function timeText({ began_at, ended_at }: Refill): string {
  const began = dateTime(began_at);
  return ended_at === null
    ? say.running({ began })
    : say.fromTo({ began, ended: endText(began_at, ended_at) });
}

/** A refill that ends on the day on which it began needs no day twice. */
function endText(began: string, ended: string): string {
  return date(began) === date(ended) ? timeOfDay(ended) : dateTime(ended);
}

function SourceChoice({ deviceId, refill, onChange }: Omit<Props, 'onReceipt'>) {
  const { sensor_name, began_at, source, source_by } = refill;
  const saving = useAction(async (chosen: string) => {
    const body = {
      device_id: deviceId,
      sensor_name,
      began_at,
      source: sources.find((each) => each === chosen) ?? null,
    };
    await call('PUT /api/insights.php?action=refill-source', { body });
    await onChange();
  });
  return (
    <>
      <SelectField
        label={say.source()}
        name="source"
        value={source_by === 'owner' && source ? source : ''}
        options={[
          ['', say.decideYourself()],
          ...sources.map((each) => [each, sourceText(each)] as const),
        ]}
        disabled={saving.isBusy}
        onChange={(event) => void saving.run(event.currentTarget.value)}
      />
      <FailureNotice failure={saving.failure} />
    </>
  );
}

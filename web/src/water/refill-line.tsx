import { useState } from 'preact/hooks';
import { hourMs } from '../../../src/kit/time/units.ts';
import { call } from '../api/call.ts';
import type { Receipt, Refill } from '../api/operations.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/form/field.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { FailureNotice } from '../ui/notice.tsx';
import { date, dateTime, litres, number, percent, span, timeOfDay } from '../words/format.ts';
import { say } from './refill-words.ts';

type Props = {
  deviceId: string;
  refill: Refill;
  /** Whether the reader may say more of the refill. */
  mayOperate: boolean;
  onReceipt: () => void;
  onChange: () => Promise<void>;
  /** Once a person has said that it was none. */
  onCorrected: () => void;
};

export function RefillLine(props: Props) {
  const { deviceId, refill, mayOperate, onReceipt, onChange, onCorrected } = props;
  const { began_at, source, source_by, receipts } = refill;
  const flow = flowText(refill);
  const difference = differenceText(refill);
  const ground = source_by && <p class="faint small">{groundText(source_by)}</p>;
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
        <ReceiptLine
          key={receipt.id}
          receipt={receipt}
          mayDelete={mayOperate}
          onDeleted={onChange}
        />
      ))}
      {mayOperate ? (
        <details>
          <summary aria-label={say.moreOf({ when: dateTime(began_at) })}>{say.more()}</summary>
          <div class="water-refill-more">
            {ground}
            <SourceChoice deviceId={deviceId} refill={refill} onChange={onChange} />
            <p>
              <Button onClick={onReceipt}>{say.addReceipt()}</Button>
            </p>
            {refill.ended_at !== null && <NoRefill refill={refill} onCorrected={onCorrected} />}
          </div>
        </details>
      ) : (
        ground
      )}
    </li>
  );
}

/** Lets a person say that a refill was none. */
function NoRefill({ refill, onCorrected }: Pick<Props, 'refill' | 'onCorrected'>) {
  const [isAsking, setAsking] = useState(false);
  const { id } = refill;
  return (
    <>
      <p>
        <Button look="quiet" onClick={() => setAsking(true)}>
          {say.notARefill()}
        </Button>
      </p>
      {isAsking && (
        <ConfirmDialog
          title={say.notARefill()}
          confirm={say.delete()}
          isDangerous
          onConfirm={async () => {
            await call('DELETE /api/insights.php?action=delete-refill', { query: { id } });
            onCorrected();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{amountText(refill)}</p>
          <p>{timeText(refill)}</p>
          <p class="hint">{say.notARefillHint()}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function timeText({ began_at, ended_at }: Refill): string {
  const began = dateTime(began_at);
  return ended_at === null
    ? say.running({ began })
    : say.fromTo({ began, ended: endText(began_at, ended_at) });
}

/** Formats the end of a refill, without the date if it ends on the same day. */
function endText(began: string, ended: string): string {
  return date(began) === date(ended) ? timeOfDay(ended) : dateTime(ended);
}

type ChoiceProps = Pick<Props, 'deviceId' | 'refill' | 'onChange'>;

function SourceChoice({ deviceId, refill, onChange }: ChoiceProps) {
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

type Source = NonNullable<Refill['source']>;
type Ground = NonNullable<Refill['source_by']>;

const sources = ['pump', 'tanker', 'mains'] as const satisfies Source[];

function sourceText(source: Source): string {
  return { pump: say.pump, tanker: say.tanker, mains: say.mains }[source]();
}

function groundText(ground: Ground): string {
  const texts = {
    owner: say.byOwner,
    pump_status: say.byPumpStatus,
    command: say.byCommand,
    receipt: say.byReceipt,
    rate: say.byRate,
  };
  return texts[ground]();
}

function amountText(refill: Refill): string {
  const { litres: volume, percent: share, level_before, level_after } = refill;
  return say.amount({
    amount: volume === null ? percent(share, 1) : litres(volume),
    before: percent(level_before),
    after: percent(level_after),
  });
}

/** Words the rate, and the use meanwhile; undefined if neither is worth mentioning. */
function flowText(refill: Refill): string | undefined {
  const { litres_per_hour, litres: volume, drawn, began_at, ended_at } = refill;
  const { percent: share, drawn_percent } = refill;
  const hours = ended_at && (Date.parse(ended_at) - Date.parse(began_at)) / hourMs;
  const isInLitres = volume !== null && drawn !== null;
  const [risen, amount] = isInLitres
    ? [litres(volume - drawn), litres(drawn)]
    : [percent(share - drawn_percent, 1), percent(drawn_percent, 1)];
  const isDrawn = drawn === null ? drawn_percent >= 0.1 : drawn >= 1;
  const parts = [
    ...(hours ? [span(hours)] : []),
    ...(litres_per_hour === null ? [] : [say.rate({ rate: litres(litres_per_hour) })]),
    ...(isDrawn ? [say.drawn({ risen, amount })] : []),
  ];
  return parts.length > 0 ? parts.join(' · ') : undefined;
}

/** Within the sensor's accuracy the amounts count as equal. */
function differenceText({ difference, difference_share }: Refill): string | undefined {
  if (difference === null || difference_share === null) return undefined;
  const values = {
    amount: litres(Math.abs(difference)),
    share: percent(Math.abs(difference_share) * 100),
  };
  if (Math.abs(difference_share) < closeShare) return say.asPaid(values);
  return difference < 0 ? say.lessThanPaid(values) : say.moreThanPaid(values);
}

const closeShare = 0.03;

type ReceiptLineProps = { receipt: Receipt; mayDelete: boolean; onDeleted: () => Promise<void> };

export function ReceiptLine({ receipt, mayDelete, onDeleted }: ReceiptLineProps) {
  const [isAsking, setAsking] = useState(false);
  const { id, supplier, price, received_at } = receipt;
  const facts = [
    say.receipt({ litres: litres(receipt.litres) }),
    ...(supplier === null ? [] : [supplier]),
    ...(price === null ? [] : [say.price({ price: number(price) })]),
    date(received_at),
  ].join(' · ');
  return (
    <div class="water-receipt">
      <span>{facts}</span>
      {mayDelete && (
        <Button
          look="quiet"
          aria-label={say.deleteOf({ receipt: facts })}
          onClick={() => setAsking(true)}
        >
          {say.delete()}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={say.deleteReceipt()}
          confirm={say.delete()}
          isDangerous
          onConfirm={async () => {
            await call('DELETE /api/insights.php?action=delete-receipt', { query: { id } });
            void onDeleted();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{facts}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

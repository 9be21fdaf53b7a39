import { useRef, useState } from 'preact/hooks';
import { type AnswerOf, call, callPage } from '../api/call.ts';
import type { Refill } from '../api/operations.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { type JoinedPages, Paged, useJoinedPages } from '../ui/load.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { dateTime, litres } from '../words/format.ts';
import { ReceiptLine, RefillLine } from './refill-line.tsx';
import { say } from './refill-words.ts';
import { type DayCount, freshMoment, type SensorOfDevice, startOfDays } from './section-basis.ts';

type SectionProps = SensorOfDevice & {
  days: DayCount;
  /** Whether the reader may say more of the refills. */
  mayOperate: boolean;
  onCorrected: () => void;
};

export function RefillsSection({ days, mayOperate, onCorrected, ...of }: SectionProps) {
  const refills = useRefills(of, days);
  const [receiptFor, setReceiptFor] = useState<Refill>();
  const { reload } = refills.list;
  return (
    <section class="card stack" aria-labelledby="water-refills-title">
      <h2 id="water-refills-title">{say.refills()}</h2>
      <Paged of={refills}>
        {({ refills: found, unmatched_receipts }) => (
          <>
            {found.length === 0 && <p>{say.noRefills({ count: days })}</p>}
            <ol class="water-refills">
              {found.map((refill) => (
                <RefillLine
                  key={refill.id}
                  deviceId={of.deviceId}
                  refill={refill}
                  mayOperate={mayOperate}
                  onReceipt={() => setReceiptFor(refill)}
                  onChange={reload}
                  onCorrected={onCorrected}
                />
              ))}
            </ol>
            {unmatched_receipts.length > 0 && (
              <section class="stack" aria-labelledby="water-unmatched-title">
                <h3 id="water-unmatched-title">{say.unmatched()}</h3>
                <p class="hint">{say.unmatchedHint()}</p>
                {unmatched_receipts.map((receipt) => (
                  <ReceiptLine
                    key={receipt.id}
                    receipt={receipt}
                    mayDelete={mayOperate}
                    onDeleted={reload}
                  />
                ))}
              </section>
            )}
          </>
        )}
      </Paged>
      {receiptFor && (
        <ReceiptDialog
          deviceId={of.deviceId}
          refill={receiptFor}
          onSaved={reload}
          onClose={() => setReceiptFor(undefined)}
        />
      )}
    </section>
  );
}

type Refills = AnswerOf<'GET /api/insights.php?action=refills'>;

const firstPage = 10;
const longestPage = 100;

function useRefills(
  { deviceId, sensor: { sensor_name, recorded_at } }: SensorOfDevice,
  days: DayCount,
): JoinedPages<Refills> {
  const shown = useRef({ days, count: firstPage });
  const pages = useJoinedPages<Refills>(
    async (signal) => {
      if (shown.current.days !== days) shown.current = { days, count: firstPage };
      // A reload reaches as far as the list was unfolded before.
      const limit = Math.min(longestPage, Math.max(firstPage, shown.current.count));
      const query = { device_id: deviceId, sensor_name, start_date: startOfDays(days), limit };
      return await callPage('GET /api/insights.php?action=refills', { query, signal });
    },
    (before, after) => ({
      ...before,
      refills: [...before.refills, ...after.refills],
      unmatched_receipts: [...before.unmatched_receipts, ...after.unmatched_receipts],
    }),
    [deviceId, sensor_name, days, freshMoment(recorded_at)],
  );
  shown.current.count = pages.list.data?.items.refills.length ?? shown.current.count;
  return pages;
}

type Props = {
  deviceId: string;
  refill: Refill;
  onSaved: () => Promise<void>;
  onClose: () => void;
};

function ReceiptDialog({ deviceId, refill, onSaved, onClose }: Props) {
  const { sensor_name, began_at, ended_at } = refill;
  const saving = useAction(async (form: FormData) => {
    const price = formText(form, 'price').trim();
    await call('POST /api/insights.php?action=receipt', {
      body: {
        device_id: deviceId,
        sensor_name,
        // Instant by which the receipt is matched: within the refill, so it goes to this one.
        received_at: ended_at ?? began_at,
        litres: Number(formText(form, 'litres')),
        supplier: formText(form, 'supplier').trim() || null,
        price: price === '' ? null : Number(price),
      },
    });
    onClose();
    void onSaved();
  });
  return (
    <Dialog title={say.addReceipt()} onClose={onClose}>
      <p>
        {refill.litres === null
          ? say.ofRefill({ when: dateTime(began_at) })
          : say.ofRefillLitres({ when: dateTime(began_at), litres: litres(refill.litres) })}
      </p>
      <form class="stack" onSubmit={onSubmit(saving.run)}>
        <Field
          label={say.paidLitres()}
          name="litres"
          type="number"
          inputMode="numeric"
          step="any"
          min={1}
          required
          failure={saving.failure}
        />
        <Field
          label={say.paidPrice()}
          name="price"
          type="number"
          inputMode="numeric"
          step="any"
          min={0}
          isOptional
          failure={saving.failure}
        />
        <Field label={say.supplier()} name="supplier" isOptional failure={saving.failure} />
        <FailureNotice failure={saving.failure} />
        <Button look="main" type="submit" isBusy={saving.isBusy}>
          {say.keepReceipt()}
        </Button>
      </form>
    </Dialog>
  );
}

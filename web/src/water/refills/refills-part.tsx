import { useState } from 'preact/hooks';
import type { Refill } from '../../api/operations.ts';
import { Paged } from '../../ui/load/paged.tsx';
import type { DayCount } from '../days/day-counts.ts';
import type { SensorOfDevice } from '../sensor-of-device.ts';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { ReceiptLine } from './receipt-line.tsx';
import { RefillLine } from './refill-line.tsx';
import { useRefills } from './use-refills.ts';
import { say } from './words.ts';

/** When water came, from where, and whether it was as much as was paid for. */
export function RefillsPart({ days, ...of }: SensorOfDevice & { days: DayCount }) {
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
                  onReceipt={() => setReceiptFor(refill)}
                  onChange={reload}
                />
              ))}
            </ol>
            {unmatched_receipts.length > 0 && (
              <section class="stack" aria-labelledby="water-unmatched-title">
                <h3 id="water-unmatched-title">{say.unmatched()}</h3>
                <p class="hint">{say.unmatchedHint()}</p>
                {unmatched_receipts.map((receipt) => (
                  <ReceiptLine key={receipt.id} receipt={receipt} onDeleted={reload} />
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

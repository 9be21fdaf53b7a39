import { useRef, useState } from 'preact/hooks';
import { type AnswerOf, callPage } from '../../api/call.ts';
import type { Refill } from '../../api/operations.ts';
import { Paged } from '../../ui/load/paged.tsx';
import { type JoinedPages, useJoinedPages } from '../../ui/load/use-pages.ts';
import type { DayCount } from '../days/day-counts.ts';
import { startOfDays } from '../days/start-of-days.ts';
import { freshMoment } from '../fresh-moment.ts';
import type { SensorOfDevice } from '../sensor-of-device.ts';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { ReceiptLine } from './receipt-line.tsx';
import { RefillLine } from './refill-line.tsx';
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

type Refills = AnswerOf<'GET /api/insights.php?action=refills'>;

const firstPage = 10;
const longestPage = 100;

/** The refills of so many days, newest first. */
function useRefills(
  { deviceId, sensor: { sensor_name, recorded_at } }: SensorOfDevice,
  days: DayCount,
): JoinedPages<Refills> {
  const shown = useRef({ days, count: firstPage });
  const pages = useJoinedPages<Refills>(
    async (signal) => {
      if (shown.current.days !== days) shown.current = { days, count: firstPage };
      // Loaded anew, it reaches as far as it was unfolded before.
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

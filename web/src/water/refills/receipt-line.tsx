import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { Receipt } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { date, litres, number } from '../../words/format.ts';
import { say } from './words.ts';

type Props = { receipt: Receipt; onDeleted: () => Promise<void> };

/** A tanker's delivery as it was paid for. */
export function ReceiptLine({ receipt, onDeleted }: Props) {
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
      <Button
        look="quiet"
        aria-label={say.deleteOf({ receipt: facts })}
        onClick={() => setAsking(true)}
      >
        {say.delete()}
      </Button>
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

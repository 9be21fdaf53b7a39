import { call } from '../../api/call.ts';
import type { Refill } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formText, onSubmit } from '../../ui/form/on-submit.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { dateTime, litres } from '../../words/format.ts';
import { say } from './words.ts';

type Props = {
  deviceId: string;
  refill: Refill;
  onSaved: () => Promise<void>;
  onClose: () => void;
};

/** Asks what a tanker was paid for, to hold it against what came in. */
export function ReceiptDialog({ deviceId, refill, onSaved, onClose }: Props) {
  const { sensor_name, began_at, ended_at } = refill;
  const saving = useAction(async (form: FormData) => {
    const price = formText(form, 'price').trim();
    await call('POST /api/insights.php?action=receipt', {
      body: {
        device_id: deviceId,
        sensor_name,
        // The instant by which it is matched: in the refill, so it goes to this one.
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

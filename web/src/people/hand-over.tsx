import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Share } from '../api/operations.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { FailureNotice } from '../ui/notice.tsx';
import { AddresseeField } from './addressee-field.tsx';
import { Invited } from './invited.tsx';
import { say } from './words.ts';

type Props = {
  deviceId: string;
  name: string;
  /** Offer made here last, while it waits. */
  offered: Share | undefined;
  onOffered: (offer: Share) => Promise<void>;
};

/** The tank gets a new owner once that person accepts, who may have an e-mail or only a phone. */
export function HandOver({ deviceId, name, offered, onOffered }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [to, setTo] = useState('');
  const offering = useAction(async (form: FormData) => {
    const typed = formText(form, 'to').trim();
    const body = {
      device_id: deviceId,
      to: typed,
      keep_history: form.has('keep_history'),
      keep_shares: form.has('keep_shares'),
    };
    const offer = await call('POST /api/devices.php?action=transfer', { body });
    setTo(typed);
    setAsking(false);
    await onOffered(offer);
  });
  return (
    <section class="card stack" aria-labelledby="hand-over-title">
      <h2 id="hand-over-title">{say.handOver()}</h2>
      <p>{say.handOverHint()}</p>
      {offered && <Invited key={offered.id} share={offered} to={to} />}
      <p>
        <Button look="danger" onClick={() => setAsking(true)}>
          {say.handOver()}
        </Button>
      </p>
      {isAsking && (
        <Dialog title={say.handOverOf({ name })} onClose={() => setAsking(false)}>
          <form class="stack" onSubmit={onSubmit(offering.run)}>
            <AddresseeField name="to" hint={say.newOwnerHint()} failure={offering.failure} />
            <label class="check">
              <input type="checkbox" name="keep_history" defaultChecked />
              {say.keepHistory()}
            </label>
            <label class="check">
              <input type="checkbox" name="keep_shares" />
              {say.keepShares()}
            </label>
            <p class="hint">{say.handOverEnd()}</p>
            <FailureNotice failure={offering.failure} />
            <Button look="danger" type="submit" isBusy={offering.isBusy}>
              {say.offer()}
            </Button>
          </form>
        </Dialog>
      )}
    </section>
  );
}

import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit } from '../ui/form/on-submit.ts';
import { useAction } from '../ui/form/use-action.ts';
import { Notice } from '../ui/notice.tsx';
import { say } from './words.ts';

type Props = { deviceId: string; name: string };

/** For a house that is sold: the tank gets a new owner, once that person accepts it. */
export function HandOver({ deviceId, name }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [offeredTo, setOfferedTo] = useState<string>();
  const offering = useAction(async (form: FormData) => {
    const email = formText(form, 'email').trim();
    const body = {
      device_id: deviceId,
      email,
      keep_history: form.has('keep_history'),
      keep_shares: form.has('keep_shares'),
    };
    await call('POST /api/devices.php?action=transfer', { body });
    setOfferedTo(email);
    setAsking(false);
  });
  return (
    <section class="card stack">
      <h2>{say.handOver()}</h2>
      <p>{say.handOverHint()}</p>
      {offeredTo !== undefined && (
        <Notice kind="success">{say.wasOffered({ email: offeredTo })}</Notice>
      )}
      <p>
        <Button look="danger" onClick={() => setAsking(true)}>
          {say.handOver()}
        </Button>
      </p>
      {isAsking && (
        <Dialog title={say.handOverOf({ name })} onClose={() => setAsking(false)}>
          <form class="stack" onSubmit={onSubmit(offering.run)}>
            <Field
              label={say.newOwner()}
              name="email"
              type="email"
              autoComplete="off"
              required
              failure={offering.failure}
            />
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

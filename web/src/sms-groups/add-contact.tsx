import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { Failure } from '../api/failure.ts';
import { readablePhone } from '../sms-account/phone-search.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Field } from '../ui/form/field.tsx';
import { onSubmit } from '../ui/form/on-submit.ts';
import { useAction } from '../ui/form/use-action.ts';
import { Notice } from '../ui/notice.tsx';
import { say } from './words.ts';

type Props = { groupId: number; onAdded: () => Promise<void> };

const blank = { phone: '', name: '' };

/** Adds one contact, or gives a known number its new name. */
export function AddContact({ groupId, onAdded }: Props) {
  const [contact, setContact] = useState(blank);
  const [done, setDone] = useState<string>();
  const adding = useAction(async () => {
    setDone(undefined);
    const path = { id: groupId };
    const body = { contacts: [contact] };
    const answer = await call('POST /v1/account/groups/{id}/contacts', { path, body });
    const [rejected] = answer.rejected;
    if (rejected) throw rejectionAsFailure(rejected);
    const phone = readablePhone(contact.phone);
    setDone(answer.added > 0 ? say.added({ phone }) : say.updated({ phone }));
    setContact(blank);
    await onAdded();
  });
  return (
    <form class="card stack" onSubmit={onSubmit(adding.run)}>
      <h2>{say.add()}</h2>
      <div class="sms-form">
        <Field
          label={say.phone()}
          name="phone"
          type="tel"
          required
          placeholder="0712 345 678"
          value={contact.phone}
          onInput={(event) => setContact({ ...contact, phone: event.currentTarget.value })}
          failure={adding.failure}
        />
        <Field
          label={say.name()}
          name="name"
          isOptional
          value={contact.name}
          onInput={(event) => setContact({ ...contact, name: event.currentTarget.value })}
          failure={adding.failure}
        />
        <Button look="main" type="submit" isBusy={adding.isBusy}>
          {say.addButton()}
        </Button>
      </div>
      <FailureNotice failure={adding.failure} />
      {done !== undefined && <Notice kind="success">{done}</Notice>}
    </form>
  );
}

/**
 * What a list's answer says of its only entry, as a failure of that entry: the request itself was good.
 */
function rejectionAsFailure({ to, error }: { to: string | null; error: string }): Failure {
  const sentence = `${to ?? ''} ${error}.`.trim();
  const errors = [{ field: 'phone', message: error }];
  return new Failure(400, { error: sentence, code: 'rejected', errors });
}

import { useRef, useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText } from '../ui/form/form-text.ts';
import { onSubmit } from '../ui/form/on-submit.ts';
import { useAction } from '../ui/form/use-action.ts';
import { Notice } from '../ui/notice.tsx';
import { say } from './words.ts';

/** Gives a sender id or code to an account. */
export function GiveSender({ onGiven }: { onGiven: () => Promise<void> }) {
  const form = useRef<HTMLFormElement>(null);
  const [done, setDone] = useState<string>();
  const giving = useAction(async (data: FormData) => {
    setDone(undefined);
    const body = { sender: formText(data, 'sender'), email: formText(data, 'email').trim() };
    const given = await call('POST /v1/admin/senders', { body });
    setDone(say.given({ ...given }));
    form.current?.reset();
    await onGiven();
  });
  return (
    <form ref={form} class="stack" onSubmit={onSubmit(giving.run)}>
      <div class="sms-form">
        <Field
          label={say.sender()}
          name="sender"
          required
          maxLength={20}
          hint={say.senderHint()}
          failure={giving.failure}
        />
        <Field label={say.email()} name="email" type="email" required failure={giving.failure} />
        <Button type="submit" isBusy={giving.isBusy}>
          {say.give()}
        </Button>
      </div>
      <FailureNotice failure={giving.failure} />
      {done !== undefined && <Notice kind="success">{done}</Notice>}
    </form>
  );
}

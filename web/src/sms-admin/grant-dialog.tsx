import { type AnswerOf, call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit } from '../ui/form/on-submit.ts';
import { useAction } from '../ui/form/use-action.ts';
import { useIdempotencyKey } from '../ui/form/use-idempotency-key.ts';
import { say } from './words.ts';

export type Granted = AnswerOf<'POST /v1/admin/credits'>;

type Props = { email: string; onGranted: (granted: Granted) => void; onClose: () => void };

/** Grants credits, once however often it is tried: an answer can get lost. */
export function GrantDialog({ email, onGranted, onClose }: Props) {
  const keyFor = useIdempotencyKey();
  const granting = useAction(async (form: FormData) => {
    const note = formText(form, 'note').trim();
    const credits = Number(formText(form, 'credits'));
    const body = { email, credits, note: note === '' ? null : note };
    const idempotencyKey = keyFor(body);
    onGranted(await call('POST /v1/admin/credits', { body, idempotencyKey }));
    onClose();
  });
  return (
    <Dialog title={say.grant()} onClose={onClose}>
      <p>{email}</p>
      <form class="stack" onSubmit={onSubmit(granting.run)}>
        <Field
          label={say.credits()}
          name="credits"
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={1_000_000_000}
          step={1}
          hint={say.creditsHint()}
          failure={granting.failure}
        />
        <Field
          label={say.note()}
          name="note"
          isOptional
          maxLength={200}
          hint={say.noteHint()}
          failure={granting.failure}
        />
        <FailureNotice failure={granting.failure} />
        <div class="row row-end">
          <Button look="main" type="submit" isBusy={granting.isBusy}>
            {say.grant()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

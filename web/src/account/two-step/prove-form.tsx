import { PresentPasswordField } from '../../sign-in/password-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formText, onSubmit } from '../../ui/form/on-submit.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { say as sayUi } from '../../ui/words.ts';
import { say } from './words.ts';

type Props = {
  submit: string;
  isDangerous?: boolean;
  /** Whether a code is asked for beside the password. */
  asksCode?: boolean;
  onProve: (proof: { password: string; code: string }) => Promise<unknown>;
  onCancel: () => void;
};

/** Has a person show that it is their account before the way into it is changed. */
export function ProveForm({ submit, isDangerous = false, asksCode = false, ...props }: Props) {
  const proving = useAction((form: FormData) =>
    props.onProve({ password: formText(form, 'password'), code: formText(form, 'code') }),
  );
  return (
    <form onSubmit={onSubmit(proving.run)}>
      <PresentPasswordField label={say.password()} failure={proving.failure} />
      {asksCode && (
        <Field
          label={say.eitherCode()}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          required
          failure={proving.failure}
        />
      )}
      <FailureNotice failure={proving.failure} />
      <div class="row">
        <Button look={isDangerous ? 'danger' : 'main'} type="submit" isBusy={proving.isBusy}>
          {submit}
        </Button>
        <Button onClick={props.onCancel}>{sayUi.cancel()}</Button>
      </div>
    </form>
  );
}

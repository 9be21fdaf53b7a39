import type { ComponentChildren } from 'preact';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { FailureNotice } from '../ui/notice.tsx';

type Props = {
  label: string;
  hint: string;
  submit: string;
  make: (name: string, form: FormData) => Promise<unknown>;
  /** Further fields, with the failure of the last try. */
  more?: (failure: Error | undefined) => ComponentChildren;
};

/** Form that creates a thing with nothing but a name. */
export function NameForm({ label, hint, submit, make, more }: Props) {
  const making = useAction((form: FormData) => make(formText(form, 'name'), form));
  return (
    <form class="card stack" onSubmit={onSubmit(making.run)}>
      <div class="sms-form">
        <Field
          label={label}
          name="name"
          required
          maxLength={100}
          hint={hint}
          failure={making.failure}
        />
        {more?.(making.failure)}
        <Button look="main" type="submit" isBusy={making.isBusy}>
          {submit}
        </Button>
      </div>
      <FailureNotice failure={making.failure} />
    </form>
  );
}

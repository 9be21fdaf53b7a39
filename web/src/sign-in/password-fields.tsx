import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { Failure } from '../api/failure.ts';
import { Field } from '../ui/form/field.tsx';
import { say } from '../ui/words.ts';

type Props = { label: string; failure: Error | undefined };

/** Field for a new password, for which a password manager offers one. */
export function NewPasswordField({ label, hint, failure }: Props & { hint: string }) {
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      required
      minLength={8}
      hint={hint}
      failure={failure}
    />
  );
}

/** Field for the current password, which a password manager fills in. */
export function PresentPasswordField({
  label,
  name = 'password',
  failure,
}: Props & { name?: string }) {
  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="current-password"
      required
      failure={failure}
    />
  );
}

/**
 * Asks for the present password only where an answer wants it, as it does with two-step sign-in on.
 * @returns `noticing` passes on the answer of a call, and takes note where it wants the password.
 */
export function usePresentPassword() {
  const [isAsked, setAsked] = useState(false);
  const noticing = async <T,>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof Failure && error.of('current_password')) setAsked(true);
      throw error;
    }
  };
  return { isAsked, noticing };
}

/** Password field with a button that makes it visible. */
function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type'>) {
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <Field {...(props as ComponentProps<typeof Field>)} type={isShown ? 'text' : 'password'} />
      <label class="check">
        <input
          type="checkbox"
          checked={isShown}
          onChange={({ currentTarget }) => setShown(currentTarget.checked)}
        />
        {say.showPassword()}
      </label>
    </div>
  );
}

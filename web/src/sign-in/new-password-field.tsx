import { PasswordField } from '../ui/form/password-field.tsx';

type Props = { label: string; hint: string; failure: Error | undefined };

/** A password that is being chosen, so that a password manager offers one. */
export function NewPasswordField({ label, hint, failure }: Props) {
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

import { PasswordField } from '../ui/form/password-field.tsx';

type Props = { label: string; name?: string; failure: Error | undefined };

/** The password that an account has, so that a password manager fills it in. */
export function PresentPasswordField({ label, name = 'password', failure }: Props) {
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

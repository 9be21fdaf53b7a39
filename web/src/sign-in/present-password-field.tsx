import { Field } from '../ui/form/field.tsx';

type Props = { label: string; failure: Error | undefined };

/** The password that an account has, so that a password manager fills it in. */
export function PresentPasswordField({ label, failure }: Props) {
  return (
    <Field
      label={label}
      name="password"
      type="password"
      autoComplete="current-password"
      required
      failure={failure}
    />
  );
}

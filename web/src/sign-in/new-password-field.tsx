import { Field } from '../ui/form/field.tsx';

type Props = { label: string; hint: string; failure: Error | undefined };

/** A password that is being chosen, so that a password manager offers one. */
export function NewPasswordField({ label, hint, failure }: Props) {
  return (
    <Field
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      minLength={8}
      hint={hint}
      failure={failure}
    />
  );
}

import { Field } from '../ui/form/field.tsx';
import { say } from './words.ts';

/** The e-mail of an account, as password managers look for it. */
export function EmailField({ failure }: { failure: Error | undefined }) {
  return (
    <Field
      label={say.email()}
      name="email"
      type="email"
      autoComplete="username"
      required
      failure={failure}
    />
  );
}

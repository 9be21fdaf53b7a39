import { Field } from '../ui/form/field.tsx';
import { EmailField } from './door.tsx';
import { NewPasswordField } from './password-fields.tsx';
import { say } from './words.ts';

type Props = { failure: Error | undefined; email?: string | undefined };

/** Fields of a new account. @param email filled in where it is known. */
export function RegisterFields({ failure, email }: Props) {
  return (
    <>
      <Field
        label={say.fullName()}
        name="full_name"
        autoComplete="name"
        isOptional
        failure={failure}
      />
      <EmailField failure={failure} known={email} />
      <NewPasswordField label={say.password()} hint={say.passwordHint()} failure={failure} />
    </>
  );
}

import { Field } from '../ui/form/field.tsx';
import { useTakesPhones } from './ways.ts';
import { say } from './words.ts';

type Props = { failure: Error | undefined };

/**
 * Field for what one signs in with: an e-mail, or also a phone number where the server sends SMS. It is one field
 * all the time: that is known only after somebody may have begun to type.
 */
export function LoginField({ failure }: Props) {
  const takesPhones = useTakesPhones();
  return (
    <Field
      label={takesPhones ? say.emailOrPhone() : say.email()}
      name="email"
      type={takesPhones ? 'text' : 'email'}
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellcheck={false}
      required
      failure={failure}
    />
  );
}

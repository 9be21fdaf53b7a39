import { Field } from '../ui/form/field.tsx';
import { EmailField } from './door.tsx';
import { useTakesPhones } from './ways.ts';
import { say } from './words.ts';

type Props = { failure: Error | undefined };

/** Field for what one signs in with: an e-mail, or also a phone number where the server sends SMS. */
export function LoginField({ failure }: Props) {
  if (!useTakesPhones()) return <EmailField failure={failure} />;
  return (
    <Field
      label={say.emailOrPhone()}
      name="email"
      type="text"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellcheck={false}
      required
      failure={failure}
    />
  );
}

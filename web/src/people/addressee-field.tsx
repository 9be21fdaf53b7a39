import type { ComponentProps } from 'preact';
import { Field } from '../ui/form/field.tsx';
import { say } from './words.ts';

type Props = Pick<ComponentProps<typeof Field>, 'name' | 'hint' | 'failure' | 'value' | 'onInput'>;

/** Asks for a person by an e-mail or a phone number. */
export function AddresseeField(props: Props) {
  return (
    <Field
      {...props}
      label={say.to()}
      autoComplete="off"
      autoCapitalize="none"
      required
      maxLength={254}
    />
  );
}

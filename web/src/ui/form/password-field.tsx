import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { say } from '../words.ts';
import { Field } from './field.tsx';

/** A password, which can be made visible while it is typed. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type'>) {
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

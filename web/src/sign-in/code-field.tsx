import { useEffect, useRef } from 'preact/hooks';
import { Field } from '../ui/form/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { say } from './words.ts';

/** The second step, which appears once the first one was right, and takes the focus. */
export function CodeField({ failure }: { failure: Error | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={place} class="stack">
      <Notice kind="info">{say.codeAsked()}</Notice>
      <Field
        label={say.code()}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        required
        failure={failure}
      />
    </div>
  );
}

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button, CopyButton } from './button.tsx';
import { say } from './words.ts';

type Props = {
  title: string;
  secret: string;
  onDone: () => void;
  /** Next step with the secret. */
  children?: ComponentChildren;
};

/** A secret that the server shows only once, until the person confirms having kept it. */
export function ShownOnce({ title, secret, onDone, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // It replaces the form that had the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section class="card stack">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{say.onlyNow()}</p>
      <pre class="secret">{secret}</pre>
      <p>
        <CopyButton text={secret} />
      </p>
      {children}
      <p>
        <Button look="main" onClick={onDone}>
          {say.haveIt()}
        </Button>
      </p>
    </section>
  );
}

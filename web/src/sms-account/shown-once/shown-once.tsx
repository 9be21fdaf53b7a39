import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button, CopyButton } from '../../ui/button.tsx';
import { say } from './words.ts';

type Props = {
  title: string;
  secret: string;
  onDone: () => void;
  /** What to do with it next. */
  children?: ComponentChildren;
};

/** A secret that the server tells this one time, until the person says that they have it. */
export function ShownOnce({ title, secret, onDone, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // It takes the place of the form that had the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section class="card stack">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{say.onlyNow()}</p>
      <pre class="sms-secret">{secret}</pre>
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

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Failure } from '../api/failure.ts';
import { readStored, writeStored } from '../kit/stored.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { type Action, formText, onSubmit } from '../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { chooseAtDoor, language } from '../words/language.ts';
import { say } from './words.ts';
import './door.css';

/** Frame of the screens before signing in: one narrow card, and the choice of language. */
export function Door({ title, children }: { title: string; children: ComponentChildren }) {
  const other = language.value === 'en' ? 'sw' : 'en';
  return (
    <div class="door">
      <Page
        title={title}
        actions={
          <Button look="quiet" lang={other} onClick={() => chooseAtDoor(other)}>
            {say.language()}
          </Button>
        }
      >
        <div class="card stack">{children}</div>
      </Page>
    </div>
  );
}

type Props = { action: Action<[FormData]>; submit: string; children: ComponentChildren };

export function DoorForm({ action, submit, children }: Props) {
  return (
    <form onSubmit={onSubmit(action.run)}>
      {children}
      <FailureNotice failure={action.failure} />
      <Button look="main" type="submit" isBusy={action.isBusy}>
        {submit}
      </Button>
    </form>
  );
}

type EmailProps = { failure: Error | undefined; known?: string | undefined };

/** E-mail field, named as password managers expect; filled in where the e-mail is known. */
export function EmailField({ failure, known }: EmailProps) {
  return (
    <Field
      label={say.email()}
      name="email"
      type="email"
      autoComplete="username"
      required
      {...(known !== undefined && { defaultValue: known })}
      failure={failure}
    />
  );
}

/** Code of the second step, which appears once the password was right, and takes the focus. */
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

/** Adds a code field to a door once the server says that the account has a second step. */
export function useSecondStep() {
  const [isAsked, setAsked] = useState(false);
  return {
    isAsked,
    /** Calls `go` with the form's code, or shows the code field if the server requires one. */
    enter: async (form: FormData, go: (code: string | null) => Promise<void>): Promise<void> => {
      try {
        await go(formText(form, 'code') || null);
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'second_factor_required') throw error;
        setAsked(true);
      }
    },
  };
}

const key = 'kisima.browser';

/**
 * Returns a random name kept by this browser, so that its owner gets e-mail of sign-ins from other
 * browsers only. It says nothing of the browser, and outlives sessions.
 */
export function browserId(): string {
  const kept = readStored<string>(key);
  if (kept !== undefined) return kept;
  // `crypto.randomUUID` exists only on pages served over HTTPS.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  writeStored(key, made);
  return made;
}

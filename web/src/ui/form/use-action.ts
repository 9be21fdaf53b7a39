import { useRef, useState } from 'preact/hooks';

export type Action<Args extends unknown[]> = {
  /** Does it; resolves to whether it was done. Does nothing while it is still under way. */
  run: (...args: Args) => Promise<boolean>;
  isBusy: boolean;
  /** Why the last try failed; gone with the next one. */
  failure: Error | undefined;
  clear: () => void;
};

/** Something that a person sets off by a button: tells whether it is under way and how it failed. */
export function useAction<Args extends unknown[]>(
  act: (...args: Args) => Promise<unknown>,
): Action<Args> {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error>();

  const run = async (...args: Args) => {
    if (isBusy) return false;
    setBusy(true);
    setFailure(undefined);
    try {
      await act(...args);
      return true;
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy, failure, clear: () => setFailure(undefined) };
}

/** A form's `onSubmit` that hands its fields to `act` in place of loading a page. */
export function onSubmit(act: (form: FormData) => unknown) {
  return (event: SubmitEvent & { currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    void act(new FormData(event.currentTarget));
  };
}

/** A text field of a form as it was typed; empty where there is none. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/**
 * A key for a change that must happen once: the same while the same is tried again, since an answer
 * may have been lost, and a new one for anything else.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef<{ body: string; key: string }>(undefined);
  return (body: unknown): string => {
    const text = JSON.stringify(body);
    if (last.current?.body !== text) last.current = { body: text, key: newKey() };
    return last.current.key;
  };
}

function newKey(): string {
  // `randomUUID` is not there on pages without TLS, as on a home network.
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

import { useRef, useState } from 'preact/hooks';

export type Action<Args extends unknown[]> = {
  /** Runs the action; resolves to true on success. Does nothing while it is under way. */
  run: (...args: Args) => Promise<boolean>;
  isBusy: boolean;
  /** Failure of the last run, cleared by the next. */
  failure: Error | undefined;
  clear: () => void;
};

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

/** Makes an `onSubmit` that passes the form's fields to `act` instead of loading a page. */
export function onSubmit(act: (form: FormData) => unknown) {
  return (event: SubmitEvent & { currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    void act(new FormData(event.currentTarget));
  };
}

/** Returns a text field as typed; empty if there is none. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/**
 * Returns a key for a change that must happen once: the same for a retry of the same body, since an
 * answer may have been lost, else a new one.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef<{ body: string; key: string }>(undefined);
  return (body: unknown): string => {
    const text = JSON.stringify(body);
    if (last.current?.body !== text) last.current = { body: text, key: newKey() };
    return last.current.key;
  };
}

/** Returns a new idempotency key. */
export function newKey(): string {
  // `randomUUID` is missing on pages without TLS, as on a home network.
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

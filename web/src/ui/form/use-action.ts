import { useState } from 'preact/hooks';

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

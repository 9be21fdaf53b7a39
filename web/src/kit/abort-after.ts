/**
 * Aborts after a time, or with `also`; whoever waits no more settles it. `AbortSignal.timeout` and `any` are
 * younger than the phones served.
 */
export function abortAfter(milliseconds: number, also?: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, milliseconds);
  if (also?.aborted) abort();
  also?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    settle: () => {
      clearTimeout(timer);
      also?.removeEventListener('abort', abort);
    },
  };
}

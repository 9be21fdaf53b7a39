import { useRef } from 'preact/hooks';

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

import { useEffect, useState } from 'preact/hooks';

/** The time in epoch milliseconds, which moves on every `everyMs`: for ages and what is left. */
export function useNow(everyMs = 15_000): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

import { useEffect, useState } from 'preact/hooks';

/** Returns the time in epoch milliseconds, updated every `everyMs`, for ages and remaining times. */
export function useNow(everyMs = 15_000): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

import { useEffect, useRef } from 'preact/hooks';
import { connection, type LiveEvent, type LiveEvents, liveEvents, onLive } from './stream.ts';

type Listeners = { [E in LiveEvent]?: (data: LiveEvents[E]) => void };

/**
 * Calls the listener of each live event, as the last render gave it, while the screen stands.
 * @param pollMs where there is no stream, `reset` is called this often instead while somebody looks.
 */
export function useLive(listeners: Listeners, pollMs?: number): void {
  const newest = useRef(listeners);
  newest.current = listeners;
  useEffect(() => {
    const listen = <E extends LiveEvent>(event: E) =>
      onLive(event, (data) => newest.current[event]?.(data));
    const stops = liveEvents.map((event) => listen(event));
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const isPolling = pollMs !== undefined && connection.value !== 'live';
  useEffect(() => {
    if (!isPolling) return;
    const timer = setInterval(() => {
      if (!document.hidden) newest.current.reset?.({});
    }, pollMs);
    return () => clearInterval(timer);
  }, [isPolling, pollMs]);
}

import { type PumpLimits, stopDueAt } from './pump-automation.ts';
import type { PumpState } from './pump-state.ts';

/** Where a run ends by itself, as its device is told with the `on`: at a level in percent, and after a time. */
export type RunLimit = { stopLevel: number; leftMs: number };

type Delivery = {
  state: PumpState;
  limits: PumpLimits;
  stopLevel: number;
  /** Instant at which the device fetched the `on` first; null where it does so now. */
  deliveredAt: number | null;
  now: number;
};

/**
 * Returns the limit of the run that an `on` begins or goes on with. A device that fetches it again has had a
 * part of the run, and the server's own `off` comes before the longest run is over, since the second answer
 * may be slower than the first.
 * @param delivery its state is that before this fetch
 * @returns undefined where the device has had its run: the `on` must not begin a second one.
 */
export function runLimitOf(delivery: Delivery): RunLimit | undefined {
  const { state, limits, stopLevel, deliveredAt, now } = delivery;
  const { onSince, offSince, wasCertain } = state;
  const since = goesOnSince(state, limits.maxRunMs, now);
  if (onSince === undefined) {
    // One that says off and never said on had no answer with the `on`.
    const hasRun =
      wasCertain && deliveredAt !== null && offSince !== undefined && offSince >= deliveredAt;
    if (hasRun) return undefined;
  }
  if (since === undefined) return { stopLevel, leftMs: limits.maxRunMs };
  const leftMs = stopDueAt(since, limits) - now;
  return leftMs < 1000 ? undefined : { stopLevel, leftMs };
}

/**
 * Returns the begin of the run that an `on` goes on with; undefined where it begins one. A run that was told no
 * `off` and is off by the word of its board alone may go on, and has its longest run but once; not so where the board had
 * said `on` in it, so that its `off` is believed.
 */
export function goesOnSince(
  { onSince, order }: PumpState,
  maxRunMs: number,
  now: number,
): number | undefined {
  if (onSince !== undefined || order?.saidOn !== false) return onSince;
  return now < stopDueAt(order.onSince, { maxRunMs }) ? order.onSince : undefined;
}

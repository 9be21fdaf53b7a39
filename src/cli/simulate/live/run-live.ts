import { inPhase } from '../../progress.ts';
import { mapAbreast } from '../abreast.ts';
import { deliverAll } from '../device/deliver-all.ts';
import type { Member } from '../enrol-fleet.ts';
import type { FleetDeps } from '../fleet-deps.ts';
import type { SimulateOptions } from '../options.ts';
import { tallyNote } from '../report-table.ts';
import { LastMinute } from './last-minute.ts';
import { LiveFleet } from './live-fleet.ts';

const CLOSING_TRIES = 3;

/**
 * Lives at the chosen speed until the duration is over or the signal comes. Faster than real time,
 * simulated time runs ahead of the wall's; what is sent is always wall time.
 */
export async function runLive(
  members: readonly Member[],
  { durationSeconds, everySeconds, speed, concurrency, blackout }: SimulateOptions,
  deps: FleetDeps,
): Promise<void> {
  const { tally } = deps;
  const startsAt = deps.now();
  const readingMinutes = everySeconds / 60;
  const pace = {
    startsAt,
    endsAt: startsAt + (durationSeconds ?? Number.POSITIVE_INFINITY) * 1000,
    readingMinutes,
    intervalMs: (readingMinutes / speed) * 1000,
    blackout,
  };
  const lastMinute = new LastMinute(tally, deps);
  await inPhase(deps.progress, 'Live readings', null, async (advance) => {
    const onReading = () => advance(1, `${tallyNote(tally)}${lastMinute.note()}`);
    await new LiveFleet(members, pace, { concurrency, onReading }, deps).run();
    await mapAbreast(members, concurrency, async ({ device }) => {
      if (device.isConnected) await deliverAll(device, CLOSING_TRIES, deps);
    });
  });
  for (const { device } of members) {
    tally.unsent += device.waiting;
    tally.outages += device.outages;
  }
}

import { minuteMs } from '../../kit/time/units.ts';
import { CommandFailure } from '../command-error.ts';
import { inPhase } from '../progress.ts';
import { deliverAll } from './device/deliver-all.ts';
import type { Member } from './enrol-fleet.ts';
import type { FleetDeps } from './fleet-deps.ts';
import type { SimulateOptions } from './options.ts';
import { tallyNote } from './report-table.ts';

/** How often in a row the history may fail at one reading before the run is given up. */
const TRIES = 10;

/**
 * Sends the history of every device, oldest first.
 * @throws CommandFailure where the server does not take a reading.
 */
export async function runHistory(
  members: readonly Member[],
  { historyEveryMinutes }: SimulateOptions,
  deps: FleetDeps,
): Promise<void> {
  const total = members.reduce((sum, member) => sum + member.historyReadings, 0);
  if (total === 0) return;
  await inPhase(deps.progress, 'History readings', total, (advance) =>
    Promise.all(
      members.map(async ({ device, historyReadings }) => {
        for (let left = historyReadings; left > 0 && !deps.signal.aborted; left -= 1) {
          const takenAt = device.tank.at + historyEveryMinutes * minuteMs;
          device.takeReading(historyEveryMinutes, Math.round(takenAt));
          await deliverAll(device, TRIES, deps);
          if (device.waiting > 0 && !deps.signal.aborted) {
            throw new CommandFailure(`the server did not take a reading in ${TRIES} tries`);
          }
          advance(1, tallyNote(deps.tally));
        }
      }),
    ),
  );
}

import pLimit from 'p-limit';
import { dayMs, minuteMs } from '../../kit/time/units.ts';
import type { TankPlan } from '../../simulator/tank-plan.ts';
import { CommandFailure } from '../command-error.ts';
import { inPhase } from '../progress.ts';
import type { Send } from './connection.ts';
import { DeviceClient } from './device-client.ts';
import type { SimulateOptions } from './options.ts';
import type { OwnerClient } from './owner-client.ts';
import { tallyNote } from './report.ts';
import type { SimulateIo } from './send.ts';
import type { Tally } from './tally.ts';
import { VirtualDevice } from './virtual-device.ts';

export type FleetDeps = Omit<SimulateIo, 'connect'> & {
  send: Send;
  tally: Tally;
  /** The link between all devices and the server; it is down in a blackout. */
  uplink: { isUp: boolean };
  /** Ends every connection at once, with its requests. */
  dropConnections: () => void;
  openConnections: () => number;
};

export type Member = { plan: TankPlan; device: VirtualDevice; historyReadings: number };

/** More would only wait in the server, until their deadline is over. */
const ownerCallsAtOnce = 64;

/**
 * Registers the devices, distributed evenly over the owners, and puts each tank at the beginning of its
 * history. `planOf` draws the plan of a device, by its number from 0.
 */
export function enrolFleet(
  count: number,
  planOf: (index: number) => TankPlan,
  owners: readonly OwnerClient[],
  options: SimulateOptions,
  deps: FleetDeps,
): Promise<Member[]> {
  const limit = pLimit(Math.min(options.concurrency, ownerCallsAtOnce));
  return inPhase(deps.progress, 'Devices', count, (advance) =>
    limit.map(Array(count).keys(), async (index) => {
      const owner = owners[index % owners.length];
      if (owner === undefined) throw new RangeError('a fleet needs an owner');
      const member = await enrol(planOf(index), owner, options, deps);
      advance(1, '');
      return member;
    }),
  );
}

/** A history lies on a fixed grid and begins after the server's newest reading: runs fill gaps. */
async function enrol(
  plan: TankPlan,
  owner: OwnerClient,
  { days, historyEveryMinutes }: SimulateOptions,
  deps: FleetDeps,
): Promise<Member> {
  const deviceId = await owner.enrol(plan);
  const apiKey = plan.firmware.sendsApiKey ? await owner.apiKey(deviceId) : null;
  const latest = days > 0 ? await owner.latestReading(deviceId, plan.sensorName) : null;
  const step = historyEveryMinutes * minuteMs;
  const end = Math.floor(deps.now() / step) * step;
  const earliest = Math.max(end - days * dayMs, latest?.at ?? 0);
  const start = Math.min(Math.ceil(earliest / step) * step, end);
  const fill = latest === null ? plan.initialFill : latest.levelPercent / 100;
  const initialFill = Math.min(Math.max(fill, 0), 1);
  const started = initialFill === plan.initialFill ? plan : { ...plan, initialFill };
  const client = new DeviceClient(deps, plan.mac, apiKey);
  return {
    plan: started,
    device: new VirtualDevice(started, client, start, deps),
    historyReadings: Math.round((end - start) / step),
  };
}

/** Failures in a row at one reading of the history before the run is given up. */
const historyTries = 10;

/**
 * Sends the history of every device, oldest first.
 * @throws CommandFailure where the server does not take a reading.
 */
export async function runHistory(
  members: readonly Member[],
  { historyEveryMinutes }: SimulateOptions,
  { progress, signal, tally }: FleetDeps,
): Promise<void> {
  const total = members.reduce((sum, member) => sum + member.historyReadings, 0);
  if (total === 0) return;
  await inPhase(progress, 'History readings', total, (advance) =>
    Promise.all(
      members.map(async ({ device, historyReadings }) => {
        for (let left = historyReadings; left > 0 && !signal.aborted; left -= 1) {
          const takenAt = device.tank.at + historyEveryMinutes * minuteMs;
          device.takeReading(historyEveryMinutes, Math.round(takenAt));
          await device.deliverAll(historyTries);
          if (device.waiting > 0 && !signal.aborted) {
            throw new CommandFailure(`the server did not take a reading in ${historyTries} tries`);
          }
          advance(1, tallyNote(tally));
        }
      }),
    ),
  );
}

import { dayMs, minuteMs } from '../../kit/time/units.ts';
import { inPhase } from '../progress.ts';
import { mapAbreast } from './abreast.ts';
import { DeviceClient } from './device/device-client.ts';
import { identityForm } from './device/push-form.ts';
import { VirtualDevice } from './device/virtual-device.ts';
import type { FleetDeps } from './fleet-deps.ts';
import type { SimulateOptions } from './options.ts';
import type { OwnerClient } from './owner-client.ts';
import type { TankPlan } from './tank/tank-plan.ts';

export interface Member {
  plan: TankPlan;
  device: VirtualDevice;
  historyReadings: number;
}

/** More would only wait in the server, until their deadline is over. */
const OWNER_CALLS_ABREAST = 64;

/**
 * Registers the devices, in turn to each of the owners, and puts each tank at the beginning of its
 * history. `planOf` draws the plan of a device, by its number from 0.
 */
export function enrolFleet(
  count: number,
  planOf: (index: number) => TankPlan,
  owners: readonly OwnerClient[],
  options: SimulateOptions,
  deps: FleetDeps,
): Promise<Member[]> {
  return inPhase(deps.progress, 'Devices', count, async (advance) => {
    const numbers = Array.from({ length: count }, (_, index) => index);
    const abreast = Math.min(options.concurrency, OWNER_CALLS_ABREAST);
    return await mapAbreast(numbers, abreast, async (index) => {
      const owner = owners[index % owners.length];
      if (owner === undefined) throw new RangeError('a fleet needs an owner');
      const member = await enrol(planOf(index), owner, options, deps);
      advance(1, '');
      return member;
    });
  });
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
  const client = new DeviceClient(deps, plan.mac, identityForm(plan.mac, apiKey));
  return {
    plan: started,
    device: new VirtualDevice(started, client, start, deps),
    historyReadings: Math.round((end - start) / step),
  };
}

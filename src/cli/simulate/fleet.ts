import { dayMs, minuteMs } from '../../kit/time/units.ts';
import { CommandFailure } from '../command-error.ts';
import { inPhase } from '../progress.ts';
import { DeviceClient } from './device/device-client.ts';
import { identityForm } from './device/push-form.ts';
import { VirtualDevice } from './device/virtual-device.ts';
import type { Send } from './io/http-send.ts';
import type { SimulateIo } from './io/simulate-io.ts';
import type { SimulateOptions } from './options.ts';
import type { OwnerClient } from './owner-client.ts';
import { tallyNote } from './report-table.ts';
import type { Tally } from './tally.ts';
import { createRandom } from './tank/random.ts';
import type { TankPlan } from './tank/tank-plan.ts';

/** What a fleet needs to live. */
export interface FleetDeps extends Omit<SimulateIo, 'connect'> {
  send: Send;
  tally: Tally;
}

export interface Member {
  plan: TankPlan;
  device: VirtualDevice;
  historyReadings: number;
}

/** How often in a row the history may fail at one reading before the run is given up. */
const HISTORY_TRIES = 10;
const CLOSING_TRIES = 3;

/** Registers the devices and puts each tank at the beginning of its history. */
export function enrolFleet(
  plans: readonly TankPlan[],
  owner: OwnerClient,
  options: SimulateOptions,
  deps: FleetDeps,
): Promise<Member[]> {
  return inPhase(deps.progress, 'Devices', plans.length, (advance) =>
    Promise.all(
      plans.map(async (plan) => {
        const member = await enrol(plan, owner, options, deps);
        advance(1, '');
        return member;
      }),
    ),
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
  const identity = identityForm(plan.mac, apiKey);
  const client = new DeviceClient(deps.send, identity, deps.tally, deps.stopwatch);
  return {
    plan,
    device: new VirtualDevice({ ...plan, initialFill }, client, start, deps),
    historyReadings: Math.round((end - start) / step),
  };
}

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
          await deliverAll(device, HISTORY_TRIES, deps);
          if (device.waiting > 0 && !deps.signal.aborted) {
            throw new CommandFailure(`the server did not take a reading in ${HISTORY_TRIES} tries`);
          }
          advance(1, tallyNote(deps.tally));
        }
      }),
    ),
  );
}

/**
 * Lives at the chosen speed until the duration is over or the signal comes. Faster than real time,
 * simulated time runs ahead of the wall's; what is sent is always wall time.
 */
export async function runLive(
  members: readonly Member[],
  { durationSeconds, everySeconds, speed }: SimulateOptions,
  deps: FleetDeps,
): Promise<void> {
  const startsAt = deps.now();
  const readingMinutes = everySeconds / 60;
  const pace = {
    startsAt,
    endsAt: startsAt + (durationSeconds ?? Number.POSITIVE_INFINITY) * 1000,
    readingMinutes,
    intervalMs: (readingMinutes / speed) * 1000,
  };
  await inPhase(deps.progress, 'Live readings', null, (advance) => {
    const onReading = () => advance(1, tallyNote(deps.tally));
    return Promise.all(members.map((member) => live(member, pace, onReading, deps)));
  });
  for (const { device } of members) {
    deps.tally.unsent += device.waiting;
    deps.tally.outages += device.outages;
  }
}

interface Pace {
  /** Wall time, epoch milliseconds. */
  startsAt: number;
  endsAt: number;
  /** Simulated minutes and real milliseconds between two readings. */
  readingMinutes: number;
  intervalMs: number;
}

async function live(
  { plan, device }: Member,
  pace: Pace,
  onReading: () => void,
  deps: FleetDeps,
): Promise<void> {
  device.goLive(pace.startsAt);
  // Devices were switched on at different moments; a fleet in step would come in waves.
  let intervals = createRandom(plan.seed, 'phase')();
  let due = pace.startsAt + intervals * pace.intervalMs;
  while (due < pace.endsAt) {
    await deps.sleepUntil(due, deps.signal);
    if (deps.signal.aborted) return;
    device.takeReading(intervals * pace.readingMinutes, Math.round(due));
    await device.deliver();
    await device.obeyCommands();
    onReading();
    // A board whose timer fired while it was busy has missed that reading, not postponed it.
    const missed = Math.max(0, Math.floor((deps.now() - due) / pace.intervalMs));
    deps.tally.missed += missed;
    intervals = 1 + missed;
    due += intervals * pace.intervalMs;
  }
  if (device.isConnected) await deliverAll(device, CLOSING_TRIES, deps);
}

async function deliverAll(device: VirtualDevice, tries: number, deps: FleetDeps): Promise<void> {
  for (let left = tries; device.waiting > 0 && left > 0; left -= 1) {
    await deps.sleepUntil(device.notBefore, deps.signal);
    if (deps.signal.aborted) return;
    await device.deliver();
  }
}

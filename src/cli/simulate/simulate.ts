import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import { patientSend } from './device/patient-send.ts';
import { enrolFleet, type FleetDeps, runHistory, runLive } from './fleet.ts';
import type { SimulateIo } from './io/simulate-io.ts';
import type { SimulateOptions } from './options.ts';
import { OwnerClient } from './owner-client.ts';
import type { FleetReport } from './report-table.ts';
import { emptyTally } from './tally.ts';
import { planTank, type TankPlan } from './tank/tank-plan.ts';

/**
 * Runs a fleet of virtual tanks against a server, through its public interface alone, until the
 * duration is over or `io.signal` comes. Resolves with what happened, also after the signal.
 * @throws CommandFailure where the server cannot be reached or refuses the owner or a device.
 */
export async function simulate(options: SimulateOptions, io: SimulateIo): Promise<FleetReport> {
  const failure = new AbortController();
  const signal = AbortSignal.any([io.signal, failure.signal]);
  setMaxListeners(0, signal);
  const line = io.connect(options.url);
  signal.addEventListener('abort', () => line.close(), { once: true });
  const limit = pLimit(options.concurrency);
  const deps: FleetDeps = {
    ...io,
    signal,
    send: (request) => limit(line.send, request),
    tally: emptyTally(),
  };
  const started = io.stopwatch();
  const plans = planFleet(options);
  try {
    const owner = await OwnerClient.open(patientSend(deps.send, deps), options);
    const members = await enrolFleet(plans, owner, options, deps);
    await runHistory(members, options, deps);
    if (!signal.aborted) await runLive(members, options, deps);
  } catch (error) {
    // What fails because the user ended the run is not a failure of the run.
    if (!io.signal.aborted) throw error;
  } finally {
    failure.abort();
  }
  const seconds = (io.stopwatch() - started) / 1000;
  return { devices: plans.length, seconds, tally: deps.tally };
}

/** The tanks of a run: those given, or as many as asked for, drawn by the seed. */
export function planFleet(options: SimulateOptions): readonly TankPlan[] {
  return (
    options.tanks ?? Array.from({ length: options.devices }, (_, index) => planTank(options, index))
  );
}

import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import { planTank, type TankPlan } from '../../simulator/tank-plan.ts';
import { enrolFleet, type FleetDeps, runHistory } from './fleet.ts';
import { runLive } from './live-fleet.ts';
import type { SimulateOptions } from './options.ts';
import { openOwners } from './owner-client.ts';
import type { FleetReport } from './report.ts';
import { patientSend, type SimulateIo } from './send.ts';
import { emptyTally } from './tally.ts';

/**
 * Runs a fleet of virtual tanks against a server, through its public interface alone, until the duration is
 * over or `io.signal` comes. Resolves with the report, also after the signal.
 * @throws CommandFailure where the server cannot be reached or refuses an owner or a device.
 */
export async function simulate(options: SimulateOptions, io: SimulateIo): Promise<FleetReport> {
  const failure = new AbortController();
  const signal = AbortSignal.any([io.signal, failure.signal]);
  setMaxListeners(0, signal);
  const line = io.connect(options.url, options);
  signal.addEventListener('abort', () => line.close(), { once: true });
  const limit = pLimit(options.concurrency);
  const deps: FleetDeps = {
    ...io,
    signal,
    send: (request) => limit(line.send, request),
    tally: emptyTally(),
    uplink: { isUp: true },
    dropConnections: () => line.drop(),
    openConnections: () => line.sockets.open,
  };
  const devices = options.tanks?.length ?? options.devices;
  const started = io.stopwatch();
  let enrolled = started;
  try {
    const owners = await openOwners(patientSend(deps.send, deps, options.url), options);
    const planOf = (index: number) => options.tanks?.[index] ?? planTank(options, index);
    const members = await enrolFleet(devices, planOf, owners, options, deps);
    enrolled = io.stopwatch();
    await runHistory(members, options, deps);
    if (!signal.aborted) await runLive(members, options, deps);
  } catch (error) {
    // A failure after the user ended the run is not a failure of the run.
    if (!io.signal.aborted) throw error;
  } finally {
    failure.abort();
  }
  const ended = io.stopwatch();
  return {
    devices,
    seconds: (ended - started) / 1000,
    sendingSeconds: (ended - enrolled) / 1000,
    tally: deps.tally,
    sockets: { most: line.sockets.most, opened: line.sockets.opened },
  };
}

/** The tanks of a run: given ones, or drawn by the seed. */
export function planFleet(options: SimulateOptions): readonly TankPlan[] {
  return (
    options.tanks ?? Array.from({ length: options.devices }, (_, index) => planTank(options, index))
  );
}

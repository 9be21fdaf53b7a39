import { demoSeed, demoTanks } from '../../simulator/demo-tanks.ts';
import { createProgress } from '../progress.ts';
import type { SimulateOptions } from './options.ts';
import { reportTable, tallyLegend } from './report.ts';
import { nodeSimulateIo } from './send.ts';
import { simulate } from './simulate.ts';

/** `kisima simulate`: Ctrl-C ends the fleet, and its closing table is printed all the same. */
export async function runSimulation(options: SimulateOptions): Promise<void> {
  const leaving = new AbortController();
  process.once('SIGINT', () => leaving.abort());
  const io = nodeSimulateIo(leaving.signal, createProgress(process.stderr, Date.now));
  process.stdout.write(reportTable(await simulate(options, io)));
}

const demoOwner = { email: 'demo@kisima.example', password: 'kisima-demo' };

/** Interval of readings and of polls for pump commands; a real board takes a minute. */
export const demoReadsEverySeconds = 20;

/** Six named tanks with two weeks of history, then in real time. */
export function demoFleet(url: string): SimulateOptions {
  return {
    url,
    ...demoOwner,
    tanks: demoTanks(),
    devices: 6,
    days: 14,
    historyEveryMinutes: 10,
    everySeconds: demoReadsEverySeconds,
    speed: 1 / 60,
    durationSeconds: null,
    seed: demoSeed,
    concurrency: 12,
    kind: 'mixed',
    sensor: 'good',
    outages: true,
    blackout: null,
    accounts: 1,
    connections: 'kept',
    sockets: 100,
    ca: null,
  };
}

/** `--demo`: fills the server with the demo's tanks, which run until the signal. */
export async function runDemo(url: string, signal: AbortSignal): Promise<void> {
  console.log(`\nDemo account: ${demoOwner.email}  password: ${demoOwner.password}`);
  console.log(`Filling six tanks with two weeks of history; open ${url} and sign in.`);
  console.log(
    `Then each sends its level every ${demoReadsEverySeconds} seconds, until Ctrl-C stops the server.\n`,
  );
  console.log(tallyLegend);
  const progress = createProgress(process.stdout, () => performance.now());
  await simulate(demoFleet(url), nodeSimulateIo(signal, progress));
}

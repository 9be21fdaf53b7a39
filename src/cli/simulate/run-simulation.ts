import { createProgress } from '../progress.ts';
import { nodeSimulateIo } from './io/simulate-io.ts';
import type { SimulateOptions } from './options.ts';
import { reportTable } from './report-table.ts';
import { simulate } from './simulate.ts';

/** `kisima simulate`: Ctrl-C ends the fleet, and its closing table is printed all the same. */
export async function runSimulation(options: SimulateOptions): Promise<void> {
  const leaving = new AbortController();
  process.once('SIGINT', () => leaving.abort());
  const io = nodeSimulateIo(leaving.signal, createProgress(process.stderr, Date.now));
  process.stdout.write(reportTable(await simulate(options, io)));
}

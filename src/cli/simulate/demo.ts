import { createProgress } from '../progress.ts';
import { DEMO_OWNER, DEMO_READS_EVERY_SECONDS, demoFleet } from './demo-fleet.ts';
import { nodeSimulateIo } from './io/simulate-io.ts';
import { TALLY_LEGEND } from './report-table.ts';
import { simulate } from './simulate.ts';

export async function runDemo(url: string, signal: AbortSignal): Promise<void> {
  console.log(`\nDemo account: ${DEMO_OWNER.email}  password: ${DEMO_OWNER.password}`);
  console.log(`Filling six tanks with two weeks of history; open ${url} and sign in.`);
  console.log(
    `Then each sends its level every ${DEMO_READS_EVERY_SECONDS} seconds, until Ctrl-C stops the server.\n`,
  );
  console.log(TALLY_LEGEND);
  const progress = createProgress(process.stdout, () => performance.now());
  await simulate(demoFleet(url), nodeSimulateIo(signal, progress));
}

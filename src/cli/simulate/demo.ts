import { createProgress } from '../progress.ts';
import { DEMO_OWNER, demoFleet } from './demo-fleet.ts';
import { nodeSimulateIo } from './io/simulate-io.ts';
import { simulate } from './simulate.ts';

export async function runDemo(url: string, signal: AbortSignal): Promise<void> {
  console.log(`\nDemo account: ${DEMO_OWNER.email}  password: ${DEMO_OWNER.password}`);
  console.log(`Filling six tanks with two weeks of history; open ${url} and sign in\n`);
  const progress = createProgress(process.stdout, () => performance.now());
  await simulate(demoFleet(url), nodeSimulateIo(signal, progress));
}

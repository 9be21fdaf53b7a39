import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fillInReferences, inDocumentForm } from '../scripts/fill-in-references.ts';
import { type DescribedOperation, describedOperations, type OpenApi } from './contract/openapi.ts';
import { type Asker, createAsker } from './helpers/limits/asker.ts';
import { requestsAtLimit } from './helpers/limits/requests-at-limit.ts';
import { crowdAtLimit, readsAtLimit, rightAtLimit } from './helpers/limits/right-at-limit.ts';
import { watchHealth, watchMemory } from './helpers/limits/watch-health.ts';
import { makeStorage, type Storage } from './helpers/server/kisima-process.ts';
import { startQuietly } from './helpers/server/start-quietly.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';
import { fillAWeek } from './helpers/water/fill-a-week.ts';

const longestWaitMs = 100;
const mostMegabytes = 300;
const largestFailure = 32_768;

/** Much from one address and one account, none of which is to be slowed down for being much. */
const env = {
  LOG_LEVEL: 'warn',
  REGISTRATIONS_PER_ADDRESS: '100000',
  LOGIN_FAILURES_PER_ACCOUNT: '100000',
  LOGIN_FAILURES_PER_ADDRESS: '1000000',
  WRONG_CODES_PER_ACCOUNT: '100000',
  RESETS_PER_ADDRESS: '100000',
  PASSWORD_CHANGES_PER_ACCOUNT: '100000',
  SMS_KEY_FAILURES_PER_ADDRESS: '1000000',
  SMS_TRIAL_CREDITS: '1000000',
  SMS_TRIAL_SENDS: 'simulated',
  SMS_TRIAL_ACCOUNTS_PER_ADDRESS: '1000000',
  PUSH_RATE_PER_DEVICE: '100000',
  PUSH_BURST_PER_DEVICE: '100000',
};

/** `ONLY=bulk` takes the operations whose names hold that. */
const only = process.env['ONLY'] ?? '';

/**
 * `npm run soak:limits`: every operation with bodies and queries at the limit of what it takes, one after
 * the other, and large ones that are right, by somebody who has an account and a key, while another asks
 * for `/healthz` without a pause.
 */
describeOnBothEngines('bodies at their limit', (engine) => {
  for (const heap of ['usual', '512']) {
    let storage: Storage;
    before(async () => {
      storage = await makeStorage(engine);
    });
    after(() => storage.remove());

    it(`keep nobody waiting, with a heap of ${heap} MB`, async () => {
      const options = [
        ...startOptions(),
        ...(heap === 'usual' ? [] : [`--max-old-space-size=${heap}`]),
      ];
      const server = await startQuietly({ ...storage.env, ...env }, options);
      const { url } = server;
      const asker = await createAsker(url);
      // Code that is compiled at its first use is not measured.
      await askRightly(asker);
      const reader = await asker.join();
      await fillAWeek(url, reader.serial);
      const crowd = crowdAtLimit(reader);

      const pid = server.process.pid ?? 0;
      const health = await watchHealth({ url, pid });
      const memory = watchMemory(pid);
      try {
        for (const [route, operation] of await fetchOperations(url)) {
          if (route.includes(only)) await askAtLimit(asker, route, operation);
        }
        await askRightly(asker);
        for (const request of readsAtLimit(reader)) await asker.ask(request, reader);
        await Promise.all(crowd.map((request) => asker.ask(request, reader)));
      } finally {
        await health.stop();
        asker.close();
      }

      const grownBy = Math.round(memory.grownBy());
      assert.equal(server.process.exitCode, null, 'the server has crashed');
      server.kill('SIGTERM');
      assert.equal((await server.ended).code, 0);
      const { asked } = asker;
      const waits = health.waits
        .toSorted((a, b) => b.milliseconds - a.milliseconds)
        .slice(0, 15)
        .map(({ from, milliseconds, busy }) => ({
          'wait, ms': Math.round(milliseconds),
          'busy, ms': Math.round(busy),
          during: asked.find(({ start, end }) => start <= from + milliseconds && end >= from)?.name,
        }));
      const slowest = asked
        .toSorted((a, b) => b.milliseconds - a.milliseconds)
        .slice(0, 15)
        .map(({ name, status, milliseconds }) => ({ name, status, ms: Math.round(milliseconds) }));
      console.table(slowest);
      console.table(waits);
      console.log(`${asked.length} requests; ${grownBy} MB of memory more`);
      console.log(JSON.stringify(Object.fromEntries(countBy(asked.map(({ status }) => status)))));

      const [worst] = waits;
      assert.ok((worst?.['wait, ms'] ?? 0) <= longestWaitMs, JSON.stringify(worst));
      assert.ok(grownBy <= mostMegabytes, `${grownBy} MB`);
      assert.deepEqual(
        health.waits.filter(({ status }) => status !== 200),
        [],
      );
      for (const { name, status, bytes } of asked) {
        assert.ok(status < 500, `${name}: ${status}`);
        assert.ok(status < 400 || bytes <= largestFailure, `${name}: ${bytes} bytes`);
      }
    });
  }
});

async function askAtLimit(asker: Asker, route: string, operation: DescribedOperation) {
  const { account, ids } = await asker.beginRoute(route);
  for (const request of requestsAtLimit(route, operation, ids)) await asker.ask(request, account);
}

async function askRightly(asker: Asker): Promise<void> {
  const account = await asker.join();
  for (const request of rightAtLimit(account)) await asker.ask(request, account);
}

/** Node's flags of `npm start`. */
function startOptions(): string[] {
  const file = fileURLToPath(new URL('../package.json', import.meta.url));
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

async function fetchOperations(url: string) {
  const answer = await fetch(`${url}/openapi.json`);
  const document = fillInReferences((await answer.json()) as OpenApi);
  const paths = Object.entries(document.paths).map(([path, of]) => [inDocumentForm(path), of]);
  return describedOperations({ ...document, paths: Object.fromEntries(paths) });
}

function countBy<T>(all: T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

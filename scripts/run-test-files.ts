// Runs the test files that it is given, in this process and one after the other.
import { resolve } from 'node:path';
import { after, before } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';

// Properties draw the same values in each run, so that one fails by what was changed and not by chance.
// `npm run test:properties` draws others: what it finds becomes an example of the property.
if (process.env['PROPERTY_SEED'] !== 'new') fc.configureGlobal({ seed: 20_261_126 });

// The runner ends the process when it knows of no more tests, lest one that failed keep it for ever with
// what it left open. So no test begins before all are known.
const loading = Promise.withResolvers<void>();
before(() => loading.promise);
for (const file of process.argv.slice(2)) await import(pathToFileURL(resolve(file)).href);
loading.resolve();

// A server that is left open where none failed is a fault all the same.
after(async () => {
  // A promise that nobody awaits fails the run only where the event loop goes on, and a server that was
  // closed just now is gone two turns of it later.
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  if (!process.getActiveResourcesInfo().includes('TCPServerWrap')) return;
  console.log('✖ a test left a server open');
  process.exitCode = 1;
});

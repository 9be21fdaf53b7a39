// Runs test files in this process, one after the other: those that it is given, or those that `run-tests.ts`
// hands it over the channel between them, each when it is done with the one before.
import { resolve } from 'node:path';
import { after, before, describe } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { type Effort, measureEffort } from './effort-of-file.ts';

/** Said to `run-tests.ts`: done with what there was, what that took, or that a file failed outside of its tests. */
export type FromFiles = 'next' | { took: Effort } | { failed: string };
/** The answer to `next`; no file where there is none left. */
export type ToFiles = { file: string | undefined };

// Properties draw the same values in each run, so that one fails by what was changed and not by chance.
// `npm run test:properties` draws others: what it finds becomes an example of the property.
if (process.env['PROPERTY_SEED'] !== 'new') fc.configureGlobal({ seed: 20_261_126 });

/** Files at whose end more servers were open than before them. */
const leftOpen: string[] = [];

// The runner ends the process when it knows of no more tests, lest one that failed keep it for ever with
// what it left open. So nothing begins before the first file is loaded, and behind the tests of each file
// stands a suite that lasts until those of the next one are known.
let known = Promise.withResolvers<void>();
const first = known.promise;
before(() => first);
const given = process.argv.slice(2);
const next = process.channel ? takeFromQueue : async () => given.shift();
for (let file = await next(); file !== undefined; file = await next()) {
  const openBefore = await openServers();
  const effort = measureEffort(file);
  await load(file);
  const { isDone, nextIsKnown } = standBehind(file);
  known.resolve();
  known = nextIsKnown;
  await isDone;
  say({ took: effort() });
  if ((await openServers()) > openBefore) leftOpen.push(file);
}
// A server that is left open where none failed is a fault all the same. Those that files share are
// closed before, by hooks that were set earlier.
after(async () => {
  if ((await openServers()) === 0) return;
  if (leftOpen.length === 0)
    console.log('✖ a test left a server open that was open before its file');
  for (const file of leftOpen) fail(file, 'a test left a server open');
  process.exitCode = 1;
});
known.resolve();
process.channel?.unref();

async function load(file: string): Promise<void> {
  try {
    await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    console.log(error);
    fail(file, 'failed before its tests');
  }
}

function standBehind(file: string) {
  const done = Promise.withResolvers<void>();
  const nextIsKnown = Promise.withResolvers<void>();
  describe(`that was ${file}`, () => {
    before(() => {
      done.resolve();
      return nextIsKnown.promise;
    });
  });
  return { isDone: done.promise, nextIsKnown };
}

async function takeFromQueue(): Promise<string | undefined> {
  const answer = Promise.withResolvers<ToFiles>();
  process.once('message', answer.resolve);
  say('next');
  return (await answer.promise).file;
}

function fail(file: string, why: string): void {
  console.log(`✖ ${why}: ${file}`);
  say({ failed: file });
  process.exitCode = 1;
}

function say(what: FromFiles): void {
  process.send?.(what);
}

async function openServers(): Promise<number> {
  // A promise that nobody awaits fails the run only where the event loop goes on, and a server that was
  // closed just now is gone two turns of it later.
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  return process.getActiveResourcesInfo().filter((each) => each === 'TCPServerWrap').length;
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faults, measureReturn, type Return } from './helpers/smsc/smsc-return.ts';

/**
 * `npm run soak:smsc`: an SMSC goes away with a full window and comes back, in four ways with four
 * windows; how long until messages leave again, and how often each came.
 */
describe('the return of an SMSC', () => {
  const seen: Return[] = [];
  for (const fault of faults) {
    it(`resumes sending after ${fault}`, async () => {
      for (const window of [1, 10, 50, 100]) seen.push(await measureReturn(fault, window));
      console.table(seen.filter((each) => each.fault === fault));
      for (const { jobGoesOn, singleIsSent, mostCopies } of seen) {
        assert.ok(jobGoesOn <= 2000, `the job went on after ${jobGoesOn} ms`);
        assert.ok(singleIsSent <= 2000, `a single send was taken after ${singleIsSent} ms`);
        assert.ok(mostCopies <= 3, `a message came ${mostCopies} times`);
      }
    });
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../../../../test/helpers/smsc/smpp-client.ts';
import { bindPair, type SmppPair, useSmppPairs } from '../../../../test/helpers/smsc/smpp-pair.ts';

const stepMs = 50;
const accounts = 25;
/** The account whose bulk is without end. */
const bulkAccount = 99;
/** Patience of a single send, as the dispatcher has it. */
const patienceMs = 10_000;

type Waited = { account: number; outcome: string; ms: number };

/** An SMSC that takes so many in each second of the test's time. */
async function bindThrottling(perSecond: (second: number) => number): Promise<SmppPair> {
  let second = -1;
  let taken = 0;
  const pair = await bindPair({
    onSubmit: () => {
      const now = Math.floor(pair.timers.now() / 1000);
      if (now !== second) taken = 0;
      second = now;
      if (taken >= perSecond(now)) return { command_status: 0x58 };
      taken += 1;
      return {};
    },
  });
  return pair;
}

/** Lets single sends come at a rate, each account in its turn, beside bulk without end. */
async function sendBesideBulk(pair: SmppPair, singlesPerSecond: number, seconds: number) {
  const { provider, timers, session } = pair;
  const waited: Waited[] = [];
  let bulkSent = 0;
  let inHand = 0;
  const sendBulk = async () => {
    inHand += 1;
    const [result] = await provider.submit([messageOf({ userId: bulkAccount })]);
    inHand -= 1;
    if (result?.outcome === 'accepted') bulkSent += 1;
  };
  const sendSingle = async (account: number) => {
    const start = timers.now();
    const [result] = await provider.submit([messageOf({ userId: account })], undefined, patienceMs);
    waited.push({ account, outcome: result?.outcome ?? '', ms: timers.now() - start });
  };
  let sent = 0;
  const step = async () => {
    // As the dispatcher does: never more than the window, nor than is worth handing over.
    while (inHand < Math.min(10, provider.room?.() ?? 10)) void sendBulk();
    for (let round = 0; round < 2; round += 1) {
      await new Promise<void>((resolve) => session.enquire_link(() => resolve()));
      await setImmediate();
    }
    timers.advance(stepMs);
  };
  for (let ms = 0; ms < seconds * 1000; ms += stepMs) {
    for (; sent < (ms * singlesPerSecond) / 1000; sent += 1) void sendSingle(sent % accounts);
    await step();
  }
  while (waited.length < sent) await step();
  return { waited, sent, bulkSent };
}

const longest = (waited: Waited[]) => Math.max(...waited.map(({ ms }) => ms));

describe('a link that is throttled', () => {
  const bind = useSmppPairs(bindThrottling);

  it('brings single sends of 25 accounts through beside bulk without end, nobody later than others', async () => {
    const pair = await bind(() => 20);
    const { waited, sent, bulkSent } = await sendBesideBulk(pair, 10, 40);
    assert.deepEqual([...new Set(waited.map(({ outcome }) => outcome))], ['accepted']);
    assert.equal(waited.length, sent);
    const sorted = waited.map(({ ms }) => ms).sort((a, b) => a - b);
    const p99 = sorted[Math.floor(0.99 * sorted.length)] ?? 0;
    assert.ok(p99 <= 3000, `${p99} ms`);
    for (const [account, theirs] of Map.groupBy(waited, (each) => each.account)) {
      assert.ok(longest(theirs) <= 3000, `account ${account} waited for ${longest(theirs)} ms`);
    }
    // The rest is bulk's: 20 a second, less ten, less what it takes to learn the rate.
    assert.ok(bulkSent >= 40 * 5, String(bulkSent));
  });

  it('shares what it takes by account where one sends too much', async () => {
    const pair = await bind(() => 20);
    const flood = Array.from({ length: 400 }, () =>
      pair.provider.submit([messageOf({ userId: 77 })], undefined, patienceMs),
    );
    const { waited } = await sendBesideBulk(pair, 5, 15);
    assert.deepEqual([...new Set(waited.map(({ outcome }) => outcome))], ['accepted']);
    assert.ok(longest(waited) <= 3000, `${longest(waited)} ms`);
    const outcomes = (await Promise.all(flood)).flat();
    const refused = outcomes.filter(({ outcome }) => outcome === 'busy').length;
    assert.ok(refused > 0 && refused < 400, `${refused} of the flood`);
  });

  it('sends all once an SMSC that took nothing takes again', async () => {
    const pair = await bind((second) => (second < 6 ? 0 : 20));
    const { waited } = await sendBesideBulk(pair, 2, 15);
    assert.deepEqual([...new Set(waited.map(({ outcome }) => outcome))], ['accepted']);
  });
});

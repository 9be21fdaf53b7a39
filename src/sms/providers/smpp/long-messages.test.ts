import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messageOf } from '../../../../test/helpers/smsc/smpp-client.ts';
import { bindPair, useSmppPairs } from '../../../../test/helpers/smsc/smpp-pair.ts';
import type { PeerPdu } from '../../../../test/helpers/smsc/smpp-peer.ts';
import { until } from '../../../../test/helpers/until.ts';

/** Six parts. */
const text = 'x'.repeat(6 * 153);

describe('long messages on a slow line', () => {
  const bind = useSmppPairs(bindPair);
  /** Lets seconds pass until all is settled. */
  const passing = async <T>(timers: { advance: (ms: number) => void }, work: Promise<T>) => {
    let isDone = false;
    void work.then(() => {
      isDone = true;
    });
    await until(() => {
      timers.advance(100);
      return isDone;
    });
    return await work;
  };

  it('go whole or not at all, while twenty accounts share ten parts a second', async () => {
    const seen: (number | undefined)[] = [];
    const onSubmit = ({ short_message }: PeerPdu) => {
      seen.push(short_message.udh?.[0]?.[2]);
      return {};
    };
    const { provider, timers } = await bind({
      options: { window: 50, throughput: 10, queueMs: 20_000 },
      onSubmit,
    });
    const all = Array.from({ length: 60 }, (_, id) =>
      provider.submit([messageOf({ id, userId: 1 + (id % 20), text })]),
    );
    assert.equal(provider.room?.(), 0);
    assert.equal(provider.backlogMs?.(), 36_000 - 100);
    const outcomes = (await passing(timers, Promise.all(all))).flat();
    const counts = Map.groupBy(outcomes, ({ outcome }) => outcome);
    assert.equal(counts.get('unknown'), undefined);
    assert.equal(seen.length, 6 * (counts.get('accepted')?.length ?? 0));
    assert.ok(seen.length > 0);
    // The parts of each follow one another.
    for (let first = 0; first < seen.length; first += 6) {
      assert.equal(new Set(seen.slice(first, first + 6)).size, 1);
    }
  });

  it('have time for their rest, however long they waited for their first part', async () => {
    const { provider, timers } = await bind({
      options: { window: 1, throughput: 1, queueMs: 4000 },
    });
    const before = Array.from({ length: 3 }, (_, id) => provider.submit([messageOf({ id })]));
    const long = provider.submit([messageOf({ id: 9, userId: 1, text: 'x'.repeat(3 * 153) })]);
    const [outcome] = await passing(timers, long);
    assert.equal(outcome?.outcome, 'accepted');
    await Promise.all(before);
  });
});

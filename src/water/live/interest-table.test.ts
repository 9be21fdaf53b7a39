import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { InterestTable } from './interest-table.ts';

const lifeMs = 90;
const accounts = [1, 2, 3];

const process = fc.constantFrom('a', 'b', 'c');
const said = fc.uniqueArray(fc.constantFrom(...accounts));
const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), process, said }),
  fc.record({ do: fc.constant('replace' as const), process, said }),
  fc.record({ do: fc.constant('remove' as const), process }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ do: fc.constant('expire' as const) }),
  fc.record({ do: fc.constant('renew' as const) }),
);

describe('the table of interests', () => {
  it('holds what each process last said, for as long as it is heard of', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const table = new InterestTable(lifeMs);
        let now = 0;
        const model = new Map<string, { accounts: number[]; heardAt: number }>();
        const isListened = (account: number) =>
          [...model.values()].some((each) => each.accounts.includes(account));
        for (const each of steps) {
          if (each.do === 'add' || each.do === 'replace') {
            const known = each.do === 'add' ? (model.get(each.process)?.accounts ?? []) : [];
            const gone = model.get(each.process)?.accounts ?? [];
            const fresh = each.said.filter(
              (account) => !isListened(account) && !gone.includes(account),
            );
            model.set(each.process, { accounts: [...known, ...each.said], heardAt: now });
            assert.deepEqual(table[each.do](each.process, each.said, now), fresh);
          }
          if (each.do === 'remove') {
            model.delete(each.process);
            table.remove(each.process);
          }
          if (each.do === 'pass') now += each.ms;
          if (each.do === 'renew') {
            for (const known of model.values()) known.heardAt = now;
            table.renew(now);
          }
          if (each.do === 'expire') {
            const silent = [...model].filter(([, { heardAt }]) => now - heardAt >= lifeMs);
            for (const [name] of silent) model.delete(name);
            assert.equal(table.expire(now), silent.length > 0);
          }
          for (const account of accounts) assert.equal(table.has(account), isListened(account));
          assert.equal(table.isEmpty, !accounts.some(isListened));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('counts a process that listens for nobody, so that its end is noticed', () => {
    const table = new InterestTable(lifeMs);
    assert.deepEqual(table.replace('a', [], 0), []);
    assert.equal(table.expire(lifeMs - 1), false);
    assert.equal(table.expire(lifeMs), true);
    assert.equal(table.expire(lifeMs), false);
  });
});

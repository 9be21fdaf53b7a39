import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import fc from 'fast-check';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { minuteMs, secondMs } from '../../kit/time/units.ts';
import { codeMs, mostTries } from './code-queries.ts';
import { createPhoneCodes } from './codes.ts';

type Act = { act: 'ask'; phone: string } | { act: 'right' | 'wrong' } | { act: 'wait'; ms: number };

/** What the table of states says: one code, its tries, its end, and when the last one was sent. */
type Model = { phone: string; code: string; triesLeft: number; endsAt: number; sentAt: number };

const wait = fc.constantFrom(secondMs, minuteMs - 1, minuteMs, codeMs - 1, codeMs);
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    act: fc.constant('ask' as const),
    phone: fc.constantFrom('254712345678', '254112345678'),
  }),
  fc.record({ act: fc.constantFrom('right' as const, 'wrong' as const) }),
  fc.record({ act: fc.constantFrom('wrong' as const) }),
  fc.record({ act: fc.constant('wait' as const), ms: wait }),
);

describeOnBothEngines('codes to phones', (engine) => {
  const server = useTestServer({ engine });

  it('keep their tries, their end and the minute between two, whatever is done', async () => {
    let lastUser = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { maxLength: 25 }), async (course) => {
        lastUser += 1;
        const of = { userId: lastUser, purpose: 'reset' as const };
        let now = server.clock.now;
        const codes = createPhoneCodes({
          db: server.db,
          clock: () => now,
          ids: { secret: (bytes) => randomBytes(bytes).toString('base64url') },
          secret: Buffer.from('a secret of this test'),
        });
        let model: Model | undefined;
        for (const step of course) {
          if (step.act === 'wait') now += step.ms;
          else if (step.act === 'ask') {
            const { phone } = step;
            const isTooSoon = model?.phone === phone && now < model.sentAt + minuteMs;
            const made = await codes.make(of, phone);
            assert.match(made.code, /^\d{6}$/);
            assert.deepEqual([made.isStored, made.expiresAt], [!isTooSoon, now + codeMs]);
            if (isTooSoon) continue;
            const fresh = { triesLeft: mostTries, endsAt: now + codeMs, sentAt: now };
            model = { phone, code: made.code, ...fresh };
          } else {
            const isGood: boolean = !!model && model.triesLeft > 0 && now < model.endsAt;
            const code = model?.code ?? '123456';
            const last = code.endsWith('0') ? '1' : '0';
            const guess = step.act === 'right' ? code : code.slice(0, 5) + last;
            const found = await codes.judge(of, guess);
            const isRight = isGood && step.act === 'right';
            assert.equal(found?.phone, isRight ? model?.phone : undefined);
            if (model && isGood && !isRight) model.triesLeft -= 1;
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('are stored as what nobody can guess them from without the secret of the server', async () => {
    const ids = { secret: () => Buffer.from([0, 0, 0, 7]).toString('base64url') };
    const of = { userId: 1_000_000, purpose: 'verify' as const };
    const hashes: string[] = [];
    for (const secret of ['one', 'another']) {
      const clock = () => server.clock.now;
      const codes = createPhoneCodes({ db: server.db, clock, ids, secret: Buffer.from(secret) });
      const { code } = await codes.make(of, '254712345678');
      assert.equal(code, '000007');
      const right = await codes.judge(of, code);
      hashes.push(right?.codeHash ?? '');
      server.clock.advance(minuteMs);
    }
    assert.notEqual(hashes[0], hashes[1]);
    for (const hash of hashes) assert.match(hash, /^[\w-]{43}$/);
  });
});

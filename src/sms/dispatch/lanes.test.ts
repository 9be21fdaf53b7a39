import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { useDispatchBench } from '../../../test/helpers/sms/dispatch-bench.ts';
import { fakeProvider, queueMessages, readMessage } from '../../../test/helpers/sms/outbox.ts';
import { until } from '../../../test/helpers/until.ts';
import { messageClasses } from '../message-states.ts';
import { findRoute, parseRoutes } from '../providers/sms-routes.ts';
import { isInLane, toLanes } from './lanes.ts';
import { countDue } from './outbox-queries.ts';

const names = ['smpp', 'at', 'simulator'];
const routes = parseRoutes('*=smpp; 25473=at', names);

describeOnBothEngines('claims by routes', (engine) => {
  const bench = useDispatchBench(engine);
  const observe = () => {
    const counts = { messages: 0 };
    const committed = (messages: number) => {
      counts.messages += messages;
    };
    return { counts, observer: { answered: () => {}, committed } };
  };

  it('leave alone what only a provider that is down may carry, and its time in the queue', async () => {
    const [smpp, at] = [fakeProvider('smpp'), fakeProvider('at')];
    smpp.state = 'down';
    const { now } = bench.outbox.clock;
    const due_at = now - 3_600_000;
    const blocked = await queueMessages(bench.db, 150, { phone: '254711111111', due_at });
    await queueMessages(bench.db, 30, { phone: '254711111111', due_at, priority: 0 });
    const behind = await queueMessages(bench.db, 120, { phone: '254731111111' });
    await queueMessages(bench.db, 20, { user_id: 2, phone: '254731111111' });
    const { counts, observer } = observe();
    await bench.run({ routes, observer }, [smpp, at]);
    await until(() => at.taken.length === 140);
    await bench.advance(10_000);
    assert.equal(smpp.taken.length, 0);
    // Each that went was claimed once, and answered once; nothing else was written.
    assert.equal(counts.messages, 2 * 140);
    assert.deepEqual(await countDue(bench.db.read, now), { count: 180, since: due_at });
    assert.equal((await readMessage(bench.db, blocked[0] ?? 0)).due_at, due_at);
    assert.equal(await bench.statusOf(behind.at(-1)), 'sent');
    smpp.state = 'up';
    await bench.advance(1000);
    await until(() => smpp.taken.length === 180);
  });

  it('take no more of each than its providers have places for', async () => {
    const narrow = fakeProvider('smpp', { batch: 1, abreast: 1 });
    const wide = fakeProvider('at', { batch: 20, abreast: 5 });
    await queueMessages(bench.db, 40, { phone: '254711111111' });
    await queueMessages(bench.db, 40, { phone: '254731111111' });
    const { counts, observer } = observe();
    await bench.run({ routes, observer }, [narrow, wide]);
    await until(() => narrow.taken.length + wide.taken.length === 80);
    await bench.outbox.dispatcher.idle();
    assert.equal(counts.messages, 2 * 80);
  });

  it('share the places of a provider that several routes lead to', async () => {
    const [smpp, at] = [fakeProvider('smpp'), fakeProvider('at')];
    at.state = 'down';
    await queueMessages(bench.db, 300, { phone: '254711111111' });
    await queueMessages(bench.db, 300, { phone: '254731111111', user_id: 2 });
    const { counts, observer } = observe();
    const shared = parseRoutes('*=smpp; 25473=at>smpp', names);
    await bench.run({ routes: shared, observer }, [smpp, at]);
    await until(() => smpp.taken.length === 600);
    await bench.outbox.dispatcher.idle();
    assert.equal(counts.messages, 2 * 600);
  });

  it('hold: each message is of the one lane that its route leads to', async () => {
    const prefix = fc.constantFrom('2547', '25471', '254711', '25473', '1');
    const target = fc.constantFrom('smpp', 'at', 'smpp>at', 'at+smpp:2', 'simulator');
    const className = fc.constantFrom('', 'promotional/', 'transactional/');
    const rule = fc.tuple(className, prefix, target).map(([of, to, by]) => `${of}${to}=${by}`);
    const phones = ['254711000000', '254712000000', '254731000000', '254700000000', '15550000'];
    const given = fc.tuple(fc.array(rule, { maxLength: 6 }), target);
    await fc.assert(
      fc.asyncProperty(given, async ([rules, rest]) => {
        const all = parseRoutes([...rules, `*=${rest}`].join(';'), names);
        const lanes = toLanes(all);
        for (const phone of phones) {
          for (const messageClass of messageClasses) {
            const { steps } = findRoute(all, phone, messageClass);
            const expected = new Set(steps.flat().map(({ provider }) => provider));
            const message = sql`(select cast(${phone} as text) as phone,
              cast(${messageClass} as text) as class, 0 as simulated) as m`;
            for (const { providers, rules: ofLane } of lanes) {
              const where = ofLane === null ? sql`` : sql`where ${isInLane(ofLane)}`;
              const { rows } = await sql`select 1 from ${message} ${where}`.execute(bench.db.read);
              const isExpected = new Set(providers).symmetricDifference(expected).size === 0;
              assert.equal(rows.length === 1, isExpected, `${phone} ${messageClass} ${providers}`);
            }
          }
        }
      }),
      { numRuns: 20 },
    );
  });
});

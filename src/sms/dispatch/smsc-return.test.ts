import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import {
  createOutbox,
  newSingle,
  queueMessages,
  readMessage,
} from '../../../test/helpers/sms/outbox.ts';
import { bindPair, endPair, type SmppPair, untilUp } from '../../../test/helpers/smsc/smpp-pair.ts';
import { startSmppPeer } from '../../../test/helpers/smsc/smpp-peer.ts';
import { until } from '../../../test/helpers/until.ts';
import type { Database } from '../../db/database.ts';

type Mood = 'takes' | 'holds' | 'fails';
type Stage = {
  pair: SmppPair;
  outbox: ReturnType<typeof createOutbox>;
  /** How the SMSC answers from now on. */
  be: (mood: Mood) => void;
  /** Messages that the SMSC has been sent so far. */
  sent: () => number;
  /** Lets time pass, on all clocks, and sends what can be sent then. */
  advance: (ms: number) => Promise<void>;
};

/** Ways for an SMSC to be away; each resolves when it takes messages again. */
const faults: { name: string; run: (stage: Stage, window: number) => Promise<void> }[] = [
  {
    name: 'dropped the connection with a full window',
    run: async ({ pair, be }) => {
      be('takes');
      pair.session.destroy();
      await until(() => pair.provider.health().state === 'down');
    },
  },
  {
    name: 'unbound with a full window',
    run: async ({ pair, be }) => {
      be('takes');
      pair.session.unbind();
      await until(() => pair.provider.health().state === 'down');
    },
  },
  {
    name: 'answered SYSERR for a minute',
    run: async ({ be, advance }) => {
      be('fails');
      for (let second = 0; second < 60; second += 1) await advance(1000);
      be('takes');
    },
  },
];

describe('sending when an SMSC is back that', () => {
  let db: Database;
  let close: () => Promise<void>;
  const ends: (() => Promise<unknown> | undefined)[] = [];
  before(async () => {
    ({ db, close } = await openTestDatabase('sqlite'));
  });
  after(() => close());
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    for (const table of ['sms_messages', 'sms_provider_refs'] as const) {
      await db.write.deleteFrom(table).execute();
    }
  });

  const answers = { takes: {}, holds: undefined, fails: { command_status: 0x08 } };
  const setUp = async (window: number): Promise<Stage> => {
    let mood: Mood = 'takes';
    let sent = 0;
    const pair = await bindPair({
      options: { window, responseMs: 300_000 },
      onSubmit: () => {
        sent += 1;
        return answers[mood];
      },
    });
    ends.push(() => endPair(pair));
    const { provider, timers } = pair;
    const outbox = createOutbox(db, [provider], { timers });
    await outbox.dispatcher.start?.();
    ends.push(() => outbox.dispatcher.stop?.());
    return {
      pair,
      outbox,
      be: (next) => {
        mood = next;
      },
      sent: () => sent,
      advance: async (ms) => {
        outbox.clock.now += ms;
        timers.advance(ms);
        outbox.dispatcher.wake();
        await outbox.dispatcher.idle();
      },
    };
  };
  const sendNow = async ({ outbox: { dispatcher } }: Stage) => {
    const claimedBy = dispatcher.claimerId();
    const claimed = { status: 'sending', claimed_by: claimedBy };
    const [id = 0] = await queueMessages(db, 1, { ...claimed, priority: 0 });
    return await dispatcher.sendNow(newSingle({ id, claimedBy }));
  };

  for (const { name, run } of faults) {
    for (const window of [1, 10, 50, 100]) {
      it(`${name} of ${window}: goes on within two seconds`, async () => {
        const stage = await setUp(window);
        const { pair, be, sent, advance } = stage;
        be(name.startsWith('answered') ? 'fails' : 'holds');
        await queueMessages(db, 3 * window);
        stage.outbox.dispatcher.wake();
        await until(() => sent() >= window);
        await run(stage, window);
        const before = sent();
        const bindings = pair.provider.connections?.() ?? 0;
        const isBound = pair.provider.health().state === 'up';
        pair.timers.advance(1000);
        stage.outbox.clock.now += 1000;
        if (!isBound) await until(() => (pair.provider.connections?.() ?? 0) > bindings);
        await untilUp(pair);
        assert.equal((await sendNow(stage)).status, 'sent');
        await advance(1000);
        assert.ok(sent() >= before + 1 + window, `${sent() - before} messages went on`);
        for (let minute = 0; minute < 20; minute += 1) await advance(60_000);
        const rows = await db.read.selectFrom('sms_messages').select(['status']).execute();
        assert.ok(rows.every(({ status }) => status === 'sent'));
      });
    }
  }

  it('was gone for a minute: is found within a second, and sent to', async () => {
    const stage = await setUp(10);
    const { pair, be, advance } = stage;
    be('holds');
    const ids = await queueMessages(db, 30);
    stage.outbox.dispatcher.wake();
    await until(() => stage.sent() >= 10);
    await pair.peer.close();
    const tries = () => pair.log.filter((line) => line.includes('retryInMs')).length;
    for (let tried = 1; tried <= 60; tried += 1) {
      await until(() => tries() >= tried);
      assert.equal((await sendNow(stage)).status, 'failed');
      pair.timers.advance(1000);
    }
    await until(() => tries() >= 61);
    const back = await startSmppPeer({ port: pair.peer.port });
    ends.push(() => back.close());
    pair.timers.advance(1000);
    await untilUp(pair);
    assert.equal((await sendNow(stage)).status, 'sent');
    await advance(1000);
    assert.equal((await readMessage(db, ids[29] ?? 0)).status, 'sent');
  });
});

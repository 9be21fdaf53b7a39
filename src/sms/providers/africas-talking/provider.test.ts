import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import fc from 'fast-check';
import pino from 'pino';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import {
  type AfricasTalkingPeer,
  startAfricasTalkingPeer,
} from '../../../../test/helpers/smsc/africas-talking-peer.ts';
import { until } from '../../../../test/helpers/until.ts';
import { systemTimers, type Timers } from '../../../kit/time/timers.ts';
import { createConnector } from '../../dispatch/connectors/connector.ts';
import type { OutgoingMessage } from '../../message.ts';
import type { SubmitResult } from '../provider.ts';
import { callSize, createAfricasTalkingProvider, groupIntoCalls } from './provider.ts';

const log = pino({ level: 'silent' });

const newMessage = (changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: 1,
  userId: 1,
  to: '254712345678',
  text: 'Habari',
  from: null,
  class: 'transactional',
  expiresAt: 0,
  ...changes,
});
const phone = (number: number) => `2547${String(number).padStart(8, '0')}`;

describe("calls to Africa's Talking", () => {
  const message = fc
    .record({
      to: fc.integer({ min: 0, max: 30 }).map(phone),
      text: fc.constantFrom('a', 'b'),
      from: fc.constantFrom(null, 'A', 'B'),
    })
    .map(newMessage);

  it('hold one text and sender, each number once, at most 20, and every message in its place', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 90 }), (messages) => {
        const places = messages.map((): OutgoingMessage | undefined => undefined);
        for (const { text, from, messages: together, at } of groupIntoCalls(messages)) {
          assert.ok(together.length <= callSize && together.length > 0);
          assert.equal(new Set(together.map(({ to }) => to)).size, together.length);
          together.forEach((each, index) => {
            assert.deepEqual([each.text, each.from], [text, from]);
            places[at[index] ?? -1] = each;
          });
        }
        assert.deepEqual(places, messages);
      }),
    );
  });
});

describe("the provider for Africa's Talking", () => {
  let peer: AfricasTalkingPeer;
  before(async () => {
    peer = await startAfricasTalkingPeer();
  });
  after(() => peer.close());
  afterEach(() => {
    peer.calls.length = 0;
    peer.statusOf.clear();
    peer.answerWith(undefined);
  });

  const create = (changes = {}, timers: Timers = systemTimers) =>
    createAfricasTalkingProvider(
      {
        username: peer.username,
        apiKey: peer.apiKey,
        sender: undefined,
        url: peer.url,
        deadlineMs: 5000,
        ...changes,
      },
      { log, timers },
    );
  /** Submits a message that has no time to wait for another turn. */
  const submitOne = async (changes = {}, timers?: Timers): Promise<SubmitResult> => {
    const [result] = await create(changes, timers).submit([newMessage()], undefined, 0);
    return result ?? assert.fail('no answer');
  };

  it('posts the form that they ask for, with the key in a header', async () => {
    const text = 'Ndoo 5 & ndoo 6 = 11 + 💧\nKaribu';
    const messages = [newMessage({ text }), newMessage({ text, to: '254112345678' })];
    const results = await create().submit(messages);
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['accepted', 'accepted'],
    );
    assert.equal(peer.calls.length, 1);
    const [{ path, apiKey, form } = assert.fail()] = peer.calls;
    assert.deepEqual([path, apiKey], ['/version1/messaging', peer.apiKey]);
    assert.deepEqual(form, {
      username: peer.username,
      to: '+254712345678,+254112345678',
      message: text,
      bulkSMSMode: '1',
      enqueue: '1',
    });
  });

  it("names the message's sender, else the configured one", async () => {
    const provider = create({ sender: 'KISIMA' });
    await provider.submit([newMessage()]);
    await provider.submit([newMessage({ from: 'WATER' })]);
    assert.deepEqual(
      peer.calls.map(({ form }) => form['from']),
      ['KISIMA', 'WATER'],
    );
  });

  it('sends a batch of one text in one call, and gives each message its own id', async () => {
    const messages = Array.from({ length: 20 }, (_, index) => newMessage({ to: phone(index) }));
    const results = await create().submit(messages);
    assert.equal(peer.calls.length, 1);
    const refs = results.flatMap((each) => (each.outcome === 'accepted' ? each.refs : []));
    assert.equal(new Set(refs).size, 20);
    // The peer counts ids in the order of the form.
    assert.deepEqual(
      refs,
      refs.toSorted((a, b) => Number(a.slice(6)) - Number(b.slice(6))),
    );
  });

  it('says of each recipient what the code says', async () => {
    const outcomes = {
      100: 'accepted',
      101: 'accepted',
      102: 'accepted',
      401: 'refused',
      402: 'refused',
      403: 'refused',
      404: 'refused',
      405: 'busy',
      406: 'refused',
      407: 'refused',
      409: 'refused',
      499: 'refused',
      500: 'busy',
      501: 'busy',
      502: 'refused',
      599: 'busy',
      200: 'unknown',
    };
    const codes = Object.keys(outcomes).map(Number);
    for (const code of codes) peer.statusOf.set(`+${phone(code)}`, code);
    const messages = codes.map((code) => newMessage({ to: phone(code) }));
    const results = await create().submit(messages);
    const said = codes.map((code, index) => [code, results[index]?.outcome]);
    assert.deepEqual(Object.fromEntries(said), outcomes);
    const broke = results[codes.indexOf(405)];
    const error = '405 Refused405';
    assert.deepEqual(broke, { outcome: 'busy', error, pauseMs: 60_000, forMoney: true });
  });

  it('knows from an answer as a whole whether anything was sent', async () => {
    const answers = [
      [400, {}, 'refused'],
      [302, { location: '/' }, 'busy'],
      [401, {}, 'busy'],
      [404, {}, 'busy'],
      [429, { 'retry-after': '7' }, 'busy'],
      [503, {}, 'busy'],
      [500, {}, 'unknown'],
      [502, {}, 'unknown'],
      [504, {}, 'unknown'],
    ] as const;
    for (const [status, headers, outcome] of answers) {
      peer.answerWith((response) => response.writeHead(status, headers).end());
      // No time passes, of which a pause would be shorter.
      const result = await submitOne({}, { ...systemTimers, now: () => 0 });
      assert.equal(result.outcome, outcome, String(status));
      if (status === 429) assert.equal('pauseMs' in result && result.pauseMs, 7000);
    }
  });

  it('makes a call again that was throttled, in turn, once the pause is over', async () => {
    const timers = createTestTimers();
    const provider = create({}, timers);
    const texts = () => peer.calls.map(({ form }) => form['message']);
    peer.answerWith((response) =>
      response.writeHead(429, peer.calls.length === 1 ? { 'retry-after': '7' } : {}).end(),
    );
    const queued = provider.submit([newMessage({ text: 'queued' })]);
    await timers.whenWaiting(2);
    assert.deepEqual([provider.room?.(), Math.ceil(provider.backlogMs?.() ?? 0)], [0, 7286]);
    const awaited = provider.submit([newMessage({ text: 'awaited' })], undefined, 10_000);
    const [hasty] = await provider.submit([newMessage({ text: 'hasty' })], undefined, 5000);
    assert.equal(hasty?.outcome === 'busy' && hasty.pauseMs, 7000);
    timers.advance(7000);
    // Throttled once more, without a pause.
    await until(() => peer.calls.length === 2);
    peer.answerWith(undefined);
    for (const submitted of [awaited, queued]) {
      let isDone = false;
      void submitted.then(() => {
        isDone = true;
      });
      await until(() => {
        timers.advance(10);
        return isDone;
      });
      assert.equal((await submitted)[0]?.outcome, 'accepted');
    }
    assert.deepEqual(texts(), ['queued', 'awaited', 'awaited', 'queued']);
  });

  it('is pushed off, not refused, by a wrong key', async () => {
    const result = await submitOne({ apiKey: 'wrong' });
    assert.deepEqual(result, {
      outcome: 'busy',
      error: 'answered with status 401',
      pauseMs: 60_000,
    });
  });

  it('reads the refusal of a whole call', async () => {
    const answer = (Message: string) => {
      const text = JSON.stringify({ SMSMessageData: { Message, Recipients: [] } });
      peer.answerWith((response) => response.writeHead(201).end(text));
    };
    answer('InvalidSenderId');
    assert.deepEqual(await submitOne(), { outcome: 'refused', error: 'InvalidSenderId' });
    answer('InsufficientBalance');
    assert.equal((await submitOne()).outcome, 'busy');
  });

  describe('without a code', () => {
    const asked = '254712345678';
    const read = async (entry: object | null, Message = 'Sent') => {
      const Recipients = entry === null ? [] : [{ number: `+${asked}`, ...entry }];
      const text = JSON.stringify({ SMSMessageData: { Message, Recipients } });
      peer.answerWith((response) => response.writeHead(201).end(text));
      return await submitOne();
    };
    const accepted = (id?: string) => ({ outcome: 'accepted', refs: id === undefined ? [] : [id] });
    const refused = (error: string) => ({ outcome: 'refused', error });

    it('goes by the words of the status', async () => {
      const words = ['Success', 'success', 'SENT', 'Queued', 'Processed', 'Submitted'];
      for (const status of words) {
        for (const statusCode of [undefined, null, '', 'NaN', 0]) {
          const entry = { status, statusCode, messageId: 'ATXid_1' };
          assert.deepEqual(await read(entry), accepted('ATXid_1'), status);
        }
      }
      for (const status of ['Could Not Send', 'could not send', 'Failed', 'Not sent', 'REJECTED']) {
        assert.deepEqual(await read({ status, messageId: 'None', cost: '0' }), refused(status));
      }
      assert.deepEqual(
        await read({ status: 'UserInBlacklist', messageId: 'None' }),
        refused('406 UserInBlacklist'),
      );
      assert.equal((await read({ status: 'InsufficientBalance' })).outcome, 'busy');
      assert.deepEqual(await read({ status: 'Too Many Requests' }), {
        outcome: 'busy',
        error:
          'There was no turn in time, as the provider takes only so many messages a second (Too Many Requests).',
        throttled: true,
      });
    });

    it('goes by the id, then by what the answer says of all', async () => {
      assert.deepEqual(
        await read({ status: 'Pending', messageId: 'ATXid_2' }),
        accepted('ATXid_2'),
      );
      assert.deepEqual(
        await read({ messageId: 'None' }, 'Sent to 1/1 Total Cost: KES 1'),
        accepted(),
      );
      const none = 'Sent to 0/1 Total Cost: 0';
      assert.equal((await read({ messageId: 'None' }, none)).outcome, 'refused');
      assert.equal((await read({}, none)).outcome, 'refused');
      assert.deepEqual(await read(null, none), refused(none));
      assert.deepEqual(await read(null, 'Sent to 1/1 Total Cost: KES 0.8000'), accepted());
      assert.deepEqual(await read({ messageId: 'None' }), {
        outcome: 'unknown',
        error: 'the answer says nothing of it',
      });
    });

    it('takes a code that is written as text', async () => {
      assert.deepEqual(await read({ statusCode: '101', messageId: 'a' }), accepted('a'));
      assert.deepEqual(await read({ statusCode: ' 403 ', status: 'x' }), refused('403 x'));
    });

    it('knows the number in any form, and the one entry in any', async () => {
      const numbers = [
        '0712345678',
        '712345678',
        '+254 712-345-678',
        '00254712345678',
        254712345678,
      ];
      for (const number of [...numbers, 'tel:+254712345678', '+2547****5678', '', null]) {
        const entry = { number, statusCode: 101, messageId: 'b' };
        assert.deepEqual(await read(entry), accepted('b'), String(number));
      }
      const other = { number: '+254700000000', statusCode: 101, messageId: 'b' };
      assert.equal((await read(other)).outcome, 'unknown');
    });
  });

  it('does not know what became of messages that an answer leaves out, or that it cannot read', async () => {
    const odd = ['', '{', 'null', '[]', '{"SMSMessageData":{"Recipients":5}}', '{"a":1}'];
    const other = { statusCode: 101, number: '+254700000000', status: 'Success', messageId: 'x' };
    const left = { SMSMessageData: { Message: 'Sent', Recipients: [other, null, 7] } };
    for (const text of [...odd, JSON.stringify(left), 'x'.repeat(500_000)]) {
      peer.answerWith((response) => response.writeHead(201).end(text));
      assert.equal((await submitOne()).outcome, 'unknown', text.slice(0, 40));
    }
  });

  it('reads an answer behind a byte order mark', async () => {
    const recipient = { number: '+254712345678', statusCode: 101, messageId: 'ATXid_1' };
    const text = JSON.stringify({ SMSMessageData: { Recipients: [recipient] } });
    peer.answerWith((response) => response.writeHead(201).end(`\uFEFF${text}`));
    assert.equal((await submitOne()).outcome, 'accepted');
  });

  it('never rejects and always says something, whatever is answered', async () => {
    const json = fc.json({ maxDepth: 4 });
    const recipient = fc.object({
      key: fc.constantFrom('statusCode', 'number', 'status', 'messageId'),
      values: [fc.constant('+254712345678'), fc.integer(), fc.string(), fc.constant(null)],
    });
    const data = fc
      .array(recipient, { minLength: 1 })
      .map((Recipients) => JSON.stringify({ SMSMessageData: { Recipients } }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, data), async (text) => {
        peer.answerWith((response) => response.writeHead(201).end(text));
        assert.match((await submitOne()).outcome, /^(accepted|refused|busy|unknown)$/);
      }),
      { numRuns: 60 },
    );
  });

  it('does not know what became of a call that was not answered in time, or cut off', async () => {
    peer.answerWith(() => {});
    const late = await submitOne({ deadlineMs: 50 });
    assert.deepEqual(late, { outcome: 'unknown', error: 'no answer within 50 ms' });
    peer.answerWith((response) => response.destroy());
    assert.equal((await submitOne()).outcome, 'unknown');
    peer.answerWith((response) => {
      response.writeHead(201, { 'content-length': 500 }).write('{"SMS');
      response.socket?.end();
    });
    assert.equal((await submitOne()).outcome, 'unknown');
  });

  it('knows that nothing was sent where nobody could be reached', async () => {
    const url = `http://127.0.0.1:${await findClosedPort()}/`;
    const result = await submitOne({ url });
    assert.equal(result.outcome, 'busy');
    const unnamed = await submitOne({ url: 'http://nowhere.invalid/' });
    assert.equal(unnamed.outcome, 'busy');
    // One that listens and never shakes hands over TLS has not seen a message either.
    const mute = createServer((socket) => socket.on('error', () => {}));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as { port: number };
    const tls = await submitOne({ url: `https://127.0.0.1:${port}/`, deadlineMs: 100 });
    assert.equal(tls.outcome, 'busy');
    mute.close();
  });

  it('says how it is', async () => {
    const provider = create();
    assert.equal(provider.health().state, 'up');
    peer.answerWith((response) => response.writeHead(500).end());
    await provider.submit([newMessage()]);
    assert.deepEqual(provider.health(), { state: 'degraded', detail: 'answered with status 500' });
    peer.answerWith(undefined);
    peer.statusOf.set('+254712345678', 500);
    await provider.submit([newMessage(), newMessage({ to: phone(1) })]);
    assert.equal(provider.health().state, 'degraded');
    peer.statusOf.clear();
    await provider.submit([newMessage()]);
    assert.equal(provider.health().state, 'up');
  });

  it('is asked again a quarter of a second after a call that failed', async () => {
    const timers = createTestTimers();
    const provider = create();
    const connector = createConnector(provider, null, timers);
    peer.answerWith((response) => response.writeHead(500).end());
    connector.note(await provider.submit([newMessage()]), connector.begin());
    assert.equal(connector.isAvailable(), false);
    timers.advance(250);
    assert.equal(connector.isAvailable(), true);
  });
});

async function findClosedPort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

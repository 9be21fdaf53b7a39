import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import {
  newMessage,
  phone,
  useAfricasTalkingDesk,
} from '../../../../test/helpers/smsc/africas-talking-desk.ts';
import { until } from '../../../../test/helpers/until.ts';
import { createConnector } from '../../dispatch/connectors/connector.ts';
import type { OutgoingMessage } from '../../message.ts';
import { callSize, groupIntoCalls } from './provider.ts';

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
  const desk = useAfricasTalkingDesk();
  const { create, submitOne } = desk;

  it('posts the form that they ask for, with the key in a header', async () => {
    const text = 'Ndoo 5 & ndoo 6 = 11 + 💧\nKaribu';
    const messages = [newMessage({ text }), newMessage({ text, to: '254112345678' })];
    const results = await create().submit(messages);
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['accepted', 'accepted'],
    );
    assert.equal(desk.peer.calls.length, 1);
    const [{ path, apiKey, form } = assert.fail()] = desk.peer.calls;
    assert.deepEqual([path, apiKey], ['/version1/messaging', desk.peer.apiKey]);
    assert.deepEqual(form, {
      username: desk.peer.username,
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
      desk.peer.calls.map(({ form }) => form['from']),
      ['KISIMA', 'WATER'],
    );
  });

  it('sends a batch of one text in one call, and gives each message its own id', async () => {
    const messages = Array.from({ length: 20 }, (_, index) => newMessage({ to: phone(index) }));
    const results = await create().submit(messages);
    assert.equal(desk.peer.calls.length, 1);
    const refs = results.flatMap((each) => (each.outcome === 'accepted' ? each.refs : []));
    assert.equal(new Set(refs).size, 20);
    // The peer counts ids in the order of the form.
    assert.deepEqual(
      refs,
      refs.toSorted((a, b) => Number(a.slice(6)) - Number(b.slice(6))),
    );
  });

  it('makes a call again that was throttled, in turn, once the pause is over', async () => {
    const timers = createTestTimers();
    const provider = create({}, timers);
    const texts = () => desk.peer.calls.map(({ form }) => form['message']);
    desk.peer.answerWith((response) =>
      response.writeHead(429, desk.peer.calls.length === 1 ? { 'retry-after': '7' } : {}).end(),
    );
    const queued = provider.submit([newMessage({ text: 'queued' })]);
    await timers.whenWaiting(2);
    assert.deepEqual([provider.room?.(), Math.ceil(provider.backlogMs?.() ?? 0)], [0, 7286]);
    const awaited = provider.submit([newMessage({ text: 'awaited' })], undefined, 10_000);
    const [hasty] = await provider.submit([newMessage({ text: 'hasty' })], undefined, 5000);
    assert.equal(hasty?.outcome === 'busy' && hasty.pauseMs, 7000);
    timers.advance(7000);
    // Throttled once more, without a pause.
    await until(() => desk.peer.calls.length === 2);
    desk.peer.answerWith(undefined);
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

  it('does not know what became of a call that was not answered in time, or cut off', async () => {
    desk.peer.answerWith(() => {});
    const late = await submitOne({ deadlineMs: 50 });
    assert.deepEqual(late, { outcome: 'unknown', error: 'no answer within 50 ms' });
    desk.peer.answerWith((response) => response.destroy());
    assert.equal((await submitOne()).outcome, 'unknown');
    desk.peer.answerWith((response) => {
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
    desk.peer.answerWith((response) => response.writeHead(500).end());
    await provider.submit([newMessage()]);
    assert.deepEqual(provider.health(), { state: 'degraded', detail: 'answered with status 500' });
    desk.peer.answerWith(undefined);
    desk.peer.statusOf.set('+254712345678', 500);
    await provider.submit([newMessage(), newMessage({ to: phone(1) })]);
    assert.equal(provider.health().state, 'degraded');
    desk.peer.statusOf.clear();
    await provider.submit([newMessage()]);
    assert.equal(provider.health().state, 'up');
  });

  it('is asked again a quarter of a second after a call that failed', async () => {
    const timers = createTestTimers();
    const provider = create();
    const connector = createConnector(provider, null, timers);
    desk.peer.answerWith((response) => response.writeHead(500).end());
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

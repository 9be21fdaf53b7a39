import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messageOf } from '../../../../test/helpers/smsc/smpp-client.ts';
import { bindPair, useSmppPairs } from '../../../../test/helpers/smsc/smpp-pair.ts';
import type { Request } from '../../../../test/helpers/smsc/smpp-peer.ts';
import { until } from '../../../../test/helpers/until.ts';
import type { SubmitResult } from '../provider.ts';

const long = 'kidogo sana '.repeat(30);

describe('answers that come too late', () => {
  const bind = useSmppPairs(bindPair);

  /** Submits one message, and keeps its parts without an answer until they are given up. */
  const submitUnanswered = async (text = 'Tank 1 is low') => {
    const pair = await bind({ onSubmit: () => undefined });
    const late: { index: number; result: SubmitResult }[] = [];
    const submitted = pair.provider.submit([messageOf({ text })], (index, result) =>
      late.push({ index, result }),
    );
    const requests = [await pair.peer.next('submit_sm')];
    while (text === long && requests.length < 3) requests.push(await pair.peer.next('submit_sm'));
    pair.timers.advance(10_000);
    const [outcome] = await submitted;
    assert.equal(outcome?.outcome, 'unknown');
    return { ...pair, late, requests };
  };
  const answer = ({ pdu, session }: Request, fields: object) => session.send(pdu.response(fields));

  it('count by their sequence number', async () => {
    const { late, requests } = await submitUnanswered();
    answer(requests[0] ?? assert.fail(), { message_id: 'late' });
    await until(() => late.length > 0);
    assert.deepEqual(late, [{ index: 0, result: { outcome: 'accepted', refs: ['late'] } }]);
  });

  it('count once', async () => {
    const { late, requests, log } = await submitUnanswered();
    const [request = assert.fail()] = requests;
    answer(request, { message_id: 'late' });
    answer(request, { message_id: 'again' });
    await until(() => log.some((line) => line.includes('an answer to nothing that was asked')));
    assert.equal(late.length, 1);
  });

  it('count also where they refuse, or say "not now"', async () => {
    for (const [status, outcome] of [
      [0x0b, 'refused'],
      [0x58, 'busy'],
      [0x08, 'busy'],
    ] as const) {
      const { late, requests, provider } = await submitUnanswered();
      answer(requests[0] ?? assert.fail(), { command_status: status });
      await until(() => late.length > 0);
      assert.equal(late[0]?.result.outcome, outcome);
      assert.equal(provider.health().state, 'up');
    }
  });

  it('tell of a long message once all its parts are answered', async () => {
    const { late, requests } = await submitUnanswered(long);
    const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = requests;
    answer(third, { message_id: '3' });
    answer(first, { message_id: '1' });
    answer(second, { message_id: '2' });
    await until(() => late.length > 0);
    assert.deepEqual(late[0]?.result, { outcome: 'accepted', refs: ['1', '2', '3'] });
  });

  it('are of no use to anybody once their session has ended', async () => {
    const { late, requests, timers, peer, provider } = await submitUnanswered();
    const [{ pdu, session } = assert.fail()] = requests;
    session.destroy();
    await until(() => provider.health().state === 'down');
    timers.advance(500);
    const next = await peer.next('bind_transceiver');
    await until(() => provider.health().state === 'up');
    next.session.send(pdu.response({ message_id: 'of the old session' }));
    await new Promise<void>((resolve) => next.session.enquire_link(() => resolve()));
    assert.deepEqual(late, []);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  newMessage,
  phone,
  useAfricasTalkingDesk,
} from '../../../../test/helpers/smsc/africas-talking-desk.ts';
import { systemTimers } from '../../../kit/time/timers.ts';

describe("an answer of Africa's Talking", () => {
  const desk = useAfricasTalkingDesk();
  const { create, submitOne } = desk;

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
    for (const code of codes) desk.peer.statusOf.set(`+${phone(code)}`, code);
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
      desk.peer.answerWith((response) => response.writeHead(status, headers).end());
      // No time passes, of which a pause would be shorter.
      const result = await submitOne({}, { ...systemTimers, now: () => 0 });
      assert.equal(result.outcome, outcome, String(status));
      if (status === 429) assert.equal('pauseMs' in result && result.pauseMs, 7000);
    }
  });

  it('reads the refusal of a whole call', async () => {
    const answer = (Message: string) => {
      const text = JSON.stringify({ SMSMessageData: { Message, Recipients: [] } });
      desk.peer.answerWith((response) => response.writeHead(201).end(text));
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
      desk.peer.answerWith((response) => response.writeHead(201).end(text));
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
      desk.peer.answerWith((response) => response.writeHead(201).end(text));
      assert.equal((await submitOne()).outcome, 'unknown', text.slice(0, 40));
    }
  });

  it('reads an answer behind a byte order mark', async () => {
    const recipient = { number: '+254712345678', statusCode: 101, messageId: 'ATXid_1' };
    const text = JSON.stringify({ SMSMessageData: { Recipients: [recipient] } });
    desk.peer.answerWith((response) => response.writeHead(201).end(`\uFEFF${text}`));
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
        desk.peer.answerWith((response) => response.writeHead(201).end(text));
        assert.match((await submitOne()).outcome, /^(accepted|refused|busy|unknown)$/);
      }),
      { numRuns: 60 },
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { OutgoingMessage } from '../../message.ts';
import { readAnswer } from './read-answer.ts';
import { readData } from './read-data.ts';

type Entry = {
  number: string;
  cost: string;
  status: string;
  statusCode: number;
  messageId: string;
};

const escaped = (text: string | number) =>
  String(text).replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;');

/** An answer as their gateway writes it for `Accept: application/xml`, or for none. */
function asXml(message: string, entries: readonly Entry[]): string {
  const written = entries.map((entry) => {
    const fields = Object.entries(entry).map(
      ([name, value]) => `<${name}>${escaped(value)}</${name}>`,
    );
    return `<Recipient>${fields.join('\n  ')}</Recipient>`;
  });
  const recipients = entries.length > 0 ? `<Recipients>${written.join('\n')}</Recipients>` : '';
  const data = `<SMSMessageData><Message>${escaped(message)}</Message>${recipients}</SMSMessageData>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<AfricasTalkingResponse>${data}</AfricasTalkingResponse>\n`;
}

const asJson = (Message: string, Recipients: unknown) =>
  JSON.stringify({ SMSMessageData: { Message, Recipients } });

const words = fc.string({
  unit: fc.constantFrom('a', 'B', '1', '&', '<', '>', ' '),
  maxLength: 12,
});
const entry = fc.record({
  number: fc
    .integer({ min: 0, max: 99 })
    .map((last) => `+2547000000${String(last).padStart(2, '0')}`),
  cost: fc.constantFrom('KES 0.8000', '0'),
  status: words.map((text) => text.trim()),
  statusCode: fc.integer({ min: 1, max: 600 }),
  messageId: fc.constantFrom('ATXid_1', 'None', ''),
});
const answer = fc.record({
  message: words.map((text) => `Sent ${text}`.trim()),
  entries: fc.array(entry, { maxLength: 5 }),
});

const to = (number: string): OutgoingMessage => ({
  id: 1,
  userId: 1,
  to: number.slice(1),
  text: 'Habari',
  from: null,
  class: 'transactional',
  expiresAt: 0,
});
const outcomesOf = (text: string, numbers: readonly string[]) =>
  readAnswer({ outcome: 'answered', status: 201, retryAfterMs: undefined, text }, numbers.map(to));

describe("an answer of Africa's Talking", () => {
  it('says the same as XML and as JSON, of each recipient', () => {
    fc.assert(
      fc.property(answer, ({ message, entries }) => {
        const json = readData(asJson(message, entries));
        assert.deepEqual(readData(asXml(message, entries)), json);
        assert.equal(json?.recipients.length, entries.length);
      }),
    );
  });

  it('in XML is sent, refused or throttled, never sent a second time', () => {
    const number = '+254712345678';
    const one = {
      number,
      cost: 'KES 0.8000',
      status: 'Success',
      statusCode: 101,
      messageId: 'ATXid_7',
    };
    const outcome = (entry: Partial<Entry>) =>
      outcomesOf(asXml('Sent to 1/1', [{ ...one, ...entry }]), [number])[0];
    assert.deepEqual(outcome({}), { outcome: 'accepted', refs: ['ATXid_7'] });
    const barred = { statusCode: 403, status: 'InvalidPhoneNumber', messageId: 'None' };
    assert.deepEqual(outcome(barred), { outcome: 'refused', error: '403 InvalidPhoneNumber' });
    const [whole] = outcomesOf(asXml('InvalidSenderId', []), [number]);
    assert.deepEqual(whole, { outcome: 'refused', error: 'InvalidSenderId' });
    assert.equal(outcome({ statusCode: 429, status: 'Throttled' })?.outcome, 'busy');
  });

  it('says the same with its names in any letters', () => {
    const styles = [
      (name: string) => name.toLowerCase(),
      (name: string) => name.toUpperCase(),
      (name: string) => (name[0] ?? '').toLowerCase() + name.slice(1),
      (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase(),
    ];
    fc.assert(
      fc.property(answer, fc.constantFrom(...styles), ({ message, entries }, style) => {
        const json = asJson(message, entries).replace(
          /"(\w+)":/g,
          (_, name) => `"${style(name)}":`,
        );
        assert.deepEqual(readData(json), readData(asJson(message, entries)));
        const xml = asXml(message, entries);
        const styled = xml.replace(
          /<(\/?)(SMSM\w+|Mess\w+|Recip\w+|number|status\w*)>/g,
          (_, end, name) => `<${end}${name.toUpperCase()}>`,
        );
        assert.deepEqual(readData(styled), readData(xml));
      }),
    );
  });

  it('is understood by the name of a code alone, in any letters, of a recipient or of the call', () => {
    const number = '+254700000001';
    for (const [name, outcome] of [
      ['Success', 'accepted'],
      ['Queued', 'accepted'],
      ['InsufficientBalance', 'busy'],
      ['InternalServerError', 'busy'],
      ['InvalidPhoneNumber', 'refused'],
      ['UserInBlackList', 'refused'],
    ] as const) {
      for (const status of [name, name.toLowerCase(), name.toUpperCase()]) {
        for (const text of [asJson('x', [{ number, status }]), asJson(status, [])]) {
          assert.equal(outcomesOf(text, [number])[0]?.outcome, outcome, text);
        }
      }
    }
  });

  it('may have one recipient in place of a list, or the list a level deeper', () => {
    fc.assert(
      fc.property(answer, entry, ({ message, entries }, only) => {
        const listed = readData(asJson(message, entries));
        assert.deepEqual(readData(asJson(message, { Recipient: entries })), listed);
        const single = readData(asJson(message, [only]));
        assert.deepEqual(readData(asJson(message, only)), single);
        assert.deepEqual(readData(asJson(message, { Recipient: only })), single);
      }),
    );
    for (const none of [undefined, null, '', []]) {
      assert.deepEqual(readData(asJson('Sent to 1/1', none))?.recipients, []);
    }
  });

  it('is not read where it is a web page, or XML of something else, cut or not', () => {
    const page = '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>';
    for (const text of [page, '<a/>', '<SMSMessageData>', '<SMSMessageData></SMSMessageData>']) {
      assert.equal(readData(text), undefined, text);
      assert.equal(outcomesOf(text, ['+254712345678'])[0]?.outcome, 'unknown');
    }
    fc.assert(
      fc.property(answer, fc.nat(), ({ message, entries }, at) => {
        const text = asXml(message, entries);
        const cut = readData(text.slice(0, at % text.length));
        // What is left of it is not read as something else.
        for (const [index, read] of (cut?.recipients ?? []).entries()) {
          const { number = '', messageId = '' } = entries[index] ?? {};
          assert.ok(['', number].includes(read.number) && ['', messageId].includes(read.messageId));
        }
      }),
    );
  });
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fc from 'fast-check';
import fastify from 'fastify';
import { addErrorHandler } from '../../../kit/api/failures/error-handler.ts';
import { compileValidator } from '../../../kit/api/schema/validator.ts';
import type { App } from '../../../kit/http/app.ts';
import { parseJsonOnly, usualBodyLimit } from '../../../kit/http/body-parsers.ts';
import type { InboundMessage, Receipt } from '../provider.ts';
import { addAfricasTalkingCallbacks, callbackPaths } from './callbacks.ts';

const secret = randomBytes(32);
const paths = callbackPaths(secret);
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const types = [json, 'text/plain', form, 'multipart/form-data', 'nonsense', undefined];

describe("bodies of Africa's Talking's callbacks", () => {
  let app: App;
  let receipts: Receipt[];
  let inbound: InboundMessage[];

  beforeEach(async () => {
    receipts = [];
    inbound = [];
    app = fastify({ bodyLimit: usualBodyLimit }).withTypeProvider<TypeBoxTypeProvider>();
    parseJsonOnly(app);
    app.setValidatorCompiler(compileValidator);
    addErrorHandler(app, () => false);
    const events = {
      onReceipt: async (receipt: Receipt) => void receipts.push(receipt),
      onInbound: async (message: InboundMessage) => void inbound.push(message),
      onUnknownForm: () => {},
    };
    await addAfricasTalkingCallbacks(app, { events, secret });
  });
  afterEach(() => app.close());

  const post = async (url: string, payload: string | Buffer, type?: string) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    const { statusCode } = await app.inject({ method: 'POST', url, headers, payload });
    return statusCode;
  };
  const reported = () =>
    receipts.splice(0).map(({ ref, status, to, error }) => [ref, status, to, error]);

  it('are JSON where they begin so, whatever their type is called', async () => {
    const delivered = ['ATXid_1', 'delivered', '254712345678', null];
    const rows: [body: string, read: unknown[][]][] = [
      ['{"id":"ATXid_1","status":"Success","phoneNumber":254712345678}', [delivered]],
      [
        '{"id":"ATXid_1","status":"Success","phoneNumber":"+254712345678","failureReason":null}',
        [delivered],
      ],
      [
        '\uFEFF\r\n {"messageId":"ATXid_1","status":"Success","phoneNumber":"0712345678"}\0',
        [delivered],
      ],
      ['[{"id":"ATXid_1","status":"Success","phoneNumber":"+254712345678"}]', [delivered]],
      [
        '[{"id":1,"status":"Sent"},null,{"id":2,"status":"Failed","failureReason":"Off"}]',
        [
          ['1', 'pending', undefined, null],
          ['2', 'undelivered', undefined, 'Off'],
        ],
      ],
      [
        '{"id":98765432109876543210,"status":"Success"}',
        [['98765432109876543210', 'delivered', undefined, null]],
      ],
      [
        '{"id":"a","status":"Success","more":{"deep":[1,null]},"retryCount":0}',
        [['a', 'delivered', undefined, null]],
      ],
    ];
    for (const [body, read] of rows) {
      for (const type of types) {
        assert.equal(await post(paths.delivery_reports, body, type), 200, `${type}: ${body}`);
        assert.deepEqual(reported(), read, `${type}: ${body}`);
      }
    }
  });

  it('keep a STOP whose numbers are numbers', async () => {
    const body = '{"from":254712345678,"to":22384,"text":"STOP","id":5,"linkId":null}';
    assert.equal(await post(paths.incoming_messages, body, json), 200);
    assert.equal(await post(paths.opt_outs, '{"phoneNumber":254712345678}', json), 200);
    const provider = 'africastalking';
    assert.deepEqual(inbound, [
      { provider, ref: '5', from: '254712345678', to: '22384', text: 'STOP' },
      { provider, ref: null, from: '254712345678', to: '', text: 'STOP' },
    ]);
  });

  it('are a form where they are no JSON, with fields twice and odd edges', async () => {
    const body = 'id=%20ATXid_1&status=Success&status=Success&phoneNumber=+254712345678\0\r\n';
    const read = [['ATXid_1', 'delivered', '254712345678', null]];
    for (const type of [...types, 'Application/X-WWW-Form-Urlencoded; charset=UTF-8']) {
      assert.equal(await post(paths.delivery_reports, body, type), 200, type);
      assert.deepEqual(reported(), read, type);
    }
  });

  it('are a form in parts where they begin with its boundary', async () => {
    const fields: [string, string][] = [
      ['from', '+254712345678'],
      ['to', '22384'],
      ['text', 'Acha\r\n\r\n--tena & 💧\r\n'],
      ['messageId', 'm-1'],
    ];
    const field = ([name, text]: [string, string]) =>
      `Content-Type: text/plain\r\nContent-Disposition: form-data; filename="x"; name="${name}"\r\n\r\n${text}\r\n`;
    const body = `--X1\r\n${fields.map(field).join('--X1\r\n')}--X1--\r\n`;
    for (const parts of [body, body.replaceAll('filename="x"; ', '')]) {
      for (const type of ['multipart/form-data; boundary=X1', form, undefined]) {
        assert.equal(await post(paths.incoming_messages, parts, type), 200, type);
        const { ref, from, to, text } = inbound.pop() ?? assert.fail();
        assert.deepEqual([ref, from, to, text], ['m-1', '+254712345678', '22384', fields[2]?.[1]]);
      }
    }
  });

  it('are 400 where nothing can be made of them, 413 where they are long', async () => {
    const entry = '{"id":"a","status":"Sent"}';
    const rows: [body: string | Buffer, status: number][] = [
      ['{"id":"a","status":"Sent"', 400],
      ['[]', 400],
      ['[null,1]', 400],
      [`[[${entry}]]`, 400],
      [`[${entry},{"id":"b"}]`, 400],
      ['{"id":{"a":1},"status":"Sent"}', 400],
      ['['.repeat(16_000), 400],
      [`[${'{},'.repeat(4000)}{}]`, 400],
      ['--', 400],
      ['', 400],
      [Buffer.from('{"id":"a","status":"Sent","x":"\xe9"}', 'latin1'), 400],
      [`[${Array(1000).fill(entry).join()}]`, 413],
    ];
    for (const [body, status] of rows) {
      const what = body.toString().slice(0, 40);
      for (const type of types) {
        assert.equal(await post(paths.delivery_reports, body, type), status, `${type}: ${what}`);
      }
    }
    assert.deepEqual(receipts, []);
  });

  it('are read back as they were written, in each form', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    const written = fc.record(
      { from: fc.integer({ min: 1 }).map(String), text },
      { noNullPrototype: true },
    );
    const forms = [
      ({ from, text: words }: { from: string; text: string }) =>
        new URLSearchParams({ from, text: words }).toString(),
      (fields: object) => JSON.stringify(fields),
      ({ from, text: words }: { from: string; text: string }) =>
        JSON.stringify([{ from: Number(from), text: words }]),
    ];
    await fc.assert(
      fc.asyncProperty(written, fc.constantFrom(...forms), async (fields, write) => {
        assert.equal(await post(paths.incoming_messages, write(fields), 'text/plain'), 200);
        const { from, text: read } = inbound.pop() ?? assert.fail();
        assert.deepEqual({ from, text: read }, fields);
      }),
    );
  });
});

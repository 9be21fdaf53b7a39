import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify from 'fastify';
import { addErrorHandler } from '../../../kit/api/failures/error-handler.ts';
import { compileValidator } from '../../../kit/api/schema/validator.ts';
import type { App } from '../../../kit/http/app.ts';
import { parseJsonOnly } from '../../../kit/http/body-parsers.ts';
import type { InboundMessage, Receipt } from '../provider.ts';
import { addAfricasTalkingCallbacks, callbackPaths, callbackToken } from './callbacks.ts';

const secret = randomBytes(32);
const paths = callbackPaths(secret);

describe("callbacks of Africa's Talking", () => {
  let app: App;
  let receipts: Receipt[];
  let inbound: InboundMessage[];
  let isStorageAway: boolean;

  beforeEach(async () => {
    receipts = [];
    inbound = [];
    isStorageAway = false;
    app = fastify().withTypeProvider<TypeBoxTypeProvider>();
    parseJsonOnly(app);
    app.setValidatorCompiler(compileValidator);
    addErrorHandler(app, () => isStorageAway);
    const keep =
      <T>(list: T[]) =>
      async (item: T) => {
        if (isStorageAway) throw new Error('away');
        list.push(item);
      };
    const events = {
      onReceipt: keep(receipts),
      onInbound: keep(inbound),
      onUnknownForm: () => {},
    };
    await addAfricasTalkingCallbacks(app, { events, secret });
  });
  afterEach(() => app.close());

  const post = async (path: string, form: Record<string, string>) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams(form).toString();
    return (await app.inject({ method: 'POST', url: path, headers, payload })).statusCode;
  };

  it('pass delivery reports on, in our words', async () => {
    const statuses = {
      Success: 'delivered',
      success: 'delivered',
      EXPIRED: 'expired',
      Sent: 'pending',
      Submitted: 'pending',
      Buffered: 'pending',
      SomethingNew: 'pending',
      Failed: 'undelivered',
      AbsentSubscriber: 'undelivered',
      Rejected: 'failed',
      Expired: 'expired',
      DeliveredToTerminal: 'delivered',
      DELIVRD: 'delivered',
      ' Success ': 'delivered',
      'Absent Subscriber': 'undelivered',
      DeliveryFailure: 'undelivered',
      DeliveryImpossible: 'undelivered',
      Undelivered: 'undelivered',
      NOT_DELIVERED: 'undelivered',
      UserInBlacklist: 'failed',
      DeliveredToNetwork: 'pending',
      DeliveryUncertain: 'pending',
    };
    for (const [status, expected] of Object.entries(statuses)) {
      const form = { id: 'ATXid_1', status, phoneNumber: '+254712345678', networkCode: '63902' };
      assert.equal(await post(paths.delivery_reports, form), 200);
      const isBad = !['delivered', 'pending'].includes(expected);
      assert.deepEqual(receipts.pop(), {
        provider: 'africastalking',
        ref: 'ATXid_1',
        status: expected,
        error: isBad ? status.trim() : null,
        to: '254712345678',
      });
    }
  });

  it('say why a message did not arrive, where they know', async () => {
    const form = { id: 'a', status: 'Failed', failureReason: 'UserIsInactive', retryCount: '2' };
    assert.equal(await post(paths.delivery_reports, form), 200);
    const [{ error, ...rest } = assert.fail()] = receipts;
    assert.equal(error, 'UserIsInactive');
    assert.deepEqual(rest, { provider: 'africastalking', ref: 'a', status: 'undelivered' });
  });

  it('pass messages from phones on', async () => {
    const form = { date: 'x', from: '+254712345678', id: 'm-1', linkId: 'l', text: 'Acha & 💧' };
    assert.equal(await post(paths.incoming_messages, { ...form, to: '22384' }), 200);
    assert.equal(await post(paths.incoming_messages, { from: 'a', to: 'b', text: '' }), 200);
    const provider = 'africastalking';
    assert.deepEqual(inbound, [
      { provider, ref: 'm-1', from: '+254712345678', to: '22384', text: 'Acha & 💧' },
      { provider, ref: null, from: 'a', to: 'b', text: '' },
    ]);
  });

  it('pass an opt-out on as the STOP that it is', async () => {
    const form = { senderId: 'KISIMA', phoneNumber: '+254712345678' };
    assert.equal(await post(paths.opt_outs, form), 200);
    const [stop] = inbound;
    assert.deepEqual([stop?.from, stop?.to, stop?.text], ['+254712345678', 'KISIMA', 'STOP']);
  });

  it('keep a STOP that has lost the sender it was written to', async () => {
    const phone = '+254712345678';
    assert.equal(await post(paths.incoming_messages, { from: phone, text: 'STOP' }), 200);
    assert.equal(await post(paths.opt_outs, { phoneNumber: phone }), 200);
    assert.deepEqual(
      inbound.map(({ from, to, text }) => [from, to, text]),
      [
        [phone, '', 'STOP'],
        [phone, '', 'STOP'],
      ],
    );
  });

  it('are 404 to who does not know the path, whatever is posted', async () => {
    const wrong = ['x', callbackToken(randomBytes(32)), `${callbackToken(secret)}x`, '%00'];
    for (const token of wrong) {
      const path = paths.delivery_reports.replace(callbackToken(secret), token);
      assert.equal(await post(path, { id: '1', status: 'Success' }), 404, token);
      assert.equal(await post(path, {}), 404);
    }
    assert.deepEqual(receipts, []);
    assert.match(callbackToken(secret), /^[\w-]{32}$/);
  });

  it('are 400 without what matters, and once the storage is away not confirmed', async () => {
    for (const form of [{}, { id: 'a' }, { status: 'Success' }, { id: '', status: 'Sent' }]) {
      assert.equal(await post(paths.delivery_reports, form as Record<string, string>), 400);
    }
    assert.equal(await post(paths.incoming_messages, { to: 'a' }), 400);
    assert.equal(await post(paths.opt_outs, {}), 400);
    isStorageAway = true;
    assert.equal(await post(paths.delivery_reports, { id: 'a', status: 'Sent' }), 503);
  });
});

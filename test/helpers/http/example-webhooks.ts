import assert from 'node:assert/strict';
import type { SmsCaller } from '../sms/sms-caller.ts';
import { startWebhookReceiver } from '../sms/webhook-receiver.ts';
import { type Language, runExample, startReceiver } from './example-programs.ts';

type Call = SmsCaller['owner']['call'];

async function newWebhook(call: Call, url: string) {
  const { body, text } = await call('POST', '/webhooks', { json: { url } });
  const { id, secret } = body as { id: number; secret: string };
  assert.ok(secret, text);
  return {
    secret,
    trial: async () => (await call('POST', `/webhooks/${id}/test`)).body as { delivered: boolean },
  };
}

/** Takes an event by a receiver of the test, and has the script judge it. */
export async function checkByHand(call: Call): Promise<void> {
  const receiver = await startWebhookReceiver();
  try {
    const { secret, trial } = await newWebhook(call, receiver.url);
    await trial();
    const { headers, body } = await receiver.next();
    const judge = async (given: string, at = headers['webhook-timestamp']) => {
      const names = [headers['webhook-id'], at, headers['webhook-signature']];
      const env = { KISIMA_WEBHOOK_SECRET: secret };
      const args = names.map(String);
      return (await runExample('curl', 'webhook', { args, env, input: given })).isGood;
    };
    assert.deepEqual(
      [await judge(body), await judge(`${body} `), await judge(body, '1700000000')],
      [true, false, false],
    );
  } finally {
    await receiver.close();
  }
}

/** Has Kisima tell the example's own receiver of an event, and tells it of others that are forged. */
export async function checkReceiver(
  language: Exclude<Language, 'curl'>,
  call: Call,
): Promise<void> {
  // The secret is known once the webhook is, and so is its address: the events come by a relay.
  const relay = await startWebhookReceiver();
  const { secret, trial } = await newWebhook(call, relay.url);
  const receiver = await startReceiver(language, { KISIMA_WEBHOOK_SECRET: secret });
  try {
    await trial();
    const { headers, body } = await relay.next();
    const post = async (text: string, changed: Record<string, string> = {}) => {
      const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
      const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
      const answer = await fetch(receiver.url, {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json', ...signed, ...changed },
      });
      return answer.status;
    };
    assert.equal(await post(body), 204);
    assert.equal(await post(body), 204, 'an event may come twice');
    assert.equal(await post(body.replace('webhook.test', 'message.status')), 401);
    assert.equal(await post(body, { 'webhook-timestamp': '1700000000' }), 401);
    assert.equal(await post(body, { 'webhook-signature': 'v1,AAAA' }), 401);
    assert.equal(await post(body, { 'webhook-id': 'evt_other' }), 401);
    assert.match(receiver.heard(), /webhook\.test/);
    assert.doesNotMatch(receiver.heard(), /message\.status/);
  } finally {
    await receiver.stop();
    await relay.close();
  }
}

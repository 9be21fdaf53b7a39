import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { makeStorage, type Storage, startKisima } from './helpers/server/kisima-process.ts';
import { runKisima } from './helpers/server/run-kisima.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';
import { openSmsAccount, type SmsAccount } from './helpers/sms/sms-client.ts';
import {
  type AfricasTalkingPeer,
  startAfricasTalkingPeer,
} from './helpers/smsc/africas-talking-peer.ts';
import { until } from './helpers/until.ts';

type Json = Record<string, unknown>;

/** State of a request with an `Idempotency-Key` after a kill, and the doctor's findings about it. */
describeOnBothEngines('a kill while a message is handed over', (engine) => {
  let storage: Storage;
  let peer: AfricasTalkingPeer;
  before(async () => {
    storage = await makeStorage(engine);
    peer = await startAfricasTalkingPeer();
  });
  after(async () => {
    await peer.close();
    await storage.remove();
  });

  it('neither sends nor charges it again when the request is repeated', async () => {
    const env = {
      ...storage.env,
      AT_USERNAME: peer.username,
      AT_API_KEY: peer.apiKey,
      AT_URL: peer.url,
      SMS_LEASE_SECONDS: '1',
    };
    const json = { to: '0712345678', message: 'Sale', class: 'promotional' };
    const first = await startKisima(env);
    const account = await openSmsAccount(first.url);
    peer.answerWith(() => {});
    const lost = ask(first.url, account, 'POST', '/send', json).catch(() => undefined);
    await until(() => peer.calls.length > 0);
    first.kill('SIGKILL');
    await Promise.all([first.ended, lost]);
    peer.answerWith(undefined);

    const second = await startKisima(env);
    const answer = await ask(second.url, account, 'POST', '/send', json);
    assert.deepEqual(answer, {
      success: true,
      message_id: '1',
      balance: 24,
      message: 'SMS queued',
    });
    assert.deepEqual(await ask(second.url, account, 'POST', '/send', json), answer);
    const shown = await ask(second.url, account, 'GET', '/messages/1');
    assert.equal(shown['status'], 'unknown');
    const { used } = await ask(second.url, account, 'GET', '/balance');
    assert.deepEqual([used, peer.calls.length], [1, 1]);

    const { code, stdout, stderr } = await runKisima(['doctor'], storage.env);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^The credits add up: 1 account, 2 ledger entries, 1 message\.$/m);
    await second.stop();
  });
});

async function ask(
  url: string,
  { apiKey }: SmsAccount,
  method: 'GET' | 'POST',
  path: string,
  json?: Json,
): Promise<Json> {
  const response = await fetch(`${url}/v1/sms${path}`, {
    method,
    headers: {
      'x-api-key': apiKey,
      ...(json && { 'content-type': 'application/json', 'idempotency-key': 'once' }),
    },
    ...(json && { body: JSON.stringify(json) }),
  });
  return (await response.json()) as Json;
}

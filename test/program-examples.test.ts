import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  exampleFile,
  exampleNames,
  isThere,
  type Language,
  languages,
  ownExamples,
  runExample,
} from './helpers/http/example-programs.ts';
import { checkByHand, checkReceiver } from './helpers/http/example-webhooks.ts';
import { type FlakyProxy, startFlakyProxy } from './helpers/http/flaky-proxy.ts';
import { type TestServer, useTestServer } from './helpers/server/test-server.ts';
import { newNumbers, newSmsCaller, type SmsCaller } from './helpers/sms/sms-caller.ts';
import { type DeviceAnswer, registerDevice } from './helpers/water/devices.ts';

const all = Object.keys(languages) as Language[];

/** What every example of a name must have, in whatever language. */
const parts: Record<(typeof exampleNames)[number] | 'own-texts', RegExp[]> = {
  send: [/\/v1\/sms\/send/, /X-API-Key/, /Idempotency-Key/, /KISIMA_API_KEY/, /Retry-After/],
  bulk: [/\/v1\/sms\/bulk/, /X-API-Key/, /Idempotency-Key/, /KISIMA_API_KEY/, /Retry-After/],
  'own-texts': [/\/v1\/sms\/bulk/, /"messages"/, /Idempotency-Key/, /Retry-After/],
  webhook: [/KISIMA_WEBHOOK_SECRET/, /whsec_/, /sha256/, /300/],
  push: [/\/iot_push\.php/, /KISIMA_MAC/, /recorded_at/, /Retry-After/],
  poll: [/\/iot_commands\.php/, /\/iot_ack\.php/, /command_id/, /Retry-After/],
};

describe('the examples of programs', () => {
  for (const language of all) {
    it(`are all there for ${language}, and use what they should`, async () => {
      const { ending } = languages[language];
      const names = [...exampleNames, ...(ownExamples[language] ?? [])];
      const files = await readdir(path.resolve('docs/examples', language));
      assert.deepEqual(
        files.sort(),
        ['README.md', ...names.map((name) => `${name}.${ending}`)].sort(),
      );
      for (const name of names) {
        const text = await readFile(exampleFile(language, name), 'utf8');
        for (const part of parts[name]) assert.match(text, part, `${language} ${name}`);
        if (name !== 'webhook') assert.match(text, /deadline|DEADLINE_S|--max-time/, name);
        if (language === 'php') assertPaired(text, name);
      }
    });
  }
});

/** As much of the grammar as can be told without PHP: it begins as PHP, and its brackets are in pairs. */
function assertPaired(text: string, name: string): void {
  assert.ok(text.startsWith('<?php\n'), name);
  const code = text.replaceAll(/^\s*\/\/.*$|\/\*\*.*?\*\//gm, '').replaceAll(/'[^'\n]*'/g, "''");
  for (const [open, close] of ['()', '[]', '{}']) {
    const count = (bracket = '') => code.split(bracket).length;
    assert.equal(count(open), count(close), `${name}: ${open} and ${close}`);
  }
}

for (const language of all) {
  describe(`the examples in ${language}, run against the program`, () => {
    const server = useTestServer({
      engine: 'sqlite',
      isTimed: true,
      env: { SIMULATOR_DELAY_SECONDS: '0', WEBHOOKS_ALLOW_PRIVATE: 'true' },
    });
    let proxy: FlakyProxy;
    let isRun = true;
    before(async () => {
      isRun = await isThere(language);
      if (!isRun)
        console.log(`${language} was not found: its examples are read, but not run here.`);
      proxy = await startFlakyProxy(server.url);
    });
    after(() => proxy.stop());

    it('send: an SMS is sent and charged once, whatever is lost on the way', async () => {
      if (!isRun) return;
      const caller = await newSmsCaller(server);
      const { balance } = await caller.balance();
      proxy.next(['lost', 'busy']);
      const text = 'Tank "3" is\nnearly\\empty: 5 % – haraka';
      const { isGood, said } = await runExample(language, 'send', {
        args: ['0712345678', text],
        env: keyOf(caller),
      });
      assert.ok(isGood, said);
      assert.match(said, /SMS sent/);
      const keys = proxy.seen().map((headers) => headers['idempotency-key']);
      assert.deepEqual([keys.length, new Set(keys).size], [3, 1]);
      assert.equal((await caller.balance()).balance, balance - 1);
      const { body } = await caller.call('GET', '/messages');
      assert.deepEqual(
        (body as { to: string; message: string }[]).map(({ to, message }) => [to, message]),
        [['254712345678', text]],
      );
    });

    it('send: a refusal is said, and not repeated', async () => {
      if (!isRun) return;
      proxy.next([]);
      const { isGood, said } = await runExample(language, 'send', {
        args: ['0712345678', 'Hello'],
        env: { KISIMA_URL: proxy.url, KISIMA_API_KEY: 'ksm_wrong' },
      });
      assert.ok(!isGood);
      assert.match(said, /Invalid or revoked API key/);
      assert.equal(proxy.seen().length, 1);
    });

    it('bulk: a job is queued and charged once, and what was left out is said', async () => {
      if (!isRun) return;
      const caller = await newSmsCaller(server);
      const { balance } = await caller.balance();
      proxy.next(['lost']);
      const env = { ...keyOf(caller), IDEMPOTENCY_KEY: 'notice of May' };
      const args = ['Water is back', ...newNumbers(2), '0800'];
      for (const times of [2, 1]) {
        const { isGood, said } = await runExample(language, 'bulk', { args, env });
        assert.ok(isGood, said);
        assert.match(said, /SMS queued/);
        assert.match(said, /0800.*is not a Kenyan mobile number/);
        assert.equal(proxy.seen().length, times);
        proxy.next([]);
      }
      assert.equal((await caller.balance()).balance, balance - 2);
    });

    if (ownExamples[language]?.includes('own-texts')) {
      it('own-texts: each number gets its text, charged once', async () => {
        if (!isRun) return;
        const caller = await newSmsCaller(server);
        const { balance } = await caller.balance();
        proxy.next(['lost']);
        const [one = '', other = ''] = newNumbers(2);
        const input = `${one},"Asha, your balance is KES 1,200"\n${other},Juma: nothing is due\n`;
        const { isGood, said } = await runExample(language, 'own-texts', {
          env: keyOf(caller),
          input,
        });
        assert.ok(isGood, said);
        assert.match(said, /2 queued, 0 rejected/);
        assert.equal((await caller.balance()).balance, balance - 2);
        const { body } = await caller.call('GET', '/messages');
        assert.deepEqual((body as { message: string }[]).map(({ message }) => message).sort(), [
          'Asha, your balance is KES 1,200',
          'Juma: nothing is due',
        ]);
      });
    }

    it('push: a reading is stored once, although its answer was lost', async () => {
      if (!isRun) return;
      const { device, token } = await newDevice(server);
      proxy.next(['lost']);
      const env = { KISIMA_URL: proxy.url, KISIMA_MAC: device.mac_or_serial };
      const { isGood, said } = await runExample(language, 'push', { args: ['62.5'], env });
      assert.ok(isGood, said);
      assert.match(said, /62\.5/);
      assert.equal(proxy.seen().length, 2);
      const history = `/api/sensors.php?action=history&device_id=${device.id}`;
      const { body } = await server.request('GET', history, { token });
      assert.deepEqual(
        (body as { level: number }[]).map(({ level }) => level),
        [62.5],
      );
      const unknown = { ...env, KISIMA_MAC: 'SN-NOBODYS' };
      const refused = await runExample(language, 'push', { args: ['62.5'], env: unknown });
      assert.ok(!refused.isGood);
    });

    it('poll: a command is fetched, obeyed and acknowledged', async () => {
      if (!isRun) return;
      const { device, token } = await newDevice(server);
      const json = { device_id: device.id, sensor_name: 'main', command: 'on' };
      await server.request('POST', '/api/pump_commands.php?action=send', { token, json });
      // The poll, then the acknowledgement, whose answer is lost: the next is 404.
      proxy.next(['through', 'lost']);
      const env = { KISIMA_URL: proxy.url, KISIMA_MAC: device.mac_or_serial };
      const { isGood, said } = await runExample(language, 'poll', { env });
      assert.ok(isGood, said);
      assert.match(said, /pump on(?:.*\n)+acknowledged \d+\n/);
      const list = `/api/pump_commands.php?action=list&device_id=${device.id}`;
      const { body } = await server.request('GET', list, { token });
      assert.deepEqual(
        (body as { status: string }[]).map(({ status }) => status),
        ['executed'],
      );
      const again = await runExample(language, 'poll', { env });
      assert.deepEqual(again, { isGood: true, said: '' });
    });

    it('webhook: what Kisima signed is taken, and nothing else', async () => {
      if (!isRun) return;
      const { owner } = await newSmsCaller(server);
      if (language === 'curl') await checkByHand(owner.call);
      else await checkReceiver(language, owner.call);
    });

    const keyOf = ({ apiKey }: SmsCaller) => ({ KISIMA_URL: proxy.url, KISIMA_API_KEY: apiKey });
  });
}

let devices = 0;

async function newDevice(server: TestServer): Promise<{ device: DeviceAnswer; token: string }> {
  const { owner } = await newSmsCaller(server);
  const { token } = owner;
  devices += 1;
  return { device: await registerDevice(server, token, `SN-EXAMPLE-${devices}`), token };
}

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { wrongFields } from '../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { newNumber, newSmsCaller, type SmsCaller } from '../../../test/helpers/sms/sms-caller.ts';
import {
  type AfricasTalkingPeer,
  startAfricasTalkingPeer,
} from '../../../test/helpers/smsc/africas-talking-peer.ts';
import { until } from '../../../test/helpers/until.ts';

const message = `${'a'.repeat(150)} “It’s”\u00a0– ok`;
const twin = `${'a'.repeat(150)} "It's" - ok`;

describeOnBothEngines('smart encoding of messages', (engine) => {
  let server: TestServer;
  let peer: AfricasTalkingPeer;
  let caller: SmsCaller;
  before(async () => {
    peer = await startAfricasTalkingPeer();
    const env = { AT_USERNAME: peer.username, AT_API_KEY: peer.apiKey, AT_URL: peer.url };
    server = await startTestServer({ engine, env: { ...env, SMS_TRIAL_CREDITS: '100' } });
    caller = await newSmsCaller(server);
  });
  after(async () => {
    await server.stop();
    await peer.close();
  });

  const send = async (json: object) => {
    const { body, status, text } = await caller.send({ to: newNumber(), message, ...json });
    assert.equal(status, 200, text);
    const { message_id } = body as { message_id: string };
    const shown = (await caller.call('GET', `/messages/${message_id}`)).body;
    const { message: stored, encoding, segments } = shown as Record<string, unknown>;
    assert.equal(stored, message);
    return [peer.calls.at(-1)?.form['message'], encoding, segments];
  };

  it('is done where it is asked for, and never to what is stored', async () => {
    assert.deepEqual(await send({}), [message, 'ucs2', 3]);
    assert.deepEqual(await send({ smart_encoding: null }), [message, 'ucs2', 3]);
    assert.deepEqual(await send({ smart_encoding: true }), [twin, 'gsm7', 2]);
    const wrong = await caller.send({ to: newNumber(), message, smart_encoding: 'yes' });
    assert.deepEqual(wrongFields(wrong), ['smart_encoding']);
  });

  it("is done by the account's setting, unless a message says otherwise", async () => {
    const put = (json: object) => caller.owner.call('PUT', '/settings', { json });
    assert.equal((await put({ smart_encoding: true })).status, 200);
    const { body } = await caller.owner.call('GET', '/settings');
    assert.equal((body as { smart_encoding: boolean }).smart_encoding, true);
    assert.deepEqual(await send({}), [twin, 'gsm7', 2]);
    assert.deepEqual(await send({ smart_encoding: false }), [message, 'ucs2', 3]);
    const long = 'x’'.repeat(459);
    const fits = await caller.send({ to: newNumber(), message: long });
    assert.equal(fits.status, 200);
    const refused = await caller.send({ to: newNumber(), message: long, smart_encoding: false });
    assert.deepEqual(wrongFields(refused), ['message']);
    assert.equal((await put({ quiet_hours: null, smart_encoding: false })).status, 200);
    assert.deepEqual(await send({}), [message, 'ucs2', 3]);
  });

  it('is told by a dry run of bulk, and done to each text of it', async () => {
    const to = [newNumber(), newNumber()];
    const tried = await caller.bulk({ to, message, dry_run: true });
    const { encoding, segments, smart_encoding } = tried.body as Record<string, unknown>;
    const replaced = [
      { from: '“', to: '"' },
      { from: '’', to: "'" },
      { from: '”', to: '"' },
      { from: '\u00a0', to: ' ' },
      { from: '–', to: '-' },
    ];
    assert.deepEqual(
      [encoding, segments, smart_encoding],
      ['ucs2', 3, { applied: false, replaced, segments_saved: 1 }],
    );
    const smart = await caller.bulk({ to, message, dry_run: true, smart_encoding: true });
    const told = smart.body as { encoding: string; smart_encoding: { applied: boolean } };
    assert.deepEqual([told.encoding, told.smart_encoding.applied], ['gsm7', true]);
    const plain = await caller.bulk({ to, message: 'Hi', dry_run: true });
    assert.ok(!('smart_encoding' in (plain.body as object)));

    const { owner } = caller;
    const group = await owner.call('POST', '/groups', { json: { name: 'g' } });
    const { id } = group.body as { id: number };
    const contacts = [{ phone: newNumber(), name: 'Ng’ang’a' }];
    await owner.call('POST', `/groups/${id}/contacts`, { json: { contacts } });
    const personal = { group_id: id, message: 'Hi {name}', smart_encoding: true };
    const { body } = await caller.bulk({ ...personal, dry_run: true });
    assert.equal((body as { encoding: string }).encoding, 'gsm7');
    const { job_id } = (await caller.bulk(personal)).body as { job_id: number };
    await until(() => peer.calls.at(-1)?.form['message'] === "Hi Ng'ang'a");
    const [sent] = (await caller.call('GET', `/messages?job_id=${job_id}`)).body as {
      message: string;
    }[];
    assert.equal(sent?.message, 'Hi Ng’ang’a');
  });
});

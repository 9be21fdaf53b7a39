import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { type SmsStand, startSmsStand } from '../../../test/helpers/sms/sms-stand.ts';
import { until } from '../../../test/helpers/until.ts';
import { type DeviceAnswer, registerDevice } from '../../../test/helpers/water/devices.ts';
import { signPost, writeSecret } from '../../delivery/sign-post.ts';

const minuteMs = 60_000;
let messages = 0;

type Person = {
  token: string;
  email: string;
  id: number;
  phone: string;
  /** Signing secret of another account's webhook. */
  secret: string;
};

describeOnBothEngines('questions by SMS', (engine) => {
  let server: TestServer;
  let stand: SmsStand;
  before(async () => {
    stand = await startSmsStand();
    server = await startTestServer({
      engine,
      env: { WEBHOOKS_ALLOW_PRIVATE: 'true', QUESTIONS_PER_PHONE: '6' },
    });
  });
  after(async () => {
    await server.stop();
    await stand.close();
  });

  const call = async (token: string, method: string, path: string, json?: unknown) => {
    const answer = await server.request(method, path, { token, json });
    assert.ok(answer.status < 300, answer.text);
    return answer.body as Record<string, unknown>;
  };

  /** Registers a person with a verified number, through the stand. */
  const newPerson = async (
    language = 'en',
    phone = `2547${randomInt(10_000_000, 99_999_999)}`,
  ): Promise<Person> => {
    const { token, email, user } = await registerUser(server);
    const secret = writeSecret(Buffer.from(email.padEnd(32).slice(0, 32)));
    await call(token, 'PUT', '/api/me', { language });
    const path = '/api/notifications.php?action=';
    await call(token, 'POST', `${path}save`, {
      ...{ sms_key: `key of ${email}`, sms_base: stand.base, sms_webhook_secret: secret },
      ...{ channels: { email: [], sms: [] } },
    });
    await call(token, 'POST', `${path}verify-phone`, { phone });
    const code = /\d{6}/.exec(stand.taken.at(-1)?.message ?? '')?.[0];
    await call(token, 'POST', `${path}confirm-phone`, { code });
    return { token, email, id: Number(user.id), phone, secret };
  };

  type Post = {
    from?: string;
    to?: string;
    id?: number | string;
    secret?: string;
    account?: number | string;
    sentAt?: number;
    signedAt?: number;
    type?: string;
  };

  /** Posts a message from a phone as the SMS service of an account does. */
  const post = async (via: Person, message: string, given: Post = {}) => {
    const { now } = server.clock;
    const { from = via.phone, to = '22384', secret = via.secret, account = via.id } = given;
    const { id = ++messages, sentAt = now, signedAt = now, type = 'message.inbound' } = given;
    const received_at = new Date(sentAt).toISOString();
    const data = { id, from, to, message, received_at };
    const body = JSON.stringify({ type, timestamp: received_at, data });
    return await server.request('POST', `/api/questions?account=${account}`, {
      body,
      headers: {
        'content-type': 'application/json',
        ...signPost({ secret, id: `evt_${id}`, now: signedAt, body }),
      },
    });
  };

  /** Returns the answer to a message; undefined without one. */
  const ask = async (via: Person, message: string, given: Post = {}) => {
    const before = stand.taken.length;
    const answer = await post(via, message, given);
    assert.deepEqual([answer.status, answer.body], [200, { received: true }], answer.text);
    const [sms, ...others] = stand.taken.slice(before);
    assert.deepEqual(others, []);
    if (sms) assert.equal(sms.to, given.from ?? via.phone);
    return sms?.message;
  };

  const newTank = async ({ token }: { token: string }, name: string, level?: number) => {
    const device = await registerDevice(server, token);
    const { mac_or_serial } = device;
    const json = { mac_or_serial, device_name: name };
    await call(token, 'PUT', '/api/devices.php?action=update-name', json);
    if (level !== undefined) await push(device, level);
    return device;
  };

  const push = async (
    { mac_or_serial: mac_address }: DeviceAnswer,
    level: number,
    more: Record<string, string | number> = {},
  ) => {
    const form = { mac_address, water_level_percent: level, ...more };
    const { status, text } = await server.request('POST', '/iot_push.php', { form });
    assert.equal(status, 201, text);
  };

  const commandsOf = async ({ token }: Person, { id }: DeviceAnswer) => {
    const path = `/api/pump_commands.php?action=list&device_id=${id}`;
    const { body } = await server.request('GET', path, { token });
    return (body as { command: string; sensor_name: string }[]).map(({ command }) => command);
  };

  const share = async (owner: Person, person: Person, device: DeviceAnswer, role: string) => {
    const json = { device_id: device.id, to: person.email, role };
    const { id } = await call(owner.token, 'POST', '/api/devices.php?action=share', json);
    await call(person.token, 'POST', '/api/devices.php?action=accept', { id });
  };

  /** Sends the word by which the person's phone names its person, to the short code of an account. */
  const introduce = async (via: Person, person: Person) => {
    const word = await ask(via, `me ${person.id}`, { from: person.phone });
    assert.match(word ?? '', /^Kisima: (this phone may ask|simu hii sasa)/);
  };

  it('are answered with the levels, the emptiest first, and how old they are', async () => {
    const asha = await newPerson();
    assert.equal(await ask(asha, 'LEVEL'), 'Kisima: you have no tanks here.');
    const roof = await newTank(asha, 'Roof', 45.3);
    await push(roof, 80, { sensor_name: 'ground' });
    await newTank(asha, 'Farm', 8);
    const all = await ask(asha, 'level');
    assert.match(all ?? '', /^Kisima: Farm: 8%\. Roof, \S+: 45%\. Roof, ground: 80%$/);
    assert.equal(await ask(asha, 'Level farm'), 'Kisima: Farm: 8%');
    assert.match((await ask(asha, 'LEVEL roof')) ?? '', /^Kisima: Roof, \S+: 45%\. Roof, ground/);
    assert.equal(
      await ask(asha, 'LEVEL shop'),
      'Kisima: no tank of yours is called shop. LEVEL lists them.',
    );
    server.clock.advance(31 * minuteMs);
    const now = await ask(asha, 'LEVEL farm');
    const [, time = ''] = /^Kisima: Farm: 8% \(offline, as of (\d\d:\d\d)\)$/.exec(now ?? '') ?? [];
    const nairobi = new Date(server.clock.now - 31 * minuteMs + 180 * minuteMs).toISOString();
    assert.equal(time, nairobi.slice(11, 16));
  });

  it('are understood and answered in Swahili', async () => {
    const juma = await newPerson('sw');
    await newTank(juma, 'Paa', 30);
    assert.equal(await ask(juma, 'Maji'), 'Kisima: Paa: 30%');
    assert.match((await ask(juma, 'msaada')) ?? '', /^Kisima: MAJI au MAJI paa/);
    assert.equal(
      await ask(juma, 'pampu washa paa'),
      'Kisima: PAMPU WASHA imetumwa kwa Paa, sasa 30%.',
    );
    assert.equal(await ask(juma, 'SAWA'), 'Kisima: hakuna tahadhari inayokusubiri.');
  });

  it('switch a pump by name, which the log of the device tells', async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 40);
    const farm = await newTank(asha, 'Farm', 50);
    assert.equal(
      await ask(asha, 'PUMP ON'),
      'Kisima: which one? Roof, Farm. Send PUMP ON and its name.',
    );
    assert.equal(await ask(asha, 'pump on roof'), 'Kisima: PUMP ON is sent to Roof, now 40%.');
    assert.deepEqual(await commandsOf(asha, roof), ['on']);
    assert.deepEqual(await commandsOf(asha, farm), []);
    const path = `/api/devices.php?action=log&device_id=${roof.id}`;
    const { body, text } = await server.request('GET', path, { token: asha.token });
    const [entry] = body as { action: string; by: string; facts: unknown }[];
    assert.deepEqual([entry?.action, entry?.by], ['command_sent', asha.email], text);
    const order = { sensor_name: 'main', command: 'on' };
    assert.deepEqual(entry?.facts, { ...order, by_sms_of_account: String(asha.id) });
    await push(roof, 41, { pump_status: 'on' });
    assert.equal(await ask(asha, 'LEVEL roof'), 'Kisima: Roof: 41% (pump on)');
    assert.equal(
      await ask(asha, 'PUMP OFF'),
      'Kisima: PUMP OFF is sent to Roof, now 41% (pump on).',
    );
    assert.deepEqual(await commandsOf(asha, roof), ['off', 'on']);
  });

  it('end the steering by the server, and say so; wait for a device that is offline', async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 50);
    const json = { device_id: roof.id, sensor_name: 'main', command: 'auto' };
    await call(asha.token, 'POST', '/api/pump_commands.php?action=send', json);
    assert.equal(
      await ask(asha, 'PUMP OFF'),
      'Kisima: PUMP OFF is sent to Roof, now 50%. Auto is off.',
    );
    server.clock.advance(20 * minuteMs);
    assert.match(
      (await ask(asha, 'PUMP ON')) ?? '',
      / now 50% \(offline, as of \d\d:\d\d\)\. It lapses unless the device comes within 10 min\.$/,
    );
    const farm = await newTank(asha, 'Farm', 10);
    const fills_from = { device_id: farm.id, sensor_name: 'main' };
    const config = { device_id: roof.id, sensor_name: 'main', fills_from };
    await call(asha.token, 'POST', '/api/sensor_configs.php?action=save', config);
    assert.equal(
      await ask(asha, 'PUMP ON roof'),
      'Kisima: pump of Roof not switched: the tank that it draws from is low.',
    );
  });

  it('do not start a pump that the server itself would not', async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 97);
    assert.equal(
      await ask(asha, 'PUMP ON'),
      'Kisima: pump of Roof not switched: the tank is full.',
    );
    const setPump = (state: Record<string, number>) =>
      server.db.write
        .updateTable('sensors')
        .set({ pump_state: JSON.stringify(state) })
        .where('device_id', '=', Number(roof.id))
        .execute();
    await setPump({ latchedAt: server.clock.now });
    assert.match((await ask(asha, 'PUMP ON roof')) ?? '', /not switched: it ran dry\./);
    assert.deepEqual(await commandsOf(asha, roof), []);
    await setPump({ offSince: server.clock.now - minuteMs });
    assert.match((await ask(asha, 'PUMP ON roof')) ?? '', /switched: the tank is full\./);
    const late = server.clock.now - 10 * minuteMs;
    assert.match(
      (await ask(asha, 'PUMP OFF roof', { sentAt: late })) ?? '',
      /^Kisima: your message of \d\d:\d\d came too late, nothing was switched/,
    );
    assert.deepEqual(await commandsOf(asha, roof), []);
  });

  it('acknowledge what the person was told', async () => {
    const asha = await newPerson();
    const { token } = asha;
    await call(token, 'POST', '/api/notifications.php?action=save', {
      channels: { webhook: ['critical', 'warning'] },
      webhook_url: `${stand.base}/hook`,
    });
    const roof = await newTank(asha, 'Roof', 22);
    await push(roof, 3);
    assert.equal(await ask(asha, 'OK'), 'Kisima: no alert waits for you.');
    server.clock.advance(6000);
    const alerts = async () => {
      const path = `/api/alerts.php?action=list&device_id=${roof.id}`;
      return (await server.request('GET', path, { token })).body as { acknowledged_by: unknown }[];
    };
    const told = () =>
      server.db.write
        .selectFrom('incident_recipients')
        .select('told_raised_at')
        .where('user_id', '=', asha.id)
        .where('told_raised_at', 'is not', null)
        .execute();
    await until(async () => (await told()).length > 0);
    assert.match((await ask(asha, 'ok farm')) ?? '', /no tank of yours is called farm/);
    assert.equal(await ask(asha, 'Ok.'), 'Kisima: 1 alert acknowledged: Roof.');
    const [alert] = await alerts();
    assert.ok(alert?.acknowledged_by, JSON.stringify(alert));
    assert.equal(await ask(asha, 'OK'), 'Kisima: no alert waits for you.');
  });

  it('are answered once, however often they come', async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 40);
    assert.match((await ask(asha, 'PUMP ON', { id: 'mo-1' })) ?? '', /is sent to Roof/);
    await push(roof, 45);
    assert.equal(await ask(asha, 'PUMP ON', { id: 'mo-1' }), undefined);
    assert.equal(stand.taken.at(-1)?.name, 'question_mo-1');
    assert.equal(stand.taken.at(-1)?.key, `key of ${asha.email}`);
    const together = await Promise.all(
      [1, 2, 3, 4].map(() => post(asha, 'PUMP OFF', { id: 'mo-2' })),
    );
    assert.deepEqual(
      together.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.deepEqual(await commandsOf(asha, roof), ['off', 'on']);
  });

  it('come again where the answer was not taken, and do nothing twice', async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 40);
    const sentAt = server.clock.now;
    stand.answerWith(503);
    assert.equal((await post(asha, 'PUMP ON', { id: 'mo-3', sentAt })).status, 503);
    stand.answerWith(200);
    await push(roof, 44);
    assert.equal(
      await ask(asha, 'PUMP ON', { id: 'mo-3', sentAt }),
      'Kisima: PUMP ON is sent to Roof, now 40%.',
    );
    assert.deepEqual(await commandsOf(asha, roof), ['on']);
    stand.answerWith(402);
    assert.equal(await ask(asha, 'LEVEL'), undefined);
    stand.answerWith(503);
    const old = { sentAt: server.clock.now - 16 * minuteMs };
    assert.equal(await ask(asha, 'LEVEL', old), undefined);
    stand.answerWith(200);
  });

  it("are refused without a fresh signature by the account's secret", async () => {
    const asha = await newPerson();
    const other = await newPerson();
    const wrong: Post[] = [
      { secret: other.secret },
      { account: other.id },
      { account: 999_999_999 },
      { account: 'x' },
      { signedAt: server.clock.now - 301_000 },
      { signedAt: server.clock.now + 301_000 },
    ];
    const asked = stand.asked();
    for (const given of wrong) {
      const answer = await post(asha, 'LEVEL', given);
      assert.deepEqual(failureOf(answer), [401, 'unauthenticated'], JSON.stringify(given));
    }
    const unsigned = { json: { type: 'message.inbound', data: {} } };
    const path = `/api/questions?account=${asha.id}`;
    assert.equal((await server.request('POST', path, unsigned)).status, 401);
    const { token } = asha;
    await call(token, 'POST', '/api/notifications.php?action=save', { sms_webhook_secret: null });
    assert.equal((await post(asha, 'LEVEL')).status, 401);
    assert.equal(stand.asked(), asked);
  });

  it('are told nothing where the phone is nobody known to the account', async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 40);
    const stranger = await newPerson();
    await newTank(stranger, 'Secret', 40);
    const asked = stand.asked();
    for (const from of ['254799999999', stranger.phone, '22384', 'MPESA', '+14155550100', '']) {
      assert.equal(await ask(asha, 'LEVEL', { from }), undefined, from);
      assert.equal(await ask(asha, 'PUMP ON roof', { from }), undefined, from);
    }
    assert.equal(await ask(asha, 'LEVEL', { to: asha.phone }), undefined);
    for (const text of ['STOP', 'Acha', 'START', 'Kisima: Roof: 40%']) {
      assert.equal(await ask(asha, text), undefined, text);
    }
    assert.equal(await ask(asha, 'x', { type: 'message.status' }), undefined);
    assert.equal(stand.asked(), asked);
    assert.deepEqual(await commandsOf(asha, roof), []);
  });

  it('let nobody speak for others with a secret of his own', async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 40);
    const mallory = await newPerson();
    await newTank(mallory, 'Trap', 40);
    assert.equal(await ask(mallory, 'PUMP ON roof', { from: asha.phone }), undefined);
    assert.match((await ask(mallory, 'PUMP ON roof')) ?? '', /no tank of yours is called roof/);
    await share(asha, mallory, roof, 'viewer');
    await introduce(mallory, asha);
    for (let count = 1; count < 6; count += 1) await ask(mallory, 'HELP', { from: asha.phone });
    assert.equal(await ask(mallory, 'HELP', { from: asha.phone }), undefined);
    assert.equal(await ask(asha, 'LEVEL'), 'Kisima: Roof: 40%');
    server.clock.advance(61 * minuteMs);
    await push(roof, 40);
    assert.equal(await ask(mallory, 'LEVEL', { from: asha.phone }), 'Kisima: Roof: 40%');
    const refused = 'Kisima: you may see Roof, but not switch its pump. Ask its owner.';
    assert.equal(await ask(mallory, 'PUMP ON roof', { from: asha.phone }), refused);
    assert.equal(await ask(mallory, 'PUMP ON roof'), refused);
    const viewer = await newPerson();
    await share(asha, viewer, roof, 'viewer');
    assert.equal(await ask(viewer, 'PUMP OFF'), refused);
    assert.deepEqual(await commandsOf(asha, roof), []);
  });

  it("go by the owner's SMS account for whom he shares a tank with, as far as both may", async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 40);
    const baraka = await newPerson('sw');
    await newTank(baraka, 'Kwake', 10);
    await share(asha, baraka, roof, 'operator');
    const from = baraka.phone;
    assert.equal(await ask(asha, 'MAJI', { from }), undefined);
    await introduce(asha, baraka);
    assert.equal(await ask(asha, 'MAJI', { from }), 'Kisima: Roof: 40%');
    assert.equal(stand.taken.at(-1)?.key, `key of ${asha.email}`);
    assert.match((await ask(asha, 'pampu washa', { from })) ?? '', /imetumwa kwa Roof/);
    assert.deepEqual(await commandsOf(asha, roof), ['on']);
    assert.match((await ask(baraka, 'MAJI')) ?? '', /^Kisima: Kwake: 10%\. Roof: 40%$/);
  });

  it('are answered so many times an hour, and once where they are none', async () => {
    const asha = await newPerson();
    assert.match((await ask(asha, 'Habari yako')) ?? '', /^Kisima: LEVEL or/);
    assert.equal(await ask(asha, 'I am driving and will call you later'), undefined);
    for (let count = 1; count < 6; count += 1) assert.ok(await ask(asha, 'HELP'));
    assert.equal(await ask(asha, 'HELP'), undefined);
    server.clock.advance(61 * minuteMs);
    assert.ok(await ask(asha, 'HELP'));
    assert.ok(await ask(asha, 'Habari'));
  });

  it('are answered so many times an hour, however many come at once', async () => {
    const asha = await newPerson();
    await newTank(asha, 'Roof', 40);
    const before = stand.taken.length;
    const texts = ['LEVEL', 'HELP', 'PUMP ON', 'What?', 'PUMP OFF', 'OK'];
    const together = Array.from({ length: 60 }, (_, at) => post(asha, texts[at % 6] ?? ''));
    for (const { status, text } of await Promise.all(together)) assert.equal(status, 200, text);
    const answered = stand.taken.slice(before).map(({ message }) => message);
    assert.equal(answered.length, 6, answered.join('\n'));
    const kept = await server.db.read
      .selectFrom('sms_questions')
      .select('asked')
      .where('phone', '=', asha.phone)
      .execute();
    assert.equal(kept.length, 6);
    assert.ok(kept.filter(({ asked }) => asked === 'unknown').length <= 1);
  });

  it("speak for nobody who has only verified a member's number by a service of his own", async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 40);
    // Mallory was first, and may do more than the member.
    const baraka = await newPerson();
    const mallory = await newPerson('en', baraka.phone);
    await share(asha, mallory, roof, 'manager');
    const from = baraka.phone;
    assert.equal(await ask(asha, 'PUMP ON', { from }), undefined);
    await share(asha, baraka, roof, 'viewer');
    await introduce(asha, baraka);
    const refused = 'Kisima: you may see Roof, but not switch its pump. Ask its owner.';
    assert.equal(await ask(asha, 'PUMP ON', { from }), refused);
    assert.deepEqual(await commandsOf(asha, roof), []);
    // Once the phone has sent its word, the more powerful of the two counts.
    await introduce(asha, mallory);
    assert.match((await ask(asha, 'PUMP ON', { from })) ?? '', /is sent to Roof/);
    const path = `/api/devices.php?action=log&device_id=${roof.id}`;
    const { body } = await server.request('GET', path, { token: asha.token });
    assert.equal((body as { by: string }[])[0]?.by, mallory.email);
  });

  it('speak for the one who may more, of several whom a phone has named', async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 40);
    const first = await newPerson();
    const second = await newPerson('sw', first.phone);
    for (const [person, role] of [
      [first, 'viewer'],
      [second, 'operator'],
    ] as const) {
      await share(asha, person, roof, role);
      await introduce(asha, person);
    }
    const from = first.phone;
    assert.match((await ask(asha, 'PUMP ON', { from })) ?? '', /imetumwa kwa Roof/);
    // An account does not speak for a number that it has lost.
    const path = '/api/notifications.php?action=save';
    await call(second.token, 'POST', path, { sms_key: null });
    assert.match((await ask(asha, 'PUMP OFF', { from })) ?? '', /may see Roof, but not switch/);
  });

  it('take the word of a phone for an account that the person shares a tank with', async () => {
    const [asha, stranger] = [await newPerson(), await newPerson()];
    const roof = await newTank(asha, 'Roof', 40);
    const from = stranger.phone;
    assert.equal(await ask(asha, `ME ${stranger.id}`, { from }), undefined);
    await share(asha, stranger, roof, 'viewer');
    assert.equal(await ask(asha, `ME ${stranger.id}`, { from: '254799999998' }), undefined);
    assert.match((await ask(asha, `ME ${asha.id}`, { from })) ?? 'nothing', /^nothing$/);
    assert.equal(await ask(asha, 'LEVEL', { from }), undefined);
  });

  it('need a message that is one', async () => {
    const asha = await newPerson();
    const wrong: Post[] = [{ id: '' }, { id: 1.5 }, { id: 'a b' }, { id: 'x'.repeat(201) }];
    for (const given of wrong) {
      assert.deepEqual(failureOf(await post(asha, 'HELP', given)), [400, 'malformed_request']);
    }
  });

  it('have their secret in the settings, beside a key', async () => {
    const { token, user } = await registerUser(server);
    const path = '/api/notifications.php?action=';
    const save = (json: unknown) => server.request('POST', `${path}save`, { token, json });
    const secret = writeSecret(Buffer.alloc(32));
    const sms_webhook_secret = secret;
    assert.deepEqual(wrongFields(await save({ sms_webhook_secret })), ['sms_webhook_secret']);
    assert.deepEqual(wrongFields(await save({ sms_key: 'k', sms_webhook_secret: 'abc' })), [
      'sms_webhook_secret',
    ]);
    const webhookOf = ({ body }: { body: unknown }) =>
      (body as { sms: { webhook: unknown } }).sms.webhook;
    const question = { path: `/api/questions?account=${user.id}`, is_secret_set: true };
    const saved = await save({ sms_key: 'k', sms_webhook_secret });
    assert.deepEqual(webhookOf(saved), question);
    assert.ok(!saved.text.includes(secret));
    assert.deepEqual(webhookOf(await save({ sms_key: 'another' })), question);
    const elsewhere = await save({ sms_key: 'k', sms_base: 'https://sms.example' });
    assert.deepEqual(webhookOf(elsewhere), { ...question, is_secret_set: false });
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { type Post, useQuestionDesk } from '../../../test/helpers/water/question-desk.ts';
import { writeSecret } from '../../delivery/sign-post.ts';

const minuteMs = 60_000;

describeOnBothEngines('people who ask by SMS', (engine) => {
  const desk = useQuestionDesk(engine);
  const { call, newPerson, post, ask, newTank, push, commandsOf, share, introduce } = desk;

  it("are refused without a fresh signature by the account's secret", async () => {
    const asha = await newPerson();
    const other = await newPerson();
    const wrong: Post[] = [
      { secret: other.secret },
      { account: other.id },
      { account: 999_999_999 },
      { account: 'x' },
      { signedAt: desk.server.clock.now - 301_000 },
      { signedAt: desk.server.clock.now + 301_000 },
    ];
    const asked = desk.stand.asked();
    for (const given of wrong) {
      const answer = await post(asha, 'LEVEL', given);
      assert.deepEqual(failureOf(answer), [401, 'unauthenticated'], JSON.stringify(given));
    }
    const unsigned = { json: { type: 'message.inbound', data: {} } };
    const path = `/api/questions?account=${asha.id}`;
    assert.equal((await desk.server.request('POST', path, unsigned)).status, 401);
    const { token } = asha;
    await call(token, 'POST', '/api/notifications.php?action=save', { sms_webhook_secret: null });
    assert.equal((await post(asha, 'LEVEL')).status, 401);
    assert.equal(desk.stand.asked(), asked);
  });

  it('are told nothing where the phone is nobody known to the account', async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 40);
    const stranger = await newPerson();
    await newTank(stranger, 'Secret', 40);
    const asked = desk.stand.asked();
    for (const from of ['254799999999', stranger.phone, '22384', 'MPESA', '+14155550100', '']) {
      assert.equal(await ask(asha, 'LEVEL', { from }), undefined, from);
      assert.equal(await ask(asha, 'PUMP ON roof', { from }), undefined, from);
    }
    assert.equal(await ask(asha, 'LEVEL', { to: asha.phone }), undefined);
    for (const text of ['STOP', 'Acha', 'START', 'Kisima: Roof: 40%']) {
      assert.equal(await ask(asha, text), undefined, text);
    }
    assert.equal(await ask(asha, 'x', { type: 'message.status' }), undefined);
    assert.equal(desk.stand.asked(), asked);
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
    desk.server.clock.advance(61 * minuteMs);
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
    assert.equal(desk.stand.taken.at(-1)?.key, `key of ${asha.email}`);
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
    desk.server.clock.advance(61 * minuteMs);
    assert.ok(await ask(asha, 'HELP'));
    assert.ok(await ask(asha, 'Habari'));
  });

  it('are answered so many times an hour, however many come at once', async () => {
    const asha = await newPerson();
    await newTank(asha, 'Roof', 40);
    const before = desk.stand.taken.length;
    const texts = ['LEVEL', 'HELP', 'PUMP ON', 'What?', 'PUMP OFF', 'OK'];
    const together = Array.from({ length: 60 }, (_, at) => post(asha, texts[at % 6] ?? ''));
    for (const { status, text } of await Promise.all(together)) assert.equal(status, 200, text);
    const answered = desk.stand.taken.slice(before).map(({ message }) => message);
    assert.equal(answered.length, 6, answered.join('\n'));
    const kept = await desk.server.db.read
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
    const { body } = await desk.server.request('GET', path, { token: asha.token });
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
    const { token, user } = await registerUser(desk.server);
    const path = '/api/notifications.php?action=';
    const save = (json: unknown) => desk.server.request('POST', `${path}save`, { token, json });
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

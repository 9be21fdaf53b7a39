import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { until } from '../../../test/helpers/until.ts';
import { useQuestionDesk } from '../../../test/helpers/water/question-desk.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describeOnBothEngines('questions by SMS', (engine) => {
  const desk = useQuestionDesk(engine);
  const { call, newPerson, post, ask, newTank, push, commandsOf } = desk;

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
    desk.server.clock.advance(31 * minuteMs);
    const now = await ask(asha, 'LEVEL farm');
    const [, time = ''] = /^Kisima: Farm: 8% \(offline, as of (\d\d:\d\d)\)$/.exec(now ?? '') ?? [];
    const nairobi = new Date(desk.server.clock.now - 31 * minuteMs + 180 * minuteMs).toISOString();
    assert.equal(time, nairobi.slice(11, 16));
  });

  it('are answered with the level before, where the last reading is one that cannot be', async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 70);
    const configured = { device_id: roof.id, sensor_name: 'main', capacity: 2000 };
    await call(asha.token, 'POST', '/api/sensor_configs.php?action=save', configured);
    for (let count = 0; count < 24; count += 1) {
      desk.server.clock.advance(5 * minuteMs);
      await push(roof, 70);
    }
    desk.server.clock.advance(5 * minuteMs);
    await push(roof, 0);
    assert.equal(await ask(asha, 'LEVEL roof'), 'Kisima: Roof: 70%, 1400 litres');
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
    const { body, text } = await desk.server.request('GET', path, { token: asha.token });
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

  it('end the steering by the desk.server, and say so; wait for a device that is offline', async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 50);
    const json = { device_id: roof.id, sensor_name: 'main', command: 'auto' };
    await call(asha.token, 'POST', '/api/pump_commands.php?action=send', json);
    assert.equal(
      await ask(asha, 'PUMP OFF'),
      'Kisima: PUMP OFF is sent to Roof, now 50%. Auto is off.',
    );
    // Its only reading is of the hour before.
    const toNextHour = hourMs - (desk.server.clock.now % hourMs);
    desk.server.clock.advance(Math.max(toNextHour, 20 * minuteMs));
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

  it('say until when a command holds that is given longer, as the board calls seldom', async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 40);
    for (let count = 0; count < 20; count += 1) {
      desk.server.clock.advance(40 * minuteMs);
      await push(roof, 40 + (count % 3));
    }
    desk.server.clock.advance(3 * 60 * minuteMs);
    const answer = (await ask(asha, 'PUMP ON')) ?? '';
    const minutes = /unless the device comes within (\d+) min\.$/.exec(answer)?.[1];
    const { expires_at } = await desk.server.db.read
      .selectFrom('pump_commands')
      .select('expires_at')
      .where('device_id', '=', Number(roof.id))
      .executeTakeFirstOrThrow();
    assert.equal(
      Number(minutes),
      Math.round((expires_at - desk.server.clock.now) / minuteMs),
      answer,
    );
    assert.ok(Number(minutes) > 10);
  });

  it('do not start a pump that the desk.server itself would not', async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 97);
    assert.equal(
      await ask(asha, 'PUMP ON'),
      'Kisima: pump of Roof not switched: the tank is full.',
    );
    const setPump = (state: Record<string, number>) =>
      desk.server.db.write
        .updateTable('sensors')
        .set({ pump_state: JSON.stringify(state) })
        .where('device_id', '=', Number(roof.id))
        .execute();
    await setPump({ latchedAt: desk.server.clock.now });
    assert.match((await ask(asha, 'PUMP ON roof')) ?? '', /not switched: it ran dry\./);
    assert.deepEqual(await commandsOf(asha, roof), []);
    await setPump({ offSince: desk.server.clock.now - minuteMs });
    assert.match((await ask(asha, 'PUMP ON roof')) ?? '', /switched: the tank is full\./);
    const late = desk.server.clock.now - 10 * minuteMs;
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
      webhook_url: `${desk.stand.base}/hook`,
    });
    const roof = await newTank(asha, 'Roof', 22);
    await push(roof, 3);
    assert.equal(await ask(asha, 'OK'), 'Kisima: no alert waits for you.');
    desk.server.clock.advance(6000);
    const alerts = async () => {
      const path = `/api/alerts.php?action=list&device_id=${roof.id}`;
      return (await desk.server.request('GET', path, { token })).body as {
        acknowledged_by: unknown;
      }[];
    };
    const told = () =>
      desk.server.db.write
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
    assert.equal(desk.stand.taken.at(-1)?.name, 'question_mo-1');
    assert.equal(desk.stand.taken.at(-1)?.key, `key of ${asha.email}`);
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
    const sentAt = desk.server.clock.now;
    desk.stand.answerWith(503);
    assert.equal((await post(asha, 'PUMP ON', { id: 'mo-3', sentAt })).status, 503);
    desk.stand.answerWith(200);
    await push(roof, 44);
    assert.equal(
      await ask(asha, 'PUMP ON', { id: 'mo-3', sentAt }),
      'Kisima: PUMP ON is sent to Roof, now 40%.',
    );
    assert.deepEqual(await commandsOf(asha, roof), ['on']);
    desk.stand.answerWith(402);
    assert.equal(await ask(asha, 'LEVEL'), undefined);
    desk.stand.answerWith(503);
    const old = { sentAt: desk.server.clock.now - 16 * minuteMs };
    assert.equal(await ask(asha, 'LEVEL', old), undefined);
    desk.stand.answerWith(200);
  });

  it('are answered without litres there, where the board says its own, which the capacity does not make', async () => {
    const asha = await newPerson();
    const cone = await newTank(asha, 'Cone', 70);
    const configured = { device_id: cone.id, sensor_name: 'main', capacity: 2000 };
    await call(asha.token, 'POST', '/api/sensor_configs.php?action=save', configured);
    for (let count = 0; count < 24; count += 1) {
      desk.server.clock.advance(5 * minuteMs);
      await push(cone, 70, { volume: 980 });
    }
    assert.equal(await ask(asha, 'LEVEL cone'), 'Kisima: Cone: 70%, 980 litres');
    desk.server.clock.advance(5 * minuteMs);
    await push(cone, 5, { volume: 5 });
    assert.equal(await ask(asha, 'LEVEL cone'), 'Kisima: Cone: 70%');
  });
});

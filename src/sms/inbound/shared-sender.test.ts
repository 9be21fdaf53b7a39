import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { newSmsCaller, type SmsCaller } from '../../../test/helpers/sms/sms-caller.ts';
import { dayMs } from '../../kit/time/units.ts';
import type { MessageClass } from '../message-states.ts';
import { codesIn } from './shared-sender.ts';
import { storeInbound } from './store-inbound.ts';

const shared = '22384';
/** The operator's, and an account's as well. */
const both = '22399';
const weekMs = 7 * dayMs;

describeOnBothEngines('a STOP to a sender that accounts share', (engine) => {
  const server = useTestServer({ engine });
  let phones = 712_000_000;
  let senders = 40_000;

  const nextPhone = () => `254${++phones}`;
  const arrive = (from: string, text: string, to = shared, suffix?: string) =>
    storeInbound(
      {
        db: server.db,
        clock: () => server.clock.now,
        operatorSenders: new Set([shared, both]),
        toldCodes: codesIn(suffix),
      },
      { provider: 'test', ref: null, from, to, text },
    );
  const write = async ({ send }: SmsCaller, to: string, fields: object = {}) =>
    (await send({ to, message: 'Ofa ya leo', ...fields })).status;
  const promote = (caller: SmsCaller, to: string) => write(caller, to, { class: 'promotional' });
  const giveSender = async ({ owner }: SmsCaller, carries: MessageClass | null = null) => {
    const sender = String(++senders);
    const row = {
      sender,
      name: sender,
      class: carries,
      user_id: owner.userId,
      created_at: server.clock.now,
    };
    await server.db.write.insertInto('sms_senders').values(row).execute();
    return sender;
  };

  it('ends promotional messages of each account that wrote from it, and of no other', async () => {
    const [shop, bank, stranger] = [
      await newSmsCaller(server),
      await newSmsCaller(server),
      await newSmsCaller(server),
    ];
    const [phone, neighbour] = [nextPhone(), nextPhone()];
    assert.equal(await promote(shop, phone), 200);
    assert.equal(await write(bank, phone), 200);
    assert.equal(await promote(shop, neighbour), 200);
    await arrive(phone, 'STOP');
    assert.equal(await promote(shop, phone), 400);
    assert.equal(await promote(bank, phone), 400);
    assert.equal(await promote(stranger, phone), 200);
    assert.equal(await promote(shop, neighbour), 200);
    assert.equal(await write(shop, phone), 200);
  });

  it("ends those of its owner and of the others, where the operator's sender is an account's as well", async () => {
    const [owner, shop, stranger] = [
      await newSmsCaller(server),
      await newSmsCaller(server),
      await newSmsCaller(server),
    ];
    const row = { sender: both, name: both, user_id: owner.owner.userId, created_at: 0 };
    await server.db.write.insertInto('sms_senders').values(row).execute();
    const phone = nextPhone();
    assert.equal(await promote(shop, phone), 200);
    await arrive(phone, 'STOP 22399', both);
    assert.equal(await promote(owner, phone), 400);
    assert.equal(await promote(shop, phone), 400);
    assert.equal(await promote(stranger, phone), 200);
    await arrive(phone, 'START', both);
    assert.equal(await promote(owner, phone), 200);
    assert.equal(await promote(shop, phone), 200);
    const own = await giveSender(owner);
    await arrive(phone, 'STOP', own);
    assert.equal(await promote(owner, phone), 400);
    assert.equal(await promote(shop, phone), 200);
  });

  it('is read in whatever form the network writes the number', async () => {
    const shop = await newSmsCaller(server);
    for (const [index, form] of ['', '0', '+254', '00254', '254'].entries()) {
      const digits = String(713_000_000 + index);
      assert.equal(await promote(shop, `254${digits}`), 200);
      await arrive(form + digits, '"acha."');
      assert.equal(await promote(shop, `254${digits}`), 400, form);
    }
  });

  it('that names the sender of one account ends those of that account alone', async () => {
    const [brand, shop] = [await newSmsCaller(server), await newSmsCaller(server)];
    const phone = nextPhone();
    const row = { sender: 'KISIMA', name: 'Kisima', user_id: brand.owner.userId, created_at: 0 };
    await server.db.write.insertInto('sms_senders').values(row).execute();
    assert.equal(await promote(shop, phone), 200);
    await arrive(phone, 'STOP Kisima');
    assert.deepEqual([await promote(brand, phone), await promote(shop, phone)], [400, 200]);
    await arrive(phone, 'START kisima');
    assert.equal(await promote(brand, phone), 200);
    await arrive(phone, 'stop nobody');
    assert.deepEqual([await promote(brand, phone), await promote(shop, phone)], [200, 200]);
  });

  it('leaves accounts alone that wrote from a sender of their own', async () => {
    const [shop, late] = [await newSmsCaller(server), await newSmsCaller(server)];
    const phone = nextPhone();
    const own = await giveSender(shop);
    assert.equal(await write(late, phone), 200);
    server.clock.now += 1000;
    await giveSender(late);
    for (const fields of [{}, { sender: own }]) assert.equal(await write(shop, phone, fields), 200);
    await arrive(phone, 'STOP');
    assert.equal(await promote(shop, phone), 200);
    assert.equal(await promote(late, phone), 400);
    await arrive(phone, 'STOP', own);
    assert.equal(await promote(shop, phone), 400);
  });

  it('counts for accounts whose senders do not carry the class of what they wrote', async () => {
    const [bank, shop] = [await newSmsCaller(server), await newSmsCaller(server)];
    await giveSender(bank, 'transactional');
    await giveSender(shop, 'promotional');
    const phone = nextPhone();
    assert.equal(await promote(bank, phone), 200);
    assert.equal(await promote(shop, phone), 200);
    await arrive(phone, 'STOP');
    assert.deepEqual([await promote(bank, phone), await promote(shop, phone)], [400, 200]);
    await arrive(phone, 'START');
    assert.equal(await promote(bank, phone), 200);
  });

  it('counts for an account whose sender was taken from it: what it writes now leaves from there', async () => {
    const shop = await newSmsCaller(server);
    const sender = await giveSender(shop);
    const phone = nextPhone();
    assert.equal(await write(shop, phone, { sender }), 200);
    await server.db.write.deleteFrom('sms_senders').where('sender', '=', sender).execute();
    await arrive(phone, 'STOP');
    assert.equal(await promote(shop, phone), 400);
  });

  it('counts for accounts with senders of their own where the suffix of promotions says the code', async () => {
    const suffix = 'STOP to 22384';
    for (const [to, text] of [
      [shared, 'STOP'],
      [shared, 'stop 22384'],
      // What Africa's Talking posts may have lost the sender.
      ['', 'STOP'],
    ] as const) {
      const [shop, bank, stranger] = [
        await newSmsCaller(server),
        await newSmsCaller(server),
        await newSmsCaller(server),
      ];
      const own = await giveSender(shop);
      await giveSender(bank);
      const phone = nextPhone();
      assert.equal(await promote(shop, phone), 200);
      assert.equal(await write(bank, phone), 200);
      await arrive(phone, text, to, 'STOP to 22399');
      assert.equal(await promote(shop, phone), to === '' ? 400 : 200);
      await arrive(phone, text, to, suffix);
      const all = [shop, bank, stranger];
      const statuses = async () => await Promise.all(all.map((each) => promote(each, phone)));
      assert.deepEqual(await statuses(), [400, 200, 200], text);
      await arrive(phone, 'START', to, suffix);
      assert.deepEqual(await statuses(), [200, 200, 200], text);
      await arrive(phone, 'STOP', own, suffix);
      assert.deepEqual(await statuses(), [400, 200, 200], text);
    }
  });

  it('answers messages of the last eight weeks, not of long ago, nor those that never left', async () => {
    const [shop, bank, later] = [
      await newSmsCaller(server),
      await newSmsCaller(server),
      await newSmsCaller(server),
    ];
    const phone = nextPhone();
    assert.equal(await promote(shop, phone), 200);
    server.clock.now += 2 * weekMs;
    assert.equal(await promote(bank, phone), 200);
    server.clock.now += 7 * weekMs;
    const scheduled_at = new Date(server.clock.now + dayMs).toISOString();
    assert.equal(await write(later, phone, { scheduled_at }), 200);
    await arrive(phone, 'STOP');
    const answers = [];
    for (const caller of [shop, bank, later]) answers.push(await promote(caller, phone));
    assert.deepEqual(answers, [200, 400, 200]);
  });

  it('is taken back by START, however much later; what an owner added stays', async () => {
    const [shop, bank] = [await newSmsCaller(server), await newSmsCaller(server)];
    const phone = nextPhone();
    for (const caller of [shop, bank]) assert.equal(await promote(caller, phone), 200);
    await bank.owner.call('POST', '/opt-outs', { json: { phones: [phone] } });
    await arrive(phone, 'STOP');
    server.clock.now += 20 * weekMs;
    await arrive(phone, 'START');
    assert.equal(await promote(shop, phone), 200);
    assert.equal(await promote(bank, phone), 400);
  });

  it('shows nobody the message', async () => {
    const shop = await newSmsCaller(server);
    const phone = nextPhone();
    assert.equal(await promote(shop, phone), 200);
    await arrive(phone, 'STOP');
    const inbound = await shop.owner.call('GET', '/inbound');
    assert.deepEqual(inbound.body, []);
  });
});

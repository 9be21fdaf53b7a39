import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { assertDoctorClean } from '../../../test/helpers/database/assert-doctor-clean.ts';
import {
  type Answer,
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import {
  openAfricasTalkingWay,
  openSmppWay,
  type Way,
} from '../../../test/helpers/sms/provider-ways.ts';
import { newSmsOwner, type SmsOwner } from '../../../test/helpers/sms/sms-account.ts';
import {
  international,
  newNumber,
  newNumbers,
  newSmsCaller,
} from '../../../test/helpers/sms/sms-caller.ts';
import { until } from '../../../test/helpers/until.ts';
import { updateRole } from '../../accounts/queries.ts';

type Sent = { message_id: string; balance: number; simulated?: true };
const message = 'Tank 3 is nearly empty';

const ways = { SMPP: openSmppWay, "Africa's Talking": openAfricasTalkingWay };

/** An administrator, and their way to credit somebody. */
async function newAdmin(server: TestServer) {
  const admin = await newSmsOwner(server);
  await updateRole(server.db.write, admin.email, 'admin');
  const credit = async (email: string, credits: number) => {
    const json = { email, credits };
    const answer = await server.request('POST', '/v1/admin/credits', { token: admin.token, json });
    assert.equal(answer.status, 201, answer.text);
  };
  return { token: admin.token, credit };
}

describeOnBothEngines('trial credits', (engine) => {
  for (const [name, open] of Object.entries(ways)) {
    describe(`beside ${name}`, () => {
      let way: Way;
      let server: TestServer;
      let admin: Awaited<ReturnType<typeof newAdmin>>;
      before(async () => {
        way = await open();
        const env = { ...way.env, SMS_TRIAL_SENDS: 'simulated', SIMULATOR_DELAY_SECONDS: '0' };
        server = await startTestServer({ engine, env });
        admin = await newAdmin(server);
        await way.meet(server, admin.token);
      });
      after(async () => {
        await server.stop();
        await way.close();
      });
      afterEach(async () => {
        assert.equal(way.waiting(), 0);
        await assertDoctorClean(server.db);
      });

      /** Waits until a message has arrived, at whomever. */
      const untilDelivered = async (owner: SmsOwner, id: string) => {
        return await until(async () => {
          const { body } = await owner.call('GET', `/sms/messages/${id}`);
          const shown = body as { status: string; simulated: boolean };
          return shown.status === 'delivered' && shown;
        });
      };

      it('send to the simulator, and say so', async () => {
        const { owner, send, bulk } = await newSmsCaller(server);
        const account = await owner.call('GET', '');
        assert.equal((account.body as { simulated: boolean }).simulated, true);

        const single = await send({ to: newNumber(), message });
        assert.deepEqual([single.status, (single.body as Sent).simulated], [200, true]);
        const shown = await untilDelivered(owner, (single.body as Sent).message_id);
        assert.equal(shown.simulated, true);

        const job = await bulk({ to: newNumbers(3), message });
        assert.deepEqual([job.status, (job.body as Sent).simulated], [202, true]);
        const messages = (await owner.call('GET', '/sms/messages')).body as Sent[];
        for (const { message_id } of messages) await untilDelivered(owner, message_id);
        const outbox = (await owner.call('GET', '/outbox')).body as Sent[];
        assert.deepEqual(
          outbox.map(({ message_id }) => message_id),
          messages.map(({ message_id }) => message_id),
        );
      });

      it('end with the first grant: then all that is sent is real', async () => {
        const { owner, send, bulk } = await newSmsCaller(server);
        await send({ to: newNumber(), message });
        await admin.credit(owner.email, 1);
        const account = await owner.call('GET', '');
        assert.equal((account.body as { simulated: boolean }).simulated, false);

        const to = newNumber();
        const sending = send({ to, message });
        const handed = await way.next();
        assert.equal(handed.to, international(to));
        const { body } = await sending;
        assert.deepEqual([(body as Sent).balance, 'simulated' in (body as Sent)], [24, false]);
        const shown = await owner.call('GET', `/sms/messages/${(body as Sent).message_id}`);
        assert.equal((shown.body as { simulated: boolean }).simulated, false);

        const numbers = newNumbers(2);
        assert.equal('simulated' in ((await bulk({ to: numbers, message })).body as Sent), false);
        const arrived = [(await way.next()).to, (await way.next()).to];
        assert.deepEqual(arrived.sort(), numbers.map(international).sort());
      });

      it('are told from real ones by the statement that spends, also amid a grant', async () => {
        const { owner, send } = await newSmsCaller(server);
        const answers: Promise<Answer>[] = [];
        for (let count = 0; count < 20; count += 1) {
          answers.push(send({ to: newNumber(), message }));
          if (count === 10) await admin.credit(owner.email, 5);
        }
        const bodies = (await Promise.all(answers)).map(({ body }) => body as Sent);
        const real = bodies.filter(({ simulated }) => !simulated);
        assert.ok(real.length >= 9, `${real.length} were real`);
        for (const _ of real) await way.next();
      });

      it('of many new accounts put nothing on the air', async () => {
        const owners: SmsOwner[] = [];
        for (let count = 0; count < 8; count += 1) {
          const { owner, send, bulk } = await newSmsCaller(server);
          assert.equal((await send({ to: newNumber(), message })).status, 200);
          assert.equal((await bulk({ to: newNumbers(24), message })).status, 202);
          owners.push(owner);
        }
        const takenOf = async ({ call }: SmsOwner) =>
          ((await call('GET', '/outbox')).body as Sent[]).length;
        for (const owner of owners) await until(async () => (await takenOf(owner)) >= 25);
      });
    });
  }
});

describeOnBothEngines('trial credits of an operator who sends them for real', (engine) => {
  it('go by the routes', async () => {
    const way = await openSmppWay();
    const env = { ...way.env, SMS_TRIAL_SENDS: 'real' };
    const server = await startTestServer({ engine, env });
    await way.meet(server, (await newAdmin(server)).token);
    const { owner, send } = await newSmsCaller(server);
    const sending = send({ to: newNumber(), message });
    await way.next();
    assert.equal('simulated' in ((await sending).body as Sent), false);
    const account = await owner.call('GET', '');
    assert.equal((account.body as { simulated: boolean }).simulated, false);
    await server.stop();
    await way.close();
  });
});

describeOnBothEngines('accounts of an address', (engine) => {
  const most = 3;
  let server: TestServer;
  before(async () => {
    const env = { SMS_TRIAL_ACCOUNTS_PER_ADDRESS: String(most), TRUST_PROXY: '1' };
    server = await startTestServer({ engine, env });
  });
  after(() => server.stop());

  /** New accounts that begin at once; @returns what each has to spend. */
  const openAtOnce = async (count: number, addressOf: (index: number) => string) => {
    const owners: SmsOwner[] = [];
    for (let index = 0; index < count; index += 1) owners.push(await newSmsOwner(server));
    const answers = await Promise.all(
      owners.map(({ call }, index) =>
        call('GET', '', { headers: { 'x-forwarded-for': addressOf(index) } }),
      ),
    );
    return answers.map(({ status, body, text }) => {
      assert.equal(status, 200, text);
      return (body as { balance: number }).balance;
    });
  };
  const withCredits = (balances: number[]) => balances.filter((balance) => balance > 0).length;

  it('get trial credits up to the limit of a day, also where they begin at once', async () => {
    assert.equal(withCredits(await openAtOnce(12, () => '203.0.113.7')), most);
    assert.deepEqual(await openAtOnce(1, () => '203.0.113.7'), [0]);
    assert.deepEqual(await openAtOnce(1, () => '203.0.113.8'), [25]);
    server.clock.advance(24 * 3_600_000 - 1);
    assert.deepEqual(await openAtOnce(1, () => '203.0.113.7'), [0]);
    server.clock.advance(1);
    assert.equal(withCredits(await openAtOnce(most + 1, () => '203.0.113.7')), most);
    await assertDoctorClean(server.db);
  });

  it('count as one address where they share 64 bits of IPv6', async () => {
    const balances = await openAtOnce(8, (index) => `2001:db8:7:8::${index + 1}`);
    assert.equal(withCredits(balances), most);
  });

  it('begin without credits and are counted once, however often they are asked for', async () => {
    const { call } = await newSmsOwner(server);
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    await Promise.all(Array.from({ length: 6 }, () => call('GET', '', { headers })));
    assert.equal(withCredits(await openAtOnce(most, () => '203.0.113.9')), most - 1);
  });

  it('may begin anew after a clock that was ahead is put right', async () => {
    server.clock.advance(5 * 3_600_000);
    assert.equal(withCredits(await openAtOnce(most + 1, () => '203.0.113.10')), most);
    server.clock.advance(-5 * 3_600_000);
    assert.deepEqual(await openAtOnce(1, () => '203.0.113.10'), [25]);
  });
});

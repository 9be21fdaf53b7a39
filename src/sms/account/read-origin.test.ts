import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  type Answer,
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { openSmppWay, type Way } from '../../../test/helpers/sms/provider-ways.ts';
import { newSmsOwner } from '../../../test/helpers/sms/sms-account.ts';
import {
  newNumber,
  newNumbers,
  newSmsCaller,
  type SmsCaller,
} from '../../../test/helpers/sms/sms-caller.ts';
import { updateRole } from '../../accounts/queries.ts';
import { hourMs } from '../../kit/time/units.ts';

const message = 'Tank 3 is nearly empty';

describeOnBothEngines('the sender of a message', (engine) => {
  let way: Way;
  let server: TestServer;
  let adminToken: string;
  let caller: SmsCaller;
  let stranger: SmsCaller;
  before(async () => {
    way = await openSmppWay();
    server = await startTestServer({ engine, env: way.env });
    const admin = await newSmsOwner(server);
    await updateRole(server.db.write, admin.email, 'admin');
    adminToken = admin.token;
    await way.meet(server, adminToken);
    [caller, stranger] = [await newSmsCaller(server), await newSmsCaller(server)];
    await give(caller, 'KISIMA');
    await give(caller, 'Maji Safi');
    await give(caller, '22384');
  });
  after(async () => {
    await server.stop();
    await way.close();
  });

  const give = async ({ owner: { email } }: SmsCaller, sender: string) => {
    server.clock.advance(1000);
    const options = { token: adminToken, json: { sender, email } };
    const { status, text } = await server.request('POST', '/v1/admin/senders', options);
    assert.equal(status, 201, text);
  };
  const messageOf = ({ status, body, text }: Answer) => {
    assert.equal(status, 400, text);
    const { errors } = body as { errors: { field: string; message: string }[] };
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['sender'],
    );
    return errors[0]?.message;
  };

  it('is the one that is asked for, and without one the first of the account', async () => {
    const wanted = { 'Maji Safi': 'Maji Safi', 'MAJI safi ': 'Maji Safi', '22384': '22384' };
    for (const [sender, from] of [...Object.entries(wanted), [null, 'KISIMA'] as const]) {
      const sending = caller.send({ to: newNumber(), message, sender });
      assert.equal((await way.next()).from, from);
      assert.equal((await sending).status, 200);
    }
  });

  it('holds for all of a job, and for what goes later', async () => {
    const job = await caller.bulk({ to: newNumbers(3), message, sender: 'maji safi' });
    assert.equal(job.status, 202, job.text);
    for (let count = 0; count < 3; count += 1) assert.equal((await way.next()).from, 'Maji Safi');

    const scheduled_at = new Date(server.clock.now + hourMs).toISOString();
    await caller.send({ to: newNumber(), message, sender: '22384', scheduled_at });
    server.clock.advance(hourMs);
    assert.equal((await way.next()).from, '22384');
  });

  it("is the account's own, or 400 that names those there are, and nothing is charged", async () => {
    const before = await caller.balance();
    const own = "must be one of the account's own: 22384, KISIMA, Maji Safi";
    const none = 'must be left out, since the account has no sender of its own';
    const to = newNumber();
    assert.equal(messageOf(await caller.send({ to, message, sender: 'Benki' })), own);
    assert.equal(messageOf(await caller.bulk({ to: [to], message, sender: 'Benki' })), own);
    const dry = { to: [to], message, sender: 'Benki', dry_run: true };
    assert.equal(messageOf(await caller.bulk(dry)), own);
    assert.equal(messageOf(await stranger.send({ to, message, sender: 'KISIMA' })), none);
    for (const sender of ['', ' ', 'x'.repeat(21), 5]) {
      messageOf(await caller.send({ to, message, sender }));
    }
    assert.deepEqual(await caller.balance(), before);
    assert.equal(way.waiting(), 0);
  });

  it('is the first of the account where it was taken away before the message went', async () => {
    const scheduled_at = new Date(server.clock.now + hourMs).toISOString();
    await caller.send({ to: newNumber(), message, sender: 'Maji Safi', scheduled_at });
    const taken = await server.request('DELETE', '/v1/admin/senders/Maji%20Safi', {
      token: adminToken,
    });
    assert.equal(taken.status, 200, taken.text);
    await give(stranger, 'Maji Safi');
    server.clock.advance(hourMs);
    assert.equal((await way.next()).from, 'KISIMA');
  });
});

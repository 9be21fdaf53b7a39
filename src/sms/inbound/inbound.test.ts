import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { findOptOuts } from '../opt-outs/queries.ts';
import type { InboundMessage } from '../providers/provider.ts';
import { senderKey } from './queries.ts';
import { storeInbound } from './store-inbound.ts';

const path = '/v1/account/inbound';

type Inbound = { id: number; from: string; to: string; message: string; received_at: string };

describe('senders', () => {
  it('are compared without regard to case, spaces and the form of a number', () => {
    assert.equal(senderKey(' Kisima '), senderKey('KISIMA'));
    assert.equal(senderKey('+254711082300'), senderKey('0711 082 300'));
    assert.equal(senderKey('22384'), '22384');
  });
});

describeOnBothEngines('messages from phones', (engine) => {
  const server = useTestServer({ engine });
  let senders = 30_000;

  const newOwner = async () => {
    const { token, user } = await registerUser(server);
    const sender = String(++senders);
    const row = { sender, name: sender, user_id: Number(user.id), created_at: server.clock.now };
    await server.db.write.insertInto('sms_senders').values(row).execute();
    return { token, userId: Number(user.id), sender };
  };
  const arrive = (message: Partial<InboundMessage> & { to: string }) =>
    storeInbound(
      { db: server.db, clock: () => server.clock.now },
      { provider: 'test', ref: null, from: '+254712345678', text: 'Habari', ...message },
    );
  const list = async (token: string | undefined, query = '') =>
    await server.request('GET', path + query, { token });
  const texts = async (token: string) =>
    ((await list(token)).body as Inbound[]).map(({ message }) => message);
  const optedOut = async (userId: number) =>
    (await findOptOuts(server.db.read, userId, { after: '', limit: 10 })).map(({ phone }) => phone);

  it('are listed for the account whose number they were sent to', async () => {
    const { token, sender } = await newOwner();
    await arrive({ to: sender, text: 'Maji yameisha\n💧' });
    const { status, body } = await list(token);
    assert.equal(status, 200);
    const [{ id, ...rest }] = body as [Inbound];
    assert.ok(Number.isInteger(id));
    assert.deepEqual(rest, {
      from: '254712345678',
      to: sender,
      message: 'Maji yameisha\n💧',
      redacted: false,
      received_at: new Date(server.clock.now).toISOString(),
    });
    assert.deepEqual(await texts((await newOwner()).token), []);
    assert.equal((await list(undefined)).status, 401);
  });

  it('come newest first, page by page', async () => {
    const { token, sender } = await newOwner();
    for (const text of ['a', 'b', 'c', 'd', 'e']) await arrive({ to: sender, text });
    const pages: string[][] = [];
    let next: string | undefined = `${path}?limit=2`;
    while (next) {
      const answer = await server.request('GET', next, { token });
      pages.push((answer.body as Inbound[]).map(({ message }) => message));
      next = nextPage(answer);
    }
    assert.deepEqual(pages, [['e', 'd'], ['c', 'b'], ['a']]);
    for (const limit of ['0', '501', 'x', '']) {
      assert.deepEqual(wrongFields(await list(token, `?limit=${limit}`)), ['limit']);
    }
    for (const limit of [1, 500]) assert.equal((await list(token, `?limit=${limit}`)).status, 200);
    assert.deepEqual(wrongFields(await list(token, '?before=x')), ['before']);
  });

  it('are stored once, however often a provider repeats them', async () => {
    const { token, sender, userId } = await newOwner();
    const message = { to: sender, ref: `ref-${sender}`, text: 'Stop.' };
    await Promise.all([arrive(message), arrive(message), arrive(message)]);
    assert.deepEqual(await texts(token), ['Stop.']);
    await arrive({ to: sender, text: 'start' });
    await arrive(message);
    assert.deepEqual(await optedOut(userId), []);
  });

  it('are stored once where a provider that gives no ids repeats them, and twice minutes apart', async () => {
    const [{ token, sender }, other] = [await newOwner(), await newOwner()];
    const message = { to: sender, text: 'Maji?' };
    await Promise.all([arrive(message), arrive(message), arrive(message)]);
    server.clock.now += 80_000;
    await arrive(message);
    assert.deepEqual(await texts(token), ['Maji?']);
    await arrive({ ...message, to: other.sender });
    await arrive({ ...message, from: '+254712345679' });
    await arrive({ ...message, text: 'maji?' });
    await arrive({ ...message, reference: '1 of 2' });
    assert.deepEqual(await texts(token), ['Maji?', 'maji?', 'Maji?', 'Maji?']);
    assert.deepEqual(await texts(other.token), ['Maji?']);
    server.clock.now += 40_000;
    await arrive(message);
    assert.equal((await texts(token)).length, 5);
  });

  it('are stored after the clock went back an hour', async () => {
    const { token, sender } = await newOwner();
    await arrive({ to: sender, text: 'Maji?' });
    server.clock.now -= 3_600_000;
    await arrive({ to: sender, text: 'Maji?' });
    server.clock.now += 3_600_000;
    assert.deepEqual(await texts(token), ['Maji?', 'Maji?']);
  });

  it('to a number that is nobody’s go to nobody, and opt nobody out', async () => {
    const { token, userId } = await newOwner();
    await arrive({ to: '99999', text: 'STOP' });
    assert.deepEqual(await texts(token), []);
    assert.deepEqual(await optedOut(userId), []);
    const rows = await server.db.read
      .selectFrom('sms_inbound')
      .select(['user_id', 'body'])
      .where('to_number', '=', '99999')
      .execute();
    assert.deepEqual(rows, [{ user_id: null, body: 'STOP' }]);
  });

  it('opt a phone out in whatever form its network writes it, and nothing else', async () => {
    const forms = ['712345678', '0712345678', '+254712345678', '00254712345678', '2540712345678'];
    for (const from of forms) {
      const { sender, userId } = await newOwner();
      await arrive({ to: sender, from, text: 'STOP' });
      assert.deepEqual(await optedOut(userId), ['254712345678'], from);
      await arrive({ to: sender, from: forms[0] ?? '', text: 'START' });
      assert.deepEqual(await optedOut(userId), [], from);
    }
    const { token, sender, userId } = await newOwner();
    for (const from of ['Safaricom', '22384', '+255712345678', '']) {
      await arrive({ to: sender, from, text: 'STOP' });
    }
    assert.deepEqual(await optedOut(userId), []);
    assert.equal((await texts(token)).length, 4);
  });

  it('keep the list of opt-outs of the account that they were sent to', async () => {
    const [{ sender, userId }, other] = [await newOwner(), await newOwner()];
    await arrive({ to: sender, text: ' Acha! ' });
    await arrive({ to: sender, text: 'stop' });
    assert.deepEqual(await optedOut(userId), ['254712345678']);
    await arrive({ to: other.sender, text: 'ANZA' });
    assert.deepEqual(await optedOut(userId), ['254712345678']);
    await arrive({ to: sender, text: 'Anza.' });
    assert.deepEqual(await optedOut(userId), []);
    assert.deepEqual(await optedOut(other.userId), []);
  });

  it('that name another sender of the account opt out of it, and of no account that they were not sent to', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const give = async (sender: string, { userId }: { userId: number }) => {
      const row = { sender, name: sender, user_id: userId, created_at: server.clock.now };
      await server.db.write.insertInto('sms_senders').values(row).execute();
    };
    await give('MAJI LTD', owner);
    await give('DUKA', other);
    await arrive({ to: owner.sender, text: 'Stop Duka' });
    assert.deepEqual([await optedOut(owner.userId), await optedOut(other.userId)], [[], []]);
    await arrive({ to: owner.sender, text: 'Stop kwa Maji Ltd, tafadhali' });
    assert.deepEqual(await optedOut(owner.userId), ['254712345678']);
    await arrive({ to: owner.sender, text: 'START maji ltd' });
    assert.deepEqual(await optedOut(owner.userId), []);
  });

  it('that say STOP end promotional messages also a moment after a STOP and a START', async () => {
    const { token, sender, userId } = await newOwner();
    for (const text of ['STOP', 'START', 'STOP']) await arrive({ to: sender, text });
    assert.deepEqual(await optedOut(userId), ['254712345678']);
    await arrive({ to: sender, text: 'START' });
    assert.deepEqual(await optedOut(userId), ['254712345678']);
    assert.deepEqual(await texts(token), ['START', 'STOP']);
  });

  it('are taken whatever stands in them', async () => {
    const { token, sender } = await newOwner();
    await arrive({ to: sender, from: 'Safaricom', text: 'a\0b\ud800' });
    await arrive({ to: `${sender}\0`, text: '' });
    await arrive({ to: sender, text: 'x'.repeat(20_000), from: '9'.repeat(100) });
    const [long, empty, odd] = (await list(token)).body as [Inbound, Inbound, Inbound];
    assert.equal(long.message.length, 10_000);
    assert.equal(empty.message, '');
    assert.deepEqual([odd.from, odd.message], ['Safaricom', 'ab\ufffd']);
  });
});

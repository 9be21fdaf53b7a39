import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { updateRole } from '../src/accounts/queries.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from './helpers/server/test-server.ts';
import { newSmsOwner } from './helpers/sms/sms-account.ts';
import { newNumber, newSmsCaller, type SmsCaller } from './helpers/sms/sms-caller.ts';
import { deliver, deliverByData } from './helpers/smsc/smpp-pair.ts';
import { type PeerSession, type SmppPeer, startSmppPeer } from './helpers/smsc/smpp-peer.ts';
import { until } from './helpers/until.ts';

const receiptClass = 0x04;

describeOnBothEngines('what an SMSC that nobody here wrote delivers', (engine) => {
  let peer: SmppPeer;
  let server: TestServer;
  let caller: SmsCaller;
  let session: PeerSession;

  before(async () => {
    // Each submit is answered by its test.
    peer = await startSmppPeer({
      answer: ({ command }) => (command === 'submit_sm' ? undefined : {}),
    });
    const env = { SMPP_URL: `smpp://kisima:secret@127.0.0.1:${peer.port}` };
    server = await startTestServer({ engine, env });
    caller = await newSmsCaller(server);
    ({ session } = await peer.next('bind_transceiver'));
    const admin = await newSmsOwner(server);
    await updateRole(server.db.write, admin.email, 'admin');
    const isUp = async () => {
      const { body } = await server.request('GET', '/v1/admin/providers', { token: admin.token });
      return (body as { state: string }[])[0]?.state === 'up';
    };
    await until(isUp);
  });
  after(async () => {
    await server.stop();
    await until(() => peer.bound.size === 0);
    await peer.close();
  });

  const counted = async (name: string, labels: string): Promise<number> => {
    const { text } = await server.request('GET', '/metrics');
    const line = text.split('\n').find((each) => each.startsWith(`${name}{${labels}}`));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const isDelivered = async (id: string) =>
    ((await caller.call('GET', `/messages/${id}`)).body as { status: string }).status ===
    'delivered';

  it('reaches the message where the receipt comes by data_sm, with commas and a number', async () => {
    const to = newNumber();
    const sent = caller.send({ to, message: 'Maji' });
    const { pdu } = await peer.next('submit_sm');
    session.send(pdu.response({ message_id: '00FEDCBA98' }));
    const { message_id: id } = (await sent).body as { message_id: string };
    const answer = await deliverByData(session, {
      source_addr: pdu.destination_addr,
      destination_addr: pdu.source_addr,
      esm_class: receiptClass,
      message_payload: Buffer.from(`id:${0xfe_dc_ba_98},sub:001,stat:2,err:000,text:Maji`),
    });
    assert.deepEqual(answer, { command: 'data_sm_resp', status: 0 });
    assert.ok(await isDelivered(id));
    assert.equal(
      await counted('kisima_sms_receipts_total', 'provider="smpp",outcome="matched"'),
      1,
    );
  });

  it('reaches the message where the receipt comes before the answer, without a loop', async () => {
    const to = newNumber();
    const sent = caller.send({ to, message: 'Maji' });
    const { pdu } = await peer.next('submit_sm');
    const status = await deliver(session, {
      source_addr: pdu.destination_addr,
      destination_addr: pdu.source_addr,
      esm_class: receiptClass,
      short_message: Buffer.from('id:1122334455 stat:DELIVRD'),
    });
    assert.equal(status, 0);
    session.send(pdu.response({ message_id: Number(1122334455).toString(16) }));
    const { message_id: id } = (await sent).body as { message_id: string };
    await until(() => isDelivered(id));
    const outcomes = ['kept', 'matched_later'].map((outcome) =>
      counted('kisima_sms_receipts_total', `provider="smpp",outcome="${outcome}"`),
    );
    assert.deepEqual(await Promise.all(outcomes), [1, 1]);
  });

  it('is stored once though its answer was lost', async () => {
    const message = {
      source_addr: '254712345678',
      destination_addr: '22384',
      short_message: Buffer.from('Maji yameisha'),
    };
    assert.equal(await deliver(session, message), 0);
    assert.equal(await deliver(session, message), 0);
    const rows = await server.db.read.selectFrom('sms_inbound').select('body').execute();
    assert.deepEqual(rows, [{ body: 'Maji yameisha' }]);
  });

  it('is counted, and logged once, in a form that nobody knows', async () => {
    const receipt = {
      source_addr: '254712345678',
      destination_addr: '22384',
      esm_class: receiptClass,
      short_message: Buffer.from('id:77 stat:PARKED err:000 text:secret'),
    };
    for (let times = 0; times < 3; times += 1) assert.equal(await deliver(session, receipt), 0);
    const labels = 'provider="smpp",kind="receipt_state"';
    assert.equal(await counted('kisima_sms_unknown_forms_total', labels), 3);
    const lines = server
      .logged()
      .split('\n')
      .filter((line) => line.includes('PARKED'));
    assert.equal(lines.length, 1);
    assert.doesNotMatch(lines[0] ?? '', /254712345678|secret/);
  });
});

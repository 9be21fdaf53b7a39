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
import { deliver } from './helpers/smsc/smpp-pair.ts';
import { type SmppPeer, startSmppPeer } from './helpers/smsc/smpp-peer.ts';
import { until } from './helpers/until.ts';

const bindFailed = { command_status: 0x0d };

describeOnBothEngines('an SMSC without transceivers, and for now without receivers', (engine) => {
  let isReceiverTaken = false;
  let peer: SmppPeer;
  let server: TestServer;
  let caller: SmsCaller;
  let token: string;

  before(async () => {
    peer = await startSmppPeer({
      answer: ({ command }) => {
        if (command === 'bind_transceiver') return bindFailed;
        if (command === 'bind_receiver' && !isReceiverTaken) return bindFailed;
        return command === 'submit_sm' ? { message_id: 'A1B2C3D4E5' } : {};
      },
    });
    const env = { SMPP_URL: `smpp://kisima:secret@127.0.0.1:${peer.port}` };
    server = await startTestServer({ engine, env });
    caller = await newSmsCaller(server);
    const admin = await newSmsOwner(server);
    await updateRole(server.db.write, admin.email, 'admin');
    token = admin.token;
  });
  after(async () => {
    await server.stop();
    await until(() => peer.bound.size === 0);
    await peer.close();
  });

  /** What an operator sees in three places. */
  const seen = async () => {
    const [admin, ready, metrics] = await Promise.all([
      server.request('GET', '/v1/admin/providers', { token }),
      server.request('GET', '/readyz'),
      server.request('GET', '/metrics'),
    ]);
    const [{ detail, state } = { detail: '', state: '' }] = admin.body as Record<string, string>[];
    const { sms_providers } = ready.body as { sms_providers: { name: string; state: string }[] };
    const readyState = sms_providers.find(({ name }) => name === 'smpp')?.state;
    const up = /^kisima_sms_provider_up\{provider="smpp"\} (\S+)$/m.exec(metrics.text)?.[1];
    return { detail, states: [state, readyState, up] };
  };

  it('gets messages over its transmitter, and is degraded until its receiver brings receipts', async () => {
    await until(async () =>
      (await seen()).detail?.includes('receiver: bind refused: ESME_RBINDFAIL'),
    );
    assert.deepEqual((await seen()).states, ['degraded', 'degraded', '0.5']);
    const to = newNumber();
    const sent = await caller.send({ to, message: 'Maji' });
    assert.equal(sent.status, 200, sent.text);
    const { pdu } = await peer.next('submit_sm');

    isReceiverTaken = true;
    await until(async () => (await seen()).detail === '2 of 2 sessions bound');
    assert.deepEqual((await seen()).states, ['up', 'up', '1']);
    let receiver = await peer.next('bind_receiver');
    while (peer.waiting('bind_receiver') > 0) receiver = await peer.next('bind_receiver');
    const receipt = {
      source_addr: pdu.destination_addr,
      destination_addr: pdu.source_addr,
      esm_class: 0x04,
      short_message: Buffer.from('id:A1B2C3D4E5 stat:DELIVRD err:000'),
    };
    assert.equal(await deliver(receiver.session, receipt), 0);
    const { message_id: id } = sent.body as { message_id: string };
    const { body } = await caller.call('GET', `/messages/${id}`);
    assert.equal((body as { status: string }).status, 'delivered');
  });
});

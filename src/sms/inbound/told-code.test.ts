import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  describeByTurns,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { newSmsOwner } from '../../../test/helpers/sms/sms-account.ts';
import { newSmsCaller } from '../../../test/helpers/sms/sms-caller.ts';
import {
  type AfricasTalkingPeer,
  startAfricasTalkingPeer,
} from '../../../test/helpers/smsc/africas-talking-peer.ts';
import { updateRole } from '../../accounts/queries.ts';

describeByTurns('sqlite', 'the code that promotional messages end with', (engine) => {
  let server: TestServer;
  let peer: AfricasTalkingPeer;
  before(async () => {
    peer = await startAfricasTalkingPeer();
    const env = { AT_USERNAME: peer.username, AT_API_KEY: peer.apiKey, AT_URL: peer.url };
    const suffix = { SMS_PROMOTION_SUFFIX: 'STOP to 22384' };
    server = await startTestServer({ engine, env: { ...env, ...suffix, AT_SENDER: '22384' } });
  });
  after(async () => {
    await server.stop();
    await peer.close();
  });

  it("takes the STOP of who got one from an account's own name", async () => {
    const admin = await newSmsOwner(server);
    await updateRole(server.db.write, admin.email, 'admin');
    const ask = async (method: string, path: string, json?: object) =>
      await server.request(method, `/v1/admin${path}`, { token: admin.token, json });
    const shop = await newSmsCaller(server);
    const sender = { sender: 'Duka', email: shop.owner.email };
    assert.equal((await ask('POST', '/senders', sender)).status, 201);
    const { body } = await ask('GET', '/africas-talking/callbacks');
    const paths = body as { incoming_messages: string; opt_outs: string };
    const promote = async () => {
      const message = { to: '0712000001', message: 'Ofa ya leo', class: 'promotional' };
      return (await shop.send(message)).status;
    };
    const from = '+254712000001';
    const post = async (path: string, form: Record<string, string>) =>
      assert.equal((await server.request('POST', path, { form })).status, 200);

    assert.equal(await promote(), 200);
    await post(paths.incoming_messages, { from, to: '22384', text: 'Stop', id: 'a' });
    assert.equal(await promote(), 400);
    await post(paths.incoming_messages, { from, to: '22384', text: 'Start', id: 'b' });
    assert.equal(await promote(), 200);
    await post(paths.opt_outs, { phoneNumber: from, senderId: '' });
    assert.equal(await promote(), 400);
  });
});

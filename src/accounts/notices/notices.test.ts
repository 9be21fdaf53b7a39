import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  callAuth,
  codeOf,
  type RegisteredUser,
  registerUser,
  wrongFields,
} from '../../../test/helpers/accounts/accounts.ts';
import {
  codeAt,
  newTwoStepUser,
  stepMs,
  type TwoStepUser,
} from '../../../test/helpers/accounts/second-factor.ts';
import { type SmtpPeer, startSmtpPeer } from '../../../test/helpers/http/smtp-peer.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('what an owner is mailed', (engine) => {
  let peer: SmtpPeer;
  let server: TestServer;
  before(async () => {
    peer = await startSmtpPeer();
    const env = { SMTP_URL: peer.url, RESET_DELIVERY: 'email', TRUST_PROXY: '1' };
    server = await startTestServer({ engine, env });
  });
  after(async () => {
    await server.stop();
    assert.equal(peer.waiting(), 0);
    await peer.close();
  });

  type From = { browser_id?: string; agent?: string; address?: string; code?: string };
  const signIn = async ({ email, password }: RegisteredUser, from: From = {}) => {
    const { browser_id, code, agent = 'curl/8.5.0', address = '192.0.2.7' } = from;
    const headers = { 'user-agent': agent, 'x-forwarded-for': address };
    return await callAuth(server, 'login', {
      json: { email, password, browser_id, code },
      headers,
    });
  };
  const signedIn = async (user: RegisteredUser, from?: From) =>
    assert.equal((await signIn(user, from)).status, 200);
  const mailTo = async ({ email }: RegisteredUser, words: RegExp) => {
    const mail = await peer.nextMail();
    assert.equal(mail.to, email);
    assert.match(mail.content.replaceAll(/=\r?\n/g, ''), words);
    return mail.content;
  };
  /** Asserts that no mail is under way: the next one is that of a later event. */
  const nothingBefore = async (user: RegisteredUser) => {
    const json = { password: 'battery staple', current_password: user.password };
    assert.equal((await callAuth(server, 'update', { token: user.token, json })).status, 200);
    await mailTo(user, /password of your Kisima account was changed/);
  };
  const nextCode = (user: TwoStepUser) => {
    server.clock.advance(stepMs);
    return codeAt(user.secret, server.clock.now);
  };
  /** An owner with two-step sign-in, who was mailed of it. */
  const newTwoStepOwner = async () => {
    const user = await newTwoStepUser(server);
    await mailTo(user, /Two-step sign-in of your Kisima account was turned on/);
    return user;
  };

  it('tells of a sign-in from where there was none before, once', async () => {
    const user = await registerUser(server);
    await signedIn(user, { agent: 'Wget/1.21', address: '198.51.100.4' });
    await mailTo(user, /signed in to your Kisima account with Wget from 198\.51\.100\.4/);
    await signedIn(user, { agent: 'Wget/1.22', address: '198.51.100.4' });
    await nothingBefore(user);
  });

  it('knows a browser by its own name, wherever it is, and no other by its looks', async () => {
    const user = await registerUser(server);
    await signedIn(user, { browser_id: 'a'.repeat(32) });
    await mailTo(user, /new sign-in/);
    await signedIn(user, { browser_id: 'a'.repeat(32), address: '203.0.113.9', agent: 'Other/1' });
    await signedIn(user, { browser_id: 'b'.repeat(32) });
    await mailTo(user, /new sign-in/);
    await nothingBefore(user);
  });

  it('tells of no sign-in that was refused, and of at most ten a day', async () => {
    const user = await registerUser(server);
    const wrong = { ...user, password: 'wrong password' };
    assert.equal((await signIn(wrong, { address: '203.0.113.1' })).status, 401);
    for (let count = 0; count < 12; count += 1) {
      await signedIn(user, { browser_id: `browser-${count}-${user.user.id}` });
    }
    for (let count = 0; count < 10; count += 1) await mailTo(user, /new sign-in/);
    await nothingBefore(user);
  });

  it('tells in Swahili who reads Swahili', async () => {
    const user = await registerUser(server);
    const json = { language: 'sw' };
    await server.request('PUT', '/api/me', { token: user.token, json });
    await signedIn(user);
    await mailTo(user, /Mtu ameingia kwenye akaunti yako/);
  });

  it('tells once of codes that go on being wrong after the right password', async () => {
    const user = await newTwoStepOwner();
    for (let count = 0; count < 5; count += 1) {
      assert.equal(codeOf(await signIn(user, { code: '000000' })), 'wrong_code');
    }
    await mailTo(user, /several wrong codes/);
    await nothingBefore(user);
  });

  it('tells of two-step sign-in that is turned off and of new recovery codes', async () => {
    const user = await newTwoStepOwner();
    const { token, password } = user;
    const act = async (action: string) => {
      const json = { password, code: nextCode(user) };
      assert.equal((await callAuth(server, action, { token, json })).status, 200);
    };
    await act('second-factor-renew-codes');
    await mailTo(user, /New recovery codes were made/);
    await act('second-factor-remove');
    await mailTo(user, /turned off just now/);
  });

  it('sends at most five resets an hour, and the last one stays good', async () => {
    const user = await registerUser(server);
    const { email } = user;
    const ask = async () => {
      const answer = await callAuth(server, 'reset-request', { json: { email } });
      assert.deepEqual(
        [answer.status, (answer.body as { reset_token: null }).reset_token],
        [200, null],
      );
    };
    let last = '';
    for (let count = 0; count < 5; count += 1) {
      await ask();
      last = await mailTo(user, /reset token/);
      // Another request at once ends no token that the owner is about to use.
      await ask();
      server.clock.advance(minuteMs);
    }
    for (let count = 0; count < 10; count += 1) {
      await ask();
      server.clock.advance(minuteMs);
    }
    const token = /^[\w-]{43}$/m.exec(last)?.[0];
    const json = { token, password: 'battery staple' };
    assert.equal((await callAuth(server, 'reset-password', { json })).status, 200);
    await mailTo(user, /password of your Kisima account was changed/);
  });

  it('comes after the present password or a code where two steps are on', async () => {
    const user = await newTwoStepOwner();
    const { token, password } = user;
    const deeds: [method: string, path: string, json: object][] = [
      ['POST', '/v1/account/keys', { name: 'shop' }],
      ['PUT', '/api/auth.php?action=update', { password: 'battery staple' }],
    ];
    for (const [method, path, json] of deeds) {
      const act = (proof: object) =>
        server.request(method, path, { token, json: { ...json, ...proof } });
      assert.deepEqual(wrongFields(await act({})), ['current_password'], path);
      const wrong = await act({ current_password: 'wrong password' });
      assert.deepEqual(
        [codeOf(wrong), ...wrongFields(wrong)],
        ['wrong_password', 'current_password'],
      );
      const badCode = await act({ code: '000000' });
      assert.deepEqual([codeOf(badCode), ...wrongFields(badCode)], ['wrong_code', 'code']);
      const code = nextCode(user);
      assert.ok((await act({ code })).status < 300, path);
      await mailTo(
        user,
        path.startsWith('/v1') ? /API key “shop”|API_key|=E2=80=9Cshop/ : /was changed/,
      );
      assert.deepEqual(wrongFields(await act({ code })), ['code'], 'a code is good once');
    }
    const answer = await server.request('POST', '/v1/account/keys', {
      token,
      json: { name: 'till', current_password: 'battery staple' },
    });
    assert.equal(answer.status, 201, `${answer.text} ${password}`);
    await mailTo(user, /till/);
  });

  it('asks those with one step for nothing', async () => {
    const user = await registerUser(server);
    const { token } = user;
    const key = await server.request('POST', '/v1/account/keys', { token, json: { name: 'shop' } });
    assert.equal(key.status, 201);
    await mailTo(user, /shop/);
    const json = { password: 'battery staple' };
    assert.equal((await callAuth(server, 'update', { token, json })).status, 200);
    await mailTo(user, /was changed/);
  });
});

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  callAuth,
  isSignedIn,
  newEmail,
  readSignedIn,
  registerUser,
} from '../../../test/helpers/accounts/accounts.ts';
import { type SmtpPeer, startSmtpPeer } from '../../../test/helpers/http/smtp-peer.ts';
import {
  describeOnBothEngines,
  startTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { readConfig } from '../../config.ts';
import { ConfigError } from '../../settings/setting-types.ts';

const tokenLine = /^[\w-]{43}$/m;

describeOnBothEngines('password reset by e-mail', (engine) => {
  let peer: SmtpPeer;
  before(async () => {
    peer = await startSmtpPeer();
  });
  after(() => peer.close());
  const start = (smtpUrl: string) =>
    startTestServer({
      engine,
      env: { RESET_DELIVERY: 'email', SMTP_URL: smtpUrl, MAIL_FROM: 'Kisima <post@kisima.test>' },
    });

  it("sends the token to the account's owner and to nobody else", async () => {
    const server = await start(peer.url);
    const { email } = await registerUser(server);
    const answers = [
      await callAuth(server, 'reset-request', { json: { email: newEmail() } }),
      await callAuth(server, 'reset-request', { json: { email: email.toUpperCase() } }),
    ];
    const expires_at = new Date(server.clock.now + 30 * 60_000).toISOString();
    for (const { status, body } of answers) {
      assert.deepEqual([status, body], [200, { reset_token: null, expires_at }]);
    }
    const mail = await peer.nextMail();
    assert.deepEqual([mail.from, mail.to], ['post@kisima.test', email]);
    const token = tokenLine.exec(mail.content)?.[0];
    const json = { token, password: 'battery staple' };
    const reset = await callAuth(server, 'reset-password', { json });
    assert.equal(reset.status, 200);
    const told = await peer.nextMail();
    assert.equal(told.to, email);
    assert.match(told.content, /password of your Kisima account was changed/);
    assert.ok(await isSignedIn(server, readSignedIn(reset).token));
    await server.stop();
    assert.equal(peer.waiting(), 0);
  });

  it('tells the owner of a changed password wherever mail is set up', async () => {
    const server = await startTestServer({ engine, env: { SMTP_URL: peer.url } });
    const { token, email, password } = await registerUser(server);
    const json = { password: 'battery staple', current_password: password };
    assert.equal((await callAuth(server, 'update', { token, json })).status, 200);
    const mail = await peer.nextMail();
    assert.equal(mail.to, email);
    assert.match(mail.content, /password of your Kisima account was changed/);
    assert.doesNotMatch(mail.content, /battery staple/);
    await server.stop();
  });

  it('answers alike where no mail server does, and logs no more than why', async () => {
    const gone = await startSmtpPeer();
    await gone.close();
    const server = await start(gone.url);
    const { email } = await registerUser(server);
    const { status, body } = await callAuth(server, 'reset-request', { json: { email } });
    assert.equal(status, 200);
    assert.equal((body as { reset_token: null }).reset_token, null);
    await server.stop();
    assert.match(server.logged(), /a password reset could not be mailed/);
    assert.doesNotMatch(server.logged(), /"[\w-]{43}"/);
  });

  it('needs a mail server, which the start says', () => {
    assert.throws(() => readConfig({ RESET_DELIVERY: 'email' }), {
      constructor: ConfigError,
      message: 'SMTP_URL is required where RESET_DELIVERY is email',
    });
    assert.throws(() => readConfig({ SMTP_URL: 'smtp://' }), {
      constructor: ConfigError,
      message: /^SMTP_URL/,
    });
  });
});

import assert from 'node:assert/strict';
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { it } from 'node:test';
import {
  callAuth,
  type RegisteredUser,
  readSignedIn,
  registerUser,
} from '../../../../test/helpers/accounts/accounts.ts';
import { turnOnSecondFactor } from '../../../../test/helpers/accounts/second-factor.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { hourMs } from '../../../kit/time/units.ts';

const phone =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/126.0.0.0 Mobile Safari/537.36';

describeOnBothEngines('browsers that show messages', (engine) => {
  const server = useTestServer({ engine });

  const call = (token: string, action: string, json?: unknown) =>
    server.request(json === undefined ? 'GET' : 'POST', `/api/notifications.php?action=${action}`, {
      token,
      json,
      headers: { 'user-agent': phone },
    });

  /** Subscribes in a browser of its own. */
  const subscribe = async (token: string, endpoint = `https://push.example/${randomUUID()}`) => {
    const p256dh = createECDH('prime256v1').generateKeys('base64url');
    const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
    const answer = await call(token, 'subscribe', { endpoint, keys });
    assert.equal(answer.status, 201, answer.text);
    return { endpoint, ...(answer.body as { id: number; browser: string | null }) };
  };

  const told = async (token: string) => {
    const { web_push } = (await call(token, 'settings')).body as {
      web_push: { subscriptions: { id: number; browser: string }[] };
    };
    return web_push.subscriptions.map(({ id }) => id);
  };

  const signIn = async ({ email, password }: RegisteredUser) =>
    readSignedIn(await callAuth(server, 'login', { json: { email, password } })).token;

  /** Registers a person at a laptop, whose phone and tablet get alerts. */
  const newPerson = async () => {
    const laptop = await registerUser(server);
    const lost = await signIn(laptop);
    const tablet = await signIn(laptop);
    const ids = {
      laptop: (await subscribe(laptop.token)).id,
      lost: (await subscribe(lost)).id,
      tablet: (await subscribe(tablet)).id,
    };
    return { laptop, lost, ids };
  };

  it('are listed by name, and are removed by their id', async () => {
    const { laptop, ids } = await newPerson();
    const stranger = await registerUser(server);
    const { browser } = await subscribe(laptop.token);
    assert.equal(browser, 'Chrome on Android');
    const id = ids.lost;
    const remove = (token?: string) => {
      const path = `/api/notifications.php?action=remove-subscription&id=${id}`;
      return server.request('DELETE', path, { token });
    };
    assert.equal((await remove()).status, 401);
    assert.equal((await remove(stranger.token)).status, 404);
    assert.deepEqual((await remove(laptop.token)).body, { id, removed: true });
    assert.ok(!(await told(laptop.token)).includes(id));
    assert.equal((await remove(laptop.token)).status, 404);
  });

  it('are of the account that subscribed last: a shared phone shows no alerts of the one before', async () => {
    const [one, other] = [await registerUser(server), await registerUser(server)];
    const { id, endpoint } = await subscribe(one.token);
    const kept = await subscribe(one.token);
    const { id: taken } = await subscribe(other.token, endpoint);
    assert.ok(taken !== id);
    assert.deepEqual([await told(one.token), await told(other.token)], [[kept.id], [taken]]);
  });

  it('end with the session that is ended on a lost phone, and with no other', async () => {
    const { laptop, lost, ids } = await newPerson();
    const sessions = await server.request('GET', '/api/auth.php?action=sessions', { token: lost });
    const current = (sessions.body as { id: string; current: boolean }[]).find(
      (each) => each.current,
    );
    const path = `/api/auth.php?action=end-session&id=${current?.id}`;
    const ended = await server.request('DELETE', path, { token: laptop.token });
    assert.equal(ended.status, 200, ended.text);
    assert.deepEqual(await told(laptop.token), [ids.laptop, ids.tablet]);
  });

  it('end when their owner signs out there', async () => {
    const { laptop, lost, ids } = await newPerson();
    assert.equal((await callAuth(server, 'logout', { token: lost })).status, 200);
    assert.deepEqual(await told(laptop.token), [ids.laptop, ids.tablet]);
  });

  it('end with all other sessions, whatever ends these', async () => {
    const ways: ((owner: RegisteredUser) => Promise<unknown>)[] = [
      ({ token }) => callAuth(server, 'end-other-sessions', { token }),
      ({ token }) => callAuth(server, 'update', { token, json: { password: 'battery staple' } }),
      (owner) => turnOnSecondFactor(server, owner),
    ];
    for (const endOthers of ways) {
      const { laptop, ids } = await newPerson();
      await endOthers(laptop);
      assert.deepEqual(await told(laptop.token), [ids.laptop]);
    }
  });

  it('all end with a password that is reset', async () => {
    const { laptop } = await newPerson();
    const opened = await callAuth(server, 'reset-request', { json: { email: laptop.email } });
    const { reset_token } = opened.body as { reset_token: string };
    const json = { token: reset_token, password: 'battery staple' };
    const { token } = readSignedIn(await callAuth(server, 'reset-password', { json }));
    assert.deepEqual(await told(token), []);
  });

  it('outlive a session that expires, and end with it all the same once others are ended', async () => {
    const owner = await registerUser(server);
    const phoneToken = await signIn(owner);
    const kept = await subscribe(phoneToken);
    const forgotten = await subscribe(phoneToken);
    server.clock.advance(25 * hourMs);
    const laptop = await signIn(owner);
    assert.deepEqual(await told(laptop), [kept.id, forgotten.id]);
    // The browser says in its new session that it is still there.
    const again = await subscribe(await signIn(owner), kept.endpoint);
    assert.equal(again.id, kept.id);
    await callAuth(server, 'end-other-sessions', { token: laptop });
    assert.deepEqual(await told(laptop), []);
  });
});

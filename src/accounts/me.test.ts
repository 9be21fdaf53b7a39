import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { failureOf } from '../../test/helpers/answers.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../test/helpers/test-server.ts';

type Me = { user: { email: string }; role: string; language: string; services: string[] };

describeOnBothEngines('/api/me', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ engine });
  });
  after(() => server.stop());

  const credentials = { email: 'amina@example.com', password: 'correct horse' };
  const enter = async (action: 'register' | 'login'): Promise<string> => {
    const path = `/api/auth.php?action=${action}`;
    const { body } = await server.request('POST', path, { json: credentials });
    return (body as { token: string }).token;
  };

  it('tells who is signed in, in which language, and what runs here', async () => {
    const token = await enter('register');
    const { body } = await server.request('GET', '/api/me', { token });
    const session = await server.request('GET', '/api/auth.php?action=session', { token });
    assert.deepEqual(body, {
      ...(session.body as object),
      role: 'user',
      language: 'en',
      services: ['water', 'sms'],
    });
  });

  it('names the services of a server that runs one alone', async () => {
    const sms = await startTestServer({ engine, only: 'sms' });
    try {
      const path = '/api/auth.php?action=register';
      const { body } = await sms.request('POST', path, { json: credentials });
      const { token } = body as { token: string };
      const me = await sms.request('GET', '/api/me', { token });
      assert.deepEqual((me.body as Me).services, ['sms']);
    } finally {
      await sms.stop();
    }
  });

  it('keeps a language for every phone of the account, and refuses what is none', async () => {
    const token = await enter('login');
    const json = { language: 'sw' };
    const changed = await server.request('PUT', '/api/me', { token, json });
    assert.equal((changed.body as Me).language, 'sw');
    const elsewhere = await server.request('GET', '/api/me', { token: await enter('login') });
    assert.equal((elsewhere.body as Me).language, 'sw');
    const wrong = await server.request('PUT', '/api/me', { token, json: { language: 'fr' } });
    assert.deepEqual(failureOf(wrong), [400, 'invalid_input']);
  });

  it('signs out everywhere else and stays itself', async () => {
    const others = [await enter('login'), await enter('login')];
    const token = await enter('login');
    const { body } = await server.request('DELETE', '/api/me/sessions', { token });
    assert.ok((body as { ended: number }).ended >= 2);
    for (const other of others) {
      assert.equal((await server.request('GET', '/api/me', { token: other })).status, 401);
    }
    assert.equal((await server.request('GET', '/api/me', { token })).status, 200);
    const again = await server.request('DELETE', '/api/me/sessions', { token });
    assert.deepEqual(again.body, { ended: 0 });
  });
});

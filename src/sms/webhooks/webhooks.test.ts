import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { testCertificate } from '../../../test/helpers/http/test-certificate.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../test/helpers/sms/webhook-receiver.ts';
import { signPost } from '../../delivery/sign-post.ts';
import { insertDeliveries } from './queries.ts';

const path = '/v1/account/webhooks';
const nowhere = 'the host was not found, is not public or takes no connections';
const missing = [404, 'not_found'];

type Webhook = { id: number; url: string; secret: string; created_at: string };
type Delivery = { id: number; status: string; attempts: number; next_try_at: string | null };

describeOnBothEngines('webhooks', (engine) => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  before(async () => {
    receiver = await startWebhookReceiver();
    server = await startTestServer({ engine, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  });
  after(async () => {
    await server.stop();
    await receiver.close();
  });

  const create = (token: string | undefined, json: unknown) =>
    server.request('POST', path, { token, json });
  const list = (token: string | undefined) => server.request('GET', path, { token });
  const remove = (token: string | undefined, id: number | string) =>
    server.request('DELETE', `${path}/${id}`, { token });
  const test = (token: string | undefined, id: number | string) =>
    server.request('POST', `${path}/${id}/test`, { token });
  const deliveries = (token: string | undefined, id: number | string, query = '') =>
    server.request('GET', `${path}/${id}/deliveries${query}`, { token });

  let made = 0;
  const created = async (token: string, url = `https://hook.example/${made++}`) => {
    const { status, body, text } = await create(token, { url });
    assert.equal(status, 201, text);
    return body as Webhook;
  };
  const newUser = async () => {
    const { token, user } = await registerUser(server);
    return { token, userId: Number(user.id) };
  };

  describe('create', () => {
    it('stores the secret sealed, so that whoever reads the database signs nothing', async () => {
      const { token } = await registerUser(server);
      const { id, secret } = await created(token);
      const row = await server.db.read
        .selectFrom('sms_webhooks')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      assert.doesNotMatch(JSON.stringify(row), /whsec_/);
      assert.ok(!JSON.stringify(row).includes(secret.slice('whsec_'.length)));
      assert.ok(!server.logged().includes(secret));
    });

    it('answers 201 with a secret that no later answer shows', async () => {
      const { token } = await newUser();
      const { status, body } = await create(token, { url: 'HTTPS://Hook.Example/a?b=c#d' });
      const { id, secret, ...rest } = body as Webhook;
      assert.equal(status, 201);
      assert.ok(Number.isInteger(id));
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
      const created_at = new Date(server.clock.now).toISOString();
      assert.deepEqual(rest, { url: 'https://hook.example/a?b=c', created_at });
      assert.deepEqual((await list(token)).body, [{ id, ...rest }]);
    });

    it('refuses what is no URL to post to', async () => {
      const { token } = await newUser();
      const wrong = ['', ' ', 'hook', 'ftp://a.b/', 'file:///etc/passwd', 'https://u:p@a.b/', 5];
      for (const url of [...wrong, null, 'javascript:1', `https://a.b/${'x'.repeat(2000)}`]) {
        assert.deepEqual(wrongFields(await create(token, { url })), ['url'], String(url));
      }
      assert.deepEqual(wrongFields(await create(token, {})), ['url']);
    });

    it('stops at ten', async () => {
      const { token } = await newUser();
      for (let count = 0; count < 10; count++) await created(token);
      const eleventh = await create(token, { url: 'https://hook.example/' });
      assert.deepEqual(failureOf(eleventh), [409, 'too_many_webhooks']);
    });

    it('makes one for a URL, however often and at once it is asked for', async () => {
      const { token } = await newUser();
      const urls = ['https://hook.example/a?b=c', 'HTTPS://Hook.Example:443/a?b=c#d'];
      const answers = await Promise.all([...urls, ...urls].map((url) => create(token, { url })));
      const [first, ...others] = answers.filter(({ status }) => status === 201);
      assert.deepEqual(others, []);
      assert.ok(first);
      const { id } = first.body as Webhook;
      const again = await create(token, { url: urls[0] });
      for (const answer of [again, ...answers.filter((each) => each !== first)]) {
        assert.deepEqual(failureOf(answer), [409, 'webhook_exists']);
        assert.match(answer.text, new RegExp(`\\b${id}\\b`));
      }
      assert.equal(((await list(token)).body as Webhook[]).length, 1);
      // Another URL, another account, and the same once the first is gone.
      await created(token, 'https://hook.example/a?b=d');
      await created((await newUser()).token, urls[0]);
      await remove(token, id);
      await created(token, urls[0]);
    });

    it('needs a token', async () => {
      assert.equal((await create(undefined, { url: 'https://hook.example/' })).status, 401);
    });
  });

  describe('list', () => {
    it("answers the account's own, oldest first", async () => {
      const { token } = await newUser();
      const ids = [(await created(token)).id, (await created(token)).id];
      await created((await newUser()).token);
      const { status, body } = await list(token);
      assert.equal(status, 200);
      assert.deepEqual(
        (body as Webhook[]).map(({ id }) => id),
        ids,
      );
      assert.equal((await list(undefined)).status, 401);
    });
  });

  describe('delete', () => {
    it('answers the webhook as it was, and it is gone', async () => {
      const { token } = await newUser();
      const { secret, ...webhook } = await created(token);
      const { status, body } = await remove(token, webhook.id);
      assert.equal(status, 200);
      assert.deepEqual(body, webhook);
      assert.ok(secret);
      assert.deepEqual((await list(token)).body, []);
      assert.deepEqual(failureOf(await remove(token, webhook.id)), missing);
    });

    it("is 404 for another account's, 400 for no id, 401 without a token", async () => {
      const { id } = await created((await newUser()).token);
      const { token } = await newUser();
      assert.deepEqual(failureOf(await remove(token, id)), missing);
      assert.deepEqual(wrongFields(await remove(token, 'x')), ['id']);
      assert.equal((await remove(undefined, id)).status, 401);
    });
  });

  describe('test', () => {
    it('posts a signed trial event while its sender waits, and deliveries show it', async () => {
      const { token } = await newUser();
      const { id, secret } = await created(token, `${receiver.url}/trial`);
      const { status, body } = await test(token, id);
      assert.deepEqual([status, body], [200, { delivered: true, status: 204, error: null }]);
      assert.equal(receiver.waiting(), 1);
      const event = await receiver.next();
      assert.equal(event.path, '/trial');
      const [shown] = (await deliveries(token, id)).body as [Delivery];
      const signed = { secret, id: `evt_${shown.id}`, now: server.clock.now, body: event.body };
      for (const [name, value] of Object.entries(signPost(signed))) {
        assert.equal(event.headers[name], value, name);
      }
      const timestamp = new Date(server.clock.now).toISOString();
      const said = { type: 'webhook.test', timestamp, data: { webhook_id: id } };
      assert.deepEqual(JSON.parse(event.body), said);
      assert.deepEqual(shown, {
        id: shown.id,
        webhook_id: id,
        event: 'webhook.test',
        status: 'delivered',
        attempts: 1,
        error: null,
        body: event.body,
        created_at: timestamp,
        next_try_at: null,
        delivered_at: timestamp,
      });
    });

    it('says why it was not delivered, follows no redirect, and is not tried again', async () => {
      const { token } = await newUser();
      const closed = await startWebhookReceiver();
      await closed.close();
      const outcomes: [string, (response: ServerResponse) => void, number | null, string][] = [
        [
          `${receiver.url}/redirects`,
          (response) => response.writeHead(307, { location: receiver.url }).end(),
          307,
          'The endpoint answered with status 307.',
        ],
        [
          `${receiver.url}/fails`,
          (response) => response.writeHead(500).end('secret'),
          500,
          'The endpoint answered with status 500.',
        ],
        [
          `${receiver.url}/breaks`,
          (response) => response.destroy(),
          null,
          'The event left and was not answered: the connection broke off before the answer.',
        ],
        [closed.url, () => {}, null, `The event could not be sent: ${nowhere}.`],
      ];
      for (const [url, answer, status, error] of outcomes) {
        const { id } = await created(token, url);
        receiver.answerWith(answer);
        const trial = await test(token, id);
        assert.deepEqual([trial.status, trial.body], [200, { delivered: false, status, error }]);
        const [shown] = (await deliveries(token, id)).body as [Delivery];
        assert.deepEqual([shown.status, shown.attempts, shown.next_try_at], ['failed', 1, null]);
      }
      receiver.answerWith((response) => response.writeHead(204).end());
      assert.equal(receiver.waiting(), 3);
      while (receiver.waiting() > 0) await receiver.next();
    });

    it('names no host, address or certificate of the network that the server stands in', async () => {
      const { token } = await newUser();
      const closed = await startWebhookReceiver();
      await closed.close();
      const secure = https.createServer(testCertificate).listen(0, '127.0.0.1');
      await once(secure, 'listening');
      const { port } = secure.address() as AddressInfo;
      const insecure = 'no secure connection came about; look at the certificate';
      const outcomes = Object.entries({
        [closed.url]: nowhere,
        'http://db.invalid/': nowhere,
        [`https://localhost:${port}/`]: insecure,
        [receiver.url.replace('http:', 'https:')]: insecure,
      });
      for (const [url, failure] of outcomes) {
        const { id } = await created(token, url);
        const error = `The event could not be sent: ${failure}.`;
        const trial = await test(token, id);
        assert.deepEqual(trial.body, { delivered: false, status: null, error }, url);
        const [shown] = (await deliveries(token, id)).body as [{ error: string }];
        assert.equal(shown.error, failure);
      }
      secure.close();
    });

    it('is one at a time for each webhook', async () => {
      const { token } = await newUser();
      const { id } = await created(token, receiver.url);
      const asked = Promise.withResolvers<ServerResponse>();
      receiver.answerWith(asked.resolve);
      const first = test(token, id);
      const response = await asked.promise;
      assert.deepEqual(failureOf(await test(token, id)), [409, 'test_under_way']);
      receiver.answerWith((other) => other.writeHead(204).end());
      const second = await created(token, `${receiver.url}/second`);
      assert.equal((await test(token, second.id)).status, 200);
      response.writeHead(202).end();
      assert.deepEqual((await first).body, { delivered: true, status: 202, error: null });
      assert.equal((await test(token, id)).status, 200);
      while (receiver.waiting() > 0) await receiver.next();
    });

    it("is 404 for another account's, 400 for no id, 401 without a token", async () => {
      const { id } = await created((await newUser()).token);
      assert.deepEqual(wrongFields(await test((await newUser()).token, 'x')), ['id']);
      assert.deepEqual(failureOf(await test((await newUser()).token, id)), missing);
      assert.equal((await test(undefined, id)).status, 401);
    });
  });

  describe('deliveries', () => {
    it('come newest first, page by page', async () => {
      const { token, userId: user_id } = await newUser();
      const { id: webhook_id } = await created(token);
      const row = { user_id, webhook_id, event: 'webhook.test', body: '{}', attempts: 3 };
      const over = { ...row, created_at: server.clock.now, last_error: 'silence' };
      await insertDeliveries(server.db.write, [over, over, over, over, over]);
      const pages: Delivery[][] = [];
      let next: string | undefined = `${path}/${webhook_id}/deliveries?limit=2`;
      while (next) {
        const answer = await server.request('GET', next, { token });
        pages.push(answer.body as Delivery[]);
        next = nextPage(answer);
      }
      assert.deepEqual(
        pages.map((page) => page.length),
        [2, 2, 1],
      );
      const ids = pages.flat().map(({ id }) => id);
      assert.deepEqual(
        ids,
        [...ids].sort((a, b) => b - a),
      );
      assert.ok(pages.flat().every(({ status }) => status === 'failed'));
    });

    it('keep to the limits of a page', async () => {
      const { token } = await newUser();
      const { id } = await created(token);
      for (const limit of [1, 500]) {
        assert.equal((await deliveries(token, id, `?limit=${limit}`)).status, 200);
      }
      for (const query of ['?limit=0', '?limit=501', '?limit=x', '?limit=']) {
        assert.deepEqual(wrongFields(await deliveries(token, id, query)), ['limit']);
      }
      assert.deepEqual(wrongFields(await deliveries(token, id, '?before=0')), ['before']);
    });

    it("are 404 for another account's webhook, 401 without a token", async () => {
      const { id } = await created((await newUser()).token);
      assert.deepEqual(failureOf(await deliveries((await newUser()).token, id)), missing);
      assert.equal((await deliveries(undefined, id)).status, 401);
    });
  });
});

describeOnBothEngines('webhooks of a server that keeps to public addresses', (engine) => {
  const server = useTestServer({ engine });

  it('refuses addresses that are plainly private', async () => {
    const { token } = await registerUser(server);
    for (const host of ['127.0.0.1:1', '10.0.0.1', '169.254.169.254', '[::1]', '[fd00::1]']) {
      const json = { url: `http://${host}/` };
      assert.deepEqual(wrongFields(await server.request('POST', path, { token, json })), ['url']);
    }
  });

  it('does not post to a name that leads to a private address', async () => {
    const receiver = await startWebhookReceiver();
    const { token } = await registerUser(server);
    const local = receiver.url.replace('127.0.0.1', 'localhost');
    const refused = await server.request('POST', path, { token, json: { url: local } });
    assert.equal(refused.status, 400);
    const error = `The event could not be sent: ${nowhere}.`;
    // The answer is the same for an inner name that exists and one that does not.
    for (const host of [hostname(), 'db.invalid']) {
      const json = { url: receiver.url.replace('127.0.0.1', host) };
      const { body } = await server.request('POST', path, { token, json });
      const { id } = body as Webhook;
      const trial = await server.request('POST', `${path}/${id}/test`, { token });
      assert.deepEqual(trial.body, { delivered: false, status: null, error });
    }
    assert.equal(receiver.waiting(), 0);
    await receiver.close();
  });
});

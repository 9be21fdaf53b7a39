import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { hourMs } from '../src/kit/time/units.ts';
import { createRawClient } from './helpers/http/raw-request.ts';
import { startTestServer, type TestServer } from './helpers/server/test-server.ts';
import { createTestTimers } from './helpers/server/test-timers.ts';

type Described = { servers: { url: string }[]; paths: Record<string, Record<string, Operation>> };
type Operation = { tags: string[]; requestBody?: unknown; security?: Record<string, []>[] };
type Request = {
  method: string;
  url: { raw: string; path: string[]; query?: object[]; variable?: object[] };
  auth: { type: string };
  body?: { mode: string; raw: string };
};
type Collection = {
  info: { schema: string };
  variable: { key: string; value: string }[];
  item: { name: string; item: { name: string; request: Request }[] }[];
};

const proxied = {
  TRUST_PROXY: '127.0.0.1',
  ALLOWED_HOSTS: '.example.org',
  PUBLIC_URL: 'https://water.example.org',
};

describe('the address in the description', () => {
  let server: TestServer;
  let trusting: TestServer;
  before(async () => {
    server = await startTestServer({ engine: 'sqlite' });
    trusting = await startTestServer({ engine: 'sqlite', env: proxied });
  });
  after(async () => {
    await server.stop();
    await trusting.stop();
  });

  const ask = async ({ url }: TestServer, path: string, headers: Record<string, string> = {}) => {
    const client = createRawClient(url);
    try {
      return JSON.parse((await client.send({ method: 'GET', path, headers })).text);
    } finally {
      client.close();
    }
  };
  const serversOf = async (of: TestServer, headers: Record<string, string> = {}) => {
    const { servers } = (await ask(of, '/openapi.json', headers)) as Described;
    return servers.map(({ url }) => url);
  };

  it('is where it was asked, each time anew', async () => {
    assert.deepEqual(await serversOf(server), [server.url]);
    for (const host of [
      '192.168.1.20:3000',
      'localhost:8080',
      '[::1]:3000',
      '10.0.0.7',
      '10.0.0.8',
    ]) {
      assert.deepEqual(await serversOf(server, { host }), [`http://${host}`]);
    }
    assert.deepEqual(await serversOf(server), [server.url]);
  });

  it('is no more than eight an hour besides the public one: a stranger may make up any', async () => {
    const timers = createTestTimers();
    const of = await startTestServer({ engine: 'sqlite', env: proxied, timers });
    const found = new Set<string>();
    for (let n = 1; n <= 30; n++) {
      const [url = ''] = await serversOf(of, { host: `made-up-${n}.example.org` });
      found.add(url);
    }
    const made = (n: number) => `http://made-up-${n}.example.org`;
    assert.deepEqual([...found], [1, 2, 3, 4, 5, 6, 7, 8].map(made).concat('/'));
    const known = await serversOf(of, { host: 'water.example.org' });
    assert.deepEqual(known, ['https://water.example.org']);
    timers.advance(hourMs);
    assert.deepEqual(await serversOf(of, { host: 'made-up-30.example.org' }), [made(30)]);
    await of.stop();
  });

  it('is what a trusted proxy says, and nobody else', async () => {
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'tanks.example.org' };
    assert.deepEqual(await serversOf(trusting, forwarded), ['https://tanks.example.org']);
    assert.deepEqual(await serversOf(server, forwarded), [server.url]);
    const odd = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a"></script>' };
    assert.deepEqual(await serversOf(trusting, odd), ['/']);
  });

  it('is of https at the public name, though nothing says that a proxy took TLS off', async () => {
    const host = 'water.example.org';
    assert.deepEqual(await serversOf(trusting, { host }), ['https://water.example.org']);
    const other = 'www.example.org';
    assert.deepEqual(await serversOf(trusting, { host: other }), ['http://www.example.org']);
  });

  it('is a variable of the collection of Postman', async () => {
    const collection = (await ask(trusting, '/postman.json', {
      host: 'water.example.org',
    })) as Collection;
    assert.deepEqual(
      collection.variable.map(({ key, value }) => [key, value]),
      [
        ['base', 'https://water.example.org'],
        ['token', ''],
        ['api_key', ''],
      ],
    );
  });

  it('leads to every operation from Postman: a folder a tag, and a body where there is one', async () => {
    const collection = (await ask(server, '/postman.json')) as Collection;
    const { paths } = (await ask(server, '/openapi.json')) as Described;
    const isCollection = new Ajv({ strict: false }).compile(collectionRules);
    assert.ok(isCollection(collection), JSON.stringify(isCollection.errors));

    const inFolders = collection.item.flatMap((folder) =>
      folder.item.map(({ request: { method, url } }) => {
        const path = url.path.map((part) => part.replace(/^:(.*)$/, '{$1}')).join('/');
        return `${folder.name}: ${method} /${path}`;
      }),
    );
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { tags }]) => `${tags[0]}: ${method.toUpperCase()} ${path}`,
      ),
    );
    assert.deepEqual(inFolders.sort(), described.sort());

    for (const { request } of collection.item.flatMap(({ item }) => item)) {
      const path = `/${request.url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`;
      const operation = paths[path]?.[request.method.toLowerCase()];
      assert.equal(request.body !== undefined, operation?.requestBody !== undefined, path);
      const [scheme] = operation?.security?.flatMap((each) => Object.keys(each)) ?? [];
      const type = { bearer: 'bearer', apiKey: 'apikey' }[scheme ?? ''] ?? 'noauth';
      assert.equal(request.auth.type, type, path);
      const named = request.url.path.filter((part) => part.startsWith(':'));
      assert.equal(request.url.variable?.length ?? 0, named.length, path);
    }
  });
});

/** The rules that Postman publishes for collections (schema v2.1.0), as far as a collection has such parts. */
const text = { type: 'string' };
const field = {
  type: 'object',
  properties: { key: text, value: text, description: text, disabled: { type: 'boolean' } },
  required: ['key', 'value'],
};
const authField = {
  type: 'object',
  properties: { key: text, value: {}, type: text },
  required: ['key'],
};
const authFields = { type: 'array', items: authField };
const collectionRules = {
  type: 'object',
  required: ['info', 'item'],
  properties: {
    info: {
      type: 'object',
      required: ['name', 'schema'],
      properties: {
        name: text,
        _postman_id: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
        description: text,
        version: text,
        schema: {
          const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
        },
      },
    },
    variable: { type: 'array', items: { ...field, anyOf: [{ required: ['key'] }] } },
    item: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'item'],
        properties: {
          name: text,
          description: text,
          item: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              required: ['request'],
              properties: {
                name: text,
                response: { type: 'array' },
                request: {
                  type: 'object',
                  properties: {
                    method: { enum: ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] },
                    description: text,
                    header: { type: 'array', items: field },
                    auth: {
                      type: 'object',
                      required: ['type'],
                      properties: {
                        type: { enum: ['apikey', 'bearer', 'noauth'] },
                        apikey: authFields,
                        bearer: authFields,
                      },
                    },
                    url: {
                      type: 'object',
                      properties: {
                        raw: { type: 'string', pattern: '^\\{\\{base\\}\\}/' },
                        host: { type: 'array', items: text },
                        path: { type: 'array', items: text },
                        query: { type: 'array', items: field },
                        variable: { type: 'array', items: field },
                      },
                    },
                    body: {
                      type: 'object',
                      properties: {
                        mode: { enum: ['raw', 'urlencoded', 'formdata', 'file', 'graphql'] },
                        raw: { type: 'string', minLength: 2 },
                        options: { type: 'object' },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

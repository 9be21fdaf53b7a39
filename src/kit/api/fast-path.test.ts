import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import fastify from 'fastify';
import { Type } from 'typebox';
import { anyCharacter } from '../../../test/helpers/any-character.ts';
import type { App } from '../http/app.ts';
import { parseFormsToo, parseJsonOnly } from '../http/body-parsers.ts';
import { failures } from './failures/api-error.ts';
import { addErrorHandler } from './failures/error-handler.ts';
import { createFastPaths } from './fast-path.ts';
import { type Answered, observeAnswers } from './route-hooks.ts';
import { FormObject, OptionalNullable } from './schema/schema.ts';
import { compileValidator } from './schema/validator.ts';

const bodyLimit = 200;
const formType = 'application/x-www-form-urlencoded';
const Form = FormObject({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  level: OptionalNullable(Type.Number({ minimum: 0, maximum: 100 })),
});
const Echo = Type.Object({ name: Type.String(), level: OptionalNullable(Type.Number()) });
type Form = { name: string; level?: number };

describe('a fast path', () => {
  let app: App;
  let url: string;
  let isOpen = true;
  let handled: string[];
  let told: (Omit<Answered, 'milliseconds' | 'from' | 'accountId'> & { path: string })[];

  const echo = async (form: Form): Promise<Form> => {
    if (form.name === 'too fast') throw failures.tooMany('Slower, please.', 3);
    if (form.name === 'broken') throw new Error('a fault of ours');
    return form;
  };

  before(async () => {
    const observer = (route: { path: string } | undefined) => (answered: Answered) => {
      const { milliseconds, from, accountId, ...rest } = answered;
      assert.ok(milliseconds >= 0);
      assert.equal(from.socket.remoteAddress, '127.0.0.1');
      assert.equal(accountId, undefined);
      told.push({ ...rest, path: route?.path ?? 'none' });
    };
    let ids = 0;
    const newId = () => `id-${++ids}`;
    const paths = createFastPaths({ isOpen: () => isOpen, newId, observer });
    const made = fastify({
      genReqId: newId,
      serverFactory: (handler) => createServer(paths.before(handler)),
    });
    app = made as unknown as App;
    app.setValidatorCompiler(compileValidator);
    addErrorHandler(app, () => false);
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('x-request-id', request.id);
      done(isOpen ? undefined : failures.unavailable('The server is stopping.'));
    });
    observeAnswers(app, observer);
    paths.collect(app);
    parseJsonOnly(app);
    parseFormsToo(app);
    const config = {
      fastPath: (form: Form) => {
        handled.push('fast');
        return echo(form);
      },
    };
    const schema = { body: Form, response: { 201: Echo } };
    app.post('/echo', { bodyLimit, config, schema }, async ({ body }, reply) => {
      handled.push('framework');
      reply.code(201);
      return await echo(body as Form);
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/echo`;
  });
  after(() => app.close());
  beforeEach(() => {
    isOpen = true;
    handled = [];
    told = [];
  });

  const post = async (body: string, headers: Record<string, string> = {}) => {
    const method = 'POST';
    const answer = await fetch(url, {
      method,
      body,
      headers: { 'content-type': formType, ...headers },
    });
    const { date: _date, ...kept } = Object.fromEntries(answer.headers);
    return { status: answer.status, headers: kept, text: await answer.text() };
  };
  const byFramework = { origin: 'https://elsewhere.example' };

  /** Writes a request in pieces, and gives the connection it went over. */
  const write = async (head: string[], pieces: Buffer[]): Promise<Socket> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setNoDelay();
    await once(socket, 'connect');
    const lines = ['POST /echo HTTP/1.1', 'Host: x', 'Connection: close', ...head];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    for (const piece of pieces) {
      await new Promise((resolve) => setImmediate(resolve));
      socket.write(piece);
    }
    return socket;
  };
  const readAll = async (socket: Socket): Promise<string> => {
    let text = '';
    for await (const chunk of socket) text += chunk;
    return text;
  };

  it('answers any form as the framework does, byte for byte', async () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 30 }).map(encodeURIComponent);
    const level = fc.oneof(fc.double().map(String), fc.integer().map(String), text);
    const pair = fc.oneof(
      text.map((name) => `name=${name}`),
      level.map((each) => `level=${each}`),
      fc.string({ maxLength: 12 }),
    );
    const body = fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&'));
    const withoutId = ({ headers: { 'x-request-id': id, ...headers }, ...rest }: Posted) => {
      assert.match(String(id), /^id-\d+$/);
      return { ...rest, headers, text: rest.text.replace(/"id-\d+"/, '"id"') };
    };
    await fc.assert(
      fc.asyncProperty(body, async (form) => {
        assert.deepEqual(withoutId(await post(form)), withoutId(await post(form, byFramework)));
      }),
      { numRuns: 200 },
    );
    assert.ok(handled.includes('fast') && handled.includes('framework'));
  });

  it('is for forms of the usual length from no other page, while the server is open', async () => {
    const json = '{"name":"tank"}';
    for (const [way, body, headers] of [
      ['fast', 'name=tank', {}],
      ['fast', 'name=tank', { 'content-type': `${formType}; charset=utf-8` }],
      ['framework', 'name=tank', byFramework],
      ['framework', json, { 'content-type': 'application/json' }],
    ] as const) {
      handled = [];
      const { status, text } = await post(body, headers);
      assert.deepEqual([status, JSON.parse(text), handled], [201, { name: 'tank' }, [way]]);
    }
    handled = [];
    const full = `name=${'x'.repeat(100)}&rest=`.padEnd(bodyLimit, 'y');
    assert.deepEqual([(await post(full)).status, handled], [201, ['fast']]);
    assert.equal((await post(`${full}y`)).status, 413);
    assert.equal((await post('name=tank', { 'content-type': 'text/plain' })).status, 415);
    isOpen = false;
    assert.equal((await post('name=tank')).status, 503);
    assert.deepEqual(handled, ['fast']);
  });

  it('tells failures in the one shape, each once, with what belongs to them', async () => {
    const slow = await post('name=too+fast');
    assert.deepEqual([slow.status, slow.headers['retry-after']], [429, '3']);
    const broken = await post('name=broken');
    const { request_id, code } = JSON.parse(broken.text);
    assert.deepEqual([broken.status, code], [500, 'internal_error']);
    assert.equal(request_id, broken.headers['x-request-id']);
    const wrong = await post('level=101');
    const fields = JSON.parse(wrong.text).errors.map(({ field }: { field: string }) => field);
    assert.deepEqual([wrong.status, fields.sort()], [400, ['level', 'name']]);
    assert.deepEqual(handled, ['fast', 'fast']);
    assert.deepEqual(
      told.map(({ status }) => status),
      [429, 500, 400],
    );
  });

  it('tells observers of what it answers as the framework does', async () => {
    const short = await post('name=tank');
    const long = await post('name=tank', byFramework);
    const shape = { method: 'POST', status: 201, path: '/echo' };
    assert.deepEqual(
      told.map(({ action: _action, ...rest }) => rest),
      [short, long].map(({ headers }) => ({ ...shape, id: headers['x-request-id'] })),
    );
  });

  it('takes a body in pieces, however they cut its characters', async () => {
    const body = Buffer.from('name=maji🌊yangu&level=7');
    const length = `Content-Length: ${body.length}`;
    const head = [`Content-Type: ${formType}`, length];
    const bytes = [...body].map((byte) => Buffer.from([byte]));
    const answer = await readAll(await write(head, bytes));
    assert.match(answer, /^HTTP\/1\.1 201 .*\{"name":"maji🌊yangu","level":7\}$/s);
    assert.deepEqual(handled, ['fast']);
  });

  it('leaves a body without a length to the framework', async () => {
    const head = [`Content-Type: ${formType}`, 'Transfer-Encoding: chunked'];
    const answer = await readAll(await write(head, [Buffer.from('9\r\nname=tank\r\n0\r\n\r\n')]));
    assert.match(answer, /^HTTP\/1\.1 201 .*\{"name":"tank"\}/s);
    assert.deepEqual(handled, ['framework']);
  });

  it('forgets a body that breaks off', async () => {
    const head = [`Content-Type: ${formType}`, 'Content-Length: 100'];
    const broken = new Promise<void>((resolve) => {
      app.server.once('connection', (accepted) => accepted.once('close', () => resolve()));
    });
    const socket = await write(head, [Buffer.from('name=tank')]);
    socket.destroy();
    await broken;
    assert.equal((await post('name=after')).status, 201);
    assert.deepEqual(handled, ['fast']);
  });
});

type Posted = { status: number; headers: Record<string, string | undefined>; text: string };

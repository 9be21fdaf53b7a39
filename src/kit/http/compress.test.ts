import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import fastify from 'fastify';
import { chooseEncoding, compressAnswers } from './compress.ts';

const long = JSON.stringify(Array.from({ length: 500 }, (_, level) => ({ level })));
const json = 'application/json; charset=utf-8';

describe('compression', () => {
  const app = fastify();
  let endlessEnded: Promise<void>;
  let breakOff = () => {};
  before(async () => {
    compressAnswers(app, (path) => path.startsWith('/api/'));
    for (const path of ['/api/long', '/iot']) {
      app.get(path, (_request, reply) => reply.type(json).send(long));
    }
    app.get('/api/size/:bytes', (request, reply) => {
      const { bytes } = request.params as { bytes: string };
      return reply.type(json).send(JSON.stringify('x'.repeat(Number(bytes) - 2)));
    });
    app.get('/api/status/:code', (request, reply) => {
      const { code } = request.params as { code: string };
      return reply.code(Number(code)).type(json).send();
    });
    app.get('/api/encoded', (_request, reply) =>
      reply.type(json).header('content-encoding', 'zstd').send(long),
    );
    app.get('/api/varied', (_request, reply) =>
      reply.type(json).header('vary', 'Origin').send(long),
    );
    app.get('/api/image', (_request, reply) => reply.type('image/png').send(Buffer.alloc(5000)));
    app.get('/api/stream', (_request, reply) =>
      reply.type('text/csv').send(Readable.from([long, long], { objectMode: false })),
    );
    app.get('/api/broken', (_request, reply) =>
      reply.type('text/csv').send(
        new Readable({
          read() {
            this.destroy(new Error('no disk'));
          },
        }),
      ),
    );
    app.get('/api/breaking', (_request, reply) => {
      const pieces = [long];
      const gate = Promise.withResolvers<void>();
      breakOff = gate.resolve;
      return reply.type('text/csv').send(
        new Readable({
          read() {
            const piece = pieces.pop();
            if (piece !== undefined) this.push(piece);
            else void gate.promise.then(() => this.destroy(new Error('no disk')));
          },
        }),
      );
    });
    app.get('/api/endless', (_request, reply) => {
      const ended = Promise.withResolvers<void>();
      endlessEnded = ended.promise;
      async function* pages() {
        try {
          for (let page = 0; ; page += 1) yield `${page},${Math.sqrt(page)}\n`.repeat(1000);
        } finally {
          ended.resolve();
        }
      }
      return reply.type('text/csv').send(Readable.from(pages(), { objectMode: false }));
    });
    await app.listen({ port: 0 });
  });
  after(() => app.close());

  const ask = (path: string, accept: string | undefined, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({
      method,
      url: path,
      headers: accept === undefined ? {} : { 'accept-encoding': accept },
    });

  it('writes what the client takes, and says that others may get it otherwise', async () => {
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;
    for (const [encoding, decode] of Object.entries(decoders)) {
      for (const [path, text] of [
        ['/api/long', long],
        ['/api/stream', long + long],
      ] as const) {
        const answer = await ask(path, encoding);
        assert.equal(answer.headers['content-encoding'], encoding);
        assert.equal(answer.headers.vary, 'Accept-Encoding');
        assert.equal(decode(answer.rawPayload).toString(), text);
        assert.ok(answer.rawPayload.length < text.length / 2);
        const length = answer.headers['content-length'];
        if (length !== undefined) assert.equal(Number(length), answer.rawPayload.length);
      }
    }
    for (const accept of [undefined, '', 'identity', 'deflate', 'br;q=0', 'gzip;q=0, br;q=0']) {
      const answer = await ask('/api/long', accept);
      assert.equal(answer.headers['content-encoding'], undefined);
      assert.equal(answer.headers.vary, 'Accept-Encoding');
      assert.equal(answer.body, long);
    }
    assert.equal((await ask('/api/varied', 'br')).headers.vary, 'Origin, Accept-Encoding');
  });

  it('begins at 1 KB', async () => {
    assert.equal((await ask('/api/size/1023', 'br')).headers['content-encoding'], undefined);
    assert.equal((await ask('/api/size/1024', 'br')).headers['content-encoding'], 'br');
  });

  it('leaves alone what is not meant, encoded already, or without a body', async () => {
    const untouched = ['/iot', '/api/image', '/api/status/204', '/api/status/304', '/api/nowhere'];
    for (const path of untouched) {
      const { headers } = await ask(path, 'br, gzip');
      assert.equal(headers['content-encoding'], undefined, path);
      assert.equal(headers.vary, undefined, path);
    }
    const encoded = await ask('/api/encoded', 'br');
    assert.equal(encoded.headers['content-encoding'], 'zstd');
    assert.equal(encoded.body, long);
    const head = await ask('/api/long', 'br', 'HEAD');
    assert.equal(head.headers['content-encoding'], undefined);
    assert.equal(head.headers['content-length'], String(long.length));
  });

  it('answers a stream that fails at once as a failure that can be read', async () => {
    for (const accept of ['br', 'gzip']) {
      const answer = await ask('/api/broken', accept);
      assert.equal(answer.statusCode, 500);
      assert.equal(answer.headers['content-encoding'], undefined);
      assert.equal((answer.json() as { message: string }).message, 'no disk');
    }
  });

  it('breaks off a stream that fails later, and takes nothing back', async () => {
    const { port } = app.server.address() as AddressInfo;
    for (const accept of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': accept };
      const response = await fetch(`http://localhost:${port}/api/breaking`, { headers });
      assert.equal(response.status, 200);
      breakOff();
      await assert.rejects(response.text(), /terminated/);
    }
  });

  it('sends a stream as it comes, and ends it when the client hangs up', async () => {
    const { port } = app.server.address() as AddressInfo;
    for (const accept of ['br', 'gzip']) {
      const headers = { 'accept-encoding': accept };
      const request = get({ port, path: '/api/endless', headers });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      assert.equal(response.headers['content-encoding'], accept);
      await once(response, 'data');
      response.destroy();
      await endlessEnded;
    }
  });
});

describe('chooseEncoding', () => {
  it('takes the heavier, and brotli of two alike', () => {
    const cases: [string | undefined, string | undefined][] = [
      [undefined, undefined],
      ['gzip, deflate', 'gzip'],
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0.5, gzip;q=0.9', 'gzip'],
      ['br; q=0.9 , gzip; q=0.5', 'br'],
      ['BR', 'br'],
      ['*', 'br'],
      ['*, br;q=0', 'gzip'],
      ['*;q=0', undefined],
      ['br;q=x', undefined],
    ];
    for (const [header, encoding] of cases) assert.equal(chooseEncoding(header), encoding, header);
  });

  it('never takes what was refused or not offered, whatever it is sent', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const chosen = chooseEncoding(text);
        if (chosen !== undefined) assert.match(text, new RegExp(`${chosen}|\\*`, 'i'));
      }),
    );
    const offers = fc.uniqueArray(
      fc.record({ name: fc.constantFrom('br', 'gzip'), weight: fc.constantFrom(0, 0.1, 0.5, 1) }),
      { selector: ({ name }) => name },
    );
    fc.assert(
      fc.property(offers, (offered) => {
        const chosen = chooseEncoding(
          offered.map(({ name, weight }) => `${name};q=${weight}`).join(', '),
        );
        const heaviest = Math.max(0, ...offered.map(({ weight }) => weight));
        if (heaviest === 0) assert.equal(chosen, undefined);
        else assert.equal(offered.find(({ name }) => name === chosen)?.weight, heaviest);
      }),
    );
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { answerByName, createFixedAnswer, readFixedFiles } from './fixed-answer.ts';

const text = 'maji ni uhai '.repeat(500);
const identity = { 'accept-encoding': 'identity' };

describe('a fixed answer', () => {
  const app = fastify();
  let folder: string;
  let reads = 0;
  let isBroken = true;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kisima-files-'));
    await writeFile(join(folder, 'app.js'), text);
    await writeFile(join(folder, 'app.js.gz'), gzipSync('compressed beside it'));
    await writeFile(join(folder, 'icon.png'), text);
    await writeFile(join(folder, 'notes.secret'), text);
    app.get('/files/*', answerByName(readFixedFiles(folder)));
    const read = async () => {
      reads++;
      return Buffer.from(text);
    };
    app.get('/text', createFixedAnswer({ type: 'text/plain', read }));
    const fail = async () => {
      if (isBroken) throw new Error('no disk');
      return Buffer.from(text);
    };
    app.get('/broken', createFixedAnswer({ type: 'text/plain', read: fail }));
    await app.ready();
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const get = (url: string, headers: Record<string, string> = identity) =>
    app.inject({ url, headers });

  it('is read once and compressed once for each encoding, and the same bytes each time', async () => {
    const bodies = new Map<string, Buffer[]>();
    for (const encoding of ['br', 'gzip', 'identity', 'br', 'gzip', 'identity']) {
      const { headers, rawPayload } = await get('/text', { 'accept-encoding': encoding });
      assert.equal(headers['content-encoding'] ?? 'identity', encoding);
      assert.equal(headers['vary'], 'Accept-Encoding');
      assert.equal(headers['content-length'], String(rawPayload.length));
      bodies.set(encoding, [...(bodies.get(encoding) ?? []), rawPayload]);
    }
    assert.equal(reads, 1);
    for (const [first, second] of bodies.values()) assert.deepEqual(first, second);
    assert.equal(gunzipSync(bodies.get('gzip')?.[0] ?? '').toString(), text);
  });

  it('is 304 to a client that has it, by a tag for each encoding', async () => {
    const plain = await get('/text');
    const packed = await get('/text', { 'accept-encoding': 'br' });
    const etag = String(plain.headers['etag']);
    assert.notEqual(etag, packed.headers['etag']);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { statusCode, body, headers } = await get('/text', { 'if-none-match': known });
      assert.deepEqual([statusCode, body, headers['etag']], [304, '', etag]);
    }
    for (const other of ['"other"', String(packed.headers['etag']), '']) {
      assert.equal((await get('/text', { 'if-none-match': other })).statusCode, 200);
    }
  });

  it('tells HEAD as much, without the bytes', async () => {
    const { headers, body } = await app.inject({ method: 'HEAD', url: '/text', headers: identity });
    assert.equal(body, '');
    assert.equal(headers['content-length'], String(text.length));
  });

  it('is made anew where it could not be made', async () => {
    assert.equal((await get('/broken')).statusCode, 500);
    isBroken = false;
    assert.equal((await get('/broken')).body, text);
  });

  it('of a file takes the copy that was compressed beside it, and compresses no pictures', async () => {
    const packed = await get('/files/app.js', { 'accept-encoding': 'gzip' });
    assert.equal(gunzipSync(packed.rawPayload).toString(), 'compressed beside it');
    assert.match(String(packed.headers['content-type']), /^text\/javascript/);
    const picture = await get('/files/icon.png', { 'accept-encoding': 'gzip, br' });
    assert.equal(picture.headers['content-encoding'], undefined);
    assert.equal(picture.headers['content-type'], 'image/png');
  });

  it('of a folder is there for what pages are made of, and for nothing beside or above it', async () => {
    const names = ['notes.secret', 'app.js.gz', 'nothing.js', '../package.json', '%2e%2e/x.js', ''];
    for (const name of names) assert.equal((await get(`/files/${name}`)).statusCode, 404, name);
  });
});

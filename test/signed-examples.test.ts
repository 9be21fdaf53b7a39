import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import {
  canonicalAnswer,
  canonicalRequest,
  hashBody,
  signText,
} from '../src/water/direct/signed/canonical.ts';
import { useDeviceDesk } from './helpers/browser/device-desk.ts';
import { makeTestFolder } from './helpers/server/test-folder.ts';

const run = promisify(execFile);
const examples = path.resolve('docs/examples/signed');

type RequestVector = Record<
  'name' | 'key' | 'method' | 'path' | 'query' | 'body' | 'stamp' | 'signature',
  string
>;
type AnswerVector = Record<'name' | 'key' | 'request' | 'body' | 'signature', string> & {
  status: number;
};
type Vectors = {
  requests: RequestVector[];
  answers: AnswerVector[];
  wrapped: { answer: string; begins: number; ends: number }[];
};

type Boards = Record<'c' | 'python', [program: string, ...args: string[]]>;

/** What a false server, or a bad network, makes of a request. */
type Way = 'lost' | 'forged' | 'replayed' | 'through';

/** A false server before the right one, which remembers what the right one has answered. */
async function startFalseServer(target: string) {
  let ways: Way[] = [];
  const forged = JSON.stringify([{ command_id: 1, command: 'on' }]);
  let last = { status: 200, headers: {}, text: forged };
  const seen: string[] = [];
  const server = http.createServer(async (request, answer) => {
    const { method = '', url = '', headers } = request;
    const body = Buffer.concat(await request.toArray());
    seen.push(String(headers['x-kisima-signature']));
    const way = ways.shift() ?? 'through';
    if (way === 'forged') return void answer.writeHead(200).end(forged);
    if (way === 'replayed') return void answer.writeHead(last.status, last.headers).end(last.text);
    const hasBody = method === 'POST' && { body };
    const sent = { 'x-kisima-signature': String(headers['x-kisima-signature']) };
    const type = headers['content-type'];
    const right = await fetch(target + url, {
      method,
      headers: { ...sent, ...(type !== undefined && { 'content-type': type }) },
      ...hasBody,
    });
    const signature = right.headers.get('x-kisima-signature') ?? '';
    const text = await right.text();
    if (way === 'lost') return void answer.destroy();
    last = { status: right.status, headers: { 'x-kisima-signature': signature }, text };
    answer.writeHead(last.status, last.headers).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** @returns the signatures of the requests from now on. */
    next: (some: Way[]) => {
      ways = [...some];
      seen.length = 0;
      return seen;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('the examples of boards that sign', () => {
  const desk = useDeviceDesk('sqlite');
  let folder: string;
  let boards: Boards;
  let network: Awaited<ReturnType<typeof startFalseServer>>;
  let vectors: Vectors;

  before(async () => {
    folder = await makeTestFolder('signed');
    const program = path.join(folder, 'board');
    const flags = ['-std=c99', '-O1', '-Wall', '-Wextra', '-Werror', '-pedantic'];
    await run('cc', [...flags, path.join(examples, 'board.c'), '-o', program]);
    boards = { c: [program], python: ['python3', path.join(examples, 'board.py')] };
    vectors = JSON.parse(await readFile(path.join(examples, 'vectors.json'), 'utf8')) as Vectors;
    network = await startFalseServer(desk.server.url);
  });
  after(async () => {
    await network.stop();
    await rm(folder, { recursive: true });
  });

  const of = (board: keyof Boards, args: string[], env = {}) => {
    const [program, ...first] = boards[board];
    return run(program, [...first, ...args], { env: { ...process.env, ...env } });
  };

  it('come to the signatures of the vectors, as the server does', async () => {
    for (const each of vectors.requests) {
      const { key, method, path, query, body, stamp, signature } = each;
      const text = canonicalRequest({ method, path, query, bodyHash: hashBody(body), stamp });
      assert.equal(signText(key, text), signature, each.name);
      for (const board of ['c', 'python'] as const) {
        const { stdout } = await of(board, ['sign', key, method, path, query, body, stamp]);
        assert.equal(stdout.trim(), signature, `${board}: ${each.name}`);
      }
    }
    for (const { key, status, request, body, signature, name } of vectors.answers) {
      const text = canonicalAnswer({ status, tag: request, bodyHash: hashBody(body) });
      assert.equal(signText(key, text), signature, name);
      for (const board of ['c', 'python'] as const) {
        const { stdout } = await of(board, ['answer', key, String(status), request, body]);
        assert.equal(stdout.trim(), signature, `${board}: ${name}`);
      }
    }
    for (const { answer, begins, ends } of vectors.wrapped) {
      const { signature } = JSON.parse(answer) as { signature: string };
      const signed = vectors.answers.find((each) => each.signature === signature);
      assert.equal(answer.slice(begins, -ends), signed?.body);
    }
  });

  it('have vectors to which OpenSSL comes, too', async () => {
    const isThere = await run('openssl', ['version']).then(
      () => true,
      () => false,
    );
    if (!isThere)
      return console.log('openssl was not found: the vectors are not tried by it here.');
    const digest = async (bytes: string, more: string[]) => {
      const file = path.join(folder, 'bytes');
      await writeFile(file, bytes);
      const { stdout } = await run('openssl', ['dgst', '-sha256', ...more, '-r', file]);
      return stdout.split(' ')[0];
    };
    for (const { key, method, path, query, body, stamp, signature } of vectors.requests) {
      const lines = ['kisima-1', method, path, query, await digest(body, []), stamp];
      assert.equal(await digest(lines.join('\n'), ['-hmac', key]), signature);
    }
    for (const { key, status, request, body, signature } of vectors.answers) {
      const lines = ['kisima-1', 'answer', status, request, await digest(body, [])];
      assert.equal(await digest(lines.join('\n'), ['-hmac', key]), signature);
    }
  });

  for (const board of ['c', 'python'] as const) {
    describe(`in ${board}`, () => {
      let env: Record<string, string>;
      before(async () => {
        const { id, mac_or_serial } = await desk.newDevice();
        const json = { device_id: id, only_signed: true };
        const { body } = await desk.call('POST', '/api/devices.php?action=api-key', json);
        env = {
          KISIMA_HOST: '127.0.0.1',
          KISIMA_PORT: String(network.port),
          KISIMA_URL: `http://127.0.0.1:${network.port}`,
          KISIMA_MAC: mac_or_serial,
          KISIMA_DEVICE_KEY: (body as { api_key: string }).api_key,
          KISIMA_COUNTER: path.join(folder, `counter-${board}`),
        };
      });
      const say = async (level: string) => {
        const { stdout } = await of(board, [level], env).catch(
          (error: { stdout: string }) => error,
        );
        return stdout.trim().split('\n');
      };
      const stored = async () => {
        const history = `/api/sensors.php?action=history&device_id=${desk.device.id}`;
        const { body } = await desk.call('GET', history);
        return (body as { level: number }[]).map(({ level }) => level);
      };

      it('sends the very same again when its answer was lost, which is stored once', async () => {
        const seen = network.next(['lost', 'lost']);
        assert.deepEqual(await say('41'), ['stored']);
        assert.deepEqual([seen.length, new Set(seen).size], [3, 1]);
        assert.deepEqual(await stored(), [41]);
      });

      it('takes nothing from a false server, and switches its pump by the right one', async () => {
        await desk.send({ command: 'on' });
        // An answer to the push before is none to the poll, and what anybody can write is none to anything.
        network.next(['forged', 'through', 'forged', 'replayed']);
        const said = await say('42');
        assert.deepEqual(said, [
          "an answer 200 that is not the server's own",
          'stored',
          "an answer 200 that is not the server's own",
          "an answer 201 that is not the server's own",
          'pump on',
          'acknowledged: 200',
        ]);
      });

      it('goes on from the count of the server where its own was lost', async () => {
        network.next([]);
        await writeFile(env['KISIMA_COUNTER'] ?? '', '0');
        assert.deepEqual(await say('43'), ['stored']);
        const counter = await readFile(env['KISIMA_COUNTER'] ?? '', 'utf8');
        assert.ok(Number(counter) > 4, counter);
        assert.deepEqual((await stored()).at(-1), 43);
      });

      it('says so where its key is wrong', async () => {
        network.next([]);
        const wrong = { ...env, KISIMA_DEVICE_KEY: 'kd_wrong' };
        const { stdout } = await of(board, ['44'], wrong).catch(
          (error: { stdout: string }) => error,
        );
        assert.match(stdout, /an answer 401 that is not the server's own[\s\S]*not stored: 0/);
      });
    });
  }
});

import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { ApiError } from '../api/failures/api-error.ts';
import { createLongReads } from './long-reads.ts';

const text = new Uint8Array(300_000).fill(120);

/** One place for all, and readers whose clients leave when the test says so. */
function open() {
  const reads = createLongReads({ perAccount: 1, inAll: 1 }, { timers: createTestTimers() });
  const newReader = (accountId = 1) => {
    const leaving = new AbortController();
    const socket = Object.assign(new EventEmitter(), { readableEnded: false });
    const late = new AbortController();
    const request = {
      leaving: leaving.signal,
      givenUp: late.signal,
      raw: { socket },
    } as unknown as FastifyRequest;
    return { accountId, request, leave: () => leaving.abort(), giveUp: () => late.abort() };
  };
  return { reads, newReader };
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 499;

async function textOf(content: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe('an answer that is written while it is sent', () => {
  it('is read no further than its client takes it, and ends with it', async () => {
    const { reads, newReader } = open();
    let pages = 0;
    const ended = Promise.withResolvers<void>();
    async function* endless() {
      try {
        for (;;) {
          pages += 1;
          yield text;
        }
      } finally {
        ended.resolve();
      }
    }
    const { content } = await reads.written(newReader(), async () => ({ pieces: endless() }));
    assert.equal(pages, 1);
    await once(content, 'readable');
    await setImmediate();
    assert.ok(pages <= 3, `${pages} pages wait`);
    content.destroy();
    await ended.promise;
    assert.ok(pages <= 4);
  });

  it('fails at once where its first piece does, and lets the next one in', async () => {
    const { reads, newReader } = open();
    const broken = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(noDisk) }) };
    const noDisk = new Error('no disk');
    for (const _ of [1, 2]) {
      const failing = reads.written(newReader(), async () => ({ pieces: broken }));
      await assert.rejects(failing, /no disk/);
    }
  });

  it('has its turn until all is read, not until all is taken', async () => {
    const { reads, newReader } = open();
    async function* brief() {
      yield 'a';
      yield 'b';
    }
    const first = await reads.written(newReader(), async () => ({ pieces: brief() }));
    const second = reads.written(newReader(), async () => ({ pieces: brief(), more: 7 }));
    first.content.read(0);
    const { content, more } = await second;
    assert.deepEqual([await textOf(content), more], ['ab', 7]);
    assert.equal(await textOf(first.content), 'ab');
  });

  it('gives its turn up when its client goes, begun or not', async () => {
    const { reads, newReader } = open();
    const pieces = [text, text, text];
    const openPieces = async () => ({
      pieces: (async function* () {
        yield* pieces;
      })(),
    });
    const [first, second, third] = [newReader(), newReader(2), newReader(3)];
    await reads.written(first, openPieces);
    const waits = reads.written(second, openPieces);
    const next = reads.written(third, openPieces);
    second.leave();
    await assert.rejects(waits, isGone);
    first.leave();
    const { content } = await next;
    assert.equal((await textOf(content)).length, 900_000);
    await assert.rejects(reads.written(second, openPieces), isGone);
  });

  it('gives its turn up where it was given up before its first piece came', async () => {
    const { reads, newReader } = open();
    const first = newReader();
    const piece = Promise.withResolvers<string>();
    const reading = reads.written(first, async () => ({
      pieces: (async function* () {
        yield await piece.promise;
        yield 'nobody reads this';
      })(),
    }));
    const next = reads.whole(newReader(2), async () => 'next');
    first.giveUp();
    assert.equal(await next, 'next');
    piece.resolve('late');
    await assert.rejects(reading, isGone);
  });
});

describe('an answer that is sent once it is whole', () => {
  it('has its turn until it is read, whatever comes of that', async () => {
    const { reads, newReader } = open();
    const order: string[] = [];
    const { promise, reject } = Promise.withResolvers<never>();
    const first = reads.whole(newReader(), () => promise);
    const second = reads.whole(newReader(2), async () => order.push('second'));
    await setImmediate();
    order.push('first');
    reject(new Error('went wrong'));
    await assert.rejects(first, /went wrong/);
    await second;
    assert.deepEqual(order, ['first', 'second']);
  });

  it('is no failure of ours where its client has gone', async () => {
    const { reads, newReader } = open();
    const reader = newReader();
    const reading = reads.whole(reader, async (signal) => {
      reader.leave();
      signal.throwIfAborted();
    });
    await assert.rejects(reading, isGone);
  });

  it('is refused with a time to come back where too many wait', async () => {
    const { reads, newReader } = open();
    const { promise, resolve } = Promise.withResolvers<void>();
    const reading = Array.from({ length: 33 }, () => reads.whole(newReader(), () => promise));
    await assert.rejects(
      reads.whole(newReader(), () => promise),
      (error: ApiError) => error.status === 503 && error.extras.retryAfter === 2,
    );
    resolve();
    await Promise.all(reading);
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import pino from 'pino';
import { createLogOutput, createTerminalLog } from './log-output.ts';

const info = 30;
const warning = 40;

describe('log output', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kisima-log-'));
  });
  after(() => rm(folder, { recursive: true }));

  const openOutput = async (name: string) => {
    const path = join(folder, name);
    const file = await open(path, 'w');
    const due: (() => void)[] = [];
    const after = (_ms: number, run: () => void) => {
      due.push(run);
      return () => {};
    };
    const stream = createLogOutput(file.fd, { after });
    return {
      due,
      stream,
      say: (line: string, level: number) => {
        stream.lastLevel = level;
        stream.write(`${line}\n`);
      },
      written: () => readFile(path, 'utf8'),
      /** Once it holds so much: writes come as events of the file system do. */
      writtenUpTo: async (end: string) => {
        for (;;) {
          const text = await readFile(path, 'utf8');
          if (text.endsWith(end)) return text;
        }
      },
    };
  };

  it('writes the lines of a moment together', async () => {
    const { due, say, written, writtenUpTo } = await openOutput('together');
    say('one', info);
    say('two', info);
    assert.equal(await written(), '');
    assert.equal(due.length, 1);
    due.pop()?.();
    assert.equal(await writtenUpTo('two\n'), 'one\ntwo\n');
    say('three', info);
    assert.equal(due.length, 1);
  });

  it('lets a warning wait for nothing, and what was before it goes with it', async () => {
    const { say, writtenUpTo } = await openOutput('warning');
    say('before', info);
    say('careful', warning);
    assert.equal(await writtenUpTo('careful\n'), 'before\ncareful\n');
  });

  it('is told the level by the logger', async () => {
    const { due, stream, written, writtenUpTo } = await openOutput('logger');
    const log = pino({ base: null, timestamp: false }, stream).child({ by: 'child' });
    log.info('before');
    assert.equal(due.length, 1);
    assert.equal(await written(), '');
    log.warn('careful');
    const [before, careful] = (await writtenUpTo('"careful"}\n')).trim().split('\n');
    assert.deepEqual(
      [before, careful].map((line) => JSON.parse(line ?? '')),
      [
        { level: info, by: 'child', msg: 'before' },
        { level: warning, by: 'child', msg: 'careful' },
      ],
    );
  });

  it('lets much go at once', async () => {
    const { due, say, writtenUpTo } = await openOutput('much');
    const line = 'x'.repeat(5000);
    say(line, info);
    assert.equal(await writtenUpTo('\n'), `${line}\n`);
    assert.equal(due.length, 0);
  });
});

describe('the log at a terminal', () => {
  it('is lines that a person reads', async () => {
    let written = '';
    const terminal = new Writable({
      write: (chunk, _encoding, done) => {
        written += chunk;
        done();
      },
    });
    const log = pino({ base: null }, await createTerminalLog(terminal));
    log.warn({ port: 8080 }, 'the port is taken');
    const plain = stripVTControlCharacters(written);
    assert.match(plain, /^\[\d\d:\d\d:\d\d\] WARN: the port is taken \{"port":8080\}\n$/);
    written = '';
    log.warn({ action: 'list\n[00:00:00] INFO: a line of somebody else' }, 'request');
    assert.equal(written.split('\n').length, 2);
  });
});

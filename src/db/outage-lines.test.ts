import assert from 'node:assert/strict';
import { it } from 'node:test';
import pino from 'pino';
import { createOutageFilter } from './outage-lines.ts';

it('tells of an outage once in ten seconds for each kind of line, and how many were left out', () => {
  let now = 1000;
  const lines: string[] = [];
  const passes = createOutageFilter(() => now);
  const log = pino(
    {
      base: null,
      timestamp: false,
      hooks: {
        logMethod(args, method) {
          const line = passes(args);
          if (line) method.apply(this, line);
        },
      },
    },
    { write: (line: string) => void lines.push(line) },
  );
  const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const told = () =>
    lines.splice(0).map((line) => {
      const { msg, left_out } = JSON.parse(line) as { msg: string; left_out?: number };
      return [msg, left_out];
    });

  for (let times = 0; times < 100; times += 1) log.error({ err: away }, 'a request failed');
  log.warn({ err: away }, 'a round failed');
  log.error({ err: new Error('ours') }, 'a request failed');
  log.info('plain');
  log.info({ left: 1 }, 'with fields');
  assert.deepEqual(told(), [
    ['a request failed', undefined],
    ['a round failed', undefined],
    ['a request failed', undefined],
    ['plain', undefined],
    ['with fields', undefined],
  ]);
  now += 9999;
  log.error({ err: away }, 'a request failed');
  assert.deepEqual(told(), []);
  now += 1;
  log.error({ err: away }, 'a request failed');
  log.error({ err: away }, 'a request failed');
  assert.deepEqual(told(), [['a request failed', 100]]);
});

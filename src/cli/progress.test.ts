import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createProgress } from './progress.ts';
import { reportTable } from './simulate/report.ts';
import { countRefusal, emptyTally } from './simulate/tally.ts';

test('off a terminal, progress is a line every ten seconds and one at the end', () => {
  const stream = new PassThrough({ encoding: 'utf8' });
  let now = 0;
  const progress = createProgress(stream, () => now);
  progress.begin('History readings', 4);
  for (let done = 1; done <= 3; done += 1) {
    now += 6000;
    progress.show(done, 'well');
  }
  progress.end();
  assert.equal(
    stream.read(),
    'History readings …\nHistory readings: 2 of 4 (50 %), well\nHistory readings: 3 of 4 (75 %), well\n',
  );
});

const report = { devices: 1, seconds: 1, sendingSeconds: 5, sockets: { most: 7, opened: 50 } };

test('the closing table has a line for each figure, and for faults only where there are any', () => {
  const tally = { ...emptyTally(), sent: 12_345, stored: 12_340 };
  countRefusal(tally, 404);
  tally.latencyMicros.record(2000);
  const lines = reportTable({ ...report, devices: 10, seconds: 9, tally }).split('\n');
  const has = (pattern: RegExp): boolean => lines.some((line) => pattern.test(line));
  assert.ok(has(/^ {2}sent +12,345 {2}pushes/));
  assert.ok(has(/^ {2}stored +12,340/));
  assert.ok(has(/^ {2}refused 404 +1 {2}no such device$/));
  assert.ok(has(/^ {2}seconds +9\.0 {2}5\.0 of them after registering$/));
  assert.ok(has(/^ {2}a second +2,469 {2}pushes; 2,468 readings stored$/));
  assert.ok(has(/^ {2}connections +7 {2}open at once/));
  assert.ok(has(/^ {2}opened +50 {2}connections; 10 a second$/));
  assert.ok(has(/^ {2}p99 +[12]\.\d\d /));
  assert.ok(!has(/dropped|stored twice|unsent|backlog/));
});

test('the percentiles of the closing table are right to within two percent', () => {
  const tally = emptyTally();
  const shown = (name: string): string =>
    new RegExp(`${name} +(\\S+)`).exec(reportTable({ ...report, tally }))?.[1] ?? '';
  assert.equal(shown('p50'), '-');
  for (let ms = 1; ms <= 1000; ms += 1) tally.latencyMicros.record(ms * 1000);
  assert.ok(Math.abs(Number(shown('p50')) / 500 - 1) < 0.02);
  assert.ok(Math.abs(Number(shown('p99')) / 990 - 1) < 0.02);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSimulateOptions, SIMULATE_HELP } from './options.ts';

function errorsOf(...argv: string[]): string[] {
  const parsed = parseSimulateOptions(argv);
  assert.equal(parsed.kind, 'wrong');
  return parsed.kind === 'wrong' ? parsed.errors : [];
}

test('the defaults are ten tanks in real time until Ctrl-C', () => {
  assert.deepEqual(parseSimulateOptions([]), {
    kind: 'run',
    options: {
      url: 'http://127.0.0.1:8080',
      devices: 10,
      days: 0,
      everySeconds: 60,
      historyEveryMinutes: 10,
      speed: 1 / 60,
      durationSeconds: null,
      seed: 1,
      concurrency: 64,
      email: 'simulate-1@kisima.example',
      password: 'kisima-simulate',
      kind: 'mixed',
      outages: true,
    },
  });
});

test('every option is read', () => {
  const argv = '--url https://x.example/w --devices=3 --days 1.5 --every 30 --history-every 5';
  const more = '--speed 1/2 --duration 9 --seed 8 --concurrency 2 --email a@b --password 12345678';
  const parsed = parseSimulateOptions(`${argv} ${more} --kind farm --outages off`.split(' '));
  assert.deepEqual(parsed, {
    kind: 'run',
    options: {
      url: 'https://x.example/w',
      devices: 3,
      days: 1.5,
      everySeconds: 30,
      historyEveryMinutes: 5,
      speed: 0.5,
      durationSeconds: 9,
      seed: 8,
      concurrency: 2,
      email: 'a@b',
      password: '12345678',
      kind: 'farm',
      outages: false,
    },
  });
});

test('all that is wrong is named at once, and a password is never echoed', () => {
  const errors = errorsOf(
    ...'--devices 0 --days -1 --speed fast --kind shop --outages maybe --nope 3 stray'.split(' '),
    ...'--url ftp://x --email nobody --password secret --seed 1.5 --every'.split(' '),
  );
  const about = (text: string): void =>
    assert.ok(
      errors.some((error) => error.includes(text)),
      `${text} in ${errors.join('; ')}`,
    );
  for (const name of ['devices', 'days', 'speed', 'kind', 'outages', 'nope']) about(`--${name}`);
  for (const name of ['url', 'email', 'password', 'seed', 'every']) about(`--${name}`);
  about("'stray'");
  assert.equal(errors.length, 12);
  assert.ok(!errors.join().includes('secret'));
});

test('an option where a value should stand is a missing value', () => {
  assert.deepEqual(errorsOf('--url', '--devices=3'), ['--url needs a value']);
});

test('a pace that makes two readings one is refused', () => {
  assert.equal(errorsOf('--speed', '10000', '--every', '1').length, 1);
});

test('--help wins over mistakes, and names every option', () => {
  assert.deepEqual(parseSimulateOptions(['--nope', '--help']), { kind: 'help' });
  for (const name of ['url', 'devices', 'days', 'history-every', 'every', 'speed', 'duration']) {
    assert.ok(SIMULATE_HELP.includes(`--${name} `), name);
  }
});

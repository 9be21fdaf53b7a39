import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Command, CommanderError } from 'commander';
import { CommandError } from '../command-error.ts';
import { addSimulateCommand, type SimulateOptions } from './options.ts';

/** Reads options from arguments; @throws their fault. */
function read(...args: string[]): SimulateOptions {
  let read: SimulateOptions | undefined;
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addSimulateCommand(program, async (options) => {
    read = options;
  });
  program.parse(['simulate', ...args], { from: 'user' });
  assert.ok(read);
  return read;
}

test('the defaults are ten tanks in real time until Ctrl-C', () => {
  assert.deepEqual(read(), {
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
    sensor: 'good',
    outages: true,
    blackout: null,
    accounts: 1,
    connections: 'kept',
    sockets: 10_000,
    ca: null,
  });
});

test('every option is read', () => {
  const argv = '--url https://x.example/w --devices=3 --days 1.5 --every 30 --history-every 5';
  const more = '--speed 1/2 --duration 9 --seed 8 --concurrency 2 --email a@b --password 12345678';
  const line = '--blackout 600,1.5 --connections new --sockets 7 --accounts 3';
  const kind = '--kind farm --sensor poor --outages off';
  assert.deepEqual(
    read(...`${argv} ${more} ${line} ${kind}`.split(' '), '--ca', import.meta.filename),
    {
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
      sensor: 'poor',
      outages: false,
      blackout: { afterSeconds: 600, seconds: 1.5 },
      accounts: 3,
      connections: 'new',
      sockets: 7,
      ca: readFileSync(import.meta.filename, 'utf8'),
    },
  );
});

test('what is wrong is named, and a password is never echoed', () => {
  const wrong: [args: string, named: RegExp][] = [
    ['--devices 0', /--devices .* whole number from 1 to 1000000/],
    ['--days -1', /--days .* number from 0 to 3650/],
    ['--speed fast', /--speed .* number from 0\.001 to 10000/],
    ['--seed 1.5', /--seed .* whole number/],
    ['--kind shop', /--kind .* household, school, farm, mixed/],
    ['--sensor broken', /--sensor .* ideal, good, usual, poor/],
    ['--blackout 600', /--blackout .* two numbers of seconds/],
    ['--blackout 600,0', /--blackout .* number from 0\.001/],
    ['--connections some', /--connections .* kept, new/],
    ['--ca /nowhere/ca.pem', /--ca .* file that can be read/],
    ['--outages maybe', /--outages .* on, off/],
    ['--url ftp://x', /--url .* http or https address/],
    ['--email nobody', /--email .* e-mail address/],
    ['--password secret', /--password must have at least 8 characters/],
    ['--speed 10000 --every 1', /600000 readings a second and device; at most 100/],
    ['--every', /--every .* missing/],
    ['--nope 3', /unknown option '--nope'/],
    ['stray', /too many arguments .*stray/],
  ];
  for (const [args, named] of wrong) {
    assert.throws(
      () => read(...args.split(' ')),
      (error: Error) => {
        assert.ok(error instanceof CommanderError || error instanceof CommandError, args);
        assert.match(error.message, named);
        assert.ok(!error.message.includes('secret'));
        return true;
      },
    );
  }
});

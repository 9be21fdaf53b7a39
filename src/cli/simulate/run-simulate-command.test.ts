import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createTestIo } from './io/test-io.ts';
import { runSimulateCommand } from './run-simulate-command.ts';
import { startStandIn } from './stand-in-server.ts';

async function run(...argv: string[]) {
  const simulateIo = createTestIo(Date.parse('2026-11-21T08:00:00Z'));
  const server = await startStandIn(simulateIo.now);
  const stdout = new PassThrough({ encoding: 'utf8' });
  const stderr = new PassThrough({ encoding: 'utf8' });
  try {
    const args = argv.map((arg) => (arg === 'SERVER' ? server.url : arg));
    const code = await runSimulateCommand(args, {
      stdout,
      stderr,
      signal: simulateIo.signal,
      simulateIo,
    });
    return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
  } finally {
    await server.close();
  }
}

test('a run ends with its table and code 0', async () => {
  const { code, out, err } = await run('--url', 'SERVER', '--days', '1', '--duration', '120');
  assert.equal(code, 0);
  assert.match(out, /stored +1,4\d\d/);
  assert.equal(err, '');
});

test('--help prints the options and does nothing', async () => {
  const { code, out } = await run('--help');
  assert.equal(code, 0);
  assert.match(out, /^Usage: kisima simulate/);
});

test('wrong options are code 2, each on a line', async () => {
  const { code, err } = await run('--devices', 'x', '--bad');
  assert.equal(code, 2);
  assert.match(err, /unknown option --bad\n.*--devices must be a whole number/);
});

test('a server that is not there is code 1 and one clear line', async () => {
  const { code, err } = await run('--url', 'http://127.0.0.1:1');
  assert.equal(code, 1);
  assert.match(err, /^simulate: POST .*login failed: .*ECONNREFUSED.*\n$/);
});

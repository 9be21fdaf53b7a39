import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { runKisima } from '../../../test/helpers/server/run-kisima.ts';
import { type StandIn, startStandIn } from '../../../test/helpers/simulate/stand-in-server.ts';
import { sensors } from '../../simulator/sensor.ts';

describe('kisima simulate', () => {
  let server: StandIn;
  before(async () => {
    server = await startStandIn(Date.now);
  });
  after(() => server.close());
  const simulate = (...args: string[]) => runKisima(['simulate', ...args]);

  it('ends with its table and code 0', async () => {
    const { code, stdout, stderr } = await simulate(
      ...['--url', server.url, '--days', '1', '--duration', '0'],
    );
    assert.equal(code, 0);
    assert.match(stdout, /stored +1,440/);
    assert.match(stderr, /^History readings …$/m);
  });

  it('lists its options with --help and does nothing', async () => {
    const { code, stdout, stderr } = await simulate('--help');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^Usage: kisima simulate/);
    for (const name of ['url', 'devices', 'days', 'history-every', 'every', 'speed', 'duration']) {
      assert.match(stdout, new RegExp(`^ {2}--${name} `, 'm'));
    }
    const { ideal, ...others } = sensors;
    assert.deepEqual([ideal.noise, ideal.spikes], [0, 0]);
    for (const [grade, { noise, spikes }] of Object.entries(others)) {
      assert.match(
        stdout,
        new RegExp(`^ {2}${grade} +${100 * noise} %,[^%]*a spike in ${1 / spikes}`, 'm'),
      );
    }
  });

  it('refuses a wrong option in one line, with code 2', async () => {
    for (const args of [['--devices', 'x'], ['--bad'], ['--password', 'short']]) {
      const { code, stdout, stderr } = await simulate(...args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, new RegExp(`^.*${args[0]}.*\n$`));
      assert.ok(!stderr.includes('short'), stderr);
    }
  });

  it('says in one line why the server refuses it, with code 1', async () => {
    server.accounts.set('simulate-1@kisima.example', 'another password');
    const { code, stdout, stderr } = await simulate('--url', server.url);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^cannot sign in as simulate-1@kisima\.example .*401.*\n$/);
  });
});

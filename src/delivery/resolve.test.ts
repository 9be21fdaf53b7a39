import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type DnsServer, startDnsServer, type Zone } from '../../test/helpers/http/dns-server.ts';
import { until } from '../../test/helpers/until.ts';
import { createDnsResolve, createSystemResolve, type Resolve } from './resolve.ts';

const v6 = '2606:4700:0:0:0:0:0:1111';

describe('names that anybody may give', () => {
  const zone: Zone = {
    'both.example': [v6, '8.8.8.8', '8.8.4.4'],
    'old.example': ['8.8.8.8'],
    'new.example': [v6],
    'none.example': [],
    'slow.example': 'silent',
  };
  let server: DnsServer;
  let resolve: Resolve;
  const find = (name: string, family: 0 | 4 | 6 = 0) =>
    promisify(resolve)(name, { all: true, family });
  before(async () => {
    server = await startDnsServer(zone);
    resolve = createDnsResolve([server.address]);
  });
  after(() => server.close());

  const four = (...addresses: string[]) => addresses.map((address) => ({ address, family: 4 }));
  const six = [{ address: '2606:4700::1111', family: 6 }];

  it('have the addresses of both families, or of the one that is asked for', async () => {
    assert.deepEqual(await find('both.example'), [...four('8.8.8.8', '8.8.4.4'), ...six]);
    assert.deepEqual(await find('old.example'), four('8.8.8.8'));
    assert.deepEqual(await find('new.example'), six);
    assert.deepEqual(await find('both.example', 4), four('8.8.8.8', '8.8.4.4'));
    assert.deepEqual(await find('both.example', 6), six);
  });

  it('fail where they do not exist, or have no address', async () => {
    await assert.rejects(find('missing.example'), { code: 'ENOTFOUND' });
    await assert.rejects(find('none.example'), { code: 'ENODATA' });
    await assert.rejects(find('old.example', 6), { code: 'ENODATA' });
  });

  it('keep nobody else from being looked up while no server answers for them', async () => {
    const waiting = Array.from({ length: 64 }, () => find('slow.example').catch(() => 'failed'));
    await until(() => server.asked.filter((name) => name === 'slow.example').length >= 64);
    assert.deepEqual(await find('old.example'), four('8.8.8.8'));
    assert.ok((await lookup('localhost')).address);
    assert.equal(await Promise.race([...waiting, 'still waiting']), 'still waiting');
    // The second question is answered.
    zone['slow.example'] = [];
    assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['failed']));
  });
});

describe('names that the system is asked for', () => {
  it('are looked up one at a time', async () => {
    const held: ((found: LookupAddress[]) => void)[] = [];
    const ask: Resolve = (_name, _options, callback) => {
      held.push((found) => callback(null, found));
    };
    const find = promisify(createSystemResolve(ask));
    const found = ['a', 'b', 'c'].map((name) => find(`${name}.lan`, { all: true }));
    for (const [index, answer] of found.entries()) {
      await until(() => held.length > index);
      assert.equal(held.length, index + 1);
      held[index]?.([{ address: `10.0.0.${index}`, family: 4 }]);
      assert.deepEqual(await answer, [{ address: `10.0.0.${index}`, family: 4 }]);
    }
  });

  it('are not asked for again for a minute where nobody has answered for them', async () => {
    let tick = 0;
    const asked: string[] = [];
    const ask: Resolve = (name, _options, callback) => {
      asked.push(name);
      if (name === 'gone.lan')
        return callback(Object.assign(new Error('silent'), { code: 'EAI_AGAIN' }), []);
      callback(null, [{ address: '10.0.0.1', family: 4 }]);
    };
    const find = promisify(createSystemResolve(ask, () => tick));
    for (const after of [0, 1, 59_999]) {
      tick = after;
      await assert.rejects(find('gone.lan', { all: true }), { code: 'EAI_AGAIN' });
      await find('well.lan', { all: true });
    }
    assert.deepEqual(asked, ['gone.lan', 'well.lan', 'well.lan', 'well.lan']);
    tick = 60_000;
    await assert.rejects(find('gone.lan', { all: true }));
    assert.equal(asked.filter((name) => name === 'gone.lan').length, 2);
  });

  it('are found in the file of hosts, too', async () => {
    const found = await promisify(createSystemResolve())('localhost', { all: true });
    assert.ok(found.some(({ address }) => address === '127.0.0.1' || address === '::1'));
  });
});

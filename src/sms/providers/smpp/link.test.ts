import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { testCertificate } from '../../../../test/helpers/http/test-certificate.ts';
import { createSmppClient, messageOf } from '../../../../test/helpers/smsc/smpp-client.ts';
import {
  bindPair,
  closed,
  endPair,
  type SmppPair,
  untilUp,
} from '../../../../test/helpers/smsc/smpp-pair.ts';
import { startSmppPeer } from '../../../../test/helpers/smsc/smpp-peer.ts';
import { until } from '../../../../test/helpers/until.ts';

describe('the link to an SMSC', () => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  const bind = async (options: Parameters<typeof bindPair>[0] = {}): Promise<SmppPair> => {
    const pair = await bindPair(options);
    ends.push(() => endPair(pair));
    return pair;
  };
  const startPeer = async (options: Parameters<typeof startSmppPeer>[0] = {}) => {
    const peer = await startSmppPeer(options);
    ends.push(() => peer.close());
    return peer;
  };
  const startClient = async (...options: Parameters<typeof createSmppClient>) => {
    const client = createSmppClient(...options);
    await client.provider.start?.();
    ends.push(async () => await client.provider.stop?.());
    return client;
  };

  it('binds as a transceiver', async () => {
    const peer = await startPeer();
    const client = await startClient(peer.port, { systemType: 'VMA' });
    assert.deepEqual(client.provider.health(), {
      state: 'down',
      detail: '0 of 1 sessions bound: connecting',
    });
    const { pdu } = await peer.next('bind_transceiver');
    assert.equal(pdu.system_id, 'kisima');
    assert.equal(pdu.password, 's3cret!!');
    assert.equal(pdu.system_type, 'VMA');
    assert.equal(pdu.interface_version, 0x34);
    await untilUp(client);
  });

  it('binds over TLS, the certificate checked', async () => {
    const peer = await startPeer({ tls: testCertificate });
    const client = await startClient(peer.port, {
      host: 'localhost',
      tls: true,
      ca: testCertificate.cert,
    });
    await untilUp(client);
    const [outcome] = await client.provider.submit([messageOf()]);
    assert.equal(outcome?.outcome, 'accepted');
  });

  it('does not bind over TLS where nobody vouches for the certificate', async () => {
    const peer = await startPeer({ tls: testCertificate });
    const client = await startClient(peer.port, { host: 'localhost', tls: true });
    await until(() => client.provider.health().detail.includes('certificate'));
    assert.equal(peer.waiting('bind_transceiver'), 0);
  });

  it('leaves an SMSC alone for half a minute that does not know it, and never tells the password', async () => {
    const peer = await startPeer({ answer: () => ({ command_status: 0x0e }) });
    const client = await startClient(peer.port);
    await until(() => client.provider.health().detail.includes('refused'));
    assert.deepEqual(client.provider.health(), {
      state: 'down',
      detail: '0 of 1 sessions bound: bind refused: ESME_RINVPASWD (0x0e)',
    });
    client.timers.advance(29_999);
    assert.equal(client.provider.health().detail.includes('refused'), true);
    client.timers.advance(1);
    await peer.next('bind_transceiver');
    assert.ok(client.log.every((line) => !line.includes('s3cret')));
  });

  it('gives messages back while the SMSC cannot be reached, until it tries again', async () => {
    const peer = await startSmppPeer();
    await peer.close();
    const client = await startClient(peer.port);
    const submitted = client.provider.submit([messageOf()]);
    const [outcome] = await submitted;
    assert.equal(outcome?.outcome, 'busy');
    assert.match(outcome.error, /cannot be reached: connect ECONNREFUSED/);
    assert.equal(outcome.pauseMs, 500);
  });

  it('looks for an SMSC that is away each second, and says so once', async () => {
    const gone = await startSmppPeer();
    await gone.close();
    const client = await startClient(gone.port);
    const hasFailed = (times: number) =>
      until(() => client.log.filter((line) => line.includes('retryInMs')).length === times);
    for (let failed = 1; failed <= 20; failed += 1) {
      await hasFailed(failed);
      assert.match(client.log.at(-1) ?? '', /"retryInMs":500,/);
      client.timers.advance(500);
    }
    await hasFailed(21);
    assert.equal(client.log.filter((line) => line.includes('"level":40')).length, 1);
    const peer = await startPeer({ port: gone.port });
    client.timers.advance(500);
    await peer.next('bind_transceiver');
    await untilUp(client);
  });

  it('asks an SMSC that refuses it after longer and longer, one that is starting each second', async () => {
    for (const [status, waits] of [
      [0x0d, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]],
      [0x08, [500, 500, 500, 500]],
    ] as const) {
      const peer = await startPeer({ answer: () => ({ command_status: status }) });
      const client = await startClient(peer.port);
      for (const [refused, waitMs] of waits.entries()) {
        await until(
          () => client.log.filter((line) => line.includes('retryInMs')).length === refused + 1,
        );
        assert.match(client.log.at(-1) ?? '', new RegExp(`"retryInMs":${waitMs},`));
        client.timers.advance(waitMs);
      }
    }
  });

  it('gives up a peer that takes the connection and never binds', async () => {
    const peer = await startPeer({ answer: () => undefined });
    const client = await startClient(peer.port);
    const submitted = client.provider.submit([messageOf()]);
    await peer.next('bind_transceiver');
    client.timers.advance(5000);
    const [outcome] = await submitted;
    assert.equal(outcome?.outcome, 'busy');
    assert.match(outcome.error, /not bound within 5000 ms/);
  });

  it('does not know what became of messages on the way when the link breaks', async () => {
    const pair = await bind({ options: { window: 2 }, onSubmit: () => undefined });
    const { provider, peer, timers } = pair;
    const submitted = provider.submit([messageOf(), messageOf(), messageOf()]);
    const { session } = await peer.next('submit_sm');
    await peer.next('submit_sm');
    session.destroy();
    assert.deepEqual(
      (await submitted).map(({ outcome }) => outcome),
      ['unknown', 'unknown', 'busy'],
    );
    assert.equal(provider.health().state, 'down');
    timers.advance(500);
    await peer.next('bind_transceiver');
    await untilUp(pair);
  });

  it('binds again when the SMSC unbinds', async () => {
    const pair = await bind();
    pair.session.unbind();
    await closed(pair.session);
    await until(() => pair.provider.health().state === 'down');
    pair.timers.advance(500);
    await pair.peer.next('bind_transceiver');
  });

  it('goes on with the sessions that are left', async () => {
    const pair = await bind({ options: { sessions: 2 } });
    pair.session.destroy();
    await until(() => pair.provider.health().state === 'degraded');
    const [outcome] = await pair.provider.submit([messageOf()]);
    assert.equal(outcome?.outcome, 'accepted');
    pair.timers.advance(500);
    await untilUp(pair);
  });

  it('asks a silent SMSC whether it is there', async () => {
    const pair = await bind();
    for (let round = 0; round < 3; round += 1) {
      pair.timers.advance(30_000);
      await pair.peer.next('enquire_link');
      await new Promise<void>((resolve) => pair.session.enquire_link(() => resolve()));
    }
    assert.equal(pair.provider.health().state, 'up');
  });

  it('does not ask one that was heard', async () => {
    const pair = await bind();
    const isThere = () =>
      new Promise<void>((resolve) => pair.session.enquire_link(() => resolve()));
    pair.timers.advance(20_000);
    await isThere();
    pair.timers.advance(29_999);
    await isThere();
    assert.equal(pair.peer.waiting('enquire_link'), 0);
  });

  it('leaves a peer that is there no more', async () => {
    const peer = await startPeer({
      answer: ({ command }) => (command === 'enquire_link' ? undefined : {}),
    });
    const client = await startClient(peer.port);
    await peer.next('bind_transceiver');
    await untilUp(client);
    client.timers.advance(30_000);
    await peer.next('enquire_link');
    client.timers.advance(10_000);
    assert.match(client.provider.health().detail, /does not answer enquire_link/);
  });

  it('binds again where the SMSC says that it is not bound', async () => {
    const pair = await bind({ onSubmit: () => ({ command_status: 0x04 }) });
    const [outcome] = await pair.provider.submit([messageOf()]);
    assert.equal(outcome?.outcome, 'busy');
    assert.equal(pair.provider.health().state, 'down');
    pair.timers.advance(500);
    await pair.peer.next('bind_transceiver');
  });

  it('stops politely: waits for answers, unbinds, takes nothing more', async () => {
    const pair = await bind({ options: { window: 1 }, onSubmit: () => undefined });
    const submitted = pair.provider.submit([messageOf(), messageOf()]);
    const { pdu, session } = await pair.peer.next('submit_sm');
    const stopped = pair.provider.stop?.();
    session.send(pdu.response({ message_id: '9' }));
    await pair.peer.next('unbind');
    await stopped;
    assert.deepEqual(await submitted, [
      { outcome: 'accepted', refs: ['9'] },
      { outcome: 'busy', error: 'we are stopping' },
    ]);
    assert.deepEqual(await pair.provider.submit([messageOf()]), [
      { outcome: 'busy', error: 'we are stopping' },
    ]);
    await until(() => pair.peer.bound.size === 0);
  });

  it('stops in time where no answer comes', async () => {
    const pair = await bind({ onSubmit: () => undefined });
    const submitted = pair.provider.submit([messageOf()]);
    await pair.peer.next('submit_sm');
    const stopped = pair.provider.stop?.();
    await until(() => pair.provider.health().state === 'down');
    pair.timers.advance(4000);
    await pair.peer.next('unbind');
    await stopped;
    assert.deepEqual(await submitted, [{ outcome: 'unknown', error: 'we are stopping' }]);
  });

  it('finishes a long message that is half out before it stops', async () => {
    const text = 'kidogo sana '.repeat(30);
    const pair = await bind({ options: { window: 1 }, onSubmit: () => undefined });
    const submitted = pair.provider.submit([messageOf({ text })]);
    const first = await pair.peer.next('submit_sm');
    const stopped = pair.provider.stop?.();
    first.session.send(first.pdu.response({ message_id: '1' }));
    for (const id of ['2', '3']) {
      const { pdu, session } = await pair.peer.next('submit_sm');
      session.send(pdu.response({ message_id: id }));
    }
    assert.deepEqual(await submitted, [{ outcome: 'accepted', refs: ['1', '2', '3'] }]);
    await stopped;
  });
});

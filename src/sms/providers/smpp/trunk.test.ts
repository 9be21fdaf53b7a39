import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { createSmppClient, messageOf } from '../../../../test/helpers/smsc/smpp-client.ts';
import { deliver, untilUp } from '../../../../test/helpers/smsc/smpp-pair.ts';
import { type PeerPdu, startSmppPeer } from '../../../../test/helpers/smsc/smpp-peer.ts';
import { until } from '../../../../test/helpers/until.ts';
import type { SmppOptions } from './options.ts';

type Answer = (pdu: PeerPdu) => object | undefined;

/** An SMSC that says this to transceivers, and that to receivers. */
const smscOf =
  (transceiver: object | undefined, receiver: () => object | undefined = () => ({})): Answer =>
  ({ command }) => {
    if (command === 'bind_transceiver') return transceiver;
    return command === 'bind_receiver' ? receiver() : {};
  };

const refused = (status: number) => ({ command_status: status });
const receipt = {
  source_addr: '254712345678',
  esm_class: 0x04,
  short_message: Buffer.from('id:1 stat:DELIVRD'),
};
const phone = {
  source_addr: '254712345678',
  destination_addr: '22384',
  short_message: Buffer.from('STOP'),
};

describe('binding to an SMSC', () => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  const start = async (answer: Answer, options: Partial<SmppOptions> = {}) => {
    const peer = await startSmppPeer({ answer });
    const client = createSmppClient(peer.port, options);
    await client.provider.start?.();
    let isStopped = false;
    ends.push(async () => {
      const stopped = client.provider.stop?.().then(() => {
        isStopped = true;
      });
      await until(() => {
        client.timers.advance(1000);
        return isStopped;
      });
      await stopped;
      await peer.close();
    });
    return { peer, ...client };
  };
  type Started = Awaited<ReturnType<typeof start>>;

  /** Waits until so many binds have come to nothing in all, and until the next one is due. */
  const untilRetry = async ({ log, timers }: Started, count: number) => {
    const retries = () => log.map((line) => /"retryInMs":(\d+)/.exec(line)?.[1]).filter(Boolean);
    await until(() => retries().length >= count);
    timers.advance(Number(retries()[count - 1]));
  };

  const carriesBoth = async ({ peer, provider, receipts, inbound }: Started) => {
    const transmitter = await peer.next('bind_transmitter');
    const receiver = await peer.next('bind_receiver');
    await untilUp({ provider });
    assert.equal(provider.health().detail, '2 of 2 sessions bound');
    const [outcome] = await provider.submit([messageOf()]);
    assert.equal(outcome?.outcome, 'accepted');
    assert.equal((await peer.next('submit_sm')).session, transmitter.session);
    for (const [arrivals, fields] of [
      [receipts, receipt],
      [inbound, phone],
    ] as const) {
      const delivered = deliver(receiver.session, fields);
      (await arrivals.next()).stored();
      assert.equal(await delivered, 0);
    }
    return { transmitter: transmitter.session, receiver: receiver.session };
  };

  for (const [name, answer] of [
    ['ESME_RBINDFAIL', refused(0x0d)],
    ['ESME_RINVCMDID', refused(0x03)],
    ['ESME_RINVBNDSTS', refused(0x04)],
    ['ESME_RINVCMDLEN', refused(0x02)],
    ['ESME_RINVSYSTYP', refused(0x53)],
    ['ESME_RUNKNOWNERR', refused(0xff)],
    ['a status of its own', refused(0x0401)],
    ['generic_nack of an unknown command', { nack: 0x03 }],
    ['generic_nack of a length', { nack: 0x02 }],
    ['generic_nack without a status', { nack: 0 }],
    ['generic_nack without our number', { nack: 0x03, sequence_number: 0 }],
  ] as const) {
    it(`goes on with a transmitter and a receiver where a transceiver is refused: ${name}`, async () => {
      const started = await start(smscOf(answer));
      await carriesBoth(started);
      assert.equal(started.peer.waiting('bind_transceiver'), 1);
    });
  }

  for (const [name, answer] of [
    ['is told that the system fails', refused(0x08)],
    ['is told that it is bound already', refused(0x05)],
    ['gets no answer', undefined],
    ['is left', { ends: true }],
  ] as const) {
    it(`asks for a transceiver five times while it ${name}, then for the two`, async () => {
      const started = await start(smscOf(answer));
      for (let asked = 1; asked <= 5; asked += 1) {
        await started.peer.next('bind_transceiver');
        if (asked === 5 && answer && 'command_status' in answer) break;
        if (!answer) started.timers.advance(5000);
        await untilRetry(started, asked);
      }
      await carriesBoth(started);
    });
  }

  it('takes turns where both are refused, less and less often', async () => {
    const { peer, provider, timers } = await start(({ command }) =>
      command.startsWith('bind') ? refused(0x0d) : {},
    );
    for (const waitMs of [1000, 2000, 4000, 8000]) {
      await peer.next('bind_transceiver');
      await peer.next('bind_transmitter');
      await until(() => provider.health().detail.includes('refused'));
      assert.equal(provider.health().state, 'down');
      timers.advance(waitMs - 1);
      assert.equal(peer.waiting('bind_transceiver'), 0);
      timers.advance(1);
    }
    assert.equal(peer.waiting('bind_receiver'), 0);
  });

  it('asks for the two alone, or for the one alone, where it is set', async () => {
    const pair = await start(() => ({}), { bind: 'transmitter-receiver' });
    await carriesBoth(pair);
    assert.equal(pair.peer.waiting('bind_transceiver'), 0);

    const one = await start(smscOf(refused(0x0d)), { bind: 'transceiver' });
    for (let asked = 1; asked <= 8; asked += 1) {
      await one.peer.next('bind_transceiver');
      await untilRetry(one, asked);
    }
    assert.equal(one.peer.waiting('bind_transmitter'), 0);
  });

  it('does not try the two with a password that is wrong', async () => {
    const started = await start(smscOf(refused(0x0e)));
    for (let asked = 1; asked <= 7; asked += 1) {
      await started.peer.next('bind_transceiver');
      await untilRetry(started, asked);
    }
    assert.equal(started.peer.waiting('bind_transmitter'), 0);
  });

  for (const status of [0x0d, 0x05, 0x03, 0x0e]) {
    it(`sends while the receiver is refused with ${status}, says so, and goes on asking`, async () => {
      let isTaken = false;
      const started = await start(
        smscOf(refused(0x0d), () => (isTaken ? {} : refused(status))),
        { sessions: 1 },
      );
      const { peer, provider } = started;
      const isAlone = () =>
        provider
          .health()
          .detail.startsWith('1 of 2 sessions bound: receiver: bind refused: ESME_R');
      for (let asked = status === 0x0e ? 1 : 0; asked < 2; asked += 1) {
        await peer.next('bind_receiver');
      }
      await until(isAlone);
      assert.equal(provider.health().state, 'degraded');
      const [outcome] = await provider.submit([messageOf()]);
      assert.equal(outcome?.outcome, 'accepted');
      await peer.next('submit_sm');
      const transceivers = peer.waiting('bind_transceiver');
      for (let asked = 1; asked <= 4; asked += 1) {
        await untilRetry(started, asked);
        await peer.next('bind_receiver');
        await until(isAlone);
      }
      assert.equal(peer.waiting('bind_transceiver'), transceivers);
      isTaken = true;
      await untilRetry(started, 5);
      while (peer.waiting('bind_transmitter') > 1) await peer.next('bind_transmitter');
      await carriesBoth(started);
    });
  }

  it('comes back to a transceiver where that was refused for a while, and there is room for one session', async () => {
    let transceivers = 0;
    const started = await start(({ command }) => {
      if (command === 'bind_receiver') return refused(0x05);
      if (command !== 'bind_transceiver') return {};
      transceivers += 1;
      return transceivers === 1 ? refused(0x0d) : {};
    });
    const { peer, provider } = started;
    await peer.next('bind_receiver');
    await peer.next('unbind');
    await until(() => provider.health().detail === '1 of 1 sessions bound');
    const [outcome] = await provider.submit([messageOf()]);
    assert.equal(outcome?.outcome, 'accepted');
    const again = await peer.next('bind_transceiver');
    assert.notEqual((await peer.next('bind_transceiver')).session, again.session);
  });

  it('binds the one of the two anew that is lost, and sends meanwhile where it can', async () => {
    const started = await start(smscOf(refused(0x0d)));
    const { peer, provider, timers } = started;
    let both = await carriesBoth(started);
    both.receiver.destroy();
    await until(() => provider.health().state === 'degraded');
    assert.match(provider.health().detail, /^1 of 2 sessions bound: receiver: /);
    assert.equal((await provider.submit([messageOf()]))[0]?.outcome, 'accepted');
    await peer.next('submit_sm');
    timers.advance(500);
    const { session } = await peer.next('bind_receiver');
    await untilUp({ provider });

    both = { ...both, receiver: session };
    both.transmitter.destroy();
    await until(() => provider.health().state === 'down');
    assert.match(provider.health().detail, /^1 of 2 sessions bound: transmitter: /);
    const delivered = deliver(both.receiver, receipt);
    (await started.receipts.next()).stored();
    assert.equal(await delivered, 0);
    timers.advance(500);
    await peer.next('bind_transmitter');
    await untilUp({ provider });
    assert.equal((await provider.submit([messageOf()]))[0]?.outcome, 'accepted');
    assert.equal(peer.waiting('bind_transceiver'), 1);
  });

  it('asks both whether they are there, and leaves the one that is not', async () => {
    const dead = new Set<string>();
    const started = await start(({ command }) => {
      if (command === 'bind_transceiver') return refused(0x0d);
      return dead.has(command) ? undefined : {};
    });
    const { peer, provider, timers } = started;
    const both = await carriesBoth(started);
    timers.advance(30_000);
    const asked = [await peer.next('enquire_link'), await peer.next('enquire_link')];
    assert.deepEqual(
      new Set(asked.map(({ session }) => session)),
      new Set([both.transmitter, both.receiver]),
    );
    await new Promise<void>((resolve) => both.transmitter.enquire_link(() => resolve()));
    await new Promise<void>((resolve) => both.receiver.enquire_link(() => resolve()));
    dead.add('enquire_link');
    timers.advance(20_000);
    await new Promise<void>((resolve) => both.transmitter.enquire_link(() => resolve()));
    timers.advance(10_000);
    assert.equal((await peer.next('enquire_link')).session, both.receiver);
    timers.advance(10_000);
    assert.equal(
      provider.health().detail,
      '1 of 2 sessions bound: receiver: the peer does not answer enquire_link',
    );
  });

  it('unbinds both when it stops', async () => {
    const { peer, provider } = await start(smscOf(refused(0x0d)));
    await untilUp({ provider });
    await provider.stop?.();
    const unbound = [await peer.next('unbind'), await peer.next('unbind')];
    assert.equal(new Set(unbound.map(({ session }) => session)).size, 2);
    await until(() => peer.bound.size === 0);
  });

  it('has a pair for each of its sessions', async () => {
    const { peer, provider } = await start(smscOf(refused(0x0d)), { sessions: 3 });
    await untilUp({ provider });
    assert.equal(provider.health().detail, '6 of 6 sessions bound');
    assert.deepEqual([peer.waiting('bind_transmitter'), peer.waiting('bind_receiver')], [3, 3]);
    assert.equal(provider.connections?.(), 3);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type HostileSession,
  type HostileSmsc,
  rawPdu,
  startHostileSmsc,
} from '../../../../test/helpers/smsc/hostile-smsc.ts';
import {
  createSmppClient,
  messageOf,
  type SmppClient,
} from '../../../../test/helpers/smsc/smpp-client.ts';
import { untilUp } from '../../../../test/helpers/smsc/smpp-pair.ts';
import { until } from '../../../../test/helpers/until.ts';
import { howMany } from '../../../../test/helpers/whole-suite.ts';
import { encodePdu } from './pdu/encode-pdu.ts';
import { commandIds, headerSize, isResponseId } from './pdu/pdu.ts';

const enquireLink = commandIds.enquire_link;
const magic = 0x0ead_beef;

/** A message from a phone that everything in it is right about, to be spoilt. */
const delivery = encodePdu({
  command: 'deliver_sm',
  status: 0,
  sequence: 5,
  serviceType: '',
  source: { ton: 1, npi: 1, address: '254712345678' },
  destination: { ton: 3, npi: 0, address: '22384' },
  esmClass: 0x40,
  protocolId: 0,
  priority: 0,
  scheduleDeliveryTime: '',
  validityPeriod: '',
  registeredDelivery: 0,
  replaceIfPresent: 0,
  dataCoding: 0,
  defaultMessageId: 0,
  shortMessage: Buffer.from([5, 0, 3, 1, 2, 1, 72, 73]),
  tlvs: [
    { tag: 0x001e, value: Buffer.from('1\0') },
    { tag: 0x0427, value: Buffer.from([2]) },
  ],
}).subarray(headerSize);

const octets = fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes));
const spoilt = fc
  .tuple(fc.array(fc.tuple(fc.nat(delivery.length - 1), fc.nat(255))), fc.nat(delivery.length))
  .map(([changes, length]) => {
    const body = Buffer.from(delivery);
    for (const [place, value] of changes) body[place] = value;
    return body.subarray(0, length);
  });
const commandId = fc.oneof(fc.constantFrom(...Object.values(commandIds)), fc.nat(0xffff_ffff));
const status = fc.oneof(fc.constantFrom(0, 4, 0x14, 0x58, 8), fc.nat(0xffff_ffff));
/** Small ones meet what is on the way: bind is 1, the message 2. */
const sequence = fc.oneof(fc.nat(4), fc.nat(0xffff_ffff));
const framed = fc
  .tuple(commandId, status, sequence, fc.oneof(octets, spoilt, fc.constant(Buffer.from('1\0'))))
  .map((fields) => rawPdu(...fields));
const badLength = fc
  .tuple(fc.oneof(fc.nat(40), fc.nat(0xffff_ffff)), framed)
  .map(([length, frame]) => {
    const changed = Buffer.from(frame);
    changed.writeUInt32BE(length, 0);
    return changed;
  });

function cut(stream: Buffer, places: number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (stream.length + 1)))].sort(
    (a, b) => a - b,
  );
  return [0, ...ends].map((from, index) => stream.subarray(from, ends[index]));
}

describe('a hostile SMSC', () => {
  const bind = async () => {
    const smsc = await startHostileSmsc();
    const client = createSmppClient(smsc.port);
    await client.provider.start?.();
    const session = await smsc.nextBound();
    await untilUp(client);
    return { client, session, smsc };
  };
  /** Nothing stays behind, whatever was sent: what is on the way is settled, and stopping ends. */
  const end = async (client: SmppClient, smsc: HostileSmsc) => {
    const { provider, timers, receipts, inbound } = client;
    let isStopped = false;
    void provider.stop?.().then(() => {
      isStopped = true;
    });
    while (!isStopped) {
      timers.advance(1000);
      while (receipts.waiting() > 0) (await receipts.next()).stored();
      while (inbound.waiting() > 0) (await inbound.next()).stored();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await smsc.close();
  };
  /** Lets time pass, but not faster than connections are made. */
  const passTime = ({ provider, timers }: SmppClient, holds: () => boolean) =>
    until(() => {
      if (!provider.health().detail.includes('connecting')) timers.advance(500);
      return holds();
    });
  const sendPieces = async (session: HostileSession, pieces: Buffer[]) => {
    for (const piece of pieces) {
      session.send(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  it('may send any whole PDUs, in any order: the session lives on or ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(framed, { maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 4 }),
        async (frames, places) => {
          const { client, session, smsc } = await bind();
          const submitted = client.provider.submit([messageOf()]);
          await session.heard(commandIds.submit_sm);
          await sendPieces(session, cut(Buffer.concat(frames), places));
          session.send(rawPdu(enquireLink, 0, magic));
          let answered = false;
          void session.heard(commandIds.enquire_link_resp).then(async function check(number) {
            answered = number === magic;
            if (!answered) await session.heard(commandIds.enquire_link_resp).then(check);
          });
          await until(() => answered || session.isClosed());
          await end(client, smsc);
          const [outcome] = await submitted;
          assert.match(outcome?.outcome ?? '', /^(accepted|refused|busy|unknown)$/);
        },
      ),
      { numRuns: howMany(50, 150) },
    );
  });

  it('may send any octets: it is left by and by, and bound anew', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(octets, framed, badLength), { maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 4 }),
        async (chunks, places) => {
          const { client, session, smsc } = await bind();
          const submitted = client.provider.submit([messageOf()]);
          await session.heard(commandIds.submit_sm);
          await sendPieces(session, cut(Buffer.concat(chunks), places));
          // It says nothing more; it is asked, does not answer, and is left.
          await passTime(client, () => session.isClosed());
          await submitted;
          await passTime(client, () => client.provider.health().state === 'up');
          await end(client, smsc);
        },
      ),
      { numRuns: howMany(50, 150) },
    );
  });

  for (const [name, length] of [
    ['too short', 15],
    ['of nothing', 0],
    ['oversized', 70_001],
    ['of four gigabytes', 0xffff_ffff],
  ] as const) {
    it(`is told and left at a length ${name}`, async () => {
      const { client, session, smsc } = await bind();
      const prefix = Buffer.alloc(4);
      prefix.writeUInt32BE(length, 0);
      session.send(prefix);
      assert.equal(await session.heard(commandIds.generic_nack), 0);
      await until(() => session.isClosed());
      assert.match(client.provider.health().detail, /the peer sent a PDU of \d+ octets/);
      await end(client, smsc);
    });
  }

  it('is told of a malformed or a foreign request, and the session goes on', async () => {
    const { client, session, smsc } = await bind();
    session.send(rawPdu(commandIds.deliver_sm, 0, 21, delivery.subarray(0, 30)));
    session.send(rawPdu(0x21, 0, 22));
    session.send(rawPdu(commandIds.submit_sm, 0, 23, delivery));
    for (const number of [21, 22, 23]) {
      assert.equal(await session.heard(commandIds.generic_nack), number);
    }
    assert.equal(client.provider.health().state, 'up');
    await end(client, smsc);
  });

  it('is not answered where it sent an answer, or what wants none', async () => {
    const { client, session, smsc } = await bind();
    session.send(rawPdu(0x8000_0103, 0, 31));
    session.send(rawPdu(0x102, 0, 32));
    session.send(rawPdu(commandIds.submit_sm_resp, 0, 33));
    session.send(rawPdu(0x7777, 0, 34));
    assert.ok(isResponseId(commandIds.generic_nack));
    assert.equal(await session.heard(commandIds.generic_nack), 34);
    await end(client, smsc);
  });

  it('settles a message by a generic_nack', async () => {
    const { client, session, smsc } = await bind();
    const submitted = client.provider.submit([messageOf()]);
    const number = await session.heard(commandIds.submit_sm);
    session.send(rawPdu(commandIds.generic_nack, 2, number));
    assert.deepEqual(await submitted, [
      { outcome: 'refused', error: 'generic_nack, ESME_RINVCMDLEN (0x02)' },
    ]);
    await end(client, smsc);
  });

  it('does not settle a message by the answer to something else', async () => {
    const { client, session, smsc } = await bind();
    const submitted = client.provider.submit([messageOf()]);
    const number = await session.heard(commandIds.submit_sm);
    session.send(rawPdu(commandIds.enquire_link_resp, 0, number));
    session.send(rawPdu(commandIds.submit_sm_resp, 0, number, Buffer.from('77\0')));
    session.send(rawPdu(commandIds.submit_sm_resp, 0, number, Buffer.from('78\0')));
    assert.deepEqual(await submitted, [{ outcome: 'accepted', refs: ['77'] }]);
    await end(client, smsc);
  });

  it('is left when it asks and asks, and never reads', async () => {
    const { client, session, smsc } = await bind();
    session.stopReading();
    const questions = Buffer.concat(
      Array.from({ length: 10_000 }, () => rawPdu(enquireLink, 0, magic)),
    );
    await until(() => {
      if (client.provider.health().state === 'up') session.send(questions);
      return client.log.some((line) => line.includes('the peer does not read'));
    });
    await end(client, smsc);
  });
});

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  createSmppClient,
  messageOf,
  type SmppClient,
} from '../../../../test/helpers/smpp-client.ts';
import { type PeerPdu, type SmppPeer, startSmppPeer } from '../../../../test/helpers/smpp-peer.ts';
import type { SmppOptions } from './options.ts';

const bulk = (count: number) => Array.from({ length: count }, (_, id) => messageOf({ id }));

describe('submitting over SMPP', () => {
  const ends: (() => Promise<void>)[] = [];
  after(async () => {
    for (const end of ends) await end();
  });

  const start = async (
    answer?: (pdu: PeerPdu) => object | undefined,
    options: Partial<SmppOptions> = {},
  ): Promise<{ peer: SmppPeer; client: SmppClient }> => {
    const peer = await startSmppPeer({ ...(answer && { answer }) });
    const client = createSmppClient(peer.port, options);
    await client.provider.start?.();
    ends.push(async () => {
      const stopped = client.provider.stop?.();
      client.timers.advance(60_000);
      await peer.close();
      await stopped;
    });
    return { peer, client };
  };
  const answering = (submit: (pdu: PeerPdu, index: number) => object | undefined) => {
    let index = 0;
    return (pdu: PeerPdu) => (pdu.command === 'submit_sm' ? submit(pdu, index++) : {});
  };

  it('hands over a message and tells the id', async () => {
    const { peer, client } = await start();
    assert.deepEqual(await client.provider.submit([messageOf()]), [
      { outcome: 'accepted', refs: ['1'] },
    ]);
    const { pdu } = await peer.next('submit_sm');
    assert.equal(pdu.destination_addr, '254712345678');
    assert.equal(pdu.data_coding, 0);
    assert.equal(pdu.registered_delivery, 1);
    assert.equal(pdu.short_message.message, 'Tank 1 is low');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ShortMessage } from './pdu.ts';
import { tags } from './tlvs.ts';
import { readUserData } from './user-data.ts';

const read = (fields: Partial<ShortMessage>) =>
  readUserData({
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
    shortMessage: new Uint8Array(),
    tlvs: [],
    ...fields,
  });
const sar = (reference: number[], total: number, number: number) => [
  { tag: tags.sar_msg_ref_num, value: Uint8Array.from(reference) },
  { tag: tags.sar_total_segments, value: Uint8Array.of(total) },
  { tag: tags.sar_segment_seqnum, value: Uint8Array.of(number) },
];

describe('the user data of a message', () => {
  it('has its place in a header, with a reference of one octet or two, behind other elements', () => {
    for (const [header, reference] of [
      [[5, 0x00, 3, 9, 3, 2], 9],
      [[6, 0x08, 4, 1, 2, 3, 2], 258],
      [[9, 0x05, 2, 1, 1, 0x00, 3, 9, 3, 2], 9],
    ] as const) {
      const { octets, place } = read({ shortMessage: Uint8Array.from([...header, 65]) });
      assert.deepEqual([...octets], [65]);
      assert.deepEqual(place, { reference, total: 3, number: 2 });
    }
  });

  it('has the header of a part also where the flag of it is lost, and no other header', () => {
    for (const header of [
      [5, 0x00, 3, 9, 3, 2],
      [6, 0x08, 4, 1, 2, 3, 2],
    ]) {
      const { octets, place } = read({
        esmClass: 0,
        shortMessage: Uint8Array.from([...header, 65]),
      });
      assert.deepEqual([[...octets], place?.total, place?.number], [[65], 3, 2]);
    }
    for (const text of [
      [5, 0, 3, 9, 2, 3, 65],
      [6, 0x05, 4, 0, 0, 0, 0, 65],
      [5, 0, 3],
      [5, 72],
    ]) {
      const shortMessage = Uint8Array.from(text);
      assert.deepEqual(read({ esmClass: 0, shortMessage }).octets, shortMessage);
    }
  });

  it('has its place in sar_ TLVs', () => {
    const message = { esmClass: 0, shortMessage: Uint8Array.of(65), tlvs: sar([1, 2], 3, 2) };
    assert.deepEqual(read(message).place, { reference: 258, total: 3, number: 2 });
  });

  it('has no place that cannot be', () => {
    for (const [total, number] of [
      [0, 0],
      [1, 1],
      [3, 0],
      [3, 4],
    ] as const) {
      const shortMessage = Uint8Array.of(5, 0, 3, 9, total, number, 65);
      assert.equal(read({ shortMessage }).place, undefined);
      assert.equal(read({ esmClass: 0, tlvs: sar([0, 1], total, number) }).place, undefined);
    }
  });

  it('is text as a whole where it has no header, or one that is longer than all of it', () => {
    const shortMessage = Uint8Array.of(72, 73);
    assert.deepEqual([...read({ shortMessage }).octets], [72, 73]);
    assert.deepEqual([...read({ esmClass: 0, shortMessage }).octets], [72, 73]);
  });

  it('is text as a whole where the flag of a header stands on a text without one', () => {
    for (const text of [
      'Habari, naomba mniletee maji kesho asubuhi saa mbili, tank yangu imeisha kabisa',
      '0712345678 nimelipa, tafadhali niletee maji ya lita elfu tano kesho asubuhi mapema',
      'Maji',
      '@kisima niletee maji',
    ]) {
      // As GSM writes these, in which `@` is 0.
      const shortMessage = new TextEncoder().encode(text.replace('@', '\0'));
      assert.deepEqual(read({ shortMessage }).octets, shortMessage, text);
    }
    const ucs2 = Uint8Array.from([0, 0x4d, 0, 0x61, 0, 0x6a, 0, 0x69]);
    assert.deepEqual(read({ shortMessage: ucs2, dataCoding: 8 }).octets, ucs2);
  });

  it('is read whatever its octets are', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat(255), (shortMessage, esmClass) => {
        const { octets } = read({ shortMessage, esmClass });
        assert.ok(octets.length <= shortMessage.length);
      }),
    );
  });
});

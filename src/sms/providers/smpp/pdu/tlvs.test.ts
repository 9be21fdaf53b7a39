import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numberOf, octetsOf, tags, textOf } from './tlvs.ts';

describe('TLVs', () => {
  const tlvs = [
    { tag: tags.receipted_message_id, value: Buffer.from('0A1b\0rest') },
    { tag: tags.sar_msg_ref_num, value: Buffer.from([1, 2]) },
    { tag: tags.message_state, value: Buffer.from([]) },
  ];

  it('are read as texts, numbers and octets', () => {
    assert.equal(textOf(tlvs, tags.receipted_message_id), '0A1b');
    assert.equal(numberOf(tlvs, tags.sar_msg_ref_num), 0x102);
    assert.deepEqual(octetsOf(tlvs, tags.sar_msg_ref_num), Buffer.from([1, 2]));
  });

  it('are undefined where they are absent or are no number', () => {
    assert.equal(textOf(tlvs, tags.message_payload), undefined);
    assert.equal(octetsOf(tlvs, tags.message_payload), undefined);
    assert.equal(numberOf(tlvs, tags.message_state), undefined);
    assert.equal(numberOf(tlvs, tags.receipted_message_id), undefined);
  });
});

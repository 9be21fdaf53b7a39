import assert from 'node:assert/strict';
import {
  readReceipt,
  type SmppReceipt,
} from '../../../src/sms/providers/smpp/from-smsc/receipts.ts';
import type { ShortMessage } from '../../../src/sms/providers/smpp/pdu/pdu.ts';

/** Message that is a receipt by its class. */
export const receiptMessage: ShortMessage = {
  serviceType: '',
  source: { ton: 1, npi: 1, address: '+254712345678' },
  destination: { ton: 3, npi: 0, address: '22384' },
  esmClass: 4,
  protocolId: 0,
  priority: 0,
  scheduleDeliveryTime: '',
  validityPeriod: '',
  registeredDelivery: 0,
  replaceIfPresent: 0,
  dataCoding: 0,
  defaultMessageId: 0,
  shortMessage: Buffer.from('id:1 stat:DELIVRD'),
  tlvs: [],
};

/** Reads a receipt of that text, which has to be one that is understood. */
export function receiptOf(text: string, fields: Partial<ShortMessage> = {}): SmppReceipt {
  const receipt = readReceipt({
    ...receiptMessage,
    shortMessage: Buffer.from(text, 'latin1'),
    ...fields,
  });
  assert.ok(!('form' in receipt), JSON.stringify(receipt));
  return receipt;
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { receiptMessage, receiptOf } from '../../../../../test/helpers/smsc/receipt-texts.ts';
import { tags } from '../pdu/tlvs.ts';
import { readReceipt } from './receipts.ts';

describe('the states of receipts', () => {
  for (const [stat, status, error] of [
    ['DELIVRD', 'delivered', null],
    ['ENROUTE', 'pending', null],
    ['ACCEPTD', 'pending', null],
    ['UNDELIV', 'undelivered', 'UNDELIV, error 027'],
    ['EXPIRED', 'expired', 'EXPIRED, error 027'],
    ['REJECTD', 'failed', 'REJECTD, error 027'],
    ['DELETED', 'failed', 'DELETED, error 027'],
    ['UNKNOWN', 'undelivered', 'UNKNOWN, error 027'],
    ['DELIVRED', 'delivered', null],
    ['delivered', 'delivered', null],
    ['UNDELIVERABLE', 'undelivered', 'UNDELIV, error 027'],
    ['REJECTED', 'failed', 'REJECTD, error 027'],
    ['ACCEPTED', 'pending', null],
    ['FAILED', 'undelivered', 'FAILED, error 027'],
    ['2', 'delivered', null],
    ['5', 'undelivered', 'UNDELIV, error 027'],
    ['008', 'failed', 'REJECTD, error 027'],
    ['1', 'pending', null],
    ['"DELIVRD"', 'delivered', null],
    ['DLVRD', 'delivered', null],
    ['DeliveredToTerminal', 'delivered', null],
    ['DeliveredToNetwork', 'pending', null],
    ['EN_ROUTE', 'pending', null],
    ['DELIVERY_FAILED', 'undelivered', 'DELIVERYFAILED, error 027'],
    ['DeliveryImpossible', 'undelivered', 'DELIVERYIMPOSSIBLE, error 027'],
    ['NOT_DELIVERED', 'undelivered', 'NOTDELIVERED, error 027'],
    ['UNDLV', 'undelivered', 'UNDLV, error 027'],
    ['FAIL', 'undelivered', 'FAIL, error 027'],
    ['AbsentSubscriber', 'undelivered', 'ABSENTSUBSCRIBER, error 027'],
    ['CANCELED', 'failed', 'CANCELED, error 027'],
  ] as const) {
    it(`say ${status} for ${stat}`, () => {
      const receipt = receiptOf(`id:1 stat:${stat} err:027`);
      assert.deepEqual([receipt.status, receipt.error], [status, error]);
    });
  }

  it('say what could not be read, and nothing of what somebody wrote there', () => {
    const formOf = (text: string) =>
      readReceipt({ ...receiptMessage, shortMessage: Buffer.from(text, 'latin1') });
    assert.deepEqual(formOf('stat:DELIVRD'), { kind: 'receipt', form: 'no id' });
    assert.deepEqual(formOf('id:1'), { kind: 'receipt_state', form: 'no state' });
    assert.deepEqual(formOf('id:1 stat:Parked'), { kind: 'receipt_state', form: 'PARKED' });
    assert.deepEqual(formOf('id:1 stat:77'), { kind: 'receipt_state', form: '77' });
    assert.deepEqual(formOf('id:1 stat:254712345678'), { kind: 'receipt_state', form: 'other' });
  });

  it('are read where a state is several words, up to the next field', () => {
    for (const [state, status] of [
      ['Delivered To Network', 'pending'],
      ['DELIVERED TO SMSC', 'pending'],
      ['Delivered To the Network', 'pending'],
      ['Delivered to the operator', 'pending'],
      ['Delivery Pending', 'pending'],
      ['Message Waiting', 'pending'],
      ['Delivered To Handset', 'delivered'],
      ['Delivered To the Phone', 'delivered'],
      ['Delivered Successfully', 'delivered'],
      ['Not Delivered', 'undelivered'],
      ['Delivery Impossible', 'undelivered'],
      ['Absent Subscriber', 'undelivered'],
    ] as const) {
      for (const text of [
        `id:1 sub:001 dlvrd:001 stat:${state} err:000 text:`,
        `id:1 stat:${state}`,
        `{"id":"1","stat":"${state}","err":"000"}`,
        `id:1 err:000 stat:${state} submit date:2611290805 done date:2611290806`,
      ]) {
        assert.equal(receiptOf(text).status, status, text);
      }
    }
    // What somebody wrote behind the state is none of it.
    for (const text of [
      'id:1 stat:DELIVRD Your payment failed',
      'id:1 status:Delivered to 254712345678 done date:2611290806',
      'id:1 stat:Delivered to Mobile err:000',
      'id:1 stat:DELIVERED Delivery date: 2611290806',
      'id:1 stat:DELIVERED network code:63902',
    ]) {
      assert.equal(receiptOf(text).status, 'delivered', text);
    }
  });

  it('leave out an error that is none', () => {
    for (const err of [' err:000', ' err:0', '']) {
      assert.equal(receiptOf(`id:1 stat:EXPIRED${err}`).error, 'EXPIRED');
    }
  });

  it('go by the end that their text knows, where the TLV knows none', () => {
    for (const [octet, stat, status] of [
      [0, 'DELIVRD', 'delivered'],
      [1, 'UNDELIV', 'undelivered'],
      [6, 'ENROUTE', 'pending'],
      [2, 'ENROUTE', 'delivered'],
      [0x32, 'ENROUTE', 'delivered'],
      [99, 'UNDELIV', 'undelivered'],
    ] as const) {
      const tlvs = [{ tag: tags.message_state, value: Buffer.from([octet]) }];
      assert.equal(receiptOf(`id:1 stat:${stat}`, { tlvs }).status, status);
    }
  });
});

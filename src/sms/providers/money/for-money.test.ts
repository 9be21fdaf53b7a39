import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isForMoney } from './for-money.ts';

describe('words for want of money', () => {
  it('are known as providers write them', () => {
    for (const words of [
      'InsufficientBalance',
      'Insufficient Balance',
      'insufficient_credit',
      'Account has insufficient balance',
      'Out of Credit',
      'Not enough credits to send',
      'No credits left',
      'Your balance is too low',
      'SMS units exhausted',
      'Insufficient funds in your account',
      'Prepaid balance expired',
      'Maximum credit exceeded or low balance',
      '402 Payment Required',
    ]) {
      assert.ok(isForMoney(words), words);
    }
  });

  it('are no others', () => {
    for (const words of [
      'ESME_RTHROTTLED (0x58)',
      'Invalid phone number',
      'UserInBlacklist',
      'Unsupported number type',
      'Could not route',
      'DoNotDisturbRejection',
      'Sender id not allowed',
      'InternalServerError',
      'NotNetworkCovered',
      'no such subscriber',
      'Message balanced over two links',
      '',
    ]) {
      assert.ok(!isForMoney(words), words);
    }
  });
});

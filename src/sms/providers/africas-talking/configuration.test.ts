import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../../config.ts';
import { ConfigError } from '../../../settings/setting-types.ts';

const account = { AT_USERNAME: 'kisima', AT_API_KEY: 'atsk_1' };

describe("configuration of Africa's Talking", () => {
  it('is none without an account there', () => {
    assert.equal(readConfig({}).africasTalking, undefined);
    assert.equal(readConfig({ AT_SENDER: 'KISIMA' }).africasTalking, undefined);
  });

  it('knows their addresses', () => {
    assert.deepEqual(readConfig(account).africasTalking, {
      username: 'kisima',
      apiKey: 'atsk_1',
      sender: undefined,
      url: 'https://api.africastalking.com/version1/messaging',
      deadlineMs: 20_000,
      balance: {
        url: 'https://api.africastalking.com/version1/user',
        everyMs: 900_000,
        low: 200,
      },
    });
    const unasked = readConfig({ ...account, AT_BALANCE_MINUTES: '0' }).africasTalking;
    assert.equal(unasked?.balance, undefined);
    const sandbox = readConfig({ ...account, AT_USERNAME: 'sandbox' }).africasTalking;
    assert.equal(sandbox?.url, 'https://api.sandbox.africastalking.com/version1/messaging');
    const AT_URL = 'http://127.0.0.1:9/x';
    assert.equal(readConfig({ ...account, AT_URL }).africasTalking?.url, AT_URL);
  });

  it('refuses half an account, and what cannot be an address or a key', () => {
    const wrong = [
      { AT_USERNAME: 'kisima' },
      { AT_API_KEY: 'atsk_1' },
      { ...account, AT_API_KEY: 'a b' },
      { ...account, AT_API_KEY: 'a\nb' },
      { ...account, AT_URL: 'ftp://x/' },
      { ...account, AT_URL: 'https://' },
      { ...account, AT_DEADLINE_SECONDS: '0' },
    ];
    for (const env of wrong) assert.throws(() => readConfig(env), ConfigError, JSON.stringify(env));
  });
});

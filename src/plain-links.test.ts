import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestServer } from '../test/helpers/server/test-server.ts';
import { readConfig } from './config.ts';
import { findPlainLinks } from './plain-links.ts';

const plainOf = (env: Record<string, string>) =>
  findPlainLinks(readConfig(env)).map(({ setting }) => setting);

describe('links to other machines without encryption', () => {
  it('are found in every setting that names another machine', () => {
    const env = {
      DATABASE_URL: 'postgres://k:k@db.example/k',
      DATABASE_READ_URL: 'postgres://k:k@10.0.0.2/k?sslmode=disable',
      SMTP_URL: 'smtp://k:k@mail.example:587',
      ACCOUNT_SMS_KEY: 'k',
      ACCOUNT_SMS_BASE: 'http://sms.example',
      SMPP_URL: 'smpp://k:k@[2001:db8::1]:2775',
      AT_USERNAME: 'k',
      AT_API_KEY: 'k',
      AT_URL: 'http://at.example/messaging',
    };
    const settings = [
      'DATABASE_URL',
      'DATABASE_READ_URL',
      'SMTP_URL',
      'ACCOUNT_SMS_BASE',
      'SMPP_URL',
      'AT_URL',
    ];
    assert.deepEqual(plainOf(env), settings);
    assert.deepEqual(plainOf({ DATABASE_URL: 'postgres://k:k@/k?host=db.example' }), [
      'DATABASE_URL',
    ]);
  });

  it('are none that are encrypted, or lead to this machine', () => {
    const links: Record<string, string[]> = {
      DATABASE_URL: [
        ...['postgres://k:k@db.example/k?sslmode=verify-full', 'postgres://k:k@127.0.0.1/k'],
        ...['postgres://k:k@db.example/k?sslmode=require', 'postgres://k@/k?host=/run/postgresql'],
        ...['postgres://k:k@localhost:5433/k', 'postgres://k:k@[::1]/k'],
      ],
      SMTP_URL: [
        ...['smtps://k:k@mail.example', 'smtp://mail.example?requireTLS=true'],
        ...['smtp://localhost:25', 'smtp://mail.example?secure=true'],
      ],
      SMPP_URL: ['smpps://k:k@smsc.example', 'smpp://k:k@127.0.0.1', 'smpp://k:k@[::1]'],
    };
    for (const [setting, urls] of Object.entries(links)) {
      for (const url of urls) assert.deepEqual(plainOf({ [setting]: url }), [], url);
    }
    assert.deepEqual(plainOf({ AT_USERNAME: 'k', AT_API_KEY: 'k' }), []);
  });

  it('are told at the start, with the remedy and without the password', async () => {
    const env = { SMTP_URL: 'smtp://post:secret-of-mail@mail.example' };
    const server = await startTestServer({ engine: 'sqlite', env });
    await server.stop();
    assert.match(
      server.logged(),
      /"level":40,.*"setting":"SMTP_URL","remedy":"smtps:.*on the way"/,
    );
    assert.doesNotMatch(server.logged(), /secret-of-mail/);
  });
});

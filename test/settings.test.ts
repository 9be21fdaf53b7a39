import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { renderSettings } from '../scripts/render-settings.ts';
import { Environment, readConfig } from '../src/config.ts';
import { ConfigError } from '../src/settings/setting-types.ts';

const page = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8');

describe('docs/settings.md', () => {
  it('is what `npm run docs:settings` writes', () => {
    assert.equal(page, renderSettings());
  });

  it('lists every setting with its default and meaning, and no other', () => {
    const listed = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| (.*?) \| .*? \| (.*) \|$/gm)].map(
      ([, name, fallback, meaning]) => ({ name, fallback, meaning }),
    );
    const known = Object.entries(Environment.properties).map(([name, schema]) => {
      const { default: fallback = '', description } = schema as Described;
      return { name, fallback: fallback === '' ? '' : `\`${fallback}\``, meaning: description };
    });
    assert.deepEqual(listed, known);
  });
});

describe('a setting that must look like something', () => {
  for (const [name, schema] of Object.entries(Environment.properties)) {
    const { pattern, 'x-message': message } = schema as Described;
    if (pattern === undefined) continue;
    it(`says what is wanted: ${name}`, () => {
      assert.ok(message);
      assert.throws(() => readConfig({ [name]: '¿?' }), {
        name: 'Error',
        message: `${name} ${message}`,
      });
    });
  }
});

describe('a setting that looks right and is wrong', () => {
  for (const [name, texts] of Object.entries({
    TRUST_PROXY: [
      '127.0.0.1:8080',
      '10.0.0.0/33',
      '10.0.0.1,',
      'fe',
      '::/129',
      '1.2.3',
      '/',
      '100',
    ],
    PUBLIC_URL: ['https://tanks.example.org:99999', 'https://[::1', 'http://a%b'],
    S3_ENDPOINT: ['https://s3.example.org:99999', 'http://[::1'],
    MAP_TILES: ['https://tiles.example.org:99999/{z}/{x}/{y}.png'],
    MQTT_URL: ['mqtt://broker.example.org:99999', 'mqtts://[::1'],
    SMTP_URL: ['smtp://mail.example.org:99999'],
    ACCOUNT_SMS_BASE: ['https://sms.example.org:99999'],
    AT_URL: ['https://at.example.org:99999'],
    SMPP_URL: ['smpp://kisima:secret@smsc.example.org:99999'],
    DATABASE_URL: ['postgres://db.example.org:99999/kisima'],
  })) {
    it(`is refused with what is wanted, before anything is done: ${name}`, () => {
      for (const text of texts) {
        const env = { AT_USERNAME: 'kisima', AT_API_KEY: 'key', [name]: text };
        assert.throws(
          () => readConfig(env),
          (error) => error instanceof ConfigError && error.message.startsWith(`${name} must be`),
          text,
        );
      }
    });
  }

  it('is none where proxies are named in each way that there is', () => {
    const trusts = (text: string, address: string, hop = 0) => {
      const { trustProxy } = readConfig({ TRUST_PROXY: text });
      return trustProxy === false ? false : trustProxy(address, hop);
    };
    assert.equal(trusts('false', '10.0.0.1'), false);
    assert.deepEqual([trusts('1', '8.8.8.8'), trusts('1', '8.8.8.8', 1)], [true, false]);
    for (const text of ['10.0.0.1', ' 10.0.0.1 , ::1', '10.0.0.0/8', '10.0.0.0/255.0.0.0']) {
      assert.deepEqual([trusts(text, '10.0.0.1'), trusts(text, '11.0.0.1')], [true, false], text);
    }
    assert.ok(trusts('fd00::/8', 'fd00::7'));
  });
});

type Described = {
  default?: unknown;
  description?: string;
  pattern?: string;
  'x-message'?: string;
};

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { messageOf } from '../../../../test/helpers/smsc/smpp-client.ts';
import { readConfig } from '../../../config.ts';
import { ConfigError } from '../../../settings/setting-types.ts';
import { decodePdu } from './pdu/decode-pdu.ts';
import { type SubmitForm, toSubmitFrames } from './pdu/submit-frames.ts';
import { UnsendableError } from './source-address.ts';
import type { ValidityForm } from './validity.ts';

const plain: SubmitForm = {
  sender: { ton: 0, npi: 0, address: '' },
  serviceType: '',
  destinationTon: 1,
  destinationNpi: 1,
  alphabet: 'gsm',
  longTexts: 'udh',
  longestValidityMs: Number.POSITIVE_INFINITY,
};

describe('the settings of an SMSC', () => {
  it('are none without its address', () => {
    assert.equal(readConfig({ SMPP_WINDOW: '5' }).smpp, undefined);
  });

  it('are read from its URL and what stands beside it', () => {
    const { smpp } = readConfig({
      SMPP_URL: 'smpp://kisima:p%40ss@smsc.example:2776',
      SMPP_WINDOW: '50',
    });
    assert.equal(smpp?.host, 'smsc.example');
    assert.equal(smpp?.port, 2776);
    assert.equal(smpp?.tls, false);
    assert.equal(smpp?.systemId, 'kisima');
    assert.equal(smpp?.password, 'p@ss');
    assert.equal(smpp?.window, 50);
    assert.equal(smpp?.ids, 'auto');
  });

  it('have the usual ports, and TLS by the scheme', () => {
    const plain = readConfig({ SMPP_URL: 'smpp://a:b@h' }).smpp;
    const secure = readConfig({ SMPP_URL: 'smpps://a:b@[::1]' }).smpp;
    assert.deepEqual([plain?.port, plain?.tls], [2775, false]);
    assert.deepEqual([secure?.port, secure?.tls, secure?.host], [3550, true, '::1']);
  });

  it('leave to the SMSC what they do not name', () => {
    const { smpp } = readConfig({ SMPP_URL: 'smpp://a:b@h' });
    assert.deepEqual(
      [smpp?.bind, smpp?.alphabet, smpp?.longTexts, smpp?.validity, smpp?.longestValidityMs],
      ['auto', 'gsm', 'udh', 'relative', Number.POSITIVE_INFINITY],
    );
    assert.deepEqual([smpp?.serviceType, smpp?.destinationTon, smpp?.destinationNpi], ['', 1, 1]);
  });

  it('say how it is bound and what is written to it', () => {
    const { smpp } = readConfig({
      SMPP_URL: 'smpp://a:b@h',
      SMPP_BIND: 'separate',
      SMPP_ALPHABET: 'latin1',
      SMPP_LONG_TEXTS: 'payload',
      SMPP_VALIDITY: 'none',
      SMPP_VALIDITY_HOURS: '24',
      SMPP_SERVICE_TYPE: 'CMT',
      SMPP_DESTINATION_TON: '0',
      SMPP_DESTINATION_NPI: '8',
    });
    assert.equal(smpp?.bind, 'transmitter-receiver');
    assert.equal(smpp?.longestValidityMs, 86_400_000);
    assert.deepEqual([smpp?.destinationTon, smpp?.destinationNpi], [0, 8]);
    for (const wrong of [
      { SMPP_BIND: 'both' },
      { SMPP_ALPHABET: 'utf-8' },
      { SMPP_LONG_TEXTS: 'tlv' },
      { SMPP_VALIDITY: '0' },
      { SMPP_SERVICE_TYPE: 'LONGER' },
      { SMPP_DESTINATION_TON: '9' },
    ]) {
      assert.throws(() => readConfig({ SMPP_URL: 'smpp://a:b@h', ...wrong }), ConfigError);
    }
  });

  it('are refused where they cannot be, without telling the password', () => {
    for (const url of [
      'smpp://h:1',
      'http://a:b@h',
      'smpp://a:%ff@h',
      'smpp://a:%C3%A9@h',
      'smpp://',
    ]) {
      assert.throws(() => readConfig({ SMPP_URL: url }), ConfigError, url);
    }
    assert.throws(
      () => readConfig({ SMPP_URL: 'smpp://a:s3cr%ffet@h' }),
      (error: Error) => !error.message.includes('s3cr'),
    );
  });
});

describe('the time that a message is good for', () => {
  const now = Date.UTC(2026, 0, 1);
  const validityOf = (
    ms: number,
    validity: ValidityForm = 'relative',
    longestValidityMs = Number.POSITIVE_INFINITY,
  ) => {
    const message = messageOf({ expiresAt: now + ms });
    const form = { ...plain, longestValidityMs };
    const [frame] = toSubmitFrames(message, 0, form, validity, now);
    const pdu = frame && decodePdu(frame);
    return pdu?.command === 'submit_sm' ? pdu.validityPeriod : undefined;
  };

  it('is written as what remains', () => {
    assert.equal(validityOf(48 * 3_600_000), '000002000000000R');
    assert.equal(validityOf(((23 * 60 + 59) * 60 + 58) * 1000), '000000235958000R');
    assert.equal(validityOf(30 * 86_400_000), '000027000000000R');
    for (const ms of [-5, 0, 59_999]) assert.equal(validityOf(ms), '000000000100000R');
  });

  it('is written in UTC, or not at all, and is no longer than the SMSC takes', () => {
    const hour = 3_600_000;
    assert.equal(validityOf(48 * hour, 'absolute'), '260103000000000+');
    assert.equal(validityOf(60 * 24 * hour, 'absolute'), '260302000000000+');
    assert.equal(validityOf(-5, 'absolute'), '260101000100000+');
    assert.equal(validityOf(48 * hour, 'absolute', hour), '260101010000000+');
    assert.equal(validityOf(48 * hour, 'relative', 24 * hour), '000001000000000R');
    assert.equal(validityOf(hour / 2, 'relative', 24 * hour), '000000003000000R');
    assert.equal(validityOf(48 * hour, 'none'), '');
  });

  it('is never longer than it was, nor by a second shorter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60_000, max: 27 * 86_400_000 }), (ms) => {
        const [days = 0, hours = 0, minutes = 0, seconds = 0] = (
          /^0000(..)(..)(..)(..)000R$/.exec(validityOf(ms) ?? '') ?? []
        )
          .slice(1)
          .map(Number);
        const written = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
        assert.ok(written <= ms && ms - written < 1000);
      }),
    );
  });

  it('does not help a text longer than the longest message', () => {
    const text = 'a'.repeat(256 * 153);
    assert.throws(
      () => toSubmitFrames(messageOf({ text }), 0, plain, 'relative', now),
      UnsendableError,
    );
  });
});

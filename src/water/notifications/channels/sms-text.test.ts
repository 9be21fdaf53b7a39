import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { septetsOf } from '../../../kit/text/gsm-alphabet.ts';
import type { Item, Message } from '../message.ts';
import { writeSms } from './sms-text.ts';

const link = 'https://tanks.example.org/a/1zAAAAAAAAAAAA';

function messageOf(sentences: string[], more = 0): Message {
  const items = sentences.map((sentence) => ({ sentence }) as Item);
  return { language: 'en', is_digest: false, items, more };
}

function sizeOf(text: string): number {
  return [...text].reduce((size, each) => size + (septetsOf(each.charCodeAt(0)) || 1000), 0);
}

describe('an SMS', () => {
  it('tells the first incident, how many more there are, and the link', () => {
    assert.equal(writeSms(messageOf(['Low.']), link), `Kisima: Low. ${link}`);
    assert.equal(writeSms(messageOf(['Low.', 'High.'], 2), undefined), 'Kisima: Low. (+3)');
  });

  it('leaves a link out that has no room', () => {
    const long = `https://${'kisima'.repeat(40)}.example.org/a/1zAAAAAAAAAAAA`;
    assert.equal(writeSms(messageOf(['Low.', 'High.']), long), 'Kisima: Low. (+1)');
  });

  it('has one segment of the GSM alphabet, whatever its tanks are called', () => {
    const sentence = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 3 }), fc.boolean(), (sentences, hasLink) => {
        const text = writeSms(messageOf(sentences), hasLink ? link : undefined);
        assert.ok(sizeOf(text) <= 160, text);
        if (hasLink) assert.ok(text.endsWith(` ${link}`));
      }),
    );
  });
});

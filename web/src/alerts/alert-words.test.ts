import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { levelSentence, silenceSentence } from '../../../src/water/alert-sentences.ts';
import type { language as Language } from '../words/language.ts';
import type { messageText as MessageText } from './alert-words.ts';

const hour = 3_600_000;

describe('what an alert says', () => {
  let language: typeof Language;
  let messageText: typeof MessageText;
  before(async () => {
    // The language of the screens is also the document's; a test has none.
    Object.assign(globalThis, { document: { documentElement: {} } });
    ({ language } = await import('../words/language.ts'));
    ({ messageText } = await import('./alert-words.ts'));
  });

  it('is what the server wrote, in English and in Swahili', () => {
    for (const [message, swahili] of [
      [
        levelSentence('low', 'main', 12.5, 20),
        'main: maji yamepungua hadi asilimia 12.5 (kikomo 20).',
      ],
      [
        levelSentence('overflow', 'roof', 97, 90),
        'roof: tangi linakaribia kufurika kwa asilimia 97 (kikomo 90).',
      ],
      [silenceSentence('Kisima', 50 * hour), 'Kisima: kifaa hakijasikika kwa siku 2.'],
      [silenceSentence('Kisima', 3 * hour), 'Kisima: kifaa hakijasikika kwa saa 3.'],
      [silenceSentence('Kisima', hour / 4), 'Kisima: kifaa hakijasikika kwa dakika 15.'],
      [silenceSentence('Kisima', 5000), 'Kisima: kifaa hakijasikika kwa sekunde 5.'],
    ] as const) {
      language.value = 'en';
      assert.equal(messageText({ source: 'auto', message }), message);
      language.value = 'sw';
      assert.equal(messageText({ source: 'auto', message }), swahili);
    }
  });

  it('is what a person wrote, and what an older server wrote otherwise, as it is', () => {
    language.value = 'sw';
    const message = levelSentence('low', 'main', 12.5, 20);
    assert.equal(messageText({ source: 'user', message }), message);
    assert.equal(messageText({ source: 'auto', message: 'Low water.' }), 'Low water.');
  });
});

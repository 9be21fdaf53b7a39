import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { language as Language } from '../words/language.ts';
import { Failure, Unreachable } from './failure.ts';
import type { failureSentence as FailureSentence } from './failure-sentence.ts';

describe('what a person reads of a failure', () => {
  let language: typeof Language;
  let failureSentence: typeof FailureSentence;
  before(async () => {
    // The language of the screens is also the document's; a test has none.
    Object.assign(globalThis, { document: { documentElement: {} }, addEventListener: () => {} });
    ({ language } = await import('../words/language.ts'));
    ({ failureSentence } = await import('./failure-sentence.ts'));
  });

  const inBoth = (failure: Error) =>
    (['en', 'sw'] as const).map((each) => {
      language.value = each;
      return failureSentence(failure);
    });

  it('is the API’s own sentence in English, and what its code means in Swahili', () => {
    const error = 'Insufficient credits: this needs 2, the balance is 1.';
    const failure = new Failure(402, { error, code: 'insufficient_credits' });
    assert.deepEqual(inBoth(failure), [error, 'Kredi hazitoshi kwa hili.']);
  });

  it('is the API’s own sentence in both where its code does not say enough', () => {
    const error = 'Invalid input: name is required.';
    const failure = new Failure(400, { error, code: 'invalid_input' });
    assert.deepEqual(inBoth(failure), [error, error]);
  });

  it('is what the code or the status says where there is no sentence, and never nothing', () => {
    const [english, swahili] = inBoth(new Failure(409, { code: 'device_taken' }));
    assert.equal(english, 'This device is registered to another user.');
    assert.equal(swahili, 'Kifaa hiki kimesajiliwa na mtumiaji mwingine.');
    for (const text of inBoth(new Failure(502, '<html>'))) assert.match(text, /502/);
    for (const text of inBoth(new Unreachable(undefined))) assert.ok(text);
    assert.deepEqual(inBoth(new Error('no camera')), ['no camera', 'no camera']);
  });

  it('says from when on a try makes sense, in both', () => {
    const error = 'Too many failed logins.';
    const failure = new Failure(429, { error, code: 'too_many_requests', retry_after: 600 });
    const [english, swahili] = inBoth(failure);
    assert.match(english ?? '', /^That was too often\. Try again at \d\d:\d\d/);
    assert.match(swahili ?? '', /^Umejaribu mara nyingi mno\. Jaribu tena saa \d\d:\d\d/);
    const unknown = new Failure(429, { error, code: 'too_many_requests' });
    assert.equal(inBoth(unknown)[0], 'That was too often. Try again later.');
  });
});

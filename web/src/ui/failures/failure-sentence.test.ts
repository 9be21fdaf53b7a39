import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { failureCodes } from '../../../../src/kit/api/failures/failure-codes.ts';
import { type FaultCode, fault, faults } from '../../../../src/kit/api/failures/faults.ts';
import { readFault } from '../../../../src/kit/api/failures/read-fault.ts';
import { Failure, Refusal, Unreachable } from '../../api/failure.ts';
import type { language as Language } from '../../words/language.ts';
import type { failureSentence as FailureSentence } from './failure-sentence.ts';
import type { faultSentence as FaultSentence } from './fault-sentence.ts';

describe('what a person reads of a failure', () => {
  let language: typeof Language;
  let failureSentence: typeof FailureSentence;
  let faultSentence: typeof FaultSentence;
  before(async () => {
    // The language is also set on the document, which tests lack.
    Object.assign(globalThis, { document: { documentElement: {} }, addEventListener: () => {} });
    ({ language } = await import('../../words/language.ts'));
    ({ failureSentence } = await import('./failure-sentence.ts'));
    ({ faultSentence } = await import('./fault-sentence.ts'));
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

  it('says what is wrong with fields in both, and never what programs call them', () => {
    const error = 'Invalid input: name is required; level must be at most 110.';
    const errors = [
      { field: 'name', message: 'is required' },
      { field: 'level', message: 'must be at most 110' },
    ];
    const failure = new Failure(400, { error, code: 'invalid_input', errors });
    const swahili = 'Kuna jambo hapa halijakaa sawa: inahitajika; lazima iwe 110 au chini yake.';
    const english = 'Name is required; level must be at most 110.';
    assert.deepEqual(inBoth(failure), [english, swahili]);
  });

  it('calls fields in English as people do', () => {
    const of = (field: string) =>
      new Failure(400, {
        error: `Invalid input: ${field} is required.`,
        code: 'invalid_input',
        errors: [{ field, message: 'is required' }],
      });
    const told = ['mac_or_serial', 'contacts/0/phone', 'webhook_url'];
    assert.deepEqual(
      told.map((field) => inBoth(of(field))[0]),
      ['MAC or serial is required.', 'Phone is required.', 'Webhook URL is required.'],
    );
  });

  it('has words of its own for every code, and no English among the Swahili', () => {
    for (const code of failureCodes) {
      const [english = '', swahili = ''] = inBoth(new Failure(400, { code }));
      assert.ok(english.length > 10 && swahili.length > 10, code);
      assert.notEqual(english, swahili, code);
      assert.doesNotMatch(english, /answered 400/, code);
      const error = 'A sentence of the API.';
      const [told, spoken] = inBoth(new Failure(400, { code, error }));
      assert.equal(spoken, swahili, code);
      assert.ok(told === error || code === 'too_many_requests', code);
    }
  });

  it('has words of its own for every fault, with the same values in both', () => {
    const codes = Object.keys(faults) as FaultCode[];
    const value = fc.stringMatching(/^[a-z0-9:]{1,9}$/);
    fc.assert(
      fc.property(fc.constantFrom(...codes), fc.array(value, { minLength: 4 }), (code, some) => {
        const names = [...faults[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
        const values = Object.fromEntries(names.map((name, index) => [name, some[index] ?? '']));
        const said = fault(code, values);
        const read = readFault(said);
        assert.deepEqual(read, { code, values });
        language.value = 'sw';
        const swahili = faultSentence(said);
        assert.notEqual(swahili, said, code);
        for (const each of Object.values(values)) assert.ok(swahili.includes(each), code);
        assert.doesNotMatch(swahili, /[{}]/, code);
        language.value = 'en';
        assert.equal(faultSentence(said), said);
      }),
      { numRuns: 1_000, examples: codes.map((code) => [code, ['1', '2', '3', '4']]) },
    );
  });

  it('says a fault within a fault, and leaves what others said in their words', () => {
    language.value = 'sw';
    const inner = fault('answeredWith', { status: 500 });
    assert.equal(
      faultSentence(fault('trialAnswered', { fault: inner })),
      'Seva yako ilijibu kwa hali 500.',
    );
    assert.equal(faultSentence('InvalidSenderId'), 'InvalidSenderId');
  });

  it('is what the code or the status says where there is no sentence, and never nothing', () => {
    const [english, swahili] = inBoth(new Failure(409, { code: 'device_taken' }));
    assert.equal(english, 'This device is registered to another user.');
    assert.equal(swahili, 'Kifaa hiki kimesajiliwa na mtumiaji mwingine.');
    for (const text of inBoth(new Failure(502, '<html>'))) assert.match(text, /502/);
    for (const text of inBoth(new Unreachable(undefined))) assert.ok(text);
    assert.deepEqual(inBoth(new Refusal('Chagua siku.')), ['Chagua siku.', 'Chagua siku.']);
    assert.deepEqual(inBoth(new TypeError('x is undefined')), [
      'This did not work. Try again.',
      'Haikufaulu. Jaribu tena.',
    ]);
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

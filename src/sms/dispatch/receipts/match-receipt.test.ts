import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type IdForm, idForms, toAnswerForm, toReceiptForm } from '../../providers/id-forms.ts';
import {
  type Candidate,
  type FormScores,
  knownForm,
  learnForms,
  matchReceipt,
  receiptSpellingsOf,
  spellingsOf,
  type Unmatched,
} from './match-receipt.ts';

const minute = 60_000;
const now = 1000 * minute;
const phone = '254712345678';
const receipt = (ref: string, more: Partial<Unmatched> = {}): Unmatched => ({
  ref,
  anyForm: true,
  phone,
  otherPhone: '',
  receivedAt: now,
  ...more,
});
const sent = (ref: string, message_id: number, more: Partial<Candidate> = {}): Candidate => ({
  ref,
  user_id: 1,
  message_id,
  phone,
  sent_at: now - minute,
  ...more,
});
const idOf = (match: Candidate | undefined) => match?.message_id;

describe('matching a receipt', () => {
  it('takes the id and the phone together', () => {
    const candidates = [sent('16', 1, { phone: '254700000000' }), sent('10', 2)];
    assert.equal(idOf(matchReceipt(receipt('16'), candidates, 'same', now)), undefined);
    assert.equal(idOf(matchReceipt(receipt('16'), candidates, 'hex-dec', now)), 2);
  });

  it('does not guess between two forms that both fit', () => {
    const candidates = [sent('16', 1), sent('10', 2)];
    const late = receipt('16', { receivedAt: now - minute });
    assert.equal(idOf(matchReceipt(late, candidates, undefined, now)), undefined);
    assert.equal(idOf(matchReceipt(late, candidates, 'same', now)), 1);
    assert.equal(idOf(matchReceipt(late, candidates, 'hex-dec', now)), 2);
  });

  it('waits a moment with a short id while no form is known, since the answer may be under way', () => {
    const candidates = [sent('16', 1)];
    assert.equal(idOf(matchReceipt(receipt('16'), candidates, undefined, now)), undefined);
    assert.equal(idOf(matchReceipt(receipt('16'), candidates, undefined, now + 1000)), 1);
    assert.equal(idOf(matchReceipt(receipt('7'), [sent('7', 1)], undefined, now)), 1);
    const long = [sent('a1b2c3d', 1)];
    assert.equal(idOf(matchReceipt(receipt('169552957'), long, undefined, now)), 1);
  });

  it('believes another form than the known one only after a minute', () => {
    const candidates = [sent('10', 2)];
    assert.equal(
      idOf(matchReceipt(receipt('16'), candidates, 'same', now + minute - 1)),
      undefined,
    );
    assert.equal(idOf(matchReceipt(receipt('16'), candidates, 'same', now + minute)), 2);
  });

  it('without a phone takes a short id by the known form alone', () => {
    const nameless = receipt('16', { phone: '', receivedAt: now - minute });
    assert.equal(idOf(matchReceipt(nameless, [sent('16', 1)], undefined, now)), undefined);
    assert.equal(idOf(matchReceipt(nameless, [sent('16', 1)], 'same', now)), 1);
    const long = receipt('169552957', { phone: '' });
    assert.equal(idOf(matchReceipt(long, [sent('a1b2c3d', 3)], undefined, now)), 3);
  });

  it('takes the newest of several with one id, of those that it can be about', () => {
    const day = 24 * 60 * minute;
    const week = sent('7', 1, { sent_at: now - 8 * day });
    const before = sent('7', 2, { sent_at: now - day });
    const after = sent('7', 3, { sent_at: now + day });
    assert.equal(idOf(matchReceipt(receipt('7'), [week], undefined, now)), undefined);
    assert.equal(idOf(matchReceipt(receipt('7'), [week, before, sent('7', 4)], undefined, now)), 4);
    // A clock that went back: what is stored was sent, whatever the clock says now.
    assert.equal(idOf(matchReceipt(receipt('7'), [after], undefined, now)), 3);
    // Kept for a day, it is not of a message that was sent a day after it.
    assert.equal(idOf(matchReceipt(receipt('7'), [after], undefined, now + day)), undefined);
  });

  const forms = fc.constantFrom(...idForms);
  const hexOrDecimal = (form: IdForm, value: number) =>
    form === 'hex-dec' ? value.toString(16) : value.toString(10);

  it('never takes a message of another phone, whatever the ids', () => {
    const small = fc.integer({ min: 1, max: 400 });
    const phones = fc.constantFrom('254700000001', '254700000002', '254700000003');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(small, phones), { minLength: 1, maxLength: 30 }),
        forms,
        fc.option(forms, { nil: undefined }),
        fc.nat(2 * minute),
        (messages, form, known, ageMs) => {
          const candidates = messages.map(([value, to], index) =>
            sent(hexOrDecimal(form, value), index, { phone: to }),
          );
          for (const [value, to] of messages) {
            const ref = toReceiptForm(hexOrDecimal(form, value), form) ?? '';
            const said = receipt(ref, { phone: to });
            const found = candidates.filter((each) => spellingsOf(said).has(each.ref));
            const match = matchReceipt(said, found, known, now + ageMs);
            assert.ok(match === undefined || match.phone === to);
            if (match && known === form) assert.equal(match.ref, hexOrDecimal(form, value));
          }
        },
      ),
    );
  });

  it('asks for the same pairs of ids from both sides', () => {
    const id = fc.oneof(fc.stringMatching(/^[1-9a-f][0-9a-f]{0,15}$/), fc.uuid());
    fc.assert(
      fc.property(id, forms, (ref, form) => {
        const said = toReceiptForm(ref, form);
        if (said === undefined) return;
        assert.equal(toAnswerForm(said, form), ref);
        assert.ok(spellingsOf({ ref: said, anyForm: true }).has(ref));
        assert.ok(receiptSpellingsOf(ref).includes(said));
      }),
    );
  });
});

describe('the form that a provider keeps to', () => {
  it('is the one that was seen, and gives way to another one that is seen as often', () => {
    let scores: FormScores = {};
    assert.equal(knownForm(scores), undefined);
    scores = learnForms(scores, ['same']);
    assert.equal(knownForm(scores), 'same');
    scores = learnForms(scores, Array<IdForm>(1000).fill('same'));
    scores = learnForms(scores, Array<IdForm>(11).fill('hex-dec'));
    assert.equal(knownForm(scores), 'hex-dec');
  });

  it('holds: after 21 of a form in a row it is that form, whatever was before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...idForms)),
        fc.constantFrom(...idForms),
        (before, form) => {
          const scores = learnForms(learnForms({}, before), Array<IdForm>(21).fill(form));
          assert.equal(knownForm(scores), form);
        },
      ),
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { normalisePhone } from '../../kit/text/phone.ts';
import { readTemplate } from '../text/placeholders.ts';
import { encodingOf } from '../text/segments.ts';
import { planForContacts, planForNumbers } from './plan-bulk.ts';

const phone = fc.integer({ min: 0, max: 40 }).map((end) => `07${10_000_000 + end}`);
const entry = fc.oneof(
  phone,
  phone.map((text) => `+254 ${text.slice(1)}`),
  fc.string(),
  fc.anything(),
);
const names = fc.option(fc.string({ maxLength: 100 }), { nil: null });

describe('the plan of a bulk job', () => {
  it('accounts for every entry: queued, repeated, rejected or opted out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 200 }),
        fc.uniqueArray(phone, { maxLength: 10 }),
        async (entries, gone) => {
          const optedOut = new Set(gone.map((each) => normalisePhone(each) ?? ''));
          const plan = await planForNumbers(entries, { text: 'Hi', isSmart: false }, optedOut);
          const { messages, duplicates, rejected } = plan;
          const phones = messages.map((each) => each.phone);
          assert.equal(
            phones.length + duplicates + rejected.length + plan.optedOut,
            entries.length,
          );
          assert.equal(new Set(phones).size, phones.length);
          assert.ok(phones.every((each) => normalisePhone(each) === each && !optedOut.has(each)));
          for (const { index } of rejected) assert.equal(normalisePhone(entries[index]), undefined);
        },
      ),
    );
  });

  it('gives each contact its own text, with the encoding and segments of that text', async () => {
    const contacts = fc.uniqueArray(fc.record({ phone, name: names }), {
      selector: (contact) => contact.phone,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(contacts, fc.string({ maxLength: 900 }), async (group, text) => {
        const template = readTemplate(`${text}{name}`, ['name']);
        const plan = await planForContacts(
          group,
          { template, isSmart: false, finish: (own) => own },
          new Set(),
        );
        assert.equal(plan.messages.length + plan.rejected.length, group.length);
        for (const { text: own, encoding, segments } of plan.messages) {
          const form = encodingOf(own ?? '');
          assert.deepEqual([encoding, segments], [form.encoding, form.segments]);
          assert.ok(segments >= 1 && segments <= 6);
        }
      }),
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { linesLeft } from './lines-left.ts';

const good = fc.integer({ min: 0, max: 9999 }).map((n) => `0712 34${String(n).padStart(4, '0')}`);
const bad = fc.integer({ min: 1000, max: 99_999 }).map(String);
const entry = fc.oneof(
  good.map((phone) => ({ line: `${phone},Wanjiku`, isGood: true })),
  bad.map((phone) => ({ line: `${phone},Otieno`, isGood: false })),
  good.map((phone) => ({ line: `${phone},${'a'.repeat(101)}`, isGood: false })),
);
const entries = fc.array(entry, { minLength: 1, maxLength: 300 });

describe('the lines of a pasted list that are left out', () => {
  for (const head of ['', 'Phone,Name\n']) {
    it(`are left as they stand, however many they are${head && ', below the head of the list'}`, async () => {
      await fc.assert(
        fc.asyncProperty(entries, async (all) => {
          const wrong = all.filter(({ isGood }) => !isGood).map(({ line }) => line);
          const text = head + all.map(({ line }) => line).join('\n');
          const left = await linesLeft(text, { phone: 0, name: 1 });
          assert.equal(left, wrong.length === 0 ? '' : head + wrong.join('\n'));
        }),
      );
    });
  }

  it('are those of whole cards of a phone, and of quoted cells', async () => {
    const card = (phone: string) => `BEGIN:VCARD\nFN:Asha\nTEL:${phone}\nEND:VCARD`;
    const cards = [card('0712345678'), card('123'), card('0712345679')].join('\n');
    assert.equal(await linesLeft(cards, {}), card('123'));
    const cells = '0712345678,"Asha\nof the shop"\n123,"Otieno\nof the mill"\n0712345679,Zoe';
    assert.equal(await linesLeft(cells, {}), '123,"Otieno\nof the mill"');
  });
});

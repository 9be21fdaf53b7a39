import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { instantPattern, parseInstant, parseQueryInstant } from './instant.ts';

const moment = fc
  .date({ min: new Date('1971-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z') })
  .filter((date) => !Number.isNaN(date.getTime()))
  .map((date) => Math.floor(date.getTime() / 1000) * 1000);
/** Hours east of Greenwich, and minutes. */
const offset = fc.tuple(fc.integer({ min: -11, max: 13 }), fc.constantFrom(0, 0, 30, 45));

function offsetOf(hours: number, minutes: number, colon: string, isShort: boolean): string {
  const sign = hours < 0 ? '-' : '+';
  const two = (value: number) => String(value).padStart(2, '0');
  const tail = isShort && minutes === 0 ? '' : `${colon}${two(minutes)}`;
  return `${sign}${two(Math.abs(hours))}${tail}`;
}

describe('an instant', () => {
  it('is the same with every offset, of hours alone too, behind a blank, and where a plus became a blank', () => {
    const form = fc.record({
      colon: fc.constantFrom('', ':'),
      isShort: fc.boolean(),
      between: fc.constantFrom('T', 't', ' '),
      gap: fc.constantFrom('', ' '),
    });
    fc.assert(
      fc.property(
        moment,
        offset,
        form,
        (at, [hours, minutes], { colon, isShort, between, gap }) => {
          const east = (hours * 60 + (hours < 0 ? -minutes : minutes)) * 60_000;
          const local = new Date(at + east).toISOString().slice(0, 19).replace('T', between);
          const zone = gap + offsetOf(hours, minutes, colon, isShort);
          assert.equal(parseInstant(local + zone), at);
          assert.match(local + zone, new RegExp(instantPattern));
          assert.equal(parseQueryInstant(local + zone), at);
          assert.equal(parseQueryInstant(local + zone.replace('+', ' ')), at);
        },
      ),
    );
  });

  it('may be in the basic form of ISO 8601', () => {
    fc.assert(
      fc.property(moment, offset, fc.constantFrom('T', 't'), (at, [hours, minutes], between) => {
        const east = (hours * 60 + (hours < 0 ? -minutes : minutes)) * 60_000;
        const local = new Date(at + east).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
        const written = local.replace('T', between) + offsetOf(hours, minutes, '', minutes === 0);
        assert.equal(parseInstant(written), at);
        assert.equal(parseInstant(written.toLowerCase()), at);
        assert.equal(parseQueryInstant(written.replace('+', ' ')), at);
      }),
    );
    assert.equal(parseInstant('20261201T100000Z'), Date.UTC(2026, 11, 1, 10));
    assert.equal(parseInstant('20261201T1000Z'), Date.UTC(2026, 11, 1, 10));
    assert.equal(parseInstant('20261201T100000.250+0300'), Date.UTC(2026, 11, 1, 7, 0, 0, 250));
    const wrong = ['20261201T100000', '20260230T1000Z', '20261201T10Z', '20261201T100Z'];
    for (const text of wrong) assert.equal(parseInstant(text), undefined, text);
  });

  it('has an offset, and a day that the calendar has', () => {
    const date = '2026-11-25';
    const wrong = [date, `${date}T10:00`, `${date}T10+03`, `${date}T10:00+3`, `${date}T10:00+03:`];
    for (const text of [...wrong, '2026-02-30T10:00+03', `${date}T24:30+03`, `${date}T10:00+99`]) {
      assert.equal(parseInstant(text), undefined, text);
      assert.equal(parseQueryInstant(text), undefined, text);
    }
    assert.equal(parseInstant(`${date}T10:00 03`), undefined);
  });
});

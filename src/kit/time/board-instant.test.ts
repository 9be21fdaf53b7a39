import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ambiguityOf, parseBoardInstant } from './board-instant.ts';

const moment = fc
  .integer({ min: Date.UTC(2001, 9), max: Date.UTC(2099, 11, 31) })
  .map((at) => Math.floor(at / 1000) * 1000);
const quarters = fc.integer({ min: -48, max: 56 });

const two = (value: number) => String(value).padStart(2, '0');
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const days = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');

/** The parts of an instant on a clock so many quarters of an hour east of Greenwich. */
function partsOf(at: number, east: number) {
  const local = new Date(at + east * 15 * 60_000);
  const [Y, M, D] = [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate()];
  const [h, m, s] = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()];
  const sign = east < 0 ? '-' : '+';
  const away = Math.abs(east);
  const [hours, minutes] = [Math.floor(away / 4), (away % 4) * 15];
  const offset = `${sign}${two(hours)}:${two(minutes)}`;
  const clock = `${two(h)}:${two(m)}:${two(s)}`;
  const day = days[local.getUTCDay()] ?? '';
  const month = months[M - 1] ?? '';
  return { Y, M, D, h, m, s, sign, away, offset, clock, day, month };
}

describe('an instant as boards write it', () => {
  it('is the same in every way of writing it, with every offset', () => {
    fc.assert(
      fc.property(moment, quarters, (at, east) => {
        const { Y, M, D, h, m, s, sign, away, offset, clock, day, month } = partsOf(at, east);
        const bare = offset.replace(':', '');
        const short = `${sign}${Math.floor(away / 4)}`;
        for (const text of [
          `${Y}/${two(M)}/${two(D)} ${clock}${offset}`,
          `${Y}/${M}/${D} ${h}:${m}:${s} ${offset}`,
          `${Y}-${M}-${D}T${h}:${m}:${s}${offset}`,
          `${Y}.${two(M)}.${two(D)}_${clock}${bare}`,
          `${Y}${two(M)}${two(D)}T${clock.replaceAll(':', '')}${bare}`,
          `${Y}${two(M)}${two(D)}T${clock.replaceAll(':', '')}.000${offset}`,
          `${Y}-${two(M)}-${two(D)}T${clock},000${offset}`,
          `${Y}-${two(M)}-${two(D)}T${clock}.000000000000${offset}`,
          `${Y}-${two(M)}-${two(D)}T${clock}${offset}[Africa/Nairobi]`,
          `${day} ${month} ${D} ${clock} ${bare} ${Y}`,
          `"${Y}-${two(M)}-${two(D)} ${clock}${offset}"`,
          `${day}, ${two(D)} ${month} ${Y} ${clock} ${bare}`,
          `${D} ${month} ${Y} ${clock} GMT${bare}`,
          `${two(D)}-${month.toUpperCase()}-${Y} ${clock} UTC${offset}`,
          `${day} ${month} ${two(D)} ${Y} ${clock} GMT${bare} (East Africa Time)`,
          `${String(Y).slice(2)}/${two(M)}/${two(D)},${clock}${sign}${two(away)}`,
          ...(east % 4 === 0 ? [`${Y}/${M}/${D} ${clock}${short}`] : []),
          ...(sign === '+'
            ? [`${String(Y).slice(2)}/${two(M)}/${two(D)},${clock} ${two(away)}`]
            : []),
        ]) {
          assert.equal(parseBoardInstant(text), at, text);
          // Unless it is encoded, the plus of a form arrives as a blank.
          const decoded = text.replaceAll('+', ' ');
          assert.equal(parseBoardInstant(decoded), at, decoded);
        }
      }),
    );
  });

  it('is in UTC by each word for it, and three hours east by EAT', () => {
    const at = Date.UTC(2026, 10, 5, 7, 5, 9);
    for (const text of [
      '2026/11/5 7:05:09Z',
      '2026-11-05 07:05:09 UTC',
      '2026-11-05T07:05:09GMT',
      '2026-11-05 07:05:09 +0000 UTC',
      '2026-11-05T07:05:09Z[UTC]',
      '20261105070509Z',
      '20261105T070509.5Z'.replace('.5', ''),
      'Thu, 05 Nov 2026 07:05:09 GMT',
      'Thu Nov  5 07:05:09 UTC 2026',
      '2026-11-05 10:05:09 EAT',
      '1793862309',
      '@1793862309',
      '1793862309,0',
      '1793862309000',
      '1793862309000000',
      '1793862309000000000',
    ]) {
      assert.equal(parseBoardInstant(text), at, text);
    }
  });

  it('is not guessed where it may be another one, which is said', () => {
    for (const text of [
      ...['05/11/2026 07:05Z', '11-05-2026 07:05:09Z', '28/11/2026 07:05', '5.11.26 07:05 UTC'],
      '28-11-2026 7:05+03:00',
    ]) {
      assert.equal(parseBoardInstant(text), undefined, text);
      assert.equal(ambiguityOf(text), 'dayOrder', text);
    }
    for (const text of [
      ...['2026-11-05 07:05:09', '2026/11/5 7:05', '2026-11-05T07:05', '20261105T070509'],
      ...['Nov 5 2026 07:05', 'Thu, 05 Nov 2026 07:05', '20261105 070509'],
      ...['20261105070509', 'Nov 5 2026 07:05:09', '5 Nov 2026 07:05:09', '5-Nov-2026 07:05'],
    ]) {
      assert.equal(parseBoardInstant(text), undefined, text);
      assert.equal(ambiguityOf(text), 'noZone', text);
    }
    for (const text of [
      ...[
        '051126',
        '070509',
        '849214279',
        '46354.868979',
        '2026-11-31 07:05 UTC',
        '5 Foo 2026 07:05Z',
      ],
      ...[
        '2026/13/05 07:05Z',
        '26/11/05,07:05:09+57',
        '2026-11-05 07:05:09 CST',
        '2026/11/5 24:30Z',
      ],
      ...['Nov 5 07:05:09 2026', 'Thu Nov  5 07:05:09 2026', 'Nov 5 07:05 2026 2026'],
      ...['2026/11/05 07:05 2026', '2026/11/05 07:05 1530', '20261105T0705 30'],
      ...['2026-11-05', '165/165/2165 165:165:85', '12345678901', '2026-11-05 7:05 PM Z', ''],
    ]) {
      assert.equal(parseBoardInstant(text), undefined, text);
      assert.notEqual(ambiguityOf(text), 'noZone', text);
    }
  });

  it('is found or not in no time, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0129/-.: TZ+,aGMTUC['), maxLength: 64 }),
        (text) => {
          const at = parseBoardInstant(text);
          assert.ok(at === undefined || Number.isFinite(at), text);
        },
      ),
    );
  });
});

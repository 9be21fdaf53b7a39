import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { languages } from '../../../accounts/language.ts';
import { septetsOf } from '../../../kit/text/gsm-alphabet.ts';
import type { Answer, AnswerTank } from './answer.ts';
import { writeAnswer } from './write-answer.ts';

const now = Date.parse('2026-11-21T11:30:00Z');
const reader = { language: 'en', timezone: 'Africa/Nairobi', now } as const;
const inSwahili = { ...reader, language: 'sw' } as const;

const roof: AnswerTank = {
  label: 'Home, roof',
  level: 45.4,
  volume: 2270.2,
  measuredAt: now,
  isOnline: true,
  isOld: false,
  isPumpOn: false,
};
const well: AnswerTank = { ...roof, label: 'Well', level: 8, volume: null };
const old = { measuredAt: Date.parse('2026-11-21T11:05:00Z'), isOld: true };

describe('an answer by SMS', () => {
  it('tells one tank with its litres, and several in a line each', () => {
    assert.equal(
      writeAnswer({ kind: 'levels', tanks: [roof] }, reader),
      'Kisima: Home, roof: 45%, 2270 litres',
    );
    const tanks = [roof, { ...well, isPumpOn: true }];
    assert.equal(
      writeAnswer({ kind: 'levels', tanks }, reader),
      'Kisima: Home, roof: 45%. Well: 8% (pump on)',
    );
  });

  it('says how old a level is, and that a tank is offline', () => {
    const told = (tank: AnswerTank, as: typeof reader | typeof inSwahili = reader) =>
      writeAnswer({ kind: 'levels', tanks: [tank] }, as);
    assert.equal(told({ ...well, ...old }), 'Kisima: Well: 8% (as of 14:05)');
    const away = { ...well, ...old, isOnline: false };
    assert.equal(told(away), 'Kisima: Well: 8% (offline, as of 14:05)');
    assert.equal(told(away, inSwahili), 'Kisima: Well: 8% (hakipatikani, kipimo cha 14:05)');
    const days = { ...away, measuredAt: Date.parse('2026-11-19T22:05:00Z') };
    assert.equal(told(days), 'Kisima: Well: 8% (offline, as of 20/11 01:05)');
    assert.equal(told({ ...well, level: null, measuredAt: null }), 'Kisima: Well: no reading yet');
  });

  it('says how many tanks it has no room for', () => {
    const tanks = Array.from({ length: 12 }, (_, index) => ({ ...roof, label: `Tank ${index}` }));
    const text = writeAnswer({ kind: 'levels', tanks }, reader);
    assert.match(text, /^Kisima: Tank 0: 45%\. Tank 1: 45%\..* \+1 more$/);
    const names = tanks.map(({ label }) => label.repeat(3));
    assert.match(
      writeAnswer({ kind: 'which', command: 'on', names }, reader),
      /^Kisima: which one\? Tank 0.* \+\d more\. Send PUMP ON and its name\.$/,
    );
  });

  it('has no letters but those of the GSM alphabet', () => {
    const tank = { ...well, label: 'Čisterna 💧 kâti' };
    assert.equal(
      writeAnswer({ kind: 'levels', tanks: [tank] }, reader),
      'Kisima: Cisterna ? kati: 8%',
    );
  });

  it('says why a pump was not switched on', () => {
    const answer: Answer = { kind: 'not_started', name: 'Well', why: 'source_low' };
    assert.equal(
      writeAnswer(answer, reader),
      'Kisima: pump of Well not switched: the tank that it draws from is low.',
    );
    assert.match(writeAnswer(answer, inSwahili), /lina maji kidogo\.$/);
  });

  it('is one segment of the GSM alphabet, whatever its tanks are called', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
    const instant = fc.integer({ min: 0, max: now });
    const tank: fc.Arbitrary<AnswerTank> = fc.record({
      label: name,
      level: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
      volume: fc.option(fc.integer({ min: 0, max: 100_000_000 })),
      measuredAt: fc.option(instant),
      isOnline: fc.boolean(),
      isOld: fc.boolean(),
      isPumpOn: fc.boolean(),
    });
    const command = fc.constantFrom('on' as const, 'off' as const);
    const names = fc.array(name, { minLength: 1, maxLength: 20 });
    const of = <K extends Answer['kind']>(kind: K) => fc.constant(kind);
    const answer: fc.Arbitrary<Answer> = fc.oneof(
      fc.record({
        kind: fc.constantFrom('help' as const, 'no_tanks', 'nothing_open'),
      }),
      fc.record({ kind: of('levels'), tanks: fc.array(tank, { maxLength: 30 }) }),
      fc.record({ kind: of('which'), command, names }),
      fc.record({ kind: of('unknown_tank'), name }),
      fc.record({ kind: of('not_allowed'), name }),
      fc.record({ kind: of('late'), sentAt: instant }),
      fc.record({
        kind: of('sent'),
        command,
        tank,
        expiresAt: fc.constant(now + 600_000),
        endsAuto: fc.boolean(),
      }),
      fc.record({
        kind: of('not_started'),
        name,
        why: fc.constantFrom(...(['latched', 'full', 'resting', 'source_low'] as const)),
      }),
      fc.record({ kind: of('refused'), name, why: name }),
      fc.record({ kind: of('acknowledged'), count: fc.integer({ min: 1, max: 100 }), names }),
    );
    fc.assert(
      fc.property(answer, fc.constantFrom(...languages), (given, language) => {
        const text = writeAnswer(given, { ...reader, language });
        const sizes = [...text].map((each) => septetsOf(each.charCodeAt(0)) || 1000);
        assert.ok(sizes.reduce<number>((sum, size) => sum + size, 0) <= 160, text);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves none of what it always says out', () => {
    for (const language of languages) {
      for (const kind of ['help', 'no_tanks', 'nothing_open'] as const) {
        const text = writeAnswer({ kind }, { ...reader, language });
        assert.ok(!text.endsWith('...'), text);
      }
    }
  });
});

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ago as Ago, calendarDay as CalendarDay, span as Span } from './format.ts';
import type { language as Language } from './language.ts';

const now = Date.parse('2026-11-21T08:00:00Z');

describe('how long ago something was', () => {
  let ago: typeof Ago;
  let span: typeof Span;
  let calendarDay: typeof CalendarDay;
  let language: typeof Language;
  before(async () => {
    // The language is also set on the document, and sessions listen to other tabs: tests have neither.
    const browser = { document: { documentElement: {} }, addEventListener: () => undefined };
    Object.assign(globalThis, browser);
    ({ language } = await import('./language.ts'));
    ({ ago, span, calendarDay } = await import('./format.ts'));
  });

  it('stands within a sentence in both languages', () => {
    const inBoth = (seconds: number) =>
      (['en', 'sw'] as const).map((each) => {
        language.value = each;
        return ago(now - seconds * 1000, now);
      });
    assert.deepEqual(inBoth(14), ['14 seconds ago', 'sekunde 14 zilizopita']);
    assert.deepEqual(inBoth(300), ['5 minutes ago', 'dakika 5 zilizopita']);
    assert.deepEqual(inBoth(3 * 3600), ['3 hours ago', 'saa 3 zilizopita']);
    assert.deepEqual(inBoth(-20), ['now', 'sasa hivi']);
  });

  it('is a day whose number stays with its month where a column is narrow', () => {
    const inBoth = (['en', 'sw'] as const).map((each) => {
      language.value = each;
      return calendarDay('2026-11-20');
    });
    assert.deepEqual(inBoth, ['Fri, 20\u00a0Nov', 'Ijumaa, 20\u00a0Nov']);
  });

  it('is a minute at least where it is a span', () => {
    language.value = 'en';
    const spans = [0, 4 / 3600, 1 / 60, 0.5, 1, 72].map(span);
    const minute = '1 minute';
    assert.deepEqual(spans, [minute, minute, minute, '30 minutes', '1 hour', '3 days']);
  });
});

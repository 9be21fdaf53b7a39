import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linePattern } from './line-pattern.ts';

const isLine = (text: string) => new RegExp(linePattern, 'u').test(text);

/** `Bidi_Control` of Unicode's PropList.txt, but for the marks, which turn nothing but themselves. */
const turning = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];

describe('a line of text', () => {
  it('holds no character that breaks it, hides, or turns what is read', () => {
    const unfit = [0, 9, 10, 13, 0x1b, 0x7f, 0x85, 0x2028, 0x2029, 0xd800, ...turning];
    for (const code of unfit) {
      assert.ok(!isLine(`Tank ${String.fromCharCode(code)}gnp`), code.toString(16));
    }
  });

  it('is in any language, with accents, marks and emoji', () => {
    for (const text of [
      'Tangi la juu',
      'خزان',
      'מיכל',
      'Réservoir n°2',
      '水箱',
      'Tank 💧',
      'e\u0301',
    ]) {
      assert.ok(isLine(text), text);
    }
  });

  it('is not blank', () => {
    for (const text of ['', ' ', '\u00a0\u3000']) assert.ok(!isLine(text));
  });
});

import { newEmail } from '../helpers/accounts/accounts.ts';
import { limitsOf, type Parameter } from './operation.ts';

type Place = 'query' | 'json' | 'form';

/** Text that is no password that anybody tries. */
const textOf = (length: number) => 'xqz'.repeat(length).slice(0, length);

/** A value that a field takes. */
export function aValueOf(parameter: Parameter): unknown {
  const { type, words, format, minLength = 8 } = parameter;
  if (words) return words[0];
  if (format === 'email') return newEmail();
  if (type === 'boolean') return true;
  if (type === 'string') return textOf(minLength);
  const { min = 1, max = min } = limitsOf(parameter);
  return Math.round((min + max) / 2);
}

/** The outermost values that a field takes: its limits, or each of its words. */
export function outermost(parameter: Parameter): unknown[] {
  const { words = [], minLength } = parameter;
  const { min, max } = limitsOf(parameter);
  return [
    ...words,
    ...(minLength === undefined ? [] : [textOf(minLength)]),
    ...[min, max].filter((limit) => limit !== undefined),
  ];
}

/** The nearest values that a field does not take. */
export function justOutside(parameter: Parameter): unknown[] {
  const { words, format, minLength, forgiven } = parameter;
  const { min, max } = limitsOf(parameter);
  return [
    ...(words ? ['nonsense'] : []),
    // Boards write words in any case.
    ...(words && !forgiven ? [words[0]?.toUpperCase()] : []),
    ...(format === 'email' ? ['nobody', 'nobody@'] : []),
    ...(minLength === undefined ? [] : [textOf(minLength - 1)]),
    ...(min === undefined ? [] : [min - 1]),
    ...(max === undefined ? [] : [max + 1]),
  ];
}

/** Values of other types than a field has, as they can stand in its place. */
export function wronglyTyped({ type }: Parameter, place: Place): unknown[] {
  if (place !== 'json') {
    if (type === 'string') return [['one', 'two']];
    const texts = ['abc', '', ' ', '1e999', 'NaN', 'Infinity', '0x10', '1,5', ['1', '2']];
    return type === 'integer' ? [...texts, '1.5'] : texts;
  }
  if (type === 'string') return [12, true, ['one'], { one: 1 }];
  if (type === 'boolean') return ['true', 1, []];
  if (type === 'object') return ['{}', 5, true, []];
  if (type === 'array') return ['low', 5, true, {}];
  return ['5', true, [5], {}, ...(type === 'integer' ? [1.5] : [])];
}

/** Text that no field takes: blank, far too long, with control characters or half a character. */
export const badTexts = [
  '',
  ' \t ',
  'x'.repeat(1001),
  'a\u0000b',
  'a\u007fb',
  'a\u0085b',
  'a\ud800',
];

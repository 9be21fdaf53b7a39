import { type FaultCode, type FaultValues, faults } from './faults.ts';

type Pattern = { code: FaultCode; pattern: RegExp };

let patterns: Pattern[] | undefined;

/** Reads a sentence of the API with its values; undefined for one that is not of the list. */
export function readFault(text: string): { code: FaultCode; values: FaultValues } | undefined {
  patterns ??= makePatterns();
  for (const { code, pattern } of patterns) {
    const found = pattern.exec(text);
    if (found) return { code, values: { ...found.groups } };
  }
  return undefined;
}

/** Sentences with most fixed words first, since the values of another could contain them. */
function makePatterns(): Pattern[] {
  const ownLength = (sentence: string) => sentence.replaceAll(/\{\w+\}/g, '').length;
  return Object.entries(faults)
    .sort(([, a], [, b]) => ownLength(b) - ownLength(a))
    .map(([code, sentence]) => ({ code: code as FaultCode, pattern: patternOf(sentence) }));
}

function patternOf(sentence: string): RegExp {
  const fixed = sentence.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${fixed.replaceAll(/\{(\w+)\}/g, '(?<$1>[^]*?)')}$`);
}

import fc from 'fast-check';

/** Bulk jobs of texts of one's own to any of those phones. */
export function anyOwnTexts(phones: string[]) {
  const entry = fc.record(
    {
      to: fc.constantFrom(...phones),
      text: fc.oneof(
        fc.constantFrom('Hi', 'x'.repeat(161), '“Maji”', 'ж'.repeat(71), 'a€'.repeat(80)),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
      ),
      reference: fc.option(fc.constantFrom('a', 'b'), { nil: null }),
    },
    { requiredKeys: ['to', 'text'] },
  );
  return fc.record({
    messages: fc.array(entry, { minLength: 1, maxLength: 30 }),
    class: fc.constantFrom('promotional', 'transactional'),
    smart_encoding: fc.boolean(),
  });
}

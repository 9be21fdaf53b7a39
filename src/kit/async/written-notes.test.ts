import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import pino from 'pino';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { minuteMs } from '../time/units.ts';
import { createWrittenNotes } from './written-notes.ts';

type Note = { key: number; words: string[] };

const log = pino({ enabled: false });
const most = 1200;

/** Notes of which storage takes what `save` lets it. */
function openNotes(save: (notes: Note[]) => Promise<void>) {
  const timers = createTestTimers();
  const notes = createWrittenNotes<Note>(
    { log, timers },
    {
      name: 'notes',
      everyMs: minuteMs,
      most,
      save,
      join: (earlier, later) => ({ ...later, words: [...earlier.words, ...later.words] }),
      compare: (a, b) => a.key - b.key,
    },
  );
  const writeOnce = async () => {
    timers.advance(minuteMs);
    while (timers.waiting() === 0) await setImmediate();
  };
  return { notes, writeOnce };
}

const note = fc.record({ key: fc.nat(4), word: fc.string({ minLength: 1, maxLength: 3 }) });
/** Storage that takes what it is given or not, while more is noted. */
const round = fc.record({
  before: fc.array(note),
  isAway: fc.boolean(),
  meanwhile: fc.array(note),
});

describe('notes that are written now and then', () => {
  it('are all stored once, in their order, whichever times storage was away', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { maxLength: 6 }), async (rounds) => {
        const said = new Map<number, string[]>();
        const stored = new Map<number, string[]>();
        const add = ({ key, word }: { key: number; word: string }) => {
          said.set(key, [...(said.get(key) ?? []), word]);
          assert.ok(notes.note(key, { key, words: [word] }));
          assert.ok(notes.has(key));
        };
        let now = { isAway: false, meanwhile: [] as { key: number; word: string }[] };
        const { notes, writeOnce } = openNotes(async (some) => {
          for (const each of now.meanwhile.splice(0)) add(each);
          if (now.isAway) throw new Error('storage is away');
          for (const { key, words } of some)
            stored.set(key, [...(stored.get(key) ?? []), ...words]);
        });
        await notes.start?.();
        await setImmediate();
        for (const { before, isAway, meanwhile } of rounds) {
          for (const each of before) add(each);
          now = { isAway, meanwhile: [...meanwhile] };
          await writeOnce();
        }
        now = { isAway: false, meanwhile: [] };
        await notes.stop?.();
        assert.deepEqual(stored, said);
      }),
      { numRuns: 100 },
    );
  });

  it('take no further key where there is no room, until the others are written', async () => {
    const sizes: number[] = [];
    const { notes, writeOnce } = openNotes(async (some) => void sizes.push(some.length));
    await notes.start?.();
    await setImmediate();
    for (let key = 0; key < most; key += 1) assert.ok(notes.note(key, { key, words: [] }));
    assert.ok(!notes.note(most, { key: most, words: [] }));
    assert.ok(notes.note(0, { key: 0, words: [] }));
    await writeOnce();
    assert.ok(notes.note(most, { key: most, words: [] }));
    await notes.stop?.();
    assert.deepEqual(sizes, [500, 500, 200, 1]);
  });
});

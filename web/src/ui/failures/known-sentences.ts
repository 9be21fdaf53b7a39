import { signal } from '@preact/signals';
import { Told, Unreachable } from '../../api/failure.ts';
import { say } from '../words.ts';

type Sentences = {
  failureSentence: (failure: Error) => string;
  faultSentence: (message: string) => string;
};

/** Every failure in both languages is a third of what the home screen would wait for on 2G. */
const known = signal<Sentences>();
let isComplete = false;
let coming: Promise<void> | undefined;

/** Brings the sentences, once, so that they are there before something goes wrong. */
export function loadSentences(): Promise<void> {
  coming ??= bring();
  return coming;
}

/** As `failureSentence`; nothing until the sentences are there, when what shows it is drawn anew. */
export function sayFailure(failure: Error): string {
  if (failure instanceof Unreachable) return say.unreachable();
  if (failure instanceof Told) return failure.message;
  return sentences()?.failureSentence(failure) ?? '';
}

/** As `faultSentence`; nothing until the sentences are there. */
export function sayFault(message: string): string {
  return sentences()?.faultSentence(message) ?? '';
}

function sentences(): Sentences | undefined {
  if (!isComplete) void loadSentences();
  return known.value;
}

async function bring(): Promise<void> {
  try {
    const [{ failureSentence }, { faultSentence }] = await Promise.all([
      import('./failure-sentence.ts'),
      import('./fault-sentence.ts'),
    ]);
    known.value = { failureSentence, faultSentence };
    isComplete = true;
  } catch {
    // The network went with the failure: something is said all the same, and later asked for again.
    coming = undefined;
    known.value ??= {
      failureSentence: () => say.unexpected(),
      faultSentence: (message) => message,
    };
  }
}

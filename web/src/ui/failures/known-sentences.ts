import { signal } from '@preact/signals';
import { Refusal, Unreachable } from '../../api/failure.ts';
import { say } from '../words.ts';

type Sentences = {
  failureSentence: (failure: Error) => string;
  faultSentence: (message: string) => string;
};

/** Loaded late: the failures in both languages are a third of the home screen's size on 2G. */
const known = signal<Sentences>();
let isComplete = false;
let coming: Promise<void> | undefined;

/** Loads the sentences once, ahead of the first failure. */
export function loadSentences(): Promise<void> {
  coming ??= bring();
  return coming;
}

/** As `failureSentence`; empty until the sentences have loaded, which redraws the reader. */
export function sayFailure(failure: Error): string {
  if (failure instanceof Unreachable) return say.unreachable();
  if (failure instanceof Refusal) return failure.message;
  return sentences()?.failureSentence(failure) ?? '';
}

/** As `faultSentence`; empty until the sentences have loaded. */
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
    // The network failed too: a general sentence is shown, and the load is retried later.
    coming = undefined;
    known.value ??= {
      failureSentence: () => say.unexpected(),
      faultSentence: (message) => message,
    };
  }
}

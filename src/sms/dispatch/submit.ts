import type { Logger } from 'pino';
import { fault } from '../../kit/api/failures/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Provider, SubmitResult } from '../providers/provider.ts';
import { toOutgoing } from '../text/to-outgoing.ts';
import type { Submission } from './choose-connector.ts';
import { lateUpdateOf, type MessageUpdate, updateOf } from './message-update.ts';

type SubmitDeps = {
  clock: Clock;
  log: Logger;
  /** Most repeats of a message of which nobody knows whether it was sent. */
  unknownRepeats: number;
  /** From 0 to 1, 1 excluded. */
  random: () => number;
  /** Called with what each answer of a provider means for its message. */
  observeAnswer?: ((provider: string, event: string) => void) | undefined;
  noteMoney?: ((provider: string, results: readonly SubmitResult[]) => void) | undefined;
};

/** The outcome of one message of a submit, and what follows from it. */
export type Answered = { update: MessageUpdate; result: SubmitResult };

/** Takes the update of an answer that came after its message was given up as unknown. */
export type OnLate = (update: MessageUpdate) => void;

/**
 * Submits messages to their provider, and returns the updates that follow, in the order of the messages.
 * @param patienceMs longest wait for the provider's answer; its own where not given.
 */
export type Submit = (
  submission: Submission,
  onLate: OnLate,
  patienceMs?: number,
) => Promise<Answered[]>;

const noAnswer: SubmitResult = { outcome: 'unknown', error: fault('providerSilent') };

export function createSubmit(deps: SubmitDeps): Submit {
  const { clock, log, unknownRepeats, random, observeAnswer } = deps;

  return async ({ connector, messages }, onLate, patienceMs) => {
    const { provider } = connector;
    const circumstances = () => ({
      provider: provider.name,
      isWell: connector.isWell(),
      now: clock(),
      random,
      unknownRepeats,
    });
    const onLateResult = (index: number, result: SubmitResult): void => {
      const message = messages[index];
      if (!message || result.outcome === 'unknown') return;
      if (result.outcome !== 'busy') connector.noteLife();
      const update = lateUpdateOf(message, result, circumstances());
      observeAnswer?.(provider.name, update.event);
      onLate(update);
    };
    const ticket = connector.begin();
    const results = await submitTo({ provider, log }, { messages, patienceMs }, onLateResult);
    connector.note(results, ticket);
    deps.noteMoney?.(provider.name, results);
    const after = circumstances();
    return messages.map((message, index) => {
      const result = results[index] ?? noAnswer;
      const update = updateOf(message, result, after);
      observeAnswer?.(provider.name, update.event);
      return { update, result };
    });
  };
}

/**
 * Holds late answers back until the answers in time are on their way to storage, to be applied after them.
 */
export function createLateAnswers(onLate: OnLate): { hold: OnLate; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { hold: (update) => void promise.then(() => onLate(update)), release: resolve };
}

/** Submits to a provider, which must not reject; one that does may have sent, so the outcome is unknown. */
async function submitTo(
  { provider, log }: { provider: Provider; log: Logger },
  { messages, patienceMs }: Pick<Submission, 'messages'> & { patienceMs: number | undefined },
  onLate: (index: number, result: SubmitResult) => void,
): Promise<SubmitResult[]> {
  try {
    return await provider.submit(messages.map(toOutgoing), onLate, patienceMs);
  } catch (error) {
    const about = { provider: provider.name, messages: messages.length, ...describeThrown(error) };
    log.error(about, 'a provider threw, so nobody knows what became of its messages');
    return messages.map(() => noAnswer);
  }
}

/** Returns an error's name and place. Its message is left out: numbers, texts and keys may be in it. */
function describeThrown(error: unknown): { error: string; at: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, at: [] };
  const calls = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { error: error.name, at: calls.map((line) => line.trim()) };
}

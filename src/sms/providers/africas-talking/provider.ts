import type { Logger } from 'pino';
import { fault } from '../../../kit/api/failures/faults.ts';
import { httpPost } from '../../../kit/http/http-post.ts';
import { systemTimers, type Timers } from '../../../kit/time/timers.ts';
import { africasTalking } from '../../../settings/providers/africas-talking.ts';
import type { OutgoingMessage } from '../../message.ts';
import type { Provider, ProviderHealth, SubmitResult } from '../provider.ts';
import { askBalance } from './ask-balance.ts';
import { createCallTurns } from './call-turns.ts';
import { readAnswer } from './read-answer.ts';

export type AfricasTalkingOptions = {
  username: string;
  apiKey: string;
  /** Sender id or short code of messages that name none; theirs where this is undefined. */
  sender: string | undefined;
  /** The address of their messaging service; live and sandbox have one each. */
  url: string;
  /** Longest wait for one call's answer, in milliseconds. */
  deadlineMs: number;
  /** Where and how often they are asked for the balance there, and when it is low; absent for never. */
  balance?: { url: string; everyMs: number; low: number } | undefined;
};

const abreast = 8;
const longestRestMs = 15_000;
/** Longest wait of messages whose senders do not wait before they go back to the outbox. */
const longestWaitMs = 20_000;

/** Twenty recipients take some 4 KiB of an answer. */
const largestAnswer = 262_144;

/**
 * Sends through Africa's Talking: one call for up to 20 recipients of one text. `read-answer.ts` reads the
 * status of each recipient; its receipts come by callbacks.
 */
export function createAfricasTalkingProvider(
  options: AfricasTalkingOptions,
  { log, timers = systemTimers }: { log: Logger; timers?: Timers },
): Provider {
  let health: ProviderHealth = { state: 'up', detail: fault('nothingSent') };
  const turns = createCallTurns(timers);
  const { balance } = options;

  /** Sends a call when it has its turn, and again for as long as it is throttled and has patience. */
  const send = async (call: Call, patienceMs: number | undefined): Promise<SubmitResult[]> => {
    const waiter = {
      account: call.messages[0]?.userId ?? 0,
      isAwaited: patienceMs !== undefined,
      until: timers.now() + (patienceMs ?? longestWaitMs),
    };
    for (let isAgain = false; ; isAgain = true) {
      const ticket = await turns.take(waiter, isAgain);
      if (ticket === undefined) return call.messages.map(turns.refusal);
      const outcomes = await post(call);
      note(outcomes);
      if (!turns.note(outcomes, ticket)) return outcomes;
    }
  };

  const post = async (call: Call): Promise<SubmitResult[]> => {
    const result = await httpPost({
      url: options.url,
      // Without an agent every call has a connection of its own. One from a pool may be closed by
      // the other side just as a call leaves through it, and such a call is lost in `unknown`.
      headers: {
        apiKey: options.apiKey,
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: writeForm(options, call),
      deadlineMs: options.deadlineMs,
      largestAnswer,
    });
    return readAnswer(result, call.messages);
  };

  const note = (outcomes: SubmitResult[]): void => {
    const before = health.state;
    health = healthAfter(outcomes);
    if (health.state !== before) {
      log[health.state === 'up' ? 'info' : 'warn']({ ...health }, "Africa's Talking");
    }
  };

  return {
    name: africasTalking.name,
    batch: callSize,
    abreast,
    longestRestMs,
    submit: async (messages, _onLate, patienceMs) => {
      const results: SubmitResult[] = messages.map(() => noAnswer);
      const calls = groupIntoCalls(messages);
      await Promise.all(
        calls.map(async (call) => {
          const outcomes = await send(call, patienceMs);
          call.at.forEach((place, index) => {
            results[place] = outcomes[index] ?? noAnswer;
          });
        }),
      );
      return results;
    },
    room: () => turns.room() * callSize,
    backlogMs: turns.backlogMs,
    giveBackWaiting: turns.giveBackWaiting,
    health: () => health,
    money: balance && {
      ask: (signal) => askBalance({ ...options, balanceUrl: balance.url }, signal),
      everyMs: balance.everyMs,
      lowBalance: balance.low,
    },
  };
}

const noAnswer: SubmitResult = { outcome: 'unknown', error: 'no answer' };

/** Writes the form as their documentation has it; numbers with a plus sign. */
function writeForm({ username, sender }: AfricasTalkingOptions, call: Call): string {
  const from = call.from ?? sender;
  return new URLSearchParams({
    username,
    to: call.messages.map(({ to }) => `+${to}`).join(','),
    message: call.text,
    ...(from !== undefined && { from }),
    bulkSMSMode: '1',
    // They queue the messages and answer at once, so that their wait for the networks is not ours.
    enqueue: '1',
  }).toString();
}

/** Never `down`: only the next call shows whether it is back, and a provider that is down gets none. */
function healthAfter(outcomes: SubmitResult[]): ProviderHealth {
  const bad = outcomes.find(({ outcome }) => outcome === 'busy' || outcome === 'unknown');
  if (!bad || !('error' in bad)) return { state: 'up', detail: fault('lastAnswered') };
  return { state: 'degraded', detail: bad.error };
}

/** Messages that go out in one call, with their places in the batch. */
type Call = { text: string; from: string | null; messages: OutgoingMessage[]; at: number[] };

/** Most recipients of one call. */
export const callSize = 20;

/**
 * Sorts a batch into calls: one text and one sender each, at most 20 recipients, and no number twice,
 * since the answer names recipients by their number.
 */
export function groupIntoCalls(messages: OutgoingMessage[]): Call[] {
  const open = new Map<string, Call[]>();
  messages.forEach((message, index) => {
    const key = JSON.stringify([message.from, message.text]);
    const calls = open.get(key) ?? [];
    open.set(key, calls);
    let call = calls.find(
      ({ messages }) => messages.length < callSize && messages.every(({ to }) => to !== message.to),
    );
    if (!call) {
      call = { text: message.text, from: message.from, messages: [], at: [] };
      calls.push(call);
    }
    call.messages.push(message);
    call.at.push(index);
  });
  return [...open.values()].flat();
}

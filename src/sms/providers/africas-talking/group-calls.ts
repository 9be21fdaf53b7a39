import type { OutgoingMessage } from '../provider.ts';

/** Messages that go out in one call, with their places in the batch. */
export type Call = { text: string; from: string | null; messages: OutgoingMessage[]; at: number[] };

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

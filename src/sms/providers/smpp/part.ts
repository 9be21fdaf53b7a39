import type { SubmitResult } from '../provider.ts';
import type { Pace } from '../turns/pace.ts';
import type { Turn } from '../turns/turn-line.ts';

/** One `submit_sm` on its way: a short message, or a part of a long one. */
export type Part = Turn & {
  /** Encoded; its number is given when it leaves. */
  frame: Buffer;
  /** Shared by the parts of one message. */
  message: {
    /** All of its parts. */
    parts: number;
    /** Parts that left and were not sent back. */
    out: number;
    /** Set if the message is lost, so its other parts need not go. */
    lost: boolean;
    /** End of the wait of a message that is half out, from its first part on. */
    waitUntil: number;
  };
  /** End of its wait for a turn while nothing of its message has left. */
  waitUntil: number;
  /** Where it was throttled, and how many had been taken there by then. */
  throttled?: { pace: Pace; taken: number };
  settle: (outcome: SubmitResult) => void;
  /** Called with its outcome where it was settled as unknown before. */
  settleLate: (outcome: SubmitResult) => void;
};

/** End of its wait for a turn. */
export function lateAt({ message, waitUntil }: Part): number {
  return message.out > 0 ? message.waitUntil : waitUntil;
}

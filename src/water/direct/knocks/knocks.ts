import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Notices } from '../../../db/notices.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import { dayMs } from '../../../kit/time/units.ts';

/** What a device shows of its key where nobody has registered it, so that no key can be checked. */
export const knockProofs = ['signature', 'key', 'nothing'] as const;
export type KnockProof = (typeof knockProofs)[number];

/** Requests of a device that nobody has registered, each less than a day after the one before. */
export type Knock = { count: number; first: number; last: number; sends: KnockProof };

export type Knocks = {
  /** @param identity as `identityOf` has it; it is not kept. */
  note: (identity: string, sends: KnockProof) => void;
  /** What is known of one device, in all processes; undefined where it has not knocked for a day. */
  ask: (identity: string) => Promise<Knock | undefined>;
  /** Devices that this process remembers. */
  size: () => number;
};

type KnocksDeps = {
  notices: Notices;
  secret: Buffer;
  clock: Clock;
  timers: Timers;
  /** Is told of every knock. */
  count?: (sends: KnockProof) => void;
};

/** Some 200 bytes each: 4 MB of devices that nobody has registered, however many there are. */
const mostKept = 20_000;

/** How long the answers of other processes are waited for: as fast as a notice of PostgreSQL, and then some. */
const answerWithinMs = 400;

const channels = { asked: 'knock-asked', told: 'knock-told' };

type Asked = { question: string; key: string };
type Told = { question: string; knock: Knock };

/**
 * Remembers who knocks, for whoever reads a MAC off a label and wants to know whether that board reaches the
 * server. In memory alone, and of no use to whoever has no label: a device is kept by a keyed hash of its
 * identity, so nothing lists them, and nothing that they say is kept. Of more than there is room for, those
 * go that have not knocked for longest.
 */
export function createKnocks({ notices, secret, clock, timers, count }: KnocksDeps): Knocks {
  const kept = new LRUCache<string, Knock>({ max: mostKept });
  const waiting = new Map<string, Knock[]>();
  let questions = 0;
  const keyOf = (identity: string) =>
    createHmac('sha256', secret)
      .update(`kisima knock\n${identity}`)
      .digest('base64url')
      .slice(0, 22);
  const find = (key: string): Knock | undefined => {
    const knock = kept.peek(key);
    return knock && knock.last > clock() - dayMs ? knock : undefined;
  };

  notices.subscribe<Asked>(channels.asked, {
    received: ({ question, key }) => {
      const knock = find(key);
      if (knock) notices.publish(channels.told, { question, knock } satisfies Told);
    },
    missed: () => {},
  });
  notices.subscribe<Told>(channels.told, {
    received: ({ question, knock }) => waiting.get(question)?.push(knock),
    missed: () => {},
  });

  /** Asks the other processes. A question is known by what nobody else draws: the key and our own count. */
  const askOthers = async (key: string): Promise<Knock[]> => {
    if (!notices.areShared || !notices.isConnected()) return [];
    questions += 1;
    const question = `${process.pid} ${questions} ${timers.now()} ${key}`;
    const told: Knock[] = [];
    waiting.set(question, told);
    notices.publish(channels.asked, { question, key } satisfies Asked);
    await new Promise<void>((resolve) => timers.after(answerWithinMs, resolve));
    waiting.delete(question);
    return told;
  };

  return {
    note: (identity, sends) => {
      count?.(sends);
      const key = keyOf(identity);
      const [now, before] = [clock(), find(key)];
      const { count: soFar, first } = before ?? { count: 0, first: now };
      kept.set(key, { count: soFar + 1, first, last: now, sends });
    },
    ask: async (identity) => {
      const key = keyOf(identity);
      const others = await askOthers(key);
      const own = find(key);
      return join(own ? [own, ...others] : others);
    },
    size: () => kept.size,
  };
}

/** What several processes know of one device. */
function join(knocks: Knock[]): Knock | undefined {
  if (knocks.length === 0) return undefined;
  const latest = knocks.reduce((a, b) => (b.last > a.last ? b : a));
  return {
    count: knocks.reduce((sum, { count }) => sum + count, 0),
    first: Math.min(...knocks.map(({ first }) => first)),
    last: latest.last,
    sends: latest.sends,
  };
}

import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Notices } from '../../../db/notices.ts';
import { growingTo } from '../../../kit/growing-to.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import { dayMs } from '../../../kit/time/units.ts';

/** What a device shows of its key where nobody has registered it, so that no key can be checked. */
export const knockProofs = ['signature', 'key', 'nothing'] as const;
export type KnockProof = (typeof knockProofs)[number];

/** The ways by which a device that nobody has registered is heard of. */
export const knockDoors = ['http', 'mqtt', 'lorawan'] as const;
export type KnockDoor = (typeof knockDoors)[number];

/** What is known of a knock: the door by which it came, and what it shows of a key. */
export type Knocking = { door: KnockDoor; sends: KnockProof };

/** Requests of a device that nobody has registered, each less than a day after the one before. */
export type Knock = Knocking & { count: number; first: number; last: number };

export type Knocks = {
  /** @param identity as `identityOf` has it; it is not kept. */
  note: (identity: string, knocking: Knocking) => void;
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
  /** Called with every knock. */
  count?: (knocking: Knocking) => void;
};

/** By each door. Some 200 bytes each: 4 MB of devices that nobody has registered, however many there are. */
const mostKept = 20_000;

/** How long the answers of other processes are waited for: as fast as a notice of PostgreSQL, and then some. */
const answerWithinMs = 400;

const channels = { asked: 'knock-asked', told: 'knock-told' };

type Asked = { question: string; key: string };
type Told = { question: string; knocks: Knock[] };

/**
 * Remembers unregistered devices that knock, so that an installer who reads a MAC off a label can see whether
 * that board reaches the server. It is kept in memory alone, by a keyed hash of the identity: nobody can list the
 * devices, and nothing that they say is kept. When it is full, the device that has not knocked for longest goes;
 * each door has room of its own, so a flood at one leaves the others alone.
 */
export function createKnocks({ notices, secret, clock, timers, count }: KnocksDeps): Knocks {
  const kept = new Map(
    knockDoors.map((door) => [door, new LRUCache<string, Knock>(growingTo(mostKept))]),
  );
  const waiting = new Map<string, Knock[]>();
  let questions = 0;
  const keyOf = (identity: string) =>
    createHmac('sha256', secret)
      .update(`kisima knock\n${labelOf(identity)}`)
      .digest('base64url')
      .slice(0, 22);
  const findAt = (door: KnockDoor, key: string): Knock | undefined => {
    const knock = kept.get(door)?.peek(key);
    return knock && knock.last > clock() - dayMs ? knock : undefined;
  };
  const find = (key: string): Knock[] => knockDoors.flatMap((door) => findAt(door, key) ?? []);

  notices.subscribe<Asked>(channels.asked, {
    received: ({ question, key }) => {
      const knocks = find(key);
      if (knocks.length > 0) notices.publish(channels.told, { question, knocks } satisfies Told);
    },
    missed: () => {},
  });
  notices.subscribe<Told>(channels.told, {
    received: ({ question, knocks }) => waiting.get(question)?.push(...knocks),
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
    note: (identity, knocking) => {
      count?.(knocking);
      const key = keyOf(identity);
      const [now, before] = [clock(), findAt(knocking.door, key)];
      const { count: soFar, first } = before ?? { count: 0, first: now };
      kept.get(knocking.door)?.set(key, { ...knocking, count: soFar + 1, first, last: now });
    },
    ask: async (identity) => {
      const key = keyOf(identity);
      const others = await askOthers(key);
      return join([...find(key), ...others]);
    },
    size: () => kept.values().reduce((sum, { size }) => sum + size, 0),
  };
}

/** A DevEUI of LoRaWAN, whose separators no network server tells. */
const separated = /^[0-9A-F]{2}(?:[:-][0-9A-F]{2}){7}$/;

function labelOf(identity: string): string {
  return separated.test(identity) ? identity.replaceAll(/[:-]/g, '') : identity;
}

/** What several processes know of one device, by all doors. */
function join(knocks: Knock[]): Knock | undefined {
  if (knocks.length === 0) return undefined;
  const latest = knocks.reduce((a, b) => (b.last > a.last ? b : a));
  return {
    ...latest,
    count: knocks.reduce((sum, { count }) => sum + count, 0),
    first: Math.min(...knocks.map(({ first }) => first)),
  };
}

import type { Timers } from '../../../../kit/time/timers.ts';
import { secondMs } from '../../../../kit/time/units.ts';
import type { Connection, DevicePeer } from '../message.ts';
import type { TurnedAway } from '../policy.ts';
import { createStrangers } from '../strangers.ts';

type Client = Connection<DevicePeer>;

type ProvingDeps = {
  timers: Timers;
  turnedAway: (why: TurnedAway) => void;
  /** Is told that a connection has turned out to be the device's. */
  admit: (client: Client) => void;
};

/** A board on a mobile network subscribes and says that it is there within this. */
const withinMs = 30 * secondMs;
/** As many as of those that have not signed in. */
const most = 1000;

/**
 * Keeps apart the connections that showed no key and are to sign. A replayed CONNECT comes no further than here:
 * a connection is the device's once it has said that it is online, signed with a new counter.
 */
export function createProving({ timers, turnedAway, admit }: ProvingDeps) {
  const waiting = new Map<Client, () => void>();
  const places = createStrangers(most);
  const proven = new WeakSet<Client>();
  const end = (client: Client, why: TurnedAway): void => {
    turnedAway(why);
    client.end();
  };
  const leave = (client: Client): void => {
    waiting.get(client)?.();
    waiting.delete(client);
  };
  const isProven = (client: Client): boolean => !client.peer.seal || proven.has(client);

  return {
    /** Also of one that has ended. */
    isProven,
    /** @returns true where the connection is the device's already. */
    begin: (client: Client, address: string): boolean => {
      if (isProven(client)) return true;
      const turnAway = (why: TurnedAway) => {
        leave(client);
        end(client, why);
      };
      const giveBack = places.enter(address, () => turnAway('too_many'));
      if (!giveBack) {
        end(client, 'too_many');
        return false;
      }
      const cancel = timers.after(withinMs, () => turnAway('unproven'));
      waiting.set(client, () => {
        giveBack();
        cancel();
      });
      return false;
    },
    /** @returns true where that is new of the connection. */
    prove: (client: Client): boolean => {
      if (!waiting.has(client)) return false;
      leave(client);
      proven.add(client);
      admit(client);
      return true;
    },
    leave,
  };
}

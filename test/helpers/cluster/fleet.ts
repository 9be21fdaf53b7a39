import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom, pick, type Random } from '../../../src/simulator/random.ts';
import { openPushLine, type PushLine } from '../http/push-line.ts';
import type { OwnedDevice } from '../server/process-client.ts';
import type { Push, StormRecord } from '../soak/push-storm.ts';
import type { Member } from './members.ts';
import { attempt, isUnavailable, type RoundRobin } from './round-robin.ts';

/** Devices that push all the time, each to the next process, and try again until they are answered. */
export type Fleet = {
  record: StormRecord;
  /** Resolves when so many more pushes are acknowledged. */
  acknowledged: (pushes: number) => Promise<void>;
  /** Resolves when each device has had its last push answered. */
  stop: () => Promise<void>;
};

type FleetOptions = {
  devices: OwnedDevice[];
  roundRobin: RoundRobin;
  seed: number;
  /** From an answer to the next push, on average. */
  everyMs: number;
  /** Aborted when nobody waits for answers any more. */
  over: AbortSignal;
};

const backOffMs = 100;
const hourMs = 3_600_000;

export function startFleet({ devices, roundRobin, seed, everyMs, over }: FleetOptions): Fleet {
  const record: StormRecord = { pushes: [], acknowledged: [] };
  const lines = createLines();
  const waiting = new Set<{ at: number; resolve: () => void }>();
  let isStopped = false;

  const tellWaiting = () => {
    for (const each of waiting) {
      if (record.acknowledged.length < each.at) continue;
      waiting.delete(each);
      each.resolve();
    }
  };

  /** True if it was acknowledged; else it is to be tried again elsewhere. */
  const pushOnce = async (push: Push): Promise<boolean> => {
    const { counts, next } = roundRobin;
    const answer = await attempt(counts, 'a push', () => lines.push(next(), push.form));
    if (!answer) return false;
    const { status, head, text } = answer;
    if (isUnavailable(counts, status, /^retry-after: \d/im.test(head))) return false;
    assert.equal(status, 201, text);
    record.acknowledged.push({ push, reading: JSON.parse(text) });
    tellWaiting();
    return true;
  };

  const deliver = async (push: Push): Promise<void> => {
    while (!over.aborted && !(await pushOnce(push))) {
      // A reading without an instant may or may not have been stored; again it would be another.
      if (push.form['recorded_at'] === undefined) return;
      await pause(backOffMs);
    }
  };

  const live = async (device: OwnedDevice, random: Random): Promise<void> => {
    const earlier: Push[] = [];
    while (!isStopped && !over.aborted) {
      await pause(2 * everyMs * random());
      const push = nextPush(device, earlier, record.pushes.length, random);
      if (push.mark === record.pushes.length) {
        record.pushes.push(push);
        earlier.push(push);
      }
      await deliver(push);
    }
  };
  const lives = Promise.all(
    devices.map((device, index) => live(device, createRandom(seed, index))),
  );
  // A device that fails fails the test where it waits; until then nobody else need hear of it.
  lives.catch(() => {});

  return {
    record,
    acknowledged: async (pushes) => {
      const arrived = new Promise<void>((resolve) => {
        waiting.add({ at: record.acknowledged.length + pushes, resolve });
      });
      await Promise.race([arrived, lives]);
    },
    stop: async () => {
      isStopped = true;
      await lives;
      lines.close();
    },
  };
}

/** Next push of the device; its mark is its place among all pushes. */
function nextPush(device: OwnedDevice, earlier: Push[], mark: number, random: Random): Push {
  const chance = random();
  const form = {
    mac_address: device.mac,
    water_level_percent: Math.round(1000 * random()) / 10,
    water_level_cm: mark,
  };
  const known = earlier.length > 0 ? pick(random, earlier) : undefined;
  const at = known?.form['recorded_at'];
  // Its answer was lost, as far as the device knows.
  if (known && at !== undefined && chance < 0.05) return known;
  // Two readings of one instant: the first one counts.
  if (at !== undefined && chance < 0.1) return { device, mark, form: { ...form, recorded_at: at } };
  if (chance < 0.2) return { device, mark, form };
  const age = chance < 0.7 ? 0 : 6 * hourMs * random();
  const recordedAt = new Date(Date.now() - age).toISOString();
  return { device, mark, form: { ...form, recorded_at: recordedAt } };
}

/** Connections to each life of each process, kept and used again. */
function createLines() {
  const idle = new Map<string, PushLine[]>();
  return {
    push: async (member: Member, form: Push['form']) => {
      const key = `${member.url()} ${member.life()}`;
      const free = idle.get(key) ?? [];
      idle.set(key, free);
      const line = free.pop() ?? openPushLine(member.url());
      try {
        const answer = await line.push(form);
        free.push(line);
        return answer;
      } catch (error) {
        line.close();
        throw error;
      }
    },
    close: () => {
      for (const line of [...idle.values()].flat()) line.close();
    },
  };
}

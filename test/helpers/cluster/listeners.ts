import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { type EventStream, openStream } from '../http/event-stream.ts';
import type { OwnedDevice, Owner } from '../server/process-client.ts';
import type { AcknowledgedReading, StormRecord } from '../soak/push-storm.ts';
import type { Member } from './members.ts';

/** A dashboard at each process, which opens its stream again when that process is started again. */
export type Listeners = {
  /** Events that all of them have seen. */
  events: () => number;
  /** Fails where one of them does not hear of a reading that is pushed to any of the processes. */
  assertEachHearsAll: (device: OwnedDevice, record: StormRecord) => Promise<void>;
  stop: () => Promise<void>;
};

const tryAgainMs = 50;
/** Far more than an event takes, for a machine that is busy. */
const heardWithinMs = 20_000;

export function startListeners(
  members: readonly Member[],
  { token }: Owner,
  over: AbortSignal,
): Listeners {
  const seen = members.map(() => new Set<unknown>());
  const open = new Map<number, EventStream>();
  let events = 0;
  let isStopped = false;

  const listenOnce = async (member: Member, index: number): Promise<void> => {
    const stream = await openStream({ url: member.url(), request: member.request }, token);
    open.set(index, stream);
    // A stream that opens while all stop is closed by nobody else.
    if (isStopped) stream.hangUp();
    try {
      for (;;) {
        const { data } = await stream.next();
        events += 1;
        if (data['level_cm'] !== undefined) seen[index]?.add(data['level_cm']);
      }
    } finally {
      open.delete(index);
    }
  };
  const listen = async (member: Member, index: number): Promise<void> => {
    while (!isStopped && !over.aborted) {
      // Ends whenever its process does, and where that or the database is away it does not begin.
      await listenOnce(member, index).catch(() => {});
      if (!isStopped) await pause(tryAgainMs);
    }
  };
  const listening = Promise.all(members.map(listen));

  const push = async (member: Member, device: OwnedDevice, record: StormRecord) => {
    const mark = record.pushes.length;
    const form = { mac_address: device.mac, water_level_percent: 50, water_level_cm: mark };
    record.pushes.push({ device, mark, form });
    const { status, body, text } = await member.request('POST', '/iot_push.php', { form });
    assert.equal(status, 201, text);
    const reading = body as AcknowledgedReading;
    record.acknowledged.push({ push: { device, mark, form }, reading });
    return mark;
  };

  return {
    events: () => events,
    assertEachHearsAll: async (device, record) => {
      const signal = AbortSignal.timeout(heardWithinMs);
      const until = async (what: string, isSo: () => boolean): Promise<void> => {
        while (!isSo()) {
          assert.ok(!signal.aborted, `${what}: not in time`);
          await pause(tryAgainMs);
        }
      };
      await until('all listen', () => open.size === members.length);
      for (const [index, member] of members.entries()) {
        const mark = await push(member, device, record);
        for (const [listener, heard] of seen.entries()) {
          await until(`${listener} hears of a reading at ${index}`, () => heard.has(mark));
        }
      }
    },
    stop: async () => {
      isStopped = true;
      for (const stream of open.values()) stream.hangUp();
      await listening;
    },
  };
}
